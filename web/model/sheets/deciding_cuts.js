// SPDX-License-Identifier: MIT
// @ts-check
// Finds a small set of cuts that changes the answer. Shows it as a list and as the circuit of this answer.

import { doesAnswer } from '../run/about.js';
import { tr } from '../../base/language.js';
import { draw, make, setText } from '../../base/elements.js';
import { headName, lacksMask, visibleText, distinctTexts, tokenNames } from '../run/answers.js';
import {
  amongChoice,
  button,
  choice,
  cutUnits,
  cutsOf,
  kinds,
  ruleOf,
  rules,
  signed,
  unitsAmong,
  describeUnit,
  missingQuestion,
} from '../run/parts.js';
import { figure } from '../../paper/svg.js';

/** @typedef {import('../run/parts.js').Unit} Unit */
/** @typedef {import('../given/answers.js').Answers['decide']} Decision */
/** Maximum size of a set. @typedef {NonNullable<Decision['others']>} Others */

const most = 20;

/**
 * Describes the change of the answer and the number of cuts.
 * @param {Decision} found @param {import('../run/parts.js').ShownRun} run @param {string} among the choice of tokens, '' for other units
 */
function foundWords({ found, units, runs, lead, leadAfter, ...answers }, run, among) {
  const [before, after] = distinctTexts([answers.before, answers.after]);
  const { minus = -1, against = '' } = run.question ?? {};
  const rival = run.recipe.target !== undefined && minus >= 0 ? tr('“{}”', visibleText(against)) : tr('the next-best answer');
  const where = among && ` ${unitsAmong(among)}`;
  if (!found)
    return (
      tr(
        'No set of up to {} cuts that changes the answer was found ({} runs). The lead of “{}” over {} went from {} to {}.',
        most,
        runs,
        before,
        rival,
        signed(lead),
        signed(leadAfter),
      ) + where
    );
  const leads = /** @type {const} */ ([before, after, before, rival, signed(lead), signed(leadAfter), runs]);
  // A set of one has no smaller set.
  return (
    (units.length > 1
      ? tr(
          '{} cuts turn “{}” into “{}”. “{}” led {} by {}. Its lead over the new answer is now {} ({} runs). A smaller set may exist.',
          units.length,
          ...leads,
        )
      : tr('One cut turns “{}” into “{}”. “{}” led {} by {}. Its lead over the new answer is now {} ({} runs).', ...leads)) + where
  );
}

export class DecidingCuts {
  #context;
  #kind;
  #rule = choice('decides/rule', tr('Rule'), rules(), () => this.#context.again());
  #among;
  #graph;
  #said = make('p', { className: 'answer-text', role: 'status' });
  #list = make('ol', { className: 'units' });
  #othersSaid = make('p', { role: 'status' });
  #others = make('ol', { className: 'others' });
  #circuit = make('div', { className: 'plot scroll' });
  #actions = make('p', { className: 'choose', hidden: true });
  /** @type {import('../run/parts.js').ShownRun | null} */
  #run = null;
  /** @type {Decision | null} */
  #decision = null;

  /** @param {import('../run/parts.js').Context} context */
  constructor(context) {
    this.#context = context;
    this.#kind = choice('decides/kind', tr('Kind of cut'), kinds(context), () => this.#context.again());
    const saved = context.saved('decide');
    if (saved) [this.#kind.value, this.#rule.value] = [saved.kind, saved.rule];
    this.#among = amongChoice('decides/among', context, () => this.#context.again());
    this.#graph = button('decides/graph', tr('Cut and show the graph'), () =>
      this.#context.graph(
        cutsOf(this.#decision?.units ?? [], this.#run?.pieces.length ?? 0),
        ruleOf(this.#rule),
        this.#run?.says.position ?? -1,
      ),
    );
    this.#actions.append(
      this.#graph,
      button('decides/cut', tr('Cut and ask why'), () => {
        const { about } = this.#run ?? {};
        const hasWhy = about && doesAnswer(about, 'blanked');
        if (hasWhy) this.#context.open('words');
        cutUnits(
          hasWhy ? { ...this.#context, cut: this.#context.cutHere } : this.#context,
          this.#decision?.units ?? [],
          this.#run,
          ruleOf(this.#rule),
        );
      }),
    );
    this.root = make(
      'div',
      {},
      make('p', {
        textContent: tr('A small set of cuts that changes the answer. Gradients suggest them and reruns confirm them.'),
      }),
      make('p', { className: 'choose' }, this.#kind, this.#rule, this.#among),
      this.#said,
      this.#list,
      this.#actions,
      this.#othersSaid,
      this.#others,
      this.#circuit,
    );
  }

  /** @param {import('../run/parts.js').ShownRun} run @param {AbortSignal} signal */
  async show(run, signal) {
    this.#run = run;
    this.#clear();
    const isToken = this.#kind.value === 'token';
    this.#rule.hidden = this.#kind.value === 'patch' || isToken; // these have only one rule
    this.#among.hidden = !isToken;
    this.#among.value = this.#context.among();
    this.#graph.hidden = this.#kind.value === 'patch' || this.#context.translates; // the edges are not part of one graph
    if (!run.question || run.question.kind === 'cosine')
      return setText(this.#said, lacksMask(run.says) ? missingQuestion(run) : tr('This needs a word or class as the answer.'));
    setText(this.#said, tr('Searching …'));
    signal.addEventListener('abort', () => this.#decision ?? setText(this.#said, ''));
    const how = { kind: this.#kind.value, rule: this.#rule.value, most, ...(isToken && { among: this.#among.value }) };
    /** @type {Decision} */
    const found = await this.#context.ask('decide', how, signal);
    this.#decision = found;
    setText(this.#said, foundWords(found, run, isToken ? this.#among.value : ''));
    if (!found.found) return;
    this.#showOthers(found, run);
    this.#list.replaceChildren(...found.units.map((unit) => make('li', {}, make('span', { textContent: describeUnit(unit, run) }))));
    this.#actions.hidden = false;
    // A head belongs to a layer and does not connect two tokens.
    const hasWays = !this.#context.translates && this.#kind.value !== 'head';
    if (hasWays) this.#circuit.replaceChildren(circuit(run, found.units));
  }

  /** Removes the last result. */
  #clear() {
    this.#decision = null;
    this.#actions.hidden = true;
    this.#list.replaceChildren();
    this.#others.replaceChildren();
    setText(this.#othersSaid, '');
    this.#circuit.replaceChildren();
  }

  /** Shows how unique the set is. @param {Decision} found @param {import('../run/parts.js').ShownRun} run */
  #showOthers({ others, units }, run) {
    if (!others) return;
    setText(this.#othersSaid, describeOtherSets(others, units.length));
    this.#others.replaceChildren(
      ...others.farthest.map((other) =>
        make('li', {
          textContent: tr(
            '{}: lead {}, answer “{}”',
            other.units.map((unit) => describeUnit(unit, run)).join('; '),
            signed(other.leadAfter),
            visibleText(other.after),
          ),
        }),
      ),
    );
  }
}

/** Describes other sets with the same effect. @param {Others} others @param {number} size of the found set */
export function describeOtherSets({ all, measured, changed, exchanged, changedByExchange, farthest }, size) {
  const found =
    size > 1
      ? tr(
          '{2} other sets of {1} cuts were tried. Among {3} with one cut exchanged, {4} change the answer. Among {5} random ones of about equal weight, {6} do.',
          size,
          measured,
          exchanged,
          changedByExchange,
          measured - exchanged,
          changed - changedByExchange,
        )
      : measured < all
        ? tr('Among {} other single cuts, the {} with the largest gradients were tried. {} change the answer.', all, measured, changed)
        : tr('{} of {} other single cuts change the answer.', changed, measured);
  return farthest.length > 0 ? `${found} ${tr('Largest changes:')}` : found;
}

/**
 * The start of an edge's label, right of its midpoint, on the side away from the edge. @param {[number, number]} from
 * @param {[number, number]} to above `from` @returns {{x: number, y: number}} of the text's baseline
 */
export const edgeLabelPlace = ([x1, y1], [x2, y2]) => ({ x: (x1 + x2) / 2 + 5, y: (y1 + y2) / 2 + (x2 > x1 ? 13 : x2 < x1 ? -5 : 4) });

/** Tokens as columns, layers as lines from the bottom up. The cuts are emphasised. @param {import('../run/parts.js').ShownRun} run @param {Unit[]} units */
function circuit({ pieces, about, says }, units) {
  const step = Math.max(26, Math.min(64, 900 / pieces.length));
  const rise = 44;
  const left = 70;
  const names = 70;
  const width = left + pieces.length * step;
  const height = names + about.layers * rise + 24;
  const x = (/** @type {number} */ token) => left + (token + 0.5) * step;
  const y = (/** @type {number} */ level) => height - names - level * rise;
  const levels = Array.from({ length: about.layers + 1 }, (_, level) => level);
  const lines = units.flatMap(({ layer, head, query, key }) => {
    if (query !== undefined && key !== undefined && layer !== undefined)
      return [
        draw(
          'line',
          { x1: x(key), y1: y(layer), x2: x(query), y2: y(layer + 1), class: 'line searched' },
          draw('title', {}, headName(Number(head))),
        ),
        draw('text', { ...edgeLabelPlace([x(key), y(layer)], [x(query), y(layer + 1)]), class: 'tick searched' }, headName(Number(head))),
      ];
    if (layer !== undefined)
      return [draw('text', { x: left - 8, y: y(layer) - rise / 2, 'text-anchor': 'end', class: 'tick searched' }, headName(Number(head)))];
    return [draw('circle', { cx: x(Number(key)), cy: y(0), r: 6, class: 'dot searched' })];
  });
  return figure(
    width,
    height,
    tr('The cuts by layer'),
    ...levels.map((level) =>
      draw('text', { x: 8, y: y(level), 'dominant-baseline': 'middle', class: 'tick' }, level === 0 ? tr('input') : tr('layer {}', level)),
    ),
    ...levels.flatMap((level) => pieces.map((_, token) => draw('circle', { cx: x(token), cy: y(level), r: 2, class: 'dot chance' }))),
    ...pieces.map((_, token) => draw('line', { x1: x(token), x2: x(token), y1: y(0), y2: y(about.layers), class: 'rule' })),
    ...lines,
    ...(says.position >= 0 ? [draw('circle', { cx: x(says.position), cy: y(about.layers), r: 5, class: 'dot own' })] : []),
    ...tokenNames(pieces.map(({ text }) => text)).map((text, token) =>
      draw(
        'text',
        {
          x: x(token),
          y: height - names + 16,
          'text-anchor': 'end',
          class: 'tick',
          transform: `rotate(-40 ${x(token)} ${height - names + 16})`,
        },
        text,
      ),
    ),
  );
}
