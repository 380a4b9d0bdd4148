// SPDX-License-Identifier: MIT
// @ts-check
// The command line's numbers of further methods, compared with their references. Covers heads, both sides at once, joint attribution.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { data, distance, hasValues, result } from './program.mjs';

const keys = `${data}/toy_agreement_keys.json`;

const methods = `${data}/methods`;
/** @param {string} name */
const reference = (name) => JSON.parse(readFileSync(`${methods}/${name}.json`, 'utf8')).values;

test('a head over all below it equals its reference, by rollout and by flow', () => {
  const file = `${methods}/data/hand_n3_causal.json`;
  const rolled = reference('head_over_rollout__hand_n3_causal');
  const flows = reference('head_over_flow__hand_n3_causal');
  const options = ['--residual', '0.25', '--normalise', 'none'];
  for (const { layer, head, matrix } of rolled.matrices) {
    const own = ['--head-of-layer', `${layer + 1}:${head}`, ...options];
    const printed = result(['rollout', file, ...own]);
    assert.ok(distance(printed.layers[layer].values, matrix) < 1e-6);
    assert.equal(printed.settings.headOfLayer, `${layer + 1}:${head}`);
    const { flow } = flows.find((/** @type {any} */ one) => one.layer === layer && one.head === head);
    assert.ok(distance(result(['flow', file, '--token', '2', '--layer', `${layer + 1}`, ...own]).layers[0].values, flow) < 1e-9);
  }
});

test('flow across encoder and decoder equals exact arithmetic on both sides, each value proven', () => {
  for (const name of ['date_day_month', 'hand_encdec', 'hand_encdec_a0', 'hand_encdec_a0.25']) {
    const { case: file, settings, values } = JSON.parse(readFileSync(`${methods}/encoder_decoder_flow__${name}.json`, 'utf8'));
    const path = file.startsWith('hand') ? `${methods}/data/${file}` : `${data}/${file}`;
    for (const { layer, token, to_encoder: encoder, to_decoder: decoder } of values) {
      const printed = result([
        'flow',
        path,
        '--part',
        'joint',
        '--token',
        `${token}`,
        '--layer',
        `${layer}`,
        '--residual',
        `${settings.residual}`,
        '--normalise',
        'none',
        '--certificate',
      ]);
      const [one] = printed.layers;
      assert.equal(one.layer, layer);
      assert.ok(distance(one.values, encoder) < 1e-9);
      assert.ok(distance(one.decoder_values, decoder) < 1e-9);
      assert.equal(one.values.length, printed.tokens.length);
      assert.equal(one.decoder_values.length, printed.decoder_tokens.length);
      [...one.values, ...one.decoder_values].forEach((value, sink) => {
        assert.equal(one.certificates[sink].capacity, value);
        const edges = one.certificates[sink].edges;
        assert.ok(edges.every((/** @type {any[]} */ [stack]) => ['encoder', 'decoder', 'cross', 'residual'].includes(stack)));
        assert.ok(Math.abs(edges.reduce((/** @type {number} */ sum, /** @type {any[]} */ edge) => sum + edge[4], 0) - value) < 1e-12);
      });
    }
  }
});

test('flow across both sides by words, hidden tokens and as shares keeps the sides apart', () => {
  const file = `${data}/date_day_month.json`;
  const plain = result(['flow', file, '--token', '-1', '--layer', '3']);
  const [layer] = plain.layers;
  const sum = [...layer.values, ...layer.decoder_values].reduce((all, value) => all + value, 0);
  const relative = result(['flow', file, '--token', '-1', '--layer', '3', '--relative']).layers[0];
  assert.ok(
    distance(
      relative.values,
      layer.values.map((/** @type {number} */ value) => value / sum),
    ) < 1e-12,
  );
  assert.ok(
    distance(
      relative.decoder_values,
      layer.decoder_values.map((/** @type {number} */ value) => value / sum),
    ) < 1e-12,
  );
  const count = plain.tokens.length;
  const hidden = result(['flow', file, '--token', '-1', '--layer', '3', '--exclude', '1', '--exclude', `${count}`]);
  assert.equal(hidden.tokens.length, count - 1);
  assert.deepEqual(hidden.decoder_tokens, plain.decoder_tokens.slice(1));
  assert.ok(distance(hidden.layers[0].decoder_values, layer.decoder_values.slice(1)) < 1e-12);
  const all = result(['flow', file, '--layer', '2']).layers[0];
  assert.equal(all.values.length, plain.decoder_tokens.length);
  assert.ok(distance(all.decoder_values.at(-1), result(['flow', file, '--token', '-1', '--layer', '2']).layers[0].decoder_values) === 0);
});

test('heads, fusion and weights of single layers', () => {
  /** @param {string[]} options */
  const rows = (...options) => result(['rollout', keys, '--token', '0', ...options]).layers;
  const mean = rows();
  const max = rows('--fusion', 'max');
  // A layer on its own. The layers below do not change.
  const third = rows('--heads-at', '3:max');
  assert.deepEqual(third.slice(0, 2), mean.slice(0, 2));
  assert.notDeepEqual(third[2], mean[2]);
  assert.deepEqual(rows('--heads-at', '6:max;1:max;2:max;3:max;4:max;5:max'), max);
  const own = ['--heads-at', '4:2'];
  assert.deepEqual(rows(...own).slice(0, 4), rows('--head-of-layer', '4:2').slice(0, 4));
  assert.deepEqual(rows('--heads-at', '2:1.3:w1,0').slice(0, 2), rows('--heads-at', '2:1').slice(0, 2));
  assert.deepEqual(rows('--fusion', 'max', '--heads-at', '1:mean;2:mean;3:mean;4:mean;5:mean;6:mean'), mean);
  const printed = result(['rollout', keys, '--heads-at', '6:max;4:5.0.2:w1,0.5,2']);
  assert.equal(printed.settings.headsAt, '4:0.2.5:w1,0.5,2;6:max');
  const flow = (/** @type {string[]} */ ...options) => result(['flow', keys, '--token', '0', '--layer', '2', ...options]).layers;
  assert.deepEqual(flow('--heads-at', '2:3'), flow('--head-of-layer', '2:3'));
});

test('heads weighed by gradients and discarding below a threshold equal their references', () => {
  const file = `${data}/toy_negation_gradients.json`;
  const { L2, L1 } = reference('gmar__toy_negation_gradients');
  hasValues(result(['rollout', file, '--token', '0', '--fusion', 'gradient-norm']), L2.source_rows);
  hasValues(result(['rollout', file, '--token', '0', '--fusion', 'gradient-norm', '--gradient-norm', 'l1']), L1.source_rows);
  const [tenth, third] = reference('discard_below_threshold__toy_agreement_keys');
  hasValues(result(['rollout', keys, '--token', '0', '--preset', 'tutorial-discard-0.1']), tenth.source_rows);
  hasValues(result(['rollout', keys, '--token', '0', '--discard', '0.3', '--discard-ties', 'keep']), third.source_rows);
});

test('joint attribution equals its references, from all tokens and from one', () => {
  for (const [name, file, ...options] of [
    ['gaf_af__toy_agreement_keys', keys],
    ['gaf_af_one_source__toy_agreement_keys', keys, '--source', '0'],
    ['gaf_gf__toy_negation_gradients', `${data}/toy_negation_gradients.json`, '--form', 'gradient'],
    ['gaf_agf_scaled__toy_negation_gradients', `${data}/toy_negation_gradients.json`, '--form', 'product', '--scale', 'largest'],
  ]) {
    const { runs, max_flow: most } = reference(name);
    for (const { mu, phi, max_flow_minus_sum: gap } of runs) {
      const printed = result(['joint', file, '--barrier', `${mu}`, ...options]);
      assert.ok(distance(printed.values, phi) < 1e-9);
      assert.ok(Math.abs(printed.max_flow - most) < 1e-9);
      assert.ok(Math.abs(printed.gap - gap) < 1e-9);
      assert.ok(printed.gap > 0 && printed.gap < printed.gap_bound);
    }
  }
});
