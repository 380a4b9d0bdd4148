// SPDX-License-Identifier: MIT
// @ts-check
// Who knows already which data, lists and lessons this page was pointed at, by their fields in an address (`url=…`). What is
// not in here is the visitor's own business: no other page is told of it (web/embed/filter.js).

/** Everybody: it stood in an address that came from outside, which whoever embeds or opens the page has made. */
export const everybody = '*';

/** Fields that point at something; `draft` and `prompt` (the makers of src/protocol/recipe.h) hold what is shown. */
const pointing = /^(url|gist|data|second|dataset|lesson|model|draft|prompt)$/;
/** What comes with the program is no secret of anybody's. */
const shipped = /^(sample=[\w-]*|model=[\w-]*|second=sample:[\w-]*|lesson=[a-z0-9][a-z0-9-]*)$/;

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What a fragment points at, each as its field with the value decoded. @param {string} fragment @returns {string[]} */
export const pointersOf = (fragment) =>
  fragment.split('&').flatMap((pair) => {
    const at = pair.indexOf('=');
    const key = decoded(pair.slice(0, Math.max(at, 0)));
    return pointing.test(key) ? [`${key}=${decoded(pair.slice(at + 1))}`] : [];
  });

export class Told {
  /** @type {Map<string, Set<string>>} who, by pointer */
  #who = new Map();
  /** Sources of documents that the visitor has typed into. @type {Set<string>} */
  #own = new Set();

  /** @param {string} pointer @param {string} who an origin, or everybody */
  add(pointer, who) {
    this.#who.set(pointer, (this.#who.get(pointer) ?? new Set()).add(who));
  }

  /**
   * The visitor typed it: nobody knows it, even who had guessed it before.
   * @param {string} pointer @param {string} [source] of the document that they typed into: what is set there afterwards stays theirs, too
   */
  typed(pointer, source) {
    this.#who.delete(pointer);
    if (source) this.#own.add(source);
  }

  /** The visitor has written a title or a note. */
  hasNotes = false;

  /** The source is opened anew. @param {string} source */
  opened(source) {
    this.#own.delete(source);
  }

  /** Whether the visitor has typed into what this source opened. @param {string} source */
  isOwn(source) {
    return this.#own.has(source);
  }

  /** @param {string} pointer @param {string} who */
  knows(pointer, who) {
    const known = this.#who.get(pointer);
    return shipped.test(pointer) || Boolean(known?.has(who) || known?.has(everybody));
  }

  /** Data that a list or a lesson leads to are known to whoever knows that. @param {string} pointer @param {string} from */
  follow(pointer, from) {
    if (shipped.test(from)) this.add(pointer, everybody);
    for (const who of this.#who.get(from) ?? []) this.add(pointer, who);
  }
}
