// SPDX-License-Identifier: MIT
// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { data, headwaters, output, result, threeLayers } from './program.mjs';

const keys = `${data}/toy_agreement_keys.json`;
/** @param {any} printed in the order that is printed */
const sum = (printed) => printed.terms.reduce((/** @type {number} */ s, /** @type {any} */ term) => s + term.value, 0) + printed.rest;
/** @param {string[]} more @param {string} [file] */
const explained = (more, file = '-') => result(['explain', file, '--format', 'json', ...more], file === '-' ? threeLayers : undefined);

test('explain takes the exact fractions of three layers apart', () => {
  const two = explained(['--method', 'rollout', '--layer', '2', '--token', '0', '--input', '2']);
  assert.ok(Math.abs(two.value - 153 / 400) < 1e-9);
  assert.deepEqual(
    two.terms.map((/** @type {any} */ t) => t.path),
    [
      [0, 2, 2],
      [0, 0, 2],
      [0, 1, 2],
    ],
  );
  assert.ok(Math.abs(two.terms[0].value - 0.32) < 1e-12);
  assert.equal(two.rest, 0);
  assert.equal(two.layer, 2);
  assert.deepEqual(two.tokens, ['the', 'sat']);
  const few = explained(['--layer', '3', '--token', '0', '--input', 'sat', '--terms', '2']);
  assert.equal(few.terms.length, 2);
  assert.ok(few.rest > 0);
  assert.ok(Math.abs(sum(few) - 311 / 800) < 1e-8);
  const flow = explained(['--method', 'flow', '--layer', '3', '--token', '0', '--input', '0']);
  assert.ok(Math.abs(flow.value - 13 / 15) < 1e-8);
  assert.equal(sum(flow), flow.value);
  assert.equal(flow.cut.capacity, flow.value);
  assert.ok(flow.complete);
});

test('explained values are those of the methods, on a real model', () => {
  for (const method of ['raw', 'rollout', 'flow']) {
    const values = result([method, keys, '--token', '0']);
    const layer = values.layers.find((/** @type {any} */ one) => one.layer === 4);
    for (const key of [0, 3, layer.values.length - 1]) {
      const found = explained(['--method', method, '--layer', '4', '--token', '0', '--input', String(key), '--terms', '10'], keys);
      assert.ok(Math.abs(found.value - layer.values[key]) < 1e-6, `${method} ${key}`);
      assert.ok(Math.abs(sum(found) - found.value) < 1e-15);
    }
  }
});

test('explain says what it needs, and prints lines for people', () => {
  assert.match(output(['explain', '-', '--token', '0', '--input', '2'], threeLayers), /^rollout after layer 3 from "the"/);
  for (const wrong of [
    [],
    ['--token', '0'],
    ['--token', 'mean', '--input', '1'],
    ['--token', '0', '--input', '9'],
    ['--token', '0', '--input', '1', '--terms', '0'],
    ['--token', '0', '--input', '1', '--format', 'csv'],
    ['--token', '0', '--input', '1', '--layer', '4'],
    ['--token', '0', '--input', '1', '--method', 'walk'],
  ]) {
    const run = headwaters(['explain', '-', ...wrong], threeLayers);
    assert.notEqual(run.code, 0, wrong.join(' '));
    assert.match(run.err, /^headwaters: /);
  }
  assert.equal(headwaters(['explain', '-', '--token', '0', '--input', '1', '--method', 'relevance'], threeLayers).code, 1);
});
