// SPDX-License-Identifier: MIT
// Behaviour that has to be right in every engine and with every input device, on one page for all tests. Covers every view as drawn in
// Chromium and its numbers, ways in and out, keys, pointers, links, a lost context, scripts.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { clickTarget, layout, middleOf, partOf, partsOf, quickDrag } from '../canvas.mjs';
import { note, test } from '../engine.mjs';
import {
  aroundLostContext,
  assertClose,
  byId,
  comes,
  drawn,
  drop,
  idle,
  inkOf,
  nothingComes,
  opened,
  openedAs,
  pressId,
  readData,
  readJson,
  saysElse,
  Stage,
  state,
  still,
  storedIs,
} from '../harness.mjs';
import { oddTokens } from '../odd_tokens.mjs';
import { difference, keys, pictures, tolerated } from '../pictures.mjs';

const stage = Stage.forFile({ keep: true });
const known = readJson('references/toy_agreement_keys.expected.json');
let page;

/** The view of a fragment, at rest, with the pointer out of the way. */
async function go(fragment) {
  await page.evaluate((view) => {
    location.hash = view;
  }, fragment);
  const sample = new URLSearchParams(fragment).get('sample');
  await page.waitForFunction((name) => window.headwaters.state.source.text === name, sample);
  await page.mouse.move(2, 2);
  await still(page);
}
const set = async (change) => {
  await page.evaluate((wanted) => window.headwaters.setState(wanted), change);
  await idle(page);
};
const press = async (key) => {
  await page.keyboard.press(key);
  await idle(page);
  return state(page);
};

test('the first sample does not play where motion is reduced, and has the numbers of the reference in every layer', async () => {
  page = await stage.open({ context: { reducedMotion: 'reduce' } });
  await idle(page);
  assert.deepEqual([(await state(page)).playing, (await state(page)).document.name], [false, 'agreement-keys']);
  for (const [method, rows] of [
    ['rollout', known.rollout_source_rows],
    ['raw', known.raw_mean_source_rows],
    ['flow', null],
  ]) {
    await set({ method, tokens: [0], relativeFlow: false });
    const { layers } = await page.evaluate((name) => window.headwaters.results({ method: name }), method);
    layers.forEach(({ values }, i) => {
      assertClose(values, (rows ?? known.flow.values)[i], 1e-6, `${method}, layer ${i}`);
    });
  }
  await set({ method: 'rollout', relativeFlow: true });
});

for (const { name, fragment, says } of pictures.filter(({ size, context }) => !size && !context)) {
  test(`the view "${name}" is drawn as in Chromium: ${says}`, async () => {
    await go(fragment);
    const png = await page.screenshot();
    const share = await difference(page, png, readFileSync(new URL(`../pictures/${name}.png`, import.meta.url)));
    note({ picture: name, share });
    assert.ok((await inkOf(page)).share > 0.02, 'there is something to see');
    assert.ok(share <= tolerated, `${(share * 100).toFixed(2)}% of the pixels differ`);
  });
}

test('bars of the text version and the matrix of the API hold the same numbers as the reference', async () => {
  await go(`${keys}&layer=6&panel=bars`);
  await page.waitForFunction(() => document.getElementById('mirror').dataset.layer === '5');
  const shown = await page.$$eval('#mirror .token data', (all) => all.map(({ dataset }) => Number(dataset.value)));
  assertClose(shown, known.rollout_source_rows[5], 1e-6, 'bars');
  const { layers } = await page.evaluate(() => window.headwaters.results({ method: 'rollout', layer: 5 }));
  layers[0].values.forEach((row, q) => {
    assertClose(row, known.rollout[5][q], 1e-6, `row ${q}`);
  });
});

test('keys step, choose methods and views while the canvas has the focus', async () => {
  await go(`${keys}&layer=3`);
  await page.focus('#canvas');
  assert.equal((await press('ArrowRight')).layer, 3);
  assert.equal((await press('Home')).layer, 0);
  assert.deepEqual((await press('ArrowDown')).tokens, [1]);
  assert.equal((await press('w')).method, 'raw');
  assert.equal((await press('r')).method, 'rollout');
  assert.equal((await press('6')).panel, 'heads');
  assert.equal((await press('1')).panel, 'overview');
});

test('without a mouse: Tab leads into the text version, Enter opens its dialog, Escape comes back', async () => {
  await go(`${keys}&layer=6`);
  await page.focus('#canvas');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => document.getElementById('mirror').contains(document.activeElement));
  for (let i = 0; i < 30; ++i) {
    if (await page.evaluate(() => document.activeElement.dataset.id === 'help')) break;
    await page.keyboard.press('Tab');
  }
  assert.equal(await page.evaluate(() => document.activeElement.dataset.id), 'help');
  await page.keyboard.press('Enter');
  await byId(page, 'dialog/help').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement.dataset.id), 'help', 'the focus is where it was');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement.id === 'canvas');
});

test('the browser keeps its own keys', async () => {
  const taken = await page.evaluate(() => {
    const isTaken = (init) =>
      !document.getElementById('canvas').dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
    return [
      { key: 'F5' },
      { key: 'F11' },
      { key: 'Tab' },
      { key: 'r', ctrlKey: true },
      { key: '+', ctrlKey: true },
      { key: 'ArrowLeft', altKey: true },
    ].filter(isTaken);
  });
  assert.deepEqual(taken, []);
});

test('a dropped file opens, and what is no data says so and changes nothing', async () => {
  await go(`${keys}&layer=6`);
  await drop(page, 'keys.json', readData('references/toy_agreement_keys.json'));
  await openedAs(page, 'keys.json');
  await still(page);
  await drop(page, 'cut.json', readData('references/toy_agreement_keys.json').subarray(0, 40_000));
  await page.waitForFunction(() => window.headwaters.state.messages.some(({ file }) => file === 'cut.json'));
  assert.equal((await state(page)).document.name, 'keys.json');
});

test('a dropped file and its view survive a reload', async () => {
  await go(`${keys}&layer=6`);
  await drop(page, 'stays.json', readData('references/toy_agreement_keys.json'));
  await openedAs(page, 'stays.json');
  await set({ method: 'raw', layer: 2 });
  await storedIs(page, [['tab', 'stays.json']]);
  await page.reload();
  await openedAs(page, 'stays.json');
  await still(page);
  const { method, layer } = await state(page);
  assert.deepEqual([method, layer], ['raw', 2]);
});

test('the file picker opens a file', async () => {
  await go(`${keys}&layer=6`);
  await pressId(page, 'open');
  const dialog = byId(page, 'dialog/open');
  await dialog.waitFor();
  const chooser = page.waitForEvent('filechooser');
  await byId(dialog, 'open/file').click();
  await (await chooser).setFiles({
    name: 'picked.json',
    mimeType: 'application/json',
    buffer: readData('references/toy_agreement_keys.json'),
  });
  await openedAs(page, 'picked.json');
});

test('lines to copy reach the clipboard', async () => {
  await go(`${keys}&layer=6`);
  await pressId(page, 'open');
  const dialog = byId(page, 'dialog/open');
  await saysElse(byId(dialog, 'open/copy-script'));
  // A paste inserts the copied text. Tested with the browser's own keys, in a field.
  await byId(dialog, 'open/json').focus();
  await page.keyboard.press('Control+v');
  await page.waitForFunction(() => document.querySelector('dialog textarea').value.includes('attn_implementation="eager"'));
  await byId(dialog, 'open/json').fill('');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('a link shows its view, and back and forward undo and redo', async () => {
  await go(`${keys}&layer=4&method=raw&token=3&residual=0.35&heads=2,5&panel=matrix`);
  const { layer, method, tokens, settings, panel } = await state(page);
  assert.deepEqual([layer, method, tokens, settings.residual, settings.heads, panel], [3, 'raw', [3], 0.35, [2, 5], 'matrix']);
  await set({ tokens: [5] });
  await set({ method: 'rollout' });
  await page.goBack();
  await page.waitForFunction(() => window.headwaters.state.method === 'raw');
  await page.goForward();
  await page.waitForFunction(() => window.headwaters.state.method === 'rollout');
});

test('layers and a chip follow the mouse, step by step and within one frame', async () => {
  await go(`${keys}&layer=6`);
  const layers = await partOf(page, 'target', 'layers');
  const at = (layer) => [layers.x + 14 + ((layers.width - 28) * layer) / 5, layers.y + 16];
  await page.mouse.move(...at(5));
  await page.mouse.down();
  await page.mouse.move(...at(1), { steps: 5 });
  await page.mouse.up();
  await idle(page);
  assert.equal((await state(page)).layer, 1);
  await quickDrag(page, at(1), at(3));
  await idle(page);
  assert.equal((await state(page)).layer, 3);
  const chips = await partsOf(page, 'target', 'chip');
  await page.mouse.click(...middleOf(chips[3]));
  await idle(page);
  assert.deepEqual((await state(page)).tokens, [3]);
});

test('a divider between views is dragged', async () => {
  await go(`${keys}&layer=6&panes=bars/matrix`);
  const [x, y] = middleOf(await partOf(page, 'target', 'divider'));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 190, y, { steps: 6 });
  await page.mouse.up();
  await idle(page);
  assert.ok(Math.abs((await state(page)).dividers[0] - (0.5 - 190 / 1232)) < 0.01);
});

test('a menu opens by a click, and Escape closes only it', async () => {
  await go(`${keys}&layer=6&panel=bars`);
  await clickTarget(page, 'method');
  const menu = async () => (await layout(page)).some(({ kind }) => kind === 'cover');
  assert.ok(await menu());
  await press('Escape');
  assert.ok(!(await menu()));
});

test('the wheel scrolls a long list', async () => {
  const count = 96;
  const row = Array.from({ length: count }, () => 1 / count);
  await page.evaluate((data) => window.headwaters.open(data, { name: 'many' }), {
    attentions: [[Array.from({ length: count }, () => row)]],
  });
  await still(page);
  await set({ panel: 'bars' });
  const texts = async () => JSON.stringify((await layout(page)).filter(({ kind, x, y }) => kind === 'text' && x > 300 && y > 300));
  await page.mouse.move(600, 600);
  await idle(page);
  const before = await texts();
  await page.mouse.wheel(0, 900);
  await comes(async () => (await texts()) !== before);
});

test('the wheel with Ctrl enlarges the flow where the pointer is', async () => {
  await go(`${keys}&layer=6&method=flow&panel=flow`);
  await page.mouse.move(...middleOf(await partOf(page, 'figure', 'flow')));
  await page.keyboard.down('Control');
  for (let i = 0; i < 4; ++i) await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await idle(page);
  assert.ok((await layout(page)).some(({ name }) => name === 'show all'));
});

test('a lost context comes back with the same picture', async () => {
  await go(`${keys}&layer=6`);
  const { before, after } = await aroundLostContext(page, () => page.screenshot());
  assert.ok((await difference(page, before, after)) < 0.0005);
  page.faults = page.faults.filter((fault) => !/context|WebGL/i.test(fault));
});

test('tokens of any script are drawn in every view', async () => {
  const tokens = oddTokens;
  const row = tokens.map(() => 1 / tokens.length);
  await page.evaluate((data) => window.headwaters.open(data, { name: 'scripts' }), {
    tokens,
    attentions: [[tokens.map(() => row)], [tokens.map(() => row)]],
  });
  await openedAs(page, 'scripts');
  await still(page);
  for (const panel of ['overview', 'bars', 'matrix', 'evolution', 'flow', 'heads', 'compare']) {
    await set({ panel });
    assert.ok((await inkOf(page)).share > 0.02, panel);
  }
  assert.deepEqual((await state(page)).document.tokens, tokens);
});

test('figures and numbers are saved as files', async () => {
  await go(`${keys}&layer=6&panel=bars`);
  await page.focus('#canvas');
  await page.keyboard.press('e');
  const dialog = page.locator('dialog');
  await dialog.waitFor();
  for (const [name, begins] of /** @type {[string, RegExp][]} */ ([
    ['SVG', /^<svg xmlns/],
    ['PNG 2×', /^.PNG/s],
    ['CSV', /^layer,\[CLS\],the,keys/],
  ])) {
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name, exact: true }).click()]);
    assert.match(readFileSync(await download.path()).toString('latin1'), begins, name);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('nothing is drawn while nothing moves', async () => {
  await go(`${keys}&layer=6`);
  const frames = () => page.evaluate(() => window.headwaters.frames);
  await drawn(page);
  await nothingComes(frames, 1000, 'no frame');
});

test('a window of another size is filled, one element a device pixel', async () => {
  await page.setViewportSize({ width: 844, height: 620 });
  const fits = () => document.getElementById('canvas').width === Math.round(innerWidth * devicePixelRatio) && innerWidth === 844;
  await page.waitForFunction(fits);
  await idle(page);
  assert.ok((await inkOf(page)).share > 0.02);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.waitForFunction(() => innerWidth === 1280);
});

test('nothing of all this was a fault, nor against the page’s policy', async () => {
  await opened(page);
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await page.evaluate(() => window.violations ?? []), []);
});
