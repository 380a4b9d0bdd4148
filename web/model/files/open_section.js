// SPDX-License-Identifier: MIT
// @ts-check
// A section that opens a model: a shipped one, a name on a hub, an address, or a local folder.

import { shippedModels } from './model_source.js';
import { bytesText } from '../../consent/confirm.js';
import { fillKept } from './keep_section.js';
import { hasSamples } from '../../base/parts.js';
import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';

/** The row of a shipped model. @param {import('./model_source.js').Shipped} shipped @param {(model: string) => void} open */
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
 * @param {(model: string) => void} open called with a name or an address @param {((files: File[]) => void) | null} pick receives the files;
 * null if folders cannot be picked
 * @returns {{parts: HTMLElement[], filled: Promise<unknown>}} `filled` settles when their lists are complete, which may need the network
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
  // Not added to the document, because a dialog has only one file field.
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
