// SPDX-License-Identifier: MIT
// @ts-check
// The check of the open file, its reading options, and a field for tokens.

import { tr } from '../base/language.js';
import { make } from '../base/elements.js';
import { choicesOf, tokensOf } from '../base/fields.js';
import { checkList } from '../mirror/check_list.js';

/** @typedef {import('../headwaters.d.ts').CheckLine} CheckLine */
/** @typedef {{id: string, label: string, on: boolean, fields: string}} Reading */

/**
 * @param {{check: CheckLine[], reading: Reading[]}} model @param {(fields: string) => void} apply
 * @param {() => void} askTokens
 */
export function checkContent({ check, reading }, apply, askTokens) {
  const choices = reading.map(({ id, label, on, fields }) => {
    const box = make('input', { 'data-id': `reading/${id}`, type: 'checkbox', checked: on, onchange: () => apply(fields) });
    return make('label', { className: 'row' }, box, label);
  });
  return [
    checkList(check),
    make('h3', { textContent: tr('How the file is read') }),
    ...choices,
    make('p', { className: 'muted', textContent: tr('Choices reload the data and are kept in the URL.') }),
    make('p', {}, make('button', { 'data-id': 'check/tokens', textContent: tr('Provide tokens'), onclick: askTokens })),
  ];
}

/**
 * @param {import('../headwaters.d.ts').Document} open
 * @param {(fields: string) => void} apply
 */
export function tokensContent(open, apply) {
  const main = tokenField('tokens/main', tr('Tokens'), open.tokens.length);
  const decoder = open.decoderTokens.length > 0 ? tokenField('tokens/decoder', tr('Decoder tokens'), open.decoderTokens.length) : null;
  const use = make('button', { 'data-id': 'tokens/use', className: 'primary', textContent: tr('Use these tokens') });
  const form = make('form', {}, ...main.elements, ...(decoder?.elements ?? []), make('p', {}, use));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!main.check() || !(decoder?.check() ?? true)) return;
    /** @type {Record<string, string[]>} */
    const texts = {};
    if (main.tokens().length > 0) texts.tokenTexts = main.tokens();
    if (decoder && decoder.tokens().length > 0) texts.decoderTexts = decoder.tokens();
    if (Object.keys(texts).length > 0) apply(choicesOf(texts));
  });
  return [
    make('p', {
      textContent: tr('Paste this input’s tokens with special tokens, as a Python or JSON list, one per line, or separated by spaces.'),
    }),
    form,
  ];
}

/** A text area that counts its tokens. @param {string} id @param {string} label @param {number} wanted */
function tokenField(id, label, wanted) {
  const area = make('textarea', { 'data-id': id, 'aria-label': label, placeholder: '["[CLS]", "the", "keys", …]', spellcheck: false });
  const note = make('p', { className: 'muted', role: 'status' });
  const tokens = () => tokensOf(area.value);
  const check = () => {
    const found = tokens().length;
    const fits = found === 0 || found === wanted;
    note.className = fits ? 'muted' : 'problem';
    note.textContent = fits
      ? tr('{} of {} tokens', found, wanted)
      : `${tr('Found {} tokens for matrices {} wide.', found, wanted)} ${found < wanted ? tr('Special tokens such as [CLS] count too.') : tr('Keep only the input’s tokens.')}`;
    return fits;
  };
  area.addEventListener('input', check);
  check();
  return { elements: [make('h3', { textContent: label }), area, note], check, tokens };
}
