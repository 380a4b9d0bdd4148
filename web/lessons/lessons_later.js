// SPDX-License-Identifier: MIT
// @ts-check
// Loads lessons and presentation mode on demand.

import { loadWords, tr } from '../base/words.js';

/** @typedef {import('./lessons.js').Lessons} Lessons */

export class LessonsLater {
  #asked;
  /** @type {Promise<Lessons> | null} */
  #lessons = null;

  /** @param {import('./lessons.js').Asked} asked */
  constructor(asked) {
    this.#asked = asked;
  }

  /** Lessons that have been read, by reference. @type {Set<string>} */
  #read = new Set();

  /**
   * Until a lesson is read nobody knows what its step hides, so that nothing is seen.
   * @param {string} lesson '': none @param {number} step from 0 @param {boolean} asked
   */
  show(lesson, step, asked) {
    const isNew = lesson !== '' && !this.#read.has(lesson);
    document.documentElement.toggleAttribute('data-reads-lesson', isNew);
    this.use((all) =>
      all.show(lesson, step, asked).finally(async () => {
        if (!isNew) return;
        this.#read.add(lesson);
        await this.#redrawn();
        document.documentElement.removeAttribute('data-reads-lesson');
      }),
    );
  }

  /** The figure and its text version have followed. What plays comes to no rest, but follows as quickly. */
  #redrawn() {
    const surface = this.#asked.surface();
    return new Promise((resolve) => {
      const done = () => {
        surface.off('idle', done);
        resolve(undefined);
      };
      surface.on('idle', done);
      setTimeout(done, 600);
    });
  }

  /** @param {(lessons: Lessons) => unknown} action */
  use(action) {
    this.#lessons ??= Promise.all([import('./lessons.js'), loadWords('lessons')]).then(([{ Lessons }]) => new Lessons(this.#asked));
    void this.#lessons.then(action, () => {
      this.#lessons = null; // asked again the next time
      document.documentElement.removeAttribute('data-reads-lesson');
      this.#asked.announce(tr('Could not load the lessons. Are you online?'));
    });
  }
}
