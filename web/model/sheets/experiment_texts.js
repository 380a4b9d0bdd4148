// SPDX-License-Identifier: MIT
// @ts-check
// The texts for an experiment's curves: their names, and the verdict whether a ranking differs from chance.

import { inLanguage, tr } from '../../base/language.js';
import { capital, kinds, describeQuestion, signed, unitsAmong } from '../run/parts.js';

/** @typedef {import('../cut/question_controls.js').Question} Question */
/** @typedef {{kind: string, ranking: string, among?: string}} How the units to cut and the ranking; among: the choice of tokens */
/**
 * @typedef {object} Result the question's value without cuts, and with the first units cut
 * @property {number} value @property {number[]} counts @property {number[]} ranked one value per count
 * @property {{mean: number[], low: number[], high: number[]}} random for the same number of random units
 * @property {number} area between the curves @property {number} p share of the draws that are at least as low @property {number} draws
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

/** The texts in the figure of the curves. @param {Question} question @param {How} how @param {import('../run/parts.js').Context} context */
export function describeCurve(question, how, context) {
  const named = kinds({ ...context, readsPictures: true }).find(([own]) => own === how.kind)?.[1] ?? '';
  const method = rankings().find(([own]) => own === how.ranking)?.[1] ?? '';
  const asked = describeQuestion(question);
  return {
    question: asked,
    method: tr('ranked by {}', method),
    ranking: how.ranking === 'attention' ? 'raw' : how.ranking,
    ...(isWiping(how)
      ? { title: tr('{} against the number of wiped patches', asked), axis: tr('patches wiped'), chance: tr('random patches') }
      : {
          ...(how.kind === 'token'
            ? { title: tr('{} against the number of hidden {}', asked, named), axis: tr('{} hidden', named) }
            : { title: tr('{} against the number of cut {}', asked, named), axis: tr('{} cut', named) }),
          nearest: tr('nearest first'),
          chance: how.kind === 'head' ? tr('random heads') : tr('random, same weight'),
        }),
  };
}

/** Level below which a difference counts as more than chance. */
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
 * Whether the area is more than chance, given all rankings that were tried for the question.
 * @param {Result} result @param {number[]} others the p of the other rankings
 */
export function describeVerdict({ p, draws, area }, others) {
  const tests = others.length + 1;
  const least = tests / (draws + 1);
  const adjusted = holm([p, ...others])[0];
  const numbers =
    tests > 1 ? tr('p = {}, {} after Holm’s correction for {} rankings', pWords(p), pWords(adjusted), tests) : tr('p = {}', pWords(p));
  if (adjusted < mostChance && area > 0) return tr('Better than chance ({}).', numbers);
  if (least >= mostChance) return tr('{} draws are too few to rule out chance ({}).', draws, numbers);
  return tr('Not distinguishable from chance ({}).', numbers);
}

/**
 * Mean over the counts: the value with random cuts minus the value with these.
 * @param {{mean: number[]}} random @param {number[]} values
 */
export const areaOf = (random, values) => values.reduce((sum, value, at) => sum + random.mean[at] - value, 0) / values.length;

/**
 * @param {Question} question @param {How} how @param {Result & {nearest?: number[]}} result @param {number[]} others the p of the other
 * rankings
 * @param {boolean} isLast false while draws are too few for a verdict
 */
export function describeResult(question, how, result, others, isLast) {
  const { value, counts, ranked, random, area, draws, nearest } = result;
  // The count where the ranking differs most from chance.
  const best = counts.reduce((at, _, i) => (random.mean[i] - ranked[i] > random.mean[at] - ranked[at] ? i : at), 0);
  const numbers = [
    capital(describeQuestion(question)),
    signed(value),
    counts[best],
    signed(ranked[best]),
    signed(random.mean[best]),
    signed(random.low[best]),
    signed(random.high[best]),
    draws,
  ];
  const most = isWiping(how)
    ? tr('{}: {}. Wiping the top {} gives {}. As many random patches give {} ({} to {} in 95 % of {} draws).', ...numbers)
    : how.kind === 'token'
      ? tr(
          '{}: {}. Hiding the top {} gives {}. As many random ones of about equal weight give {} ({} to {} in 95 % of {} draws).',
          ...numbers,
        )
      : how.kind === 'head'
        ? tr('{}: {}. Cutting the top {} gives {}. As many random heads give {} ({} to {} in 95 % of {} draws).', ...numbers)
        : tr(
            '{}: {}. Cutting the top {} gives {}. As many random ones of about equal weight give {} ({} to {} in 95 % of {} draws).',
            ...numbers,
          );
  return [
    most,
    tr('The difference is largest at this number of cuts.'),
    tr('The mean difference over all numbers of cuts (area) is {}.', signed(area)),
    isLast ? describeVerdict(result, others) : tr('More draws follow …'),
    how.kind === 'token' ? unitsAmong(how.among ?? 'words') : '',
    nearest ? tr('If the nearest are cut first, the area is {}.', signed(areaOf(random, nearest))) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

// --- number of random draws: a few for a quick first result, then as many as time allows

export const firstDraws = 8;
/** Reach p = 0.005, which stays below 0.05 after Holm's correction for all rankings. */
export const allDraws = 199;
/** The minimum, enough for two rankings. */
export const leastDraws = 49;
/** Milliseconds for all draws together. */
const soon = 5000;
/**
 * A later draw's time relative to one of the first. Later draws reuse sets that were cut before, and the first include the ranking's own
 * sets (measured: 0.65).
 */
const later = 0.66;

/** @param {number} took milliseconds of the first draws @returns {number} */
export function drawsFor(took) {
  const within = firstDraws + Math.floor((soon - took) / ((took / firstDraws) * later));
  return Math.min(Math.max(within, leastDraws), allDraws);
}
