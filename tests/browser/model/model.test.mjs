// SPDX-License-Identifier: MIT
// A model that runs in the page. It is opened by name, by a link and from a folder, and a sentence is typed. Covers the model's answer, the
// figure, links, history, the browser's Back and Compare. A failure is reported and the open document stays.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';

import { serve } from '../../../tools/serve.mjs';
import { test } from '../engine.mjs';
import {
  byId,
  comes,
  dropAll,
  idle,
  modelFiles,
  nothingComes,
  openSide,
  pressId,
  Stage,
  state,
  typedToItsEnd,
  until,
} from '../harness.mjs';

const stage = Stage.forFile();
const root = new URL('../../../', import.meta.url).pathname;

const opened = (page) => page.waitForSelector('.model textarea');
const says = (page) =>
  page.evaluate(() => [...document.querySelectorAll('.answer-line .answer-text')].map(({ textContent }) => textContent));
const tokens = (page) => page.evaluate(() => window.headwaters.state.document.tokens);
const shows = (page, text) => until(page, (wanted) => window.headwaters.prompt === wanted && window.headwaters.idle, text);

async function typed(page, text) {
  await page.fill('.model textarea', text);
  await shows(page, text);
}

test('a shipped model opens by its name, with a sentence of its own, and says its answer', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement' });
  await opened(page);
  await shows(page, 'the keys to the cabinet [MASK] on the table');
  assert.deepEqual(await tokens(page), ['[CLS]', 'the', 'keys', 'to', 'the', 'cabinet', '[MASK]', 'on', 'the', 'table', '[SEP]']);
  assert.deepEqual((await says(page)).slice(0, 2), ['are', 'were']);
  const { document } = await state(page);
  assert.equal(document.layers, 4);
  assert.equal(document.heads, 4);
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
});

test('typing runs another sentence: figure, answer and address follow; Back returns to the one before', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement' });
  await opened(page);
  const first = await page.evaluate(() => window.headwaters.prompt);
  await typed(page, 'the key to the cabinets [MASK] on the table');
  assert.equal((await says(page))[0], 'is');
  assert.ok((await tokens(page)).includes('cabinets'));
  await until(page, () => decodeURIComponent(location.hash).includes('prompt=the key to the cabinets [MASK] on the table'));
  await page.evaluate(() => document.activeElement.blur());
  await page.goBack();
  await shows(page, first);
  assert.equal(await page.inputValue('.model textarea'), first);
  assert.equal((await says(page))[0], 'are');
  assert.deepEqual(page.faults, []);
});

test('a link runs its sentence at once', async () => {
  const prompt = 'the dogs that chased the cat [MASK] tired';
  const page = await stage.openStill({ fragment: `v=1&model=agreement&prompt=${encodeURIComponent(prompt)}&method=rollout&layer=2` });
  await opened(page);
  await shows(page, prompt);
  assert.equal((await says(page))[0], 'are');
  assert.equal((await state(page)).layer, 1);
});

test('the API opens a model and sets its prompt; rows of attention sum to 1', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys' });
  await page.evaluate(() => window.headwaters.open({ model: 'agreement', prompt: 'the movie was [MASK].' }));
  await shows(page, 'the movie was [MASK].');
  await page.evaluate(() => {
    window.headwaters.prompt = 'anna thanked tom because [MASK] had helped her';
  });
  await shows(page, 'anna thanked tom because [MASK] had helped her');
  await until(page, () => document.querySelector('.answer-line .answer-text')?.textContent === 'he');
  const rows = await page.evaluate(async () => (await window.headwaters.results({ method: 'raw', layer: 0 })).layers[0].values);
  for (const row of rows) assert.ok(Math.abs(row.reduce((sum, value) => sum + value, 0) - 1) < 1e-5);
});

test('a folder dropped or picked is a model; a file that is none closes it', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys' });
  await dropAll(page, modelFiles(new URL('../../../web/models/agreement/', import.meta.url)));
  await opened(page);
  await typed(page, 'the boys near the queen saw [MASK] in the mirror');
  assert.equal((await says(page))[0], 'themselves');
  await page.evaluate(() =>
    window.headwaters.open({
      tokens: ['a', 'b'],
      attentions: [
        [
          [
            [1, 0],
            [0.5, 0.5],
          ],
        ],
      ],
    }),
  );
  await until(page, () => !document.querySelector('.model'));
});

test('a model that cannot be read is refused in words, and what was open stays', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement' });
  await opened(page);
  const before = await page.evaluate(() => window.headwaters.prompt);
  await page.evaluate(() => window.headwaters.open({ model: 'no-such-model' }).catch(() => {}));
  await until(page, () => window.headwaters.state.messages.length > 0);
  assert.match((await state(page)).messages[0].finding, /no model with this name/);
  const broken = {
    'config.json': '{"model_type": "bert", "hidden_size": 64, "num_attention_heads": 4}',
    'model.safetensors': 'not safetensors at all',
  };
  await dropAll(page, broken);
  await until(page, () => window.headwaters.state.messages.some(({ place }) => place.includes('safetensors') || place.includes('config')));
  assert.equal(await page.evaluate(() => window.headwaters.prompt), before);
  await typed(page, 'the key to the cabinets [MASK] on the table');
  assert.equal((await says(page))[0], 'is');
});

test('what the model says can be unfolded, searched and asked for another text', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement' });
  await opened(page);
  await typed(page, 'the pile of books [MASK] on the floor');
  await openSide(page);
  assert.equal(await page.locator('.model-pane .answers li').count(), 10);
  await until(page, () => document.querySelectorAll('#side .texts li').length === 2);
  await page.locator('#side .texts .text').nth(1).click();
  await shows(page, 'the keys to the cabinet [MASK] on the table');
  assert.equal(await page.inputValue('#prompt'), 'the keys to the cabinet [MASK] on the table', 'what is typed next goes on with it');
  await page.focus('#prompt');
  await page.keyboard.press('End');
  await page.keyboard.type(' today');
  await shows(page, 'the keys to the cabinet [MASK] on the table today');
  assert.deepEqual(page.faults, []);
});

test('a text that cannot be run leaves what is shown, and says that it is of the text before; of several masked words it is said which', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement' });
  await opened(page);
  await typed(page, 'the keys [MASK] and the cabinet [MASK] here');
  assert.match(await page.textContent('.answer-line'), /^Masked word 1 of 2/);
  await page.fill('.model textarea', 'the '.repeat(80));
  await until(page, () => document.querySelector('.model .status').textContent.endsWith('The page still shows the previous text.'));
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('.answer-line')).opacity), '0.4');
  await typed(page, 'the keys [MASK] here');
  assert.equal(await page.textContent('.model .status'), '');
  assert.match(await page.textContent('.answer-line'), /^Masked word /);
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('.answer-line')).opacity), '1');
  assert.deepEqual(page.faults, []);
});

test('an edge is cut, the answer turns, the link carries it, and Back takes it away', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement' });
  await opened(page);
  const text = await page.evaluate(() => window.headwaters.prompt);
  await openSide(page);
  const choose = (id, value) => byId(page, id).selectOption(value);
  await choose('cut/layer', '1');
  await choose('cut/head', '0');
  await choose('cut/from', '6');
  await choose('cut/to', '2');
  await byId(page, 'cut/add').click();
  await until(page, () => document.querySelector('.answer-line .answer-text')?.textContent === 'is');
  assert.match(await page.textContent('.difference'), /are.*64 %/s);
  assert.match(await page.textContent('.cuts'), /layer 1, head 1, keys → \[MASK\]/);
  await until(
    page,
    () => window.headwaters.idle && window.headwaters.state.document.title.includes('cut: layer 1, head 1, keys → [MASK] ('),
  );
  assert.match(
    await page.evaluate(() => window.headwaters.figure({ view: 'bars' })),
    /layer 1, head 1, keys → \[MASK\]/,
    'every figure says what was cut',
  );
  const there = await stage.openStill({ fragment: (await page.evaluate(() => location.hash)).slice(1) });
  await opened(there);
  await until(there, () => document.querySelector('.answer-line .answer-text')?.textContent === 'is');
  await page.evaluate(() => document.activeElement.blur());
  await page.goBack();
  await shows(page, text);
  await until(page, () => document.querySelector('.answer-line .answer-text')?.textContent === 'are');
  assert.deepEqual(page.faults, []);
});

test('a question brings gradients, and with them the methods that need them', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement' });
  await opened(page);
  await openSide(page);
  await byId(page, 'question/gradients').click();
  await until(page, () => window.headwaters.prompt.includes('target') && window.headwaters.idle);
  const rows = await page.evaluate(async () => (await window.headwaters.results({ method: 'relevance' })).layers.at(-1).values);
  assert.ok(rows.some((value) => value > 0));
});

test('a text without the masked word says so, and a link with a text too long says what to do', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement' });
  await opened(page);
  await typed(page, 'hello');
  await until(page, () => document.querySelector('.answer-line')?.textContent.trim() === 'No [MASK] in the text');
  await openSide(page);
  const pane = page.locator('#side');
  await pane.getByText('Put [MASK] where a word is missing').waitFor();
  assert.equal(await byId(page, 'question').isVisible(), false);
  assert.equal(await byId(pane, 'line/find').isVisible(), false);
  await comes(async () => (await pane.locator('.text').allTextContents()).includes('hello'));
  const texts = await pane.locator('.text').allTextContents();
  await typed(page, ' ');
  await until(page, () => window.headwaters.state.document.tokens.length === 2);
  await comes(async () => (await pane.locator('.text[aria-current=true]').count()) === 0);
  assert.deepEqual(await pane.locator('.text').allTextContents(), texts, 'what is blank is no text to come back to');
  await typed(page, 'the keys [MASK]');
  await byId(page, 'question').waitFor();
  const long = await stage.open({ fragment: `v=1&model=agreement&prompt=${encodeURIComponent('the keys '.repeat(60))}`, ready: false });
  await until(long, () => window.headwaters?.state.messages.length > 0);
  const [{ finding, remedy }] = (await state(long)).messages;
  assert.match(finding, /at most 64/);
  assert.match(remedy, /Open the model without this text/);
});

test('Back and Forward bring the line along, with the keyboard in it; a text that cannot run stays to be mended', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement' });
  await opened(page);
  const line = page.locator('#prompt');
  const stands = (text, said) =>
    until(
      page,
      ([wanted, answer]) =>
        window.headwaters.prompt === wanted &&
        document.querySelector('.model textarea').value === wanted &&
        document.querySelector('.answer-line .answer-text')?.textContent === answer,
      [text, said],
    );
  await typed(page, 'the cat near the dogs [MASK] hungry');
  await stands('the cat near the dogs [MASK] hungry', 'is');
  await typedToItsEnd(page);
  await typed(page, 'the cats near the dog [MASK] hungry');
  await stands('the cats near the dog [MASK] hungry', 'are');
  await typedToItsEnd(page);
  await line.focus();
  await page.goBack();
  await stands('the cat near the dogs [MASK] hungry', 'is');
  await page.goForward();
  await stands('the cats near the dog [MASK] hungry', 'are');
  const long = 'the keys '.repeat(60);
  await line.fill(long); // it is never shown
  await page.locator('.model .problem').waitFor();
  await page.evaluate(() => window.headwaters.setState({ layer: 1 }));
  await page.locator('#canvas').focus();
  await idle(page);
  assert.equal(await nothingComes(() => line.inputValue(), 200), long);
});

test('who is asked about a large download and does not want it is told of no fault, and what was open stays', async (context) => {
  const folder = mkdtempSync(`${tmpdir()}/headwaters-`);
  cpSync(`${root}web/models/agreement`, folder, { recursive: true });
  truncateSync(`${folder}/model.safetensors`, 40 << 20);
  const host = await serve({ folder, cors: true });
  context.after(async () => {
    await host.close();
    rmSync(folder, { recursive: true });
  });
  const page = await stage.openStill({ fragment: 'v=1&model=agreement' });
  await opened(page);
  const before = await page.evaluate(() => window.headwaters.prompt);
  await page.evaluate(
    (model) =>
      void window.headwaters.open({ model }).catch(({ message }) => {
        window.refused = message;
      }),
    host.url,
  );
  await page.click('[data-id="download/cancel"]');
  await until(page, () => /cancelled/.test(window.refused ?? ''));
  await idle(page);
  assert.deepEqual((await state(page)).messages, []);
  await typed(page, `${before} today`);
  assert.deepEqual(
    page.faults.filter((fault) => !fault.includes('404')),
    [],
    'files that a model may have are looked for',
  );
});

test('on a phone the pane stands below the figure, and leaves it room', async () => {
  for (const size of [
    [390, 844],
    [360, 640],
    [844, 390],
  ]) {
    const page = await stage.openStill({ fragment: 'v=1&model=agreement', size, context: { hasTouch: true } });
    await opened(page);
    await openSide(page);
    await idle(page);
    const { figure, pane, line } = await page.evaluate(() =>
      Object.fromEntries(
        [
          ['figure', '#canvas'],
          ['pane', '#side'],
          ['line', '.model'],
        ].map(([name, selector]) => [name, document.querySelector(selector).getBoundingClientRect().toJSON()]),
      ),
    );
    assert.ok(figure.bottom <= pane.top + 1 || figure.right <= pane.left + 1, `${size}: the pane lies over the figure`);
    const left = figure.bottom - line.bottom; // the line has its own place below the head
    assert.ok(left >= 190, `${size}: ${left} pixels are left for the figure`);
  }
});

test('a model from an address is kept on this machine, opens without the network, and is forgotten', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys' });
  const address = new URL('models/agreement/', page.url().replace(/#.*/, '')).href;
  await page.evaluate((model) => window.headwaters.open({ model }), address);
  await opened(page);
  await pressId(page, 'line/describe');
  await page.click('[data-id="model/keep"]');
  await page.waitForSelector('[data-id="model/forget"]');
  await page.reload();
  await until(page, () => window.headwaters !== undefined);
  await page.evaluate(() => window.headwaters.ready);
  let asked = 0;
  await page.route('**/models/agreement/*', (route) => {
    asked += 1;
    return route.abort();
  });
  await page.evaluate((model) => window.headwaters.open({ model, prompt: 'the keys [MASK] here' }), address);
  await shows(page, 'the keys [MASK] here');
  assert.equal(asked, 0);
  await pressId(page, 'line/describe');
  await page.click('[data-id="model/forget"]');
  await page.waitForSelector('[data-id="model/keep"]');
  assert.match(
    await page.evaluate(
      (model) =>
        window.headwaters.open({ model }).then(
          () => 'opened',
          (error) => error.finding,
        ),
      address,
    ),
    /didn’t answer/,
  );
});
