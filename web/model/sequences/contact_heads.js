// SPDX-License-Identifier: MIT
// @ts-check
// The heads' terms of one contact, as a table of layers and heads.

import { tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';
import { headName } from '../run/answers.js';
import { signed } from '../run/parts.js';

export class HeadTerms {
  #context;
  #note = make('p', { className: 'muted' });
  #table = make('table', { className: 'grid' });
  root = make('div', {}, this.#note, make('div', { className: 'scroll' }, this.#table));

  /** @param {import('../run/parts.js').Context} context */
  constructor(context) {
    this.#context = context;
  }

  clear() {
    setText(this.#note, '');
    this.#table.replaceChildren();
  }

  /** @param {[number, number]} pair from 0 @param {number[][]} terms of each layer's heads @param {number} logit @param {number} bias */
  show([first], terms, logit, bias) {
    setText(this.#note, tr('The heads’ terms and the bias {} add up to the logit {}.', signed(bias), signed(logit)));
    const heads = terms[0]?.length ?? 0;
    const most = Math.max(1e-9, ...terms.flat().map(Math.abs));
    const names = Array.from({ length: heads }, (_, head) => make('th', { scope: 'col', textContent: headName(head) }));
    const rows = terms.map((row, layer) =>
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
    );
    this.#table.replaceChildren(make('thead', {}, make('tr', {}, make('td'), ...names)), make('tbody', {}, ...rows));
  }
}
