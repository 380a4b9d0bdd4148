// SPDX-License-Identifier: MIT
// A lesson's text as it is read in the page.
import { partsOf } from '../../../web/lessons/form/markup.js';

/** @param {string | (string | string[])[]} text with marks; of formulas, those of letters and indices alone @returns {string} */
export const blocksText = (text) =>
  [text]
    .flat(2)
    .map((one) =>
      partsOf(one)
        .map(({ kind, text: words }) => (kind === 'formula' ? words.replace(/_/g, '') : words))
        .join(''),
    )
    .join('');
