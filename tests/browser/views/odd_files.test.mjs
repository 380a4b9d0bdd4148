// SPDX-License-Identifier: MIT
// Files that nobody thought of: endless tokens, one column to compare, short captions; nothing is cut so that it says
// something else, and nothing lies on anything.
import assert from 'node:assert/strict';

import { collisions, layout, partsOf } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { drop, idle, openedAs, Stage, still } from '../harness.mjs';

const stage = Stage.forFile();
const spread = (/** @type {number} */ rows, /** @type {number} */ cols, /** @type {number} */ turn) =>
  Array.from({ length: rows }, (_, q) => {
    const row = Array.from({ length: cols }, (__, k) => 1 + ((q * 7 + k * 3 + turn * 5) % 11));
    return row.map((value) => value / row.reduce((a, b) => a + b));
  });
const layers = (/** @type {number} */ count, /** @type {number} */ rows, cols = rows) => Array.from({ length: count }, (_, layer) => [spread(rows, cols, layer)]);

async function openFile(name, content, options = {}) {
  const page = await stage.openStill(options);
  await drop(page, name, Buffer.from(JSON.stringify(content)));
  await openedAs(page, name);
  await still(page);
  await page.mouse.move(1, 1);
  return page;
}
const show = async (page, change) => {
  await page.evaluate((view) => window.headwaters.setState(view), change);
  await page.waitForTimeout(60);
  await idle(page);
};
const textsOf = async (page) => (await layout(page)).filter(({ kind }) => kind === 'text');

const endless = [
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft', 'x',
  'https://example.org/a/very/long/path/that/never/ends?query=yes&and=more', 'a', 'a'.repeat(70), 'b', 'The', 'end',
];

for (const size of [[1280, 800], [700, 800], [390, 844]]) {
  test(`at ${size.join(' x ')} tokens without an end lie on nothing, and end where the page ends`, async () => {
    const page = await openFile('endless.json', { tokens: endless, attentions: layers(4, endless.length) }, { size });
    for (const panel of ['overview', 'bars', 'matrix', 'evolution', 'flow', 'heads', 'compare']) {
      for (const output of [0, 1]) {
        await show(page, { panel, tokens: [output], layer: 3 });
        const parts = await layout(page);
        assert.deepEqual(collisions(parts), [], panel);
        for (const part of parts.filter(({ kind }) => kind === 'text')) {
          assert.ok(part.x >= 0 && part.x + part.width <= size[0] + 1, `${panel}: "${part.name}" stands at ${part.x} to ${part.x + part.width}`);
        }
        const sign = parts.find(({ kind, name }) => kind === 'target' && name === 'about');
        assert.ok(sign, `${panel}: what the view shows is explained, however long its title is`);
        for (const other of parts.filter(({ kind, name }) => kind === 'target' && ['one', 'all', 'bars', 'matrices', 'add a column'].includes(name))) {
          const apart = other.x >= sign.x + sign.width - 4 || other.x + other.width <= sign.x + 4 || other.y >= sign.y + sign.height - 4 || other.y + other.height <= sign.y + 4;
          assert.ok(apart, `${panel}: the sign lies on ${other.name}`);
        }
      }
    }
    assert.deepEqual(page.faults, []);
  });
}

test('a file with one method compares nothing, and says so', async () => {
  const page = await openFile('cross.json', { encoder_text: ['Das', 'Haus', '.'], decoder_text: ['The', 'house'], cross_attention: layers(2, 2, 3) });
  await show(page, { panel: 'compare' });
  const texts = (await textsOf(page)).map(({ name }) => name);
  assert.ok(texts.some((text) => text.startsWith('The file has nothing else to compare')), texts.join(' | '));
  assert.ok(!texts.some((text) => /Rank correlation|Spearman/.test(text)), texts.join(' | '));
});

test('a caption that has no room loses its second token whole', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=1' });
  await page.mouse.move(1, 1);
  const captions = (await textsOf(page)).map(({ name }) => name).filter((name) => /^\[CLS\] from .*\d/.test(name));
  assert.ok(captions.length >= 2, captions.join(' | '));
  for (const caption of captions) assert.match(caption, /[\d]$/, caption);
});

for (const size of [[390, 844], [320, 480], [320, 568]]) {
  test(`at ${size.join(' x ')} the columns of Compare have their numbers`, async () => {
    const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=4&panel=compare', size });
    for (const compare of [null, [{ method: 'raw' }, { method: 'rollout' }, { method: 'flow' }, { method: 'rollout', residual: 0.25 }]]) {
      if (compare) await show(page, { compare });
      const columns = compare?.length ?? 3;
      // Below the names and layers of an upright phone, and below the words above the columns.
      const isName = ({ kind, name }) => kind === 'text' && /^[[\]A-Za-z]+$/.test(name) && !/^(raw|rollout|flow|difference)/i.test(name);
      const rows = async () => {
        const [bars] = await partsOf(page, 'figure', 'bars');
        return bars ? (await layout(page)).filter((part) => isName(part) && part.y >= bars.y && part.y < bars.y + bars.height).length : 0;
      };
      for (let wheel = 0; wheel < 6 && (await rows()) < 3; ++wheel) {
        await page.mouse.move(size[0] / 2, size[1] / 3);
        await page.mouse.wheel(0, 120);
        await page.waitForTimeout(200);
        await page.mouse.move(1, 1);
        await idle(page);
      }
      const [figure] = await partsOf(page, 'figure', 'bars');
      assert.ok(figure, 'the bars are there');
      const parts = await layout(page);
      assert.deepEqual(collisions(parts), []);
      const inside = parts.filter(({ kind, y }) => kind === 'text' && y >= figure.y && y < figure.y + figure.height);
      // Columns that have no room beside each other are lines under each token, with their names.
      const isColumn = (name) => /^(raw|rollout|flow|difference)/i.test(name);
      const names = inside.filter(({ name }) => /^[[\]A-Za-z]+$/.test(name) && !isColumn(name)).length;
      const stacked = inside.some(({ name }) => isColumn(name));
      const numbers = inside.filter(({ name }) => /^\d[.\de-]*$/.test(name));
      assert.ok(names >= (stacked ? 2 : 3), `${names} rows`);
      assert.ok(numbers.length >= columns * (names - 1), `${numbers.length} numbers in ${names} rows of ${columns} columns`);
      for (const { name, x, width } of numbers) assert.ok(x + width <= size[0] + 1, `${name} ends at ${x + width}`);
    }
  });
}

test('the legend of the evolution keeps what it measures where there is hardly room', async () => {
  const unit = async (size) => {
    const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=4&method=flow&panel=evolution', size });
    await page.mouse.move(1, 1);
    return (await textsOf(page)).find(({ name }) => name === 'attention flow, relative');
  };
  // What is seen of a text is what lies within its window.
  const [here, wide] = [await unit([320, 480]), await unit([1280, 800])];
  assert.ok(here && Math.abs(here.width - wide.width) < 1, `${here?.width} of ${wide.width}`);
});
