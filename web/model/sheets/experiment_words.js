// SPDX-License-Identifier: MIT
// @ts-check
// What an experiment says of its curves: their names, and where and whether a ranking differs from chance.

import { inLanguage, tr } from '../../boot/words.js';
import { capital, kinds, questionWords, signed } from './parts.js';

/** @typedef {import('../cut/asked.js').Question} Question */
/** @typedef {{kind: string, ranking: string}} How what is cut, and by which ranking */
/**
 * @typedef {object} Result the question's value as it is, and with the first so many cut
 * @property {number} value @property {number[]} counts @property {number[]} ranked one value a count
 * @property {{mean: number[], low: number[], high: number[]}} random of as many others
 * @property {number} area between the curves @property {number} p share of the draws that are as low @property {number} draws
 */

/** @returns {[string, string][]} */
export const rankings = () => [
  ['gradients', tr('gradients')],
  ['relevance', tr('relevance')],
  ['rollout', tr('rollout')],
  ['flow', tr('flow')],
  ['attention', tr('attention')],
];

/** Patches are wiped, not cut. @param {How} how */
export const isWiping = ({ kind }) => kind === 'patch';

/** What stands in the figure of the curves. @param {Question} question @param {How} how @param {import('./parts.js').Context} context */
export function curveWords(question, how, context) {
  const named = kinds({ ...context, readsPictures: true }).find(([own]) => own === how.kind)?.[1] ?? '';
  const method = rankings().find(([own]) => own === how.ranking)?.[1] ?? '';
  const asked = questionWords(question);
  return {
    question: asked,
    method: tr('ranked by {}', method),
    ranking: how.ranking === 'attention' ? 'raw' : how.ranking,
    ...(isWiping(how)
      ? { title: tr('{} against the number of patches that are wiped', asked), axis: tr('patches wiped'), chance: tr('random patches') }
      : {
          title: tr('{} against the number of {} that are cut', asked, named),
          axis: tr('{} cut', named),
          chance: tr('others of equal weight'),
        }),
  };
}

/** Whether the ranking is more than chance. @param {Result} result */
function verdictWords({ p, draws }) {
  if (p * (draws + 1) < 1.5) return tr('More than chance: none of the draws is as low (p = {}).', inLanguage(p.toFixed(3)));
  if (p <= 0.05) return tr('More than chance: p = {}.', inLanguage(p.toFixed(3)));
  return tr('Not more than chance does: p = {}.', inLanguage(p.toFixed(3)));
}

/** @param {Question} question @param {How} how @param {Result} result @param {boolean} isLast of few draws nothing can be told yet */
export function resultWords(question, how, result, isLast) {
  const { value, counts, ranked, random, area, draws } = result;
  // The count where the ranking differs most from chance says most.
  const best = counts.reduce((at, _, i) => (random.mean[i] - ranked[i] > random.mean[at] - ranked[at] ? i : at), 0);
  const numbers = [
    capital(questionWords(question)),
    signed(value),
    counts[best],
    signed(ranked[best]),
    signed(random.mean[best]),
    signed(random.low[best]),
    signed(random.high[best]),
    draws,
    signed(area),
    isLast ? verdictWords(result) : tr('More draws follow …'),
  ];
  return isWiping(how)
    ? tr(
        '{}: {}. Where it differs most from chance, with the first {} wiped: {}; with as many random patches {} ({} to {} in 95 % of {} draws). Area between the curves: {}. {}',
        ...numbers,
      )
    : tr(
        '{}: {}. Where it differs most from chance, with the first {} cut: {}; with as many others of equal weight {} ({} to {} in 95 % of {} draws). Area between the curves: {}. {}',
        ...numbers,
      );
}
