// SPDX-License-Identifier: MIT
// @ts-check
// The question about the answer. Its sentence is the figure's title, with menus for the answer in question and the answer to compare with.
// Also a banner with the effects of the last action, and for the sidebar the question's value and all answers before and after.

import { fill, fillAtRest, select } from './fields.js';
import { placeIn } from '../run/recipe.js';
import { percent, shareOf, distinctTexts } from '../run/answers.js';
import { capital, describeQuestion, signed } from '../run/parts.js';
import { tr } from '../../base/language.js';
import { around, make, setText } from '../../base/elements.js';

/** @typedef {import('../run/answers.js').Answer} Answer */
/** @typedef {'logit' | 'log-probability' | 'probability' | 'cosine'} QuestionKind */
/**
 * @typedef {{kind: QuestionKind, index: number, name: string, title?: string, rest?: number[], minus: number, against: string, place?: number, isOutput?: boolean, before: number, after: number}} Question
 * rest: of a word of several tokens those after `index`; title: of a picture that is compared with; place: the token whose output is read,
 * -1 for the usual one; isOutput: the token belongs to the decoder's output
 */
/** @typedef {Pick<import('../open/acts.js').Acts, 'target' | 'scores' | 'comparePlain' | 'undo'>} Callbacks */

/** @returns {[string, string][]} */
const numbers = () => [
  ['logit', tr('logit')],
  ['log-probability', tr('log-probability')],
  ['probability', tr('probability')],
];

/** The prefix of a target of each kind. @type {Record<string, string>} */
const prefixes = { logit: '', 'log-probability': 'lp:', probability: 'p:' };

/** Formats the question's value. @param {Question} question @param {number} value */
const numberOf = ({ kind, minus }, value) =>
  kind === 'probability' && minus < 0 ? percent(value) : signed(value, kind === 'logit' ? 2 : 3);

export class QuestionControls {
  #callbacks;
  #value = make('p', { className: 'question' });
  #number = select('question/number', tr('Quantity'), numbers());
  #about = select('question/about', tr('Asked about'), []);
  #against = select('question/against', tr('Compared with'), []);
  #form = '';
  /** The question as the title of the figure. */
  title = make('h2', { 'data-id': 'question', className: 'question-title' });
  /** The effects of the last action. */
  banner = make('div', { 'data-id': 'changed', className: 'banner', role: 'status', hidden: true });
  #gradients = make('button', { 'data-id': 'question/gradients', type: 'button', className: 'do' });
  #scores = make('button', { 'data-id': 'question/scores', type: 'button', className: 'do' });
  #target = '';
  /** Words that the user searched. The menus offer them too. @type {Answer[]} */
  #found = [];
  /** @type {(() => void) | null} */
  #offerAgain = null;
  /** The answers before and after. */
  difference = make('div', { className: 'difference' });

  /** @param {Callbacks} callbacks */
  constructor(callbacks) {
    this.#callbacks = callbacks;
    this.#gradients.onclick = () => callbacks.target(this.#target);
    this.#scores.onclick = () => callbacks.scores();
    this.#against.onchange = () => {
      const against = this.#against.value === this.#about.value ? '' : this.#against.value;
      callbacks.target(`${prefixes[this.#number.value]}${this.#about.value}${against && `-${against}`}${placeIn(this.#target)}`);
    };
    this.#about.onchange = this.#against.onchange;
    this.#number.onchange = this.#about.onchange;
    this.parts = [this.#value, this.#number, make('div', { className: 'choose' }, this.#gradients, this.#scores), this.difference];
  }

  /**
   * @param {Question | null} question @param {Answer[] | null} before @param {Answer[]} after
   * @param {{target?: string, scores: boolean | null, replaced: Answer[] | null, changed: () => string, cut: () => string}} has target: the
   * requested one; scores: null if they are not possible; replaced: the answers before a word was replaced; changed: describes the change
   * of the later run; cut: names the cuts
   */
  show(question, before, after, has) {
    const { target, scores } = has;
    this.#gradients.hidden = !question;
    this.#value.hidden = this.#gradients.hidden;
    this.title.hidden = this.#value.hidden;
    this.#scores.hidden = !question || scores === null;
    this.#number.hidden = !question || question.kind === 'cosine' || question.rest !== undefined;
    this.difference.replaceChildren();
    this.#tell(before ?? has.replaced, after, has);
    if (!question) return;
    const { kind, name, title = name, against, minus, index, rest = [] } = question;
    const own = [index, ...rest].join('+');
    this.#target = kind === 'cosine' ? `cos:${name}` : `${prefixes[kind]}${own}${minus < 0 ? '' : `-${minus}`}${placeIn(target)}`;
    const value = numberOf(question, question.before) + (before ? ` → ${numberOf(question, question.after)}` : '');
    setText(this.#value, `${capital(describeQuestion(question))}: ${value}`);
    fill(this.#number, numbers(), kind);
    this.#ask(
      kind === 'cosine' ? 'cosine' : minus < 0 ? 'one' : 'two',
      title,
      numberOf(question, question.after),
      isPast(question, before, after),
    );
    const likely = before ?? after;
    this.#offerAgain = () => this.show(question, before, after, has);
    const named = [{ id: own, text: name }, ...(minus < 0 ? [] : [{ id: String(minus), text: against }])];
    const all = [...named, ...[...this.#found, ...likely].map(({ id, text }) => ({ id: String(id), text }))];
    const answers = all.filter(({ id }, at) => all.findIndex((one) => one.id === id) === at);
    const names = distinctTexts(answers.map(({ text }) => text));
    const options = answers.map(({ id }, at) => /** @type {[string, string]} */ ([id, names[at]]));
    fillAtRest(this.#about, options, own);
    const rivals = rest.length > 0 ? [] : options.filter(([id]) => id !== own); // only single tokens can be compared
    fillAtRest(this.#against, [['', minus < 0 ? tr('another word') : tr('no other word')], ...rivals], minus < 0 ? '' : String(minus));
    setText(this.#gradients, target !== undefined ? tr('Gradients added (see relevance and gradient rollout)') : tr('Compute gradients'));
    this.#gradients.disabled = target !== undefined;
    setText(this.#scores, scores ? tr('Intervention scores added (see Faithfulness)') : tr('Add intervention scores'));
    this.#scores.disabled = scores === true;
    if (!before) return;
    this.difference.replaceChildren(...this.#changes(question, before, after, has));
  }

  /**
   * Writes the sentence around the menus. The menus stay in place, because one may have the focus.
   * @param {'one' | 'two' | 'cosine'} form @param {string} name of a text to compare with @param {string} value @param {boolean} past
   */
  #ask(form, name, value, past) {
    const key = form === 'cosine' ? form + value + name : form + past;
    if (this.#form === key) return;
    this.#form = key;
    if (form === 'cosine') this.title.replaceChildren(tr('Similarity {} to “{}”: which words cause it?', value, name));
    else {
      const [one, two] = past
        ? [tr('Why did it answer {} and not {}?'), tr('Why did the model prefer {} to {}?')]
        : [tr('Why does it answer {} and not {}?'), tr('Why does the model prefer {} to {}?')];
      this.title.replaceChildren(...around(form === 'two' ? two : one, this.#about, this.#against));
    }
  }

  /**
   * Shows the effects of the last action.
   * @param {Answer[] | null} before @param {Answer[]} after @param {{changed: () => string, cut: () => string}} has
   */
  #tell(before, after, { changed, cut }) {
    const [was, now] = [before?.[0], after[0]];
    this.banner.hidden = !was || !now;
    if (!was || !now || !before) return;
    const [old, present] = distinctTexts([was.text, now.text]);
    // An answer outside the list has less than the last one of the list.
    const share = (/** @type {Answer[]} */ list, /** @type {number} */ id) => {
      const found = list.find((one) => one.id === id);
      const bound = shareOf(found ?? list[list.length - 1]);
      return found || bound.startsWith('<') ? bound : tr('below {}', bound);
    };
    const change = (/** @type {string} */ name, /** @type {number} */ id) =>
      tr('{}: {} before, {} {}', name, share(before, id), share(after, id), changed());
    const numbersOf = was.id === now.id ? [change(old, was.id)] : [change(old, was.id), change(present, now.id)];
    // In a small window the numbers are folded.
    const more = make('button', { 'data-id': 'changed/more', type: 'button', className: 'more', textContent: '…' });
    const open = (/** @type {boolean} */ isOpen) => {
      this.banner.toggleAttribute('data-open', isOpen);
      more.setAttribute('aria-expanded', String(isOpen));
    };
    more.setAttribute('aria-label', tr('More'));
    more.onclick = () => open(!this.banner.hasAttribute('data-open'));
    open(false);
    this.banner.replaceChildren(
      make('strong', {
        textContent: was.id === now.id ? tr('The answer is still “{}”.', old) : tr('The answer changed from “{}” to “{}”.', old, present),
      }),
      ' ',
      make(
        'span',
        { className: 'numbers' },
        `${numbersOf.join('; ')}. `,
        make('span', { 'data-id': 'changed/cut', textContent: cut() }),
        ' ',
      ),
      make('button', { 'data-id': 'changed/undo', type: 'button', textContent: tr('Undo'), onclick: () => this.#callbacks.undo() }),
      more,
    );
  }

  /** @param {Question} question @param {Answer[]} before @param {Answer[]} after @param {{target?: string, changed: () => string}} has */
  #changes(question, before, after, { target, changed }) {
    const either = new Map([...after, ...before].map(({ id, text }) => [id, text]));
    const ids = [...new Set([...before.slice(0, 3), ...after.slice(0, 3)].map(({ id }) => id))];
    const names = distinctTexts(ids.map((id) => either.get(id) ?? ''));
    const rows = ids.map((id, at) => {
      const was = before.find((one) => one.id === id);
      const is = after.find((one) => one.id === id);
      const share = (/** @type {Answer | undefined} */ one) => (one ? shareOf(one) : '–');
      return make(
        'tr',
        {},
        make('th', { scope: 'row', textContent: names[at] }),
        make('td', { textContent: share(was) }),
        make('td', { textContent: share(is) }),
      );
    });
    const change = uncoveredChange(question, before, after);
    const [was, now] = change ? distinctTexts([change.was.text, change.now.text]) : [];
    const askBoth = () => change && this.#callbacks.target(`${prefixes[question.kind]}${change.was.id}-${change.now.id}${placeIn(target)}`);
    return [
      ...(change
        ? [
            make('p', {
              className: 'changed',
              textContent: tr('The answer changed from “{}” to “{}”. Your question doesn’t cover this.', was, now),
            }),
            make('button', {
              'data-id': 'question/both',
              type: 'button',
              className: 'do',
              textContent: tr('Compare “{}” with “{}”', was, now),
              onclick: askBoth,
            }),
          ]
        : []),
      make(
        'table',
        {},
        make(
          'tr',
          {},
          make('td'),
          make('th', { scope: 'col', textContent: tr('before') }),
          make('th', { scope: 'col', textContent: changed() }),
        ),
        ...rows,
        make(
          'tr',
          {},
          make('th', { scope: 'row', textContent: tr('question') }),
          make('td', { textContent: numberOf(question, question.before) }),
          make('td', { textContent: numberOf(question, question.after) }),
        ),
      ),
      make('button', {
        'data-id': 'question/beside',
        type: 'button',
        className: 'do',
        textContent: tr('Compare with the original run'),
        title: tr('Show the text without cuts and swap as a column of Compare'),
        onclick: () => this.#callbacks.comparePlain(),
      }),
    ];
  }

  /** Adds searched words to the menus. @param {Answer[]} found */
  offer(found) {
    this.#found = found;
    this.#offerAgain?.();
  }
}

/**
 * A change to a third answer after cuts or a swap, which the question's value does not show.
 * @param {Question} question @param {Answer[] | null} before @param {Answer[]} after
 * @returns {{was: Answer, now: Answer} | null} null if the answer is the same, or one of the two in the question
 */
export function uncoveredChange({ kind, index, minus }, before, after) {
  const [was, now] = [before?.[0], after[0]];
  if (kind === 'cosine' || !was || !now || was.id === now.id) return null;
  return now.id === index || now.id === minus ? null : { was, now };
}

/**
 * True if the question was right before the cuts but is not with them. Then "Why does the model prefer are to is?" must be in the past
 * tense.
 * @param {Question} question @param {Answer[] | null} before @param {Answer[]} after
 */
export function isPast({ kind, index, minus, before: was, after: is }, before, after) {
  if (!before || kind === 'cosine') return false;
  return minus < 0 ? before[0]?.id === index && after[0]?.id !== index : was > 0 && is < 0;
}
