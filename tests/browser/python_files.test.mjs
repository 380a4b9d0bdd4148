// SPDX-License-Identifier: MIT
// What web/python/headwaters.py writes, in the page: files by drop, a notebook's cell, an address of this machine.
// The numbers come from tests/python/support.py, which computes them in float64 by itself.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { serve } from '../../tools/serve.mjs';
import { assertClose, drop, idle, inkOf, openedAs, site, Stage, state } from './harness.mjs';

const stage = Stage.forFile();
const script = fileURLToPath(new URL('../python/write_samples.py', import.meta.url));
const python = [process.env.HEADWATERS_PYTHON, 'python3', '/usr/bin/python3']
  .find((name) => name && spawnSync(name, ['-c', 'import numpy']).status === 0);
const skip = python ? false : 'No Python with NumPy here (Debian: python3-numpy).';

let folder;
let writer;
let written;
let notebook;
before(async () => {
  if (!python) return;
  folder = mkdtempSync(join(tmpdir(), 'headwaters-python-'));
  writer = spawn(python, [script, folder, site], { stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  for await (const chunk of writer.stdout) if ((said += chunk).endsWith('\n')) break;
  written = JSON.parse(said);
  notebook = await serve({ folder });
});
after(async () => {
  writer?.stdin.end();
  await notebook?.close();
  if (folder) rmSync(folder, { recursive: true });
});

/** The last layer's whole matrix. */
const lastLayer = (page, method) => page.evaluate(async (name) => {
  const { document } = window.headwaters.state;
  const layer = (document.kind === 'encoder-decoder' ? document.decoderLayers : document.layers) - 1;
  return (await window.headwaters.results({ method: name, layer })).layers[0].values;
}, method);

async function dropFile(page, name) {
  await drop(page, name, readFileSync(join(folder, name)));
  await openedAs(page, name);
}

test('every file opens by drop, with the numbers of an independent computation', { skip }, async () => {
  const page = await stage.open();
  assert.ok(written.files.length >= 10);
  for (const { name, kind, tokens, example, rollout, flow, tolerance = 5e-6 } of written.files) {
    await dropFile(page, name);
    if (example) await page.evaluate((which) => window.headwaters.setState({ example: which }), example);
    await page.waitForFunction((wanted) => window.headwaters.state.document.tokens.join() === wanted, tokens.join());
    const { document } = await state(page);
    assert.equal(document.kind, kind, name);
    await page.evaluate(() => window.headwaters.setState({ relativeFlow: false }));
    assertClose((await lastLayer(page, 'rollout')).flat(), rollout.flat(), tolerance, `${name}, rollout`);
    assertClose((await lastLayer(page, 'flow')).flat(), flow.flat(), 3 * tolerance, `${name}, flow`);
  }
  assert.deepEqual(page.faults, []);
});

test('a picture, scores, gradients and a translation arrive', { skip }, async () => {
  const page = await stage.open();
  await dropFile(page, 'picture.safetensors.gz');
  assert.ok((await state(page)).figures.includes('image'));
  for (const form of ['json', 'npz', 'safetensors']) {
    await page.evaluate(() => window.headwaters.setState({ tokens: [0] }));
    await dropFile(page, `extras.${form}`);
    const now = await state(page);
    assert.ok(now.figures.includes('faithfulness'));
    assert.deepEqual([now.document.title, now.tokens], ['[a title', [3]], form);
    assert.equal((await lastLayer(page, 'relevance')).length, 5);
  }
  await dropFile(page, 'translation.safetensors');
  await page.evaluate(() => window.headwaters.setState({ side: 'cross' }));
  assert.deepEqual((await state(page)).document.decoderTokens, ['<s>', 'u', 'v']);
  assertClose((await lastLayer(page, 'raw')).flat(), written.cross.flat(), 2e-6, 'cross-attention');
});

test('a cell of a notebook shows the page with its data, and a picture on paper', { skip }, async () => {
  const page = await stage.open({ url: `${notebook.url}cell.html`, ready: false });
  const frame = page.frames().find((one) => one !== page.mainFrame());
  await frame.waitForFunction(() => window.headwaters?.state.document?.name === 'attention.safetensors', null, { timeout: 30_000 });
  await frame.waitForFunction(() => window.headwaters.state.method === 'flow');
  const { document, layer, tokens } = await frame.evaluate(() => window.headwaters.state);
  assert.deepEqual([document.tokens[3], layer, tokens], ['門', 1, [2]]);
  await idle(frame);
  assert.ok((await inkOf(page)).share > 0.02);
  assert.equal(await page.locator('figure').isVisible(), false);
  assert.equal((await page.locator('iframe').boundingBox()).height, 502);
  await page.emulateMedia({ media: 'print' });
  assert.deepEqual([await page.locator('figure').isVisible(), await page.locator('iframe').isVisible()], [true, false]);
  if (process.env.HEADWATERS_SHOTS) await page.screenshot({ path: join(process.env.HEADWATERS_SHOTS, 'cell-print.png') });
  await page.emulateMedia({ media: 'screen' });
  if (process.env.HEADWATERS_SHOTS) await page.screenshot({ path: join(process.env.HEADWATERS_SHOTS, 'cell.png') });
});

test('a cell whose page is gone still shows a picture', { skip }, async () => {
  const page = await stage.open({ url: `${notebook.url}gone.html`, ready: false });
  assert.ok(await page.locator('figure').isVisible());
  assert.match(await page.locator('figcaption').innerText(), /Attention of layer 3, mean of 2 heads/);
  assert.ok((await page.locator('figure svg').boundingBox()).width > 100);
});

test('open() hands the data over by an address of this machine', { skip }, async () => {
  const page = await stage.open({ url: written.address, ready: false });
  await page.waitForFunction(() => window.headwaters?.state.document?.tokens[3] === '門', null, { timeout: 20_000 });
  const { method, layer } = await state(page);
  assert.deepEqual([method, layer], ['rollout', 1]);
  assertClose((await lastLayer(page, 'rollout')).flat(), written.files[0].rollout.flat(), 5e-6, 'rollout');
  const hosted = await stage.open({ fragment: written.address.split('#')[1] });
  assert.equal((await state(hosted)).document.tokens[3], '門');
  assert.deepEqual(hosted.faults, []);
});

test('a notebook that was run yesterday still holds its figures', { skip }, async (context) => {
  if (!written.notebook) return context.skip('No Jupyter here (Debian: python3-nbclient, python3-nbconvert, python3-ipykernel).');
  const page = await stage.open({ url: `${notebook.url}notebook.html`, size: [1100, 1900], ready: false });
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const seen = [];
  for (const frame of frames) {
    await frame.waitForFunction(() => window.headwaters?.state.document?.name === 'attention.safetensors', null, { timeout: 60_000 });
    await frame.waitForFunction(() => window.headwaters.state.panel !== 'overview');
    await idle(frame);
    const { method, layer, panel, tokens, settings } = await frame.evaluate(() => window.headwaters.state);
    seen.push([panel, method, layer, tokens[0], settings.heads]);
  }
  assert.deepEqual(seen, [['evolution', 'rollout', 2, 1, []], ['matrix', 'raw', 1, 0, [1]], ['heads', 'raw', seen[2]?.[2], 0, []]]);
  const values = await frames[1].evaluate(async () => (await window.headwaters.results({ method: 'raw', layer: 1 })).layers[0].values);
  assertClose(values.map((row) => row.reduce((sum, value) => sum + value, 0)), [1, 1, 1, 1, 1], 1e-5, 'rows of head 1');
  if (process.env.HEADWATERS_SHOTS) await page.screenshot({ path: join(process.env.HEADWATERS_SHOTS, 'notebook.png'), fullPage: true });
});
