// SPDX-License-Identifier: MIT
// @ts-check
// The results of a file's check for the text version and the dialog.

import { make } from '../base/elements.js';
import { tr } from '../base/language.js';

/** @typedef {import('../headwaters.d.ts').CheckLine} CheckLine */

/** A list of findings. Unusual ones are marked. @param {CheckLine[]} lines */
export function checkList(lines) {
  const list = make('dl', { className: 'check' });
  for (const { name, text, unusual } of lines) {
    list.append(
      make('dt', { textContent: name, className: unusual ? 'unusual' : '' }),
      make('dd', { textContent: unusual ? tr('{} (unusual)', text) : text }),
    );
  }
  return list;
}
