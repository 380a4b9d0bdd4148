// SPDX-License-Identifier: MIT
// @ts-check
// A section of the dialog Open with the files kept on this machine. The open file can be added.

import { tr } from '../base/language.js';
import { make, setText } from '../base/elements.js';
import { forget, keepFile, keptFiles } from '../fetch/file_store.js';

/**
 * Fills a section.
 * @param {HTMLElement} section @param {import('./data_opener.js').DataOpener} dataOpener @param {() => void} close
 */
export async function showKept(section, dataOpener, close) {
  const kept = await keptFiles();
  const hadFocus = section.contains(document.activeElement);
  const items = kept.map(({ name, source, memory }) => {
    const open = make('button', {
      'data-id': `kept/${name}`,
      textContent: name,
      onclick: () => {
        close();
        return void dataOpener.openGiven(source, name, '', memory);
      },
    });
    const drop = make('button', {
      'data-id': `kept/${name}/forget`,
      textContent: tr('Delete'),
      'aria-label': tr('Delete {}', name),
      onclick: () => void forget(name).then(() => showKept(section, dataOpener, close)),
    });
    return make('li', { className: 'row' }, open, drop);
  });
  const open = dataOpener.given;
  const status = make('p', { className: 'muted', role: 'status' });
  const keep = make('button', {
    'data-id': 'kept/keep',
    textContent: tr('Keep {} on this device', open?.name),
    onclick: async () => {
      const why = open ? await keepFile(open.name, open.source, open.memory) : '';
      if (why) setText(status, tr('The file can’t be kept: {}.', why));
      else await showKept(section, dataOpener, close);
    },
  });
  const canKeep = open && !kept.some(({ name }) => name === open.name);
  const isEmpty = !canKeep && items.length === 0;
  if (isEmpty) section.replaceChildren();
  else
    section.replaceChildren(
      make('h3', { textContent: tr('Kept on this device') }),
      ...(items.length > 0 ? [make('ul', { className: 'kept' }, ...items)] : []),
      ...(canKeep ? [make('p', {}, keep)] : []),
      status,
      make('p', {
        className: 'muted',
        textContent: tr('Stored only in this browser, for this site, until you delete it. Other open files stay until their tab closes.'),
      }),
    );
  // The focused element is gone, so a neighbour gets the focus.
  if (hadFocus)
    /** @type {HTMLElement | null | undefined} */ (
      section.querySelector('button') ?? section.closest('dialog')?.querySelector('button')
    )?.focus();
}
