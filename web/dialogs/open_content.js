// SPDX-License-Identifier: MIT
// @ts-check
// The dialog Open, which offers a file, a model, a URL, text, attention by hand, and files kept on this machine.

import { fromModelContent } from './from_model.js';
import { tr } from '../base/language.js';
import { make } from '../base/elements.js';
import { modelContent } from '../model/files/open_section.js';

/**
 * @param {{receiver: import('../open/drop.js').Receiver, dataOpener: import('../open/data_opener.js').DataOpener, close: () => void,
 *   openModel: (model: string) => void, pick: (files: File[]) => void, train: () => void, edit: () => void}} callbacks
 * @returns {{parts: HTMLElement[], filled: Promise<unknown>}} as in modelContent
 */
export function openContent({ receiver, dataOpener, close, openModel, pick, train, edit }) {
  const picker = make('input', { type: 'file', className: 'hidden', tabIndex: -1, 'aria-hidden': 'true' });
  picker.addEventListener('change', () => picker.files?.[0] && receiver.file(picker.files[0], { files: [...picker.files], entries: [] }));
  const address = make('input', {
    'data-id': 'open/address',
    type: 'url',
    placeholder: 'https://…',
    'aria-label': tr('URL'),
    required: true,
  });
  const byAddress = make(
    'form',
    { className: 'row', method: 'dialog' },
    address,
    make('button', { 'data-id': 'open/url', textContent: tr('Open URL') }),
  );
  byAddress.addEventListener('submit', (event) => {
    event.preventDefault();
    receiver.address(address.value);
  });
  const text = make('textarea', {
    'data-id': 'open/json',
    'aria-label': 'JSON',
    placeholder: '{"tokens": [...], "attentions": [...]}',
    spellcheck: false,
  });
  const kept = make('section');
  const files = import('../open/kept_files.js').then(({ showKept }) => showKept(kept, dataOpener, close));
  const models = modelContent(openModel, pick, train);
  const fromModel = make('section', {}, ...fromModelContent());
  const openText = make('button', {
    'data-id': 'open/text',
    textContent: tr('Open text'),
    onclick: () => text.value.trim() && receiver.text(text.value),
  });
  const parts = [
    make('p', { textContent: tr('Drop a file on the page, or:') }),
    make(
      'p',
      { className: 'row' },
      make('button', { 'data-id': 'open/file', className: 'primary', textContent: tr('Choose a file'), onclick: () => picker.click() }),
      picker,
    ),
    make('h3', { textContent: tr('Run a model here') }),
    make('section', {}, ...models.parts),
    make('h3', { textContent: tr('From a URL') }),
    byAddress,
    make('p', { className: 'muted', textContent: tr('GitHub, gist and Hugging Face links work too.') }),
    make('h3', { textContent: tr('From text') }),
    text,
    make('p', {}, openText),
    make('p', {}, make('button', { 'data-id': 'open/by-hand', textContent: tr('Write your own'), onclick: edit })),
    fromModel,
    kept,
    make('p', {
      className: 'muted',
      textContent: tr('Your file stays on this device. Requests go only to URLs that you enter.'),
    }),
  ];
  return { parts, filled: Promise.all([models.filled, files]) };
}
