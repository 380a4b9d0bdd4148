// SPDX-License-Identifier: MIT
// Patches over a picture: registers and a distillation token are no patches, any patch can be the output,
// and the picture outlives a lost context.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { aroundLostContext, drop, faultsButContext, idle, openedAs, readJson, Stage, still } from './harness.mjs';

const stage = Stage.forFile();

const picture = readJson('references/vit_digit_4.json').image ?? readJson('references/vit_digit_4.json').meta.image;
const tokens = ['[CLS]', '[REG1]', '[REG2]', 'p0', 'p1', 'p2', 'p3', 'p4', 'p5', '[DIST]'];
/** Row q of the only head looks at key k with a weight of 1 + (q + 2 k) mod 5, divided by the row's sum. */
const weights = tokens.map((_, q) => {
  const row = tokens.map((__, k) => 1 + ((q + 2 * k) % 5));
  const sum = row.reduce((a, b) => a + b);
  return row.map((value) => value / sum);
});
const file = JSON.stringify({
  tokens,
  attentions: [[weights], [weights]],
  image: { data: picture.data ?? picture.dataUrl ?? `data:image/png;base64,${picture.png_base64}`, grid: [2, 3], firstPatchToken: 3 },
});
const rolled = (layers) => {
  const one = weights.map((row, q) => row.map((value, k) => 0.5 * value + (q === k ? 0.5 : 0)));
  let product = one;
  for (let layer = 1; layer < layers; layer += 1) {
    product = one.map((row) => tokens.map((_, k) => row.reduce((sum, value, j) => sum + value * product[j][k], 0)));
  }
  return product;
};

async function openImage() {
  const page = await stage.open({ fragment: 'v=1&sample=digit-4&panel=image' });
  await still(page);
  await drop(page, 'registers.json', Buffer.from(file));
  await openedAs(page, 'registers.json');
  await still(page);
  await page.evaluate(() => window.headwaters.setState({ panel: 'image', layer: 1, tokens: [0] }));
  await idle(page);
  return page;
}

/** The mirror's table of patches, [row][column]. */
const patches = (page) =>
  page.evaluate(() => {
    const table = document.querySelector('#mirror section table');
    return [...table.tBodies[0].rows].map((row) => [...row.cells].slice(1).map((cell) => Number(cell.textContent)));
  });

function assertPatches(actual, row) {
  for (let patch = 0; patch < 6; patch += 1) {
    const value = actual[Math.floor(patch / 3)][patch % 3];
    assert.ok(Math.abs(value - row[3 + patch]) < 6e-4, `patch ${patch}: ${value}, expected ${row[3 + patch]}`);
  }
}

test('registers, [CLS] and a distillation token stay out of the picture and are named', async () => {
  const page = await openImage();
  assertPatches(await patches(page), rolled(2)[0]);
  const said = await page.evaluate(() => document.querySelector('#mirror section p').textContent);
  for (const name of ['[CLS]', '[REG1]', '[REG2]', '[DIST]']) {
    const share = rolled(2)[0][tokens.indexOf(name)].toFixed(3);
    assert.ok(said.includes(`${name} ${share}`), `${said}: ${name} ${share}`);
  }
  await page.evaluate(() => window.headwaters.setState({ layer: 0 }));
  await idle(page);
  assertPatches(await patches(page), rolled(1)[0]);
});

test('any patch is an output by a click, a register too, and all of them by their mean', async () => {
  const page = await openImage();
  // The picture begins below its title, at the left of the main column (1280 x 800): its last patch.
  const box = await page.evaluate(() => [...document.querySelectorAll('#mirror section table')].length);
  assert.equal(box, 1);
  await page.mouse.click(330, 300);
  await page.mouse.move(2, 2);
  await idle(page);
  assert.deepEqual(await page.evaluate(() => window.headwaters.state.tokens), [3]);
  assertPatches(await patches(page), rolled(2)[3]);
  await page.evaluate(() => window.headwaters.setState({ tokens: [1] }));
  await idle(page);
  assertPatches(await patches(page), rolled(2)[1]);
  await page.evaluate(() => window.headwaters.setState({ output: 'mean' }));
  await idle(page);
  const mean = tokens.map((_, k) => rolled(2).reduce((sum, row) => sum + row[k], 0) / tokens.length);
  assertPatches(await patches(page), mean);
});

test('the picture is there again after a lost context', async () => {
  const page = await openImage();
  const { before, after } = await aroundLostContext(page, () => page.locator('#canvas').screenshot());
  assert.ok(before.equals(after), 'the same pixels');
  assert.deepEqual(faultsButContext(page), []);
});
