// SPDX-License-Identifier: MIT
// @ts-check
// The sentence as tokens, coloured by the current values, each with a menu of actions. During editing a text field replaces the tokens. The
// answer follows the sentence.

import { fitLines, reachByKeys } from './helpers.js';
import { PhraseChoice } from './phrase.js';
import { markResidues } from './residues.js';
import { sentenceOf } from '../run/sentence.js';
import { tr } from '../../base/language.js';
import { phraseName } from '../run/word_tests.js';
import { make } from '../../base/elements.js';

/** @typedef {{token: number, tokens?: number[], share: number | null, output: boolean}} Value of a token, or of several that are shown as one */
/**
 * @typedef {object} Callbacks
 * @property {(at: number) => void} choose selects a token as the figure's output
 * @property {((at: number) => void) | null} ask asks why the model expects it; null if the model cannot answer
 * @property {(tokens: number[]) => void} hide hides them from other tokens, or shows them again
 * @property {((tokens: number[]) => void) | null} together tests them together; null if the model cannot
 * @property {(at: number) => void} join merges it with the next one, or splits them again
 * @property {(at: number) => void} cut opens the menu of cuts
 */

/** Shares from which the text on a chip changes its colour to stay readable, in light and dark mode. */
const levels = [0.75, 0.87];
/** The same for the colour of measured values, which cover at most this part of a chip. */
const measuredLevels = [0.74, 1];
const mostMeasured = 0.85;

export class SentenceRow {
  #callbacks = /** @type {Callbacks | null} */ (null);
  #chips = make('div', { className: 'pieces-box' });
  #edit = make('button', {
    'data-id': 'line/edit',
    type: 'button',
    className: 'edit',
    textContent: '✎',
    'aria-label': tr('Edit the sentence'),
    title: tr('Edit the sentence'),
  });
  #menu = make('div', { className: 'piece-menu', role: 'group', hidden: true });
  #fields;
  #isProtein;
  /** @type {Value[]} */
  #values = [];
  /** @type {Value[] | null} */
  #measured = null;
  #hidden = /** @type {Set<number>} */ (new Set());
  /** @type {import('../run/sentence.js').Piece[]} */
  #pieces = [];
  #phrase;
  root;

  /** @param {HTMLTextAreaElement[]} fields @param {HTMLElement} answer @param {boolean} [isProtein] */
  constructor(fields, answer, isProtein = false) {
    this.#isProtein = isProtein;
    this.#fields = fields;
    this.root = make('div', { className: 'sentence' }, this.#chips, ...fields, answer, this.#menu);
    this.#phrase = new PhraseChoice(this.#chips, {
      chosen: (tokens, chip) => this.#openPhrase(tokens, chip),
      ended: () => this.#close(true),
    });
    this.#edit.onclick = () => this.edit(true);
    this.#chips.onclick = (event) => event.target === this.#chips && this.edit();
    this.root.addEventListener('focusin', (event) => fields.some((one) => one === event.target) && this.#isEdited(true));
    this.root.addEventListener('focusout', ({ relatedTarget }) => {
      const stays = relatedTarget instanceof Node && this.root.parentElement?.contains(relatedTarget);
      if (!stays) this.#isEdited(false);
    });
    this.#menu.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.#close(true);
    });
    document.addEventListener('pointerdown', this.#pressed);
    new ResizeObserver(() => reachByKeys(this.#chips)).observe(this.#chips);
  }

  #pressed = (/** @type {PointerEvent} */ { target }) => {
    if (!this.root.isConnected) return document.removeEventListener('pointerdown', this.#pressed);
    if (!this.#menu.contains(/** @type {Node} */ (target))) this.#close(false);
  };

  /** Shows the field, with the cursor at its end. @param {boolean} [isNew] selects all text, to be replaced by another sentence */
  edit(isNew = false) {
    const [field] = this.#fields;
    field.focus();
    field.setSelectionRange(isNew ? 0 : field.value.length, field.value.length);
  }

  /** Shows the tokens again. */
  rest() {
    this.#isEdited(false);
  }

  /** @param {boolean} isEdited */
  #isEdited(isEdited) {
    // An empty text has no tokens.
    this.root.toggleAttribute('data-edited', isEdited || !this.#chips.querySelector('.piece:not(.special)'));
    fitLines(this.#fields);
    // Scrolls to the selected token, or to the end.
    const seen = this.#chips.querySelector('[aria-pressed="true"]') ?? [...this.#chips.querySelectorAll('.piece')].at(-1);
    if (!isEdited) seen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /**
   * @param {import('../run/sentence.js').Piece[]} pieces @param {Callbacks | null} callbacks null while the model writes
   * @param {{asked?: number, hidden?: number[], filled?: {at: number, text: string} | null}} [now] asked: the selected token; hidden:
   * tokens that no other may read; filled: the word in a gap
   */
  show(pieces, callbacks, { asked = -1, hidden = [], filled = null } = {}) {
    this.#callbacks = callbacks;
    this.#pieces = pieces;
    this.#hidden = new Set(hidden);
    const focused = [...this.#chips.querySelectorAll('.piece')].indexOf(/** @type {Element} */ (document.activeElement));
    const list = sentenceOf(pieces, { open: callbacks && ((at, chip) => this.#open(at, chip)), asked, filled });
    list.append(make('li', {}, this.#edit));
    if (this.#isProtein) markResidues(list, pieces);
    this.#chips.replaceChildren(list);
    if (focused >= 0) /** @type {HTMLElement | undefined} */ (this.#chips.querySelectorAll('.piece')[focused])?.focus();
    this.#close(false);
    this.#colour();
    reachByKeys(this.#chips);
    const isEdited = this.#fields.some((one) => one === document.activeElement);
    this.#isEdited(isEdited);
  }

  /** Colours the tokens by the figure's values. @param {Value[]} values */
  colour(values) {
    this.#values = values;
    this.#colour();
  }

  /** Colours the tokens by measured values, in another colour. Null for none. @param {Value[] | null} values */
  tint(values) {
    this.#measured = values;
    this.#chips.toggleAttribute('data-measured', values !== null);
    this.#colour();
  }

  #colour() {
    const measured = this.#measured && new Map(this.#measured.map((one) => [one.token, one]));
    const byToken = new Map(this.#values.flatMap((one) => (one.tokens ?? [one.token]).map((token) => [token, one])));
    for (const chip of /** @type {NodeListOf<HTMLElement>} */ (this.#chips.querySelectorAll('.piece'))) {
      const at = Number(chip.dataset.at);
      const value = byToken.get(at);
      const isLast = !value?.tokens || value.tokens.at(-1) === at;
      chip.classList.toggle('hidden-token', this.#hidden.has(at));
      chip.classList.toggle('merged', !isLast);
      chip.classList.toggle('output', (measured ? measured.get(at) : value)?.output === true);
      const share = measured ? (measured.get(at)?.share ?? 0) * mostMeasured : (value?.share ?? null);
      if (share === null) chip.style.removeProperty('--share');
      else chip.style.setProperty('--share', share.toFixed(3));
      chip.dataset.level = (measured ? measuredLevels : levels).filter((from) => (share ?? 0) > from).length.toString();
    }
  }

  /** Opens the menu of a token below it. @param {number} at @param {HTMLElement} chip */
  #open(at, chip) {
    const callbacks = this.#callbacks;
    if (!callbacks) return;
    // With keys, because a pointer would have started another selection.
    if (this.#phrase.tokens.includes(at) && !this.#menu.hidden) return this.#menu.querySelector('button')?.focus();
    callbacks.choose(at);
    const act = (/** @type {string} */ id, /** @type {string} */ words, /** @type {((at: number) => void) | null} */ action) =>
      action ? [this.#act(id, words, () => action(at))] : [];
    const isJoined = this.#values.some(({ tokens }) => tokens?.includes(at));
    const count = this.#chips.querySelectorAll('.piece').length;
    this.#openMenu(chip, chip.textContent ?? '', [
      ...act('hide', this.#hidden.has(at) ? tr('Show it again') : tr('Hide it'), () => callbacks.hide([at])),
      ...act('ask', tr('Why this word?'), at > 0 ? callbacks.ask : null),
      ...act('join', isJoined ? tr('Split') : tr('Merge with the next'), isJoined || at + 1 < count ? callbacks.join : null),
      ...act('cut', tr('Cut …'), callbacks.cut),
    ]);
  }

  /** Opens the menu of several tokens below the last one. @param {number[]} tokens @param {HTMLElement} chip */
  #openPhrase(tokens, chip) {
    const callbacks = this.#callbacks;
    if (!callbacks) return;
    const { together } = callbacks;
    const name = phraseName(tokens.map((at) => this.#pieces[at]));
    const isHidden = tokens.every((at) => this.#hidden.has(at));
    this.#openMenu(chip, name, [
      this.#act('hide-phrase', isHidden ? tr('Show “{}” again', name) : tr('Hide “{}”', name), () => callbacks.hide(tokens)),
      ...(together ? [this.#act('together', tr('Test together'), () => together(tokens))] : []),
    ]);
  }

  /** @param {string} id @param {string} textContent @param {() => void} action */
  #act = (id, textContent, action) =>
    make('button', {
      'data-id': `token/${id}`,
      type: 'button',
      textContent,
      onclick: () => {
        this.#close(true);
        action();
      },
    });

  /** @param {HTMLElement} chip the token of the menu @param {string} label @param {HTMLElement[]} acts */
  #openMenu(chip, label, acts) {
    this.#menu.setAttribute('aria-label', label);
    this.#menu.replaceChildren(...acts);
    this.#menu.hidden = false;
    const [own, row] = [chip.getBoundingClientRect(), this.root.getBoundingClientRect()];
    const most = Math.max(row.width - this.#menu.offsetWidth, 0);
    this.#menu.style.left = `${Math.min(Math.max(own.left - row.left, 0), most)}px`;
    this.#menu.style.top = `${own.bottom - row.top + 4}px`;
    this.#from = chip;
  }
  /** @type {HTMLElement | null} */
  #from = null;

  /** @param {boolean} returns moves the focus back to the token */
  #close(returns) {
    this.#phrase.clear();
    if (this.#menu.hidden) return;
    const had = this.#menu.contains(document.activeElement);
    this.#menu.hidden = true;
    if (returns && had) this.#from?.focus();
  }
}
