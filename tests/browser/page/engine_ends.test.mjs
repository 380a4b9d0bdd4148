// SPDX-License-Identifier: MIT
// Ends the engine on purpose in every kind of task. The page reports it, starts a new engine, and opens the document again with the same
// view.
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';

import { test } from '../engine.mjs';
import { closing, ending, exposedSite, inEngine } from '../exposed_site.mjs';
import { assertClose, byId, drop, idle, nothingComes, openedAs, readData, readJson, Stage, state, still } from '../harness.mjs';
import { atNight } from '../nightly.mjs';

const stage = Stage.forFile();
const keys = readData('references/toy_agreement_keys.json');
const expected = readJson('references/toy_agreement_keys.expected.json');

/** A page with a dropped file and some view settings, at rest. */
async function looking(url, view) {
  const page = await stage.open({ url });
  await drop(page, 'keys.json', keys);
  await openedAs(page, 'keys.json');
  await page.evaluate((wanted) => window.headwaters.setState(wanted), { layer: 3, ...view });
  await still(page);
  return page;
}

const said = (page, part) =>
  page.waitForFunction((text) => window.headwaters?.state.messages.some(({ finding }) => finding.includes(text)), part, {
    timeout: 20_000,
  });

/** The state that must be the same as before the engine ended. */
const kept = ({ document, view, layer, method, panel, tokens, source }) => ({
  name: document.name,
  view,
  layer,
  method,
  panel,
  tokens,
  source,
});

async function assertComputes(page) {
  await page.evaluate(() => window.headwaters.setState({ tokens: [0], settings: { residual: 0.5, discard: 0 } }));
  await idle(page);
  const { layers } = await page.evaluate(() => window.headwaters.results({ method: 'rollout' }));
  assertClose(layers[5].values, expected.rollout_source_rows[5], 1e-6, 'computed by the new engine');
}

/** A few in every run, the others only in the nightly one. @type {[string, object, object][]} */
const looks = [
  ['a profile', { panel: 'bars' }, { tokens: [2] }],
  ['a matrix', { panel: 'matrix' }, { settings: { residual: 0.3 } }],
  ['flow', { panel: 'matrix', method: 'flow' }, { settings: { residual: 0.3 } }],
  ['a pair of flow', { panel: 'flow', method: 'flow' }, { sink: 3 }],
  ['heads', { panel: 'bars' }, { panel: 'heads' }],
  ['compare', { panel: 'bars' }, { panel: 'compare', settings: { discard: 0.2 } }],
  ['evolution', { panel: 'evolution' }, { settings: { discard: 0.2 } }],
  ['the correlation', { panel: 'bars' }, { panel: 'faithfulness' }],
  ['an explained rollout', { panel: 'explain' }, { tokens: [2], terms: '3' }],
  ['an explained flow', { panel: 'explain', method: 'flow' }, { sink: 3 }],
];

for (const [index, [name, before, asked]] of looks.entries()) {
  test(`${name}: an engine that ends while it works on it is replaced`, { skip: index >= 4 && atNight }, async (t) => {
    const page = await looking(await exposedSite(t), before);
    await inEngine(page, ending('_hw_work', index % 2 ? 'abort' : 'trap'));
    await page.evaluate((wanted) => window.headwaters.setState(wanted), asked);
    const wanted = kept(await state(page));
    await said(page, 'crashed');
    await idle(page);
    const now = await state(page);
    assert.deepEqual(kept(now), wanted);
    assert.equal(now.messages.length, 1);
    assert.match(now.messages[0].file, /keys\.json/);
    assert.doesNotMatch(await page.locator('#mirror').textContent(), /Computing/);
    await assertComputes(page);
  });
}

test('an engine that ends while it opens a file is replaced, and what was open is open', async (t) => {
  const page = await looking(await exposedSite(t), { method: 'raw', tokens: [1] });
  const wanted = kept(await state(page));
  const address = page.url();
  await inEngine(page, ending('_hw_message', 'abort'));
  await drop(page, 'other.json', keys);
  await said(page, 'Opening this crashed the computation');
  await idle(page);
  const now = await state(page);
  assert.deepEqual(kept(now), wanted);
  assert.equal(page.url(), address);
  assert.match(now.messages[0].file, /other\.json/);
  await assertComputes(page);
});

test('a file of the same name that was refused does not take the place of the one that is open', async (t) => {
  const page = await looking(await exposedSite(t), {});
  await drop(page, 'keys.json', Buffer.from('{"tokens": 1}'));
  await page.waitForFunction(() => window.headwaters.state.messages.some(({ kind }) => kind === 'error'));
  await inEngine(page, ending('_hw_work'));
  await page.evaluate(() => window.headwaters.setState({ tokens: [4] }));
  await said(page, 'crashed');
  await idle(page);
  assert.equal((await state(page)).document.tokens.length, 11);
});

test('an export whose engine ends fails in words, and the next one comes', async (t) => {
  const page = await looking(await exposedSite(t), {});
  await inEngine(page, ending('_hw_work'));
  const failure = await page.evaluate(() =>
    window.headwaters.results({ method: 'flow', layer: 5 }).then(
      () => '',
      (error) => error.message,
    ),
  );
  assert.match(failure, /crashed/);
  await said(page, 'crashed');
  await idle(page);
  await assertComputes(page);
});

test('an engine that ends at what a helper sends is replaced', { skip: availableParallelism() < 2 }, async (t) => {
  const page = await looking(await exposedSite(t), {});
  const n = 96;
  let seed = 7;
  const next = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const row = () => {
    const values = Array.from({ length: n }, next);
    const sum = values.reduce((a, b) => a + b);
    return values.map((value) => Number((value / sum).toFixed(7)));
  };
  const layers = Array.from({ length: 6 }, () => [Array.from({ length: n }, row)]);
  await drop(page, 'dense.json', Buffer.from(JSON.stringify({ attentions: layers })));
  await openedAs(page, 'dense.json');
  await still(page);
  await inEngine(page, ending('_hw_helper_message'));
  // On a busy machine the engine may be done before a helper has answered. Other networks give more work.
  await page.evaluate(async () => {
    for (let residual = 0.1; residual < 0.9; residual += 0.05) {
      window.headwaters.setState({ settings: { residual } });
      const failed = await window.headwaters.results({ method: 'flow', layer: 5 }).then(
        () => false,
        () => true,
      );
      if (failed) return;
    }
  });
  await said(page, 'crashed');
  await idle(page);
  assert.equal((await state(page)).document.name, 'dense.json');
  const flow = await page.evaluate(() => window.headwaters.results({ method: 'flow' }));
  assert.ok(flow.layers[5].values.every(Number.isFinite));
});

test('a thread that is ended without a word is replaced as well', async (t) => {
  const page = await looking(await exposedSite(t), { method: 'raw' });
  const wanted = kept(await state(page));
  await inEngine(page, closing);
  await said(page, 'crashed');
  await idle(page);
  assert.deepEqual(kept(await state(page)), wanted);
  await assertComputes(page);
});

test('the file before, which a column compares with, is opened again too', async (t) => {
  const page = await looking(await exposedSite(t), {});
  await drop(page, 'second.json', keys);
  await openedAs(page, 'second.json');
  await page.evaluate(() => {
    location.hash += '&panel=compare&compare=rollout/rollout,file:earlier';
  });
  await still(page);
  const table = () => page.locator('#mirror table').first().textContent();
  const before = await table();
  assert.match(await page.locator('#mirror').textContent(), /Rollout, keys/);
  await inEngine(page, closing);
  await said(page, 'crashed');
  await idle(page);
  assert.equal((await state(page)).document.name, 'second.json');
  assert.equal(await table(), before);
});

test('an engine that ends again and again is left alone, and every view says why', async (t) => {
  const url = await exposedSite(t, ending('_hw_work'));
  const page = await stage.open({ url, fragment: 'sample=use-keys', ready: false });
  await said(page, 'crashed');
  await idle(page);
  const engines = () => page.asked.filter((address) => address.endsWith('/worker.js')).length;
  await nothingComes(engines, 2000, 'no more are started');
  for (const panel of ['overview', 'matrix', 'evolution', 'flow', 'heads', 'compare']) {
    await page.evaluate((name) => window.headwaters.setState({ panel: name }), panel);
    await idle(page);
    const text = await page.locator('#mirror').textContent();
    assert.doesNotMatch(text, /Computing/, panel);
    assert.match(text, /crashed|won’t be retried/, panel);
  }
  assert.ok(engines() <= 6);
});

test('a page whose own module traps says so, and its button brings the view back', async (t) => {
  const url = await exposedSite(t);
  const page = await stage.open({ url, fragment: 'sample=use-keys&method=raw&layer=2' });
  await still(page);
  await page.evaluate(() => window.headwaters.setState({ tokens: [3] }));
  await idle(page);
  const wanted = kept(await state(page));
  await page.evaluate(ending('_hw_frame'));
  await page.mouse.move(400, 300);
  const button = byId(page, 'reload');
  await button.waitFor();
  assert.match(await page.locator('#failure').textContent(), /The page crashed/);
  await button.click();
  await page.waitForFunction(() => window.headwaters?.state.document && document.getElementById('failure').hidden);
  await idle(page);
  assert.deepEqual(kept(await state(page)), wanted);
});

test('a file whose first bytes come late does not end the opening that took its place', async (t) => {
  const page = await stage.open({ url: await exposedSite(t) });
  await still(page);
  await inEngine(
    page,
    `const { stream } = Blob.prototype;
    const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    let begun = 0;
    Blob.prototype.stream = function () {
      begun += 1;
      const slow = begun === 1 ? { start: () => pause(100) } : { flush: () => pause(300) };
      return stream.call(this).pipeThrough(new TransformStream(slow));
    };`,
  );
  const { statuses, name } = await page.evaluate(async () => {
    const weights = JSON.stringify({ attentions: [[[[1]]]] });
    const asked = ['first', 'second'].map((name) => window.headwaters.open(new Blob([weights]), { name }));
    const settled = await Promise.allSettled(asked);
    return { statuses: settled.map(({ status }) => status), name: window.headwaters.state.document.name };
  });
  assert.deepEqual([statuses, name], [['rejected', 'fulfilled'], 'second']);
});
