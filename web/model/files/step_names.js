// SPDX-License-Identifier: MIT
// @ts-check
// Steps of training in the names of folders, revisions and addresses.

import { ProblemError } from '../../base/problem.js';
import { tr } from '../../base/language.js';

/**
 * The step in a name without folders, as in src/model/steps/step_name.h: 500 for "checkpoint-500", "global_step500" and "500".
 * @param {string} name @returns {number | null}
 */
export function stepNamed(name) {
  if (/^\d+$/.test(name)) return name.length <= 9 ? Number(name) : null;
  const found = /(?:checkpoint|ckpt|step|iteration|iter|epoch)[-_=]?(\d{1,9})(?!\d)/i.exec(name);
  return found ? Number(found[1]) : null;
}

/** Maximum number of checkpoints of one model. */
export const mostSteps = 1000;

/** "1,2,4" or "0..8..2" between braces, as in shells. @param {string} item @returns {string[]} */
function itemsOf(item) {
  const [, from, to, by = '1'] = /^(\d{1,9})\.\.(\d{1,9})(?:\.\.([1-9]\d{0,8}))?$/.exec(item) ?? [];
  if (from === undefined) return [item];
  const count = Math.max(Math.floor((Number(to) - Number(from)) / Number(by)) + 1, 0);
  return Array.from({ length: Math.min(count, mostSteps + 1) }, (_, i) => String(Number(from) + i * Number(by)));
}

/** @param {string} text such as "a@step{0,1,2..6..2}" @returns {string[]} */
function expanded(text) {
  const [, before, list, after] = /^([^{]*)\{([^{}]*)\}(.*)$/.exec(text) ?? [];
  if (list === undefined) return [text];
  return list
    .split(',')
    .flatMap(itemsOf)
    .slice(0, mostSteps + 1)
    .map((item) => before + item + after);
}

/**
 * The checkpoints in a list of models, which spaces or lines separate.
 * @param {string} text @param {(model: string) => URL} addressOf
 * @returns {{step: number, address: URL}[] | null} ascending, at least two; null for a single model. Throws if a model of several has no step,
 * or two have the same
 */
export function stepsInList(text, addressOf) {
  const models = text
    .trim()
    .split(/\s+/)
    .slice(0, mostSteps + 1)
    .flatMap(expanded);
  if (models.length < 2) return null;
  if (models.length > mostSteps)
    throw new ProblemError(tr('model'), tr('There are more than {} checkpoints.', mostSteps), tr('Name fewer.'));
  const steps = models.map((model) => {
    const address = addressOf(model);
    const names = address.pathname.split('/').reverse();
    const step = names.map((name) => stepNamed(decodeURIComponent(name))).find((one) => one !== null);
    if (step === undefined || step === null)
      throw new ProblemError(model, tr('This name has no step.'), tr('Use names such as org/model@step500 or …/checkpoint-500.'));
    return { step, address };
  });
  return inOrder(steps);
}

/** Ascending. Throws if two have the same step. @template {{step: number}} T @param {T[]} steps @returns {T[]} */
export function inOrder(steps) {
  const sorted = [...steps].sort((a, b) => a.step - b.step);
  const twice = sorted.find(({ step }, i) => step === sorted[i + 1]?.step);
  if (twice) throw new ProblemError(tr('step {}', twice.step), tr('Two checkpoints have this step.'), tr('Remove one of them.'));
  return sorted;
}
