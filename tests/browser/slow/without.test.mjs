// SPDX-License-Identifier: MIT
// Without WebGL2 the text version is the page, with every number. Without JavaScript or WebAssembly there is one sentence.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { everyView, show } from '../every_view.mjs';
import { assertClose, byId, drop, idle, openedAs, readData, readJson, Stage, state } from '../harness.mjs';

const stage = Stage.forFile();
const known = readJson('references/toy_agreement_keys.expected.json');

/** Runs before the page's own scripts. */
const noWebGL = () => {
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = /** @type {any} */ (
    function (kind, ...more) {
      return /webgl/.test(kind) ? null : getContext.call(this, kind, ...more);
    }
  );
};

/** A page whose browser draws no WebGL2. */
async function withoutWebGL(fragment, options = {}) {
  const page = await stage.open({ url: 'about:blank', ready: false, ...options });
  await page.addInitScript(noWebGL);
  await page.goto(`${stage.page.url}#${fragment}`);
  await page.waitForFunction(() => Boolean(window.headwaters?.state.document));
  await page.evaluate(() => window.headwaters.pause());
  await idle(page);
  return page;
}

/** The tables, tokens and sentences of the text version. */
const told = async (page) => {
  await idle(page);
  return page.evaluate(() => ({
    tokens: [...document.querySelectorAll('#mirror .token')].map((one) => one.textContent),
    tables: [...document.querySelectorAll('#mirror table')].map((table) =>
      [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)),
    ),
    sentences: [...document.querySelectorAll('#mirror section > p, #mirror h1, #mirror h2')].map((one) => one.textContent),
  }));
};

test('without WebGL2 the page says what to do, and every view tells the same as beside its figure', { timeout: 240_000 }, async () => {
  for (const [sample, views] of everyView) {
    const fragment = `v=1&sample=${sample}&layer=5&method=rollout`;
    const page = await withoutWebGL(fragment);
    const beside = await stage.openStill({ fragment });
    assert.match(
      await page.locator('#mirror .why').textContent(),
      /lacks WebGL2 and can’t draw figures.*hardware acceleration.*current browser/,
    );
    assert.ok(await page.locator('#failure').isHidden());
    const box = await page.locator('#mirror').boundingBox();
    assert.deepEqual([box.x, box.y, box.width, box.height], [0, 0, 1280, 800], 'it is the page');
    for (const view of views) {
      await show(page, view);
      await show(beside, view);
      assert.deepEqual(await told(page), await told(beside), `${view} of ${sample}`);
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('without WebGL2 the numbers are those of the reference, and keys, controls, files, links and figures work', {
  timeout: 120_000,
}, async () => {
  const page = await withoutWebGL('v=1&sample=agreement-keys&layer=6&panel=bars');
  const values = () => page.$$eval('#mirror .token data', (all) => all.map(({ dataset }) => Number(dataset.value)));
  await page.waitForFunction(() => document.querySelector('#mirror .token data')?.dataset.value);
  assertClose(await values(), known.rollout_source_rows[5], 1e-6, 'bars');
  await page.focus('#mirror-layer');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => window.headwaters.state.layer === 0 && document.getElementById('mirror').dataset.layer === '0');
  await idle(page);
  assertClose(await values(), known.rollout_source_rows[0], 1e-6, 'after the first layer');
  await byId(page, 'play').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.headwaters.state.layer === 2, null, { timeout: 20_000 });
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !window.headwaters.state.playing);
  // The exported figure is the one that the page draws elsewhere, letter widths included.
  const drawn = await stage.openStill({ fragment: await page.evaluate(() => location.hash.slice(1)) });
  const figure = (one) => one.evaluate(() => window.headwaters.figure({ view: 'bars' }));
  assert.equal(await figure(page), await figure(drawn));
  await drop(page, 'keys.json', readData('references/toy_agreement_keys.json'));
  await openedAs(page, 'keys.json');
  await drop(page, 'cut.json', readData('references/toy_agreement_keys.json').subarray(0, 40_000));
  await page.locator('#mirror .messages li').first().waitFor();
  await byId(page, 'export').click();
  await byId(page, 'dialog/export').waitFor();
  await page.keyboard.press('Escape');
  assert.equal((await state(page)).document.name, 'keys.json');
  assert.deepEqual(page.faults, []);
});

test('without WebGL2 a lesson stands beside the text', async () => {
  for (const [size, side] of [
    [[1280, 800], 'beside'],
    [[390, 844], 'below'],
  ]) {
    const page = await withoutWebGL('lesson=attention-weights', { size });
    await page.locator('.lesson h3').waitFor();
    await idle(page);
    const [lesson, text] = [await page.locator('.lesson').boundingBox(), await page.locator('#mirror').boundingBox()];
    assert.ok(
      side === 'beside' ? text.x + text.width <= lesson.x + 1 : text.y + text.height <= lesson.y + 1,
      JSON.stringify({ lesson, text }),
    );
    assert.ok(text.width > 300 && text.height > 300, JSON.stringify(text));
    assert.deepEqual(page.faults, []);
  }
});

test('a graphics context that does not come back leaves the text version, which goes on; the figure returns with it', {
  timeout: 60_000,
}, async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6' });
  const extension = await page.evaluateHandle(() =>
    document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context'),
  );
  await extension.evaluate((one) => one.loseContext());
  await page.locator('#mirror .why').waitFor();
  await page.evaluate(() => window.headwaters.setState({ layer: 1 }));
  await page.waitForFunction(() => document.getElementById('mirror').dataset.layer === '1');
  await extension.evaluate((one) => one.restoreContext());
  await page.locator('#mirror .why').waitFor({ state: 'detached' });
  await idle(page);
  assert.equal(await page.evaluate(() => getComputedStyle(document.getElementById('canvas')).visibility), 'visible');
  assert.ok((await page.evaluate(() => window.headwaters.layout())).some(({ name }) => name === 'cabinet'));
  assert.deepEqual(
    page.faults.filter((fault) => !/context/i.test(fault)),
    [],
  );
});

test('without JavaScript there is one sentence', async () => {
  const page = await stage.newPage({ javaScriptEnabled: false });
  await page.goto(stage.page.url);
  const shown = await page.locator('noscript').innerText();
  assert.match(shown, /^Headwaters computes and draws in your browser; that needs JavaScript and WebAssembly\.$/);
});

test('without WebAssembly there is one sentence', async () => {
  const page = await stage.open({ url: 'about:blank', ready: false });
  await page.addInitScript(() => delete globalThis.WebAssembly);
  await page.goto(stage.page.url);
  const failure = page.locator('#failure');
  await failure.waitFor();
  assert.match(await failure.textContent(), /^Headwaters needs WebAssembly, which is blocked\. Allow it .*\.$/);
  assert.ok((await page.locator('#wait').count()) === 0);
});
