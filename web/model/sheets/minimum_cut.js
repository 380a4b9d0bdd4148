// SPDX-License-Identifier: MIT
// @ts-check
// The minimum cut of the flow from an input to an output, cut for real: does it take away what depends on the input?

import { asProblem } from '../../base/problem.js';
import { inLanguage, tr } from '../../base/words.js';
import { make, say } from '../../base/elements.js';
import { tokenNames } from '../run/says.js';
import { cutSetWords, mattersMost } from './flow_cut.js';
import { button, choice, ruleOf } from '../run/parts.js';

export class MinimumCut {
  #context;
  #how;
  #from = choice('minimum-cut/from', tr('from input'), [['0', '']], () => {
    this.#isFromChosen = true;
  });
  #to = choice('minimum-cut/to', tr('to output'), [['0', '']], () => {});
  #isFromChosen = false;
  #said = make('p', { className: 'said', role: 'status' });
  /** @type {import('../run/parts.js').Shown | null} */
  #run = null;
  /** @type {AbortSignal | null} */
  #signal = null;
  /** The tokens whose flow was cut in this run: input, output. @type {[number, number] | undefined} */
  made;

  /** @param {import('../run/parts.js').Context} context @param {{rule: () => HTMLSelectElement, draws: () => number, made: () => void}} how it is cut, how many random sets stand beside it, and who is told */
  constructor(context, how) {
    this.#context = context;
    this.#how = how;
    this.root = make(
      'div',
      { 'data-id': 'minimum-cut' },
      make('h3', { textContent: tr('The minimum cut of the flow') }),
      make('p', {
        textContent: tr(
          'Attention flow from an input to an output is bounded by its minimum cut. If flow shows what the model uses, cutting this set takes away what depends on the input.',
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
          () => void this.#cut().catch((error) => this.#signal?.aborted || say(this.#said, asProblem(error, '').finding)),
        ),
      ),
      this.#said,
    );
  }

  /** @param {import('../run/parts.js').Shown} run that is shown @param {AbortSignal} signal ends what is asked of it */
  set(run, signal) {
    this.#run = run;
    this.#signal = signal;
    this.made = undefined;
    say(this.#said, '');
    const { pieces, about } = run;
    this.root.hidden = about.kind === 'none' || this.#context.translates; // a cut across both stacks is not one list of edges
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

  /** From this input to this output, where the text has them. @param {[number, number]} tokens */
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
    say(this.#said, tr('Looking for the minimum cut …'));
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
      'The flow from “{}” to “{}” is {}; its minimum cut has {} edges, {} of them residual.',
      text(from),
      text(to),
      inLanguage(value.toFixed(3)),
      cut.length,
      cut.filter(([, query, key]) => query === key).length,
    );
    this.#said.replaceChildren(
      `${size} ${cutSetWords(made, text(from))} `,
      button('minimum-cut/cut', tr('Show the run with this cut'), () =>
        this.#context.cut(
          [{ kind: 'edges', text: edges }, ...(residuals ? [/** @type {const} */ ({ kind: 'residual', text: residuals })] : [])],
          ruleOf(this.#how.rule()),
        ),
      ),
    );
  }
}
