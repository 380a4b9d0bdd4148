// SPDX-License-Identifier: MIT
// Each view of a model is exported, as figures, as numbers, as the command that computes them again, and as a file that opens here.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { pythonWith } from '../../python_with.mjs';
import { test } from '../engine.mjs';
import { byId, drop, Stage, state, until } from '../harness.mjs';
import { keys, openModel, openSheet, said } from '../model/sheets.mjs';

const stage = Stage.forFile();
const root = fileURLToPath(new URL('../../..', import.meta.url));
const python = pythonWith('numpy');
const noPython = 'No Python with NumPy here (Debian: python3-numpy): its lines were not run.';
const program = process.env.HEADWATERS ?? `${root}/build/native/headwaters`;

/** Until a view has all its answers. */
const done = {
  words: () => document.querySelector('.why[aria-busy="false"]') !== null,
  lens: () => document.querySelectorAll('.model-view .guess').length === 5 * 11 && !document.querySelector('.model-view .waiting'),
  swap: () => document.querySelectorAll('.model-view .guess').length === 5 * 11,
  experiment: () => document.querySelectorAll('.model-view .units li').length > 1,
  decides: () => document.querySelector('.model-view .units li') !== null,
};

async function opened(view) {
  const page = await openModel(stage);
  await openSheet(page, view);
  if (view === 'swap') {
    await page.fill('.model-view .clean', 'the key to the cabinet [MASK] on the table');
    await page.press('.model-view .clean', 'Enter');
  }
  await until(page, done[view]);
  if (view === 'experiment') {
    await byId(page, 'minimum-cut/ask').click();
    await page.waitForSelector('[data-id="minimum-cut/cut"]');
  }
  return page;
}

/** The file that a button saves. */
async function saved(page, id) {
  const [file] = await Promise.all([page.waitForEvent('download'), byId(page, id).click()]);
  return readFileSync(await file.path());
}
const text = async (page, id) => (await saved(page, id)).toString('utf8');

/** The output of a shell for a command of the page, in the folder of the models. */
function printed(line, cwd = `${root}/web/models`) {
  const run = spawnSync('sh', ['-c', line.replace(/^headwaters/gm, `"${program}"`)], { cwd, encoding: 'utf8' });
  assert.equal(run.stderr, '', line);
  return run.stdout
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one));
}

/** The result of a line of Python, as a list. */
function returned(line, cwd = `${root}/web/models`) {
  const code = `import json, headwaters\nfound = ${line}\nprint(json.dumps(found if isinstance(found, list) else [found]))`;
  const env = { ...process.env, HEADWATERS: program, PYTHONPATH: `${root}/python` };
  const run = spawnSync(python, ['-c', code], { cwd, env, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  return JSON.parse(run.stdout);
}

/** Numbers of WebAssembly and of native code differ in their last digits. */
function same(found, wanted, place) {
  if (typeof wanted === 'number')
    assert.ok(Math.abs(found - wanted) <= 1e-4 * Math.max(1, Math.abs(wanted)), `${place}: ${found}, ${wanted}`);
  else if (wanted === null || typeof wanted !== 'object') assert.equal(found, wanted, place);
  else {
    assert.deepEqual(Object.keys(found).sort(), Object.keys(wanted).sort(), place);
    for (const key of Object.keys(wanted)) same(found[key], wanted[key], `${place}.${key}`);
  }
}

for (const [fields, method] of [
  ['method=rollout&discard=0.2&scope=row&start=2&token=6', 'rollout'],
  ['method=flow&flow=relative&layer=3&heads=0,2&token=2', 'flow'],
  ['method=raw&fusion=max&token=1,6&hidden=0', 'raw'],
])
  test(`the numbers of a file are computed again by the command: ${method}`, async (context) => {
    const page = await stage.openStill({ fragment: `v=1&sample=agreement-keys&${fields}` });
    const shown = JSON.parse(await page.evaluate(async () => JSON.stringify(await window.headwaters.results())));
    await page.focus('#canvas');
    await page.keyboard.press('e');
    await byId(page, 'export/command').click();
    const folder = `${root}/web/samples`;
    const line = (await byId(page, 'export/lines').inputValue()).replace(/^(headwaters [\w-]+) (?:'[^']*'|\S+)/, '$1 agreement-keys.json');
    const [{ layers }] = printed(line, folder);
    assert.ok(layers.length > 0);
    const hidden = method === 'raw' ? [0] : []; // which views do not show
    for (const { layer, values } of layers) {
      const wanted = shown.layers.find((one) => one.layer === layer).values;
      same(
        values,
        wanted.filter((_, key) => !hidden.includes(key)),
        `layer ${layer}`,
      );
    }
    await byId(page, 'export/python').click();
    const code = (await byId(page, 'export/lines').inputValue()).replace(/\("([\w-]+)", "[^"]*"/, '("$1", "agreement-keys.json"');
    if (python)
      same(
        returned(`${code}.tolist()`, folder),
        layers.map(({ values }) => values),
        'Python',
      );
    else context.diagnostic(noPython);
    assert.deepEqual(page.faults, []);
  });

test('a command has the cuts, the hidden tokens and the question of the run', async () => {
  const recipe = {
    text: keys,
    cuts: [
      { kind: 'edges', text: '1:0:6>2,6>5' },
      { kind: 'head', text: '2:1' },
      { kind: 'hidden', text: '5' },
    ],
    rule: 'renormalise',
    swap: { text: 'the key to the cabinet [MASK] on the table', places: 'H1:3;s2:2' },
    target: 'p:924',
  };
  const page = await stage.openStill({ fragment: `v=1&model=agreement&panel=lens&prompt=${encodeURIComponent(JSON.stringify(recipe))}` });
  await until(page, done.lens);
  await byId(page, 'sheet/lens/export').click();
  const { answers } = JSON.parse(await text(page, 'export/json'));
  await byId(page, 'export/command').click();
  const again = printed(await byId(page, 'export/lines').inputValue());
  for (const { arguments: asked, answer } of answers)
    same(
      again.find(({ position }) => position === asked.position),
      answer,
      `position ${asked.position}`,
    );
  const [plain] = printed(`headwaters ask agreement --text='${keys}' --question=lens --with=position=6 --with=count=5`);
  assert.notDeepEqual(plain, again[6]);
  assert.deepEqual(page.faults, []);
});

test('a figure has any width in whole millimetres, and the colours of paper in the dark, too', async () => {
  const page = await openModel(stage, keys, '', { context: { colorScheme: 'dark' } });
  await openSheet(page, 'words');
  await until(page, done.words);
  await byId(page, 'sheet/words/export').click();
  await byId(page, 'chart/width').selectOption('');
  const own = byId(page, 'chart/own-width');
  await own.fill('131');
  const svg = await text(page, 'chart/svg');
  assert.match(svg, /^<svg[^>]*width="131\.00mm"/);
  assert.match(svg, /rgb\(181, 72, 42\)/, 'the named bar has the colour of the light page');
  assert.doesNotMatch(svg, /rgb\(229, 138, 95\)/);
  const faults = [];
  page.on('download', () => faults.push('saved'));
  for (const wrong of ['49', '1001', '80.5']) {
    await own.fill(wrong);
    await byId(page, 'chart/svg').click();
    assert.equal(await own.evaluate((field) => field.validity.valid), false, wrong);
  }
  assert.deepEqual([...faults, ...page.faults], []);
});

for (const view of Object.keys(done))
  test(`${view} is taken away, computed again by its command, and opened from its file`, async (context) => {
    const page = await opened(view);
    const sentence = view === 'lens' ? '' : await said(page);
    const cells = () => page.$$eval('.model-view :is(.guess, .number, .units li span)', (all) => all.map(({ textContent }) => textContent));
    const shown = await cells();
    await byId(page, `sheet/${view}/export`).click();
    await until(page, () => document.querySelector('[data-id="export/preview"]')?.naturalWidth > 0);
    const svg = await text(page, 'chart/svg');
    assert.match(svg, /^<svg[^>]*width="83\.00mm"/);
    assert.doesNotMatch(svg, /var\(|color\(|NaN/);
    assert.ok((svg.match(/<text/g) ?? []).length > 10);
    assert.equal((await saved(page, 'chart/pdf')).subarray(0, 5).toString(), '%PDF-');
    assert.equal((await saved(page, 'chart/300dpi')).subarray(1, 4).toString(), 'PNG');
    const csv = await text(page, 'export/csv');
    const [head, ...lines] = csv.trim().split('\r\n');
    assert.match(head, /^question,/);
    const json = await text(page, 'export/json');
    const { form, counts, answers } = JSON.parse(json);
    assert.deepEqual([form, counts], ['headwaters-result/1', 'layers from 1; heads and tokens from 0']);
    assert.ok(lines.length >= answers.length && answers.length > 0);

    await byId(page, 'export/command').click();
    const command = await byId(page, 'export/lines').inputValue();
    assert.match(command, /^headwaters ask agreement --text='the keys to the cabinet \[MASK\] on the table'/);
    const again = printed(command);
    assert.equal(again.length, answers.length);
    const keyOf = ({ position, ranking }) => position ?? ranking ?? 0;
    const sorted = view === 'lens' ? answers.toSorted((a, b) => keyOf(a.arguments) - keyOf(b.arguments)) : answers;
    sorted.forEach(({ question, answer }, at) => {
      same(again[at], answer, `${question}[${at}]`);
    });
    await byId(page, 'export/python').click();
    const line = await byId(page, 'export/lines').inputValue();
    assert.match(line, /^headwaters\.ask\("agreement", text="the keys to/);
    if (!python) context.diagnostic(noPython);
    else assert.deepEqual(returned(line.split('\n').at(-1)), again.slice(-(view === 'lens' ? again.length : 1)));

    const other = await stage.openStill({ fragment: 'v=1&sample=agreement-keys' });
    await drop(other, 'saved.json', json);
    await other.waitForSelector(`[data-id="sheet/${view}"]:not([data-unplaced])`);
    await until(other, done[view]);
    if (view === 'experiment') await other.waitForSelector('[data-id="minimum-cut/cut"]');
    assert.equal((await state(other)).document.model, (await state(page)).document.model);
    if (sentence) assert.equal(await said(other), sentence);
    assert.deepEqual(
      await other.$$eval('.model-view :is(.guess, .number, .units li span)', (all) => all.map((one) => one.textContent)),
      shown,
    );
    assert.deepEqual([...page.faults, ...other.faults], []);
  });
