// SPDX-License-Identifier: MIT
// @ts-check
// The list of shipped samples.

import { samplesWith } from '../lessons/texts.js';
import { around, make } from '../base/elements.js';
import { sampleAddress } from '../open/data_opener.js';
import { oneFile } from '../base/parts.js';
import { tr } from '../base/language.js';

/** @returns {Promise<{id: string, title: string, model: string, about: string}[]>} */
export const samplesIndex = async () => samplesWith(await (await fetch(sampleAddress('index'))).json(), tr);

/** @param {(id: string) => void} choose */
export function samplesList(choose) {
  const list = make('ul', { className: 'samples' });
  const filled = samplesIndex()
    .then((samples) => {
      for (const { id, title, model, about } of samples) {
        const button = make(
          'button',
          { 'data-id': `samples/${id}`, onclick: () => choose(id) },
          make('strong', { textContent: title }),
          make('span', { textContent: `${about} ${model}.` }),
        );
        list.append(make('li', {}, button));
      }
    })
    .catch(() => list.append(make('li', {}, ...noSamples())));
  return { list, filled };
}

/** Explains the missing list. A single-file page contains no samples, so a reload does not help. @returns {(string | Node)[]} */
function noSamples() {
  const own = oneFile();
  if (!own) return [tr('Could not load the samples. Reload the page.')];
  if (!/^https?:/.test(own.from)) return [tr('This one-file page contains no samples.')];
  return around(
    tr('This one-file page contains no samples. They come from {}, now unreachable.'),
    make('a', { href: own.from, textContent: own.from }),
  );
}
