// SPDX-License-Identifier: MIT
// A model that reads pictures, in the page. A digit is drawn on the pad and patches are wiped. The bars, the picture's view and the model's
// answer follow the pen.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { test } from '../engine.mjs';
import { openSide, Stage, until } from '../harness.mjs';
import { openSheet } from './sheets.mjs';
import { button, draw, one, opened, prompt, said, says, seven } from './pad.mjs';

const stage = Stage.forFile();
const examples = JSON.parse(readFileSync(new URL('../../../web/models/index.json', import.meta.url), 'utf8')).find(
  ({ id }) => id === 'digits',
).examples;

test('the digit model opens with a drawing of its own, its picture and its grid', async () => {
  const page = await opened(stage);
  await says(page, '0');
  assert.equal(await prompt(page), examples[0]);
  const { document } = await page.evaluate(() => window.headwaters.state);
  assert.equal(document.tokens.length, 50);
  assert.deepEqual([document.layers, document.heads], [4, 4]);
  assert.equal(document.images.length, 1);
  assert.equal(document.images[0].picture, true);
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
});

test('a digit is drawn: the answer follows; undo, the pen and clear do what they say', async () => {
  const page = await opened(stage);
  await button(page, 'clear').click();
  assert.ok(await button(page, 'undo').isDisabled());
  await draw(page, seven);
  await says(page, '7');
  const drawn = await prompt(page);
  assert.match(drawn, /^draw:/);
  // A thicker pen gives another picture of the same strokes.
  await page.locator('.picture input[type=range]').fill('3.4');
  await until(page, (before) => window.headwaters.prompt !== before && window.headwaters.idle, drawn);
  assert.equal((await said(page))[0], '7');
  await draw(page, [
    [
      [0.1, 0.9],
      [0.9, 0.9],
    ],
  ]);
  await button(page, 'undo').click();
  await says(page, '7');
  await button(page, 'clear').click();
  await draw(page, one);
  await says(page, '1');
  // The pad is in the pane, and no part of it covers the figure.
  const [pad, pane] = await page.evaluate(() =>
    ['.picture .pad', '.model-pane'].map((name) => document.querySelector(name).getBoundingClientRect().toJSON()),
  );
  assert.ok(pad.left >= pane.left && pad.right <= pane.right && pad.top >= pane.top, JSON.stringify([pad, pane]));
  assert.ok(Math.abs(pad.width - pad.height) < 2);
  assert.deepEqual(page.faults, []);
});

test('paper that is empty invites to draw, and drawings are told apart in their list', async () => {
  const page = await opened(stage);
  const label = () => page.getAttribute('.picture .pad', 'aria-label');
  await button(page, 'clear').click();
  assert.equal(await label(), 'Drawing, Draw here');
  await draw(page, one);
  await says(page, '1');
  assert.equal(await label(), 'Drawing');
  await button(page, 'clear').click();
  await draw(page, seven);
  await says(page, '7');
  await until(page, () => document.querySelectorAll('.texts .thumbnail').length >= 3);
  const rows = await page.evaluate(() =>
    [...document.querySelectorAll('.texts li')].map((row) => {
      const small = row.querySelector('.thumbnail');
      const { width, height, left } = small.getBoundingClientRect();
      const text = row.querySelector('.text').getBoundingClientRect();
      const pixels = small.getContext('2d').getImageData(0, 0, 28, 28).data;
      return { width, height, isBefore: left + width <= text.left, ink: pixels.reduce((sum, value) => sum + value, 0) };
    }),
  );
  for (const { width, height, isBefore } of rows) assert.deepEqual([width, height, isBefore], [28, 28, true]);
  assert.ok(new Set(rows.map(({ ink }) => ink)).size >= 3, JSON.stringify(rows));
  assert.deepEqual(page.faults, []);
});

test('a link that was cut off within its drawing, or within what is done to it, says so', async () => {
  const page = await opened(stage, 'v=1&model=digits&prompt=draw:GhlMM1UzXTNmM24zdzOAM4gz');
  assert.equal(await page.getAttribute('.picture .pad', 'aria-label'), 'Drawing, truncated');
  const whole = encodeURIComponent(`{"text":"${examples[7]}","wiped":"8"}`);
  const other = await stage.openStill({ fragment: `v=1&model=digits&prompt=${whole.slice(0, -12)}` });
  await until(other, () => window.headwaters.state.messages.length > 0);
  const [{ kind, finding }] = await other.evaluate(() => window.headwaters.state.messages);
  assert.deepEqual([kind, finding], ['error', 'The link is cut off within the model’s input.']);
});

test('wiping patches with the pen changes the answer, stands in the link, and comes back with it', async () => {
  const page = await opened(stage, `v=1&model=digits&prompt=${encodeURIComponent(examples[7])}`);
  await says(page, '7');
  const before = await page.evaluate(() => document.querySelector('.answers data').value);
  await page.evaluate(() => {
    const pad = document.querySelector('.picture .pad');
    const pixels = () => new Uint32Array(pad.getContext('2d').getImageData(0, 0, pad.width, pad.height).data.buffer);
    const old = pixels();
    /** Patches of 7 x 7 whose pixels have changed. */
    window.changedPatches = () => {
      const now = pixels();
      const patch = (at) => Math.floor((Math.floor(at / pad.width) * 7) / pad.height) * 7 + Math.floor(((at % pad.width) * 7) / pad.width);
      return [...new Set([...now.keys()].filter((at) => now[at] !== old[at]).map(patch))].sort((a, b) => a - b);
    };
  });
  await button(page, 'wipe').click();
  assert.equal(await button(page, 'wipe').getAttribute('aria-pressed'), 'true');
  await draw(page, [
    [
      [0.2, 0.25],
      [0.8, 0.25],
    ],
  ]);
  await until(page, () => window.headwaters.prompt.includes('wiped') && window.headwaters.idle);
  await until(page, (old) => document.querySelector('.answers data').value !== old, before);
  // The URL follows the pen, and has the whole stroke at its end.
  await until(
    page,
    () => JSON.parse(window.headwaters.prompt).wiped.split(';').length === window.changedPatches().length && window.headwaters.idle,
  );
  const wiped = JSON.parse(await prompt(page))
    .wiped.split(';')
    .map(Number);
  assert.ok(wiped.length >= 4 && wiped.every((patch) => patch >= 7 && patch < 14), wiped.join());
  assert.deepEqual(
    await page.evaluate(() => window.changedPatches()),
    [...wiped].sort((a, b) => a - b),
    'nothing is drawn over the others',
  );
  const label = await page.getAttribute('.picture .pad', 'aria-label');
  assert.match(label, new RegExp(`${wiped.length} patches wiped`));
  const again = await opened(stage, await page.evaluate(() => location.hash.slice(1)));
  assert.equal(await prompt(again), await prompt(page));
  assert.deepEqual(await said(again), await said(page));

  // A stroke is undone whole, patches from a link one by one.
  await draw(page, [
    [
      [0.2, 0.75],
      [0.8, 0.75],
    ],
  ]);
  await until(
    page,
    (count) => JSON.parse(window.headwaters.prompt).wiped.split(';').length > count + 2 && window.headwaters.idle,
    wiped.length,
  );
  await button(page, 'undo').click();
  await until(page, (same) => JSON.parse(window.headwaters.prompt).wiped === same && window.headwaters.idle, wiped.join(';'));
  await button(page, 'undo').click();
  await until(page, () => !window.headwaters.prompt.includes('wiped') && window.headwaters.idle);
  await button(again, 'wipe').click();
  await button(again, 'undo').click();
  await until(again, (fewer) => JSON.parse(window.headwaters.prompt).wiped === fewer, wiped.slice(0, -1).join(';'));
  assert.deepEqual([...page.faults, ...again.faults], []);
});

test('occlusion of patches is a score that methods are compared with', async () => {
  const page = await opened(stage);
  await openSide(page);
  await page.click('[data-id="question/scores"]');
  await until(page, () => window.headwaters.state.figures.includes('faithfulness') && window.headwaters.idle);
  await page.evaluate(() => window.headwaters.setState({ panel: 'faithfulness' }));
  await until(page, () => window.headwaters.idle);
  const words = await page.evaluate(() =>
    window.headwaters
      .layout()
      .filter(({ kind }) => kind === 'text')
      .map(({ name }) => name)
      .join('\n'),
  );
  assert.match(words, /hide/);
  assert.deepEqual(page.faults, []);
});

test('the patches that a method ranks first are wiped beside random ones; one is wiped in the figure', async () => {
  const page = await opened(stage);
  await openSheet(page, 'experiment');
  await until(page, () => document.querySelectorAll('.model-view svg').length === 2 && document.querySelector('.model-view .units button'));
  assert.match(
    await page.textContent('.model-view .answer-text'),
    /Wiping the top \d+ gives .* random patches .* draws\)\..*\(area\) is .*p = 0\.\d+/,
  );
  assert.match(await page.getAttribute('.model-view svg', 'aria-label'), /against the number of wiped patches$/);
  assert.match(await page.textContent('.model-view .units'), /patch r\dc\d: predicted/);
  assert.ok(await page.isHidden('[data-id="experiment/rule"]'));
  await page.selectOption('[data-id="experiment/ranking"]', 'rollout');
  await until(page, () => /ranked by rollout/.test(document.querySelector('.model-view svg')?.textContent ?? ''));
  await until(page, () => document.querySelector('.model-view .units button'));
  await page.click('.model-view .units button');
  await until(
    page,
    () => document.querySelector('.model-view') === null && /"wiped":"\d+"/.test(window.headwaters.prompt) && window.headwaters.idle,
  );
  assert.match(await page.getAttribute('.picture .pad', 'aria-label'), /1 patches wiped/);
  // Edges are still available.
  await openSheet(page, 'decides');
  await until(page, () => /into “|No set/.test(document.querySelector('.model-view .answer-text')?.textContent));
  assert.ok(await page.isHidden('[data-id="decides/graph"]'));
  await page.selectOption('[data-id="decides/kind"]', 'head');
  await until(page, () => !document.querySelector('[data-id="decides/rule"]')?.hidden);
  assert.deepEqual(page.faults, []);
});
