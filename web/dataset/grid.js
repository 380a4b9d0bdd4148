// SPDX-License-Identifier: MIT
// @ts-check
// A list of any length. Only the visible rows are elements. Keys move the cursor among the rows.

import { tr } from '../base/language.js';
import { make, setText } from '../base/elements.js';

export const rowHeight = 44;
/** Extra rows above and below the visible ones. */
const beyond = 12;

/**
 * @typedef {object} Shown contents of a row
 * @property {string} number @property {string} title '' for none @property {string} text
 * @property {string} tokens @property {string} value @property {number} from @property {number} to ends of the bar, 0..1
 */

export class Grid {
  #count = 0;
  #cursor = 0;
  #first = -1;
  #last = -1;
  /** @type {HTMLElement[]} rows for reuse */
  #pool = [];
  /** @type {Map<number, HTMLElement>} by index */
  #rows = new Map();
  #room = make('div', { className: 'room', role: 'rowgroup' });
  #frame = 0;
  #show;
  #choose;
  scroller;

  /** @param {HTMLElement} head the row of column headers @param {(place: number) => Shown} show @param {(place: number) => void} choose */
  constructor(head, show, choose) {
    this.#show = show;
    this.#choose = choose;
    this.scroller = make(
      'div',
      { className: 'grid', role: 'grid', tabIndex: 0, 'aria-label': tr('Examples') },
      make('div', { role: 'rowgroup', className: 'heads' }, head),
      this.#room,
    );
    this.scroller.addEventListener('scroll', () => this.#soon(), { passive: true });
    this.scroller.addEventListener('keydown', (event) => this.#key(event));
    this.#room.addEventListener('click', (event) => {
      const row = /** @type {HTMLElement} */ (event.target).closest('[data-place]');
      if (!row) return;
      this.moveTo(Number(/** @type {HTMLElement} */ (row).dataset.place), false);
      this.#choose(this.#cursor);
    });
    new ResizeObserver(() => this.#soon()).observe(this.scroller);
  }

  /** @param {number} count @param {number} cursor the marked row, scrolled into view if `reveal` */
  fill(count, cursor, reveal = true) {
    this.#count = count;
    this.#cursor = Math.max(0, Math.min(cursor, count - 1));
    this.#room.style.height = `${count * rowHeight}px`;
    this.scroller.setAttribute('aria-rowcount', String(count + 1));
    for (const [place, row] of this.#rows) this.#recycle(place, row);
    this.#first = -1;
    if (reveal) this.moveTo(this.#cursor, true);
    this.#draw();
  }

  get cursor() {
    return this.#cursor;
  }

  /** @param {number} place @param {boolean} reveal */
  moveTo(place, reveal) {
    if (this.#count === 0) return;
    this.#rows.get(this.#cursor)?.removeAttribute('aria-selected');
    this.#cursor = Math.max(0, Math.min(place, this.#count - 1));
    if (reveal) {
      const { scroller } = this;
      const space = scroller.clientHeight - this.#room.offsetTop;
      const top = this.#cursor * rowHeight;
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (space > 0 && top + rowHeight > scroller.scrollTop + space) scroller.scrollTop = top + rowHeight - space;
    }
    this.#draw();
    this.#mark();
  }

  #mark() {
    const row = this.#rows.get(this.#cursor);
    row?.setAttribute('aria-selected', 'true');
    if (row) this.scroller.setAttribute('aria-activedescendant', row.id);
    else this.scroller.removeAttribute('aria-activedescendant');
  }

  #soon() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
      this.#mark();
    });
  }

  #draw() {
    const { scrollTop, clientHeight } = this.scroller;
    if (!clientHeight) return;
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - beyond);
    const last = Math.min(this.#count - 1, Math.ceil((scrollTop + clientHeight) / rowHeight) + beyond);
    if (first === this.#first && last === this.#last) return;
    this.#first = first;
    this.#last = last;
    for (const [place, row] of this.#rows) if (place < first || place > last) this.#recycle(place, row);
    for (let place = first; place <= last; place += 1) if (!this.#rows.has(place)) this.#place(place);
    for (const row of this.#pool) row.hidden = true;
  }

  /** @param {number} place @param {HTMLElement} row */
  #recycle(place, row) {
    this.#rows.delete(place);
    row.removeAttribute('aria-selected');
    this.#pool.push(row);
  }

  /** @param {number} place */
  #place(place) {
    const row = this.#pool.pop() ?? this.#make();
    const { number, title, text, tokens, value, from, to } = this.#show(place);
    const [cell, words, length, score] = /** @type {HTMLElement[]} */ ([...row.children]);
    setText(cell, number);
    const [strong, bdi] = words.children;
    setText(strong, title);
    setText(bdi, text);
    setText(length, tokens);
    setText(/** @type {Node} */ (score.firstChild), value);
    /** @type {HTMLElement} */ (score.lastChild).style.transform =
      `translateX(${100 * Math.min(from, to)}%) scaleX(${Math.abs(to - from)})`;
    row.id = `example-${place}`;
    row.dataset.place = String(place);
    row.setAttribute('aria-rowindex', String(place + 2));
    row.style.transform = `translateY(${place * rowHeight}px)`;
    row.hidden = false;
    this.#rows.set(place, row);
  }

  #make() {
    const cell = (/** @type {string} */ className, /** @type {Node[]} */ ...children) =>
      make('span', { role: 'gridcell', className }, ...children);
    const row = make(
      'div',
      { role: 'row', className: 'row' },
      cell('number'),
      cell('words', make('strong'), make('bdi')),
      cell('tokens'),
      cell('score', make('span'), make('i', { 'aria-hidden': 'true' })),
    );
    this.#room.append(row);
    return row;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.scroller) return;
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / rowHeight) - 2);
    const moves = /** @type {Record<string, number>} */ ({
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -this.#count,
      End: this.#count,
    });
    if (moves[event.key]) this.moveTo(this.#cursor + moves[event.key], true);
    else if (event.key === 'Enter' || event.key === ' ') this.#count && this.#choose(this.#cursor);
    else return;
    event.preventDefault();
  }
}
