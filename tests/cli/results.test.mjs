// SPDX-License-Identifier: MIT
// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { data, distance, hasValues, headwaters, json, output, result, threeLayers } from './program.mjs';

const keys = `${data}/toy_agreement_keys.json`;

test('rollout prints the exact fractions of three layers', () => {
  const printed = result(['rollout', '-'], threeLayers);
  assert.equal(printed.method, 'rollout');
  assert.deepEqual(printed.tokens, ['the', 'ca"t,', 'sat']);
  assert.deepEqual(
    printed.layers.map((/** @type {any} */ l) => l.layer),
    [1, 2, 3],
  );
  assert.ok(
    distance(printed.layers[1].values, [
      [91 / 200, 13 / 80, 153 / 400],
      [119 / 400, 43 / 80, 33 / 200],
      [7 / 80, 11 / 40, 51 / 80],
    ]) < 1e-6,
  );
  assert.ok(
    distance(printed.layers[2].values, [
      [147 / 400, 39 / 160, 311 / 800],
      [119 / 400, 43 / 80, 33 / 200],
      [511 / 3200, 47 / 160, 1749 / 3200],
    ]) < 1e-6,
  );
});

test('flow prints the exact fractions of three layers, raw and relative', () => {
  const raw = result(['flow', '-'], threeLayers);
  assert.equal(raw.method, 'flow');
  hasValues(raw, [
    [
      [0.75, 0.15, 0.1],
      [0.05, 0.8, 0.15],
      [0.1, 0.1, 0.8],
    ],
    [
      [7 / 10, 3 / 10, 11 / 20],
      [9 / 20, 4 / 5, 3 / 10],
      [3 / 20, 7 / 20, 9 / 10],
    ],
    [
      [13 / 15, 19 / 30, 13 / 15],
      [9 / 20, 4 / 5, 3 / 10],
      [2 / 5, 3 / 5, 1],
    ],
  ]);
  const relative = result(['flow', '-', '--relative', '--layer', '3'], threeLayers);
  assert.equal(relative.layers.length, 1);
  assert.equal(relative.layers[0].layer, 3);
  hasValues(relative, [
    [
      [26 / 71, 19 / 71, 26 / 71],
      [9 / 31, 16 / 31, 6 / 31],
      [1 / 5, 3 / 10, 1 / 2],
    ],
  ]);
});

test('every flow has a cut of its own capacity', () => {
  const printed = result(['flow', keys, '--certificate', '--token', '0']);
  for (const layer of printed.layers) {
    assert.equal(layer.certificates.length, layer.values.length);
    layer.certificates.forEach((/** @type {any} */ cut, /** @type {number} */ sink) => {
      assert.equal(cut.capacity, layer.values[sink]);
      const sum = cut.edges.reduce((/** @type {number} */ s, /** @type {number[]} */ edge) => s + edge[3], 0);
      assert.ok(Math.abs(sum - layer.values[sink]) < 1e-12);
      assert.ok(cut.edges.every((/** @type {number[]} */ edge) => edge[0] >= 1 && edge[0] <= layer.layer));
    });
  }
  const all = result(['flow', '-', '--certificate', '--layer=2'], threeLayers);
  assert.equal(all.layers[0].certificates[2][1].capacity, all.layers[0].values[2][1]);
});

test('rollout, raw attention and flow of a real model equal their references', () => {
  const expected = json('toy_agreement_keys.expected');
  hasValues(result(['rollout', keys]), expected.rollout);
  hasValues(result(['rollout', keys, '--token', '0']), expected.rollout_source_rows);
  hasValues(result(['raw', keys, '--token', '0']), expected.raw_mean_source_rows);
  hasValues(result(['flow', keys, '--token', '0']), expected.flow.values);
});

test('gradient rollout and relevance equal their references', () => {
  const file = `${data}/toy_negation_gradients.json`;
  const expected = json('toy_negation_gradients.expected');
  hasValues(result(['gradient-rollout', file, '--token', '0']), expected.gradient_rollout);
  hasValues(result(['gradient-rollout', file, '--token', '0', '--gradient-normalise', 'rows-first']), expected.gradient_rollout_rows_first);
  hasValues(result(['relevance', file, '--token', '0']), expected.relevance);
});

test('relevance across encoder and decoder equals its reference, as does that of either side', () => {
  const file = `${data}/date_gradients.json`;
  const expected = json('date_gradients.expected');
  const across = result(['relevance', file]);
  hasValues(across, expected.relevance_cross);
  assert.deepEqual(across.queries, json('date_gradients').decoder.tokens);
  assert.ok(distance(result(['relevance', file, '--part', 'encoder']).layers.at(-1).values, expected.relevance_enc) < 1e-6);
  assert.ok(distance(result(['relevance', file, '--part', 'decoder']).layers.at(-1).values, expected.relevance_dec) < 1e-6);
  assert.deepEqual(
    result(['relevance', file, '--start-layer', '3']).layers.map((/** @type {any} */ { layer }) => layer),
    [3],
  );
});

test('an encoder-decoder file gives the joined rollout, or either side alone', () => {
  const file = `${data}/date_day_month.json`;
  const expected = json('date_day_month.expected');
  const joined = result(['rollout', file]);
  hasValues(joined, Object.values(expected.joined_by_cross_layer));
  assert.deepEqual(joined.queries, json('date_day_month').decoder.tokens);
  assert.deepEqual(joined.tokens, json('date_day_month').encoder.tokens);
  assert.ok(distance(result(['rollout', file, '--part', 'decoder']).layers.at(-1).values, expected.R_dec) < 1e-6);
  assert.ok(distance(result(['rollout', file, '--part', 'encoder']).layers.at(-1).values, expected.R_enc) < 1e-6);
  hasValues(result(['raw', file]), Object.values(expected.cross_mean_by_layer));
});

test('correlate prints the reference table, with and without [CLS]', () => {
  const file = `${data}/agreement/agreement_6.json`;
  const expected = json('agreement/agreement_6.expected').spearman.cls_excluded;
  const printed = result(['correlate', file, '--among', 'all', '--exclude', '[CLS]', '--format', 'json']);
  assert.equal(printed.examples, 6);
  for (const [method, scores] of Object.entries(expected)) {
    for (const [name, layers] of Object.entries(/** @type {any} */ (scores))) {
      const cells = printed.importance[name][method];
      assert.equal(cells.length, layers.length);
      layers.forEach((/** @type {any} */ cell, /** @type {number} */ i) => {
        assert.ok(Math.abs(cells[i].mean - cell.mean) < 1e-7);
        assert.ok(Math.abs(cells[i].sd - cell.sd_ddof0) < 1e-7);
      });
    }
  }
  assert.equal(printed.among, 'all');
  const withCls = result(['correlate', file, '--among', 'all', '--format', 'json']);
  assert.notEqual(withCls.importance.blankout.rollout[3].mean, printed.importance.blankout.rollout[3].mean);
  assert.match(
    output(['correlate', file]),
    /^Excludes special tokens, attention sinks and the output’s own token\.\nblankout, 6 examples: .*\nraw {14}L1/,
  );
  assert.match(output(['correlate', file, '--format', 'csv']), /^importance,method,layer,examples,mean,sd,low,high,p,p_of_table\r\n/);
});

test('info names shape, tokens, kind and warnings', () => {
  const info = result(['info', keys, '--format', 'json']);
  const tokens = json('toy_agreement_keys').tokens;
  assert.deepEqual([info.layers, info.heads, info.queries, info.keys], [6, 8, 11, 11]);
  assert.deepEqual(info.tokens, tokens);
  assert.equal(info.kind, 'self');
  assert.deepEqual(info.warnings, []);
  const both = result(['info', `${data}/date_day_month.json`, '--format', 'json']);
  assert.equal(both.kind, 'encoder-decoder');
  assert.deepEqual(both.tokens, json('date_day_month').decoder.tokens);
  assert.deepEqual(both.parts.encoder.tokens, json('date_day_month').encoder.tokens);
  const causal = '{"attentions":[[[[1,0],[0.5,0.5]]]]}';
  assert.equal(result(['info', '-', '--format', 'json'], causal).kind, 'causal');
  const odd = result(['info', '-', '--format=json'], '{"tokens":["a","b"],"attentions":[[[[0.5,0.4],[1,0]]],[[[0,1],[1,0]]]]}');
  assert.equal(odd.warnings.length, 1);
  assert.match(odd.warnings[0], /1 of 4 rows does not sum to 1/);
  assert.match(output(['info', keys]), /kind {13}self\nattention {8}6 layers, 8 heads, 11 tokens\n/);
});

test('settings act: one head, no residual, a later start, discarding in either order', () => {
  const w = json('toy_agreement_keys').attentions;
  hasValues(
    result(['raw', keys, '--heads', '3']),
    w.map((/** @type {any} */ layer) => layer[3]),
  );
  const noResidual = result(['rollout', '-', '--residual', '0'], threeLayers);
  assert.ok(distance(noResidual.layers[0].values[0], [0.5, 0.3, 0.2]) < 1e-6);
  assert.equal(noResidual.settings.preset, 'no-residual');
  const late = result(['rollout', '-', '--start-layer', '2'], threeLayers);
  assert.deepEqual(
    late.layers.map((/** @type {any} */ l) => l.layer),
    [2, 3],
  );
  assert.ok(distance(late.layers[0].values[0], [0.55, 0.05, 0.4]) < 1e-6);
  assert.equal(late.settings.startLayer, 2);
  // Discards four of nine entries in layer 2. With the residual first the values are 0, .05, .05, .25, with discarding first 0, .1, .1, .1.
  const second = (/** @type {string} */ order) =>
    result(['rollout', '-', '--start-layer', '2', '--discard', '0.45', '--order', order], threeLayers).layers[0].values;
  const tutorial = [
    [0.55 / 0.95, 0, 0.4 / 0.95],
    [0.35 / 0.95, 0.6 / 0.95, 0],
    [0, 0, 1],
  ];
  const vitExplain = [
    [0.5 / 0.9, 0, 0.4 / 0.9],
    [0.35 / 0.95, 0.6 / 0.95, 0],
    [0, 0.25, 0.75],
  ];
  assert.ok(distance(second('residual-first'), tutorial) < 1e-6);
  assert.ok(distance(second('fuse,residual,discard,renormalise'), tutorial) < 1e-6);
  assert.ok(distance(second('discard-first'), vitExplain) < 1e-6);
  assert.ok(distance(second('fuse,discard,residual,renormalise'), vitExplain) < 1e-6);
  const max = result(['raw', keys, '--fusion', 'max', '--token', '0']).layers[0].values[2];
  assert.ok(Math.abs(max - Math.max(...w[0].map((/** @type {any} */ head) => head[0][2]))) < 1e-6);
});

test('a preset is a starting point that options change', () => {
  const preset = result(['rollout', keys, '--discard', '0.5', '--preset', 'vit-explain (corrected)']);
  assert.equal(preset.settings.order, 'discard-first');
  assert.equal(preset.settings.discard, 0.5);
  assert.equal(preset.settings.preset, null);
  for (const name of [
    'abnar-zuidema-2020',
    'vit-explain-corrected',
    'vit-explain-as-published',
    'chefer-2021-start-layer',
    'tutorial-discard-0.1',
    'no-residual',
    'globenc-fixed-residual',
  ]) {
    assert.equal(result(['rollout', keys, '--preset', name]).settings.preset, name);
  }
});

test('an output token is named by number, from the end, or by its text', () => {
  const row = (/** @type {string} */ token) => result(['rollout', keys, '--token', token]).layers[5].values;
  assert.deepEqual(row('-1'), row('10'));
  assert.deepEqual(row('keys'), row('2'));
  assert.deepEqual(row('[CLS]'), row('0'));
  const both = row('1,2');
  assert.ok(Math.abs(both[4] - row('1')[4] - row('2')[4]) < 1e-6);
  const mean = row('mean');
  assert.ok(Math.abs(mean.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b) - 1) < 1e-5);
  const several = headwaters(['rollout', keys, '--token', 'the']);
  assert.equal(several.code, 2);
  assert.match(several.err, /Several tokens are "the": 1, 4, 8\./);
});

test('CSV has a column a token, in quotes where the token needs them', () => {
  const lines = output(['rollout', '-', '--format', 'csv'], threeLayers).split('\r\n');
  assert.equal(lines[0], 'layer,query,token,the,"ca""t,",sat');
  assert.equal(lines.length, 11);
  assert.match(lines[1], /^1,0,the,0\.75,0\.15\d*,0\.1\d*$/);
  const row = output(['rollout', '-', '--format', 'csv', '--token', '1'], threeLayers).split('\r\n');
  assert.equal(row[0], 'layer,the,"ca""t,",sat');
  assert.equal(row.length, 5);
});
