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

/** Pasted lines become names with spaces between them. A field of one line would join them. @param {HTMLInputElement} field */
function splitsLines(field) {
  field.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text').trim() ?? '';
    if (!pasted.includes('\n')) return;
    event.preventDefault();
    field.setRangeText(pasted.replace(/\s+/g, ' '), field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  });
}

/** What the field and the button accept. */
const hints = () =>
  [
    tr(
      'A Hugging Face name, or the URL of a .gguf file or of a folder with config.json and model.safetensors. Your text stays in this tab.',
    ),
    tr(
      'Checkpoints of one training: several names or URLs, EleutherAI/pythia-70m@step{0,512,143000}, or a folder that contains checkpoint-500 and others.',
    ),
  ].map((textContent) => make('p', { className: 'muted', textContent }));

/**
 * @param {(model: string) => void} open called with a name or an address @param {((files: File[]) => void) | null} pick receives the files;
 * null if folders cannot be picked @param {() => void} train shows the tasks that can be trained
 * @returns {{parts: HTMLElement[], filled: Promise<unknown>}} `filled` settles when their lists are complete, which may need the network
 */
export function modelContent(open, pick, train) {
  const list = make('ul', { className: 'samples models' });
  const trains = make(
    'li',
    {},
    make(
      'button',
      { 'data-id': 'models/train', onclick: train },
      make('strong', { textContent: tr('Train a model') }),
      make('span', { textContent: tr('A small transformer learns to copy, add or sort here, in seconds. Every view follows each step.') }),
    ),
  );
  list.append(trains);
  const shipped = hasSamples()
    ? shippedModels().then(
        (models) => trains.before(...models.map((model) => shippedRow(model, open))),
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
  splitsLines(name);
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
    ...hints(),
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
