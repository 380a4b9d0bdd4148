// SPDX-License-Identifier: MIT
// @ts-check
// The contact map of a protein, its likeliest contacts, and the heads behind one of them. Residues count from 1.

import { inLanguage, tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';
import { headName, percent, visibleText } from '../run/answers.js';
import { button, signed } from '../run/parts.js';

/** @typedef {import('../given/answers.js').Answers['contacts']} Map */

/** Nearer pairs touch because they follow each other, so they are not listed. */
const leastDistance = 6;
const mostListed = 12;

/** The probability of a pair. @param {Map} map @param {number} one @param {number} other */
export function probabilityOf({ residues, probabilities }, one, other) {
  const [i, j] = one < other ? [one, other] : [other, one];
  // The pairs (0, 1), (0, 2) ... (1, 2) ...: those of the rows before i, then of row i.
  return probabilities[i * residues - (i * (i + 1)) / 2 + j - i - 1];
}

/** The likeliest pairs that are not neighbours, the likeliest first. @param {Map} map @returns {[number, number][]} */
export function likeliestPairs(map) {
  /** @type {[number, number][]} */
  const pairs = [];
  for (let i = 0; i < map.residues; i += 1) for (let j = i + leastDistance; j < map.residues; j += 1) pairs.push([i, j]);
  return pairs.sort((a, b) => probabilityOf(map, ...b) - probabilityOf(map, ...a)).slice(0, mostListed);
}

export class Contacts {
  #context;
  #canvas = make('canvas', { 'data-id': 'contacts/map', className: 'map', tabIndex: 0 });
  #detail = make('p', { className: 'detail', role: 'status' });
  #list = make('p', { className: 'choose' });
  #heads = make('table', { className: 'grid' });
  #note = make('p', { className: 'muted' });
  /** @type {Map | null} */
  #map = null;
  /** @type {string[]} */
  #residues = [];
  /** @type {AbortSignal | null} */
  #signal = null;

  /** @param {import('../run/parts.js').Context} context */
  constructor(context) {
    this.#context = context;
    this.#canvas.setAttribute('role', 'img');
    this.#canvas.addEventListener('pointermove', (event) => {
      const pair = this.#pairAt(event);
      if (pair) setText(this.#detail, this.#words(...pair));
    });
    this.#canvas.addEventListener('click', (event) => {
      const pair = this.#pairAt(event);
      if (pair) void this.#ask(pair);
    });
    this.root = make(
      'div',
      {},
      make('p', {
        textContent: tr(
          'How likely two residues touch, by the model’s own regression on the attention of all heads. Click a pair to see its heads.',
        ),
      }),
      make('figure', { className: 'patch-map' }, this.#canvas),
      this.#detail,
      this.#list,
      this.#note,
      make('div', { className: 'scroll' }, this.#heads),
    );
  }

  /** @param {import('../run/parts.js').ShownRun} run @param {AbortSignal} signal */
  async show(run, signal) {
    this.#signal = signal;
    this.#residues = run.pieces.slice(1, -1).map(({ text }) => visibleText(text));
    setText(this.#detail, '');
    setText(this.#note, '');
    this.#heads.replaceChildren();
    const map = await this.#context.ask('contacts', {}, signal);
    if (signal.aborted) return;
    this.#map = map;
    this.#draw(map);
    const pairs = likeliestPairs(map);
    this.#list.replaceChildren(
      ...pairs.map(([i, j]) =>
        button(
          `contacts/${i + 1}-${j + 1}`,
          `${this.#name(i)} · ${this.#name(j)}: ${percent(probabilityOf(map, i, j))}`,
          () => void this.#ask([i, j]),
        ),
      ),
    );
    this.#canvas.setAttribute('aria-label', pairs.length > 0 ? this.#words(...pairs[0]) : tr('Contacts'));
  }

  /** @param {[number, number]} pair */
  async #ask([first, second]) {
    const signal = this.#signal;
    if (!signal || !this.#map) return;
    setText(this.#detail, this.#words(first, second));
    const { terms = [], logit = 0, bias = 0 } = await this.#context.ask('contacts', { first, second }, signal);
    if (signal.aborted) return;
    setText(this.#note, tr('The heads’ terms and the bias {} add up to the logit {}.', signed(bias), signed(logit)));
    const heads = terms[0]?.length ?? 0;
    const most = Math.max(1e-9, ...terms.flat().map(Math.abs));
    this.#heads.replaceChildren(
      make(
        'thead',
        {},
        make(
          'tr',
          {},
          make('td'),
          ...Array.from({ length: heads }, (_, head) => make('th', { scope: 'col', textContent: headName(head) })),
        ),
      ),
      make(
        'tbody',
        {},
        ...terms.map((row, layer) =>
          make(
            'tr',
            {},
            make('th', { scope: 'row', textContent: tr('layer {}', layer + 1) }),
            ...row.map((term) => {
              const cell = make('button', {
                type: 'button',
                className: 'guess',
                textContent: signed(term),
                onclick: () => this.#context.go(layer, first + 1),
              });
              cell.style.setProperty('--share', String(Math.abs(term) / most));
              return make('td', {}, cell);
            }),
          ),
        ),
      ),
    );
  }

  /** @param {number} residue from 0 */
  #name(residue) {
    return `${this.#residues[residue] ?? ''} ${inLanguage(String(residue + 1))}`.trim();
  }

  /** @param {number} i @param {number} j */
  #words(i, j) {
    return this.#map && i !== j ? tr('{} and {}: {}', this.#name(i), this.#name(j), percent(probabilityOf(this.#map, i, j))) : '';
  }

  /** @param {PointerEvent | MouseEvent} event @returns {[number, number] | null} */
  #pairAt({ offsetX, offsetY }) {
    const count = this.#map?.residues ?? 0;
    const [i, j] = [offsetY / this.#canvas.clientHeight, offsetX / this.#canvas.clientWidth].map((share) => Math.floor(share * count));
    return i >= 0 && j >= 0 && i < count && j < count && i !== j ? [i, j] : null;
  }

  /** @param {Map} map */
  #draw(map) {
    const count = Math.max(map.residues, 1);
    this.#canvas.width = count;
    this.#canvas.height = count;
    this.#canvas.style.imageRendering = 'pixelated';
    const pen = this.#canvas.getContext('2d');
    if (!pen) return;
    pen.fillStyle = getComputedStyle(this.root).color;
    for (let i = 0; i < map.residues; i += 1)
      for (let j = 0; j < map.residues; j += 1) {
        if (i === j) continue;
        pen.globalAlpha = probabilityOf(map, i, j);
        pen.fillRect(j, i, 1, 1);
      }
    pen.globalAlpha = 1;
  }
}
