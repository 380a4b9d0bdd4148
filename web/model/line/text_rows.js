// SPDX-License-Identifier: MIT
// @ts-check
// The texts so far, as rows of a list: a click shows one again, or beside what is shown.

import { tr } from '../../boot/words.js';
import { make } from '../../mirror/elements.js';

/**
 * @param {import('../recipe.js').Recipe[]} texts newest first @param {number} shown
 * @param {{again: (index: number) => void, compare: (index: number) => void}} does @param {(text: string) => string} [title] of a picture
 */
export function textRows(texts, shown, does, title = (text) => text) {
  return texts.map(({ text, pair, cuts, swap, wiped, chat }, i) =>
    make(
      'li',
      {},
      make('button', {
        type: 'button',
        className: 'text',
        dir: 'auto',
        textContent: [
          pair ? `${title(text)} ⁄ ${pair}` : title(text),
          chat ? tr('chat') : '',
          wiped ? tr('wiped') : '',
          cuts ? tr('cut') : '',
          swap ? tr('swapped') : '',
        ]
          .filter(Boolean)
          .join(' · '),
        'aria-current': String(i === shown),
        onclick: () => does.again(i),
      }),
      ...(i === shown
        ? []
        : [
            make('button', {
              type: 'button',
              className: 'compare',
              textContent: tr('Compare'),
              title: tr('Both texts side by side, with their difference'),
              onclick: () => does.compare(i),
            }),
          ]),
    ),
  );
}
