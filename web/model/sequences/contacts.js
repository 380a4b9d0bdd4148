// SPDX-License-Identifier: MIT
// @ts-check
// The contact map of a protein, next to the distances of a structure if the user has dropped one; its likeliest contacts, and the heads
// behind one of them. Residues count from 1.

import { inLanguage, tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';
import { groupOf, groups } from '../protein/groups.js';
import { percent, visibleText } from '../run/answers.js';
import { button } from '../run/parts.js';
import { HeadTerms } from './contact_heads.js';
import { drawMap, fillAxes } from './contact_map.js';

/** @typedef {import('../given/answers.js').Answers['contacts']} Map */

/** Nearer pairs touch because they follow each other, so they are not listed. */
const leastDistance = 6;
/** Distance of pairs that are called long-range, as in Rao et al. 2021. */
const longRange = 24;
const mostListed = 12;

/** The probability of a pair. @param {Map} map @param {number} one @param {number} other */
export function probabilityOf({ residues, probabilities }, one, other) {
  const [i, j] = one < other ? [one, other] : [other, one];
  // The pairs (0, 1), (0, 2) ... (1, 2) ...: those of the rows before i, then of row i.
  return probabilities[i * residues - (i * (i + 1)) / 2 + j - i - 1];
}

/** The pairs that are not neighbours, with their probability. @param {Map} map */
function pairsOf(map) {
  /** @type {[number, number, number][]} */
  const pairs = [];
  for (let i = 0; i < map.residues; i += 1)
    for (let j = i + leastDistance; j < map.residues; j += 1) pairs.push([i, j, probabilityOf(map, i, j)]);
  return pairs;
}

/** The likeliest pairs that are not neighbours, the likeliest first. @param {Map} map @returns {[number, number][]} */
export const likeliestPairs = (map) =>
  pairsOf(map)
    .sort((a, b) => b[2] - a[2])
    .slice(0, mostListed)
    .map(([i, j]) => [i, j]);

export class Contacts {
  #context;
  #canvas = make('canvas', { 'data-id': 'contacts/map', className: 'map ink', tabIndex: 0 });
  #across = make('div', { className: 'axis' });
  #down = make('div', { className: 'axis' });
  #detail = make('p', { className: 'detail', role: 'status' });
  #list = make('p', { className: 'choose' });
  #against = make('p', { className: 'against', role: 'status' });
  #remarks = make('p', { className: 'muted' });
  #file = make('input', { type: 'file', accept: '.pdb,.ent,.cif,.mmcif', hidden: true });
  #heads;
  /** @type {Map | null} */
  #map = null;
  /** @type {string[]} */
  #residues = [];
  /** @type {import('../protein/structure.js').Fitted | null} */
  #fitted = null;
  /** @type {ReturnType<import('../run/parts.js').Context['structure']>} */
  #structure = null;
  /** @type {AbortSignal | null} */
  #signal = null;

  /** @param {import('../run/parts.js').Context} context */
  constructor(context) {
    this.#context = context;
    this.#heads = new HeadTerms(context);
    this.#canvas.setAttribute('role', 'img');
    this.#canvas.addEventListener('pointermove', (event) => {
      const pair = this.#pairAt(event);
      if (pair) setText(this.#detail, this.#words(...pair));
    });
    this.#canvas.addEventListener('click', (event) => {
      const pair = this.#pairAt(event);
      if (pair) void this.#ask(pair);
    });
    this.#file.onchange = () => {
      const file = this.#file.files?.[0];
      this.#file.value = '';
      if (file) void this.#take(file);
    };
    this.root = make(
      'div',
      { className: 'contacts' },
      make('p', {
        textContent: tr(
          'How likely two residues touch, by the model’s own regression on the attention of all heads. Click a pair to see its heads.',
        ),
      }),
      make('figure', { className: 'contact-map' }, make('span'), this.#across, this.#down, this.#canvas),
      make('p', { className: 'legend' }, ...groups.map(({ colour, name, letters }) => legendOf(colour, `${name()} (${letters})`))),
      this.#detail,
      this.#against,
      this.#list,
      make(
        'p',
        { className: 'choose' },
        button('structure/choose', tr('Compare with a structure …'), () => this.#file.click()),
        this.#file,
      ),
      this.#heads.root,
      this.#remarks,
    );
  }

  /** Takes over a structure that was dropped meanwhile. */
  take() {
    const structure = this.#context.structure();
    const isNew = structure !== this.#structure;
    this.#structure = structure;
    return isNew;
  }

  /** @param {import('../run/parts.js').ShownRun} run @param {AbortSignal} signal */
  async show(run, signal) {
    this.#signal = signal;
    this.#residues = run.pieces.slice(1, -1).map(({ text }) => visibleText(text).trim());
    for (const part of [this.#detail, this.#against, this.#remarks]) setText(part, '');
    this.#heads.clear();
    const map = await this.#context.ask('contacts', {}, signal);
    if (signal.aborted) return;
    this.#map = map;
    this.#fitted = null;
    try {
      if (this.#structure) await this.#compare(this.#structure, map);
    } finally {
      if (!signal.aborted) this.#draw(map);
    }
  }

  /** @param {Map} map */
  #draw(map) {
    drawMap(this.#canvas, map.residues, (i, j) => probabilityOf(map, i, j), this.#fitted?.distances);
    fillAxes(
      this.#across,
      this.#down,
      this.#residues.map((letter) => groupOf(letter)?.colour ?? 'transparent'),
    );
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

  /** @param {File} file */
  async #take(file) {
    if (!(await this.#context.takeFile(file))) setText(this.#detail, tr('This file is no PDB or mmCIF file.'));
  }

  /** @param {{name: string, chains: import('../protein/structure.js').Chain[]}} structure @param {Map} map */
  async #compare({ name, chains }, map) {
    const { fitted, precisionOf, touching } = await import('../protein/structure.js');
    const own = fitted(this.#residues, chains);
    this.#fitted = own;
    const pairs = pairsOf(map);
    const shares = [leastDistance, longRange].flatMap((apart) => {
      const counts = [Math.floor(map.residues / 5), map.residues];
      const found = counts.map((count) => precisionOf(pairs, own.distances, map.residues, apart, count));
      return found[0].pairs === 0
        ? []
        : [tr('At least {} residues apart: top L/5 {}, top L {}.', apart, ...found.map(({ precision }) => percent(precision)))];
    });
    setText(
      this.#against,
      [
        tr('{}, chain {}: {} of {} residues match.', name, own.chain || '–', own.equal, map.residues),
        tr('Precision of the likeliest pairs, real contacts below {} Å (Cβ):', touching),
        ...shares,
      ].join(' '),
    );
    setText(this.#remarks, tr('Below the diagonal: distances in the structure, dark up to {} Å and white from 20 Å.', touching));
  }

  /** @param {[number, number]} pair */
  async #ask(pair) {
    const signal = this.#signal;
    if (!signal || !this.#map) return;
    setText(this.#detail, this.#words(...pair));
    const { terms = [], logit = 0, bias = 0 } = await this.#context.ask('contacts', { first: pair[0], second: pair[1] }, signal);
    if (!signal.aborted) this.#heads.show(pair, terms, logit, bias);
  }

  /** @param {number} residue from 0 */
  #name(residue) {
    return `${this.#residues[residue] ?? ''} ${inLanguage(String(residue + 1))}`.trim();
  }

  /** @param {number} i @param {number} j */
  #words(i, j) {
    if (!this.#map || i === j) return '';
    const words = tr('{} and {}: {}', this.#name(i), this.#name(j), percent(probabilityOf(this.#map, i, j)));
    const distance = this.#fitted?.distances[i * this.#map.residues + j] ?? NaN;
    return Number.isNaN(distance) ? words : `${words}, ${inLanguage(distance.toFixed(1))} Å`;
  }

  /** @param {PointerEvent | MouseEvent} event @returns {[number, number] | null} */
  #pairAt({ offsetX, offsetY }) {
    const count = this.#map?.residues ?? 0;
    const [i, j] = [offsetY / this.#canvas.clientHeight, offsetX / this.#canvas.clientWidth].map((share) => Math.floor(share * count));
    return i >= 0 && j >= 0 && i < count && j < count && i !== j ? [i, j] : null;
  }
}

/** @param {string} colour @param {string} textContent */
function legendOf(colour, textContent) {
  const mark = make('span', { className: 'mark' });
  mark.style.background = colour;
  return make('span', { className: 'entry' }, mark, textContent);
}
