// SPDX-License-Identifier: MIT
// @ts-check
// The model's answers for a text: the next or the masked word, the class, or the nearest earlier sentences, as words and bars. A click on
// an answer asks about it.

import { positionIn } from './recipe.js';
import { inLanguage, tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';

/**
 * @typedef {{id: number, text: string, probability: number, logit: number, isScore?: boolean}} Answer isScore: the logit is the answer
 * @typedef {{text: string, cosine: number, title?: string}} Near title: of a picture, for people
 * @typedef {object} AnswerList
 * @property {'next' | 'masked' | 'classes' | 'detector' | 'embedding' | 'translation' | 'none'} kind
 * @property {number} position of the output, -1 for the whole text
 * @property {Answer[]} answers best first
 * @property {number} vocabulary total number of answers
 * @property {Near[]} [near] sentences or pictures, nearest first
 * @property {'pictures' | 'texts'} [of] for a model that reads pictures, the kind of its neighbours: other pictures, or texts if there are
 * any
 */

/** A probability for people. @param {number} p */
export function percent(p) {
  const share = p * 100;
  if (share > 0 && share < 0.1) return tr('< 0.1 %');
  if (share > 99.9 && share < 100) return tr('> 99.9 %'); // less than certainty must not look like it
  return `${inLanguage(share.toFixed(share < 9.95 || (share >= 99.5 && share < 100) ? 1 : 0))} %`;
}

/** An answer's probability or score for people. @param {Answer} answer */
export const shareOf = ({ probability, logit, isScore }) =>
  isScore ? inLanguage(logit.toFixed(2)).replace('-', '−') : percent(probability);

/** The same as a plain number. @param {Answer} answer */
const numberText = ({ probability, logit, isScore }) => String(isScore ? logit : probability);

/** Control characters as Unicode's pictures of them. @param {string} sign */
const picture = (sign) => (sign === '\x7f' ? '␡' : sign > '\x7f' ? sign : String.fromCodePoint(0x2400 + sign.charCodeAt(0)));

/** A token's text for people. Blank characters get visible symbols. @param {string} text */
export function visibleText(text) {
  if (text === '') return tr('(nothing)');
  // Most words begin with a space, which belongs to their token.
  const seen = text
    .replace(/^ (?=\S)/, '')
    .replace(/\n/g, '↵')
    .replace(/\t/g, '⇥')
    .replace(/^ +| +$/g, (blanks) => '␣'.repeat(blanks.length));
  return seen.replace(/\p{Cc}/gu, picture);
}

/**
 * Tokens for people, next to each other. If two look alike (“Ag” and “ Ag”), the leading space of one becomes visible.
 * @param {string[]} texts @returns {string[]}
 */
export function distinctTexts(texts) {
  const names = texts.map(visibleText);
  const isTwice = (/** @type {number} */ at) => names.some((name, other) => name === names[at] && texts[other] !== texts[at]);
  return texts.map((text, at) => (isTwice(at) && /^ (?=\S)/.test(text) ? `␣${names[at]}` : names[at]));
}

/**
 * Tokens as running text. Tokens that are parts of a character appear as bytes (`<0xE6>`), and are joined to that character.
 * @param {string[]} texts
 */
export const joinTokens = (texts) =>
  texts.join('').replace(/(?:<0x(?:[0-9A-F]{2})+>)+/g, (codes) => {
    const bytes = (codes.replace(/<0x|>/g, '').match(/../g) ?? []).map((byte) => parseInt(byte, 16));
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytes));
    } catch {
      return codes; // incomplete
    }
  });

/** The names of a text's tokens. Equal ones are numbered, as in the figures: “the (2)”. @param {string[]} texts @returns {string[]} */
export const tokenNames = (texts) => numberNames(texts.map(visibleText));

/** @param {string[]} names @returns {string[]} */
export function numberNames(names) {
  /** @type {Map<string, number>} */
  const met = new Map();
  return names.map((name) => {
    if (names.indexOf(name) === names.lastIndexOf(name)) return name;
    met.set(name, (met.get(name) ?? 0) + 1);
    return `${name} (${met.get(name)})`;
  });
}

/**
 * A picture's run for people: patches count from 1, as in the figures, and neighbours have titles.
 * @template {import('../open/runs.js').Ran} T @param {T} result @param {(name: string) => string} title of a picture @param {boolean} comparesTexts
 */
export const withPatches = (result, title, comparesTexts) => ({
  ...result,
  says: {
    ...result.says,
    of: comparesTexts ? 'texts' : 'pictures',
    ...(result.says.near && { near: result.says.near.map((one) => ({ ...one, title: title(one.text) })) }),
  },
  ...(result.question?.kind === 'cosine' && { question: { ...result.question, title: title(result.question.name) } }),
  pieces: result.pieces.map((piece) => ({
    ...piece,
    text: piece.text.replace(/^r(\d+)c(\d+)$/, (_, row, column) => `r${Number(row) + 1}c${Number(column) + 1}`),
  })),
});

/** A head's name, counted from 1 as in the figures. @param {number} head from 0 */
export const headName = (head) => tr('head {}', head + 1);

/**
 * The place of the answers in the text. @typedef {object} Where
 * @property {string} [instead] the word that is there now, '' for none
 * @property {[number, number]} [masked] which of several masked words it is, from 1, and their number
 */

/** Vocabularies below this size can be letters or digits, as of models trained here. */
const smallVocabulary = 300;

/** Whether the model writes single symbols instead of words. @param {AnswerList} says */
const ofSymbols = ({ vocabulary, answers }) =>
  vocabulary < smallVocabulary && answers.length > 0 && answers.every(({ text }) => [...text.trim()].length < 2);

/** The heading over the bars. @param {AnswerList} says @param {Where} [where] */
export function headingOf(says, { instead = '', masked } = {}) {
  switch (says.kind) {
    case 'next':
      return instead ? tr('Instead of “{}”', visibleText(instead)) : ofSymbols(says) ? tr('Next symbol') : tr('Next word');
    case 'masked':
      return instead ? tr('Instead of “{}”', visibleText(instead)) : masked ? tr('Masked word {} of {}', ...masked) : tr('Masked word');
    case 'classes':
      return tr('Class');
    case 'detector':
      return tr('Replaced?');
    case 'embedding':
      return says.of ? tr('Nearest pictures') : tr('Nearest sentences');
    case 'translation':
      return tr('Token {} of the output', says.position + 1);
    default:
      return '';
  }
}

/**
 * The word at the place of the answers, for answers that have names. In a model of next words it is the word after that token, in one of
 * masked words the token itself. '' for a masked word, or if there is none.
 * @param {AnswerList} says @param {{text: string}[]} pieces @param {number | null} place of the question @param {string} mask
 */
export function insteadOf({ kind }, pieces, place, mask) {
  if (place === null || (kind !== 'next' && kind !== 'masked')) return '';
  const text = pieces[kind === 'next' ? place + 1 : place]?.text ?? '';
  return kind === 'masked' && text.trim() === mask ? '' : text;
}

/** @param {AnswerList} says @param {{text: string}[]} pieces @param {string} mask @returns {[number, number] | undefined} as in Where */
function maskedOf({ kind, position }, pieces, mask) {
  const all = kind === 'masked' ? pieces.flatMap(({ text }, i) => (text.trim() === mask ? [i] : [])) : [];
  return all.length > 1 && all.includes(position) ? [all.indexOf(position) + 1, all.length] : undefined;
}

/** The most likely word for the masked word in question. @param {AnswerList} says @param {{text: string}[]} pieces @param {string} mask */
export const mostLikelyWord = ({ kind, position, answers: [first] }, pieces, mask) =>
  kind === 'masked' && first && pieces[position]?.text.trim() === mask ? { at: position, text: first.text } : null;

/** @param {import('./parts.js').ShownRun} run @returns {Where} */
export const answerPlace = ({ recipe, about: { mask }, says, pieces }) => ({
  instead: insteadOf(says, pieces, positionIn(recipe.target), mask),
  masked: maskedOf(says, pieces, mask),
});

/** @param {string} mask the text of a masked word */
export const toFillIn = (mask) => tr('Put {} where a word is missing.', mask);

/** True if the text for a model of masked words has no masked word. @param {AnswerList} says */
export const lacksMask = (says) => says.kind === 'masked' && says.answers.length === 0;

/** @typedef {{ask: (answer: Answer) => void, near: (text: string) => void, goOn: ((answer: Answer) => void) | null}} AnswerCallbacks */

/** Bars, best first. Existing bars are updated in place, because Chromium scans the page's forms whenever buttons come or go. */
export class AnswerBars {
  /** @type {AnswerRow[]} */
  #rows = [];
  #canGoOn = false;
  root = make('div');

  /** @param {AnswerList} says @param {string} mask the text of a masked word @param {AnswerCallbacks} callbacks @param {number | null} asked the id in question */
  show(says, mask, callbacks, asked) {
    const isList = !lacksMask(says) && says.kind !== 'embedding';
    const canGoOn = callbacks.goOn !== null;
    if (!isList || this.#rows.length !== says.answers.length || canGoOn !== this.#canGoOn) {
      this.#rows = isList ? says.answers.map(() => new AnswerRow(canGoOn)) : [];
      this.#canGoOn = canGoOn;
      this.root.replaceChildren(
        lacksMask(says)
          ? make('p', { className: 'muted', textContent: toFillIn(mask) })
          : isList
            ? make('ol', { className: 'answers' }, ...this.#rows.map(({ root }) => root))
            : nearest(says, callbacks.near),
      );
    }
    const most = Math.max(...says.answers.map(({ probability }) => probability), 1e-9);
    const names = distinctTexts(says.answers.map(({ text }) => text));
    this.#rows.forEach((row, at) => {
      row.show(says.answers[at], names[at], most, callbacks, asked);
    });
  }
}

class AnswerRow {
  #name = make('bdi');
  #bar = make('span', { className: 'bar', 'aria-hidden': 'true' });
  #share = make('data');
  #button = make('button', { type: 'button', className: 'answer', title: tr('Ask about this answer') }, this.#name, this.#bar, this.#share);
  #goOn;
  root;

  /** @param {boolean} canGoOn */
  constructor(canGoOn) {
    this.#goOn = canGoOn ? make('button', { type: 'button', className: 'continue-button', textContent: '→' }) : null;
    this.root = this.#goOn ? make('li', { className: 'answer-and-button' }, this.#button, this.#goOn) : make('li', {}, this.#button);
  }

  /** @param {Answer} answer @param {string} name @param {number} most maximum probability @param {AnswerCallbacks} callbacks @param {number | null} asked */
  show(answer, name, most, callbacks, asked) {
    this.#button.setAttribute('aria-pressed', String(answer.id === asked));
    this.#button.onclick = () => callbacks.ask(answer);
    setText(this.#name, name);
    this.#bar.style.setProperty('--share', String(answer.probability / most));
    setText(this.#share, shareOf(answer));
    this.#share.value = numberText(answer);
    if (!this.#goOn) return;
    this.#goOn.title = tr('Continue with “{}” instead', name);
    this.#goOn.setAttribute('aria-label', this.#goOn.title);
    this.#goOn.onclick = () => callbacks.goOn?.(answer);
  }
}

/** @param {number} cosine */
const cosineText = (cosine) => inLanguage(cosine.toFixed(3)).replace('-', '−');

/** Explains how to get neighbours, if there are none. @param {AnswerList['of']} of */
const toCompare = (of) =>
  of === 'texts'
    ? tr('Type texts above, one per line, to rank them by how well they fit.')
    : of === 'pictures'
      ? tr('Draw or choose another picture to compare.')
      : tr('Type another sentence to compare.');

/** @param {AnswerList} says @param {(text: string) => void} ask */
function nearest({ near = [], of }, ask) {
  const hint = make('p', { className: 'muted', textContent: toCompare(of) });
  if (near.length === 0) return hint;
  const rows = near.map(({ text, cosine, title = text }) => {
    const bar = make('span', { className: 'bar', 'aria-hidden': 'true' });
    bar.style.setProperty('--share', String(Math.max(cosine, 0)));
    return make(
      'li',
      {},
      make(
        'button',
        { type: 'button', className: 'answer', title: tr('Ask about this similarity'), onclick: () => ask(text) },
        make('bdi', { textContent: title }),
        bar,
        make('data', { textContent: cosineText(cosine), value: String(cosine) }),
      ),
    );
  });
  const list = make('ol', { className: 'answers near' }, ...rows);
  return of === 'texts' ? make('div', {}, hint, list) : list;
}

/** The answers in one line, for the bar above the figure. @param {AnswerList} says @param {string} mask the text of a masked word @param {Where} [where] */
export function answerLine(says, mask, where) {
  const line = make('span', { className: 'line' });
  if (says.kind === 'none') return line;
  if (says.kind === 'embedding') {
    const [first] = says.near ?? [];
    if (first)
      line.append(
        make('span', { className: 'muted', textContent: says.of ? tr('Nearest picture') : tr('Nearest sentence') }),
        ' ',
        make(
          'span',
          { className: 'nearest' },
          make('bdi', { className: 'answer-text', textContent: first.title ?? first.text }),
          ' ',
          make('data', { textContent: cosineText(first.cosine), value: String(first.cosine) }),
        ),
      );
    return line;
  }
  line.append(make('span', { className: 'muted', textContent: lacksMask(says) ? tr('No {} in the text', mask) : headingOf(says, where) }));
  const best = says.answers.slice(0, 3);
  const names = distinctTexts(best.map(({ text }) => text));
  for (const [at, answer] of best.entries())
    line.append(
      ' ',
      make(
        'span',
        {},
        make('bdi', { className: 'answer-text', textContent: names[at] }),
        ' ',
        make('data', { textContent: shareOf(answer), value: numberText(answer) }),
      ),
    );
  return line;
}
