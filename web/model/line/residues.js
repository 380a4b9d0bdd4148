// SPDX-License-Identifier: MIT
// @ts-check
// The text of a model of proteins: FASTA entries, and upper case.

import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';

/** The residues of a FASTA text's first entry, without its header and white space; other texts unchanged. @param {string} text */
export function residuesIn(text) {
  if (!text.trimStart().startsWith('>')) return text;
  const [, ...lines] = text.trim().split(/\r\n?|\n/);
  const next = lines.findIndex((line) => line.startsWith('>'));
  const entry = lines.slice(0, next < 0 ? lines.length : next).join('');
  return entry.replace(/\s/g, '').replace(/\*$/, ''); // * marks the end
}

/** Upper case, except for tokens like `<mask>`. @param {string} text */
export const upperResidues = (text) => text.replace(/<[^>]*>|[^<]+/g, (part) => (part.startsWith('<') ? part : part.toUpperCase()));

/**
 * A button for upper case, shown while the text has lower case, which the model does not know. Pasted FASTA entries lose their header.
 * @param {HTMLTextAreaElement} field @param {() => void} typed
 */
export function upperButton(field, typed) {
  const root = make('button', {
    'data-id': 'line/upper',
    type: 'button',
    className: 'mask',
    textContent: tr('Upper case'),
    title: tr('The model doesn’t know lower-case residues'),
    hidden: true,
    onclick: () => {
      field.value = upperResidues(field.value);
      field.focus();
      changed();
    },
  });
  const see = () => {
    root.hidden = upperResidues(field.value) === field.value;
  };
  const changed = () => {
    see();
    typed();
  };
  field.addEventListener('input', see);
  field.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const residues = residuesIn(text);
    if (residues === text) return;
    event.preventDefault();
    field.setRangeText(residues, field.selectionStart, field.selectionEnd, 'end');
    changed();
  });
  return root;
}
