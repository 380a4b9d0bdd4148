// SPDX-License-Identifier: MIT
// @ts-check
// A button that chooses a picture from a file.

import { make } from '../../base/elements.js';
import { tr } from '../../base/language.js';

/** @param {string} id @param {(file: File) => void} chosen @param {string} [className] */
export function pictureButton(id, chosen, className = 'do') {
  const field = make('input', { 'data-id': `${id}-file`, type: 'file', accept: 'image/*', hidden: true });
  field.onchange = () => {
    if (field.files?.[0]) chosen(field.files[0]);
    field.value = '';
  };
  return [
    make('button', { 'data-id': id, type: 'button', className, textContent: tr('Choose a picture'), onclick: () => field.click() }),
    field,
  ];
}
