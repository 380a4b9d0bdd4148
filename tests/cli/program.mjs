// SPDX-License-Identifier: MIT
// @ts-check
// Runs the command line program that HEADWATERS names, and reads the references of tests/data.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const program = process.env.HEADWATERS ?? `${root}/build/native/headwaters`;
if (!existsSync(program)) throw new Error(`${program} is not there: build it, or name it in HEADWATERS.`);

export const data = `${root}/tests/data/references`;

/** @param {string} name */
export const json = (name) => JSON.parse(readFileSync(`${data}/${name}.json`, 'utf8'));

/**
 * @param {string[]} args
 * @param {string | Buffer} [input] what standard input holds
 */
export function headwaters(args, input = '') {
  const run = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

/**
 * The output of a call that must succeed without output on standard error.
 * @param {string[]} args
 * @param {string | Buffer} [input]
 */
export function output(args, input) {
  const run = headwaters(args, input);
  if (run.code !== 0 || run.err !== '') throw new Error(`exit ${run.code}: ${run.err}`);
  return run.out;
}

/**
 * @param {string[]} args
 * @param {string | Buffer} [input]
 */
export const result = (args, input) => JSON.parse(output(args, input));

/** The largest difference of two nested arrays of numbers, or NaN if their shapes differ.
 * @param {any} a
 * @param {any} b
 * @returns {number} */
export function distance(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b);
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return NaN;
  return a.reduce((largest, value, i) => Math.max(largest, distance(value, b[i])), 0);
}

/** A printed result has these values, [layer][output][input]. @param {{ layers: { values: number[][] }[] }} printed @param {number[][][]} expected */
export const hasValues = (printed, expected) =>
  assert.ok(
    distance(
      printed.layers.map((layer) => layer.values),
      expected,
    ) < 1e-6,
  );

/** The example of the exact fractions, with three tokens, three layers and one head. */
export const threeLayers = JSON.stringify({
  tokens: ['the', 'ca"t,', 'sat'],
  attentions: [
    [
      [
        [0.5, 0.3, 0.2],
        [0.1, 0.6, 0.3],
        [0.2, 0.2, 0.6],
      ],
    ],
    [
      [
        [0.1, 0.1, 0.8],
        [0.7, 0.2, 0.1],
        [0, 0.5, 0.5],
      ],
    ],
    [
      [
        [1 / 3, 1 / 3, 1 / 3],
        [0, 1, 0],
        [0.25, 0.25, 0.5],
      ],
    ],
  ],
});
