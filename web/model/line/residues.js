// SPDX-License-Identifier: MIT
// @ts-check
// The text of a model of proteins: pasted FASTA entries, upper case, and the residues' properties.

import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';
import { residuesIn } from '../protein/fasta.js';
import { groupOf } from '../protein/groups.js';

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

/**
 * Colours the tokens by property, and counts residues from 1, without the special tokens around the sequence.
 * @param {HTMLElement} row @param {import('../run/sentence.js').Piece[]} pieces
 */
export function markResidues(row, pieces) {
  const first = pieces[0]?.special ? 1 : 0;
  for (const chip of /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll('.piece'))) {
    const at = Number(chip.dataset.at);
    const { text, special } = pieces[at] ?? { text: '', special: true };
    if (special && text !== '<mask>') continue;
    const group = groupOf(text.trim());
    chip.style.setProperty('--group', group?.colour ?? 'transparent');
    chip.classList.add('residue');
    chip.title = [tr('residue {}', at - first + 1), group?.name(), chip.title].filter(Boolean).join(', ');
  }
}
