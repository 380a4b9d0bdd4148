// SPDX-License-Identifier: MIT
// @ts-check
// Finds codes in a text from a chat, with names and anything else around them.

import { answersIn, codeLength, longestSentence } from './code.js';

/** @typedef {import('./code.js').Shape} Shape */
/** @typedef {import('./code.js').Answers} Answers */
/**
 * @typedef {object} Found
 * @property {Map<string, Answers>} codes of this lesson, by code; a repeated code counts once @property {number} repeated
 * @property {Map<string, string>} others codes of other lessons: the lesson's title by code
 * @property {string[]} broken looks like a code, but is none @property {boolean} isCut the text or the number of codes exceeds the limit
 */

/** Maximum codes of a class. */
export const mostCodes = 2000;
/** Maximum characters that are read from one text. */
export const mostText = 400_000;
const mostBroken = 200;
/** Maximum places that look like a code but are none. A chat has fewer. */
const mostFailed = 5000;
/** Maximum readings of a place. */
const mostReadings = 8;

/** A run of letters and digits that may start a code. */
const start = /(?<![\p{L}\p{N}_])[\p{L}\p{N}]{6,}/gu;

/** Words of a chat are not codes: a code has a digit, or only capitals. @param {string} head */
const isCodeLike = (head) => /^[2-9a-z]+$/i.test(head) && (/\d/.test(head) || head === head.toUpperCase());

/** A shortened or mistyped code, not a word and not a date. @param {string} run */
const isBroken = (run) => /\d/.test(run) && /[a-z].*[a-z]/i.test(run);

/** A link keeps its code in a field, where it is escaped. Works word by word, so the time is linear. @param {string} text */
const withoutLinks = (text) =>
  text
    .split(/\s/)
    .map((word) => {
      const at = Math.max(word.lastIndexOf('#code='), word.lastIndexOf('&code='));
      if (at < 0) return word;
      const [code] = word.slice(at + '#code='.length).split('&', 1);
      try {
        return decodeURIComponent(code);
      } catch {
        return code;
      }
    })
    .join('\n');

/** The readings of a place, longest first: a sentence may end before a separator of the chat. @param {string} text @param {number} at */
function readingsAt(text, at) {
  const head = text.slice(at, at + codeLength);
  if (!isCodeLike(head)) return [];
  const [rest] = /** @type {RegExpExecArray} */ (/^\S*/.exec(text.slice(at + codeLength, at + codeLength + 2 * longestSentence + 2)));
  const ends = [rest.length, ...[...rest.matchAll(/[^\p{L}\p{N}_[\]]/gu)].map(({ index }) => index).reverse()];
  const fitting = [...new Set(ends)].filter((end) => [...rest.slice(0, end)].length <= longestSentence);
  // The shortest one is the code without a sentence, if a separator follows it.
  const kept = fitting.length > mostReadings ? [...fitting.slice(0, mostReadings - 1), fitting[fitting.length - 1]] : fitting;
  return kept.map((end) => head + rest.slice(0, end));
}

/** The first reading that a lesson knows. @param {Shape[]} shapes @param {string[]} readings */
function knownAmong(shapes, readings) {
  for (const shape of shapes)
    for (const code of readings) {
      const answers = answersIn(shape, code);
      if (answers) return { shape, code: code.slice(0, codeLength).toUpperCase() + code.slice(codeLength), answers };
    }
  return null;
}

/**
 * @param {string} text @param {Shape} own the shape of the lesson @param {Shape[]} others those of other lessons
 * @param {Map<string, Answers>} [before] codes that the class already has
 * @returns {Found}
 */
export function codesIn(text, own, others = [], before = new Map()) {
  const read = withoutLinks(text.slice(0, mostText));
  /** @type {Found} */
  const found = { codes: new Map(), repeated: 0, others: new Map(), broken: [], isCut: text.length > mostText };
  let failed = 0;
  start.lastIndex = 0;
  for (let match = start.exec(read); match; match = start.exec(read)) {
    const known = knownAmong([own, ...others], readingsAt(read, match.index));
    if (known) {
      const { shape, code, answers } = known;
      start.lastIndex = match.index + code.length;
      if (shape !== own) found.others.set(code, shape.lesson.title);
      else if (found.codes.has(code) || before.has(code)) found.repeated += 1;
      else if (found.codes.size + before.size < mostCodes) found.codes.set(code, answers);
      else found.isCut = true;
    } else if (isCodeLike(match[0].slice(0, codeLength)) && ++failed > mostFailed) {
      found.isCut = true;
      break;
    } else if (isBroken(match[0]) && found.broken.length < mostBroken) found.broken.push(match[0].slice(0, 24));
  }
  return found;
}
