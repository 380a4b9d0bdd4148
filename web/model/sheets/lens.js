// SPDX-License-Identifier: MIT
// @ts-check
// The logit lens: the predictions of the final norm and the head from each token's residual stream after each layer. Columns load one after
// the other, starting at the answer's position.

import { inLanguage, tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';
import { percent, visibleText, distinctTexts, tokenNames } from '../run/answers.js';

/** @typedef {import('../given/answers.js').Answers['lens']} Column */
/** @typedef {Column['layers'][number]} Guess */

/** Number of predictions per cell. */
const guesses = 5;
/** Number of columns that load without a request from the user. */
const mostColumns = 64;

export class Lens {
  #context;
  #note = make('p', { className: 'muted' });
  #table = make('table', { className: 'grid lens' });
  #detail = make('p', { className: 'detail', role: 'status' });
  /** @type {Map<number, Column>} */
  #columns = new Map();
  /** @type {import('../run/parts.js').ShownRun | null} */
  #run = null;
  /** The names of the run's tokens. @type {string[]} */
  #names = [];

  /** @param {import('../run/parts.js').Context} context */
  constructor(context) {
    this.#context = context;
    this.root = make(
      'div',
      {},
      make('p', {
        textContent: tr(
          'The answer if each layer were the last, through the model’s final norm and head. A stronger colour means a more certain final answer.',
        ),
      }),
      this.#note,
      make('div', { className: 'scroll' }, this.#table),
      this.#detail,
    );
  }

  /** @param {import('../run/parts.js').ShownRun} run @param {AbortSignal} signal */
  async show(run, signal) {
    if (run.read) run = { ...run, pieces: run.read.map((text) => ({ text })) }; // of the decoder
    this.#run = run;
    this.#names = tokenNames(run.pieces.map(({ text }) => text));
    this.#columns = new Map();
    this.#detail.textContent = '';
    const { about, pieces, says } = run;
    setText(this.#note, this.#noteOf(about));
    this.#table.hidden = about.kind === 'embedding';
    if (about.kind === 'embedding') return;
    const isPlaced = about.kind === 'next' || about.kind === 'masked' || run.read !== undefined;
    const all = isPlaced ? pieces.map((_, i) => i) : [Math.max(says.position, 0)];
    const first = Math.max(says.position, 0);
    const wanted = all
      .sort((a, b) => Number(b === first) - Number(a === first) || Math.abs(a - first) - Math.abs(b - first))
      .slice(0, mostColumns);
    const shownColumns = [...wanted].sort((a, b) => a - b);
    this.#draw(shownColumns);
    for (const [i, position] of wanted.entries()) {
      const column = await this.#context.ask('lens', { position, count: guesses }, signal, [i / wanted.length, (i + 1) / wanted.length]);
      if (signal.aborted) return;
      this.#columns.set(position, column);
      this.#fill(column, shownColumns.indexOf(position));
    }
    if (pieces.length > wanted.length && isPlaced)
      setText(
        this.#note,
        [this.#noteOf(about), tr('Of {} tokens, only the {} nearest to the answer are shown.', pieces.length, wanted.length)]
          .join(' ')
          .trim(),
      );
  }

  /** @param {import('../run/about.js').About} about */
  #noteOf(about) {
    if (about.kind === 'embedding') return tr('This model outputs a vector, so its layers have no answers.');
    return about.isPostNorm ? tr('Read the layers in between with care. This model normalises after each layer (post-LN).') : '';
  }

  /** @param {number[]} positions */
  #draw(positions) {
    const { about, says } = /** @type {import('../run/parts.js').ShownRun} */ (this.#run);
    const head = positions.map((at) =>
      make('th', { scope: 'col', textContent: this.#names[at] ?? '', className: at === says.position ? 'answer-position' : '' }),
    );
    const rows = [];
    for (let layer = about.decoder?.layers ?? about.layers; layer >= 0; layer -= 1)
      rows.push(
        make(
          'tr',
          {},
          make('th', { scope: 'row', textContent: layer === 0 ? tr('embedding') : tr('layer {}', layer) }),
          ...positions.map(() => make('td', { className: 'waiting' })),
        ),
      );
    this.#table.replaceChildren(make('thead', {}, make('tr', {}, make('td'), ...head)), make('tbody', {}, ...rows));
  }

  /** @param {Column} column @param {number} place */
  #fill(column, place) {
    const rows = [...this.#table.querySelectorAll('tbody tr')];
    column.layers.forEach((guess, layer) => {
      const cell = rows[column.layers.length - 1 - layer]?.children[place + 1];
      if (!cell) return;
      const words = this.#words(column, layer);
      const own = make('button', {
        type: 'button',
        className: guess.rank === 0 ? 'guess final' : 'guess',
        textContent: visibleText(guess.answers[0] ?? ''),
        title: words,
      });
      own.style.setProperty('--share', String(guess.probability));
      own.onfocus = () => setText(this.#detail, words);
      own.onmouseenter = own.onfocus;
      own.onclick = () => this.#context.go(Math.max(layer - 1, 0), column.position);
      cell.classList.remove('waiting');
      cell.replaceChildren(own);
    });
  }

  /** @param {Column} column @param {number} layer */
  #words({ position, final, layers }, layer) {
    const name = this.#names[position] ?? '';
    const { answers, probability, rank } = layers[layer];
    const where = layer === 0 ? tr('Before the first layer, at “{}”', name) : tr('After layer {}, at “{}”', layer, name);
    return tr(
      '{}: {}. The final answer “{}” has {} and rank {} here.',
      where,
      distinctTexts(answers).join(', '),
      visibleText(final),
      percent(probability),
      inLanguage(String(rank + 1)),
    );
  }
}
