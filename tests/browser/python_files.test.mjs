// SPDX-License-Identifier: MIT
// The Python package's output in the page, from files by drop, a notebook's cell and a local URL. The numbers come from
// tests/python/support.py, which computes them independently in float64.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';

import { serve } from '../../tools/serve.mjs';
import { pythonWith } from '../python_with.mjs';
import { test } from './engine.mjs';
import { assertClose, drop, idle, inkOf, nothingComes, openedAs, site, Stage, state } from './harness.mjs';

const stage = Stage.forFile();
const script = fileURLToPath(new URL('../python/write_samples.py', import.meta.url));
const python = pythonWith('numpy');
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
  for await (const chunk of writer.stdout) {
    said += chunk;
    if (said.endsWith('\n')) break;
  }
  written = JSON.parse(said);
  notebook = await serve({ folder });
});
after(async () => {
  writer?.stdin.end();
  await notebook?.close();
  if (folder) rmSync(folder, { recursive: true });
});

/** The last layer's whole matrix. */
const lastLayer = (page, method) =>
  page.evaluate(async (name) => {
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
  assert.equal((await page.locator('iframe').boundingBox()).height, 500);
  await page.emulateMedia({ media: 'print' });
  assert.deepEqual([await page.locator('figure').isVisible(), await page.locator('iframe').isVisible()], [true, false]);
  if (process.env.HEADWATERS_SHOTS) await page.screenshot({ path: join(process.env.HEADWATERS_SHOTS, 'cell-print.png') });
  await page.emulateMedia({ media: 'screen' });
  if (process.env.HEADWATERS_SHOTS) await page.screenshot({ path: join(process.env.HEADWATERS_SHOTS, 'cell.png') });
});

test('a link between Python and the page: what either sets the other is told', { skip }, async (context) => {
  if (!written.widget) return context.skip('No ipywidgets here (Debian: python3-ipywidgets).');
  const page = await stage.open({ url: `${notebook.url}widget.html`, ready: false });
  // A notebook's model, as anywidget documents it for widgets, and Python's side of it.
  await page.evaluate(async () => {
    const held = await (await fetch('widget.json')).json();
    const view = (text) => new DataView(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer);
    const values = { ...held, _data: view(held._data) };
    const listeners = [];
    const fire = (names) =>
      names.forEach((name) => {
        listeners
          .filter((one) => one.name === `change:${name}`)
          .forEach(({ action }) => {
            action();
          });
      });
    let unsaved = new Set();
    window.python = {
      values,
      listeners,
      saved: {},
      saves: 0,
      other: view(held.other),
      set: (change) => {
        Object.assign(values, change);
        return fire(Object.keys(change));
      },
    };
    window.model = {
      get: (name) => values[name],
      set: (name, value) => {
        values[name] = value;
        unsaved.add(name);
        return fire([name]);
      },
      save_changes: () => {
        for (const name of unsaved) window.python.saved[name] = structuredClone(values[name]);
        window.python.saves += unsaved.size;
        unsaved = new Set();
      },
      on: (name, action) => listeners.push({ name, action }),
      off: (name, action) =>
        listeners.splice(
          listeners.findIndex((one) => one.name === name && one.action === action),
          1,
        ),
    };
    const widget = (await import(/** @type {string} */ ('./widget.mjs'))).default;
    window.add = () => {
      const el = document.body.appendChild(document.createElement('div'));
      return widget.render({ model: window.model, el });
    };
    window.end = window.add();
  });
  const says = (name, value) =>
    page.waitForFunction(([key, wanted]) => JSON.stringify(window.python.saved[key]) === wanted, [name, JSON.stringify(value)], {
      timeout: 30_000,
    });
  const frames = () => page.frames().filter((one) => one !== page.mainFrame());
  await page.waitForFunction(() => window.python.saved.state?.document?.tokens?.length === 5, null, { timeout: 30_000 });
  const state = (frame) => frame.evaluate(() => window.headwaters.state);
  const [frame] = frames();
  assert.equal(frame.url(), 'about:srcdoc');
  const first = await state(frame);
  assert.deepEqual([first.method, first.layer, first.tokens, first.colors, first.document.tokens[3]], ['rollout', 2, [1], 'viridis', '門']);
  assertClose(
    (await frame.evaluate(async () => (await window.headwaters.results({ method: 'rollout', layer: 2 })).layers[0].values)).flat(),
    written.files[0].rollout.flat(),
    5e-6,
    'rollout',
  );
  assert.equal((await page.locator('iframe').boundingBox()).height, 480);
  const chosen = (check) =>
    page
      .waitForFunction(
        (wanted) => {
          const said = window.python.saved.selection;
          return (
            said &&
            Object.entries(wanted).every(([name, value]) => JSON.stringify(said[name]) === JSON.stringify(value)) && {
              ...said,
              values: Array.from(new Float64Array(said.values.buffer)),
            }
          );
        },
        check,
        { timeout: 30_000 },
      )
      .then((found) => found.jsonValue());
  const whole = await chosen({ method: 'rollout', layer: 2, tokens: [1], layers: [0, 1, 2], rows: 3 });
  assertClose(whole.values.slice(10), written.files[0].rollout[1], 5e-6, 'the row of token 1 after the last layer');
  assert.equal(whole.inputs[3], '門');
  await says('panel', 'bars'); // the page receives everything that Python has left to it

  await page.evaluate(() => window.python.set({ layer: 0, method: 'flow', panel: 'matrix' }));
  await frame.waitForFunction(
    () => window.headwaters.state.layer === 0 && window.headwaters.state.method === 'flow' && window.headwaters.state.panel === 'matrix',
  );
  await frame.evaluate(() => window.headwaters.setState({ tokens: [3, 4], panel: 'bars' }));
  await says('selected', [3, 4]);
  const mean = await chosen({ method: 'flow', tokens: [3, 4], layer: 0 });
  assert.equal(mean.values.length, 15);
  const flows = written.files[0].flow[3].map((value, i) => value + written.files[0].flow[4][i]);
  const all = flows.reduce((sum, value) => sum + value, 0);
  assertClose(
    mean.values.slice(10),
    flows.map((value) => value / all),
    1e-5,
    'flow of two tokens, relative',
  );
  await says('panel', 'bars');
  await page.evaluate(() => window.python.set({ settings: { residual: 0.25 } }));
  await page.waitForFunction(() => window.python.saved.settings?.residual === 0.25 && window.python.saved.settings.fusion === 'mean');
  await page.evaluate(() => window.python.set({ layer: 99 }));
  await page.waitForFunction(() => window.python.values.layer < 3);
  assert.equal(await page.evaluate(() => window.python.values.layer), (await state(frame)).layer);
  await page.evaluate(() => window.python.set({ _asked: { count: 1, state: { panel: 'graph', graph: 'lines' } } }));
  await says('panel', 'graph');
  assert.equal((await state(frame)).graph, 'lines');
  await nothingComes(() => page.evaluate(() => window.python.saves), 500, 'nobody answers an answer');

  // A second view of the same model begins with the first one's settings, and both continue together.
  await page.evaluate(() => void window.add());
  await page.waitForFunction(() => document.querySelectorAll('iframe').length === 2);
  const second = frames().find((one) => one !== frame);
  await second.waitForFunction(
    () =>
      window.headwaters?.state.document && window.headwaters.state.tokens.join() === '3,4' && window.headwaters.state.graph === 'traced',
    null,
    { timeout: 30_000 },
  );
  await second.evaluate(() => window.headwaters.setState({ layer: 1, tokens: [0] }));
  await frame.waitForFunction(() => window.headwaters.state.layer === 1 && window.headwaters.state.tokens.join() === '0');

  await page.evaluate(() => window.python.set({ _data: window.python.other }));
  await page.waitForFunction(() => window.python.saved.state.document.layers === 2);
  await page.evaluate(() => window.python.set({ _data: new DataView(new ArrayBuffer(3)) }));
  await page.waitForFunction(() => window.python.saved.problem?.length > 10);
  if (process.env.HEADWATERS_SHOTS) await page.screenshot({ path: join(process.env.HEADWATERS_SHOTS, 'widget.png'), fullPage: true });
  const listening = await page.evaluate(() => window.python.listeners.length);
  const left = await page.evaluate(() => {
    window.end();
    return [window.python.listeners.length, document.querySelectorAll('iframe').length];
  });
  assert.ok(listening > 0);
  assert.deepEqual(left, [listening / 2, 1]); // only those of the second view
  assert.deepEqual(page.faults, []);
});

test('a cell whose page is gone still shows a picture', { skip }, async () => {
  const page = await stage.open({ url: `${notebook.url}gone.html`, ready: false });
  assert.ok(await page.locator('figure').isVisible());
  assert.match(await page.locator('figcaption').innerText(), /Attention of layer 3, mean of 2 heads/);
  assert.ok((await page.locator('figure img').boundingBox()).width > 100);
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
  assert.deepEqual(seen, [
    ['evolution', 'rollout', 2, 1, []],
    ['graph', 'raw', 1, 0, [1]],
    ['heads', 'raw', seen[2]?.[2], 0, []],
  ]);
  const values = await frames[1].evaluate(async () => (await window.headwaters.results({ method: 'raw', layer: 1 })).layers[0].values);
  assertClose(
    values.map((row) => row.reduce((sum, value) => sum + value, 0)),
    [1, 1, 1, 1, 1],
    1e-5,
    'rows of head 1',
  );
  assert.deepEqual(
    frames.map((frame) => frame.url() === 'about:srcdoc'),
    [true, true, false],
  );
  assert.deepEqual(
    page.faults.filter((fault) => !/file:\/\/\/usr\/share|ERR_NAME_NOT_RESOLVED/.test(fault)),
    [],
  ); // Debian's nbconvert loads scripts from its own disk, newer ones from other hosts
  if (process.env.HEADWATERS_SHOTS) await page.screenshot({ path: join(process.env.HEADWATERS_SHOTS, 'notebook.png'), fullPage: true });
});
