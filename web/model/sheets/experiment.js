// SPDX-License-Identifier: MIT
// @ts-check
// Tests a ranking. Cuts the units that a method ranks first, and compares with three controls: random units of about the same weight (for
// patches and heads: any), the nearest units first, and the best cuts found so far. Then compares each cut's predicted and measured effect,
// and cuts a flow's minimum cut.

import { copyText } from '../../base/clipboard.js';
import { tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';
import { experimentOf, experimentText } from '../run/recipe.js';
import { adoptMethodColours } from '../../paper/method_colours.js';
import { curvesFigure, mostWrong, scatterFigure } from './curves.js';
import { describeCurve, isWiping, rankings, describeResult, allDraws, drawsFor, firstDraws, leastDraws } from './experiment_texts.js';
import { MinimumCut } from './minimum_cut.js';
import {
  amongChoice,
  button,
  choice,
  cutUnits,
  kinds,
  describeQuestion,
  ruleOf,
  rules,
  signed,
  describeUnit,
  missingQuestion,
} from '../run/parts.js';
import { fit } from '../../paper/svg.js';

/** Milliseconds of draws per request. */
const piece = 2500;
/** Number of single cuts in the chart, which the search has measured. */
const mostAlone = 128;
const named = 5;

/** @typedef {import('../cut/question_controls.js').Question} Question */
/** The units to cut, their order and the rule. @typedef {Omit<import('../run/fields.js').Arguments['experiment'], 'draws'>} How */
/** @typedef {import('../given/answers.js').Answers} Answers */
/**
 * The content of exported files: the ranking and random cuts, the control by position, the best cuts found, and each single cut.
 * @typedef {Answers['experiment'] & How & {question: string, nearest?: number[], searched?: number[], alone?: Answers['alone']['units']}} Result
 */

export class Experiment {
  #context;
  #again = () => {
    this.#given = null;
    this.#isChosen = true;
    this.#context.again();
  };
  #kind;
  #ranking = choice('experiment/ranking', tr('Ranked by'), rankings(), this.#again);
  #rule = choice('experiment/rule', tr('Rule'), rules(), this.#again);
  #among;
  #said = make('p', { className: 'answer-text', role: 'status' });
  /** The parts that need a question. */
  #measured = make('div', {});
  #curves = make('div', { className: 'plot' });
  #aloneSaid = make('p');
  #foreseen = make('div', { className: 'plot' });
  #wrong = make('ul', { className: 'units' });
  /** @type {Result | null} */
  #result = null;
  #draws = leastDraws;
  /** Number of draws that the user requested. */
  #wanted = 0;
  /** The p of each ranking so far, by the setting that it tests. Holm's correction covers all of them. @type {Map<string, Map<string, number>>} */
  #tried = new Map();
  #more = button('experiment/draws', tr('Make {} draws', allDraws), () => {
    this.#wanted = allDraws;
    this.#isChosen = true;
    this.#context.again();
  });
  /** A link's choice, until the user changes it. @type {import('../run/recipe.js').Chosen | null} */
  #given = null;
  /** The user or a link chose this experiment, so that the page records it. */
  #isChosen = false;
  /** The page's text of it. */
  #known = '';
  #minimum;
  #copied = make('span', { className: 'muted', role: 'status' });

  /** @type {import('../run/parts.js').ShownRun | null} */
  #run = null;

  /** @param {import('../run/parts.js').Context} context */
  constructor(context) {
    this.#context = context;
    this.#kind = choice('experiment/kind', tr('Kind of cut'), kinds(context), this.#again);
    this.#among = amongChoice('experiment/among', context, this.#again);
    this.#minimum = new MinimumCut(context, {
      rule: () => this.#rule,
      draws: () => this.#draws,
      made: () => this.#tell(true),
    });
    adoptMethodColours();
    this.root = make(
      'div',
      {},
      make('p', {
        textContent: context.readsPictures
          ? tr('If a method is right, wiping or cutting what it ranks first should change the answer.')
          : tr('If a method is right, cutting what it ranks first should change the answer.'),
      }),
      make('p', {
        className: 'muted',
        hidden: !context.translates,
        textContent: tr('Encoder, decoder and cross-attention are cut together. The output text stays the same.'),
      }),
      make('p', { className: 'choose' }, this.#kind, tr('ranked by'), this.#ranking, this.#rule, this.#among),
      this.#said,
      this.#measured,
    );
    this.#measured.append(
      this.#curves,
      make(
        'p',
        { className: 'choose' },
        button('experiment/copy-link', tr('Copy link to this experiment'), () => void this.#copyLink()),
        this.#copied,
        this.#more,
      ),
      make('h3', { textContent: tr('One by one') }),
      this.#aloneSaid,
      this.#foreseen,
      this.#wrong,
      this.#minimum.root,
    );
  }

  /** @param {import('../run/parts.js').ShownRun} run @param {AbortSignal} signal */
  async show(run, signal) {
    this.#run = run;
    this.#minimum.set(run, signal);
    setText(this.#copied, '');
    const { question } = run;
    this.#measured.hidden = true; // until this run has numbers
    fit(this.#foreseen, null);
    this.#wrong.replaceChildren();
    if (!question) return setText(this.#said, missingQuestion(run));
    this.#fitChoices();
    const among = this.#kind.value === 'token' && { among: this.#among.value };
    const how = { kind: this.#kind.value, ranking: this.#ranking.value, rule: this.#rule.value, ...among };
    setText(this.#said, this.#isWiping ? tr('Wiping …') : tr('Cutting …'));
    this.#result = null;
    signal.addEventListener('abort', () => this.#result ?? setText(this.#said, ''));
    let result = await this.#draw(how, question, signal);
    if (this.#hasPlaces) {
      const control = await this.#context.ask('experiment', { ...how, ranking: 'nearest', draws: 0 }, signal, [0.6, 0.62]);
      result = { ...result, nearest: control.ranked };
    }
    await this.#search(result, how, question, signal);
    if (this.#given?.flow) await this.#minimum.cut(this.#given.flow);
  }

  /** Hides the options that this kind of cut does not have, and explains single cuts. */
  #fitChoices() {
    const isHeads = this.#kind.value === 'head';
    if (isHeads && !['gradients', 'attention'].includes(this.#ranking.value)) this.#ranking.value = 'gradients';
    const isToken = this.#kind.value === 'token';
    this.#rule.hidden = this.#isWiping || isToken; // these have only one rule
    this.#among.hidden = !isToken;
    this.#among.value = this.#context.among();
    setText(
      this.#aloneSaid,
      this.#isWiping
        ? tr('Measured change for each patch, against its gradient’s first-order prediction. On the line, gradients are right.')
        : tr('Measured change for each cut, against its gradient’s first-order prediction (−A·dA). On the line, gradients are right.'),
    );
    for (const option of this.#ranking.options) option.disabled = isHeads && !['gradients', 'attention'].includes(option.value);
  }

  /**
   * Compares the ranking with random cuts. Makes more draws if the model is fast.
   * @param {How} how @param {Question} question @param {AbortSignal} signal @returns {Promise<Result>}
   */
  async #draw(how, question, signal) {
    const began = performance.now();
    const drawn = async (/** @type {number} */ count, /** @type {[number, number]} */ part, isLast = true) => {
      const measured = await this.#context.ask('experiment', { ...how, draws: count }, signal, part);
      const made = { question: describeQuestion(question), ...how, ...measured };
      this.#show(made, question, isLast);
      return made;
    };
    let result = await drawn(firstDraws, [0, 0.05], false);
    const took = performance.now() - began;
    const count = Math.max(this.#given?.draws ?? drawsFor(took), this.#wanted);
    this.#wanted = 0;
    this.#more.hidden = count >= allDraws;
    this.#draws = count;
    this.#tell(this.#isChosen);
    // In several requests, so that a newly typed text or a new cut waits only for one of them.
    const atOnce = Math.max(Math.floor((firstDraws * piece) / took), firstDraws);
    for (let from = firstDraws, to = from; to < count; from = to) {
      to = count - from < 2 * atOnce ? count : from + atOnce;
      const part = (/** @type {number} */ draws) => 0.05 + (0.55 * (draws - firstDraws)) / (count - firstDraws);
      result = await drawn(to, [part(from), part(to)], to === count);
    }
    if (count <= firstDraws) this.#show(result, question);
    return result;
  }

  /** Searches the best cuts, then measures single cuts. @param {Result} before @param {How} how @param {Question} question @param {AbortSignal} signal */
  async #search(before, how, question, signal) {
    const best = await this.#context.ask('experiment', { ...how, ranking: 'search', draws: 0 }, signal, [0.62, 0.9]);
    const { ranked, random } = before;
    const searched = ranked.map((own, at) => Math.min(own, random.least?.[at] ?? own, best.ranked[at] ?? own));
    this.#show({ ...before, searched }, question);
    const { ranking: _, ...each } = how;
    const alone = await this.#context.ask('alone', { ...each, count: mostAlone }, signal, [0.9, 1]);
    // The measured single cuts also count as found.
    const lowest = Math.min(...searched.slice(0, 1), ...alone.units.map(({ actual }) => alone.value + actual));
    this.#show({ ...before, alone: alone.units, searched: [lowest, ...searched.slice(1)] }, question);
    this.#showAlone(alone);
  }

  /** Takes over the experiment of a link, Back or a script, default: the usual one. */
  take() {
    const text = this.#context.experiment();
    if (text === this.#known) return false;
    this.#known = text;
    const given = experimentOf(text);
    if (text && (!given || ![...this.#kind.options].some(({ value }) => value === given.kind))) return false;
    this.#given = given;
    this.#isChosen = given !== null;
    for (const box of [this.#kind, this.#ranking, this.#rule]) box.selectedIndex = 0;
    if (given) [this.#kind.value, this.#ranking.value, this.#rule.value] = [given.kind, given.ranking, given.rule];
    return true;
  }

  get #text() {
    return experimentText({
      kind: this.#kind.value,
      ranking: this.#ranking.value,
      rule: this.#rule.value,
      draws: this.#draws,
      flow: this.#minimum.made ?? this.#given?.flow,
    });
  }

  /** @param {boolean} isChosen */
  #tell(isChosen) {
    this.#isChosen = isChosen;
    if (!isChosen || this.#text === this.#known) return;
    this.#known = this.#text;
    this.#context.setExperiment(this.#known);
  }

  async #copyLink() {
    const link = this.#context.link(this.#text);
    if (!link) return setText(this.#copied, tr('A link can’t point to a model on this device.'));
    setText(this.#copied, (await copyText(link)) ? tr('Copied') : tr('The browser blocked copying.'));
  }

  get #how() {
    return { kind: this.#kind.value, ranking: this.#ranking.value, among: this.#among.value };
  }

  /**
   * Whether units have a distance to the answer's position. Heads and patches have none, nor do the tokens of a text and its translation.
   */
  get #hasPlaces() {
    return !this.#context.translates && ['edge', 'token'].includes(this.#kind.value);
  }

  get #isWiping() {
    return isWiping(this.#how);
  }

  /** @param {Result} result @param {Question} question @param {boolean} [isLast] false while draws are too few for a verdict */
  #show(result, question, isLast = true) {
    this.#result = result;
    if (result.counts.length === 0) return setText(this.#said, tr('There is nothing to cut.'));
    const words = describeCurve(question, this.#how, this.#context);
    this.#measured.hidden = false;
    fit(this.#curves, (room) => curvesFigure(result, words, room));
    setText(this.#said, describeResult(question, this.#how, result, this.#othersTried(result.p, isLast), isLast));
  }

  /** The p of the other rankings that were tried for this question. @param {number} own of this one @param {boolean} isLast */
  #othersTried(own, isLast) {
    const on = JSON.stringify([this.#run?.recipe, this.#run?.question, this.#kind.value, this.#rule.value, this.#among.value]);
    const tried = this.#tried.get(on) ?? new Map();
    if (isLast) this.#tried.set(on, tried.set(this.#ranking.value, own));
    return [...tried].filter(([ranking]) => ranking !== this.#ranking.value).map(([, p]) => p);
  }

  /** @param {{value: number, all: number, units: (import('../run/parts.js').Unit & {predicted: number, actual: number})[]}} alone */
  #showAlone({ units, all }) {
    const run = /** @type {import('../run/parts.js').ShownRun} */ (this.#run);
    const points = units.map((unit) => ({
      ...unit,
      words: tr('{}: predicted {}, measured {}', describeUnit(unit, run), signed(unit.predicted), signed(unit.actual)),
    }));
    if (points.length === 0) return fit(this.#foreseen, null);
    const wrong = mostWrong(points, named);
    fit(this.#foreseen, (room) => scatterFigure(points, wrong, room));
    this.#wrong.replaceChildren(
      make('li', {
        className: 'muted',
        textContent:
          all > units.length
            ? tr('These are the {} of {} that gradients rank highest. Worst predictions:', units.length, all)
            : tr('Worst predictions:'),
      }),
      ...wrong.map((unit) =>
        make(
          'li',
          {},
          make('span', { textContent: unit.words }),
          button('experiment/cut', this.#isWiping ? tr('Wipe') : unit.layer === undefined ? tr('Hide') : tr('Cut'), () =>
            cutUnits(this.#context, [unit], run, ruleOf(this.#rule)),
          ),
        ),
      ),
    );
  }
}
