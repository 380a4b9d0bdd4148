// SPDX-License-Identifier: MIT
// Patches over a picture. Registers and a distillation token are no patches, any patch can be the output, and the picture survives a lost
// context.
import assert from 'node:assert/strict';

import { partOf } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { aroundLostContext, drop, faultsButContext, idle, openedAs, openSide, readJson, Stage, still } from '../harness.mjs';

const stage = Stage.forFile();

const picture = readJson('references/vit_digit_4.json').image ?? readJson('references/vit_digit_4.json').meta.image;
const tokens = ['[CLS]', '[REG1]', '[REG2]', 'p0', 'p1', 'p2', 'p3', 'p4', 'p5', '[DIST]'];
/** Row q of the only head attends to key k with a weight of 1 + (q + 2 k) mod 5, divided by the row's sum. */
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
    const table = [...document.querySelectorAll('#mirror section table')].find((one) => one.textContent.includes('column 1'));
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
  const picture = await partOf(page, 'target', 'picture'); // at its upper left is its first patch
  const box = await page.evaluate(() => [...document.querySelectorAll('#mirror section table')].length);
  assert.equal(box, 1);
  await page.mouse.click(picture.x + 46, picture.y + 20);
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
  const { before, after } = await aroundLostContext(page, () => page.screenshot());
  assert.ok(before.equals(after), 'the same pixels');
  assert.deepEqual(faultsButContext(page), []);
});

/** The same weights over a uniform grey picture, so that the overlay differs only in colours. */
async function openGrey(change) {
  const page = await stage.openStill();
  const data = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 });
    const context = canvas.getContext('2d');
    context.fillStyle = 'rgb(128,128,128)';
    context.fillRect(0, 0, 60, 40);
    return canvas.toDataURL();
  });
  await drop(page, 'grey.json', Buffer.from(JSON.stringify({ ...JSON.parse(file), image: { data, grid: [2, 3], firstPatchToken: 3 } })));
  await openedAs(page, 'grey.json');
  await still(page);
  await page.evaluate((fields) => window.headwaters.setState(fields), { layer: 1, tokens: [0], ...change });
  await idle(page);
  return page;
}

const screenPixels = async (page) => {
  const png = await page.screenshot();
  return page.evaluateHandle((base64) => window.pixelsOf(base64), png.toString('base64'));
};

test('a file with a picture opens with it in sight, beside its attention in colour', async () => {
  const page = await openGrey({});
  assert.equal((await page.evaluate(() => window.headwaters.state)).panel, 'image');
  const { original, strong } = await (await screenPixels(page)).evaluate(({ data }) => {
    const found = { original: 0, strong: 0 };
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b] = [data[i], data[i + 1], data[i + 2]];
      if (r === 128 && g === 128 && b === 128) found.original += 1;
      if (r > 150 && g > 140 && b < 100) found.strong += 1;
    }
    return found;
  });
  assert.ok(original > 8000, `${original} pixels of the original`);
  assert.ok(strong > 200, `${strong} pixels of the strongest colour`);
  assert.equal((await patches(page)).length, 2);
});

test('lighter patches have larger values', async () => {
  const page = await openGrey({ panel: 'image', patches: 'grid' });
  await page.evaluate(() => window.headwaters.setState({ panel: 'image' }));
  await openSide(page);
  await page.locator('#side select[name="patches"]').selectOption('patches=grid');
  await idle(page);
  // At 1280 x 800 two pictures of 336 x 224 are side by side below the title and the space for a message.
  const place = await partOf(page, 'target', 'picture');
  const light = await (await screenPixels(page)).evaluate(({ data, width }, { x: left, y: top }) => {
    const places = [];
    for (const row of [0, 1]) for (const col of [0, 1, 2]) places.push([left + 112 * col + 56, top + 112 * row + 56]);
    return places.map(([x, y]) => {
      const at = 4 * (y * width + x);
      return 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2];
    });
  }, place);
  const values = rolled(2)[0].slice(3, 9);
  const order = (list) => list.map((_, i) => i).sort((a, b) => list[a] - list[b]);
  assert.deepEqual(order(light), order(values));
});

test('patches are counted from 1 in their names and in the words', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=digit-4&layer=4&panel=image' });
  const { caption, strongest } = await page.evaluate(() => {
    const rows = [...document.querySelectorAll('#mirror .token')].map((row) => row.textContent);
    return { caption: document.querySelector('#mirror section p').textContent, strongest: rows.filter((row) => /^r1c3/.test(row)).length };
  });
  assert.match(caption, /^The strongest patch is row 1, column 3 \(0\.0843/);
  assert.equal(strongest, 1);
});
