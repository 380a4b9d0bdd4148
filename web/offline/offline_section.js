// SPDX-License-Identifier: MIT
// @ts-check
// A section of the dialog Help that stores the program for use without a network.

import { inLanguage, tr } from '../base/language.js';
import { make, setText } from '../base/elements.js';
import { isOn, kept, switchOff, switchOn, whyNot } from './offline.js';

/** Fills a section. @param {HTMLElement} section @param {() => string} worker creates the address of service_worker.js */
export async function showOffline(section, worker) {
  const why = whyNot();
  const status = make('p', { className: 'muted', role: 'status', textContent: why || (await words()) });
  const box = make('input', { 'data-id': 'help/offline', type: 'checkbox', checked: isOn(), disabled: why !== '' });
  box.addEventListener('change', async () => {
    box.disabled = true;
    setText(status, box.checked ? tr('Downloading …') : tr('Deleting …'));
    try {
      await (box.checked ? switchOn(worker) : switchOff());
      setText(status, await words());
    } catch (error) {
      box.checked = false;
      await switchOff();
      setText(status, /** @type {Error} */ (error).message);
    }
    box.disabled = false;
  });
  section.replaceChildren(
    make('h3', { textContent: tr('Offline use') }),
    make('label', {}, box, ` ${tr('Keep the program in this browser for offline use')}`),
    status,
    make('p', {
      className: 'muted',
      textContent: tr('Only program files and samples are kept, never your own files. Updates download in the background.'),
    }),
  );
}

async function words() {
  const there = await kept();
  if (!there) return isOn() ? tr('Downloading in the background.') : tr('Nothing is kept.');
  return tr('Kept: version {}, {} files, {} MB.', there.version, there.files, inLanguage((there.bytes / 1e6).toFixed(1)));
}
