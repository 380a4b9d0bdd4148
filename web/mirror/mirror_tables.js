// SPDX-License-Identifier: MIT
// @ts-check
// Views that are tables (compare, image, faithfulness) as tables for the mirror.

import { tr } from '../base/language.js';
import { make, setText } from '../base/elements.js';

/** @typedef {{title: string, caption: string, columns: string[], rows: {label: string, cells: string[]}[]}} Table */

export class Tables {
  #box = make('div');
  #shape = '';

  /** @param {HTMLElement} root */
  constructor(root) {
    root.append(this.#box);
  }

  /** @param {{tables: Table[]}} model */
  show({ tables }) {
    const shape = JSON.stringify(tables.map(({ columns, rows }) => [columns.length, rows.length]));
    if (shape !== this.#shape) this.#box.replaceChildren(...tables.map(build));
    this.#shape = shape;
    tables.forEach((table, i) => {
      fill(/** @type {HTMLElement} */ (this.#box.children[i]), table);
    });
  }
}

/** Creates empty cells in the table's shape. @param {Table} table */
function build({ columns, rows }) {
  const head = make('tr', {}, make('td'), ...columns.map(() => make('th', { scope: 'col' })));
  const body = rows.map(() => make('tr', {}, make('th', { scope: 'row' }), ...columns.map(() => make('td'))));
  const table = make('table', {}, make('caption'), make('thead', {}, head), make('tbody', {}, ...body));
  // A single Tab stop. If it is wider than the panel, arrows scroll it. It has no name because the table has one.
  const scroller = make('div', { className: 'scroller', tabIndex: 0, role: 'group', 'aria-label': tr('Table') }, table);
  return make('section', {}, scroller, make('p'));
}

/** @param {HTMLElement} section @param {Table} content */
function fill(section, { title, caption, columns, rows }) {
  const scroller = /** @type {HTMLElement} */ (section.firstElementChild);
  const table = /** @type {HTMLTableElement} */ (scroller.firstElementChild);
  setText(/** @type {Node} */ (table.caption), title);
  setText(/** @type {Node} */ (section.lastElementChild), caption);
  columns.forEach((name, i) => {
    setText(table.rows[0].cells[i + 1], name);
  });
  rows.forEach(({ label, cells }, r) => {
    const row = table.rows[r + 1];
    setText(row.cells[0], label);
    cells.forEach((cell, c) => {
      setText(row.cells[c + 1], cell);
    });
  });
}
