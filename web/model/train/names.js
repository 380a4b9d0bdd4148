// SPDX-License-Identifier: MIT
// @ts-check
// A training as a model's name in links: `train:RECIPE:SEED`, and `train:RECIPE@VERSION:SEED` for a later version of the recipe. RECIPE is a
// name, or JSON (docs/train.md). The step is a value of the recipe of a run.

import { ProblemError } from '../../base/problem.js';
import { tr } from '../../base/language.js';
import { largestSeed } from './tasks.js';

/** @typedef {{recipe: string, seed: number, version: number}} Trains */

const prefix = 'train:';
/** Longer recipes would not fit in a link. */
const longest = 20_000;

/** @param {string} text a model's name */
export const isTraining = (text) => text.startsWith(prefix);

/** @param {Trains} trains */
export const trainingName = ({ recipe, seed, version }) => `${prefix}${recipe}${version > 1 ? `@${version}` : ''}:${seed}`;

/** @param {string} text a stranger's name that begins as one of a training @returns {Trains} throws if it is none */
export function trainsOf(text) {
  const found = /^train:(\{.*\}|[a-z\d-]{1,40})(?:@(\d{1,4}))?:(\d{1,10})$/s.exec(text);
  const seed = Number(found?.[3]);
  if (!found || text.length > longest || seed > largestSeed)
    throw new ProblemError(
      text.slice(0, 60),
      tr('This is not a training: the name needs a task and a seed from 0 to {}.', largestSeed),
      tr('Write it as train:copy:1.'),
    );
  return { recipe: found[1], seed, version: Number(found[2] ?? 1) };
}
