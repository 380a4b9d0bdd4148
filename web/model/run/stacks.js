// SPDX-License-Identifier: MIT
// @ts-check
// The three kinds of attention in a model that translates: encoder, decoder, and cross-attention. Their sizes and tokens, and the text that
// the model wrote.

import { visibleText, tokenNames } from './answers.js';
import { pieceOf } from './sentence.js';
import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';

/** @typedef {'E' | 'D' | 'C'} Letter the prefix in cuts (src/model/ask/cut_text.h) */
/** @typedef {{layers: number, heads: number, queries: string[], keys: string[]}} Stack */
/** @typedef {Record<Letter, Stack>} Stacks */
/** @typedef {import('./sentence.js').Piece & {id: number, position: number, probability: number}} Written */
/** @typedef {{text: string, given: boolean, cutOff: boolean, read: string[], written: Written[]}} Output */

/** @returns {Record<Letter, string>} */
export const stackNames = () => ({ E: tr('encoder'), D: tr('decoder'), C: tr('cross-attention') });

/** A token of the decoder for people. @param {string} token */
export const readToken = (token) => visibleText(token.replaceAll('▁', ' ').replaceAll('Ġ', ' '));

/** The attention in a view. @param {string | undefined} side */
export const letterOf = (side) => /** @type {Letter} */ ({ decoder: 'D', cross: 'C' }[side ?? ''] ?? 'E');

/**
 * @param {import('./about.js').About} about @param {{pieces: {text: string}[], output?: Output} | null} said @returns {Stacks | undefined}
 * undefined if the model does not translate
 */
export function stacksOf({ layers, heads, decoder }, said) {
  if (!decoder || !said?.output) return undefined;
  const sources = tokenNames(said.pieces.map(({ text }) => text));
  const read = tokenNames(said.output.read.map(readToken));
  return {
    E: { layers, heads, queries: sources, keys: sources },
    D: { ...decoder, queries: read, keys: read },
    C: { ...decoder, queries: read, keys: sources },
  };
}

/**
 * The selection in the views: the layer, the output token, and its largest input. If the question concerns one token, that is the output
 * token, because cuts at later ones cannot change its answer.
 * @param {import('./about.js').About} about @param {{pieces: {text: string}[], output?: Output, says?: {position: number}, question?: object | null} | null} said
 * @param {{layer: number, tokens: number[], sink: number, side?: string}} state of the page @returns {import('../cut/one_cut.js').Place}
 */
export function placeOf(about, said, { layer, tokens, sink, side }) {
  const { layers, heads } = about;
  const stacks = stacksOf(about, said);
  const asked = said?.question && (!stacks || letterOf(side) !== 'E') ? (said.says?.position ?? -1) : -1;
  const from = asked >= 0 ? asked : (tokens[0] ?? 0);
  const to = Math.max(sink, 0);
  return {
    layers,
    heads,
    tokens: tokenNames((said?.pieces ?? []).map(({ text }) => text)),
    layer: Math.min(layer, (stacks?.[letterOf(side)].layers ?? layers) - 1),
    from,
    to: about.kind === 'next' ? Math.min(to, from) : to,
    ...(stacks && { stacks, letter: letterOf(side) }),
  };
}

/** The written tokens, coloured by their surprisal. A click asks about one. @param {Output} output @param {number} position the position in question @param {(one: Written) => void} ask */
export function outputLine({ given, cutOff, written }, position, ask) {
  const list = make('ol', { className: 'pieces output-text', 'aria-label': tr('Output') });
  for (const one of written) {
    const button = make(
      'button',
      { type: 'button', className: 'token', 'aria-pressed': String(one.position === position), onclick: () => ask(one) },
      pieceOf(one),
    );
    list.append(make('li', {}, button));
  }
  const how = cutOff ? tr('continues') : '';
  return make(
    'span',
    { className: 'line' },
    make('span', { className: 'muted', textContent: given ? tr('Given') : tr('Writes') }),
    list,
    ...(how ? [make('span', { className: 'muted', textContent: how })] : []),
  );
}
