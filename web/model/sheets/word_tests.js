// SPDX-License-Identifier: MIT
// @ts-check
// Ways to test a word, and where several of them agree (model/session/word_agreement.h says the same on the command line).

import { tr } from '../../boot/words.js';
import { counted, shown } from '../says.js';

/** @typedef {{name: string, inserted: string, warning: string}} Blank how words are tested (model/session/token_scores.h) */

/** @param {Blank} blank */
export const blankWords = ({ name, inserted }) =>
  ({
    hide: tr('hidden'),
    mask: tr('masked'),
    delete: tr('deleted'),
    'replace:zero-pixels': tr('by the mean colour'),
    'replace:zero-embedding': tr('by a zero embedding'),
  })[name] ?? tr('replaced by “{}”', shown(inserted));

/**
 * Whether these tokens are already what would be inserted: then nothing is tested, and no change is a finding.
 * @param {{tokens: number[]}} group @param {{text: string}[]} pieces @param {Pick<Blank, 'inserted'>} blank
 */
export const isBlankAlready = ({ tokens }, pieces, { inserted }) =>
  inserted.trim() !== '' && tokens.every((at) => pieces[at].text.trim() === inserted.trim());

/**
 * Spearman's rank correlation of two lists; equal numbers share their mean rank. NaN: one of them is constant.
 * @param {number[]} a @param {number[]} b
 */
export function rankCorrelation(a, b) {
  const ranks = (/** @type {number[]} */ list) =>
    list.map((own) => list.filter((one) => one < own).length + (list.filter((one) => one === own).length + 1) / 2);
  const [x, y] = [ranks(a), ranks(b)];
  const mean = (a.length + 1) / 2;
  const product = (/** @type {number[]} */ p, /** @type {number[]} */ q) =>
    p.reduce((sum, one, i) => sum + (one - mean) * (q[i] - mean), 0);
  return product(x, y) / Math.sqrt(product(x, x) * product(y, y));
}

/**
 * Where several tests of the same groups agree: the sentence, and the rank correlation of each with the first.
 * @param {{blank: string, changes: (number | null)[]}[]} tests @param {string[]} names of the groups @param {boolean[]} takesPart
 */
export function agreement(tests, names, takesPart) {
  const there = names.map((_, index) => takesPart[index] && tests.every(({ changes }) => typeof changes[index] === 'number'));
  const falls = tests.map(({ changes }) => changes.filter((_, index) => there[index]).map((change) => -Number(change)));
  const left = names.filter((_, index) => there[index]);
  if (left.length === 0) return { sentence: '', correlations: [] };
  const first = falls.map((list) => left[list.indexOf(Math.max(...list))]);
  const correlations = falls.slice(1).map((list) => rankCorrelation(falls[0], list));
  const list = first.map((name, i) => tr('{} ({})', `“${name}”`, tests[i].blank)).join(', ');
  const sentence =
    tests.length === 1
      ? tr('The value falls most without {} ({}).', `“${first[0]}”`, tests[0].blank)
      : first.every((name) => name === first[0])
        ? tr('The value falls most without {}, whichever way words are tested.', `“${first[0]}”`)
        : tr('The tests disagree about the token without which the value falls most: {}.', list);
  return { sentence, correlations };
}

/** @typedef {{tokens: number[], name: string}} Group */
/** @typedef {{text: string, special?: boolean, joins?: boolean, unknown?: boolean}} Piece */

const hasLetters = (/** @type {string} */ text) => /[\p{L}\p{N}]/u.test(text);

/** Tokens of one word stand together; a mark by itself, and a special token, is its own. @param {Piece[]} pieces @returns {Group[]} */
export function wordsOf(pieces) {
  /** @type {Group[]} */
  const words = [];
  pieces.forEach((piece, token) => {
    const before = pieces[token - 1];
    const goesOn =
      token > 0 &&
      piece.joins &&
      !piece.special &&
      !before.special &&
      !/^\s/.test(piece.text) &&
      !/\s$/.test(before.text) &&
      hasLetters(piece.text) === hasLetters(before.text);
    const last = words.at(-1);
    if (goesOn && last) {
      last.tokens.push(token);
      last.name += shown(piece.text);
    } else words.push({ tokens: [token], name: shown(piece.text) });
  });
  const names = counted(words.map(({ name }) => name));
  return words.map((word, i) => ({ ...word, name: names[i] }));
}

/** As the model's worker reads it. @param {Group[]} groups */
export const groupsText = (groups) => groups.map(({ tokens }) => tokens.join()).join(';');

/**
 * The rows from the largest change to the smallest, then those that take no part, then those that are not measured yet; or in the order of the text.
 * @param {number} count @param {number[]} changes of the first groups @param {boolean} byEffect @param {boolean[]} takesPart @returns {number[]}
 */
export function orderOf(count, changes, byEffect, takesPart) {
  const order = Array.from({ length: count }, (_, index) => index);
  const largest = Math.max(0, ...changes.map(Math.abs));
  const size = (/** @type {number} */ index) =>
    index < changes.length ? Math.abs(changes[index]) + (takesPart[index] ? largest + 1 : 0) : -1;
  return byEffect ? order.sort((a, b) => size(b) - size(a)) : order;
}
