// SPDX-License-Identifier: MIT
// @ts-check
// Loads lessons and presentation mode on demand.

import { loadWords, tr } from '../boot/words.js';

/** @typedef {import('./lessons.js').Lessons} Lessons */

export class LessonsLater {
  #asked;
  /** @type {Promise<Lessons> | null} */
  #lessons = null;

  /** @param {import('./lessons.js').Asked} asked */
  constructor(asked) {
    this.#asked = asked;
  }

  /** @param {(lessons: Lessons) => unknown} action */
  use(action) {
    this.#lessons ??= Promise.all([import('./lessons.js'), loadWords('lessons')]).then(([{ Lessons }]) => new Lessons(this.#asked));
    void this.#lessons.then(action, () => {
      this.#lessons = null; // asked again the next time
      this.#asked.announce(tr('The lessons could not be fetched. Is the network up?'));
    });
  }
}
