// SPDX-License-Identifier: MIT
// @ts-check
// The tables of a training: its heads with a button to cut each, how often each method names the source token, and all measured numbers.

import { headKinds, headName, shownKinds } from './curves.js';
import { inHundred } from './tasks.js';
import { inLanguage, tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';

/** @typedef {import('./training.js').Measured} Measured */
/** @typedef {import('./training.js').Described} Described */
/** @typedef {import('../run/recipe.js').Cut} Cut */

/** @param {number | null | undefined} value */
const short = (value) => (value === null || value === undefined ? '–' : inLanguage(value.toFixed(2)));

/** @param {string[]} heads @param {HTMLTableRowElement[]} rows @param {string} label */
const table = (heads, rows, label) =>
  make(
    'table',
    { 'aria-label': label },
    make('thead', {}, make('tr', {}, ...heads.map((text) => make('th', { scope: 'col', textContent: text })))),
    make('tbody', {}, ...rows),
  );

/** @param {string} name @param {(string | Node)[]} cells */
const row = (name, ...cells) =>
  make('tr', {}, make('th', { scope: 'row', textContent: name }), ...cells.map((cell) => make('td', {}, cell)));

/** The methods, in the order of Measured.naming (src/model/train/scores.h). */
const methods = () => [tr('Attention of the last layer'), tr('Rollout'), tr('Attention flow'), tr('Rollout without the residual')];

/** @param {Measured | null} measured */
export function methodTable(measured) {
  if (!measured?.naming.length) return make('p', { className: 'muted', textContent: tr('Not measured yet.') });
  const rows = methods().map((name, i) => {
    const [named, before] = measured.naming[i] ?? [0, 0];
    return row(name, before > 0.5 ? tr('{}, the one before: {}', inHundred(named), inHundred(before)) : inHundred(named));
  });
  return table([tr('largest at the source token'), tr('% of 32 texts, step {}', measured.step)], rows, tr('Methods'));
}

/** @param {import('./training.js').Training} training @param {Measured | null} now at the present step @returns {HTMLElement[]} */
export function numbersTable(training, now) {
  const all = [...training.measured.values()].sort((a, b) => a.step - b.step);
  const rows = all.map(({ step, accuracy }) => row(String(step), short(training.losses[Math.max(step - 1, 0)]), inHundred(accuracy)));
  const hash = now?.hash
    ? [
        make('p', {
          'data-id': 'train/hash',
          className: 'muted',
          textContent: tr('Hash of the weights at step {}: {}', now.step, now.hash),
        }),
      ]
    : [];
  return [table([tr('step'), tr('loss'), tr('right of 100')], rows, tr('Numbers')), ...hash];
}

const shortKinds = () => [tr('token before'), tr('after a copy'), tr('source token')];

/** A head's text in a cut. @param {Described} about @param {number} i */
const textOf = ({ heads }, i) => `${Math.floor(i / heads) + 1}:${i % heads}`;

/** The table of heads, whose buttons cut them. It is changed in place, so that a button stays down. */
export class HeadTable {
  #about;
  #callbacks;
  /** Of the line. @type {Cut[]} */
  #cuts = [];
  #kinds = '';
  /** @type {HTMLTableRowElement[]} */
  #rows = [];
  root = make('div', { className: 'train-heads' });

  /**
   * @param {Described} about
   * @param {{test: (cuts: Cut[] | null) => void, cut: (cuts: Cut[]) => void, point: (head: number) => void}} callbacks test: while a button
   * is down, null when it is up; point: the head's row has the pointer or the focus, -1 for none
   */
  constructor(about, callbacks) {
    this.#about = about;
    this.#callbacks = callbacks;
  }

  /** @param {Measured | null} measured @param {Cut[]} cuts of the line */
  show(measured, cuts) {
    this.#cuts = cuts;
    const shown = shownKinds(measured);
    const kinds = headKinds().filter(({ at }) => shown.includes(at));
    const now = kinds.map(({ at }) => at).join();
    if (now !== this.#kinds || this.#rows.length === 0) {
      this.#kinds = now;
      const count = this.#about.layers * this.#about.heads;
      this.#rows = Array.from({ length: count }, (_, i) => this.#row(i, kinds.length));
      this.root.replaceChildren(table(['', ...kinds.map(({ at }) => shortKinds()[at]), ''], this.#rows, tr('Heads')));
    }
    this.#rows.forEach((made, i) => {
      kinds.forEach(({ at }, k) => {
        made.cells[k + 1].textContent = short(measured?.heads[i]?.[at]);
      });
      const button = /** @type {HTMLButtonElement} */ (made.querySelector('button'));
      const isCut = this.#has(textOf(this.#about, i));
      const name = headName(this.#about, i);
      setText(button, isCut ? tr('Restore') : tr('Cut'));
      button.setAttribute('aria-label', isCut ? tr('Restore {}', name) : tr('Cut {}', name));
      button.classList.toggle('cut', isCut);
    });
  }

  /** @param {number} i @param {number} kinds */
  #row(i, kinds) {
    const name = headName(this.#about, i).replace(/ (\d)/g, '\u00a0$1'); // breaks only after the comma
    const made = row(name, ...Array.from({ length: kinds }, () => ''), this.#button(i));
    for (const name of ['pointerenter', 'focusin']) made.addEventListener(name, () => this.#callbacks.point(i));
    for (const name of ['pointerleave', 'focusout']) made.addEventListener(name, () => this.#callbacks.point(-1));
    return made;
  }

  /** @param {string} text */
  #has(text) {
    return this.#cuts.some((one) => one.kind === 'head' && one.text === text);
  }

  /** @param {number} i */
  #button(i) {
    const text = textOf(this.#about, i);
    const wanted = () =>
      this.#has(text)
        ? this.#cuts.filter((one) => one.kind !== 'head' || one.text !== text)
        : [...this.#cuts, /** @type {Cut} */ ({ kind: 'head', text })];
    const button = make('button', {
      'data-id': `train/head/${text}`,
      type: 'button',
    });
    button.addEventListener('pointerdown', () => this.#callbacks.test(wanted()));
    for (const name of ['pointerup', 'pointercancel', 'pointerleave']) button.addEventListener(name, () => this.#callbacks.test(null));
    button.addEventListener('click', () => this.#callbacks.cut(wanted()));
    return button;
  }
}
