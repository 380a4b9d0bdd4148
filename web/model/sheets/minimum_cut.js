// SPDX-License-Identifier: MIT
// @ts-check
// Cuts the minimum cut of the flow from an input to an output in the model, and measures whether that removes the dependence on the input.

import { asProblem } from '../../base/problem.js';
import { inLanguage, tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';
import { tokenNames } from '../run/answers.js';
import { describeCutSet, mattersMost } from './flow_cut.js';
import { button, choice, ruleOf } from '../run/parts.js';

export class MinimumCut {
  #context;
  #how;
  #from = choice('minimum-cut/from', tr('from input'), /** @type {[string, string][]} */ ([['0', '']]), () => {
    this.#isFromChosen = true;
  });
  #to = choice('minimum-cut/to', tr('to output'), /** @type {[string, string][]} */ ([['0', '']]), () => {});
  #isFromChosen = false;
  #said = make('p', { className: 'answer-text', role: 'status' });
  /** @type {import('../run/parts.js').ShownRun | null} */
  #run = null;
  /** @type {AbortSignal | null} */
  #signal = null;
  /** Input and output of the flow whose cut was made in this run. @type {[number, number] | undefined} */
  made;

  /**
   * @param {import('../run/parts.js').Context} context
   * @param {{rule: () => HTMLSelectElement & {value: 'zero' | 'renormalise'}, draws: () => number, made: () => void}} how rule: of the cut;
   * draws: number of random sets for comparison; made: called after a cut
   */
  constructor(context, how) {
    this.#context = context;
    this.#how = how;
    this.root = make(
      'div',
      { 'data-id': 'minimum-cut' },
      make('h3', { textContent: tr('Minimum cut of the flow') }),
      make('p', {
        textContent: tr(
          'The minimum cut limits the flow from input to output. If the model uses this flow, cutting the set removes the input’s effect.',
        ),
      }),
      make(
        'p',
        { className: 'choose' },
        tr('from'),
        this.#from,
        tr('to'),
        this.#to,
        button(
          'minimum-cut/ask',
          tr('Cut it'),
          () => void this.#cut().catch((error) => this.#signal?.aborted || setText(this.#said, asProblem(error, '').finding)),
        ),
      ),
      this.#said,
    );
  }

  /** @param {import('../run/parts.js').ShownRun} run the current run @param {AbortSignal} signal cancels its requests */
  set(run, signal) {
    this.#run = run;
    this.#signal = signal;
    this.made = undefined;
    setText(this.#said, '');
    const { pieces, about } = run;
    this.root.hidden = about.kind === 'none' || this.#context.translates; // a cut across both stacks is not a single list of edges
    const place = this.#context.place();
    for (const [select, at] of /** @type {[HTMLSelectElement, number][]} */ ([
      [this.#from, place.to],
      [this.#to, place.from],
    ])) {
      select.replaceChildren(
        ...tokenNames(pieces.map(({ text }) => text)).map((name, i) =>
          make('option', { value: String(i), textContent: `${i + 1} ${name}` }),
        ),
      );
      select.value = String(Math.min(at, pieces.length - 1));
    }
    this.#isFromChosen = false;
    void this.#context.shares(place.from).then(
      (shares) => {
        const most = mattersMost(shares, pieces, place.from);
        if (!signal.aborted && !this.#isFromChosen && most >= 0) this.#from.value = String(most);
      },
      () => {},
    );
  }

  /** Cuts between this input and output if the text has these tokens. @param {[number, number]} tokens */
  async cut(tokens) {
    const count = this.#run?.pieces.length ?? 0;
    if (this.#context.translates || !tokens.every((at) => at < count)) return;
    [this.#from.value, this.#to.value] = tokens.map(String);
    this.#isFromChosen = true;
    await this.#cut();
  }

  async #cut() {
    const run = this.#run;
    const signal = this.#signal;
    if (!run?.question || !signal) return;
    const [from, to] = [Number(this.#from.value), Number(this.#to.value)];
    setText(this.#said, tr('Finding the minimum cut …'));
    const { value, cut } = await this.#context.minimumCut(from, to);
    if (signal.aborted) return;
    this.made = [from, to];
    this.#how.made();
    const edges = cut.map(([layer, query, key]) => `${layer}:*:${query}>${key}`).join('; ');
    const residuals = cut
      .filter(([, query, key]) => query === key)
      .map(([layer, query]) => `${layer}:${query}`)
      .join('; ');
    const made = await this.#context.ask(
      'cutset',
      { edges, residuals, input: from, rule: this.#how.rule().value, draws: this.#how.draws() },
      signal,
    );
    const names = tokenNames(run.pieces.map(({ text }) => text));
    const text = (/** @type {number} */ at) => names[at];
    const size = tr(
      'The flow from “{}” to “{}” is {}. Its minimum cut has {} edges, {} of them residual.',
      text(from),
      text(to),
      inLanguage(value.toFixed(3)),
      cut.length,
      cut.filter(([, query, key]) => query === key).length,
    );
    this.#said.replaceChildren(
      `${size} ${describeCutSet(made, text(from))} `,
      button('minimum-cut/cut', tr('Show the run with this cut'), () =>
        this.#context.cut(
          [{ kind: 'edges', text: edges }, ...(residuals ? [/** @type {const} */ ({ kind: 'residual', text: residuals })] : [])],
          ruleOf(this.#how.rule()),
        ),
      ),
    );
  }
}
