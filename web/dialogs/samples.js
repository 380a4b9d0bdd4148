// SPDX-License-Identifier: MIT
// @ts-check
// The list of samples that come with the page.

import { make } from '../mirror/elements.js';
import { sampleAddress } from '../open/openings.js';
import { oneFile } from '../boot/parts.js';

/** @returns {Promise<{id: string, title: string, model: string, about: string}[]>} */
export const samplesIndex = async () => (await fetch(new URL('./index.json', sampleAddress('index')))).json();

/** @param {(id: string) => void} choose */
export function samplesList(choose) {
  const list = make('ul', { className: 'samples' });
  samplesIndex()
    .then((samples) => {
      for (const { id, title, model, about } of samples) {
        const button = make('button', { onclick: () => choose(id) }, make('strong', { textContent: title }), make('span', { textContent: `${about} ${model}.` }));
        list.append(make('li', {}, button));
      }
      list.querySelector('button')?.focus(); // the dialog was shown before there was anything to focus
    })
    .catch(() => list.append(make('li', {}, ...noSamples())));
  return list;
}

/** Why there is no list: a page that is one file has no samples in it, and a reload brings none. @returns {(string | Node)[]} */
function noSamples() {
  const own = oneFile();
  if (!own) return ['The list of samples could not be loaded. Reload the page.'];
  const says = 'This page is one file, and the samples are not in it.';
  if (!/^https?:/.test(own.from)) return [says];
  return [`${says} They come from `, make('a', { href: own.from, textContent: own.from }), ', which cannot be reached now.'];
}
