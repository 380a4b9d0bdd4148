// SPDX-License-Identifier: MIT
// @ts-check
// The list of tasks that begins a training.

import { adoptStyle } from './style.js';
import { largestSeed, tasks, testedSeeds } from './tasks.js';
import { trainingName } from './names.js';
import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';

/** @param {(recipe: string) => void} begin */
function ownText(begin) {
  const text = make('textarea', { 'data-id': 'train/own-text', 'aria-label': tr('Your text'), spellcheck: false, maxLength: 4000 });
  const train = make('button', { 'data-id': 'train/own', type: 'button', textContent: tr('Train on this text') });
  train.onclick = () => text.value.trim() && begin(JSON.stringify({ text: text.value.trim() }));
  return make(
    'details',
    { className: 'train-list' },
    make('summary', { 'data-id': 'train/own-open', textContent: tr('A text of your own letters') }),
    make('p', { className: 'muted', textContent: tr('It learns to name each letter from those before. The link contains the text.') }),
    text,
    make('p', {}, train),
  );
}

/** @param {(model: string) => void} open called with the name of a training @returns {HTMLElement[]} */
export function trainContent(open) {
  adoptStyle();
  const seed = make('input', {
    'data-id': 'train/seed',
    type: 'number',
    min: '0',
    max: String(largestSeed),
    step: '1',
    value: '1',
    required: true,
    style: 'width: 7em',
  });
  const begin = (/** @type {string} */ recipe) => {
    if (seed.reportValidity()) open(trainingName({ recipe, seed: Number(seed.value), version: 1 }));
  };
  const list = make(
    'ul',
    { className: 'train-list' },
    ...tasks().map(({ id, name, about, seconds, variations }) =>
      make(
        'li',
        {},
        make(
          'button',
          { 'data-id': `train/${id}`, type: 'button', onclick: () => begin(id) },
          make('strong', { textContent: name }),
          make('span', { className: 'muted', textContent: ` ${tr('about {} s at full speed', seconds)}` }),
          make('div', { textContent: about }),
        ),
        ...(variations.length > 0
          ? [
              make(
                'div',
                { className: 'variations' },
                make('span', { className: 'muted', textContent: tr('Or with one change') }),
                ...variations.map((one) =>
                  make('button', {
                    'data-id': `train/${one.id}`,
                    type: 'button',
                    title: one.outcome,
                    textContent: one.name,
                    onclick: () => begin(one.id),
                  }),
                ),
              ),
            ]
          : []),
      ),
    ),
  );
  return [
    make('p', { textContent: tr('A small transformer learns a task here, in seconds. Every view shows each of its steps.') }),
    make(
      'p',
      { className: 'row' },
      make('label', {}, tr('Seed'), '\u00a0 ', seed),
      make('span', {
        className: 'muted',
        textContent: tr('Seeds {} to {} are tested.', testedSeeds[0], testedSeeds[testedSeeds.length - 1]),
      }),
    ),
    list,
    ownText(begin),
  ];
}
