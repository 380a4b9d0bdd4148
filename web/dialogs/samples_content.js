// SPDX-License-Identifier: MIT
// @ts-check
// What the dialog Samples offers: models that run here, and attention that was saved.

import { samplesList } from './samples.js';
import { tr } from '../base/words.js';
import { make } from '../base/elements.js';
import { modelContent } from '../model/files/open_section.js';

/** @param {(model: string) => void} openModel @param {(id: string) => void} openSample */
export function samplesContent(openModel, openSample) {
  const models = modelContent(openModel, null);
  const samples = samplesList(openSample);
  return {
    parts: [
      make('h3', { textContent: tr('Models: type your own sentence') }),
      ...models.parts,
      make('h3', { textContent: tr('Saved attention') }),
      samples.list,
    ],
    filled: Promise.all([models.filled, samples.filled]),
  };
}
