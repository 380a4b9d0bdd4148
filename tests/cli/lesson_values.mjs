// SPDX-License-Identifier: MIT
// @ts-check
// What a lesson's references to numbers mean (docs/lessons.md), computed by the command line program.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { arithmetic, taken } from '../browser/lesson_numbers.mjs';
import { result } from './program.mjs';

const samples = fileURLToPath(new URL('../../web/samples', import.meta.url));

/** @typedef {{sample?: string, tokens?: string[], attentions?: any}} Data of a step */

/** The file that a step looks at. @param {Data} data @returns {any} */
export const fileOf = (data) => (data.sample ? JSON.parse(readFileSync(`${samples}/${data.sample}.json`, 'utf8')) : data);

/** What has been computed. @type {Map<string, any>} */
const known = new Map();

/** The program's result for these data. @param {Data} data @param {string} command @param {string[]} more @returns {any} */
function asked(data, command, more) {
  const key = JSON.stringify([data, command, more]);
  if (!known.has(key)) {
    const [file, input] = data.sample ? [`${samples}/${data.sample}.json`] : ['-', JSON.stringify(data)];
    known.set(key, result([command, file, '--format', 'json', ...more], input));
  }
  return known.get(key);
}

/** A number, or a matrix. @param {string} reference such as "rollout layer=2 token=0 key=1" @param {Data} data @returns {any} */
export function valueOf(reference, data) {
  if (reference.startsWith('=')) return arithmetic(reference.slice(1));
  const { what, fields } = taken(reference);
  if (what === 'importance') return fileOf(data).importance[fields.score][Number(fields.token)];
  const atLayer = (/** @type {any} */ one) => one.layer === Number(fields.layer);
  if (what === 'spearman') return asked(data, 'correlate', []).importance[fields.score][fields.method].find(atLayer).mean;
  const { layers } = asked(data, what === 'relative-flow' ? 'flow' : what, [
    ...(what === 'relative-flow' ? ['--relative'] : []),
    ...(fields.residual ? ['--residual', fields.residual] : []),
    ...(fields.start ? ['--start-layer', fields.start] : []),
    ...(fields.token ? ['--token', fields.token] : []),
  ]);
  const { values } = layers.find(atLayer);
  return fields.token ? values[Number(fields.key)] : values;
}
