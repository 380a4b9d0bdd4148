// SPDX-License-Identifier: MIT
// @ts-check
// Attention sinks in Why: the sentence about them, the switch that includes them, and their rows.

import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';
import { percent, tokenNames } from '../run/answers.js';

/** @typedef {import('./why_rows.js').WhyAnswer} WhyAnswer */
/** @typedef {import('./why_rows.js').Row} Row */

/** Without sinks, all attention is shown anyway. @param {WhyAnswer | null} why */
export const showsSinks = (why) => why !== null && why.sinks.length > 0 && why.attention.sinks === 'include';

/** The heading of the column. @param {WhyAnswer} why @param {number} layer from 1 */
export const attentionHead = (why, layer) =>
  showsSinks(why)
    ? tr('where attention leads, with sinks ({}, layer {})', why.attention.method, layer)
    : tr('where attention leads ({}, layer {})', why.attention.method, layer);

/** Names the sinks and explains how attention to them is shown. @param {WhyAnswer} why with at least one sink @param {{text: string}[]} pieces */
export function describeSinks(why, pieces) {
  const names = tokenNames(pieces.map(({ text }) => text));
  const list = why.sinks.map(({ token }) => `“${names[token] ?? ''}”`).join(', ');
  const share = percent(why.sinks.reduce((sum, { received }) => sum + received, 0));
  if (showsSinks(why))
    return why.sinks.length === 1
      ? tr('{} is a sink: it draws {} of all attention. The verdict ignores that attention.', list, share)
      : tr('{} are sinks: they draw {} of all attention. The verdict ignores that attention.', list, share);
  return why.sinks.length === 1
    ? tr('{} is a sink: it draws {} of all attention and is ignored in the attention column.', list, share)
    : tr('{} are sinks: they draw {} of all attention and are ignored in the attention column.', list, share);
}

/**
 * Adds rows for sinks that are not words, such as [CLS], if attention includes sinks. Otherwise their share would be missing.
 * @param {WhyAnswer | null} why @param {Row[]} rows of the words @param {{text: string}[]} pieces @param {number} layer from 1
 * @returns {Row[]} all rows in the order of the text
 */
export function withSinkRows(why, rows, pieces, layer) {
  if (!why || !showsSinks(why)) return rows;
  const names = tokenNames(pieces.map(({ text }) => text));
  const missing = why.sinks.filter(({ token }) => !rows.some(({ tokens }) => tokens.includes(token)));
  const made = missing.map(
    ({ token }) =>
      /** @type {Row} */ ({
        ...{ group: -1, name: names[token] ?? '', tokens: [token], state: 'told', loss: null, text: tr('not tested'), share: 0 },
        ...{ isLong: false, read: null, answer: null, tests: null, isParked: false, isNamed: false },
        attention: why.attention.layers[layer - 1]?.[token] ?? 0,
      }),
  );
  return [...made, ...rows].sort((a, b) => a.tokens[0] - b.tokens[0]);
}

/** The sentence below the verdict, with its switch. */
export class SinksLine {
  #words = make('span', {});
  #switch;
  #label;
  root;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#switch = make('input', { 'data-id': 'why/sinks', type: 'checkbox', onchange: changed });
    this.#label = make('label', {}, this.#switch, ` ${tr('Show attention with sinks')}`);
    this.root = make('p', { className: 'sinks muted', hidden: true }, this.#words, ' ', this.#label);
  }

  /** The request's option for sinks. @returns {'include' | 'exclude'} */
  get use() {
    return this.#switch.checked ? 'include' : 'exclude';
  }

  /** @param {WhyAnswer | null} why @param {{text: string}[]} pieces @param {boolean} canChange false for numbers from a file */
  show(why, pieces, canChange) {
    this.root.hidden = !why?.sinks.length;
    if (!why?.sinks.length) return;
    const words = describeSinks(why, pieces);
    if (this.#words.textContent !== words) this.#words.textContent = words;
    this.#label.hidden = !canChange;
  }
}
