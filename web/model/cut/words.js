// SPDX-License-Identifier: MIT
// @ts-check
// A cut as people read it, counted from 1. In its text layers count from 1, heads and tokens from 0 (src/model/ask/cut_text.h).

import { readToken, stackNames } from '../stacks.js';
import { headWord } from '../says.js';
import { tr } from '../../boot/words.js';

/** Longer sets are counted. */
const mostPieces = 3;

/** @param {import('../recipe.js').Cut} cut @param {string[]} tokens @param {import('../stacks.js').Stacks} [stacks] of a model that translates */
export function cutWords({ kind, text }, tokens, stacks) {
  const pieces = text.split(';').map((piece) => piece.trim()).filter(Boolean);
  if (pieces.length > mostPieces) return kind === 'edges' ? tr('{} attention edges', pieces.length) : tr('{} residuals', pieces.length);
  return pieces.map((piece) => ofStack(kind, piece, tokens, stacks)).join('; ');
}

/** @param {import('../recipe.js').Cut['kind']} kind @param {string} piece @param {string[]} tokens @param {import('../stacks.js').Stacks} [stacks] */
function ofStack(kind, piece, tokens, stacks) {
  if (!stacks) return onePiece(kind, piece, tokens, tokens);
  const letter = /** @type {import('../stacks.js').Letter} */ (/^[EDC]/.exec(piece)?.[0] ?? 'E');
  return `${stackNames()[letter]}, ${onePiece(kind, piece.replace(/^[EDC]/, ''), stacks[letter].queries, stacks[letter].keys)}`;
}

/** @param {import('../recipe.js').Cut['kind']} kind @param {string} piece @param {string[]} queries @param {string[]} keys */
function onePiece(kind, piece, queries, keys) {
  const [layer, other, pair] = piece.split(':');
  const where = layer === '*' ? tr('all layers') : tr('layer {}', layer);
  const token = (/** @type {string} */ number, names = queries) => (number === '*' ? tr('all') : (names[Number(number)] ?? number));
  const heads = other === '*' ? tr('all heads') : headWord(Number(other));
  if (kind === 'head') return tr('{}, {}', where, heads);
  if (kind === 'residual') return tr('{}, residual of {}', where, token(other));
  const pairs = (pair ?? '').split(',').map((one) => one.split('>'));
  if (pairs.length > 1) {
    const isHidden = pairs.length === keys.length - 1 && pairs.every(([query, key]) => key === pairs[0][1] && query !== key);
    return isHidden ? tr('{}, {}: others → {}', where, heads, token(pairs[0][1], keys)) : tr('{}, {}: {} attention edges', where, heads, pairs.length);
  }
  const [from, to] = pairs[0];
  return tr('{}, {}: {} → {}', where, heads, token(from), token(to, keys));
}

/**
 * Cuts in the title of a run by a program around this page, as src/platform/model/cut_words.h has them for the page's own models.
 * @param {import('../recipe.js').Cut[]} cuts @param {string[]} tokens @param {string[]} [decoder] its tokens, of a model that translates
 * @returns {string} '': more than three, or one of several edges
 */
export function titleWords(cuts, tokens, decoder) {
  const kinds = /** @type {const} */ (['edges', 'head', 'residual']);
  const pieces = kinds.flatMap((kind) => cuts.filter((cut) => cut.kind === kind).flatMap(({ text }) => text.split(';').map((piece) => ({ kind, piece: piece.trim() }))).filter(({ piece }) => piece));
  const words = pieces.map(({ kind, piece }) => titlePiece(kind, piece, tokens, decoder));
  return words.length > mostPieces || words.includes('') ? '' : words.join('; ');
}

/** Equal ones are numbered. @param {string[]} tokens @param {string} number */
function numbered(tokens, number) {
  if (number === '*') return tr('all tokens');
  const token = tokens[Number(number)];
  if (token === undefined) return number;
  const isEqual = (/** @type {string} */ one) => one === token;
  const name = readToken(token).trim().replace(/^##|<\/w>$/g, '');
  return tokens.filter(isEqual).length === 1 ? name : `${name} (${tokens.slice(0, Number(number) + 1).filter(isEqual).length})`;
}

/** @param {import('../recipe.js').Cut['kind']} kind @param {string} piece @param {string[]} tokens @param {string[]} [decoder] */
function titlePiece(kind, piece, tokens, decoder) {
  const letter = /^[EDC]/.exec(piece)?.[0] ?? '';
  const queries = decoder && (letter === 'D' || letter === 'C') ? decoder : tokens;
  const keys = decoder && letter === 'D' ? decoder : tokens;
  const [layer, other = '', edges = ''] = piece.slice(letter.length).split(':');
  const stack = decoder ? `${letter === 'D' ? tr('decoder') : letter === 'C' ? tr('cross-attention') : tr('encoder')}, ` : '';
  const where = `${stack}${layer === '*' ? tr('all layers') : tr('layer {}', layer)}, `;
  const heads = other === '*' ? tr('all heads') : tr('head {}', String(Number(other) + 1));
  if (kind === 'head') return where + heads;
  if (kind === 'residual') return where + tr('residual of {}', numbered(queries, other));
  const [from, to, more] = edges.split('>');
  return to === undefined || more !== undefined || edges.includes(',') ? '' : `${where}${heads}, ${numbered(queries, from)} → ${numbered(keys, to)}`;
}
