// SPDX-License-Identifier: MIT
// @ts-check
// The texts in the shipped lessons and in the list of samples. tools/words.mjs collects them for the language table, and the page replaces
// them with those of the current language.

/**
 * Applies `change` to a text, or to a list of texts at any depth.
 * @param {unknown} value @param {(text: string) => string} change @returns {unknown}
 */
const each = (value, change) =>
  typeof value === 'string' ? change(value) : Array.isArray(value) ? value.map((one) => each(one, change)) : value;

/**
 * A copy of an object with some members changed.
 * @template {object} T @param {T} object @param {string[]} members @param {(text: string) => string} change
 */
function changed(object, members, change) {
  const copy = Object.assign({}, object);
  const own = /** @type {Record<string, unknown>} */ (copy);
  for (const member of members) if (member in own) own[member] = each(own[member], change);
  return copy;
}

/**
 * The members of a shipped lesson's JSON that contain texts. Its entry in the list has a number of steps.
 * @typedef {{steps?: number | Step[]}} Lesson
 * @typedef {{data?: {title?: string}, act?: object, change?: object[], number?: {wrong?: object[]}, question?: {draw?: object, answers: object[]}}} Step
 */

/** A lesson, or its entry in the list, in its JSON form. @template {Lesson} T @param {T} lesson @param {(text: string) => string} change */
export function lessonWith(lesson, change) {
  const copy = changed(lesson, ['title', 'about'], change);
  if (!Array.isArray(copy.steps)) return copy;
  copy.steps = copy.steps.map((step) => {
    const own = changed(step, ['title', 'text', 'hints', 'reveal'], change);
    if (own.data?.title) own.data = changed(own.data, ['title'], change);
    if (own.act) own.act = changed(own.act, ['says'], change);
    if (own.change) own.change = own.change.map((one) => changed(one, ['says'], change));
    if (own.number) own.number = changed(own.number, ['ask', 'says'], change);
    if (own.number?.wrong) own.number.wrong = own.number.wrong.map((one) => changed(one, ['says'], change));
    if (own.question) {
      own.question = changed(own.question, ['text'], change);
      if (own.question.draw) own.question.draw = changed(own.question.draw, ['says'], change);
      own.question.answers = own.question.answers.map((answer) => changed(answer, ['text', 'says'], change));
    }
    return own;
  });
  return copy;
}

/** @template {object} T @param {T[]} samples @param {(text: string) => string} change */
export const samplesWith = (samples, change) => samples.map((sample) => changed(sample, ['title', 'about', 'model'], change));

/** @param {(collect: (text: string) => string) => void} walk @returns {string[]} */
function collected(walk) {
  /** @type {string[]} */
  const texts = [];
  walk((text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** @param {Lesson | Lesson[]} lesson */
export const textsOfLesson = (lesson) =>
  collected((collect) => void (Array.isArray(lesson) ? lesson.map((one) => lessonWith(one, collect)) : lessonWith(lesson, collect)));
/** @param {object[]} samples */
export const textsOfSamples = (samples) => collected((collect) => void samplesWith(samples, collect));
