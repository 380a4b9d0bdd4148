// SPDX-License-Identifier: MIT
// @ts-check
// Activation patching. Copies an activation from another text's run into this one, one place at a time, and shows how much of the
// difference between the answers it restores.

import { tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';
import { headName, tokenNames } from '../run/answers.js';
import { button, capital, choice, hundredths, describeQuestion, signed, missingQuestion } from '../run/parts.js';

/** @typedef {import('../given/answers.js').Answers['swap']} Grid */

/** The pairs of tokens in a swap's places (`s3:6;a2:4;a5:-`). @param {string} places @returns {[number, number][]} */
const pairsIn = (places) =>
  [...places.matchAll(/(?:^|;)a(\d+):(\d+|-)/g)].map(([, here, there]) => [Number(here), there === '-' ? -1 : Number(there)]);

/** Whether two texts are similar enough for a swap, with most words equal. @param {string} one @param {string} other */
function isAlike(one, other) {
  const [a, b] = [one, other].map((text) => text.trim().split(/\s+/));
  const same = a.filter((word) => b.includes(word)).length;
  return 2 * same > Math.max(a.length, b.length);
}

export class Swap {
  #context;
  #clean = make('input', {
    'data-id': 'swap/text',
    type: 'text',
    className: 'clean',
    'aria-label': tr('The other text'),
    placeholder: tr('Another text'),
    onkeydown: (/** @type {KeyboardEvent} */ { key, isComposing }) => key === 'Enter' && !isComposing && this.#context.again(),
  });
  #what = choice(
    'swap/what',
    tr('Copied part'),
    [
      ['streams', tr('a token’s residual stream')],
      ['heads', tr('a head')],
    ],
    () => this.#context.again(),
  );
  #how = choice(
    'swap/how',
    tr('Display'),
    [
      ['recovered', tr('measured')],
      ['predicted', tr('predicted by gradients')],
    ],
    () => this.#draw(),
  );
  #said = make('p', { className: 'answer-text', role: 'status' });
  #table = make('table', { className: 'grid' });
  #detail = make('p', { className: 'detail', role: 'status' });
  /** @type {import('../run/parts.js').ShownRun | null} */
  #run = null;
  /** @type {Grid | null} */
  #grid = null;
  /** The user's corrections: the other text's token for each token here, -1 for none. @type {Map<number, number>} */
  #byHand = new Map();
  #pairsOf = '';

  /** @param {import('../run/parts.js').Context} context */
  constructor(context) {
    this.#context = context;
    this.root = make(
      'div',
      {},
      make('p', {
        textContent: tr(
          'Type a text with another answer (“keys” for “key”). Each cell copies one activation from its run. 100 % fully restores its answer.',
        ),
      }),
      make('p', {
        className: 'muted',
        hidden: !context.translates,
        textContent: tr('Only encoder activations are copied. The output text stays the same.'),
      }),
      make(
        'p',
        { className: 'choose' },
        this.#clean,
        button('swap/run', tr('Swap'), () => this.#context.again()),
        this.#what,
        this.#how,
      ),
      this.#said,
      make('div', { className: 'scroll' }, this.#table),
      this.#detail,
    );
  }

  /** @param {import('../run/parts.js').ShownRun} run @param {AbortSignal} signal */
  async show(run, signal) {
    this.#run = run;
    this.#grid = null;
    this.#table.replaceChildren();
    this.#detail.textContent = '';
    const others = this.#context.texts().filter(({ text }) => text !== run.recipe.text);
    const saved = this.#context.saved('swap');
    if (!this.#clean.value && saved) [this.#clean.value, this.#what.value] = [saved.text, saved.what];
    if (!this.#clean.value && run.recipe.swap) this.#clean.value = run.recipe.swap.text;
    const alike = others.find(({ text }) => isAlike(text, run.recipe.text));
    if (!this.#clean.value && alike) this.#clean.value = alike.text;
    if (!run.question) return setText(this.#said, missingQuestion(run));
    const clean = this.#clean.value.trim();
    if (!clean) return setText(this.#said, '');
    if (clean === run.recipe.text) return setText(this.#said, tr('Both texts are the same.'));
    this.#keepPairs(run.recipe, clean);
    setText(this.#said, tr('Running …'));
    this.#grid = await this.#context.ask('swap', { what: this.#what.value, text: clean, aligned: this.#pairs() }, signal);
    this.#draw();
  }

  /** Keeps corrections only for the same two texts. A link brings its own. @param {import('../run/recipe.js').Recipe} recipe @param {string} clean */
  #keepPairs({ text, swap }, clean) {
    const both = JSON.stringify([text, clean]);
    if (both === this.#pairsOf) return;
    this.#pairsOf = both;
    const saved = this.#context.saved('swap');
    this.#byHand = new Map(pairsIn(swap?.text === clean ? swap.places : saved?.text === clean ? (saved.aligned ?? '') : ''));
  }

  #pairs() {
    return [...this.#byHand].map(([here, there]) => `a${here}:${there < 0 ? '-' : there}`).join(';');
  }

  #draw() {
    const grid = this.#grid;
    const run = this.#run;
    if (!grid || !run?.question) return;
    const isHeads = this.#what.value === 'heads';
    const isMeasured = this.#how.value === 'recovered';
    const part = (/** @type {number} */ at) =>
      isMeasured
        ? grid.recovered[at]
        : grid.predicted[at] === null
          ? null
          : (Number(grid.predicted[at]) - grid.changed) / (grid.clean - grid.changed);
    const lost = grid.aligned.filter((to) => to < 0).length;
    const apart = Math.abs(grid.clean - grid.changed);
    const isClose = apart < 1e-3;
    const isLittle = apart < (['probability', 'cosine'].includes(grid.question.kind) ? 0.01 : 0.1);
    setText(
      this.#said,
      [
        tr('{}: {} here, {} in the other text.', capital(describeQuestion(grid.question)), signed(grid.changed), signed(grid.clean)),
        isClose
          ? tr('The two runs don’t differ.')
          : isLittle
            ? tr('The two runs hardly differ. Percentages of this difference mean little.')
            : '',
        lost > 0 ? tr('Tokens without a counterpart: {}.', lost) : '',
      ]
        .join(' ')
        .trim(),
    );
    if (isClose) return this.#table.replaceChildren();
    const names = tokenNames(grid.tokens);
    const head = Array.from({ length: grid.columns }, (_, i) =>
      make('th', { scope: 'col', textContent: isHeads ? String(i + 1) : names[i] }),
    );
    const rows = [];
    for (let row = grid.rows - 1; row >= 0; row -= 1) {
      const name = isHeads ? tr('layer {}', row + 1) : row === 0 ? tr('embedding') : tr('after layer {}', row);
      rows.push(
        make(
          'tr',
          {},
          make('th', { scope: 'row', textContent: name }),
          ...Array.from({ length: grid.columns }, (_, column) => this.#cell(row, column, part(row * grid.columns + column), name)),
        ),
      );
    }
    this.#table.replaceChildren(
      make('thead', {}, make('tr', {}, make('td'), ...head), ...(this.#needsPairs(grid) && !isHeads ? [this.#pairing(grid)] : [])),
      make('tbody', {}, ...rows),
    );
  }

  /** Tokens of texts with equal length correspond by position. For others the user can choose. @param {Grid} grid */
  #needsPairs(grid) {
    return this.#byHand.size > 0 || grid.tokens.length !== grid.cleanTokens.length;
  }

  /** A row of menus that choose the corresponding token of the other text. @param {Grid} grid */
  #pairing(grid) {
    const names = tokenNames(grid.cleanTokens);
    const cells = tokenNames(grid.tokens).map((token, here) => {
      const options = [['-1', '–'], ...names.map((name, there) => [String(there), `${there + 1} ${name}`])];
      const box = make(
        'select',
        {
          'aria-label': tr('“{}” corresponds to', token),
          onchange: () => {
            this.#byHand.set(here, Number(box.value));
            this.#context.again();
          },
        },
        ...options.map(([value, textContent]) => make('option', { value, textContent })),
      );
      box.value = String(grid.aligned[here]);
      return make('td', {}, box);
    });
    return make('tr', { className: 'pairing' }, make('th', { scope: 'row', textContent: tr('corresponds to') }), ...cells);
  }

  /** @param {number} row @param {number} column @param {number | null} part @param {string} name */
  #cell(row, column, part, name) {
    if (part === null) return make('td', { textContent: '–' });
    const grid = /** @type {Grid} */ (this.#grid);
    const isHeads = this.#what.value === 'heads';
    const own = make('button', { type: 'button', className: part < 0 ? 'guess opposing' : 'guess', textContent: hundredths(part) });
    own.style.setProperty('--share', String(Math.min(Math.abs(part), 1)));
    const where = isHeads
      ? tr('{}, {}', name, headName(column))
      : tr('{}, “{}” as “{}”', name, tokenNames(grid.tokens)[column], tokenNames(grid.cleanTokens)[grid.aligned[column]] ?? '');
    const words = tr(
      '{}: the value becomes {} ({} predicted)',
      where,
      signed(Number(grid.values[row * grid.columns + column])),
      signed(Number(grid.predicted[row * grid.columns + column])),
    );
    own.title = words;
    own.onfocus = () => setText(this.#detail, words);
    own.onmouseenter = own.onfocus;
    own.onclick = () =>
      this.#context.swap(
        this.#clean.value.trim(),
        [isHeads ? `H${row + 1}:${column}` : `s${row}:${column}`, ...(this.#byHand.size > 0 ? [this.#pairs()] : [])].join(';'),
        grid.target,
      );
    return make('td', {}, own);
  }
}
