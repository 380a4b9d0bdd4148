// SPDX-License-Identifier: MIT
// @ts-check

import { tr } from '../base/language.js';

/** Shows why the page cannot continue. @param {string} finding @param {boolean} [reload] offers to reload the current address */
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
