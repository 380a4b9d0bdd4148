// SPDX-License-Identifier: MIT
// @ts-check
// The heads of a circuit: layers by heads, coloured by a chosen score, with the effect next to it, and the two against each other.

import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';
import { choice, signed } from '../run/parts.js';
import { fit } from '../../paper/svg.js';
import { nodeName, scoresFigure } from './figures.js';

/** @typedef {import('./figures.js').Edge} Edge */
/** @typedef {import('./view.js').Scores} Scores */

/** @returns {[string, string][]} */
const scoreNames = () => [
  ['effect', tr('effect (EAP-IG)')],
  ['direct', tr('direct contribution')],
  ['previous', tr('previous token')],
  ['induction', tr('induction')],
  ['duplicate', tr('duplicate token')],
  ['first', tr('first token')],
  ['self', tr('self')],
  ['entropy', tr('entropy')],
  ['distance', tr('distance')],
];

/** The effect of each node: the sum of EAP-IG over the edges that leave it. @param {Edge[]} edges */
export function effectsOf(edges) {
  /** @type {Map<string, number>} */
  const effects = new Map();
  for (const { from, score } of edges) effects.set(from, (effects.get(from) ?? 0) + score);
  return effects;
}

/** A score of each head, [layers][heads]; null where it has none. @param {string} name @param {Scores} scores @param {Edge[]} edges @returns {(number | null)[]} */
function scoresNamed(name, { layers, heads, headScores, direct }, edges) {
  const nodes = Array.from({ length: layers * heads }, (_, at) => ({ layer: Math.floor(at / heads), head: at % heads }));
  if (name === 'direct') return nodes.map(({ layer, head }) => direct?.[1 + layer * (heads + 1) + head] ?? null);
  if (name !== 'effect') return nodes.map((_, at) => headScores[name]?.[at] ?? null);
  const effects = effectsOf(edges);
  return nodes.map(({ layer, head }) => effects.get(`a${layer}.h${head}`) ?? 0);
}

export class CircuitHeads {
  #open;
  #score;
  #table = make('table', { className: 'grid' });
  #scatter = make('div', { className: 'plot scroll' });
  /** @type {{scores: Scores, edges: Edge[]} | null} */
  #shown = null;
  root;

  /** @param {(layer: number) => void} open shows a layer's heads @param {() => void} changed */
  constructor(open, changed) {
    this.#open = open;
    this.#score = choice('circuit/score', tr('Score of the heads'), scoreNames(), () => {
      changed();
      this.#draw();
    });
    this.root = make(
      'div',
      {},
      make('h3', { textContent: tr('Heads') }),
      make('p', { className: 'choose' }, this.#score),
      make('p', {
        className: 'muted',
        textContent: tr('The effect is next to each score, because a score of the attention is not an effect.'),
      }),
      make('div', { className: 'scroll' }, this.#table),
      this.#scatter,
    );
  }

  get score() {
    return this.#score.value;
  }

  set score(name) {
    this.#score.value = name;
    this.#draw();
  }

  /** @param {Scores} scores @param {Edge[]} edges */
  show(scores, edges) {
    this.#shown = { scores, edges };
    this.#draw();
  }

  #draw() {
    if (!this.#shown) return;
    const { scores, edges } = this.#shown;
    const { layers, heads } = scores;
    const values = scoresNamed(this.score, scores, edges);
    const effects = scoresNamed('effect', scores, edges).map(Number);
    const most = Math.max(...values.map((one) => Math.abs(one ?? 0)), 1e-9);
    const columns = Array.from({ length: heads }, (_, head) => head);
    const row = (/** @type {number} */ layer) =>
      make(
        'tr',
        {},
        make('th', { scope: 'row', textContent: tr('layer {}', layer + 1) }),
        ...columns.map((head) => this.#cell(layer, head, values[layer * heads + head], effects[layer * heads + head], most)),
      );
    this.#table.replaceChildren(
      make('thead', {}, make('tr', {}, make('td'), ...columns.map((head) => make('th', { scope: 'col', textContent: String(head + 1) })))),
      make('tbody', {}, ...Array.from({ length: layers }, (_, at) => row(layers - 1 - at))),
    );
    const across = this.score === 'effect' ? 'direct' : this.score;
    const xs = scoresNamed(across, scores, edges);
    const points = effects.flatMap((y, at) => {
      const x = xs[at];
      return x === null ? [] : [{ x, y, name: nodeName(`a${Math.floor(at / heads)}.h${at % heads}`) }];
    });
    const named = new Map(scoreNames());
    const axes = /** @type {[string, string]} */ ([named.get(across) ?? '', named.get('effect') ?? '']);
    fit(this.#scatter, points.length === 0 ? null : (room) => scoresFigure(points, axes, room));
  }

  /** @param {number} layer @param {number} head @param {number | null} value @param {number} effect @param {number} most */
  #cell(layer, head, value, effect, most) {
    const text = value === null ? '–' : signed(value).replace('+', '');
    const own = make('button', {
      type: 'button',
      'data-id': `circuit/head/${layer}.${head}`,
      className: (value ?? 0) < 0 ? 'guess opposing' : 'guess',
      textContent: this.score === 'effect' ? text : `${text} (${signed(effect, 1)})`,
      title: tr('layer {}, head {}: effect {}', layer + 1, head + 1, signed(effect)),
      onclick: () => this.#open(layer),
    });
    own.style.setProperty('--share', String(Math.abs(value ?? 0) / most));
    return make('td', {}, own);
  }
}
