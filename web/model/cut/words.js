// SPDX-License-Identifier: MIT
// @ts-check
// A cut as people read it. Layers count from 1 in its text, heads and tokens from 0 (src/model/ask/cut_text.h).

import { tr } from '../../boot/words.js';

/** Longer sets are counted. */
const mostPieces = 3;

/** @param {import('../recipe.js').Cut} cut @param {string[]} tokens */
export function cutWords({ kind, text }, tokens) {
  const pieces = text.split(';').map((piece) => piece.trim()).filter(Boolean);
  if (pieces.length > mostPieces) return kind === 'edges' ? tr('{} attention edges', pieces.length) : tr('{} residuals', pieces.length);
  return pieces.map((piece) => onePiece(kind, piece, tokens)).join('; ');
}

/** @param {import('../recipe.js').Cut['kind']} kind @param {string} piece @param {string[]} tokens */
function onePiece(kind, piece, tokens) {
  const [layer, other, pair] = piece.split(':');
  const where = layer === '*' ? tr('all layers') : tr('layer {}', layer);
  const token = (/** @type {string} */ number) => (number === '*' ? tr('all') : (tokens[Number(number)] ?? number));
  const heads = other === '*' ? tr('all heads') : tr('head {}', other);
  if (kind === 'head') return tr('{}, {}', where, heads);
  if (kind === 'residual') return tr('{}, residual of {}', where, token(other));
  const [from, to] = (pair ?? '').split('>');
  return tr('{}, {}: {} → {}', where, heads, token(from), token(to));
}
