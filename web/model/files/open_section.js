// SPDX-License-Identifier: MIT
// @ts-check
// Where a model is chosen: those that come with the page, a name on a hub, an address, or a folder of this machine.

import { shippedModels } from './wanted.js';
import { bytesText } from '../../consent/confirm.js';
import { fillKept } from './keep_section.js';
import { hasSamples } from '../../base/parts.js';
import { tr } from '../../base/words.js';
import { make } from '../../base/elements.js';

/** One that comes with the page. @param {import('./wanted.js').Shipped} shipped @param {(model: string) => void} open */
const shippedRow = ({ id, title, about, model, bytes }, open) =>
  make(
    'li',
    {},
    make(
      'button',
      { 'data-id': `models/${id}`, onclick: () => open(id) },
      make('strong', { textContent: title }),
      make('span', { textContent: `${about} ${model}, ${bytesText(bytes)}.` }),
    ),
  );

/**
 * @param {(model: string) => void} open a name or an address @param {((files: File[]) => void) | null} pick files; null: without that
 * @returns {{parts: HTMLElement[], filled: Promise<unknown>}} `filled` when the lists in them are whole, which may take the network
 */
export function modelContent(open, pick) {
  const list = make('ul', { className: 'samples models' });
  const shipped = hasSamples()
    ? shippedModels().then(
        (models) => list.append(...models.map((model) => shippedRow(model, open))),
        () => {},
      )
    : null;
  const kept = make('div');
  const filled = Promise.all([shipped, fillKept(kept, open)]);
  const name = make('input', {
    'data-id': 'models/name',
    type: 'text',
    className: 'found',
    placeholder: tr('sentence-transformers/all-MiniLM-L6-v2'),
    'aria-label': tr('Model name or URL'),
    required: true,
    spellcheck: false,
    autocapitalize: 'off',
  });
  const form = make(
    'form',
    { className: 'row', method: 'dialog' },
    name,
    make('button', { 'data-id': 'models/open', textContent: tr('Open model') }),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (name.value.trim()) open(name.value.trim());
  });
  // In no document: a dialog has one field for files.
  const folder = make('input', { type: 'file', webkitdirectory: true });
  folder.addEventListener('change', () => folder.files?.length && pick?.([...folder.files]));
  const parts = [
    list,
    kept,
    form,
    make('p', {
      className: 'muted',
      textContent: tr(
        'A Hugging Face name, or the URL of a .gguf file or of a folder with config.json and model.safetensors. Your text stays in this tab.',
      ),
    }),
    ...(pick
      ? [
          make(
            'p',
            {},
            make('button', {
              'data-id': 'models/folder',
              type: 'button',
              textContent: tr('Choose a model folder'),
              onclick: () => folder.click(),
            }),
          ),
        ]
      : []),
  ];
  return { parts, filled };
}
