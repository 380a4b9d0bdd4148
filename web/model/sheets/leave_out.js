// SPDX-License-Identifier: MIT
// @ts-check
// What leaving a word out does to the question: each token or word blanked out by itself, a few at a time, and any of them together.

import { asProblem } from '../../boot/problem.js';
import { amount, inLanguage, tr, trCount } from '../../boot/words.js';
import { make, say } from '../../mirror/elements.js';
import { counted, shown, tokenNames } from '../says.js';
import { button, capital, choice, questionWords, save, signed, whyNoQuestion } from './parts.js';

/** Groups that are asked for at once, so that what is there is seen and the rest can be dropped. */
const atOnce = 8;

/** @returns {Record<string, string>} */
const blanks = () => ({
  mask: tr('by the mask'),
  unk: tr('by the unknown token'),
  pad: tr('by padding'),
  eos: tr('by the end token'),
  'zero-pixels': tr('by the mean colour'),
  'zero-embedding': tr('by a zero embedding'),
  deletion: tr('deleted'),
});

/** @typedef {{tokens: number[], name: string}} Group */
/** @typedef {{text: string, special?: boolean, joins?: boolean, unknown?: boolean}} Piece */

const hasLetters = (/** @type {string} */ text) => /[\p{L}\p{N}]/u.test(text);

/** Tokens of one word stand together; a mark by itself, and a special token, is its own. @param {Piece[]} pieces @returns {Group[]} */
export function wordsOf(pieces) {
  /** @type {Group[]} */
  const words = [];
  pieces.forEach((piece, token) => {
    const before = pieces[token - 1];
    const goesOn =
      token > 0 &&
      piece.joins &&
      !piece.special &&
      !before.special &&
      !/^\s/.test(piece.text) &&
      !/\s$/.test(before.text) &&
      hasLetters(piece.text) === hasLetters(before.text);
    const last = words.at(-1);
    if (goesOn && last) {
      last.tokens.push(token);
      last.name += shown(piece.text);
    } else words.push({ tokens: [token], name: shown(piece.text) });
  });
  const names = counted(words.map(({ name }) => name));
  return words.map((word, i) => ({ ...word, name: names[i] }));
}

/**
 * Whether what is left out is already what it would be replaced by: then nothing is left out, and no change is a finding.
 * @param {Group} group @param {Piece[]} pieces @param {string} blank @param {string} mask how a masked word is written; '': it is not
 */
export const isBlankAlready = ({ tokens }, pieces, blank, mask) =>
  tokens.every((at) =>
    blank === 'mask' ? mask !== '' && pieces[at].text.trim() === mask : blank === 'unk' && pieces[at].unknown === true,
  );

/** As the model's worker reads it. @param {Group[]} groups */
export const groupsText = (groups) => groups.map(({ tokens }) => tokens.join()).join(';');

/**
 * The rows from the largest change to the smallest, with those that are not measured yet at the end; or in the order of the text.
 * @param {number} count @param {number[]} changes of the first groups @param {boolean} byEffect @returns {number[]}
 */
export function orderOf(count, changes, byEffect) {
  const order = Array.from({ length: count }, (_, index) => index);
  const size = (/** @type {number} */ index) => (index < changes.length ? Math.abs(changes[index]) : -1);
  return byEffect ? order.sort((a, b) => size(b) - size(a)) : order;
}

export class LeaveOut {
  #context;
  #again = () => this.#context.again();
  #unit = choice(
    tr('What is left out'),
    [
      ['words', tr('words')],
      ['tokens', tr('tokens')],
    ],
    this.#again,
  );
  #blank = choice(tr('Replaced'), [['', tr('by the mask')]], this.#again);
  #order = choice(
    tr('Order'),
    [
      ['effect', tr('by effect')],
      ['text', tr('as in the text')],
    ],
    () => this.#draw(),
  );
  #said = make('p', { className: 'said', role: 'status' });
  #rows = make('tbody');
  #together = make('p', { className: 'said', role: 'status' });
  #scores = button(tr('Use as scores in Faithfulness'), () => this.#score());
  /** @type {import('./parts.js').Shown | null} */
  #run = null;
  /** @type {AbortSignal | null} */
  #signal = null;
  /** @type {Group[]} */
  #groups = [];
  /** The question's value with each group left out. @type {(number | null)[]} */
  #values = [];
  #value = 0;
  /** Which blank the answers are of. */
  #used = '';

  /** @param {import('./parts.js').Context} context */
  constructor(context) {
    this.#context = context;
    this.root = make(
      'div',
      { className: 'leave-out' },
      make('p', {
        textContent: tr(
          'What if a word were not there? Each is replaced, the model runs again, and the bar shows how far the question moves: a minus means that it falls without the word.',
        ),
      }),
      make('p', { className: 'choose' }, tr('Leave out'), this.#unit, tr('replaced'), this.#blank, this.#order),
      this.#said,
      make('table', { className: 'grid' }, make('caption', { className: 'hidden', textContent: tr('Change of the question') }), this.#rows),
      make(
        'p',
        { className: 'choose' },
        button(tr('Leave out the chosen ones together'), () => void this.#leaveOutChosen()),
      ),
      this.#together,
      make(
        'p',
        { className: 'choose' },
        this.#scores,
        button(tr('Save the numbers'), () => this.#save()),
      ),
      make('p', {
        className: 'muted',
        textContent: tr('The model was not trained on texts with such gaps: part of a change may come from that.'),
      }),
    );
  }

  /** @param {import('./parts.js').Shown} run @param {AbortSignal} signal */
  async show(run, signal) {
    this.#run = run;
    this.#signal = signal;
    this.#groups =
      this.#unit.value === 'words'
        ? wordsOf(run.pieces)
        : tokenNames(run.pieces.map(({ text }) => text)).map((name, token) => ({ tokens: [token], name }));
    this.#values = [];
    this.#scores.hidden = run.read !== undefined; // that view has no ranking across two stacks
    say(this.#together, '');
    this.#rows.replaceChildren();
    if (!run.question) return say(this.#said, whyNoQuestion(run));
    this.#draw();
    for (let first = 0; first < this.#groups.length; first += atOnce) {
      const answer = await this.#context.ask(
        'blanked',
        [this.#blank.value, groupsText(this.#groups.slice(first, first + atOnce))],
        signal,
        [first / this.#groups.length, Math.min((first + atOnce) / this.#groups.length, 1)],
      );
      if (signal.aborted) return;
      this.#take(answer);
      say(
        this.#said,
        tr(
          '{}: {}. {} of {} left out, one at a time.',
          capital(questionWords(run.question)),
          this.#number(this.#value),
          amount(this.#values.length),
          amount(this.#groups.length),
        ),
      );
      this.#draw();
    }
  }

  /** @param {{value: number, blank: string, blanks: string[], values: (number | null)[]}} answer */
  #take({ value, blank, blanks: known, values }) {
    this.#value = value;
    this.#used = blank;
    this.#values.push(...values);
    const words = blanks();
    if (this.#blank.options.length !== known.length)
      this.#blank.replaceChildren(...known.map((name) => make('option', { value: name, textContent: words[name] ?? name })));
    this.#blank.value = blank;
  }

  #number(/** @type {number} */ value) {
    return inLanguage(String(Number(value.toPrecision(3))));
  }

  #draw() {
    const { pieces, about } = /** @type {import('./parts.js').Shown} */ (this.#run);
    const chosen = new Set(this.#chosen().map((group) => this.#groups.indexOf(group)));
    const changes = this.#values.map((value) => (value === null ? 0 : value - this.#value));
    const largest = Math.max(...changes.map(Math.abs), 1e-12);
    this.#rows.replaceChildren(
      ...orderOf(this.#groups.length, changes, this.#order.value === 'effect').map((index) => {
        const { name, tokens } = this.#groups[index];
        const box = make('input', { type: 'checkbox', checked: chosen.has(index), 'aria-label': tr('choose “{}”', name) });
        box.dataset.group = String(index);
        const bar = make('span', { className: changes[index] < 0 ? 'change less' : 'change' });
        bar.style.setProperty('--share', String(Math.abs(changes[index] ?? 0) / largest));
        const isThere = index < this.#values.length;
        const words = !isThere
          ? '…'
          : this.#values[index] === null
            ? tr('the answer’s own place')
            : isBlankAlready({ name, tokens }, pieces, this.#used, about.mask)
              ? tr('replaced already')
              : signed(changes[index], 3);
        return make(
          'tr',
          {},
          make('td', {}, make('label', {}, box, ` ${name}`)),
          make('td', { className: 'number', textContent: words }),
          make('td', { className: 'track' }, bar),
          make('td', {
            className: 'muted',
            textContent: tokens.length > 1 ? trCount(tokens.length, '{} token|{} tokens', tokens.length) : '',
          }),
        );
      }),
    );
  }

  /** @returns {Group[]} */
  #chosen() {
    const boxes = [...this.#rows.querySelectorAll('input')].filter(({ checked }) => checked);
    const chosen = new Set(boxes.map(({ dataset }) => Number(dataset.group)));
    return this.#groups.filter((_, index) => chosen.has(index));
  }

  async #leaveOutChosen() {
    const chosen = this.#chosen();
    const signal = this.#signal;
    if (!signal || !this.#run?.question) return;
    if (chosen.length < 2) return say(this.#together, tr('Choose two or more above.'));
    const together = { tokens: chosen.flatMap(({ tokens }) => tokens), name: chosen.map(({ name }) => name).join(' ') };
    try {
      const { value, values } = await this.#context.ask('blanked', [this.#used, groupsText([together])], signal);
      if (signal.aborted) return;
      if (values[0] === null) return say(this.#together, tr('Then the answer’s own place is gone.'));
      const alone = chosen.reduce((sum, group) => sum + ((this.#values[this.#groups.indexOf(group)] ?? value) - value), 0);
      say(
        this.#together,
        tr('“{}” together: {} (each alone, added up: {}).', together.name, signed(values[0] - value, 3), signed(alone, 3)),
      );
    } catch (error) {
      if (!signal.aborted) say(this.#together, asProblem(error, '').finding);
    }
  }

  /** A ranking needs a number for every token. */
  #score() {
    if (this.#values.includes(null))
      return say(this.#together, tr('Without the answer’s own place there is no number to rank: choose another replacement.'));
    this.#context.score(this.#used);
  }

  #save() {
    const { recipe, about, question } = /** @type {import('./parts.js').Shown} */ (this.#run);
    save(
      JSON.stringify(
        {
          text: recipe.text,
          model: about.name,
          question: question && questionWords(question),
          value: this.#value,
          blank: this.#used,
          leftOut: this.#groups
            .slice(0, this.#values.length)
            .map(({ name, tokens }, index) => ({ name, tokens, value: this.#values[index] })),
        },
        null,
        1,
      ),
      'leave-out.json',
      'application/json',
    );
  }
}
