// SPDX-License-Identifier: MIT
// @ts-check
// The next steps with the word that matters most: replace it, hide it, trace attention, or use the losses as scores.

import { button } from '../run/parts.js';
import { withWord, wordText } from '../run/word_tests.js';
import { doesAnswer } from '../run/about.js';
import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';

/** @typedef {import('../run/parts.js').ShownRun} ShownRun */
/** @typedef {import('../run/word_tests.js').Group} Group */

export class Steps {
  #context;
  /** Suggested replacements of words, by group. '' if none is known. @type {Map<number, string>} */
  #instead = new Map();
  #isAsked = new Set();
  /** The user is typing a replacement. */
  #isTyped = false;
  root = make('div', { className: 'steps' });

  /** @param {import('../run/parts.js').Context} context */
  constructor(context) {
    this.#context = context;
  }

  clear() {
    this.#instead = new Map();
    this.#isAsked = new Set();
    this.#isTyped = false;
    this.root.replaceChildren();
  }

  /**
   * @param {ShownRun} run @param {import('./why_rows.js').Row | undefined} named undefined if no word matters, or if nothing can run
   * @param {{groups: Group[], why: import('./why_rows.js').WhyAnswer | null, hide: (() => void) | null, score: () => {name: string, values: number[]}}} has
   * hide: null if it is already hidden; score: the losses as scores of the tokens
   */
  show(run, named, has) {
    const steps = [
      ...(named ? this.#replace(run, named, has) : []),
      ...(named && has.hide ? [button('why/hide', tr('Hide “{}”', named.name), has.hide)] : []),
      ...(doesAnswer(run.about, 'decide')
        ? [button('why/decides', tr('Which attention carries the answer?'), () => this.#context.open('decides'))]
        : []),
      // Faithfulness has no ranking across two stacks.
      ...(doesAnswer(run.about, 'scores') && !run.read
        ? [button('why/scores', tr('Use as scores in Faithfulness'), () => this.#context.score(has.score()))]
        : []),
    ];
    const words = (/** @type {Iterable<Element>} */ list) => [...list].map(({ textContent }) => textContent).join('|');
    if (words(this.root.children) !== words(steps)) this.root.replaceChildren(...steps);
  }

  /**
   * A replacement is more informative than a deletion.
   * @param {ShownRun} run @param {import('./why_rows.js').Row} named @param {Parameters<Steps['show']>[2]} has @returns {HTMLElement[]}
   */
  #replace(run, named, has) {
    if (run.about.picture || !has.groups[named.group]) return [];
    const textWith = (/** @type {string} */ other) => withWord(run.recipe.text, has.groups, run.pieces, named.group, other);
    if (!textWith('x')) return [];
    const instead = this.#instead;
    if (!this.#isAsked.has(named.group)) {
      this.#isAsked.add(named.group);
      void this.#find(run, named.group, has).then(() => this.#instead === instead && this.show(run, named, has));
    }
    const other = instead.get(named.group);
    if (other === undefined) return [];
    if (other) return [button('why/instead', tr('Try “{}” instead', other), () => this.#context.type(textWith(other)))];
    const field = make('input', { 'data-id': 'why/replacement', 'aria-label': tr('Replacement for “{}”', named.name), size: 12 });
    const open = () => {
      this.#isTyped = true;
      this.show(run, named, has);
      this.root.querySelector('input')?.focus();
    };
    if (!this.#isTyped) return [button('why/replace', tr('Replace “{}” …', named.name), open)];
    const form = make('form', { className: 'replace' }, tr('Replace “{}” with:', named.name), ' ', field);
    form.onsubmit = (event) => {
      event.preventDefault();
      const text = field.value.trim() && textWith(field.value.trim());
      if (text) this.#context.type(text);
    };
    return [form];
  }

  /**
   * The example's suggestion, a word from the list of pairs, or the most likely word of a model of masked words.
   * @param {ShownRun} run @param {number} group @param {Parameters<Steps['show']>[2]} has
   */
  async #find({ about, pieces, recipe: { text } }, group, { groups, why }) {
    const instead = this.#instead;
    const word = wordText(groups[group], pieces).toLowerCase();
    const [at, ...more] = groups[group].tokens;
    const known = about.instead?.[word] || why?.instead?.[group] || '';
    if (known || !about.mask || more.length > 0) return void instead.set(group, known);
    const masked = withWord(text, groups, pieces, group, about.mask);
    const expected = await this.#context.expected(masked, at).catch(() => []);
    const isOther = (/** @type {string} */ one) => /^\p{L}+$/u.test(one) && one.toLowerCase() !== word;
    instead.set(group, expected.map((one) => one.text.trim()).find(isOther) ?? '');
  }
}
