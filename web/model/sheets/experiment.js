// SPDX-License-Identifier: MIT
// @ts-check
// Does the picture hold? What a method ranks first is cut, beside others of equal weight (of patches: any others) and beside the best found by search;
// what gradients foresee of each cut beside what happens; and the minimum cut of a flow, cut for real.

import { copyText } from '../../boot/clipboard.js';
import { asProblem } from '../../boot/problem.js';
import { inLanguage, tr } from '../../boot/words.js';
import { make, say } from '../../mirror/elements.js';
import { experimentOf, experimentText } from '../recipe.js';
import { tokenNames } from '../says.js';
import { adoptMethodColours } from '../../paper/method_colours.js';
import { curvesFigure, mostWrong, scatterFigure } from './curves.js';
import { allDraws, drawsFor, firstDraws, leastDraws } from './draws.js';
import { button, capital, choice, cutUnits, kinds, questionWords, ruleOf, rules, save, signed, unitWords, whyNoQuestion } from './parts.js';
import { cutSetWords, mattersMost } from './flow_cut.js';
import { fit, saveFigure } from './svg.js';

/** Milliseconds of draws that are asked for at once. */
const piece = 2500;
/** Cuts that are made one by one. */
const mostAlone = 128;
const named = 5;

/** @returns {[string, string][]} */
const rankings = () => [
  ['gradients', tr('gradients')],
  ['relevance', tr('relevance')],
  ['rollout', tr('rollout')],
  ['flow', tr('flow')],
  ['attention', tr('attention')],
];

export class Experiment {
  #context;
  #again = () => {
    this.#given = null;
    this.#context.again();
  };
  #kind;
  #ranking = choice(tr('Ranked by'), rankings(), this.#again);
  #rule = choice(tr('Rule'), rules(), this.#again);
  #said = make('p', { className: 'said', role: 'status' });
  /** All that needs a question. */
  #measured = make('div', {});
  #curves = make('div', { className: 'plot' });
  #aloneSaid = make('p');
  #foreseen = make('div', { className: 'plot' });
  #wrong = make('ul', { className: 'units' });
  #flow = make('div');
  #from = choice(tr('from input'), [['0', '']], () => (this.#isFromChosen = true));
  #to = choice(tr('to output'), [['0', '']], () => {});
  #isFromChosen = false;
  #flowSaid = make('p', { className: 'said', role: 'status' });
  /** What stands in the files. @type {any} */
  #result = null;
  #draws = leastDraws;
  /** What a link says, until its reader chooses otherwise. @type {import('../recipe.js').Chosen | null} */
  #given = null;
  /** The tokens whose flow was cut in this run. @type {[number, number] | undefined} */
  #flowCut;
  #copied = make('span', { className: 'muted', role: 'status' });

  /** @type {import('./parts.js').Shown | null} */
  #run = null;
  /** @type {AbortSignal | null} */
  #signal = null;

  /** @param {import('./parts.js').Context} context */
  constructor(context) {
    this.#context = context;
    this.#kind = choice(tr('What is cut'), kinds(context), this.#again);
    adoptMethodColours();
    this.root = make(
      'div',
      {},
      make('p', {
        textContent: context.readsPictures
          ? tr(
              'A method says which patches and which attention matter. Wipe or cut what it ranks first, and see whether the answer agrees.',
            )
          : tr('A method says which attention matters. Cut what it ranks first, and see whether the answer agrees.'),
      }),
      make('p', {
        className: 'muted',
        hidden: !context.translates,
        textContent: tr('Encoder, decoder and cross-attention are cut together; what was written stays as it is.'),
      }),
      make('p', { className: 'choose' }, this.#kind, tr('ranked by'), this.#ranking, this.#rule),
      this.#said,
      this.#measured,
    );
    this.#measured.append(
      this.#curves,
      make(
        'p',
        { className: 'choose' },
        button(tr('Save the figure'), () => this.#saveFigure()),
        button(tr('Save the numbers'), () => save(JSON.stringify(this.#result, null, 1), 'experiment.json', 'application/json')),
        button(tr('Copy a link to this experiment'), () => void this.#copyLink()),
        this.#copied,
      ),
      make('h3', { textContent: tr('One by one') }),
      this.#aloneSaid,
      this.#foreseen,
      this.#wrong,
      this.#flow,
    );
    this.#flow.append(
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
          tr('Cut it'),
          () => void this.#cutFlow().catch((error) => this.#signal?.aborted || say(this.#flowSaid, asProblem(error, '').finding)),
        ),
      ),
      this.#flowSaid,
    );
  }

  /** @param {import('./parts.js').Shown} run @param {AbortSignal} signal */
  async show(run, signal) {
    this.#run = run;
    this.#signal = signal;
    this.#tokens(run, signal);
    say(this.#flowSaid, '');
    say(this.#copied, '');
    this.#flowCut = undefined;
    const { question } = run;
    this.#measured.hidden = !question;
    if (!question) return say(this.#said, whyNoQuestion(run));
    const isHeads = this.#kind.value === 'head';
    if (isHeads && !['gradients', 'attention'].includes(this.#ranking.value)) this.#ranking.value = 'gradients';
    this.#rule.hidden = this.#isWiping;
    say(
      this.#aloneSaid,
      this.#isWiping
        ? tr(
            'Each patch wiped by itself: how far the question moves, against what its gradient predicts (first order). On the line gradients are right.',
          )
        : tr(
            'Each cut by itself: how far the question moves, against what its gradient predicts (first order, −A·dA). On the line gradients are right.',
          ),
    );
    for (const option of this.#ranking.options) option.disabled = isHeads && !['gradients', 'attention'].includes(option.value);
    const how = [this.#kind.value, this.#ranking.value, this.#rule.value];
    say(this.#said, this.#isWiping ? tr('Wiping …') : tr('Cutting …'));
    this.#result = null;
    signal.addEventListener('abort', () => this.#result ?? say(this.#said, ''));
    const began = performance.now();
    const drawn = async (/** @type {number} */ count, /** @type {[number, number]} */ part, isLast = true) => {
      const result = await this.#context.ask('experiment', [...how, String(count)], signal, part);
      this.#result = { question: questionWords(question), kind: how[0], ranking: how[1], rule: how[2], ...result };
      this.#show(question, isLast);
    };
    await drawn(firstDraws, [0, 0.05], false);
    const took = performance.now() - began;
    const count = this.#given?.draws ?? drawsFor(took);
    this.#draws = count;
    // In pieces: a text that is typed or a cut that is switched meanwhile waits for one of them, not for all.
    const atOnce = Math.max(Math.floor((firstDraws * piece) / took), firstDraws);
    for (let from = firstDraws, to = from; to < count; from = to) {
      to = count - from < 2 * atOnce ? count : from + atOnce;
      const part = (/** @type {number} */ draws) => 0.05 + (0.55 * (draws - firstDraws)) / (count - firstDraws);
      await drawn(to, [part(from), part(to)], to === count);
    }
    if (count <= firstDraws) this.#show(question);
    const best = await this.#context.ask('experiment', [how[0], 'search', how[2], '0'], signal, [0.6, 0.9]);
    this.#result = { ...this.#result, searched: best.ranked };
    this.#show(question);
    const alone = await this.#context.ask('alone', [how[0], how[2], String(Math.ceil((mostAlone * count) / allDraws))], signal, [0.9, 1]);
    this.#result = { ...this.#result, alone: alone.units };
    this.#showAlone(alone);
    if (!this.#context.translates && this.#given?.flow?.every((at) => at < run.pieces.length)) {
      [this.#from.value, this.#to.value] = this.#given.flow.map(String);
      this.#isFromChosen = true;
      await this.#cutFlow();
    }
  }

  /** @param {string} sheet */
  take(sheet) {
    const given = experimentOf(sheet);
    if (!given || ![...this.#kind.options].some(({ value }) => value === given.kind)) return;
    this.#given = given;
    [this.#kind.value, this.#ranking.value, this.#rule.value] = [given.kind, given.ranking, given.rule];
  }

  async #copyLink() {
    const link = this.#context.link(
      experimentText({
        kind: this.#kind.value,
        ranking: this.#ranking.value,
        rule: this.#rule.value,
        draws: this.#draws,
        flow: this.#flowCut,
      }),
    );
    if (!link) return say(this.#copied, tr('This model is on this machine: no link can name it.'));
    say(this.#copied, (await copyText(link)) ? tr('Copied') : tr('The browser did not allow copying.'));
  }

  get #isWiping() {
    return this.#kind.value === 'patch';
  }

  /** @param {import('../cut/cuts.js').Question} question @param {boolean} [isLast] of few draws nothing can be told yet */
  #show(question, isLast = true) {
    const { value, counts, ranked, random, area, p, draws: count } = this.#result;
    if (counts.length === 0) return say(this.#said, tr('There is nothing to cut.'));
    const kind = kinds({ ...this.#context, readsPictures: true }).find(([own]) => own === this.#kind.value)?.[1] ?? '';
    const method = rankings().find(([own]) => own === this.#ranking.value)?.[1] ?? '';
    const asked = questionWords(question);
    const words = {
      question: asked,
      method: tr('ranked by {}', method),
      ranking: this.#ranking.value === 'attention' ? 'raw' : this.#ranking.value,
      ...(this.#isWiping
        ? { title: tr('{} against the number of patches that are wiped', asked), axis: tr('patches wiped'), chance: tr('random patches') }
        : {
            title: tr('{} against the number of {} that are cut', asked, kind),
            axis: tr('{} cut', kind),
            chance: tr('others of equal weight'),
          }),
    };
    const result = this.#result;
    fit(this.#curves, (room) => curvesFigure(result, words, room));
    // The count where the ranking differs most from chance says most.
    const best = counts.reduce(
      (/** @type {number} */ at, /** @type {number} */ _, /** @type {number} */ i) =>
        random.mean[i] - ranked[i] > random.mean[at] - ranked[at] ? i : at,
      0,
    );
    const verdict = !isLast
      ? tr('More draws follow …')
      : p * (count + 1) < 1.5
        ? tr('More than chance: none of the draws is as low (p = {}).', inLanguage(p.toFixed(3)))
        : p <= 0.05
          ? tr('More than chance: p = {}.', inLanguage(p.toFixed(3)))
          : tr('Not more than chance does: p = {}.', inLanguage(p.toFixed(3)));
    const numbers = [
      capital(asked),
      signed(value),
      counts[best],
      signed(ranked[best]),
      signed(random.mean[best]),
      signed(random.low[best]),
      signed(random.high[best]),
      count,
      signed(area),
      verdict,
    ];
    say(
      this.#said,
      this.#isWiping
        ? tr(
            '{}: {}. Where it differs most from chance, with the first {} wiped: {}; with as many random patches {} ({} to {} in 95 % of {} draws). Area between the curves: {}. {}',
            ...numbers,
          )
        : tr(
            '{}: {}. Where it differs most from chance, with the first {} cut: {}; with as many others of equal weight {} ({} to {} in 95 % of {} draws). Area between the curves: {}. {}',
            ...numbers,
          ),
    );
  }

  /** @param {{value: number, all: number, units: (import('./parts.js').Unit & {predicted: number, actual: number})[]}} alone */
  #showAlone({ units, all }) {
    const run = /** @type {import('./parts.js').Shown} */ (this.#run);
    const points = units.map((unit) => ({
      ...unit,
      words: tr('{}: predicted {}, changed {}', unitWords(unit, run), signed(unit.predicted), signed(unit.actual)),
    }));
    if (points.length === 0) return fit(this.#foreseen, null);
    const wrong = mostWrong(points, named);
    fit(this.#foreseen, (room) => scatterFigure(points, wrong, room));
    this.#wrong.replaceChildren(
      make('li', {
        className: 'muted',
        textContent:
          all > units.length
            ? tr('The {} that gradients rate highest, of {}. Gradients are most wrong about:', units.length, all)
            : tr('Gradients are most wrong about:'),
      }),
      ...wrong.map((unit) =>
        make(
          'li',
          {},
          make('span', { textContent: unit.words }),
          button(this.#isWiping ? tr('Wipe') : tr('Cut'), () => cutUnits(this.#context, [unit], run, ruleOf(this.#rule))),
        ),
      ),
    );
  }

  /** @param {import('./parts.js').Shown} run @param {AbortSignal} signal */
  #tokens({ pieces, about }, signal) {
    this.#flow.hidden = about.kind === 'none' || this.#context.translates; // a cut across both stacks is not one list of edges
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

  async #cutFlow() {
    const run = this.#run;
    const signal = this.#signal;
    if (!run?.question || !signal) return;
    const [from, to] = [Number(this.#from.value), Number(this.#to.value)];
    say(this.#flowSaid, tr('Looking for the minimum cut …'));
    const { value, cut } = await this.#context.minimumCut(from, to);
    if (signal.aborted) return;
    this.#flowCut = [from, to];
    const edges = cut.map(([layer, query, key]) => `${layer}:*:${query}>${key}`).join('; ');
    const residuals = cut
      .filter(([, query, key]) => query === key)
      .map(([layer, query]) => `${layer}:${query}`)
      .join('; ');
    const made = await this.#context.ask('cutset', [edges, residuals, String(from), this.#rule.value, String(this.#draws)], signal);
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
    this.#flowSaid.replaceChildren(
      `${size} ${cutSetWords(made, text(from))} `,
      button(tr('Show the run with this cut'), () =>
        this.#context.cut(
          [{ kind: 'edges', text: edges }, ...(residuals ? [/** @type {const} */ ({ kind: 'residual', text: residuals })] : [])],
          ruleOf(this.#rule),
        ),
      ),
    );
  }

  #saveFigure() {
    const svg = this.#curves.querySelector('svg');
    if (svg) saveFigure(svg, 'experiment', `${this.#run?.recipe.text ?? ''} · ${this.#run?.about.name ?? ''}`);
  }
}
