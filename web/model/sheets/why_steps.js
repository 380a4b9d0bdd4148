// SPDX-License-Identifier: MIT
// @ts-check
// What a reader may do next below Why: hide the word, see which attention carries it, test rankings by it.

import { tr } from '../../boot/words.js';
import { make } from '../../mirror/elements.js';
import { answers } from '../views.js';
import { button } from './parts.js';

export class Steps {
  #context;
  root = make('p', { className: 'steps' });

  /** @param {import('./parts.js').Context} context */
  constructor(context) {
    this.#context = context;
  }

  /** @param {import('./parts.js').Shown} run @param {string} tested by which test @param {{name: string, hide: () => void} | null} word that may be hidden */
  show({ about, read }, tested, word) {
    const steps = [
      ...(word ? [button('why/hide', tr('Hide “{}”', word.name), word.hide)] : []),
      ...(answers(about, 'decide') ? [button('why/decides', tr('Which attention carries it?'), () => this.#context.open('decides'))] : []),
      // That view has no ranking across two stacks.
      ...(answers(about, 'scores') && !read
        ? [button('why/scores', tr('Use as scores in Faithfulness'), () => this.#context.score(tested))]
        : []),
    ];
    const isSame = this.root.textContent === steps.map(({ textContent }) => textContent).join('');
    if (this.root.childElementCount !== steps.length || !isSame) this.root.replaceChildren(...steps);
  }
}
