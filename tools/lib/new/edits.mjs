// Changes to the tree that are made all together or not at all. They are new files, and rows in existing files.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export class Edits {
  #root;
  /** @type {Map<string, string>} */
  #texts = new Map();

  /** @param {string} root of the checkout */
  constructor(root) {
    this.#root = root;
  }

  /** The files that have been made or changed, in the order of their names. */
  get paths() {
    return [...this.#texts.keys()].sort();
  }

  /** The content of a file with the additions. @param {string} path @returns {string} */
  text(path) {
    return this.#texts.get(path) ?? readFileSync(join(this.#root, path), 'utf8');
  }

  /** @param {string} path */
  has(path) {
    return this.#texts.has(path) || existsSync(join(this.#root, path));
  }

  /** @param {string} path @param {string} text */
  create(path, text) {
    if (this.has(path)) throw new Error(`${path} is there already.`);
    this.#texts.set(path, text);
  }

  /**
   * Replaces the match of a pattern, which must exist.
   * @param {string} path @param {RegExp} pattern @param {(found: RegExpExecArray) => string} become
   */
  replace(path, pattern, become) {
    const text = this.text(path);
    const found = pattern.exec(text);
    if (!found) throw new Error(`${path} has no place like ${pattern}: the skeleton does not know this tree any more (tools/lib/new).`);
    this.#texts.set(path, text.slice(0, found.index) + become(found) + text.slice(found.index + found[0].length));
  }

  /** Inserts text after the match of a pattern. @param {string} path @param {RegExp} pattern @param {string} added */
  after(path, pattern, added) {
    this.replace(path, pattern, ([found]) => found + added);
  }

  /** Inserts text before the match of a pattern. @param {string} path @param {RegExp} pattern @param {string} added */
  before(path, pattern, added) {
    this.replace(path, pattern, ([found]) => added + found);
  }

  /** German for untranslated texts. @param {string} part @param {Record<string, string>} texts */
  german(part, texts) {
    const path = `web/languages/de/${part}.json`;
    const known = this.text(path);
    const rows = Object.entries(texts).filter(([english]) => !known.includes(`${JSON.stringify(english)}:`));
    if (rows.length === 0) return;
    const added = rows.map(([english, own]) => `,\n${/\n( +)"/.exec(known)?.[1] ?? ' '}${JSON.stringify(english)}: ${JSON.stringify(own)}`);
    this.replace(path, /\s*\}\s*$/, ([end]) => added.join('') + end);
  }

  /** A line for users (changes/README.md). @param {string} name of the file @param {string} line */
  news(name, line) {
    this.create(`changes/${name}.md`, `- ${line}\n`);
  }

  write() {
    for (const [path, text] of this.#texts) {
      const file = join(this.#root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
}
