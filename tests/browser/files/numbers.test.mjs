// SPDX-License-Identifier: MIT
// Numbers of the views as files of the export dialog, compared with the references and the text version.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { test } from '../engine.mjs';
import { assertClose, byId, readJson, Stage } from '../harness.mjs';

const stage = Stage.forFile();
const keys = 'v=1&sample=agreement-keys&layer=6';
const known = readJson('references/toy_agreement_keys.expected.json');

/** Opens the dialog on a page and returns the texts that its buttons save. */
async function filesOf(page) {
  await page.focus('#canvas');
  await page.keyboard.press('e');
  const dialog = page.locator('dialog');
  await dialog.waitFor();
  return async (name) => {
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name, exact: true }).click()]);
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
  };
}

/** The lines of a CSV file as lists of cells. @param {string} csv */
function tableOf(csv) {
  assert.ok(csv.endsWith('\r\n'));
  return csv
    .slice(0, -2)
    .split('\r\n')
    .map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain));
}

/** Cells of the text version's tables, as numbers, including those with "−". */
const shownTables = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#mirror section')].map((section) =>
      [...section.querySelectorAll('tbody tr')].map((row) => [...row.cells].slice(1).map((cell) => cell.textContent.replaceAll('−', '-'))),
    ),
  );

/** A displayed number is the saved one, rounded. */
const assertShown = (saved, shown, what) => {
  if (saved === '') assert.match(shown, /^[–…]$/, what);
  else
    assert.ok(
      Math.abs(Number(saved) - Number(shown)) <= 5.001e-4 * Math.max(1, Math.abs(Number(saved))),
      `${what}: ${saved} is shown as ${shown}`,
    );
};

test('the comparison is saved with its difference and rank correlations', async () => {
  const page = await stage.openStill({ fragment: `${keys}&panel=compare&compare=raw/rollout/flow&flow=raw&difference=1,2` });
  const shown = await shownTables(page);
  const fileOf = await filesOf(page);
  const csv = await fileOf('CSV');
  assert.match(csv.name, /-compare\.csv$/);
  const [head, ...lines] = tableOf(csv.text);
  assert.deepEqual(head, ['key', 'token', 'Raw, layer 6', 'Rollout, layers 1–6', 'Flow, layers 1–6', 'Raw − Rollout']);
  const [raw, rollout, flow] = [known.raw_mean_source_rows[5], known.rollout_source_rows[5], known.flow.values[5]];
  assert.deepEqual(
    lines.slice(0, 11).map(([, token]) => token),
    known.tokens,
  );
  const column = (at) => lines.slice(0, 11).map((line) => Number(line[at]));
  assertClose(column(2), raw, 1e-6, 'raw');
  assertClose(column(3), rollout, 1e-6, 'rollout');
  assertClose(column(4), flow, 1e-6, 'flow');
  assertClose(
    column(5),
    raw.map((value, i) => value - rollout[i]),
    1e-6,
    'difference',
  );
  lines.slice(0, 11).forEach((line, i) => {
    shown[0][i].forEach((cell, j) => {
      assertShown(line[2 + j], cell, `${line[1]}, ${head[2 + j]}`);
    });
  });
  const correlations = lines.slice(11);
  assert.deepEqual(
    correlations.map(([first]) => first),
    ['spearman', 'spearman', 'spearman'],
  );
  correlations.forEach((line, i) => {
    shown[1][i].forEach((cell, j) => {
      assertShown(line[2 + j], cell, `correlation ${i}, ${j}`);
    });
  });

  const json = JSON.parse((await fileOf('JSON')).text);
  assert.deepEqual(
    json.columns.map(({ method, layer }) => [method, layer]),
    [
      ['raw', 6],
      ['rollout', 6],
      ['flow', 6],
    ],
  );
  assertClose(json.columns[1].values, rollout, 1e-6, 'rollout in JSON');
  assertClose(json.difference.values, column(5), 1e-9, 'difference in JSON');
  json.spearman.forEach((row, i) => {
    assertClose(row, correlations[i].slice(2, 5).map(Number), 1e-12, `row ${i}`);
  });
  assert.deepEqual(page.faults, []);
});

test('the statistics of the heads are saved as they are shown, and the flow as edges', async () => {
  const page = await stage.openStill({ fragment: `${keys}&panel=heads&heads=1,3` });
  const [shown] = await shownTables(page);
  const fileOf = await filesOf(page);
  const [head, ...lines] = tableOf((await fileOf('CSV')).text);
  assert.deepEqual(head, ['layer', 'head', 'entropy', 'distance', 'special', 'fused']);
  assert.equal(lines.length, 48);
  lines.forEach((line, i) => {
    assert.deepEqual(line.slice(0, 2), [String(Math.floor(i / 8) + 1), String(i % 8)]);
    for (const at of [0, 1, 2]) assertShown(line[2 + at], shown[i][at], `${head[2 + at]} of line ${i}`);
    assert.equal(line[5] === '1', shown[i][3] === 'yes');
  });
  const { heads } = JSON.parse((await fileOf('JSON')).text);
  assertClose(
    heads.map(([, , entropy]) => entropy),
    lines.map((line) => Number(line[2])),
    1e-12,
    'entropy',
  );

  await byId(page, 'export/figure').selectOption('flow');
  const flow = JSON.parse((await fileOf('JSON')).text);
  assert.ok(flow.value > 0);
  assert.ok(Math.abs(flow.cut.reduce((sum, [, , , capacity]) => sum + capacity, 0) - flow.value) < 1e-9, 'the cut is as large as the flow');
  const top = flow.edges.filter(([layer]) => layer === 6);
  assert.ok(Math.abs(top.reduce((sum, [, , , amount]) => sum + amount, 0) - flow.value) < 1e-9, 'the last layer carries all of it');
  assert.deepEqual(page.faults, []);
});

test('the table of faithfulness is saved with mean and deviation', async () => {
  const name = 'references/agreement/agreement_6';
  const table = readJson(`${name}.expected.json`).spearman.cls_excluded;
  const page = await stage.openStill({
    fragment: `v=1&url=${encodeURIComponent(`${stage.data.url}${name}.json`)}&panel=faithfulness&among=all&leave-out=[CLS]`,
  });
  const fileOf = await filesOf(page);
  const [head, ...lines] = tableOf((await fileOf('CSV')).text);
  assert.deepEqual(head, ['importance', 'method', 'layer', 'examples', 'mean', 'sd', 'low', 'high', 'p', 'excluded']);
  assert.equal(lines.length, 3 * 4 * 6);
  for (const [score, method, layer, examples, mean, sd, low, high, p, leftOut] of lines) {
    assert.equal(leftOut, '[CLS]');
    assert.ok(Number(low) <= Number(mean) && Number(mean) <= Number(high), 'the mean lies in its interval');
    assert.ok(p === '' || (Number(p) > 0 && Number(p) <= 1), p);
    if (method === 'joint') continue; // missing in the reference
    const cell = table[method][score][Number(layer) - 1];
    assert.equal(examples, '6');
    assertClose([Number(mean), Number(sd)], [cell.mean, cell.sd_ddof0], 1e-6, `${score}, ${method}, layer ${layer}`);
  }
  const { importance } = JSON.parse((await fileOf('JSON')).text);
  assertClose(
    importance.blankout.flow.map(({ mean }) => mean),
    table.flow.blankout.map(({ mean }) => mean),
    1e-6,
    'flow in JSON',
  );
  assert.deepEqual(page.faults, []);
});
