// SPDX-License-Identifier: MIT
// Strangers in the page itself. A page around it asks for everything, files would make others send requests, and lessons lead nowhere.
// Tests that need no browser are in tests/web/hostile.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { portOf } from '../../../tools/serve.mjs';
import { test } from '../engine.mjs';
import { atStep, byId, comes, drop, idle, nothingComes, opened, openedAs, pressId, readData, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();
const even = (count) => Array.from({ length: count }, () => Array.from({ length: count }, () => 1 / count));
const secretFile = JSON.stringify({
  format: 'headwaters/1',
  title: 'SECRET title',
  model: 'SECRET model',
  tokens: ['SECRET', 'b', 'c'],
  attentions: [[even(3)], [even(3)]],
  importance: { 'SECRET score': [1, 2, 3] },
});
const secretList = `{"format":"headwaters-dataset/1","methods":["rollout"]}\n{"file":"SECRET.json","example":0,"tokens":3,"title":"SECRET row","text":"SECRET text"}\n`;
const lesson = (step, id = 'own') => JSON.stringify({ form: 'headwaters-lesson/1', id, title: 'Own', steps: [step] });
const step = (more) => ({ title: 'One', text: 'Look.', ...more });

/** A page of another origin with this one in a frame. */
async function embedder(fragment = 'v=1&sample=agreement-keys&panel=bars') {
  const page = await stage.newPage({ viewport: { width: 1200, height: 900 } });
  await page.goto(`${stage.data.url}bad/INDEX.json`);
  await page.evaluate((address) => {
    window.got = [];
    addEventListener('message', ({ data }) => window.got.push(data));
    const frame = document.createElement('iframe');
    Object.assign(frame, { src: address, width: 900, height: 600 });
    document.body.prepend(frame); // in sight, because hidden frames do not draw
    window.say = (message) => frame.contentWindow.postMessage(message, '*');
  }, `${stage.page.url}#${fragment}`);
  await page.waitForFunction(() => window.got.some(({ type }) => type === 'headwaters:ready'));
  const frame = page.frames().find((one) => one.url().startsWith(stage.page.url));
  await opened(frame);
  return { page, frame };
}

/** Sends every kind of message and waits for the answers. */
const askEverything = (page, list) =>
  page.evaluate(async (url) => {
    const messages = [
      { type: 'headwaters:listen', events: ['layer', 'selection', 'state'] },
      { type: 'headwaters:state' },
      { type: 'headwaters:state', state: { layer: 0 } },
      { type: 'headwaters:state', state: { compare: [{ method: 'raw' }, { score: 'SECRE' }] } },
      { type: 'headwaters:open', url },
      { type: 'headwaters:open', data: new TextEncoder().encode('{"format":"headwaters-dataset/1"}\n{"file":"x","tokens":1}\n').buffer },
      { type: 'headwaters:open', data: { no: 1 } },
      { type: 'headwaters:state', state: { dataset: '' } },
      { type: 'headwaters:state' },
    ];
    const before = window.got.length;
    messages.forEach((message, id) => {
      window.say({ ...message, id: 1000 + id });
    });
    const answered = () => window.got.slice(before).filter(({ id }) => id >= 1000).length;
    for (let i = 0; i < 200 && answered() < messages.length; ++i) await new Promise((resolve) => setTimeout(resolve, 50));
    return answered();
  }, list);

test('a page around this one that asks for everything is told nothing of what the visitor opened', async () => {
  const { page, frame } = await embedder();
  const list = `${stage.data.url}dataset.headwaters.jsonl`; // not there, so it fails
  const drops = {
    'a private file': async () => {
      await drop(frame, 'SECRET.json', secretFile);
      return await openedAs(frame, 'SECRET.json');
    },
    'it is the second': () =>
      frame.evaluate(() =>
        window.headwaters
          .open('samples/digit-4.json')
          .then(() =>
            window.headwaters.setState({ panel: 'compare', compare: [{ method: 'rollout', file: 'earlier' }, { method: 'rollout' }] }),
          ),
      ),
    'a broken file': async () => {
      await drop(frame, 'SECRET.bin', 'SECRET {');
      return await frame.waitForFunction(() => window.headwaters.state.messages.some(({ file }) => file.includes('SECRET')));
    },
    'a list': async () => {
      await drop(frame, 'SECRET.headwaters.jsonl', secretList);
      return await frame.waitForFunction(() => window.headwaters.state.dataset.includes('SECRET'));
    },
    'a lesson': async () => {
      await drop(
        frame,
        'SECRET.lesson.json',
        lesson(step({ data: { tokens: ['SECRET'], attentions: [[[1]]], title: 'SECRET' }, view: 'panel=bars' }), 'secret-lesson'),
      );
      await atStep(frame, 'secret-lesson', 0);
    },
    back: () => frame.evaluate(() => history.back()),
  };
  for (const [name, enter] of Object.entries(drops)) {
    await enter();
    await still(frame);
    await frame.evaluate(() => window.headwaters.setState({ notes: [{ at: 'token', token: 0, text: 'SECRET note' }] }));
    const answers = await askEverything(page, list);
    assert.equal(answers, 9, name);
    const got = await page.evaluate(() => JSON.stringify(window.got));
    assert.doesNotMatch(got.replaceAll('"SECRET note"', name === 'it is the second' ? '""' : '$&'), /SECRET|secret-lesson/, name);
  }
});

test('a file’s own view asks no host before the visitor agrees, and names it', async () => {
  const asked = [];
  const host = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end(secretList);
  });
  await new Promise((resolve) => host.listen(0, '127.0.0.1', () => resolve(null)));
  const name = `127.0.0.1:${portOf(host)}`;
  const saved = {
    program: 'x',
    view: `v=1&method=raw&dataset=${encodeURIComponent(`http://${name}/list.jsonl`)}&lesson=${encodeURIComponent(`http://${name}/lesson.json`)}`,
  };
  const file = JSON.stringify({ ...JSON.parse(secretFile), saved });
  const page = await stage.openStill();
  for (const answer of ['no', 'yes']) {
    await drop(page, 'from a stranger.json', file);
    const question = page.locator('.permission');
    await question.waitFor();
    assert.ok((await question.textContent()).includes(name));
    assert.equal((await state(page)).method, 'raw', 'the view itself is shown');
    assert.deepEqual(await nothingComes(() => [...asked], 500), []);
    await byId(page, `ask/${answer}`).click();
    await question.waitFor({ state: 'detached' });
  }
  await comes(() => asked.includes('/list.jsonl'));
  host.closeAllConnections();
  host.close();
});

test('the data of a dropped lesson on another host are fetched when the visitor agrees', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=digit-4' });
  const address = `${stage.data.url}references/use_lite_keys_cabinet.json`;
  await drop(page, 'lesson.json', lesson(step({ data: { address }, view: 'method=raw&panel=bars' })));
  await atStep(page, 'own', 0);
  const question = page.locator('.permission');
  await question.waitFor();
  assert.ok((await question.textContent()).includes(new URL(address).host));
  assert.equal(await nothingComes(() => page.asked.includes(address), 400), false);
  await page.waitForFunction(() => !document.querySelector('.permission button').disabled);
  const afterFocus = await page.evaluate(() => {
    dispatchEvent(new FocusEvent('focus'));
    return document.querySelector('.permission button').disabled;
  });
  assert.equal(afterFocus, true, 'a window that lay over it has been closed: the click is still meant for that');
  await byId(page, 'ask/no').click();
  assert.match(await page.locator('.lesson .problem').textContent(), /You did not allow loading/);
  assert.equal(await page.locator('.lesson h3').textContent(), 'One', 'its text is there');
  await byId(page, 'lesson-return').click();
  await byId(page, 'ask/yes').click();
  await openedAs(page, 'use_lite_keys_cabinet.json');
  assert.equal((await state(page)).method, 'raw');
  assert.deepEqual(page.faults, []);
});

test('a gigabyte of nothing is refused at once, and what was open stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sparse-'));
  const begins = { 'zeros.bin': '', 'zeros.json': '{"tokens":["a"],"attentions":[' };
  const page = await stage.openStill();
  try {
    for (const [name, begin] of Object.entries(begins)) {
      const path = join(folder, name);
      writeFileSync(path, begin);
      truncateSync(path, 2 ** 30);
      const before = (await state(page)).messages.at(-1)?.id;
      await pressId(page, 'open');
      await page.locator('dialog input[type=file]').setInputFiles(path);
      await page.waitForFunction((id) => window.headwaters.state.messages.at(-1)?.id !== id, before, { timeout: 20_000 });
      assert.equal((await state(page)).document.name, 'agreement-keys');
      await idle(page);
    }
    assert.deepEqual(page.faults, []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a lesson whose step has no view is shown, and the page is at rest', async () => {
  const page = await stage.openStill();
  for (const view of [undefined, 'nothing=known']) {
    await drop(page, 'lesson.json', lesson(step({ data: { sample: 'digit-4' }, ...(view ? { view } : {}) }), view ? 'unknown' : 'bare'));
    await atStep(page, view ? 'unknown' : 'bare', 0);
    await idle(page);
    await page.reload();
    await opened(page);
    await atStep(page, view ? 'unknown' : 'bare', 0);
    await page.evaluate(
      (reference) => {
        location.hash = reference;
      },
      `lesson=${/lesson=([^&]+)/.exec(page.url())[1]}&step=1`,
    );
    await idle(page);
  }
});

test('what lies over the question keeps its Allow from being clicked', async () => {
  const { page, frame } = await embedder();
  await drop(frame, 'mine.json', readData('references/toy_agreement_keys.json'));
  await openedAs(frame, 'mine.json');
  await page.evaluate(() => {
    const cover = document.createElement('div');
    cover.id = 'cover';
    cover.style.cssText = 'position:absolute;left:0;top:0;width:900px;height:700px;background:#fff;opacity:0.01;pointer-events:none';
    document.body.append(cover);
    window.say({ type: 'headwaters:ask', id: 1 });
  });
  const allow = byId(frame, 'ask/yes');
  await allow.waitFor();
  assert.equal(await nothingComes(() => allow.isDisabled(), 2000), true, 'as long as something lies over it');
  await page.evaluate(() => document.getElementById('cover').remove());
  await frame.waitForFunction(() => !document.querySelector('.permission button').disabled);
  await page.evaluate(() => {
    document.querySelector('iframe').style.opacity = '0.1';
  });
  await frame.waitForFunction(() => document.querySelector('.permission button').disabled);
  await page.evaluate(() => {
    document.querySelector('iframe').style.opacity = '';
  });
  await frame.waitForFunction(() => !document.querySelector('.permission button').disabled);
  await allow.click();
  await page.waitForFunction(() => window.got.some(({ type, allowed }) => type === 'headwaters:allowed' && allowed));
});

test('where the browser cannot tell what lies over a question, it is asked in a tab of its own', async () => {
  const { page, frame } = await embedder();
  await frame.evaluate(() => delete IntersectionObserverEntry.prototype.isVisible);
  for (const [name, button, allowed] of /** @type {[string, string, boolean][]} */ ([
    ['one.json', 'ask/no', false],
    ['two.json', 'ask/yes', true],
  ])) {
    await drop(frame, name, readData('references/toy_agreement_keys.json'));
    await openedAs(frame, name);
    await page.evaluate((id) => window.say({ type: 'headwaters:ask', id }), name);
    const [tab] = await Promise.all([page.waitForEvent('popup'), byId(frame, 'ask/yes').click()]);
    const answer = byId(tab, button);
    await answer.waitFor();
    assert.ok((await tab.locator('main').textContent()).includes(new URL(stage.data.url).origin));
    assert.equal(await answer.isDisabled(), true, 'the second click of two answers nothing');
    await answer.click().catch(() => {}); // the tab closes itself within the click
    const found = await page.waitForFunction((id) => window.got.find((one) => one.type === 'headwaters:allowed' && one.id === id), name);
    assert.equal((await found.jsonValue()).allowed, allowed);
  }
  const alone = await stage.newPage();
  await alone.goto(`${stage.page.url}allow.html#read=${encodeURIComponent('https://evil.example')}`);
  await alone.locator('main p').waitFor();
  assert.equal(await alone.locator('button').count(), 0, 'nothing is asked');
});
