// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { joinCsv, joinJson, numbersOf, ofLayer } from '../../web/dialogs/export.js';
import { boundOf, describeLink } from '../../web/dialogs/share.js';
import { descriptionOf, sizeOf } from '../../web/paper/figures.js';
import { formText, millimetresOf } from '../../web/paper/figure_file.js';

test('the layers of several results become one table', () => {
  const csv = joinCsv(['layer,query,token,a\r\n1,0,a,0.5\r\n', 'layer,query,token,a\r\n2,0,a,0.25\r\n']);
  assert.equal(csv, 'layer,query,token,a\r\n1,0,a,0.5\r\n2,0,a,0.25\r\n');
  const json = JSON.parse(joinJson(['{"method":"raw","layers":[{"layer":1}]}', '{"method":"raw","layers":[{"layer":2}]}']));
  assert.deepEqual(json, { method: 'raw', layers: [{ layer: 1 }, { layer: 2 }] });
});

test('a figure of one row asks for it over all layers, small multiples for each layer that takes part', async () => {
  /** @type {object[]} */
  const asked = [];
  const page = /** @type {any} */ ({
    state: { method: 'rollout', side: 'encoder', layer: 2, settings: { start: 1 }, document: { layers: 3 } },
    results: async (/** @type {{layer?: number, format: string}} */ wanted) => {
      asked.push(wanted);
      return wanted.format === 'csv' ? `layer\r\n${wanted.layer}\r\n` : { layers: [{ layer: wanted.layer }] };
    },
  });
  await numbersOf(page, { name: 'evolution', hasNumbers: false }, 'csv');
  await numbersOf(page, { name: 'matrix', hasNumbers: false }, 'csv');
  assert.deepEqual(asked, [{ format: 'csv' }, { layer: 2, format: 'csv' }]);
  await numbersOf(page, { name: 'compare', hasNumbers: true }, 'csv');
  assert.deepEqual(asked.pop(), { view: 'compare', format: 'csv' });
  assert.equal(await numbersOf(page, { name: 'multiples', hasNumbers: false }, 'csv'), 'layer\r\n1\r\n2\r\n');
  assert.deepEqual(JSON.parse(await numbersOf(page, { name: 'multiples', hasNumbers: false }, 'json')), {
    layers: [{ layer: 1 }, { layer: 2 }],
  });
});

test('bars and picture hold the present layer alone, whatever their tokens are', async () => {
  const csv = 'layer,"a\r\n1,",b\r\n1,0.5,0.5\r\n2,0.25,0.75\r\n12,1,0\r\n';
  assert.equal(ofLayer(csv, 'csv', 1), 'layer,"a\r\n1,",b\r\n1,0.5,0.5\r\n');
  const page = /** @type {any} */ ({
    state: { method: 'rollout', side: 'encoder', layer: 1, settings: { start: 0 } },
    results: async (/** @type {{format: string}} */ { format }) =>
      format === 'csv' ? csv : { method: 'rollout', layers: [{ layer: 1 }, { layer: 2, values: [0.25] }] },
  });
  for (const view of /** @type {const} */ (['bars', 'image'])) {
    assert.equal(await numbersOf(page, { name: view, hasNumbers: false }, 'csv'), 'layer,"a\r\n1,",b\r\n2,0.25,0.75\r\n');
    assert.deepEqual(JSON.parse(await numbersOf(page, { name: view, hasNumbers: false }, 'json')), {
      method: 'rollout',
      layers: [{ layer: 2, values: [0.25] }],
    });
  }
});

test("a figure's size is read from its first tag", () => {
  assert.deepEqual(sizeOf('<svg xmlns="http://www.w3.org/2000/svg" width="720" height="412.5" viewBox="0 0 720 412.5">'), {
    width: 720,
    height: 412.5,
  });
});

test('what a figure says of itself is read as text', () => {
  const svg = '<svg><title>t</title><desc>“&lt;b&gt;” &amp;lt; &quot;a&quot;</desc></svg>';
  assert.equal(descriptionOf(svg), '“<b>” &lt; "a"');
  assert.equal(descriptionOf('<svg/>'), '');
});

test('a width on paper is read in any unit, and told in hundredths of a millimetre', () => {
  for (const [width, millimetres] of /** @type {[string | number, number][]} */ ([
    [83, 83],
    ['83', 83],
    ['83mm', 83],
    ['17cm', 170],
    [' 3.5in ', 88.9],
    ['240pt', (240 / 72) * 25.4],
  ])) {
    assert.ok(Math.abs(millimetresOf(width) - millimetres) < 1e-9, String(width));
  }
  for (const wrong of ['', 'wide', '83 px', 3, 1e9, '-83mm', '8.3.3mm'])
    assert.throws(() => millimetresOf(wrong), /is not a figure width/, String(wrong));
  assert.equal(formText({}), 'paper=light palette=own title=on caption=on');
  assert.equal(
    formText({ width: '83mm', fontSize: 7, theme: 'dark', palette: 'grey', title: false, caption: false }),
    'print=8300 points=700 paper=dark palette=grey title=off caption=off',
  );
  for (const fontSize of [0, 3.9, 25, NaN]) assert.throws(() => formText({ width: 83, fontSize }), /doesn’t fit/);
});

test('the size of a figure laid out in millimetres is told in pixels', () => {
  const { width, height } = sizeOf('<svg xmlns="x" width="25.4mm" height="50.8mm" viewBox="0 0 1 2">');
  assert.ok(Math.abs(width - 96) < 1e-9 && Math.abs(height - 192) < 1e-9);
});

const link = { url: 'https://example.org/#a', characters: 900, errorBound: 0.0017, leftOut: [] };

test('the sender is told how far rounding moves rank correlations, never less than it does', () => {
  assert.match(
    describeLink({ ...link, rankError: 0.1101 }),
    /Bars are off by at most \.?0?\.?0017\. Rank correlations with scores are off by at most 0?\.111\.$/,
  );
  assert.match(describeLink({ ...link, rankError: 0.005 }), /correlations/);
});

test('nothing is said of correlations without scores, or where they hardly move', () => {
  for (const rankError of [undefined, 0, 0.0049]) assert.doesNotMatch(describeLink({ ...link, rankError }), /correlation/);
});

test('a bound is rounded up', () => {
  assert.equal(boundOf(0.00123), '0.0013');
  assert.equal(boundOf(0.1101, 3), '0.111');
  assert.equal(boundOf(0.00000123), '0.0000013');
});
