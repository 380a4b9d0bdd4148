// SPDX-License-Identifier: MIT
// @ts-check
// Opens the dialogs of a class. Their code loads when the user wants it.

import { findLesson, shippedLessons } from './library.js';

/** @typedef {import('./form/read.js').Lesson} Lesson */

/** The lessons of this site. @returns {Promise<Lesson[]>} */
export const allLessons = async () => Promise.all((await shippedLessons()).map(async ({ id }) => (await findLesson(id)).lesson));

export class Classroom {
  #lessons;
  #address;
  /** The code whose answers are shown. */
  #shown = '';

  /** @param {import('./lessons.js').Lessons} lessons @param {import('../api/address.js').Address} address */
  constructor(lessons, address) {
    this.#lessons = lessons;
    this.#address = address;
  }

  /** Answers stay hidden until revealed. The link has this mode. */
  get isInstructor() {
    return this.#address.ofLesson('instructor') === 'on';
  }
  set isInstructor(on) {
    this.#address.setOfLesson('instructor', on ? 'on' : '');
  }

  /** The student's code, or in instructor mode the class. @param {Lesson} lesson @param {number} step from 0 */
  async open(lesson, step) {
    if (this.isInstructor) (await import('./class/lecturer.js')).showClass(lesson, allLessons);
    else (await import('./class/student.js')).showCode(this.#lessons, lesson, step);
  }

  /** Opens a lesson of this site with a student's answers. @param {Lesson} lesson @param {string} code */
  openCode(lesson, code) {
    this.#lessons.open(lesson.id);
    this.#address.setOfLesson('code', code);
    this.#shown = '';
    void this.showCodeOf(lesson);
  }

  /** Shows the answers of the code in the address, once. @param {Lesson} lesson */
  async showCodeOf(lesson) {
    const code = this.#address.ofLesson('code');
    if (code === this.#shown) return;
    this.#shown = code;
    const forget = () => this.#address.setOfLesson('code', '');
    if (code) (await import('./class/hand_in.js')).showHandIn(lesson, code, forget);
  }
}

/** The lesson of a student's code, null for none. @param {string} code */
export const lessonWithCode = async (code) => (await import('./class/hand_in.js')).lessonOfCode(code, await allLessons());
