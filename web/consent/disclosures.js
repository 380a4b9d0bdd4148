// SPDX-License-Identifier: MIT
// @ts-check
// Records who already knows which data, lists and lessons this page was pointed at, by their fields in an address (`url=…`). Anything else
// is private to the visitor and is not sent to another page (web/embed/filter.js).

/** For fields of an address from outside, which the embedding page or the author of a link wrote. */
export const everybody = '*';

/** Fields that point at data. `draft` and `prompt` (the makers of src/protocol/recipe.h) contain the data themselves. */
const pointing = /^(url|gist|data|second|dataset|lesson|model|draft|prompt)$/;
/** Names of shipped data reveal nothing. */
const shipped = /^(sample=[\w-]*|model=[\w-]*|second=sample:[\w-]*|lesson=[a-z0-9][a-z0-9-]*)$/;

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The pointers in a fragment, each a field with its decoded value. @param {string} fragment @returns {string[]} */
export const pointersOf = (fragment) =>
  fragment.split('&').flatMap((pair) => {
    const at = pair.indexOf('=');
    const key = decoded(pair.slice(0, Math.max(at, 0)));
    return pointing.test(key) ? [`${key}=${decoded(pair.slice(at + 1))}`] : [];
  });

export class Disclosures {
  /** @type {Map<string, Set<string>>} the origins that know a pointer */
  #who = new Map();
  /** Sources of documents into which the visitor has typed. @type {Set<string>} */
  #own = new Set();

  /** @param {string} pointer @param {string} who an origin, or `everybody` */
  add(pointer, who) {
    this.#who.set(pointer, (this.#who.get(pointer) ?? new Set()).add(who));
  }

  /**
   * The visitor typed this text. Nobody knows it, not even a page that guessed it before.
   * @param {string} pointer @param {string} [source] of the document that they typed into. Its later texts are private, too.
   */
  typed(pointer, source) {
    this.#who.delete(pointer);
    if (source) this.#own.add(source);
  }

  /** The visitor wrote a title or a note. */
  hasNotes = false;

  /** The source was opened again. @param {string} source */
  opened(source) {
    this.#own.delete(source);
  }

  /** Whether the visitor has typed into the document from this source. @param {string} source */
  isOwn(source) {
    return this.#own.has(source);
  }

  /** @param {string} pointer @param {string} who */
  knows(pointer, who) {
    const known = this.#who.get(pointer);
    return shipped.test(pointer) || Boolean(known?.has(who) || known?.has(everybody));
  }

  /** Anyone who knows a list or a lesson also knows the data that it leads to. @param {string} pointer @param {string} from */
  follow(pointer, from) {
    if (shipped.test(from)) this.add(pointer, everybody);
    for (const who of this.#who.get(from) ?? []) this.add(pointer, who);
  }
}
