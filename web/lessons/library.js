// SPDX-License-Identifier: MIT
// @ts-check
// Sources of lessons: the site, an address, a dropped file, or the link itself. A link refers to a lesson by a name of the site, an
// address, or the lesson's packed text.

import { asProblem, ProblemError } from '../base/problem.js';
import { amount, language, loadTexts, tr } from '../base/language.js';
import { rawAddress } from '../fetch/sources.js';
import { unpack } from '../fetch/unpack.js';
import { readLesson } from './form/read.js';
import { lessonWith } from './texts.js';

/** @typedef {import('./form/read.js').Lesson} Lesson */
/** @typedef {import('../base/problem.js').Problem} Problem */
/** @typedef {{id: string, title: string, about: string, minutes: number, steps: number}} Listed */

/** Longer lessons do not fit into a link (src/page/address/view_fields.cpp). */
export const longestPacked = 48 * 1024;
/** Maximum bytes of a lesson's text. Larger files are data. */
export const longestText = 1 << 20;
const packedSign = 'z:';

/** The lessons of this site, in the current language. @returns {Promise<Listed[]>} */
export async function shippedLessons() {
  const [list] = await Promise.all([fetched(ownAddress('index')), loadTexts('lessons')]);
  return (await list.json()).map((/** @type {Listed} */ one) => lessonWith(one, tr));
}

/** The lesson after one of this site. @param {string} id @returns {Promise<Listed | undefined>} */
export async function lessonAfter(id) {
  const all = await shippedLessons();
  const at = all.findIndex((one) => one.id === id);
  return at < 0 ? undefined : all[at + 1];
}

/** The text of a lesson of this site. @param {string} name */
async function shippedText(name) {
  const text = await (await fetched(ownAddress(name))).text();
  return language === 'en' ? text : JSON.stringify(lessonWith(JSON.parse(text), tr), null, 2);
}

/** The error for a lesson that is too long for a link. @param {string} reference its packed text */
export const tooLong = (reference) =>
  tr('The packed lesson has {} characters (link limit {}).', amount(reference.length), amount(longestPacked));

/** @param {string} name */
const ownAddress = (name) => new URL(`../lessons/${name}.json`, import.meta.url);

/** @param {URL} url */
async function fetched(url) {
  const answer = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(() => null);
  if (answer?.ok) return answer;
  const finding = answer
    ? tr('The server answered {}.', answer.status)
    : tr('The server didn’t answer or blocks other sites (no CORS header).');
  throw new ProblemError(url.href, finding, tr('Check the URL, or save the lesson and drop it here.'));
}

/** Several faults of a lesson. */
export class LessonFaults extends ProblemError {
  /** @param {string} name @param {Problem[]} faults @param {string} text the lesson's source for its author */
  constructor(name, faults, text) {
    super(name, faults[0].finding, faults[0].remedy);
    this.faults = faults;
    this.text = text;
  }
}

/** @param {string} text @param {string} name @param {string} [base] @returns {Lesson} */
export function lessonOf(text, name, base = '') {
  const { lesson, faults } = readLesson(text, base);
  if (!lesson) throw new LessonFaults(name, faults, text);
  return lesson;
}

/** Loads the lesson for a link's reference, and its text. @param {string} reference @returns {Promise<{lesson: Lesson, text: string}>} */
export async function findLesson(reference) {
  if (reference.startsWith(packedSign)) {
    const text = await unpacked(reference.slice(packedSign.length));
    return { lesson: lessonOf(text, tr('the lesson in the link')), text };
  }
  if (/^[a-z0-9][a-z0-9-]*$/.test(reference)) {
    const known = await shippedLessons();
    if (!known.some(({ id }) => id === reference)) {
      throw new ProblemError(
        tr('lesson {}', reference),
        tr('No lesson has this name.'),
        tr('Available lessons: {}.', known.map(({ id }) => id).join(', ')),
      );
    }
    const text = await shippedText(reference);
    return { lesson: lessonOf(text, reference), text };
  }
  const url = rawAddress(reference, location.href);
  const { body } = await fetched(url);
  const text = body ? await textOf(body, url.href) : '';
  return { lesson: lessonOf(text, url.href, url.href), text };
}

/** A lesson's text as a reference for links. @param {string} text JSON @returns {Promise<string>} */
export async function packed(text) {
  const tight = JSON.stringify(JSON.parse(text));
  const bytes = await new Response(new Blob([tight]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer();
  let binary = '';
  for (const byte of new Uint8Array(bytes)) binary += String.fromCharCode(byte);
  return packedSign + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * Reads a lesson's text. Stops early if it cannot be a lesson.
 * @param {ReadableStream<Uint8Array>} stream @param {string} name @param {ProblemError} [notText] the error if it is not UTF-8
 * @returns {Promise<string>}
 */
async function textOf(stream, name, notText = new ProblemError(name, tr('This is not UTF-8 text.'), tr('Save the lesson as UTF-8.'))) {
  const reader = stream.getReader();
  const pieces = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      throw asProblem(error, name);
    });
    if (done) break;
    pieces.push(/** @type {BlobPart} */ (value));
    size += value.length;
    if (size <= longestText) continue;
    void reader.cancel().catch(() => {});
    throw new ProblemError(
      name,
      tr('The lesson exceeds 1 MB.'),
      tr('If this is data, open it as a file. Put a lesson’s large data in separate files.'),
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await new Blob(pieces).arrayBuffer());
  } catch {
    throw notText;
  }
}

/** @param {string} letters @returns {Promise<string>} */
async function unpacked(letters) {
  const name = tr('the lesson in the link');
  const damaged = new ProblemError(
    tr('lesson'),
    tr('The lesson in this link is incomplete or changed.'),
    tr('Copy the whole link again. Some programs cut long links.'),
  );
  let binary;
  try {
    binary = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    throw damaged;
  }
  const packed = new Blob([Uint8Array.from(binary, (c) => c.charCodeAt(0))]).stream();
  return textOf(unpack(packed, 'deflate-raw', name, { most: longestText, damaged }), name, damaged);
}
