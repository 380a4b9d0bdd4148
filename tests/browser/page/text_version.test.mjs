// SPDX-License-Identifier: MIT
// The text version is complete, quick to go through, and next to the figure.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { assertClose, byId, idle, openedAs, openSide, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();

const set = async (page, fields) => {
  await page.evaluate((wanted) => window.headwaters.setState(wanted), fields);
  await idle(page);
};

/** The tables of the text version by title, with heads and numbers. */
const tables = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('#mirror section')].map((section) => [
        section.querySelector('caption').textContent,
        {
          columns: [...section.querySelectorAll('thead th[scope=col]')].map((cell) => cell.textContent),
          rows: [...section.querySelectorAll('tbody th[scope=row]')].map((cell) => cell.textContent),
          cells: [...section.querySelectorAll('tbody tr')].map((row) =>
            [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent)),
          ),
        },
      ]),
    ),
  );

test('matrices and the evolution are tables with heads, and hold the numbers', async () => {
  const page = await stage.openStill();
  await set(page, { panel: 'matrix', layer: 4 });
  const { tokens: texts } = (await state(page)).document;
  // Equal tokens are numbered.
  const tokens = texts.map((text, i) =>
    texts.filter((other) => other === text).length > 1
      ? `${text} (${texts.slice(0, i + 1).filter((other) => other === text).length})`
      : text,
  );
  for (const [title, method] of [
    ['Raw attention, layer 5', 'raw'],
    ['Rollout, layers 1–5', 'rollout'],
  ]) {
    const { columns, rows, cells } = (await tables(page))[title];
    assert.deepEqual(columns, tokens);
    assert.deepEqual(rows, tokens);
    const { layers } = await page.evaluate((name) => window.headwaters.results({ method: name, layer: 4 }), method);
    cells.forEach((row, query) => {
      assertClose(row, layers[0].values[query], 6e-4, `${title}, row ${query}`);
    });
  }
  await set(page, { panel: 'evolution' });
  const evolution = Object.entries(await tables(page)).find(([title]) => /layer by layer/.test(title))[1];
  assert.deepEqual(evolution.columns, tokens);
  assert.deepEqual(
    evolution.rows,
    [6, 5, 4, 3, 2, 1].map((layer) => `layer ${layer}`),
    'the last layer on top, as drawn',
  );
  const { layers } = await page.evaluate(() => window.headwaters.results());
  evolution.cells.forEach((row, layer) => {
    assertClose(row, layers[5 - layer].values, 6e-4, `row ${layer}`);
  });
});

/** A file of 128 tokens, 12 layers and 12 heads. */
const large = () => {
  const count = 128;
  const row = Array.from({ length: count }, () => 1 / count);
  const head = Array.from({ length: count }, () => row);
  return {
    tokens: Array.from({ length: count }, (_, i) => `w${i}`),
    attentions: Array.from({ length: 12 }, () => Array.from({ length: 12 }, () => head)),
  };
};

test('each token is there once, and lists are one stop of Tab', async () => {
  const page = await stage.openStill();
  await page.evaluate((data) => window.headwaters.open(data, { name: 'large' }), large());
  await openedAs(page, 'large');
  await still(page);
  const { labels, stops } = await page.evaluate(() => {
    const mirror = document.getElementById('mirror');
    const seen = [...mirror.querySelectorAll('bdi')].map((label) => label.textContent);
    const tabbable = [...mirror.querySelectorAll('button, input, select, textarea, [tabindex]')].filter(
      (element) => element.tabIndex >= 0 && !element.disabled && element.getClientRects().length > 0,
    );
    return { labels: seen.filter((label) => /^w\d+$/.test(label)), stops: tabbable.length };
  });
  assert.equal(labels.length, 128);
  assert.equal(new Set(labels).size, 128);
  assert.ok(stops < 50, `${stops} stops`);

  await page.locator('#mirror .token[tabindex="0"]').focus();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.classList.contains('token')), false, 'Tab leaves the list');
});

test('arrows go through the tokens, Enter chooses one, Shift or the switch adds to the sum', async () => {
  const page = await stage.openStill();
  await page.locator('#mirror .token[tabindex="0"]').focus();
  const focused = () => page.evaluate(() => document.activeElement.dataset.token);
  assert.equal(await focused(), '0', 'Tab leads to the chosen token');
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  assert.equal(await focused(), '3');
  await page.keyboard.press('End');
  assert.equal(await focused(), '10');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.headwaters.state.tokens.join() === '1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Enter');
  await page.waitForFunction(() => window.headwaters.state.tokens.join() === '1,2');
  await openSide(page);
  await byId(page, 'sum').check();
  await page.locator('#mirror .token').nth(5).press('Space');
  await page.waitForFunction(() => window.headwaters.state.tokens.join() === '1,2,5');
  await page.locator('#mirror .token').nth(1).press('Space');
  await page.waitForFunction(() => window.headwaters.state.tokens.join() === '2,5');
});

test('the focus stays at its token when the order of the tokens changes', async () => {
  const page = await stage.openStill();
  await set(page, { sort: 'score', layer: 0 });
  await page.locator('#mirror .token[data-token="5"]').focus();
  const order = () => page.locator('#mirror .token').evaluateAll((all) => all.map(({ dataset }) => dataset.token).join());
  const before = await order();
  await set(page, { layer: 5 });
  assert.notEqual(await order(), before);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.token), '5');
});

for (const [width, height] of [
  [1280, 800],
  [1024, 700],
  [800, 600],
  [390, 844],
]) {
  test(`at ${width} x ${height} it covers no figure and nothing of it is cut`, async () => {
    const page = await stage.openStill({ size: [width, height] });
    await page.focus('#canvas');
    await page.keyboard.press('Tab');
    await idle(page);
    const found = await page.evaluate(() => {
      const mirror = document.getElementById('mirror');
      const panel = mirror.getBoundingClientRect();
      const canvas = document.getElementById('canvas').getBoundingClientRect();
      const hit = (element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return (
          left >= panel.left && right <= panel.right && element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
        );
      };
      return {
        overlap:
          Math.max(0, Math.min(canvas.right, panel.right) - Math.max(canvas.left, panel.left)) *
          Math.max(0, Math.min(canvas.bottom, panel.bottom) - Math.max(canvas.top, panel.top)),
        room: panel.width * panel.height,
        canvas: canvas.width * canvas.height,
        hidden: [...mirror.querySelectorAll('.actions button')].filter((button) => !hit(button)).map((button) => button.textContent),
        sideways: mirror.scrollWidth - mirror.clientWidth,
      };
    });
    assert.equal(found.overlap, 0, 'it lies over the figure');
    assert.ok(found.canvas > 0.3 * width * height && found.room > 0.2 * width * height, JSON.stringify(found));
    assert.deepEqual(found.hidden, []);
    assert.ok(found.sideways <= 0, `${found.sideways} px to scroll sideways`);
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'canvas');
    assert.equal((await page.locator('#canvas').boundingBox()).width, width);
  });
}

test('a dialog opened from it gives the focus back to its button', async () => {
  const page = await stage.openStill();
  const button = byId(page, 'help');
  await button.focus();
  await page.keyboard.press('Enter');
  await byId(page, 'dialog/help').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement.dataset.id), 'help');
});
