// SPDX-License-Identifier: MIT
// @ts-check
// What a model says of the text: the next or the masked word, the class, or the nearest of the sentences typed so far, in words
// and bars. A click on an answer asks about it.

import { positionIn } from './recipe.js';
import { inLanguage, tr } from '../../base/words.js';
import { make, say } from '../../base/elements.js';

/**
 * @typedef {{id: number, text: string, probability: number, logit: number, isScore?: boolean}} Answer isScore: the logit is the answer
 * @typedef {{text: string, cosine: number, title?: string}} Near title: of a picture, as people read it
 * @typedef {object} Says
 * @property {'next' | 'masked' | 'classes' | 'detector' | 'embedding' | 'translation' | 'none'} kind
 * @property {number} position that is read out; -1: the text as a whole
 * @property {Answer[]} answers best first
 * @property {number} vocabulary how many there are in all
 * @property {Near[]} [near] sentences or pictures, nearest first
 * @property {'pictures' | 'texts'} [of] of a model that reads pictures: what it is near to, other pictures, or texts once they are typed
 */

/** A probability as people read it. @param {number} p */
export function percent(p) {
  const share = p * 100;
  if (share > 0 && share < 0.1) return tr('< 0.1 %');
  if (share > 99.9 && share < 100) return tr('> 99.9 %'); // nearly sure is not sure
  return `${inLanguage(share.toFixed(share < 9.95 || (share >= 99.5 && share < 100) ? 1 : 0))} %`;
}

/** What a model gives for an answer, as people read it: its share, or a score in place of one. @param {Answer} answer */
export const shareOf = ({ probability, logit, isScore }) =>
  isScore ? inLanguage(logit.toFixed(2)).replace('-', '−') : percent(probability);

/** The same as a number. @param {Answer} answer */
const numberText = ({ probability, logit, isScore }) => String(isScore ? logit : probability);

/** Letters that print nothing, as the pictures that Unicode has of them. @param {string} sign */
const picture = (sign) => (sign === '\x7f' ? '␡' : sign > '\x7f' ? sign : String.fromCodePoint(0x2400 + sign.charCodeAt(0)));

/** A token's text as a reader sees it: what is blank is named. @param {string} text */
export function shown(text) {
  if (text === '') return tr('(nothing)');
  // The space that stands before most words is part of their tokens.
  const seen = text
    .replace(/^ (?=\S)/, '')
    .replace(/\n/g, '↵')
    .replace(/\t/g, '⇥')
    .replace(/^ +| +$/g, (blanks) => '␣'.repeat(blanks.length));
  return seen.replace(/\p{Cc}/gu, picture);
}

/**
 * Tokens as a reader sees them, side by side: where two look alike (“Ag” and “ Ag”), the space that stands before one is seen.
 * @param {string[]} texts @returns {string[]}
 */
export function shownApart(texts) {
  const names = texts.map(shown);
  const isTwice = (/** @type {number} */ at) => names.some((name, other) => name === names[at] && texts[other] !== texts[at]);
  return texts.map((text, at) => (isTwice(at) && /^ (?=\S)/.test(text) ? `␣${names[at]}` : names[at]));
}

/**
 * Tokens as running text: those that are parts of a character stand as their bytes (`<0xE6>`), and are that character together.
 * @param {string[]} texts
 */
export const joined = (texts) =>
  texts.join('').replace(/(?:<0x(?:[0-9A-F]{2})+>)+/g, (codes) => {
    const bytes = (codes.replace(/<0x|>/g, '').match(/../g) ?? []).map((byte) => parseInt(byte, 16));
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytes));
    } catch {
      return codes; // not the whole of it
    }
  });

/** The tokens of a text by name; equal ones are counted, as in the figures: “the (2)”. @param {string[]} texts @returns {string[]} */
export const tokenNames = (texts) => counted(texts.map(shown));

/** @param {string[]} names @returns {string[]} */
export function counted(names) {
  /** @type {Map<string, number>} */
  const met = new Map();
  return names.map((name) => {
    if (names.indexOf(name) === names.lastIndexOf(name)) return name;
    met.set(name, (met.get(name) ?? 0) + 1);
    return `${name} (${met.get(name)})`;
  });
}

/**
 * A picture's run with its patches as people count them, from 1, as in the figures, and its neighbours as people read them.
 * @param {any} result @param {(name: string) => string} title of a picture @param {boolean} comparesTexts
 */
export const withPatches = (result, title, comparesTexts) => ({
  ...result,
  says: {
    ...result.says,
    of: comparesTexts ? 'texts' : 'pictures',
    ...(result.says.near && { near: result.says.near.map((/** @type {Near} */ one) => ({ ...one, title: title(one.text) })) }),
  },
  ...(result.question?.kind === 'cosine' && { question: { ...result.question, title: title(result.question.name) } }),
  pieces: result.pieces.map((/** @type {{text: string}} */ piece) => ({
    ...piece,
    text: piece.text.replace(/^r(\d+)c(\d+)$/, (_, row, column) => `r${Number(row) + 1}c${Number(column) + 1}`),
  })),
});

/** A head as people count it, from 1, as in the figures. @param {number} head from 0 */
export const headWord = (head) => tr('head {}', head + 1);

/**
 * Where the answers stand in the text. @typedef {object} Where
 * @property {string} [instead] the word that stands there; '': none does
 * @property {[number, number]} [masked] of several masked words which it is, from 1, and how many there are
 */

/** What stands above the bars. @param {Says} says @param {Where} [where] */
export function headingOf(says, { instead = '', masked } = {}) {
  switch (says.kind) {
    case 'next':
      return instead ? tr('In place of “{}”', shown(instead)) : tr('Next word');
    case 'masked':
      return instead ? tr('In place of “{}”', shown(instead)) : masked ? tr('Masked word {} of {}', ...masked) : tr('Masked word');
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
 * The word that stands where answers are asked about by name: of a model of next words the one behind that token, of one of masked
 * words the token itself; '': a masked one, or none.
 * @param {Says} says @param {import('./sentence.js').Piece[]} pieces @param {number | null} place of the question @param {string} mask
 */
export function insteadOf({ kind }, pieces, place, mask) {
  if (place === null || (kind !== 'next' && kind !== 'masked')) return '';
  const text = pieces[kind === 'next' ? place + 1 : place]?.text ?? '';
  return kind === 'masked' && text.trim() === mask ? '' : text;
}

/** @param {Says} says @param {import('./sentence.js').Piece[]} pieces @param {string} mask @returns {[number, number] | undefined} as in Where */
function maskedOf({ kind, position }, pieces, mask) {
  const all = kind === 'masked' ? pieces.flatMap(({ text }, i) => (text.trim() === mask ? [i] : [])) : [];
  return all.length > 1 && all.includes(position) ? [all.indexOf(position) + 1, all.length] : undefined;
}

/** The likeliest word in the place of the masked one that is asked about. @param {Says} says @param {import('./sentence.js').Piece[]} pieces @param {string} mask */
export const filledIn = ({ kind, position, answers: [first] }, pieces, mask) =>
  kind === 'masked' && first && pieces[position]?.text.trim() === mask ? { at: position, text: first.text } : null;

/** @param {import('./parts.js').Shown} run @returns {Where} */
export const whereOf = ({ recipe, about: { mask }, says, pieces }) => ({
  instead: insteadOf(says, /** @type {any} */ (pieces), positionIn(recipe.target), mask),
  masked: maskedOf(says, /** @type {any} */ (pieces), mask),
});

/** @param {string} mask how a masked word is written */
export const toFillIn = (mask) => tr('Put {} in the text where a word is missing: the model says which word it expects.', mask);

/** A model of masked words has nothing to fill in. @param {Says} says */
export const isUnasked = (says) => says.kind === 'masked' && says.answers.length === 0;

/** @typedef {{ask: (answer: Answer) => void, near: (text: string) => void, goOn: ((answer: Answer) => void) | null}} AnswerDoes */

/**
 * Bars, best first. As many of them as before change in place: where buttons come and go, Chromium looks through the page's forms each time.
 */
export class AnswerBars {
  /** @type {AnswerRow[]} */
  #rows = [];
  #canGoOn = false;
  root = make('div');

  /** @param {Says} says @param {string} mask how a masked word is written @param {AnswerDoes} does @param {number | null} asked the id that is asked about */
  show(says, mask, does, asked) {
    const isList = !isUnasked(says) && says.kind !== 'embedding';
    const canGoOn = does.goOn !== null;
    if (!isList || this.#rows.length !== says.answers.length || canGoOn !== this.#canGoOn) {
      this.#rows = isList ? says.answers.map(() => new AnswerRow(canGoOn)) : [];
      this.#canGoOn = canGoOn;
      this.root.replaceChildren(
        isUnasked(says)
          ? make('p', { className: 'muted', textContent: toFillIn(mask) })
          : isList
            ? make('ol', { className: 'answers' }, ...this.#rows.map(({ root }) => root))
            : nearest(says, does.near),
      );
    }
    const most = Math.max(...says.answers.map(({ probability }) => probability), 1e-9);
    const names = shownApart(says.answers.map(({ text }) => text));
    this.#rows.forEach((row, at) => {
      row.show(says.answers[at], names[at], most, does, asked);
    });
  }
}

class AnswerRow {
  #name = make('bdi');
  #bar = make('span', { className: 'bar', 'aria-hidden': 'true' });
  #share = make('data');
  #button = make(
    'button',
    { type: 'button', className: 'answer', title: tr('Ask where this answer could come from') },
    this.#name,
    this.#bar,
    this.#share,
  );
  #goOn;
  root;

  /** @param {boolean} canGoOn */
  constructor(canGoOn) {
    this.#goOn = canGoOn ? make('button', { type: 'button', className: 'go-on', textContent: '→' }) : null;
    this.root = this.#goOn ? make('li', { className: 'with-more' }, this.#button, this.#goOn) : make('li', {}, this.#button);
  }

  /** @param {Answer} answer @param {string} name @param {number} most of all probabilities @param {AnswerDoes} does @param {number | null} asked */
  show(answer, name, most, does, asked) {
    this.#button.setAttribute('aria-pressed', String(answer.id === asked));
    this.#button.onclick = () => does.ask(answer);
    say(this.#name, name);
    this.#bar.style.setProperty('--share', String(answer.probability / most));
    say(this.#share, shareOf(answer));
    this.#share.value = numberText(answer);
    if (!this.#goOn) return;
    this.#goOn.title = tr('What if it had said “{}”? Continue from there', name);
    this.#goOn.setAttribute('aria-label', this.#goOn.title);
    this.#goOn.onclick = () => does.goOn?.(answer);
  }
}

/** @param {number} cosine */
const cosineText = (cosine) => inLanguage(cosine.toFixed(3)).replace('-', '−');

/** What there is to do where nothing is near. @param {Says['of']} of */
const toCompare = (of) =>
  of === 'texts'
    ? tr('Type texts above, one per line: they are ranked by how well they fit the picture.')
    : of === 'pictures'
      ? tr('Draw or choose another picture: the nearest of those you have shown are listed here.')
      : tr('Type another sentence: the nearest of those that you typed are listed here.');

/** @param {Says} says @param {(text: string) => void} ask */
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
        { type: 'button', className: 'answer', title: tr('Ask where this similarity comes from'), onclick: () => ask(text) },
        make('bdi', { textContent: title }),
        bar,
        make('data', { textContent: cosineText(cosine), value: String(cosine) }),
      ),
    );
  });
  const list = make('ol', { className: 'answers near' }, ...rows);
  return of === 'texts' ? make('div', {}, hint, list) : list;
}

/** The same in one line, for the bar above the figure. @param {Says} says @param {string} mask how a masked word is written @param {Where} [where] */
export function inOneLine(says, mask, where) {
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
          make('bdi', { className: 'said', textContent: first.title ?? first.text }),
          ' ',
          make('data', { textContent: cosineText(first.cosine), value: String(first.cosine) }),
        ),
      );
    return line;
  }
  line.append(make('span', { className: 'muted', textContent: isUnasked(says) ? tr('No {} in the text', mask) : headingOf(says, where) }));
  const best = says.answers.slice(0, 3);
  const names = shownApart(best.map(({ text }) => text));
  for (const [at, answer] of best.entries())
    line.append(
      ' ',
      make(
        'span',
        {},
        make('bdi', { className: 'said', textContent: names[at] }),
        ' ',
        make('data', { textContent: shareOf(answer), value: numberText(answer) }),
      ),
    );
  return line;
}
