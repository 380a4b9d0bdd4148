// SPDX-License-Identifier: MIT
// The real JupyterLab and marimo, with a local server, a notebook in Chromium and a kernel. The page shows the settings from Python, and
// Python receives the reader's actions. `tools/test notebook` installs them. HEADWATERS_NOTEBOOK names a Python that has them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { test } from '../engine.mjs';
import { assertClose, idle, inkOf, pressId, Stage } from '../harness.mjs';
import { Servers } from './servers.mjs';

const stage = Stage.forFile();
const python = process.env.HEADWATERS_NOTEBOOK;
const skip = python
  ? false
  : 'Left out: tools/test notebook runs it, or HEADWATERS_NOTEBOOK names a Python with jupyterlab, marimo and anywidget.';
const root = fileURLToPath(new URL('../../../', import.meta.url));
const wait = { timeout: 120_000 };
/** Rollout of layers that tests/python/support.py computes independently. */
const numbers = `import json, sys, numpy as np
sys.path[:0] = [sys.argv[1]]
import support
layers = support.attention(np.random.default_rng(7), 3, 2, 5, 5)
np.save("layers.npy", layers)
print(json.dumps(support.rollout(layers)[-1].tolist()))`;

let folder;
let rollout;
const servers = new Servers();
before(() => {
  if (!python) return;
  folder = mkdtempSync(join(tmpdir(), 'headwaters-notebook-'));
  const { stdout, stderr } = spawnSync(python, ['-c', numbers, join(root, 'tests/python')], { cwd: folder, encoding: 'utf8' });
  assert.ok(stdout, stderr);
  rollout = JSON.parse(stdout);
});
after(
  async () => {
    await servers.end();
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  { timeout: 60_000 },
);

/** Starts it and waits until it answers. @param {(port: number) => string[]} words */
const serverOf = (words) => servers.start(python, folder, words);

/** The frame with the page in it, once it shows the data. */
async function shown(page) {
  const handle = await page.waitForSelector('iframe[title^="Headwaters"]', { ...wait, state: 'attached' });
  await handle.scrollIntoViewIfNeeded();
  const frame = await handle.contentFrame();
  await frame.waitForFunction(() => window.headwaters?.state.document?.tokens.join('') === 'abcde', null, wait);
  await idle(frame);
  const box = await handle.boundingBox();
  assert.ok(box.width > 300 && box.height === 640, JSON.stringify(box));
  return frame;
}

const shot = async (page, name) =>
  process.env.HEADWATERS_SHOTS && page.screenshot({ path: join(process.env.HEADWATERS_SHOTS, `${name}.png`) });

/** A notebook of these cells in JupyterLab, with its kernel. @param {string} name @param {string[]} cells */
async function lab(name, cells) {
  const notebook = {
    cells: cells.map((source, at) => ({ cell_type: 'code', id: `cell${at}`, execution_count: null, metadata: {}, outputs: [], source })),
    metadata: { kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' } },
    nbformat: 4,
    nbformat_minor: 5,
  };
  writeFileSync(join(folder, `${name}.ipynb`), JSON.stringify(notebook));
  const address = await serverOf((port) => [
    '-m',
    'jupyterlab',
    '--no-browser',
    '--allow-root',
    `--ServerApp.port=${port}`,
    '--ServerApp.port_retries=0',
    '--ServerApp.ip=127.0.0.1',
    '--IdentityProvider.token=',
    '--ServerApp.password=',
    `--ServerApp.root_dir=${folder}`,
    '--LabApp.expose_app_in_browser=True',
    '--LabApp.news_url=',
    '--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate',
  ]);
  // Without the notebook of the test before, which JupyterLab opens again in a tab in the background.
  const page = await stage.open({ url: `${address}lab/tree/${name}.ipynb?reset`, size: [1280, 1000], ready: false });
  await page.waitForFunction(
    () => window.jupyterapp?.shell.currentWidget?.context?.sessionContext?.session?.kernel?.status === 'idle',
    null,
    wait,
  );
  const run = () => page.evaluate(() => window.jupyterapp.commands.execute('notebook:run-cell-and-select-next'));
  const choose = (at) =>
    page.evaluate((index) => {
      window.jupyterapp.shell.currentWidget.content.activeCellIndex = index;
    }, at);
  const text = (at) =>
    page.evaluate(
      (index) =>
        window.jupyterapp.shell.currentWidget.content.widgets[index].model.outputs
          .toJSON()
          .flatMap((one) => one.text ?? one.evalue ?? '')
          .join(''),
      at,
    );
  return { page, run, choose, text };
}

test('JupyterLab: a cell sets the view, the next reads what was chosen, and the saved notebook shows it without a kernel', {
  skip,
  timeout: 400_000,
}, async () => {
  const cells = [
    "import headwaters, numpy as np\nview = headwaters.Widget(np.load('layers.npy'), list('abcde'), method='rollout', layer=1)\nview",
    "view.layer = 0\nview.method = 'flow'",
    "print('heard', view.selection.layer, view.selected_texts, [round(float(one), 6) for one in view.selection.values[-1]])",
    'view.keep()',
  ];
  const { page, run, choose, text } = await lab('lab', cells);
  await choose(0);
  await run();
  const frame = await shown(page);
  assert.equal(frame.url(), 'about:srcdoc');
  assert.deepEqual(await frame.evaluate(() => [window.headwaters.state.method, window.headwaters.state.layer]), ['rollout', 1]);
  assert.ok((await inkOf(page)).share > 0.02);
  await shot(page, 'jupyterlab');
  await run();
  await frame.waitForFunction(() => window.headwaters.state.layer === 0 && window.headwaters.state.method === 'flow', null, wait);
  await frame.evaluate(() => window.headwaters.setState({ method: 'rollout', layer: 2, tokens: [3] }));
  await idle(frame);
  let heard = '';
  for (let end = Date.now() + 30_000; !heard.startsWith("heard 2 ['d']") && Date.now() < end; ) {
    await choose(2);
    await run();
    heard = await text(2);
  }
  assertClose(JSON.parse(/\] (\[.*\])/.exec(heard)?.[1] ?? `"${heard}"`), rollout[3], 2e-6, heard);
  await choose(3);
  await run();
  await page.waitForFunction(() => window.jupyterapp.shell.currentWidget.content.widgets[3].model.outputs.length > 0, null, wait);
  await page.evaluate(() => window.jupyterapp.commands.execute('docmanager:save'));

  const made = spawnSync(python, ['-m', 'nbconvert', '--to', 'html', 'lab.ipynb'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, HOME: folder },
  });
  assert.equal(made.status, 0, made.stderr);
  const quiet = await stage.newPage({ javaScriptEnabled: false, viewport: { width: 1000, height: 800 } });
  await quiet.setContent(readFileSync(join(folder, 'lab.html'), 'utf8').replace(/<(script|link)[^>]*(src|href)="http[^>]*>/g, ''));
  assert.ok((await quiet.locator('.headwaters figure img').first().boundingBox()).height > 100);
});

/** Where a Python that has PyTorch and transformers keeps them, if one is named. */
const library = () => {
  const [name] = (process.env.HEADWATERS_TRANSFORMERS ?? '').split(' ').filter(Boolean);
  const found = name
    ? spawnSync(
        name,
        [
          '-c',
          'import json, sys, torch, transformers; print(json.dumps([one for one in sys.path if one.endswith("site-packages")]), sys.version_info[:2])',
        ],
        { encoding: 'utf8' },
      ).stdout
    : '';
  const own = spawnSync(python, ['-c', 'import sys; print(sys.version_info[:2])'], { encoding: 'utf8' }).stdout.trim();
  return found?.trim().endsWith(own) ? JSON.parse(/^\[.*?\]/.exec(found)[0]) : null;
};

test('JupyterLab: the line of text runs a model of PyTorch, and cuts go both ways', { skip, timeout: 400_000 }, async (context) => {
  const folders = library();
  if (!folders) return context.skip('HEADWATERS_TRANSFORMERS names no Python of the same version with PyTorch and transformers.');
  const cells = [
    `import sys\nsys.path += ${JSON.stringify(folders)}\nimport json, transformers, headwaters\nfolder = ${JSON.stringify(join(root, 'tests/data/model/qwen3'))}\nmodel = transformers.AutoModelForCausalLM.from_pretrained(folder).float()
tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_file=folder + '/tokenizer.json')\nview = headwaters.live(model, tokenizer, 'the keys are', method='raw')\nview`,
    "view.cuts = ['1:0:1>0']",
    "print('heard', json.dumps([view.text, view.cuts, view.run.attentions.mean(1)[0].tolist(), len(view.run.tokens)]))",
  ];
  const { page, run, choose, text } = await lab('live', cells);
  await choose(0);
  await run();
  const handle = page.locator('iframe[title^="Headwaters"]').first();
  await handle.scrollIntoViewIfNeeded(wait);
  const frame = await (await handle.elementHandle()).contentFrame();
  await frame.waitForFunction(() => window.headwaters?.prompt === 'the keys are' && window.headwaters.state.document, null, wait);
  await idle(frame);
  assert.equal(await frame.inputValue('.model textarea'), 'the keys are');
  const raw = () => frame.evaluate(async () => (await window.headwaters.results({ method: 'raw', layer: 0 })).layers[0].values);
  const before = await raw();
  await shot(page, 'live');
  await run();
  await frame.waitForFunction(() => window.headwaters.prompt?.includes('1:0:1>0') && window.headwaters.idle, null, wait);
  const after = await raw();
  assert.ok(after[1][0] < before[1][0] - 0.01, `${before[1][0]} ${after[1][0]}`);
  await frame.fill('.model textarea', 'the key is here');
  await frame.waitForFunction(() => window.headwaters.prompt === 'the key is here' && window.headwaters.idle, null, wait);
  const typed = await raw();
  let heard = '';
  for (let end = Date.now() + 60_000; !heard.includes('the key is here') && Date.now() < end; ) {
    await choose(2);
    await run();
    heard = await text(2);
  }
  const [prompt, cuts, weights] = JSON.parse(heard.slice('heard '.length));
  assert.deepEqual([prompt, cuts], ['the key is here', []]);
  assertClose(typed.flat(), weights.flat(), 1e-5, 'what the page shows is what Python has');
  // The views ask it as well, and it writes. (JupyterLab may have scrolled the cell out of sight, so the buttons are pressed directly.)
  const press = (id) => pressId(frame, id);
  const said = (pattern) =>
    frame.waitForFunction(
      (wanted) => new RegExp(wanted).test(document.querySelector('.model-view .answer-text')?.textContent ?? ''),
      pattern,
      wait,
    );
  await handle.scrollIntoViewIfNeeded();
  await press('settings');
  await frame.evaluate(() => window.headwaters.setState({ panel: 'lens' }));
  await frame.waitForFunction(
    () => document.querySelectorAll('.lens td .guess').length >= 3 && !document.querySelector('.lens td.waiting'),
    null,
    wait,
  );
  await frame.evaluate(() => window.headwaters.setState({ panel: 'experiment' }));
  await said('p = 0');
  await frame.waitForFunction(() => document.querySelectorAll('.model-view .sheet-figure').length === 2, null, wait);
  await shot(page, 'live-experiment');
  await frame.evaluate(() => window.headwaters.setState({ panel: 'decides' }));
  await said('runs');
  await press('sheet/back');
  await press('write/start');
  await frame.waitForFunction(
    () =>
      window.headwaters.prompt?.includes('the key is here') &&
      window.headwaters.state.document.tokens.length > 20 &&
      window.headwaters.idle,
    null,
    wait,
  );
});

test('JupyterLab: a model of pictures runs in PyTorch, on one from Python and on one that its reader chooses', {
  skip,
  timeout: 400_000,
}, async (context) => {
  const folders = library();
  if (!folders) return context.skip('HEADWATERS_TRANSFORMERS names no Python of the same version with PyTorch and transformers.');
  const cells = [
    `import sys\nsys.path += ${JSON.stringify(folders)}\nimport json, numpy as np, transformers, headwaters\nfolder = ${JSON.stringify(join(root, 'web/models/digits'))}\nmodel = transformers.ViTForImageClassification.from_pretrained(folder)
processor = getattr(transformers, 'ViTImageProcessorPil', transformers.ViTImageProcessor).from_pretrained(folder)\nimage = np.zeros((28, 28, 3), np.uint8)\nimage[4:24, 12:16] = 255\nview = headwaters.live(model, processor, image=image, method='raw')\nview`,
    'view.wiped = [17, 24]',
    "print('heard', json.dumps([view.text, view.wiped, [one['text'] for one in view.run.answers[:3]], view.run.attentions.mean(1)[0][0].tolist(), int(view.image.sum())]))",
  ];
  const { page, run, choose, text } = await lab('pictures', cells);
  await choose(0);
  await run();
  const handle = page.locator('iframe[title^="Headwaters"]').first();
  await handle.scrollIntoViewIfNeeded(wait);
  const frame = await (await handle.elementHandle()).contentFrame();
  await frame.waitForFunction(
    () => window.headwaters?.prompt?.startsWith('photo:') && window.headwaters.state.document?.tokens.length === 50,
    null,
    wait,
  );
  await idle(frame);
  const row = () => frame.evaluate(async () => (await window.headwaters.results({ method: 'raw', layer: 0 })).layers[0].values[0]);
  const before = await row();
  // The pad shows the model's picture, a stroke in the middle and black next to it.
  const seen = () =>
    frame.evaluate(() => {
      const pad = document.querySelector('.picture .pad');
      const red = (x, y) => pad.getContext('2d').getImageData(x, y, 1, 1).data[0];
      return [red(280, 240), red(40, 40)];
    });
  await frame.waitForFunction(
    () => document.querySelector('.picture .pad')?.getContext('2d').getImageData(280, 240, 1, 1).data[0] > 200,
    null,
    wait,
  );
  assert.ok((await seen())[1] < 20);
  await shot(page, 'live-picture');
  await run();
  await frame.waitForFunction(() => window.headwaters.prompt?.includes('"wiped":"17;24"') && window.headwaters.idle, null, wait);
  assert.notDeepEqual(await row(), before);
  // Another picture from the reader, a white square.
  const white = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAD0lEQVR42mP4jwMwDC0JALoev0GJ6La7AAAAAElFTkSuQmCC', 'base64');
  const first = await frame.evaluate(() => JSON.parse(window.headwaters.prompt).text);
  await frame.setInputFiles('.picture input[type=file]', { name: 'white.png', mimeType: 'image/png', buffer: white });
  await frame.waitForFunction(
    (old) => window.headwaters.prompt?.startsWith('photo:') && window.headwaters.prompt !== old && window.headwaters.idle,
    first,
    wait,
  );
  const own = await row();
  let heard = '';
  for (let end = Date.now() + 60_000; !heard.includes(String(28 * 28 * 3 * 255)) && Date.now() < end; ) {
    await choose(2);
    await run();
    heard = await text(2);
  }
  const [prompt, wiped, answers, weights] = JSON.parse(heard.slice('heard '.length));
  assert.deepEqual([prompt, wiped], [await frame.evaluate(() => window.headwaters.prompt), []]);
  assertClose(own, weights, 1e-5, 'what the page shows is what Python has');
  assert.deepEqual(
    await frame.evaluate(() =>
      [...document.querySelectorAll('.answer-line .answer-text')].slice(0, 1).map(({ textContent }) => textContent),
    ),
    answers.slice(0, 1),
  );
  // Patches wiped in the order of a method, by Python's hooks.
  await handle.scrollIntoViewIfNeeded();
  await frame.evaluate(() => window.headwaters.setState({ panel: 'experiment' }));
  await frame.waitForFunction(() => document.querySelectorAll('.model-view .sheet-figure').length === 2, null, wait);
  await shot(page, 'live-picture-experiment');
});

test('marimo: a number of the notebook sets the layer, and a cell runs when the reader chooses', { skip, timeout: 300_000 }, async () => {
  copyFileSync(join(root, 'tests/python/notebooks/marimo_app.py'), join(folder, 'app.py'));
  const address = await serverOf((port) => [
    '-m',
    'marimo',
    'run',
    'app.py',
    '--headless',
    '--no-token',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
  ]);
  const page = await stage.open({ url: address, size: [1280, 1400], ready: false });
  const frame = await shown(page);
  assert.deepEqual(await frame.evaluate(() => [window.headwaters.state.method, window.headwaters.state.layer]), ['rollout', 1]);
  assert.ok((await inkOf(page)).share > 0.02);
  await shot(page, 'marimo');
  const field = page.locator('marimo-number input');
  await field.fill('2');
  await field.press('Tab');
  await frame.waitForFunction(() => window.headwaters.state.layer === 2, null, wait);
  await frame.evaluate(() => window.headwaters.setState({ tokens: [3] }));
  const heard = await page.waitForFunction(() => /heard 2 \[3\] rollout ([\d. ]+)/.exec(document.body.innerText)?.[1], null, wait);
  assertClose((await heard.jsonValue()).trim().split(' ').map(Number), rollout[3], 2e-6, 'what Python is told');
});
