// SPDX-License-Identifier: MIT
// @ts-check
// The circuit that tells two texts apart: scores of edges by EAP-IG, those of the heads, exact patches, and the test of circuits by size.
// Each size is a request of its own, so that a test that is stopped keeps its points.

import { tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';
import { keep } from '../../base/files.js';
import { button, capital, describeQuestion, missingQuestion, signed } from '../run/parts.js';
import { circuitOf, circuitText } from '../run/recipe.js';
import { fit } from '../../paper/svg.js';
import { mibText } from './mib.js';
import { edgeWords, graphFigure, testFigure } from './figures.js';
import { CircuitHeads, effectsOf } from './heads.js';
import { comparable, describeTest, sizes } from './sizes.js';

/** @typedef {import('../given/answers.js').Answers['circuit']} Answer */
/** @typedef {import('./figures.js').Edge} Edge */
/** @typedef {import('./sizes.js').Tested} Tested */
/** @typedef {Required<Pick<Answer, 'layers' | 'heads' | 'sources' | 'edges' | 'values' | 'clean' | 'corrupt' | 'headScores'>> & Answer} Scores */

/** Edges in the list. */
const listed = 10;
const mostBytes = 4e6;

/** The text that the site suggests next to one of its own. @param {import('../run/parts.js').ShownRun} run */
const secondOf = ({ recipe: { text }, about: { instead = {} } }) => (Object.hasOwn(instead, text) ? instead[text] : undefined);

export class Circuit {
  #context;
  #other = make('input', {
    'data-id': 'circuit/text',
    type: 'text',
    className: 'clean',
    'aria-label': tr('The other text'),
    placeholder: tr('Another text'),
    onkeydown: (/** @type {KeyboardEvent} */ { key, isComposing }) => key === 'Enter' && !isComposing && this.#context.again(),
    onchange: () => this.#context.again(),
  });
  #pairs = make('textarea', {
    'data-id': 'circuit/pairs',
    className: 'circuit-list',
    'aria-label': tr('List of pairs'),
    placeholder:
      '{"clean": "…", "corrupt": "…", "answer": "…", "against": "…"}\n' +
      '{"template": "the {noun} [MASK]", "noun": [["keys", "key"]], "answer": "are", "against": "is"}',
    onchange: () => this.#context.again(),
  });
  #cost = make('p', { 'data-id': 'circuit/cost', className: 'muted', role: 'status' });
  #start = button('circuit/start', tr('Find the circuit'), () => {
    this.#startedFor = this.#key;
    this.#context.again();
  });
  #said = make('p', { className: 'answer-text', role: 'status' });
  #found = make('div', { hidden: true });
  #keep = make('input', {
    'data-id': 'circuit/edges',
    className: 'circuit-keep',
    type: 'range',
    min: 0,
    max: 100,
    'aria-label': tr('Edges in the circuit'),
    oninput: () => {
      this.#kept = this.#fromSlider(Number(this.#keep.value));
      this.#drawGraph();
    },
    onchange: () => this.#record(),
  });
  #keptSaid = make('span', { 'data-id': 'circuit/kept' });
  #graph = make('div', { className: 'plot scroll' });
  #list = make('ol', { className: 'units' });
  #detail = make('p', { 'data-id': 'circuit/edge', className: 'detail', role: 'status' });
  #heads;
  #testSaid = make('p', { 'data-id': 'circuit/test', role: 'status' });
  #curve = make('div', { className: 'plot scroll' });
  /** @type {import('../run/parts.js').ShownRun | null} */
  #run = null;
  /** The pairs and the run in question. */
  #key = '';
  #startedFor = '';
  #scoresOf = '';
  /** @type {Scores | null} */
  #scores = null;
  /** Largest first. @type {Edge[]} */
  #edges = [];
  /** @type {Tested[]} */
  #tested = [];
  /** Edges above the threshold. */
  #kept = 0;
  #chosen = '';
  #signal = new AbortController().signal;

  /** @param {import('../run/parts.js').Context} context */
  constructor(context) {
    this.#context = context;
    this.#heads = new CircuitHeads(context.head, () => this.#record());
    const saved = context.saved('circuit');
    if (saved) [this.#other.value, this.#pairs.value] = [saved.text ?? '', saved.pairs ?? ''];
    const given = circuitOf(context.experiment());
    if (given) [this.#heads.score, this.#kept] = [given.score, given.edges];
    const pairs = make(
      'details',
      { 'data-id': 'circuit/list', ondragover: (/** @type {Event} */ event) => event.preventDefault() },
      make('summary', { 'data-id': 'circuit/list/open', textContent: tr('A list of pairs instead') }),
      make('p', { className: 'muted', textContent: tr('Paste or drop JSON Lines. MIB’s rows work too.') }),
      this.#pairs,
    );
    pairs.addEventListener('drop', (event) => void this.#drop(event));
    this.#found.append(
      make('p', { className: 'choose' }, this.#keep, this.#keptSaid),
      this.#graph,
      make('p', { className: 'muted', textContent: tr('Click an edge to patch it.') }),
      this.#detail,
      this.#list,
      this.#heads.root,
      make('h3', { textContent: tr('Test') }),
      this.#testSaid,
      this.#curve,
      make(
        'p',
        { className: 'choose' },
        button('circuit/mib', tr('Save as MIB’s JSON'), () => this.#save()),
      ),
    );
    this.root = make(
      'div',
      {},
      make('p', { textContent: tr('Type a text with the same number of tokens and another answer (“key” for “keys”).') }),
      make('p', { className: 'choose' }, this.#other, this.#start),
      pairs,
      this.#cost,
      this.#said,
      this.#found,
    );
  }

  /** @param {DragEvent} event */
  async #drop(event) {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    if (file.size > mostBytes) return setText(this.#said, tr('The list has more than {} MB.', mostBytes / 1e6));
    this.#pairs.value = await file.text();
    this.#context.again();
  }

  /** @returns {import('../run/parts.js').Arguments['circuit']} */
  #which() {
    const pairs = this.#pairs.value.trim();
    return pairs ? { pairs } : { text: this.#other.value.trim() };
  }

  /** Whether the page's address has another score or threshold. */
  take() {
    const given = circuitOf(this.#context.experiment());
    if (!given || (given.score === this.#heads.score && given.edges === this.#kept)) return false;
    [this.#heads.score, this.#kept] = [given.score, given.edges];
    this.#drawGraph();
    return false;
  }

  #record() {
    this.#context.setExperiment(circuitText({ score: this.#heads.score, edges: this.#kept }));
  }

  /** @param {import('../run/parts.js').ShownRun} run @param {AbortSignal} signal */
  async show(run, signal) {
    this.#run = run;
    this.#signal = signal;
    const texts = this.#context.texts().filter(({ text }) => text !== run.recipe.text);
    if (!this.#other.value && !this.#pairs.value) this.#other.value = texts[0]?.text ?? secondOf(run) ?? '';
    const which = this.#which();
    this.#key = JSON.stringify([which, run.recipe]);
    const isKnown = this.#scoresOf === this.#key;
    const isSaved = this.#context.saved('circuit') !== null;
    const isStarted = isKnown || this.#startedFor === this.#key || isSaved;
    this.#found.hidden = !isKnown;
    this.#start.hidden = isStarted;
    setText(this.#cost, '');
    if (!isKnown) setText(this.#said, '');
    if (!run.question && !which.pairs) return setText(this.#said, missingQuestion(run));
    if (!which.pairs && !which.text) return;
    if (which.text === run.recipe.text) return setText(this.#said, tr('Both texts are the same.'));
    if (!isStarted) return this.#tellCost(which, signal);
    if (!isKnown) setText(this.#said, tr('Running …'));
    // The model keeps the last scores, so that this costs nothing after a stop.
    const scores = await this.#context.ask('circuit', { ...which, measure: 'scores' }, signal, [0, 0.2]);
    if (!isKnown) this.#take(/** @type {Scores} */ (scores));
    await this.#test(which, signal);
  }

  /** The cost, before anything is computed. The time is that of one patch, which takes four passes. @param {import('../run/parts.js').Arguments['circuit']} which @param {AbortSignal} signal */
  async #tellCost(which, signal) {
    const { edges, passes, pairs } = /** @type {{edges?: unknown, passes?: number, pairs?: number}} */ (
      await this.#context.ask('circuit', { ...which, measure: 'no' }, signal)
    );
    const runs = Math.round(passes ?? 0);
    const numbers =
      (pairs ?? 1) > 1
        ? tr('{} edges, {} pairs, about {} forward passes.', Number(edges), pairs, runs)
        : tr('{} edges, about {} forward passes.', Number(edges), runs);
    setText(this.#cost, numbers);
    const began = performance.now();
    await this.#context.ask('circuit', { ...which, measure: 'edge', edge: 'input->logits' }, signal);
    const seconds = ((performance.now() - began) / 1000 / (4 * (pairs ?? 1))) * (passes ?? 0);
    setText(this.#cost, `${numbers} ${tr('About {} s.', Math.max(Math.ceil(seconds), 1))}`);
  }

  /** @param {Scores} scores */
  #take(scores) {
    this.#scores = scores;
    this.#scoresOf = this.#key;
    this.#tested = [];
    this.#chosen = '';
    setText(this.#detail, '');
    this.#edges = scores.edges
      .map((name, at) => ({ name, from: name.split('->')[0], to: name.split('->')[1], score: scores.values[at] }))
      .sort((a, b) => Math.abs(b.score) - Math.abs(a.score));
    if (this.#kept < 1 || this.#kept > this.#edges.length) this.#kept = Math.min(this.#edges.length, 9);
    this.#keep.value = String(this.#toSlider(this.#kept));
    const { question } = /** @type {import('../run/parts.js').ShownRun} */ (this.#run);
    const what = question && !this.#pairs.value.trim() ? capital(describeQuestion(question)) : tr('The answers’ mean lead');
    const apart = Math.abs(scores.clean - scores.corrupt);
    setText(
      this.#said,
      `${tr('{}: {} here, {} in the other text.', what, signed(scores.clean), signed(scores.corrupt))} ${
        apart < 1e-3 ? tr('The two runs don’t differ.') : tr('Largest: {} ({}).', edgeWords(this.#edges[0]), signed(this.#edges[0].score))
      }`,
    );
    this.#found.hidden = false;
    this.#drawGraph();
    this.#heads.show(scores, this.#edges);
    this.#drawTest();
  }

  /** The slider is logarithmic. @param {number} at */
  #fromSlider(at) {
    return Math.round(Math.min(this.#edges.length, 2000) ** (at / 100));
  }

  /** @param {number} count */
  #toSlider(count) {
    return (100 * Math.log(Math.max(count, 1))) / Math.log(Math.max(Math.min(this.#edges.length, 2000), 2));
  }

  #drawGraph() {
    const scores = this.#scores;
    if (!scores) return;
    const least = Math.abs(this.#edges[this.#kept - 1].score);
    setText(this.#keptSaid, tr('{} of {} edges (score at least {})', this.#kept, this.#edges.length, signed(least).replace('+', '')));
    const effects = effectsOf(this.#edges);
    fit(this.#graph, (room) =>
      graphFigure(
        {
          size: scores,
          nodes: scores.sources,
          edges: this.#edges,
          kept: this.#kept,
          chosen: this.#chosen,
          effects,
          pick: (edge) => void this.#patch(edge),
        },
        room,
      ),
    );
    this.#list.replaceChildren(
      ...this.#edges.slice(0, Math.min(this.#kept, listed)).map((edge) =>
        make(
          'li',
          {},
          make('span', { textContent: `${edgeWords(edge)}: ${signed(edge.score)}` }),
          button(`circuit/patch/${edge.name}`, tr('Patch'), () => void this.#patch(edge)),
        ),
      ),
    );
  }

  /** Patches an edge in both directions. @param {Edge} edge */
  async #patch(edge) {
    this.#chosen = edge.name;
    this.#drawGraph();
    setText(this.#detail, tr('Running …'));
    try {
      const { clean, corrupt, noise, denoise } = /** @type {Record<'clean' | 'corrupt' | 'noise' | 'denoise', number>} */ (
        /** @type {unknown} */ (
          await this.#context.ask('circuit', { ...this.#which(), measure: 'edge', edge: edge.name }, new AbortController().signal)
        )
      );
      if (this.#chosen !== edge.name) return;
      const name = edgeWords(edge);
      setText(
        this.#detail,
        tr(
          '{}: with the other text’s value this text goes from {} to {}. With this text’s value the other goes from {} to {}.',
          ...[name, signed(clean), signed(clean + noise), signed(corrupt), signed(corrupt + denoise)],
        ),
      );
    } catch (error) {
      setText(this.#detail, /** @type {Error} */ (error).message);
    }
  }

  /** @param {import('../run/parts.js').Arguments['circuit']} which @param {AbortSignal} signal */
  async #test(which, signal) {
    for (let size = this.#tested.length; size < sizes; size += 1) {
      const part = /** @type {[number, number]} */ ([0.2 + (0.8 * size) / sizes, 0.2 + (0.8 * (size + 1)) / sizes]);
      const tested = await this.#context.ask('circuit', { ...which, measure: 'size', size }, signal, part);
      if (signal.aborted || this.#signal !== signal) return;
      this.#tested.push(/** @type {Tested} */ (/** @type {unknown} */ (tested)));
      this.#drawTest();
    }
  }

  #drawTest() {
    const points = comparable(this.#tested);
    setText(this.#testSaid, describeTest(this.#tested));
    fit(this.#curve, points.length > 1 ? (room) => testFigure(points, room) : null);
  }

  #save() {
    if (!this.#scores) return;
    const inside = new Set(this.#edges.slice(0, this.#kept).map(({ name }) => name));
    keep(new Blob([mibText(this.#scores, inside, this.#tested)], { type: 'application/json' }), 'circuit.json');
  }
}
