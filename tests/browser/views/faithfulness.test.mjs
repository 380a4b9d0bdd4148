// SPDX-License-Identifier: MIT
// The faithfulness table in the page, compared with the table that independent code computed.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { idle, openSide, readJson, Stage, still } from '../harness.mjs';

const stage = Stage.forFile();
const name = 'references/agreement/agreement_6';
const known = readJson(`${name}.expected.json`);

const tables = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#mirror section')].map((section) => ({
      title: section.querySelector('caption').textContent,
      rows: [...section.querySelectorAll('tbody tr')].map((row) =>
        [...row.cells].slice(1).map((cell) => cell.textContent.replaceAll('−', '-')),
      ),
    })),
  );

async function openTable(fields) {
  const page = await stage.open({
    fragment: `v=1&url=${encodeURIComponent(`${stage.data.url}${name}.json`)}&panel=faithfulness&among=all&${fields}`,
  });
  await still(page);
  return page;
}

const methods = ['raw', 'rollout', 'flow'];

test('means over the examples are those of the reference, each in its interval', async () => {
  const page = await openTable('leave-out=[CLS]');
  const shown = await tables(page);
  for (const score of ['blankout', 'input_gradient', 'grad_x_input']) {
    const table = shown.find(({ title }) => title.endsWith(`against ${score}`));
    methods.forEach((method, m) => {
      known.spearman.cls_excluded[method][score].forEach(({ mean }, layer) => {
        const [shownMean, low, high] = table.rows[m][layer].match(/-?[\d.]+/g).map(Number);
        assert.ok(Math.abs(shownMean - mean) < 6e-4, `${score}, ${method}, layer ${layer + 1}: ${shownMean}, expected ${mean}`);
        assert.ok(low <= shownMean && shownMean <= high, `${score}, ${method}, layer ${layer + 1}: ${shownMean} not in ${low} to ${high}`);
      });
    });
  }
  assert.deepEqual(page.faults, []);
});

test('one example alone has its own correlations, and another example others', async () => {
  const page = await openTable('leave-out=[CLS]&scores=this&example=2');
  const table = (await tables(page)).find(({ title }) => title.endsWith('against blankout'));
  assert.match(table.title, /for this example/);
  methods.forEach((method, m) => {
    known.per_example_cls_excluded[method].blankout.forEach((values, layer) => {
      const cell = Number.parseFloat(table.rows[m][layer]);
      assert.ok(Math.abs(cell - values[2]) < 6e-4, `${method}, layer ${layer + 1}: ${cell}, expected ${values[2]}`);
    });
  });
});

test('the ranking takes [CLS] in again by a switch of the text version', async () => {
  const page = await openTable('leave-out=[CLS]');
  const before = await tables(page);
  await openSide(page);
  await page
    .locator('#side input[name="leave-out"]')
    .first()
    .evaluate((box) => box.click());
  await idle(page);
  const after = await tables(page);
  assert.notDeepEqual(after[0].rows, before[0].rows);
});
