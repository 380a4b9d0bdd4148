// SPDX-License-Identifier: MIT
// @ts-check
// Loads lessons and presentation mode on demand.

import { Late } from '../base/late.js';
import { loadWords, tr } from '../base/words.js';

/** @typedef {import('./lessons.js').Lessons} Lessons */

export class LessonsLater {
  #asked;
  #lessons;

  /** @param {import('./lessons.js').Asked} asked */
  constructor(asked) {
    this.#asked = asked;
    this.#lessons = new Late(() => Promise.all([import('./lessons.js'), loadWords('lessons')]).then(([{ Lessons }]) => new Lessons(asked)));
  }

  /** References of loaded lessons. @type {Set<string>} */
  #read = new Set();

  /**
   * Until a lesson is loaded, the parts that its step hides are not known, so everything is hidden.
   * @param {string} lesson '' for none @param {number} step from 0 @param {boolean} asked
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

  /** Waits until the figure and its text version have followed. An animation never rests, so there is a time-out. */
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
    void this.#lessons.use().then(action, () => {
      document.documentElement.removeAttribute('data-reads-lesson');
      this.#asked.announce(tr('Could not load the lessons. Are you online?'));
    });
  }
}
