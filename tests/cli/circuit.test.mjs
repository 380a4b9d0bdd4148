// SPDX-License-Identifier: MIT
// @ts-check
// headwaters circuit, on the shipped encoder whose circuit is known.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters, output } from './program.mjs';

const model = fileURLToPath(new URL('../../web/models/agreement', import.meta.url));
const pairs = fileURLToPath(new URL('../data/circuit/agreement.jsonl', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'headwaters-circuit-'));
after(() => rmSync(room, { recursive: true, force: true }));
/** @param {string} name @param {string} text */
const write = (name, text) => {
  const path = join(room, name);
  writeFileSync(path, text);
  return path;
};

test('the known circuit comes first, and its test keeps the difference', () => {
  const made = JSON.parse(output(['circuit', model, '--pairs', pairs]));
  assert.deepEqual(made.cfg, { n_layers: 4, n_heads: 4, parallel_attn_mlp: false });
  const edges = Object.entries(made.edges).sort(([, a], [, b]) => Math.abs(b.score) - Math.abs(a.score));
  assert.equal(edges.length, 479);
  assert.equal(edges[0][0], 'input->a0.h0<v>');
  assert.ok(edges[0][1].in_graph && made.nodes['a0.h0'] && made.nodes.logits);
  // 9 of 479 edges keep all of it, their complement and random edges nothing.
  assert.equal(made.test.sizes[4], 9);
  assert.ok(Math.abs(made.test.faithfulness[4] - 1.07) < 0.01);
  assert.ok(made.test.intervals[4][0] > 0.95 && made.test.intervals[4][0] <= made.test.intervals[4][1]);
  assert.ok(Math.abs(made.test.complement[4]) < 0.05 && Math.abs(made.test.random.faithfulness[4][0]) < 0.05);
  assert.ok(made.held_out.faithfulness[4] > 0.95);
  // What flows out of the input is the cut's capacity.
  const sent = made.minimum_cut.flow.filter((/** @type {any[]} */ [from]) => from === 'input');
  const sum = sent.reduce((/** @type {number} */ total, /** @type {any[]} */ [, , units]) => total + units, 0);
  assert.equal(sum, made.minimum_cut.value_units);
});

test('a file gets the result, and --share chooses the size', () => {
  const out = join(room, 'circuit.json');
  assert.equal(output(['circuit', model, '--pairs', pairs, '--out', out, '--share', '0.05']).trim(), '');
  const made = JSON.parse(readFileSync(out, 'utf8'));
  const kept = Object.values(made.edges).filter((edge) => edge.in_graph).length;
  assert.equal(kept, 20); // 23, pruned
  assert.deepEqual(made.minimum_cut.cut, ['input->a0.h0<v>']);
});

test('--all has every part', () => {
  const one = write('one.jsonl', readFileSync(pairs, 'utf8').split('\n')[0]);
  const made = JSON.parse(output(['circuit', model, '--pairs', one, '--all']));
  const pair = made.pairs[0];
  assert.deepEqual(pair.differs, [2]);
  const noise = pair.noise[made.edges.indexOf('input->a0.h0<v>')];
  const whole = pair.metrics.clean.logit_difference - pair.metrics.corrupt.logit_difference;
  assert.ok(Math.abs(-noise / whole - 0.967) < 0.03);
  for (const part of ['eap', 'eap_ig_5', 'nodes', 'direct', 'head_scores', 'inputs', 'steering']) assert.ok(pair[part], part);
});

test('pairs that do not fit are refused with their number', () => {
  const bad = write(
    'bad.jsonl',
    '{"clean":"the keys [MASK]","corrupt":"the key [MASK]","answer":"are","against":"is"}\n{"clean":"the keys","corrupt":"the key","answer":"are"}\n',
  );
  const made = headwaters(['circuit', model, '--pairs', bad]);
  assert.notEqual(made.code, 0);
  assert.match(made.err, /pairs › 2 .*no masked word/);
  assert.match(headwaters(['circuit', model]).err, /needs --pairs/);
  assert.match(headwaters(['circuit', model, '--pairs', pairs, '--metric', 'size']).err, /no metric size/);
  assert.match(headwaters(['circuit', model, '--pairs', pairs, '--all', '--share', '0.1']).err, /no effect/);
});
