// SPDX-License-Identifier: MIT
// @ts-check
// The tokens with their values in the order of the bars, and buttons to choose outputs. Each token appears once. Outputs from a
// different text (a decoder's) have their own list.

import { tr } from '../base/language.js';
import { make, setText } from '../base/elements.js';
import { rove } from '../base/roving.js';

/**
 * @typedef {{token: number, label: string, value: number | null, text: string, rank: number, output: boolean, share: number | null, tokens?: number[], fields: string}} Row
 * share: relative to the scale; tokens: the members of a word or span
 */
/** @typedef {{token: number, label: string, selected: boolean, fields: string, toggle: string}} Output */
/** @typedef {{title: string, caption: string, unit: string, ready: boolean, hidden: boolean, rows: Row[]}} Bars */

export class Tokens {
  #title = make('h2');
  #caption = make('p');
  #list = make('ol', { className: 'tokens' });
  /** The next chosen token is added to the chosen ones. */
  adds = false;
  #others = make('fieldset', {}, make('legend', { textContent: tr('Output') }));
  #settle = rove(this.#list, 'button');
  #settleOthers = rove(this.#others, 'input');
  #apply;
  #shape = '';
  #otherShape = '';
  #text = '';
  /** @type {Row[]} */
  #rows = [];
  /** @type {Output[]} */
  #shown = [];
  /** @type {Map<number, Output>} */
  #outputs = new Map();

  /** @param {HTMLElement} root @param {(fields: string) => void} apply */
  constructor(root, apply) {
    this.#apply = apply;
    root.append(this.#title, this.#caption, this.#list, this.#others);
  }

  /** @param {{bars: Bars, outputs: Output[]}} model */
  show({ bars, outputs }) {
    setText(this.#title, bars.title);
    setText(this.#caption, bars.caption);
    // Keeps the old tokens until the values of the new choice arrive, because one may have the focus.
    const text = JSON.stringify(outputs.map(({ label }) => label));
    if (bars.rows.length > 0 || bars.ready || bars.hidden || text !== this.#text) this.#rows = bars.rows;
    this.#text = text;
    this.#outputs = new Map(outputs.map((output) => [output.token, output]));
    // A chosen token that is hidden as an input is still an output.
    const listed = new Set(this.#rows.filter(({ fields }) => fields !== '').map(({ token }) => token));
    this.#shown = outputs.filter(({ token }) => !listed.has(token));
    const shape = JSON.stringify(this.#rows.map(({ label, fields }) => [label, fields !== '']));
    const otherShape = JSON.stringify(this.#shown.map(({ label }) => label));
    const focus = document.activeElement;
    const focused = focus instanceof HTMLElement && this.#list.contains(focus) ? focus.dataset.token : undefined;
    if (shape !== this.#shape) this.#build();
    this.#shape = shape;
    if (otherShape !== this.#otherShape) this.#buildOthers();
    this.#otherShape = otherShape;
    this.#rows.forEach((row, i) => {
      update(/** @type {HTMLElement} */ (this.#list.children[i].firstElementChild), row);
    });
    // After a change of order the focus stays on its token.
    if (focused !== undefined && !this.#list.contains(document.activeElement))
      /** @type {HTMLElement | null} */ (this.#list.querySelector(`[data-token="${focused}"]`))?.focus();
    this.#shown.forEach(({ selected }, i) => {
      /** @type {HTMLInputElement} */ (this.#others.children[i + 1].lastElementChild).checked = selected;
    });
  }

  #build() {
    this.#list.replaceChildren(...this.#rows.map((row, i) => this.#token(row, i)));
    const at = this.#rows.findIndex(({ output }) => output);
    const chosen = /** @type {HTMLElement | undefined} */ (this.#list.children[at]?.firstElementChild);
    this.#settle(chosen?.tagName === 'BUTTON' ? chosen : undefined);
  }

  #buildOthers() {
    this.#others.replaceChildren(this.#others.children[0], ...this.#shown.map((output, i) => this.#other(output, i)));
    this.#settleOthers();
  }

  /** @param {Row} row @param {number} index */
  #token({ label, fields }, index) {
    const choose = (/** @type {boolean} */ sums) => {
      const row = this.#rows[index];
      this.#apply((sums && this.#outputs.get(row.token)?.toggle) || row.fields);
    };
    const onclick = (/** @type {MouseEvent} */ { shiftKey }) => choose(shiftKey || this.adds);
    const onkeydown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Enter' || !event.shiftKey) return; // a click by keyboard does not report Shift
      event.preventDefault();
      choose(true);
    };
    // An input token that cannot be an output is not a button.
    const holder = fields ? make('button', { className: 'token', onclick, onkeydown }) : make('span', { className: 'token' });
    holder.append(make('bdi', { textContent: label }), ' ', make('data'));
    return make('li', {}, holder);
  }

  /** @param {Output} output @param {number} index */
  #other({ label, token, fields }, index) {
    const box = make('input', {
      'data-id': token < 0 ? fields.replace('=', '/') : `output/${token}`,
      type: token < 0 ? 'radio' : 'checkbox',
      name: 'outputs',
    });
    box.onchange = () => this.#apply(this.#shown[index].toggle);
    return make('label', {}, make('bdi', { textContent: label }), box);
  }
}

/** @param {HTMLElement} holder @param {Row} row */
function update(holder, { token, value, text, rank, output }) {
  holder.dataset.token = String(token);
  if (holder.tagName === 'BUTTON') holder.setAttribute('aria-pressed', String(output));
  // The rank is unknown while other values are missing.
  holder.title = value === null ? tr('not computed yet') : rank > 0 ? tr('rank {}', rank) : '';
  const number = /** @type {HTMLElement} */ (holder.lastElementChild);
  number.dataset.value = value === null ? '' : String(value);
  setText(number, text);
}
