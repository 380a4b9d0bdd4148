// SPDX-License-Identifier: MIT
// Columns of the compare view. Compares their numbers with the results, with other examples, and with a file opened before.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { drop, idle, openedAs, openSide, readJson, Stage, still, until } from '../harness.mjs';

const stage = Stage.forFile();

/** The mirror's tables as [column names, [row label, ...cells]...]. */
const tables = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#mirror table')].map((table) =>
      [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)),
    ),
  );
const numbers = (rows, column) => rows.slice(1).map((cells) => Number(cells[column].replace('−', '-').split(' ').at(-1)));

test('columns hold the reference numbers, their difference and their correlation', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6&panel=compare&compare=raw/rollout' });
  const known = readJson('references/toy_agreement_keys.expected.json');
  const [values, correlations] = await tables(page);
  known.tokens.forEach((token, i) => {
    const raw = known.raw_mean_source_rows[5][i];
    const rollout = known.rollout_source_rows[5][i];
    const before = known.tokens.slice(0, i + 1).filter((other) => other === token).length;
    assert.equal(values[i + 1][0], known.tokens.indexOf(token) === known.tokens.lastIndexOf(token) ? token : `${token} (${before})`);
    assert.ok(Math.abs(numbers(values, 1)[i] - raw) < 6e-4, `raw ${token}`);
    assert.ok(Math.abs(numbers(values, 2)[i] - rollout) < 6e-4, `rollout ${token}`);
    assert.ok(Math.abs(numbers(values, 3)[i] - (raw - rollout)) < 6e-4, `difference ${token}`);
  });
  const ranks = (row) => row.map((value) => row.filter((other) => other < value).length);
  const [a, b] = [ranks(known.raw_mean_source_rows[5]), ranks(known.rollout_source_rows[5])];
  const squares = a.reduce((sum, rank, i) => sum + (rank - b[i]) ** 2, 0);
  const spearman = 1 - (6 * squares) / (11 * (121 - 1)); // no ties here
  assert.ok(Math.abs(numbers(correlations, 1)[1] - spearman) < 6e-4);
});

test('another example stands beside the present one, at its own output', async () => {
  const name = 'agreement/agreement_6.json';
  const page = await stage.openStill({
    fragment: `v=1&url=${encodeURIComponent(`${stage.data.url}references/${name}`)}&panel=compare&layer=2&compare=rollout/rollout,example:3`,
  });
  const shown = (await tables(page))[0];
  assert.equal(await page.evaluate(() => window.headwaters.state.example), 0);
  await page.evaluate(() => window.headwaters.setState({ example: 3 }));
  await until(page, () => window.headwaters.state.example === 3);
  await page.evaluate(() => window.headwaters.setState({ layer: 1 }));
  await idle(page);
  const { layers, tokens } = await page.evaluate(() => window.headwaters.results());
  const cells = shown
    .slice(1)
    .map((row) => row[2])
    .filter((text) => text !== '–');
  assert.equal(cells.length, tokens.length);
  cells.forEach((text, i) => {
    assert.ok(text.startsWith(tokens[i]), `${text}: ${tokens[i]}`);
    assert.ok(Math.abs(Number(text.split(' ').at(-1)) - layers[1].values[i]) < 6e-4, text);
  });
  assert.deepEqual(page.faults, []);
});

test('the file opened before is a column beside the present one', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6' });
  await drop(page, 'two.json', Buffer.from('{"tokens":["x","y"],"attentions":[[[[0.5,0.5],[0.25,0.75]]]]}'));
  await openedAs(page, 'two.json');
  await still(page);
  await page.evaluate(() => window.headwaters.setState({ panel: 'compare' }));
  await idle(page);
  await openSide(page);
  const column = page.locator('#side select[name="compare-2-file"]');
  await column.selectOption({ index: 1 });
  await idle(page);
  const [values, correlations] = await tables(page);
  assert.equal(values.length, 1 + 11, 'as many rows as the longer file has tokens');
  // The view is after the first layer, the only one of the present file.
  const known = readJson('references/toy_agreement_keys.expected.json').rollout_source_rows[0];
  assert.equal(values[1][2], `[CLS] ${known[0].toFixed(3)}`);
  assert.equal(values[11][1], '–');
  assert.equal(correlations[2][1], '–', 'lengths differ: no correlation');
  assert.deepEqual(page.faults, []);
});
