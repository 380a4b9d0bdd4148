// SPDX-License-Identifier: MIT
// Answers of a model's view in links and saved pages. Readers see them without the model. Once the model has loaded, it answers itself.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

import { test } from '../engine.mjs';
import { byId, comes, Stage, state, until } from '../harness.mjs';
import { first, keys, openModel, openSheet, said, shows, whyDone } from '../model/sheets.mjs';

const stage = Stage.forFile();
const folder = mkdtempSync(join(tmpdir(), 'headwaters-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const recipe = JSON.stringify({ text: keys, cuts: [{ kind: 'hidden', text: '2' }], rule: 'zero' });
/** The verdict, the answer, the cells and the bars of Why. */
const shown = async (page) => ({
  said: await said(page),
  first: await first(page),
  cells: await page.$$eval('.why tbody tr', (all) =>
    all.map((row) => [...row.querySelectorAll('.name, .number, .guess')].map(({ textContent }) => textContent.trim())),
  ),
  bars: await page.$$eval('.why tbody .bar', (all) => all.map((bar) => Math.round(bar.getBoundingClientRect().width))),
});
const note = (page) => page.textContent('[data-id="sheet/saved"]');
/** Waits until the note about saved answers matches. */
const noted = (page, wanted) =>
  until(page, (text) => RegExp(text).test(document.querySelector('[data-id="sheet/saved"]')?.textContent), wanted);
const [missing, loading] = ['to ask', 'loading'];

/** Opens Why for a text, and makes its link. */
async function sender(prompt = keys, more = '') {
  const page = await openModel(stage, prompt, more);
  await openSheet(page, 'words');
  await whyDone(page);
  const link = await page.evaluate(() => window.headwaters.link({ data: 'none' }));
  return { page, link };
}

/** A fresh page for a link. `hold`: the model's files wait for the promise; null: they are blocked. */
async function receiver(url, hold = Promise.resolve()) {
  const page = await stage.newPage({ viewport: { width: 1280, height: 800 } });
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(error.message));
  await page.addInitScript(() => {
    const send = Worker.prototype.postMessage;
    window.got = [];
    Worker.prototype.postMessage = function (message, ...more) {
      if (message?.request) window.got.push(message.request.question ?? message.request.call);
      return send.call(this, message, ...more);
    };
  });
  await page.route(/\/models\//, async (route) => {
    if (hold === null) return route.abort();
    await hold;
    return route.continue();
  });
  await page.goto(url);
  return page;
}

/** The same link with another content. @param {(content: any) => void} change */
const changed = (url, change) =>
  url.replace(/answers=([\w-]+)/, (_, field) => {
    const content = JSON.parse(inflateRawSync(Buffer.from(field, 'base64url')).toString());
    change(content);
    return `answers=${deflateRawSync(JSON.stringify(content)).toString('base64url')}`;
  });

test('without the model a link shows the same bars and verdict, also after a reload, and asks for the model', async () => {
  const { page, link } = await sender();
  assert.deepEqual(link.leftOut, []);
  assert.ok(link.characters < 8000 && link.characters === new URL(link.url).hash.length - 1, String(link.characters));
  const wanted = await shown(page);
  const other = await receiver(link.url, null);
  for (const again of [false, true]) {
    if (again) await other.reload();
    await noted(other, missing);
    await whyDone(other);
    assert.deepEqual(await shown(other), wanted);
  }
  assert.deepEqual((await state(other)).messages, []);
  // The link also contains the attention.
  const rows = (from) => from.evaluate(async () => (await window.headwaters.results({ method: 'rollout' })).layers.at(-1).values);
  const mine = await rows(page);
  (await rows(other)).forEach((value, at) => {
    assert.ok(Math.abs(value - mine[at]) < 0.002, `${at}: ${value}, ${mine[at]}`);
  });
  // Other questions need the model.
  await openSheet(other, 'lens');
  await until(other, () => document.querySelector('[data-id="sheet/lens"] [role="alert"]').textContent !== '');
  // A link from this page contains the same answers.
  await openSheet(other, 'words');
  await whyDone(other);
  const { url } = await other.evaluate(() => window.headwaters.link({ data: 'none' }));
  const third = await receiver(url, null);
  await noted(third, missing);
  await whyDone(third);
  assert.deepEqual(await shown(third), wanted);
  assert.deepEqual([...page.faults, ...other.faults, ...third.faults], []);
});

test('while the model loads its saved answers are shown, and then it answers itself', async () => {
  const { page, link } = await sender(recipe, '&layer=2');
  const wanted = await shown(page);
  const before = await byId(page, 'changed').textContent();
  let come = () => {};
  const other = await receiver(
    link.url,
    new Promise((resolve) => {
      come = resolve;
    }),
  );
  await noted(other, loading);
  await until(other, () => document.querySelector('.why[aria-busy="false"]') !== null);
  assert.deepEqual(await shown(other), wanted);
  assert.equal(await byId(other, 'changed').textContent(), before);
  assert.deepEqual(await other.evaluate(() => window.got), [], 'nothing is asked');
  come();
  await until(other, () => window.got.includes('blanked') && document.querySelector('[data-id="sheet/saved"]').hidden);
  await whyDone(other);
  assert.deepEqual(await shown(other), wanted);
  assert.equal(await note(other), '', 'its numbers are the same');
  const { layer, panel, prompt } = await state(other);
  assert.deepEqual([layer, panel, prompt], [1, 'words', recipe]);
  await other.evaluate((text) => {
    window.headwaters.prompt = text;
  }, 'the key [MASK] here');
  await shows(other, 'the key [MASK] here');
  assert.doesNotMatch(new URL(other.url()).hash, /answers=/, 'these are about another text');
  assert.deepEqual([...page.faults, ...other.faults], []);
});

test('a text that is typed while the model loads runs when it is there', async () => {
  const { link } = await sender();
  let come = () => {};
  const other = await receiver(
    link.url,
    new Promise((resolve) => {
      come = resolve;
    }),
  );
  await noted(other, loading);
  await other.evaluate((text) => {
    window.headwaters.prompt = text;
  }, 'the key [MASK] here');
  come();
  await shows(other, 'the key [MASK] here');
  await whyDone(other);
  assert.equal(await note(other), '');
  assert.deepEqual(other.faults, []);
});

test('numbers that differ from the model’s are told, and damaged answers do not keep a link from opening', async () => {
  const { page, link } = await sender();
  const wanted = await shown(page);
  const other = await receiver(
    changed(link.url, ({ answers }) => {
      answers[0].answer.needs.left_out[1] += 0.5;
    }),
  );
  await noted(other, '0\\.50');
  await whyDone(other);
  assert.deepEqual(await shown(other), wanted, 'the model’s own');
  const broken = [
    link.url.replace(/answers=.{40}/, 'answers='),
    link.url.replace(/answers=.*/, 'answers=%00'),
    changed(link.url, (content) => {
      content.attention.layers = 3;
    }),
    changed(link.url, (content) => {
      content.recipe.text = 'another text';
    }),
  ];
  for (const url of broken) {
    const third = await receiver(url);
    await whyDone(third);
    assert.deepEqual(await shown(third), wanted);
    assert.equal(await note(third), '');
    assert.deepEqual((await state(third)).messages, []);
    assert.deepEqual(third.faults, []);
  }
});

test('a link that is too long for attention has its answers, and Share names what is missing', async () => {
  const long = `${Array(2).fill('the keys to the cabinet near the door of the house').join(' and ')} [MASK] on the table`;
  const { page, link } = await sender(long);
  assert.ok(link.characters <= 8000);
  assert.equal(link.leftOut.length, 1, 'the attention of single heads');
  const wanted = await shown(page);
  await page.evaluate(() => document.querySelector('[data-id="share"]').click());
  await byId(page, 'share/view/link').waitFor();
  assert.equal(await byId(page, 'share/view/link').inputValue(), link.url);
  assert.ok((await byId(page, 'share/answers').textContent()).includes(link.leftOut[0]));
  for (const url of [
    link.url,
    changed(link.url, (content) => {
      content.attention = null;
    }),
  ]) {
    const other = await receiver(url, null);
    await noted(other, missing);
    await whyDone(other);
    assert.deepEqual(await shown(other), wanted);
    assert.deepEqual((await state(other)).messages, []);
    const third = await receiver(url);
    await until(third, () => window.got.includes('blanked'));
    await whyDone(third);
    assert.deepEqual(await shown(third), wanted);
    assert.equal((await state(third)).document.heads, 4);
    assert.deepEqual([...other.faults, ...third.faults], []);
  }
});

test('a saved page has the same question, answers, before and after, without network, also after a reload', async () => {
  const { page } = await sender(recipe, '&layer=2');
  const wanted = await shown(page);
  const before = await byId(page, 'changed').textContent();
  const html = await page.evaluate(async () => (await window.headwaters.page()).text());
  const path = join(folder, 'why.html');
  writeFileSync(path, html);
  const other = await stage.newPage({ viewport: { width: 1280, height: 800 } });
  other.faults = [];
  other.on('pageerror', (error) => other.faults.push(error.message));
  await other.context().setOffline(true);
  await other.goto(pathToFileURL(path).href);
  for (const again of [false, true]) {
    if (again) await other.reload();
    await noted(other, missing);
    await whyDone(other);
    assert.deepEqual(await shown(other), wanted);
    assert.equal(await byId(other, 'changed').textContent(), before);
    const { layer, panel } = await state(other);
    assert.deepEqual([layer, panel], [1, 'words']);
  }
  const rows = (from) => from.evaluate(async () => (await window.headwaters.results({ method: 'rollout' })).layers.at(-1).values);
  assert.deepEqual(await rows(other), await rows(page), 'to the last digit');
  // The saved page can be saved again.
  const twice = await other.evaluate(async () => (await window.headwaters.page()).size);
  assert.ok(Math.abs(twice - html.length) < 10_000, `${twice}, ${html.length}`);
  assert.deepEqual([...page.faults, ...other.faults], []);
});

/** Whether a view is complete. */
const done = {
  lens: () => document.querySelectorAll('.model-view .guess').length === 5 * 11,
  experiment: () => document.querySelectorAll('.model-view .units li').length > 1,
  decides: () => document.querySelector('.model-view .units li') !== null,
};
for (const [view, isDone] of Object.entries(done))
  test(`${view} is in its link, too`, async () => {
    const page = await openModel(stage);
    await openSheet(page, view);
    await until(page, isDone);
    let link = { url: '' };
    await comes(async () => {
      link = await page.evaluate(() => window.headwaters.link({ data: 'none' }));
      return link.url.includes('&answers='); // only once the answers are complete
    });
    const cells = (from) =>
      from.$$eval('.model-view :is(.guess, .number, .units li span)', (all) => all.map(({ textContent }) => textContent));
    const other = await receiver(link.url, null);
    await until(other, isDone);
    await until(other, (name) => /./.test(document.querySelector(`[data-id="sheet/${name}"] [data-id="sheet/saved"]`)?.textContent), view);
    assert.deepEqual(await cells(other), await cells(page));
    assert.deepEqual([...page.faults, ...other.faults], []);
  });
