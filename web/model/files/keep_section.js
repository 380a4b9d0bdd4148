// SPDX-License-Identifier: MIT
// @ts-check
// Buttons that keep a model on this machine or delete it.

import { bytesText } from '../../consent/confirm.js';
import { canKeep, forgetModel, keepModel, storedModels, storedParts } from './model_store.js';
import { saidOf } from '../../base/problem.js';
import { visible } from '../../base/visible.js';
import { tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';

/** For the open model. @param {string} name @param {string} address @param {import('./parts.js').Part[]} parts @returns {HTMLElement} */
export function keepSection(name, address, parts) {
  const status = make('span', { className: 'muted', role: 'status' });
  const button = make('button', { type: 'button', disabled: true });
  const section = make('p', { className: 'row' }, button, status);
  if (!canKeep()) return make('p', { className: 'muted', textContent: tr('This browser does not store files for this page.') });
  const bytes = parts.reduce((sum, { blob }) => sum + blob.size, 0);
  let isKept = false;
  const show = async () => {
    isKept = (await storedParts(address)) !== null;
    button.dataset.id = isKept ? 'model/forget' : 'model/keep';
    setText(button, isKept ? tr('Delete from this device') : tr('Keep on this device ({})', bytesText(bytes)));
    button.disabled = false;
  };
  button.onclick = async () => {
    button.disabled = true;
    setText(status, isKept ? '' : tr('Writing …'));
    try {
      await (isKept ? forgetModel(address) : keepModel(name, address, parts));
      setText(status, isKept ? tr('Deleted.') : tr('Kept. It now opens offline.'));
    } catch (error) {
      setText(status, saidOf(error, name));
    }
    await show();
  };
  void show();
  return section;
}

/**
 * Lists all kept models, with buttons to open or delete them.
 * @param {HTMLElement} place @param {(model: string) => void} open called with its address
 */
export async function fillKept(place, open) {
  const kept = await storedModels();
  if (kept.length === 0) return place.replaceChildren();
  place.replaceChildren(
    make('h3', { textContent: tr('Kept on this device') }),
    make(
      'ul',
      { className: 'samples models' },
      ...kept.map(({ name, address, bytes }) =>
        make(
          'li',
          {},
          make(
            'button',
            { 'data-id': `kept/${address}`, onclick: () => open(address) },
            make('strong', { textContent: visible(name) }),
            make('span', { textContent: `${address}, ${bytesText(bytes)}` }),
          ),
          make('button', {
            'data-id': `kept/${address}/forget`,
            type: 'button',
            textContent: tr('Delete'),
            'aria-label': tr('Delete {} from this device', visible(name)),
            onclick: () => void forgetModel(address).then(() => fillKept(place, open)),
          }),
        ),
      ),
    ),
  );
}
