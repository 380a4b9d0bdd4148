// SPDX-License-Identifier: MIT
// @ts-check
// The bars of a question. A tap on a bar adds a raised hand. The solution is marked on request.

import { elementsOf } from '../form/markup.js';
import { make } from '../../base/elements.js';
import { inLanguage, tr, trCount } from '../../base/language.js';

/** @typedef {import('./code.js').Shape} Shape */

export class Votes {
  #ask;
  #store;
  #at;
  #bars;
  #notes = make('p', { className: 'muted' });
  /** Answers of tapped bars, the last one at the end. @type {number[]} */
  #tapped = [];
  #undo;
  root;

  /** @param {Shape} shape @param {number} at of the question @param {import('./class_store.js').ClassStore} store @param {() => void} changed */
  constructor(shape, at, store, changed) {
    const ask = shape.asks[at];
    const { question, number, title } = shape.lesson.steps[ask.step];
    this.#ask = ask;
    this.#store = store;
    this.#at = at;
    const isChoice = shape.detail === 'choices' && !ask.isNumber;
    const labels = ask.answers.map((_, i) =>
      isChoice ? elementsOf(question?.answers[i].text ?? '') : [i === 0 ? tr('Right on the first try') : tr('Wrong on the first try')],
    );
    this.#bars = labels.map((label, i) => this.#bar(label, i, changed));
    this.#undo = make('button', {
      'data-id': `class/undo/${at}`,
      type: 'button',
      textContent: tr('Remove the last hand'),
      hidden: true,
      onclick: () => {
        const last = this.#tapped.pop();
        if (last !== undefined) store.hand(at, last, -1);
        this.#bars[last ?? 0].button.focus();
        changed();
      },
    });
    const solution = make('p', { role: 'status' });
    const reveal = make('button', {
      'data-id': `class/reveal/${at}`,
      type: 'button',
      'aria-pressed': 'false',
      textContent: tr('Show the solution'),
      onclick: () => {
        const on = reveal.getAttribute('aria-pressed') !== 'true';
        reveal.setAttribute('aria-pressed', String(on));
        for (const [i, { button }] of this.#bars.entries()) button.classList.toggle('right', on && isChoice && ask.answers[i].right);
        const right = question?.answers.find((answer) => answer.right);
        const answer = ask.isNumber ? [inLanguage(String(number?.is))] : elementsOf(right?.text ?? '');
        solution.replaceChildren(...(on ? [`${tr('Solution:')} `, ...answer] : []));
      },
    });
    this.root = make(
      'section',
      { 'data-id': `class/ask/${at}` },
      make('h3', { textContent: tr('Step {}: {}', ask.step + 1, title) }),
      make(
        'fieldset',
        {},
        make('legend', {}, ...elementsOf((ask.isNumber ? number?.ask : question?.text) ?? '')),
        make('ul', { className: 'bars' }, ...this.#bars.map(({ button }) => make('li', {}, button))),
      ),
      this.#notes,
      make('p', { className: 'row' }, reveal, this.#undo),
      solution,
    );
  }

  /** @param {(Node | string)[]} label @param {number} answer @param {() => void} changed */
  #bar(label, answer, changed) {
    const fill = make('span', { className: 'fill' });
    const count = make('span', { className: 'count' });
    const button = make(
      'button',
      {
        'data-id': `class/bar/${this.#at}/${answer}`,
        type: 'button',
        title: tr('Add a hand'),
        onclick: () => {
          this.#store.hand(this.#at, answer, 1);
          this.#tapped.push(answer);
          changed();
        },
      },
      fill,
      make('span', {}, ...label),
      count,
    );
    return { button, fill, count };
  }

  /** @param {import('./tally.js').Count} counted */
  show({ first, later, shown, none }) {
    const hands = this.#store.hands[this.#at];
    const sum = Math.max(
      1,
      first.reduce((all, one, i) => all + one + hands[i], 0),
    );
    this.#bars.forEach(({ fill, count }, i) => {
      fill.style.width = `${(100 * (first[i] + hands[i])) / sum}%`;
      count.textContent = hands[i] > 0 ? trCount(hands[i], '{2} + {} hand|{2} + {} hands', hands[i], first[i]) : String(first[i]);
    });
    this.#undo.hidden = this.#tapped.length === 0;
    this.#notes.textContent = [
      later > 0 ? tr('First wrong, then right or shown: {}.', later) : '',
      shown > 0 ? tr('Shown without a try: {}.', shown) : '',
      none > 0 ? tr('No answer yet: {}.', none) : '',
    ]
      .filter(Boolean)
      .join(' ');
  }

  get step() {
    return this.#ask.step;
  }
}
