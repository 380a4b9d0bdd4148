// SPDX-License-Identifier: MIT
// @ts-check
// Loads lessons and presentation mode on demand.

import { LazyImport } from '../base/lazy_import.js';
import { loadTexts, tr } from '../base/language.js';

/** @typedef {import('./lessons.js').Lessons} Lessons */

export class LazyLessons {
  #services;
  #lessons;

  /** @param {import('./lessons.js').LessonServices} services */
  constructor(services) {
    this.#services = services;
    this.#lessons = new LazyImport(() =>
      Promise.all([import('./lessons.js'), loadTexts('lessons')]).then(([{ Lessons }]) => new Lessons(services)),
    );
  }

  /** References of loaded lessons. @type {Set<string>} */
  #read = new Set();

  /**
   * Until a lesson is loaded, the parts that its step hides are not known, so everything is hidden.
   * @param {string} lesson '' for none @param {number} step from 0 @param {boolean} services
   */
  show(lesson, step, services) {
    const isNew = lesson !== '' && !this.#read.has(lesson);
    document.documentElement.toggleAttribute('data-reads-lesson', isNew);
    this.use((all) =>
      all.show(lesson, step, services).finally(async () => {
        if (!isNew) return;
        this.#read.add(lesson);
        await this.#redrawn();
        document.documentElement.removeAttribute('data-reads-lesson');
      }),
    );
  }

  /** Waits until the figure and its text version have followed. An animation never rests, so there is a time-out. */
  #redrawn() {
    const surface = this.#services.surface();
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
      this.#services.announce(tr('Could not load the lessons. Are you online?'));
    });
  }
}
