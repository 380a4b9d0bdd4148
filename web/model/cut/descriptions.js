// SPDX-License-Identifier: MIT
// @ts-check
// Describes cuts for people, counting from 1. In texts of cuts, layers count from 1, heads and tokens from 0 (src/model/ask/cut_text.h).
// The titles of runs by the page's own models use the same words (src/model/service/cut_run.h).

import { readToken, stackNames } from '../run/stacks.js';
import { numberNames, headName } from '../run/answers.js';
import { tr } from '../../base/language.js';

/** @typedef {import('../run/recipe.js').Cut} Cut */
/** @typedef {Pick<import('../run/stacks.js').Stack, 'queries' | 'keys'>} Ends names of queries and of keys */
/** @typedef {Record<import('../run/stacks.js').Letter, Ends>} EndsOfStacks for a model that translates */

/** For longer sets only the number is given. */
const mostPieces = 3;

/** @param {string} text */
const piecesOf = (text) =>
  text
    .split(';')
    .map((piece) => piece.trim())
    .filter(Boolean);

/**
 * The text of a cut in the list.
 * @param {Cut} cut @param {string[]} tokens token names, equal ones numbered @param {EndsOfStacks} [stacks]
 */
export function describeCut({ kind, text }, tokens, stacks) {
  const pieces = piecesOf(text);
  if (kind === 'hidden') return tr('hidden: {}', describeHidden(text, tokens));
  if (pieces.length > mostPieces) return kind === 'edges' ? tr('{} attention edges', pieces.length) : tr('{} residuals', pieces.length);
  return pieces.map((piece) => describePiece(kind, piece, tokens, stacks)).join('; ');
}

/**
 * The cuts for the title of a run by a program around this page.
 * @param {Cut[]} cuts @param {string[]} tokens @param {string[]} [decoder] its tokens, for a model that translates
 * @returns {string} '' for more than three cuts, or for a cut of several edges
 */
export function describeForTitle(cuts, tokens, decoder) {
  const kinds = /** @type {const} */ (['edges', 'head', 'residual']);
  const pieces = kinds.flatMap((kind) =>
    cuts.filter((cut) => cut.kind === kind).flatMap(({ text }) => piecesOf(text).map((piece) => ({ kind, piece }))),
  );
  if (pieces.length > mostPieces || pieces.some(({ kind, piece }) => kind === 'edges' && !isOneEdge(piece))) return '';
  const [source, target] = [numbered(tokens), numbered(decoder ?? [])];
  const stacks = decoder && {
    E: { queries: source, keys: source },
    D: { queries: target, keys: target },
    C: { queries: target, keys: source },
  };
  return pieces.map(({ kind, piece }) => describePiece(kind, piece, source, stacks)).join('; ');
}

/** The names of hidden tokens. @param {string} text of a cut of this kind @param {string[]} tokens token names, equal ones numbered */
export function describeHidden(text, tokens) {
  const pieces = piecesOf(text);
  if (pieces.length > mostPieces) return tr('{} tokens', pieces.length);
  return pieces
    .map((piece) => {
      const [token, layer = '1'] = piece.split(':').reverse();
      const name = tokens[Number(token)] ?? token;
      return layer === '1' ? name : tr('{} from layer {} on', name, layer);
    })
    .join('; ');
}

/**
 * Describes the activations that come from another text's run.
 * @param {string} places in the format of a recipe @param {string[]} tokens token names
 */
export function describeSwap(places, tokens) {
  const pieces = piecesOf(places).filter((piece) => !/^[ax]/.test(piece));
  const strength = strengthOf(places);
  const times = strength === 1 ? '' : ` × ${strength}`;
  if (pieces.length > mostPieces) return tr('{} activations', pieces.length) + times;
  return (
    pieces
      .map((piece) => {
        const [layer, at] = piece.slice(1).split(':').map(Number);
        return /^h/i.test(piece) // older links count layers from 0
          ? tr('{}, {}', tr('layer {}', piece.startsWith('h') ? layer + 1 : layer), headName(at))
          : tr('“{}” after layer {}', tokens[at] ?? at, layer);
      })
      .join('; ') + times
  );
}

/** How often a swap adds the difference of the two texts' runs. 1 copies the activation. @param {string} places */
export const strengthOf = (places) => Number(/(?:^|;)x([^;]*)/.exec(places)?.[1] ?? 1);
/** @param {string} places @param {number} strength */
export const withStrength = (places, strength) =>
  [...piecesOf(places).filter((piece) => !piece.startsWith('x')), ...(strength === 1 ? [] : [`x${strength}`])].join(';');

/** Token names, equal ones numbered. @param {string[]} tokens */
export const numbered = (tokens) =>
  numberNames(
    tokens.map((token) =>
      readToken(token)
        .trim()
        .replace(/^##|<\/w>$/g, ''),
    ),
  );

/** `7>6,8>6` after layer and head. @param {string} piece */
const pairsOf = (piece) => (piece.split(':')[2] ?? '').split(',').map((pair) => pair.split('>'));

/** @param {string} piece */
const isOneEdge = (piece) => pairsOf(piece).length === 1 && pairsOf(piece)[0].length === 2;

/** @param {Cut['kind']} kind @param {string} piece @param {string[]} tokens @param {EndsOfStacks} [stacks] */
function describePiece(kind, piece, tokens, stacks) {
  if (!stacks) return describePart(kind, piece, { queries: tokens, keys: tokens });
  const letter = /** @type {import('../run/stacks.js').Letter} */ (/^[EDC]/.exec(piece)?.[0] ?? 'E');
  return `${stackNames()[letter]}, ${describePart(kind, piece.replace(/^[EDC]/, ''), stacks[letter])}`;
}

/** @param {Cut['kind']} kind @param {string} piece without the letter of a stack @param {Ends} ends */
function describePart(kind, piece, { queries, keys }) {
  const [layer, other] = piece.split(':');
  const where = layer === '*' ? tr('all layers') : tr('layer {}', layer);
  const token = (/** @type {string} */ number, names = queries) => (number === '*' ? tr('all tokens') : (names[Number(number)] ?? number));
  if (kind === 'residual') return tr('{}, {}', where, tr('residual of {}', token(other)));
  const heads = tr('{}, {}', where, other === '*' ? tr('all heads') : headName(Number(other)));
  if (kind === 'head') return heads;
  const pairs = pairsOf(piece);
  const [from, to] = pairs[0];
  if (pairs.length === 1) return tr('{}, {} → {}', heads, token(to, keys), token(from));
  const isHidden = pairs.length === keys.length - 1 && pairs.every(([query, key]) => key === to && query !== key);
  return isHidden ? tr('{}, {} → others', heads, token(to, keys)) : tr('{}, {} attention edges', heads, pairs.length);
}
