// SPDX-License-Identifier: MIT
// @ts-check
// A student's answers to a lesson as eight signs, with an optional sentence behind them. docs/lessons.md describes the code.

import { hashOf } from './hash.js';

/** @typedef {import('../form/read.js').Lesson} Lesson */
/** @typedef {'none' | 'shown' | 'first' | 'open' | 'later'} End nothing given, only shown, right at once, wrong so far, wrong and then right or shown */
/** @typedef {{first: number, end: End}} Mark first: the first choice, -1 for none. Of two for numbers: 0 right, 1 wrong */
/** @typedef {{step: number, isNumber: boolean, answers: {right: boolean}[], marks: Mark[]}} Ask a question, or a number, with its possible marks */
/** @typedef {'choices' | 'tries' | 'steps'} Detail what fits: every choice, right or wrong, or only the step reached */
/** @typedef {{lesson: Lesson, asks: Ask[], detail: Detail, key: string}} Shape */
/** @typedef {{reached: number, marks: Mark[], sentence: string, salt: number}} Answers reached: the step, from 0. marks: one for each ask */

/** Without 0, O, 1, I and L. */
export const signs = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const codeLength = 8;
export const longestSentence = 60;
const all = signs.length ** codeLength; // 8.5e11, exact in a double

/** The check rejects all but one in this many wrong codes, or more. */
const leastCheck = 1024;
/** Codes of equal answers differ by a number of the device below this, or less where the answers need the room. */
const mostSalt = 1 << 16;
/** The least number of salts at the end of a lesson with every choice in the code. */
const leastSalt = 16;
const rightOrWrong = [{ right: true }, { right: false }];

/** @param {{right: boolean}[]} answers @param {Detail} detail @returns {Mark[]} */
function marksOf(answers, detail) {
  const isFull = detail === 'choices';
  const ofAnswer = (/** @type {boolean} */ right, /** @type {number} */ first) =>
    /** @type {End[]} */ (right ? ['first'] : isFull ? ['open', 'later'] : ['open']).map((end) => ({ first, end }));
  const without = /** @type {End[]} */ (isFull ? ['none', 'shown'] : ['none']).map((end) => ({ first: -1, end }));
  return [...without, ...answers.flatMap(({ right }, first) => ofAnswer(right, first))];
}

/** @param {Lesson} lesson @param {Detail} detail @returns {Ask[]} */
function asksOf(lesson, detail) {
  if (detail === 'steps') return [];
  return lesson.steps.flatMap(({ question, number }, step) => {
    const own = [question && (detail === 'choices' ? question.answers : rightOrWrong), number && rightOrWrong];
    return own.flatMap((answers, i) => (answers ? [{ step, isNumber: i === 1, answers, marks: marksOf(answers, detail) }] : []));
  });
}

/** The number of answers of steps up to one. @param {Ask[]} asks @param {number} reached */
const countOf = (asks, reached) => asks.reduce((count, { step, marks }) => (step > reached ? count : count * marks.length), 1);

/** The most detail that fits into the code of a lesson. @param {Lesson} lesson @returns {Shape} */
export function shapeOf(lesson) {
  const steps = lesson.steps.length;
  const details = /** @type {Detail[]} */ (['choices', 'tries', 'steps']);
  const detail = details.find((one) => steps * countOf(asksOf(lesson, one), steps) * leastSalt * leastCheck <= all) ?? 'steps';
  const asks = asksOf(lesson, detail);
  const key = [lesson.id, steps, ...asks.map(({ step, answers }) => `${step}:${answers.map(({ right }) => Number(right)).join('')}`)];
  return { lesson, asks, detail, key: key.join(' ') };
}

/** The sizes of a code's parts. @param {Shape} shape @param {number} reached */
function partsOf({ lesson, asks }, reached) {
  const steps = lesson.steps.length;
  const count = countOf(asks, reached);
  const salts = Math.min(mostSalt, Math.floor(all / (steps * count * leastCheck)));
  return { steps, count, salts, checks: Math.floor(all / (steps * count * salts)) };
}

/** One line of text, without signs that change the direction or the place of others. @param {string} text */
export const cleanSentence = (text) =>
  [
    ...text
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}_\s]+/gu, ' ')
      .replace(/^[^\p{L}\p{N}[]+/u, '')
      .trim(),
  ]
    .slice(0, longestSentence)
    .join('')
    .trim();

/** @param {Shape} shape @param {Answers} answers @returns {string} */
export function codeOf(shape, { reached, marks, sentence, salt }) {
  const { steps, count, salts, checks } = partsOf(shape, reached);
  let value = 0;
  shape.asks.forEach((ask, i) => {
    if (ask.step > reached) return;
    const at = ask.marks.findIndex(({ first, end }) => first === marks[i].first && end === marks[i].end);
    value = value * ask.marks.length + Math.max(at, 0);
  });
  const said = cleanSentence(sentence);
  const body = reached + steps * (value + count * (salt % salts));
  let rest = body + steps * count * salts * (hashOf(`${shape.key}|${body}|${said}`) % checks);
  let text = '';
  for (let i = 0; i < codeLength; ++i) {
    text = signs[rest % signs.length] + text;
    rest = Math.floor(rest / signs.length);
  }
  return text + said.replaceAll(' ', '_');
}

/** The answers of a code, null if it is not one of this lesson. @param {Shape} shape @param {string} code @returns {Answers | null} */
export function answersIn(shape, code) {
  const head = code.slice(0, codeLength).toUpperCase();
  const sentence = code.slice(codeLength).replaceAll('_', ' ');
  if (head.length < codeLength || cleanSentence(sentence) !== sentence) return null;
  let number = 0;
  for (const sign of head) {
    const at = signs.indexOf(sign);
    if (at < 0) return null;
    number = number * signs.length + at;
  }
  const reached = number % shape.lesson.steps.length;
  const { steps, count, salts, checks } = partsOf(shape, reached);
  const body = number % (steps * count * salts);
  const check = Math.floor(number / (steps * count * salts));
  if (check !== hashOf(`${shape.key}|${body}|${sentence}`) % checks) return null;
  const inner = Math.floor(body / steps);
  let value = inner % count;
  /** @type {Mark[]} */
  const marks = [];
  for (let i = shape.asks.length - 1; i >= 0; i -= 1) {
    const ask = shape.asks[i];
    const radix = ask.step > reached ? 1 : ask.marks.length;
    marks.unshift(ask.marks[value % radix]);
    value = Math.floor(value / radix);
  }
  return { reached, marks, sentence, salt: Math.floor(inner / count) };
}
