// SPDX-License-Identifier: MIT
// @ts-check
// Does the picture hold? What a method ranks first is cut, with three controls: random ones of about the same weight (of patches and heads: any), the
// nearest first, and the best that any cuts have found. Then what gradients predict of each cut and what it does, and the minimum cut of a flow.

import { copyText } from '../../base/clipboard.js';
import { tr } from '../../base/words.js';
import { make, say } from '../../base/elements.js';
import { experimentOf, experimentText } from '../run/recipe.js';
import { adoptMethodColours } from '../../paper/method_colours.js';
import { curvesFigure, mostWrong, scatterFigure } from './curves.js';
import { curveWords, isWiping, rankings, resultWords, allDraws, drawsFor, firstDraws, leastDraws } from './experiment_words.js';
import { MinimumCut } from './minimum_cut.js';
import {
  amongChoice,
  button,
  choice,
  cutUnits,
  kinds,
  questionWords,
  ruleOf,
  rules,
  signed,
  unitWords,
  whyNoQuestion,
} from '../run/parts.js';
import { fit } from '../../paper/svg.js';

/** Milliseconds of draws that are asked for at once. */
const piece = 2500;
/** Cuts that are shown one by one: those that the search has measured. */
const mostAlone = 128;
const named = 5;

/** @typedef {import('../cut/asked.js').Question} Question */
/** What is cut, in which order and how. @typedef {Omit<import('../run/fields.js').Arguments['experiment'], 'draws'>} How */
/** @typedef {import('../given/answers.js').Answers} Answers */
/**
 * What stands in the files: the ranking against random ones; then the control by position, the best that was found, and each cut by itself.
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
  #said = make('p', { className: 'said', role: 'status' });
  /** All that needs a question. */
  #measured = make('div', {});
  #curves = make('div', { className: 'plot' });
  #aloneSaid = make('p');
  #foreseen = make('div', { className: 'plot' });
  #wrong = make('ul', { className: 'units' });
  /** @type {Result | null} */
  #result = null;
  #draws = leastDraws;
  /** Draws that its reader asked for. */
  #wanted = 0;
  /** The p of each ranking that was tried, by what it was tried on: Holm's correction is for all of them. @type {Map<string, Map<string, number>>} */
  #tried = new Map();
  #more = button('experiment/draws', tr('Make {} draws', allDraws), () => {
    this.#wanted = allDraws;
    this.#isChosen = true;
    this.#context.again();
  });
  /** What a link says, until its reader chooses otherwise. @type {import('../run/recipe.js').Chosen | null} */
  #given = null;
  /** Its reader or a link chose one: the page knows it. */
  #isChosen = false;
  /** As the page has it. */
  #known = '';
  #minimum;
  #copied = make('span', { className: 'muted', role: 'status' });

  /** @type {import('../run/parts.js').Shown | null} */
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

  /** @param {import('../run/parts.js').Shown} run @param {AbortSignal} signal */
  async show(run, signal) {
    this.#run = run;
    this.#minimum.set(run, signal);
    say(this.#copied, '');
    const { question } = run;
    this.#measured.hidden = true; // until there are numbers of this run
    fit(this.#foreseen, null);
    this.#wrong.replaceChildren();
    if (!question) return say(this.#said, whyNoQuestion(run));
    this.#fitChoices();
    const among = this.#kind.value === 'token' && { among: this.#among.value };
    const how = { kind: this.#kind.value, ranking: this.#ranking.value, rule: this.#rule.value, ...among };
    say(this.#said, this.#isWiping ? tr('Wiping …') : tr('Cutting …'));
    this.#result = null;
    signal.addEventListener('abort', () => this.#result ?? say(this.#said, ''));
    let result = await this.#draw(how, question, signal);
    if (this.#hasPlaces) {
      const control = await this.#context.ask('experiment', { ...how, ranking: 'nearest', draws: 0 }, signal, [0.6, 0.62]);
      result = { ...result, nearest: control.ranked };
    }
    await this.#search(result, how, question, signal);
    if (this.#given?.flow) await this.#minimum.cut(this.#given.flow);
  }

  /** Choices that this kind of cut does not have, and what is said of cuts one by one. */
  #fitChoices() {
    const isHeads = this.#kind.value === 'head';
    if (isHeads && !['gradients', 'attention'].includes(this.#ranking.value)) this.#ranking.value = 'gradients';
    const isToken = this.#kind.value === 'token';
    this.#rule.hidden = this.#isWiping || isToken; // those have one way
    this.#among.hidden = !isToken;
    this.#among.value = this.#context.among();
    say(
      this.#aloneSaid,
      this.#isWiping
        ? tr('Measured change for each patch, against its gradient’s first-order prediction. On the line, gradients are right.')
        : tr('Measured change for each cut, against its gradient’s first-order prediction (−A·dA). On the line, gradients are right.'),
    );
    for (const option of this.#ranking.options) option.disabled = isHeads && !['gradients', 'attention'].includes(option.value);
  }

  /**
   * The ranking against random ones, of which a fast model takes more.
   * @param {How} how @param {Question} question @param {AbortSignal} signal @returns {Promise<Result>}
   */
  async #draw(how, question, signal) {
    const began = performance.now();
    const drawn = async (/** @type {number} */ count, /** @type {[number, number]} */ part, isLast = true) => {
      const measured = await this.#context.ask('experiment', { ...how, draws: count }, signal, part);
      const made = { question: questionWords(question), ...how, ...measured };
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
    // In pieces: a text that is typed or a cut that is switched meanwhile waits for one of them, not for all.
    const atOnce = Math.max(Math.floor((firstDraws * piece) / took), firstDraws);
    for (let from = firstDraws, to = from; to < count; from = to) {
      to = count - from < 2 * atOnce ? count : from + atOnce;
      const part = (/** @type {number} */ draws) => 0.05 + (0.55 * (draws - firstDraws)) / (count - firstDraws);
      result = await drawn(to, [part(from), part(to)], to === count);
    }
    if (count <= firstDraws) this.#show(result, question);
    return result;
  }

  /** The best cuts that a search finds, then cuts one by one. @param {Result} before @param {How} how @param {Question} question @param {AbortSignal} signal */
  async #search(before, how, question, signal) {
    const best = await this.#context.ask('experiment', { ...how, ranking: 'search', draws: 0 }, signal, [0.62, 0.9]);
    const { ranked, random } = before;
    const searched = ranked.map((own, at) => Math.min(own, random.least?.[at] ?? own, best.ranked[at] ?? own));
    this.#show({ ...before, searched }, question);
    const { ranking: _, ...each } = how;
    const alone = await this.#context.ask('alone', { ...each, count: mostAlone }, signal, [0.9, 1]);
    // What is measured one by one counts among what was found.
    const lowest = Math.min(...searched.slice(0, 1), ...alone.units.map(({ actual }) => alone.value + actual));
    this.#show({ ...before, alone: alone.units, searched: [lowest, ...searched.slice(1)] }, question);
    this.#showAlone(alone);
  }

  /** As a link, Back or a script has it; without one the usual. */
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
    if (!link) return say(this.#copied, tr('A link can’t point to a model on this device.'));
    say(this.#copied, (await copyText(link)) ? tr('Copied') : tr('The browser blocked copying.'));
  }

  get #how() {
    return { kind: this.#kind.value, ranking: this.#ranking.value, among: this.#among.value };
  }

  /** Whether units are near to where the answer is read, or far: a text and its translation share no places, nor do patches or heads. */
  get #hasPlaces() {
    return !this.#context.translates && ['edge', 'token'].includes(this.#kind.value);
  }

  get #isWiping() {
    return isWiping(this.#how);
  }

  /** @param {Result} result @param {Question} question @param {boolean} [isLast] of few draws nothing can be told yet */
  #show(result, question, isLast = true) {
    this.#result = result;
    if (result.counts.length === 0) return say(this.#said, tr('Nothing to cut.'));
    const words = curveWords(question, this.#how, this.#context);
    this.#measured.hidden = false;
    fit(this.#curves, (room) => curvesFigure(result, words, room));
    say(this.#said, resultWords(question, this.#how, result, this.#othersTried(result.p, isLast), isLast));
  }

  /** The p of the other rankings that were tried of this question. @param {number} own of this one @param {boolean} isLast */
  #othersTried(own, isLast) {
    const on = JSON.stringify([this.#run?.recipe, this.#run?.question, this.#kind.value, this.#rule.value, this.#among.value]);
    const tried = this.#tried.get(on) ?? new Map();
    if (isLast) this.#tried.set(on, tried.set(this.#ranking.value, own));
    return [...tried].filter(([ranking]) => ranking !== this.#ranking.value).map(([, p]) => p);
  }

  /** @param {{value: number, all: number, units: (import('../run/parts.js').Unit & {predicted: number, actual: number})[]}} alone */
  #showAlone({ units, all }) {
    const run = /** @type {import('../run/parts.js').Shown} */ (this.#run);
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
            ? tr('The {} that gradients rank highest, of {}. Worst predictions:', units.length, all)
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
