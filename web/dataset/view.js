// SPDX-License-Identifier: MIT
// @ts-check
// The data set over the page, with its examples as a list and its means next to it. Also the line below an example.

import { Grid } from './grid.js';
import { amount, tr, trCount } from '../base/language.js';
import { make, setText } from '../base/elements.js';
import { meansContent } from './means.js';
import { keyOf, kindsOf, labelOf, layerOf, ordered, shown, stemOf, valuesOf } from './order.js';
import { pathOf } from './places.js';

/** @typedef {import('./read.js').List} List */
/** @typedef {import('./order.js').Order} Order */
/** @typedef {import('../base/problem.js').Problem} Problem */
/** @typedef {{choose: (row: number) => void, close: () => void, give: (files: FileList) => void, back: () => void}} Callbacks */

const counted = (/** @type {number} */ count) => trCount(count, '{} example|{} examples');

export class View {
  /** @type {List | null} */
  list = null;
  /** The visible rows, in order. */
  /** @type {Uint32Array} */
  rows = new Uint32Array();
  /** @type {Order} */
  #order = { key: 'row', descending: false, words: '' };
  #low = 0;
  #high = 1;
  #grid;
  #title = make('h2', { id: 'data-set-title' });
  #count = make('p', { className: 'count', role: 'status' });
  #problem = make('div', { className: 'problem', role: 'alert', hidden: true });
  #sort = make('select', { 'data-id': 'data-set/sort', 'aria-label': tr('Sort by') });
  #layer = make('select', { 'data-id': 'data-set/layer', 'aria-label': tr('Layer to sort by') });
  #turn = make('button', { 'data-id': 'data-set/turn', className: 'turn' });
  #filter = make('input', {
    'data-id': 'data-set/find',
    type: 'search',
    className: 'found',
    placeholder: tr('Words in the text'),
    'aria-label': tr('Only examples with these words'),
    spellcheck: false,
  });
  #number = make('button', { 'data-id': 'data-set/number', textContent: tr('No.') });
  #tokens = make('button', { 'data-id': 'data-set/tokens', textContent: tr('Tokens') });
  #score = make('span');
  #heads;
  #means = make('div', { className: 'means', tabIndex: 0, role: 'group', 'aria-label': tr('Means over the examples') });
  #switch = make('button', { 'data-id': 'data-set/means', className: 'switch', textContent: tr('Means'), 'aria-pressed': 'false' });
  #picker = make('input', {
    'data-id': 'data-set/files',
    type: 'file',
    multiple: true,
    className: 'hidden',
    tabIndex: -1,
    'aria-label': tr('Data set files'),
  });
  root;

  /** @param {Callbacks} callbacks */
  constructor(callbacks) {
    const head = (/** @type {string} */ className, /** @type {Node[]} */ ...children) =>
      make('span', { role: 'columnheader', className }, ...children);
    this.#heads = { row: head('number', this.#number), tokens: head('tokens', this.#tokens), score: head('score', this.#score) };
    const heads = make(
      'div',
      { role: 'row', className: 'row', 'aria-rowindex': '1' },
      this.#heads.row,
      head('words', make('span', { textContent: tr('Example') })),
      this.#heads.tokens,
      this.#heads.score,
    );
    this.#grid = new Grid(
      heads,
      (place) => this.#shown(place),
      (place) => callbacks.choose(this.rows[place]),
    );
    this.#number.onclick = () => this.#sortBy('row');
    this.#tokens.onclick = () => this.#sortBy('tokens');
    this.#turn.onclick = () => this.#arrange({ descending: !this.#order.descending });
    this.#sort.addEventListener('change', () => this.#sortBy(this.#keyOf(this.#sort.value, layerOf(this.#order.key))));
    this.#layer.addEventListener('change', () => this.#arrange({ key: this.#keyOf(stemOf(this.#order.key), Number(this.#layer.value)) }));
    let waiting = 0;
    this.#filter.addEventListener('input', () => {
      clearTimeout(waiting);
      waiting = window.setTimeout(() => this.#arrange({ words: this.#filter.value }), 120);
    });
    this.#filter.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      this.#grid.scroller.focus();
    });
    this.#switch.onclick = () => {
      const on = this.root.toggleAttribute('data-means');
      this.#switch.setAttribute('aria-pressed', String(on));
      if (!on) this.#grid.moveTo(this.#grid.cursor, false);
    };
    this.#picker.addEventListener('change', () => this.#picker.files?.length && callbacks.give(this.#picker.files));
    this.root = make(
      'section',
      { className: 'data-set', hidden: true, 'aria-labelledby': 'data-set-title' },
      make(
        'header',
        {},
        this.#title,
        this.#count,
        this.#switch,
        make('button', {
          'data-id': 'data-set/close',
          className: 'close',
          textContent: '×',
          'aria-label': tr('Close data set'),
          onclick: () => callbacks.close(),
        }),
      ),
      this.#problem,
      make(
        'div',
        { className: 'examples-side' },
        make('div', { className: 'arrange' }, this.#filter, make('span', { className: 'sorted' }, this.#sort, this.#layer, this.#turn)),
        this.#grid.scroller,
      ),
      this.#means,
      this.#picker,
    );
    // Keep keys from the figure below this view.
    this.root.addEventListener('keydown', (event) => event.stopPropagation());
    document.getElementById('mirror')?.before(this.root);
  }

  // --- display --------------------------------------------------------------------------------------

  /** @param {string} name */
  wait(name, examples = 0) {
    setText(this.#title, name);
    setText(this.#count, examples ? tr('{} so far …', counted(examples)) : tr('Reading the list …'));
  }

  /** @param {List} list */
  fill(list) {
    this.list = list;
    this.complain(null);
    const kinds = kindsOf(list);
    const first = kinds.find(({ stem }) => stem.includes('\n'));
    this.#order = { key: first ? keyOf(first, 0) : 'row', descending: false, words: '' };
    this.#filter.value = '';
    this.#sort.replaceChildren(...kinds.map(({ stem, label }) => make('option', { value: stem, textContent: label })));
    setText(this.#title, list.name);
    this.#means.replaceChildren(...meansContent(list));
    this.#arrange({});
    this.#grid.scroller.scrollTop = 0;
  }

  /** The list that stays after an error with another one. */
  restate() {
    if (this.list) setText(this.#title, this.list.name);
    this.#arrange({});
  }

  /** Shows that there is no list. */
  empty() {
    setText(this.#count, '');
  }

  /** @param {boolean} on false for the chosen example */
  show(on) {
    const was = !this.root.hidden;
    this.root.hidden = !on;
    document.documentElement.toggleAttribute('data-list', on);
    for (const below of [document.getElementById('canvas'), document.getElementById('mirror')]) below?.toggleAttribute('inert', on);
    if (!on || was) return;
    this.#grid.scroller.scrollTop = this.#left;
    this.#grid.moveTo(this.#grid.cursor, true);
    this.#grid.scroller.focus({ preventScroll: true });
  }

  /** The scroll position when an example was opened, because hidden elements lose theirs. */
  #left = 0;
  leave() {
    if (!this.root.hidden) this.#left = this.#grid.scroller.scrollTop;
  }

  /** Marks an example and scrolls it into view. @param {number} row */
  mark(row) {
    const place = this.rows.indexOf(row);
    if (place >= 0) this.#grid.moveTo(place, true);
  }

  /** @param {Problem | null} problem @param {boolean} [canGive] files from the user would help */
  complain(problem, canGive = false) {
    this.#problem.hidden = !problem;
    if (!problem) return;
    const { place, finding, remedy } = problem;
    this.#problem.replaceChildren(
      make('p', {}, place ? make('strong', { textContent: `${place}: ` }) : '', `${finding} ${remedy}`),
      ...(canGive
        ? [make('button', { 'data-id': 'data-set/choose', textContent: tr('Choose files'), onclick: () => this.#picker.click() })]
        : []),
      ...(this.list
        ? [
            make('button', {
              'data-id': 'data-set/ok',
              textContent: tr('OK'),
              onclick: () => {
                this.complain(null);
                this.#grid.scroller.focus();
              },
            }),
          ]
        : []),
    );
  }

  /** A row's value of the chosen score, such as "blankout, flow 0.831". @param {number} row */
  saying(row) {
    const list = /** @type {List} */ (this.list);
    const values = valuesOf(list, this.#order.key);
    return values ? `${labelOf(list, this.#order.key)}: ${shown(values[row], this.#order.key)}` : '';
  }

  // --- inside ---------------------------------------------------------------------------------------

  /** @param {string} stem @param {number} layer */
  #keyOf(stem, layer) {
    const kind = this.list && kindsOf(this.list).find((one) => one.stem === stem);
    return kind ? keyOf(kind, layer) : 'row';
  }

  /** The layers of the column that sorts the list. @param {List} list */
  #offerLayers(list) {
    const layers = kindsOf(list).find(({ stem }) => stem === stemOf(this.#order.key))?.layers ?? [];
    this.#layer.hidden = layers.length < 2;
    this.#layer.replaceChildren(...layers.map((layer) => make('option', { value: String(layer), textContent: tr('layer {}', layer) })));
    this.#layer.value = String(layerOf(this.#order.key));
  }

  /** @param {string} key */
  #sortBy(key) {
    this.#arrange({ key, descending: key === this.#order.key ? !this.#order.descending : false });
  }

  /** @param {Partial<Order>} change */
  #arrange(change) {
    const list = this.list;
    if (!list) return;
    this.#order = { ...this.#order, ...change };
    const { key, descending, words } = this.#order;
    this.rows = ordered(list, this.#order);
    const values = valuesOf(list, key);
    const known = values ? [...values].filter((value) => !Number.isNaN(value)) : [];
    this.#low = Math.min(
      0,
      known.reduce((low, value) => Math.min(low, value), 0),
    );
    this.#high = known.reduce((high, value) => Math.max(high, value), 0);
    this.#sort.value = stemOf(key);
    this.#offerLayers(list);
    setText(this.#turn, descending ? '↓' : '↑');
    this.#turn.setAttribute('aria-label', descending ? tr('Largest first') : tr('Smallest first'));
    this.#turn.title = descending ? tr('Largest first') : tr('Smallest first');
    setText(this.#score, valuesOf(list, key) && key !== 'tokens' ? labelOf(list, key) : '');
    this.#score.title = labelOf(list, key);
    for (const [name, head] of Object.entries(this.#heads)) {
      const isIt = name === key || (name === 'score' && values !== null && key !== 'tokens');
      if (isIt) head.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
      else head.removeAttribute('aria-sort');
    }
    this.#grid.scroller.toggleAttribute('data-plain', key === 'row' || key === 'tokens');
    const all = list.means?.failed ? tr('{}, {} failed', counted(list.count), amount(list.means.failed)) : counted(list.count);
    setText(
      this.#count,
      words.trim() ? trCount(list.count, '{} of {} example|{} of {} examples', amount(this.rows.length), amount(list.count)) : all,
    );
    this.#grid.fill(this.rows.length, 0);
  }

  /** @param {number} place @returns {import('./grid.js').Shown} */
  #shown(place) {
    const list = /** @type {List} */ (this.list);
    const row = this.rows[place];
    const { key } = this.#order;
    const values = key === 'tokens' ? null : valuesOf(list, key);
    const value = values ? values[row] : NaN;
    // Bars begin at zero and extend to either side.
    const at = (/** @type {number} */ one) => (Number.isNaN(one) ? 0 : one - this.#low) / (this.#high - this.#low || 1);
    const from = at(Number.isNaN(value) ? NaN : 0);
    return {
      number: amount(row + 1),
      title: list.titles[row],
      text: list.texts[row] || pathOf(list, row),
      tokens: String(list.tokens[row]),
      value: values ? shown(value, key) : '',
      from,
      to: at(value),
    };
  }
}
