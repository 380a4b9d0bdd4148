// SPDX-License-Identifier: MIT
// @ts-check
// The words for an experiment's curves: their names, and where and whether a ranking differs from chance.

import { inLanguage, tr } from '../../base/words.js';
import { capital, kinds, questionWords, signed, unitsAmong } from '../run/parts.js';

/** @typedef {import('../cut/asked.js').Question} Question */
/** @typedef {{kind: string, ranking: string, among?: string}} How what is cut, and by which ranking; of tokens which take part */
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

/** What stands in the figure of the curves. @param {Question} question @param {How} how @param {import('../run/parts.js').Context} context */
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
          ...(how.kind === 'token'
            ? { title: tr('{} against the number of {} that are hidden', asked, named), axis: tr('{} hidden', named) }
            : { title: tr('{} against the number of {} that are cut', asked, named), axis: tr('{} cut', named) }),
          nearest: tr('nearest first'),
          chance: how.kind === 'head' ? tr('random heads') : tr('random, same weight'),
        }),
  };
}

/** Below it a difference counts as more than chance. */
const mostChance = 0.05;

/**
 * Holm's adjustment: the smallest level at which each of several tests would be rejected.
 * @param {number[]} p @returns {number[]}
 */
export function holm(p) {
  const order = p.map((_, at) => at).sort((a, b) => p[a] - p[b]);
  const adjusted = p.map(() => 1);
  let most = 0;
  order.forEach((at, rank) => {
    most = Math.max(most, (p.length - rank) * p[at]);
    adjusted[at] = Math.min(most, 1);
  });
  return adjusted;
}

/** @param {number} p */
const pWords = (p) => inLanguage(p.toFixed(3));

/**
 * Whether the area is more than chance, among the rankings that were tried of the same question.
 * @param {Result} result @param {number[]} others the p of the other rankings
 */
export function verdictWords({ p, draws, area }, others) {
  const tests = others.length + 1;
  const least = tests / (draws + 1);
  const adjusted = holm([p, ...others])[0];
  const numbers =
    tests > 1 ? tr('p = {}, {} after Holm’s correction for {} rankings', pWords(p), pWords(adjusted), tests) : tr('p = {}', pWords(p));
  if (adjusted < mostChance && area > 0) return tr('Better than chance ({}).', numbers);
  if (least >= mostChance) return tr('{} draws cannot decide whether this is chance ({}).', draws, numbers);
  return tr('Not distinguished from chance ({}).', numbers);
}

/** The mean over the counts of what random cuts leave and these do not. @param {{mean: number[]}} random @param {number[]} values */
export const areaOf = (random, values) => values.reduce((sum, value, at) => sum + random.mean[at] - value, 0) / values.length;

/**
 * @param {Question} question @param {How} how @param {Result & {nearest?: number[]}} result @param {number[]} others the p of other rankings
 * @param {boolean} isLast of few draws nothing can be told yet
 */
export function resultWords(question, how, result, others, isLast) {
  const { value, counts, ranked, random, area, draws, nearest } = result;
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
  ];
  const most = isWiping(how)
    ? tr('{}: {}. With the first {} wiped it is {}, with as many random patches {} ({} to {} in 95 % of {} draws).', ...numbers)
    : how.kind === 'token'
      ? tr(
          '{}: {}. With the first {} hidden it is {}, with as many random ones of about the same weight {} ({} to {} in 95 % of {} draws).',
          ...numbers,
        )
      : how.kind === 'head'
        ? tr('{}: {}. With the first {} cut it is {}, with as many random heads {} ({} to {} in 95 % of {} draws).', ...numbers)
        : tr(
            '{}: {}. With the first {} cut it is {}, with as many random ones of about the same weight {} ({} to {} in 95 % of {} draws).',
            ...numbers,
          );
  return [
    most,
    tr('This is where they differ most.'),
    tr('Mean difference over all numbers of cuts (the area): {}.', signed(area)),
    isLast ? verdictWords(result, others) : tr('More draws follow …'),
    how.kind === 'token' ? unitsAmong(how.among ?? 'words') : '',
    nearest ? tr('Cutting the nearest first has an area of {}.', signed(areaOf(random, nearest))) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

// --- how many random draws are compared with a ranking: a few at once, so that something is seen, then as many as time allows

export const firstDraws = 8;
/** They give a p of a two-hundredth, which is still below .05 after Holm's correction for the rankings that there are. */
export const allDraws = 199;
/** They decide for two rankings; fewer are never made. */
export const leastDraws = 49;
/** Milliseconds, of all draws together. */
const soon = 5000;
/** What a later draw takes, against one of the first: sets that were cut are not cut again, and the ranking's own were (measured: 0.65). */
const later = 0.66;

/** @param {number} took milliseconds of the first draws @returns {number} */
export function drawsFor(took) {
  const within = firstDraws + Math.floor((soon - took) / ((took / firstDraws) * later));
  return Math.min(Math.max(within, leastDraws), allDraws);
}
