// SPDX-License-Identifier: MIT
// @ts-check
// The tests of words, and the tokens of each word.

import { tr } from '../../base/language.js';
import { numberNames, joinTokens, visibleText } from './answers.js';

/** @typedef {{name: string, inserted: string, warning: string}} Blank a test of words (model/session/token_scores.h) */

/** @param {Blank} blank */
export const describeTest = ({ name, inserted }) =>
  ({
    hide: tr('hidden'),
    mask: tr('masked'),
    delete: tr('deleted'),
    'replace:zero-pixels': tr('replaced by the mean colour'),
    'replace:zero-embedding': tr('replaced by a zero embedding'),
  })[name] ?? tr('replaced by “{}”', visibleText(inserted));

/**
 * Whether the tokens already equal the inserted text. Then the test changes nothing, which is not a finding.
 * @param {{tokens: number[]}} group @param {{text: string}[]} pieces @param {Pick<Blank, 'inserted'>} blank
 */
export const isBlankAlready = ({ tokens }, pieces, { inserted }) =>
  inserted.trim() !== '' && tokens.every((at) => pieces[at].text.trim() === inserted.trim());

/** @typedef {{tokens: number[], name: string}} Group */
/**
 * @typedef {{text: string, special?: boolean, joins?: boolean, unknown?: boolean, template?: boolean, picture?: boolean}} Piece template: part of a chat
 * template
 */

const hasLetters = (/** @type {string} */ text) => /[\p{L}\p{N}]/u.test(text);

/**
 * Groups the tokens of each word. A single punctuation mark or special token is its own group.
 * @param {Piece[]} pieces @returns {Group[]}
 */
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
    if (piece.picture) {
      if (before?.picture && last) last.tokens.push(token);
      else words.push({ tokens: [token], name: tr('the picture') });
    } else if (goesOn && last) {
      last.tokens.push(token);
      last.name += visibleText(piece.text);
    } else words.push({ tokens: [token], name: visibleText(piece.text) });
  });
  const names = numberNames(words.map(({ name }) => name));
  return words.map((word, i) => ({ ...word, name: names[i] }));
}

/** A word's text, without the number that distinguishes equal ones. @param {Group} group @param {Piece[]} pieces */
export const wordText = ({ tokens }, pieces) => tokens.map((at) => visibleText(pieces[at].text)).join('');

/**
 * Replaces a word in the text and keeps its capital letter. @param {string} text @param {Group[]} groups @param {Piece[]} pieces
 * @param {number} group @param {string} other @returns {string} '' if the text and the tokens do not have the word equally often
 */
export function withWord(text, groups, pieces, group, other) {
  const plain = (/** @type {Group} */ one) => wordText(one, pieces).toLowerCase();
  const word = plain(groups[group]);
  const same = groups.filter((one) => plain(one) === word);
  const part = RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'giu');
  const found = [...text.matchAll(part)];
  const at = found[same.indexOf(groups[group])];
  if (!hasLetters(word) || found.length !== same.length || !at) return '';
  const isCapital = at[0][0] !== at[0][0].toLowerCase();
  const begin = isCapital ? other[0].toUpperCase() + other.slice(1) : other;
  return text.slice(0, at.index) + begin + text.slice(at.index + at[0].length);
}

/** Adjacent tokens as readable text. @param {Piece[]} pieces */
export function phraseName(pieces) {
  const spaced = pieces.map(({ text, joins }, i) =>
    i === 0 || joins || /^\s/.test(text) || /\s$/.test(pieces[i - 1].text) ? text : ` ${text}`,
  );
  return visibleText(joinTokens(spaced));
}

/** In the format of the model's worker. @param {Group[]} groups */
export const groupsText = (groups) => groups.map(({ tokens }) => tokens.join()).join(';');
