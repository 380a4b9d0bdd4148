// SPDX-License-Identifier: MIT
// @ts-check
// Builds one cut from lists: the attention of an edge, a head, or a residual. Layers, heads and tokens count from 1 in the lists. In texts
// of cuts, heads and tokens count from 0.

import { fill, select } from './fields.js';
import { headName } from '../run/answers.js';
import { stackNames } from '../run/stacks.js';
import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';

/** @typedef {import('../run/recipe.js').Cut} Cut */
/** @typedef {import('../run/stacks.js').Letter} Letter */
/**
 * @typedef {{layers: number, heads: number, tokens: string[], layer: number, from: number, to: number, stacks?: import('../run/stacks.js').Stacks, letter?: Letter}} Place
 * the selection in the views
 */

/** @param {number} count */
const range = (count) => Array.from({ length: count }, (_, i) => i);

export class OneCut {
  #kind = select('cut/kind', tr('Kind of cut'), [
    ['edges', tr('attention')],
    ['head', tr('a head')],
    ['residual', tr('a residual')],
  ]);
  /** For a model that translates. */
  #stack = select('cut/stack', tr('Attention'), Object.entries(stackNames()));
  #layer = select('cut/layer', tr('Layer'), []);
  #head = select('cut/head', tr('Head'), []);
  #from = select('cut/from', tr('from (query)'), []);
  #to = select('cut/to', tr('to (key)'), []);

  /** @param {() => Place} place the possible targets @param {(cut: Cut) => void} cut */
  constructor(place, cut) {
    this.#kind.onchange = () => this.#show();
    this.#stack.hidden = true;
    this.#stack.onchange = () => this.#fill({ ...place(), letter: /** @type {Letter} */ (this.#stack.value) });
    this.root = make(
      'div',
      { className: 'choose' },
      this.#kind,
      this.#stack,
      this.#layer,
      this.#head,
      this.#from,
      this.#to,
      make('button', { 'data-id': 'cut/add', type: 'button', className: 'do', textContent: tr('Cut'), onclick: () => cut(this.#chosen()) }),
    );
  }

  /** Whether there are two stacks. */
  get translates() {
    return !this.#stack.hidden;
  }

  /** Sets the possible targets and the selected one. @param {Place} place */
  set(place) {
    this.#stack.hidden = !place.stacks;
    if (place.letter) this.#stack.value = place.letter;
    this.#fill(place);
  }

  /** @param {Place} place */
  #fill({ layers: ownLayers, heads: ownHeads, tokens, layer, from, to, stacks, letter = 'E' }) {
    const { layers, heads, queries, keys } = stacks?.[letter] ?? { layers: ownLayers, heads: ownHeads, queries: tokens, keys: tokens };
    fill(
      this.#layer,
      range(layers).map((i) => [String(i + 1), tr('layer {}', i + 1)]),
      String(layer + 1),
    );
    fill(
      this.#head,
      [['*', tr('all heads')], ...range(heads).map((i) => /** @type {[string, string]} */ ([String(i), headName(i)]))],
      this.#head.value || '*',
    );
    const named = (/** @type {string[]} */ list) =>
      list.map((token, i) => /** @type {[string, string]} */ ([String(i), `${i + 1} ${token}`]));
    fill(this.#from, named(queries), String(from));
    fill(this.#to, named(keys), String(to));
    this.#show();
  }

  /** @returns {Cut} */
  #chosen() {
    const [layer, head, from, to] = [this.#layer.value, this.#head.value, this.#from.value, this.#to.value];
    const kind = /** @type {'edges' | 'head' | 'residual'} */ (this.#kind.value);
    const front = this.#stack.hidden ? '' : this.#stack.value;
    const text = front + { edges: `${layer}:${head}:${from}>${to}`, head: `${layer}:${head}`, residual: `${layer}:${from}` }[kind];
    return { kind, text };
  }

  #show() {
    // Heads and residuals belong to one of the two stacks.
    const isAcross = !this.#stack.hidden && this.#stack.value === 'C';
    for (const option of this.#kind.options) option.disabled = isAcross && option.value !== 'edges';
    if (isAcross) this.#kind.value = 'edges';
    this.#head.hidden = this.#kind.value === 'residual';
    this.#from.hidden = this.#kind.value === 'head';
    this.#to.hidden = this.#kind.value !== 'edges';
  }
}
