// SPDX-License-Identifier: MIT
// @ts-check
// What the question loses without a word: each token or word hidden, masked, deleted or replaced, a few at a time, and any of them together.

import { asProblem } from '../../boot/problem.js';
import { amount, inLanguage, tr, trCount } from '../../boot/words.js';
import { make, say } from '../../mirror/elements.js';
import { tokenNames } from '../says.js';
import { amongChoice, button, capital, choice, questionWords, signed, whyNoQuestion } from './parts.js';
import { agreement, blankWords, groupsText, isBlankAlready, orderOf, wordsOf } from './word_tests.js';

/** Groups that are asked for at once, so that what is there is seen and the rest can be dropped. */
const atOnce = 8;

/** @typedef {import('./word_tests.js').Blank} Blank */
/** @typedef {import('./word_tests.js').Group} Group */

export class TestWords {
  #context;
  #again = () => this.#context.again();
  #unit = choice(
    'leave-out/unit',
    tr('What is tested'),
    [
      ['words', tr('words')],
      ['tokens', tr('tokens')],
    ],
    this.#again,
  );
  /** A box for each way to test words. */
  #tests = make('span', { role: 'group', 'aria-label': tr('How words are tested') });
  #order = choice(
    'leave-out/order',
    tr('Order'),
    [
      ['effect', tr('by effect')],
      ['text', tr('as in the text')],
    ],
    () => this.#draw(),
  );
  #among;
  #said = make('p', { className: 'said', role: 'status' });
  #head = make('thead', { hidden: true });
  #rows = make('tbody');
  #together = make('p', { className: 'said', role: 'status' });
  #scores = button('leave-out/scores', tr('Use as scores in Faithfulness'), () => this.#score());
  /** @type {import('./parts.js').Shown | null} */
  #run = null;
  /** @type {AbortSignal | null} */
  #signal = null;
  /** @type {Group[]} */
  #groups = [];
  /** By test: the question's value without each group. @type {Map<string, (number | null)[]>} */
  #values = new Map();
  #value = 0;
  /** Tests that are done, of all. @type {[number, number]} */
  #done = [0, 0];
  /** Those that this model has. @type {Blank[]} */
  #blanks = [];

  /** @param {import('./parts.js').Context} context */
  constructor(context) {
    this.#context = context;
    this.#among = amongChoice('leave-out/among', context, () => (this.#summarise(), this.#draw()));
    this.root = make(
      'div',
      { className: 'test-words' },
      make('p', {
        textContent: tr(
          'What if a word could not be read? No other token reads it, the model runs again, and the bar shows how far the question moves: a minus means that it falls without the word. Masking, deleting or replacing the word are other tests.',
        ),
      }),
      make('p', { className: 'choose' }, tr('Test'), this.#unit, this.#tests, this.#order, tr('ranked:'), this.#among),
      this.#said,
      make(
        'table',
        { className: 'grid' },
        make('caption', { className: 'hidden', textContent: tr('Change of the question') }),
        this.#head,
        this.#rows,
      ),
      make(
        'p',
        { className: 'choose' },
        button('leave-out/together', tr('Test the chosen ones together'), () => void this.#testChosen()),
      ),
      this.#together,
      make('p', { className: 'choose' }, this.#scores),
      make('p', {
        className: 'muted',
        textContent: tr('The model was not trained with hidden or missing words: part of a change may come from that.'),
      }),
    );
  }

  /** @param {import('./parts.js').Shown} run @param {AbortSignal} signal */
  async show(run, signal) {
    this.#run = run;
    this.#signal = signal;
    const saved = this.#values.size === 0 && this.#context.saved('blanked');
    if (saved && saved.groups.split(';').length >= run.pieces.length) this.#unit.value = 'tokens';
    this.#groups =
      this.#unit.value === 'words'
        ? wordsOf(run.pieces)
        : tokenNames(run.pieces.map(({ text }) => text)).map((name, token) => ({ tokens: [token], name }));
    this.#values = new Map();
    this.#done = [0, 0];
    this.#among.value = this.#context.among();
    this.#scores.hidden = run.read !== undefined; // that view has no ranking across two stacks
    say(this.#together, '');
    this.#rows.replaceChildren();
    if (!run.question) return say(this.#said, whyNoQuestion(run));
    this.#draw();
    const chosen = this.#chosenTests();
    const all = this.#groups.length * chosen.length;
    let done = 0;
    for (const test of chosen)
      for (let first = 0; first < this.#groups.length; first += atOnce) {
        const some = this.#groups.slice(first, first + atOnce);
        const answer = await this.#context.ask('blanked', { blank: test, groups: groupsText(some) }, signal, [
          done / all,
          (done + some.length) / all,
        ]);
        if (signal.aborted) return;
        done += some.length;
        this.#take(answer);
        this.#done = [done, all];
        this.#summarise();
        this.#draw();
      }
  }

  #summarise() {
    if (this.#run?.question && this.#done[1] > 0) say(this.#said, this.#summary(this.#run.question, ...this.#done));
  }

  /** Of each group whether it is ranked: a measured word that is an attention sink is. @returns {boolean[]} */
  #takesPart() {
    const { pieces, says, question, read } = /** @type {import('./parts.js').Shown} */ (this.#run);
    const isAll = this.#among.value === 'all';
    const own = read || says.kind === 'embedding' ? -1 : (question?.place ?? -1) >= 0 ? question?.place : says.position;
    return this.#groups.map(({ tokens }) => isAll || tokens.every((at) => !pieces[at].special && at !== own));
  }

  /** @param {import('../cut/asked.js').Question} question @param {number} done @param {number} all */
  #summary(question, done, all) {
    const words = tr(
      '{}: {}. {} of {} tested, one at a time.',
      capital(questionWords(question)),
      this.#number(this.#value),
      amount(done),
      amount(all),
    );
    if (done < all) return words;
    const tests = [...this.#values].map(([name, values]) => ({
      blank: this.#nameOf(name),
      changes: values.map((value) => (value === null ? null : value - this.#value)),
    }));
    const { sentence, correlations } = agreement(
      tests,
      this.#groups.map(({ name }) => name),
      this.#takesPart(),
    );
    const agree = correlations.map((one, i) =>
      Number.isNaN(one) ? '' : tr('Rank correlation of {} with {}: {}.', tests[0].blank, tests[i + 1].blank, inLanguage(one.toFixed(2))),
    );
    const among =
      this.#among.value === 'all' ? tr('All tokens take part.') : tr('Special tokens and the output’s own token do not take part.');
    const warnings = this.#blanks.filter(({ name, warning }) => warning && this.#values.has(name)).map(({ warning }) => warning);
    return [words, sentence, ...agree, among, ...warnings].filter(Boolean).join(' ');
  }

  #nameOf(/** @type {string} */ name) {
    const blank = this.#blanks.find((one) => one.name === name);
    return blank ? blankWords(blank) : name;
  }

  /** The names of the chosen tests, the first of the model before it is known which it has. */
  #chosenTests() {
    const boxes = [...this.#tests.querySelectorAll('input')].filter(({ checked }) => checked);
    return boxes.length > 0 ? boxes.map(({ value }) => value) : [this.#blanks[0]?.name ?? ''];
  }

  /** @param {{value: number, blank: string, blanks: Blank[], values: (number | null)[]}} answer */
  #take({ value, blank, blanks, values }) {
    this.#value = value;
    this.#values.set(blank, [...(this.#values.get(blank) ?? []), ...values]);
    if (this.#blanks.map(({ name }) => name).join() === blanks.map(({ name }) => name).join()) return;
    this.#blanks = blanks;
    this.#tests.replaceChildren(
      ...blanks.map((one) =>
        make(
          'label',
          {},
          make('input', {
            'data-id': `leave-out/${one.name}`,
            type: 'checkbox',
            value: one.name,
            checked: one.name === blank,
            onchange: this.#again,
          }),
          ` ${blankWords(one)} `,
        ),
      ),
    );
  }

  #number(/** @type {number} */ value) {
    return inLanguage(String(Number(value.toPrecision(3))));
  }

  #draw() {
    const { pieces } = /** @type {import('./parts.js').Shown} */ (this.#run);
    const chosen = new Set(this.#chosen().map((group) => this.#groups.indexOf(group)));
    const columns = [...this.#values].map(([name, values]) => ({
      blank: this.#blanks.find((one) => one.name === name) ?? { name, inserted: '', warning: '' },
      values,
      changes: values.map((value) => (value === null ? 0 : value - this.#value)),
    }));
    const changes = columns[0]?.changes ?? [];
    const takesPart = this.#takesPart();
    const largest = Math.max(...changes.map(Math.abs), 1e-12);
    this.#head.hidden = columns.length < 2;
    this.#head.replaceChildren(
      make('tr', {}, make('td'), ...columns.map(({ blank }) => make('th', { scope: 'col', textContent: blankWords(blank) }))),
    );
    this.#rows.replaceChildren(
      ...orderOf(this.#groups.length, changes, this.#order.value === 'effect', takesPart).map((index) => {
        const { name, tokens } = this.#groups[index];
        const box = make('input', {
          'data-id': `leave-out/choose/${index}`,
          type: 'checkbox',
          checked: chosen.has(index),
          'aria-label': tr('choose “{}”', name),
        });
        box.dataset.group = String(index);
        const bar = make('span', { className: changes[index] < 0 ? 'change less' : 'change' });
        bar.style.setProperty('--share', String(Math.abs(changes[index] ?? 0) / largest));
        const words = (/** @type {typeof columns[number]} */ { blank, values, changes }) =>
          index >= values.length
            ? '…'
            : values[index] === null
              ? tr('the answer’s own place')
              : isBlankAlready({ tokens }, pieces, blank)
                ? tr('replaced already')
                : signed(changes[index], 3);
        return make(
          'tr',
          {},
          make('td', {}, make('label', {}, box, ` ${name}`)),
          ...(columns.length > 0 ? columns.map(words) : ['…']).map((textContent) => make('td', { className: 'number', textContent })),
          make('td', { className: 'track' }, bar),
          make('td', {
            className: 'muted',
            textContent: [
              tokens.length > 1 ? trCount(tokens.length, '{} token|{} tokens', tokens.length) : '',
              takesPart[index] ? '' : tr('not ranked'),
            ]
              .filter(Boolean)
              .join(', '),
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

  async #testChosen() {
    const chosen = this.#chosen();
    const signal = this.#signal;
    if (!signal || !this.#run?.question) return;
    if (chosen.length < 2) return say(this.#together, tr('Choose two or more above.'));
    const together = { tokens: chosen.flatMap(({ tokens }) => tokens), name: chosen.map(({ name }) => name).join(' ') };
    try {
      const [test, own] = [...this.#values][0] ?? ['', []];
      const { value, values } = await this.#context.ask('blanked', { blank: test, groups: groupsText([together]) }, signal);
      if (signal.aborted) return;
      if (values[0] === null) return say(this.#together, tr('Then the answer’s own place is gone.'));
      const alone = chosen.reduce((sum, group) => sum + ((own[this.#groups.indexOf(group)] ?? value) - value), 0);
      say(
        this.#together,
        tr('“{}” together: {} (each alone, added up: {}).', together.name, signed(values[0] - value, 3), signed(alone, 3)),
      );
    } catch (error) {
      if (!signal.aborted) say(this.#together, asProblem(error, '').finding);
    }
  }

  #score() {
    this.#context.score(this.#chosenTests()[0]);
  }
}
