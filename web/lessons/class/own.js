// SPDX-License-Identifier: MIT
// @ts-check
// The answers of the student at this page, for a code, and links to a lesson's model with a student's sentence.

import { answersTo, deviceSalt, stepsDone } from '../act/progress.js';
import { dataOf, promptOfStep } from '../form/steps.js';
import { recipeOf, recipeText } from '../../model/run/recipe.js';
import { cleanSentence } from './code.js';

/** @typedef {import('./code.js').Shape} Shape */
/** @typedef {import('./code.js').Mark} Mark */
/** @typedef {import('../form/read.js').Lesson} Lesson */

/** @param {Shape} shape @param {import('./code.js').Ask} ask @returns {Mark} */
function markOf({ lesson, detail }, { isNumber, answers, step }) {
  const given = answersTo(lesson.id, step);
  const { choices, chosen, number, isMissed, isShown } = given;
  const rights = lesson.steps[step].question?.answers.map(({ right }) => right) ?? [];
  // A choice counts before it is checked: a class predicts together.
  const tried = isNumber ? [...(isMissed ? [1] : []), ...(number === undefined ? [] : [0])] : choices.length > 0 ? choices : [chosen ?? -1];
  const known = tried.filter((one) => isNumber || rights[one] !== undefined);
  const own = isNumber || detail === 'choices' ? known : known.map((one) => (rights[one] ? 0 : 1));
  if (own.length === 0) return { first: -1, end: isShown ? 'shown' : 'none' };
  const [first] = own;
  if (answers[first].right) return { first, end: 'first' };
  return { first, end: detail === 'choices' && (isShown || own.some((one) => answers[one].right)) ? 'later' : 'open' };
}

/** @param {Shape} shape @param {number} step the open one, from 0 @param {string} sentence @returns {import('./code.js').Answers} */
export function ownAnswers(shape, step, sentence) {
  const { id, steps } = shape.lesson;
  const isGiven = (/** @type {number} */ i) => {
    const { choices, chosen, number, isMissed, isShown } = answersTo(id, i);
    return choices.length > 0 || chosen !== undefined || number !== undefined || isMissed || isShown;
  };
  const seen = [step, ...stepsDone(id), ...[...steps.keys()].filter(isGiven)];
  return {
    reached: Math.min(Math.max(...seen), steps.length - 1),
    marks: shape.asks.map((ask) => markOf(shape, ask)),
    sentence,
    salt: deviceSalt(),
  };
}

/** The step whose model reads students' sentences: one with a word to replace, or else with a text. -1 for none. @param {Lesson} lesson */
export function sentenceStep(lesson) {
  const readsText = lesson.steps.map((_, i) => {
    const prompt = promptOfStep(lesson, i);
    return prompt !== '' && !recipeOf(prompt).text.startsWith('draw:');
  });
  const byWord = lesson.steps.findIndex(({ change }, i) => readsText[i] && change.some(({ kind }) => kind === 'word'));
  return byWord >= 0 ? byWord : readsText.indexOf(true);
}

/** The sentence in the lesson's model, as the fragment of a link. @param {Lesson} lesson @param {string} sentence */
export function sentenceLink(lesson, sentence) {
  const step = sentenceStep(lesson);
  const own = recipeOf(promptOfStep(lesson, step));
  const prompt = recipeText({ ...own, text: sentence, cuts: undefined, rule: undefined, wiped: undefined });
  const data = dataOf(lesson, step).replace(/(^|&)prompt=[^&]*/, (_, before) => `${before}prompt=${encodeURIComponent(prompt)}`);
  return `#v=1&${data}&sort=position`;
}

/** The student's sentence in the model, '' if it is one of the lesson. @param {Lesson} lesson @param {string} prompt */
export function ownSentence(lesson, prompt) {
  const text = prompt && recipeOf(prompt).text;
  const isGiven = lesson.steps.some((_, i) => promptOfStep(lesson, i) && recipeOf(promptOfStep(lesson, i)).text === text);
  return !text || isGiven || text.startsWith('draw:') ? '' : cleanSentence(text);
}
