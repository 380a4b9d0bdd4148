// SPDX-License-Identifier: MIT
// Choices on opening. Covers rows divided by their sum, heads averaged, 16 bits, tokens given by hand, and the check.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { assertClose, byId, drop, openedAs, pressId, readData, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();
const results = (page, wanted) => page.evaluate((what) => window.headwaters.results(what), wanted);
const mirror = (page) => page.locator('#mirror');
const choices = (page) => page.evaluate(() => window.headwaters.state.source.choices);
const waitForChoices = (page, wanted) => page.waitForFunction((text) => window.headwaters.state.source.choices === text, wanted);

const rowsOff = JSON.stringify({
  tokens: ['a', 'b'],
  attentions: [
    [
      [
        [0.25, 0.25],
        [1, 3],
      ],
    ],
    [
      [
        [1, 0],
        [0.5, 0.5],
      ],
    ],
  ],
});

test('rows that do not sum to 1 can be divided by their sum where the warning stands, and back', async () => {
  const page = await stage.open({ fragment: 'sample=use-keys' });
  await drop(page, 'rows.json', Buffer.from(rowsOff));
  await openedAs(page, 'rows.json');
  await still(page);
  const raw = async () => (await results(page, { method: 'raw', layer: 0 })).layers[0].values;
  assert.deepEqual(await raw(), [
    [0.25, 0.25],
    [1, 3],
  ]);
  await byId(page, 'message/normalised').waitFor({ state: 'attached' });
  await pressId(page, 'message/normalised');
  await waitForChoices(page, 'read=normalised');
  await still(page);
  assert.deepEqual(await raw(), [
    [0.5, 0.5],
    [0.25, 0.75],
  ]);
  assert.match(await page.evaluate(() => location.hash), /local=rows\.json&read=normalised/);
  await page.evaluate(() => history.back());
  await waitForChoices(page, '');
  await still(page);
  assert.deepEqual(await raw(), [
    [0.25, 0.25],
    [1, 3],
  ]);
  await page.evaluate(() => window.headwaters.setState({ read: ['normalised'] }));
  await waitForChoices(page, 'read=normalised');
  await pressId(page, 'message/as-in-file');
  await waitForChoices(page, '');
  assert.deepEqual(page.faults, []);
});

test('an address says how its data are opened', async () => {
  const address = encodeURIComponent(`${stage.data.url}references/toy_agreement_keys.json`);
  const page = await stage.open({ fragment: `url=${address}&read=averaged,half&layer=3` });
  const now = await state(page);
  assert.equal(now.source.choices, 'read=averaged,half');
  assert.deepEqual([now.document.heads, now.document.layers, now.layer], [1, 6, 2]);
  assert.match(now.document.check[0].text, /16-bit/);
  await still(page);
  const expected = JSON.parse(readData('references/toy_agreement_keys.expected.json').toString());
  const { layers } = await results(page, { method: 'rollout' });
  const source = now.tokens[0];
  assertClose(layers[5].values, expected.rollout[5][source], 1e-3, 'rollout of the mean, to 16 bits');
});

test('a file over the memory limit opens with its heads averaged or as 16 bits, by choice', async () => {
  const page = await stage.open({ fragment: 'sample=use-keys' });
  const bytes = readData('forms/numpy/f32.npy');
  const memory = 12_000; // 15 552 bytes as float32
  const refused = await page.evaluate(
    (/** @type {any[]} */ [base64, limit]) => {
      const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      return window.headwaters.open(data, { name: 'large.npy', memory: limit }).then(
        () => null,
        ({ finding, remedy }) => ({ finding, remedy }),
      );
    },
    [bytes.toString('base64'), memory],
  );
  assert.match(refused.finding, /needs 15 KB of memory \(limit 12 KB\)/);
  assert.match(refused.remedy, /Average the heads, use 16-bit numbers/);
  assert.equal((await state(page)).document.name, 'use-keys');
  await page.waitForFunction(() => document.querySelectorAll('#mirror .messages button').length >= 3);
  await pressId(page, 'message/half');
  await openedAs(page, 'large.npy');
  assert.equal(await choices(page), 'read=half');
  await page.evaluate(() => window.headwaters.setState({ read: ['averaged'] }));
  await waitForChoices(page, 'read=averaged');
  assert.equal((await state(page)).document.heads, 1);
  assert.deepEqual(page.faults, []);
});

test('tokens can be pasted for a file without them; their number must fit', async () => {
  const page = await stage.open({ fragment: 'sample=use-keys' });
  const plain = JSON.stringify([
    [
      [
        [0.5, 0.5],
        [0.25, 0.75],
      ],
    ],
    [
      [
        [1, 0],
        [0.5, 0.5],
      ],
    ],
  ]);
  await drop(page, 'plain.json', Buffer.from(plain));
  await openedAs(page, 'plain.json');
  assert.equal((await state(page)).document.tokensAreNumbered, true);
  await byId(page, 'message/tokens').first().waitFor({ state: 'attached' });
  await pressId(page, 'message/tokens');
  const box = byId(page, 'dialog/tokens');
  await byId(box, 'tokens/main').fill('["the", "keys", "to"]');
  await box.locator('.problem').waitFor();
  await byId(box, 'tokens/use').click();
  assert.deepEqual((await state(page)).document.tokens, ['0', '1']);
  await byId(box, 'tokens/main').fill('the keys');
  await box.locator('.problem').waitFor({ state: 'detached' });
  await byId(box, 'tokens/use').press('Enter');
  await page.waitForFunction(() => window.headwaters.state.document.tokens[1] === 'keys');
  assert.match(await page.evaluate(() => location.hash), /token-texts=the%20keys/);
  const tokens = await page.evaluate(async (text) => {
    const opened = await window.headwaters.open(JSON.parse(text), { name: 'by API', tokenTexts: [' a b', ''] });
    return opened.tokens;
  }, plain);
  assert.deepEqual(tokens, [' a b', '']);
  assert.deepEqual(page.faults, []);
});

test('the check of the file can be read at any time, by key and in the mirror', async () => {
  const page = await stage.open({ fragment: 'sample=use-keys' });
  await still(page);
  await page.locator('#canvas').focus();
  await page.keyboard.press('i');
  const box = byId(page, 'dialog/check');
  await box.waitFor();
  // As programs write it, line by line.
  const told = async () => (await state(page)).document.check.map(({ name }) => name);
  const before = await told();
  assert.ok(before.length >= 7, `${before}`);
  assert.deepEqual(await box.locator('.check dt').allTextContents(), before);
  await pressId(box, 'reading/averaged');
  await page.waitForFunction(() => window.headwaters.state.document.heads === 1);
  await still(page);
  assert.deepEqual(await mirror(page).locator('.check dt').allTextContents(), await told());
  assert.deepEqual(page.faults, []);
});

test('a batch and a file of many examples offer a choice of them', async () => {
  const page = await stage.open({ fragment: 'sample=use-keys' });
  const batch = {
    tokens: [
      ['a', 'b'],
      ['c', 'd'],
    ],
    attentions: [
      [
        [
          [
            [1, 0],
            [0, 1],
          ],
        ],
        [
          [
            [0.5, 0.5],
            [0.25, 0.75],
          ],
        ],
      ],
    ],
  };
  await drop(page, 'batch.json', Buffer.from(JSON.stringify(batch)));
  await openedAs(page, 'batch.json');
  assert.deepEqual((await state(page)).document.examples.length, 2);
  await byId(page, 'example').evaluate((list) => {
    list.selectedIndex = 1;
    list.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.waitForFunction(() => window.headwaters.state.document.tokens[0] === 'c');
  await drop(page, 'many.json', readData('references/agreement/agreement_6.json'));
  await openedAs(page, 'many.json');
  assert.equal((await state(page)).document.examples.length, 6);
  await still(page);
  await page.locator('#canvas').focus();
  await page.keyboard.press('n');
  await byId(page, 'dialog/examples').getByRole('button').nth(3).click();
  await page.waitForFunction(() => window.headwaters.state.example === 3);
  assert.deepEqual(page.faults, []);
});

test('cross-attention alone is shown with both lists of tokens, and rollout says why it is not there', async () => {
  const page = await stage.open({ fragment: 'sample=use-keys' });
  await drop(page, 'cross.html', readData('forms/bertviz/head_view_cross_only.html'));
  await openedAs(page, 'cross.html');
  await still(page);
  const now = await state(page);
  assert.deepEqual([now.side, now.method], ['cross', 'raw']);
  assert.equal(now.document.tokens.length, 8);
  assert.equal(now.document.decoderTokens.length, 10);
  const meta = JSON.parse(readData('forms/bertviz/head_view_cross_only.html.meta.json').toString());
  assert.equal(meta.shape[2], 10);
  await page.evaluate(() => window.headwaters.setState({ tokens: [5], settings: { heads: [3] }, layer: 2 }));
  await still(page);
  const { layers } = await results(page, { method: 'raw' });
  const check = [meta.checks, ...(meta.checks_more ?? [])].find(({ row }) => row.join() === '2,3,5');
  assertClose(layers[2].values, check.values, 1e-6, 'row of the decoder token');
  const rollout = await results(page, { method: 'rollout' }).then(
    () => null,
    (error) => String(error),
  );
  assert.match(String(rollout), /cross-attention alone|not defined|self-attention/);
  for (const panel of ['matrix', 'evolution', 'heads', 'compare', 'bars', 'overview']) {
    await page.evaluate((name) => window.headwaters.setState({ panel: name }), panel);
    await still(page);
  }
  assert.deepEqual(page.faults, []);
});
