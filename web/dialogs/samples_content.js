// SPDX-License-Identifier: MIT
// @ts-check
// The dialog Samples offers models that run here, and saved attention.

import { samplesList } from './samples.js';
import { tr } from '../base/language.js';
import { make } from '../base/elements.js';
import { modelContent } from '../model/files/open_section.js';

/** @param {(model: string) => void} openModel @param {(id: string) => void} openSample @param {() => void} train */
export function samplesContent(openModel, openSample, train) {
  const models = modelContent(openModel, null, train);
  const samples = samplesList(openSample);
  return {
    parts: [
      make('h3', { textContent: tr('Models for your own sentence') }),
      ...models.parts,
      make('h3', { textContent: tr('Saved attention') }),
      samples.list,
    ],
    filled: Promise.all([models.filled, samples.filled]),
  };
}
