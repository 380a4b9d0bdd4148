// SPDX-License-Identifier: MIT
// @ts-check

import { tr } from '../base/words.js';

/** Says why nothing goes on. @param {string} finding @param {boolean} [reload] offers to begin anew with the present address */
export function giveUp(finding, reload = false) {
  const box = document.getElementById('failure');
  if (!box?.hidden) return;
  document.getElementById('wait')?.remove();
  box.textContent = finding;
  if (reload) {
    const button = document.createElement('button');
    button.dataset.id = 'reload';
    button.textContent = tr('Reload');
    button.onclick = () => location.reload();
    box.append(document.createElement('br'), button);
  }
  box.hidden = false;
}
