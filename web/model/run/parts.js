// SPDX-License-Identifier: MIT
// @ts-check
// Shared parts of a model's sheets: choices, descriptions of cuts, numbers.

import { inLanguage, tr } from '../../base/language.js';
import { make } from '../../base/elements.js';
import { headName, lacksMask, visibleText, distinctTexts, toFillIn, tokenNames } from './answers.js';
import { readToken, stackNames } from './stacks.js';

/** @typedef {'edge' | 'head' | 'token' | 'patch'} Kind */
/** @typedef {{stack?: 'encoder' | 'decoder' | 'cross', layer?: number, head?: number, query?: number, key?: number, patch?: number, weight: number}} Unit layers, heads, tokens and patches from 0; stack: of edges and heads in a model that translates */
/** @typedef {import('./recipe.js').Cut} Cut */
/** @typedef {import('./recipe.js').Recipe} Recipe */
/** @typedef {'words' | 'all'} RankingScope as in the page’s state */
/**
 * @typedef {object} ShownRun the run in the views
 * @property {Recipe} recipe @property {import('./about.js').About} about
 * @property {import('./word_tests.js').Piece[]} pieces @property {import('./answers.js').AnswerList} says
 * @property {import('../cut/question_controls.js').Question | null} question
 * @property {string[]} [read] for a model that translates, the tokens that its decoder has read
 */
/** @typedef {import('./fields.js').Arguments} Arguments of questions */
/** @typedef {import('../given/answers.js').Answers} Answers */
/** A question that the views ask about a run. @typedef {keyof Arguments & keyof Answers} QuestionName */
/**
 * @typedef {object} Context the page's services for a sheet
 * @property {<Q extends QuestionName>(name: Q, args: Arguments[Q], signal: AbortSignal, part?: [number, number]) => Promise<Answers[Q]>} ask asks
 * about the current run; `part`: the range of the view's progress, from 0 to 1, that this request covers
 * @property {() => void} again asks again about the same run
 * @property {boolean} readsPictures
 * @property {boolean} translates the model has two stacks with cross-attention
 * @property {(cuts: Cut[], rule: import('./recipe.js').Rule, wiped?: number[]) => void} cut adds cuts under the rule, or wipes patches, and
 * runs again
 * @property {(cuts: Cut[], rule: import('./recipe.js').Rule, wiped?: number[]) => void} cutHere the same, but the view stays open
 * @property {(values: import('../line/sentence_row.js').Value[] | null) => void} tint colours the sentence by these values, null for the
 * figure's
 * @property {(name: string) => import('../picture/pictures.js').Picture | null} picture a run's picture by its text; null if it is not on
 * this machine
 * @property {() => {name: string, chains: import('../protein/structure.js').Chain[]} | null} structure the dropped structure of a protein
 * @property {() => import('../sound/sounds.js').Sounds | null} sounds of a model that hears
 * @property {(changes: Partial<Recipe>) => void} change runs the recipe with these changes
 * @property {(file: File) => Promise<boolean>} takeFile takes a file as input of the model; false if it is something else
 * @property {() => number[][]} phrases groups of tokens that are tested together, in addition to each word
 * @property {(phrase: number[] | undefined) => void} forget removes a group
 * @property {() => number} layer of the page, from 1
 * @property {(panel: import('../../state.d.ts').PanelName) => void} open opens another view
 * @property {(layer: number) => void} head shows the heads of a layer (from 0) in Heads
 * @property {(clean: string, places: string, target: string) => void} swap copies activations from that text's run into this one and asks
 * about the target
 * @property {(layer: number, token: number) => void} go shows this layer and output token
 * @property {(cuts: Cut[], rule: import('./recipe.js').Rule, position: number) => void} graph like `cut`, and shows the traced rollout of
 * this position
 * @property {() => RankingScope} among the page’s choice of tokens in rankings
 * @property {(among: RankingScope) => void} setAmong
 * @property {() => import('../cut/one_cut.js').Place} place the selection in the views
 * @property {(output: number) => Promise<(number | null)[]>} shares of the inputs in an output, by the page's method
 * @property {(from: number, to: number) => Promise<{value: number, cut: number[][]}>} minimumCut of the flow between two tokens
 * @property {() => string} experiment the page’s experiment (experimentText() of recipe.js), '' for none
 * @property {(experiment: string) => void} setExperiment
 * @property {(experiment: string) => string | null} link opens the run with this experiment; null if no link can name the model
 * @property {(score: {name: string, values: number[]}) => void} score shows these scores of the tokens in Faithfulness; name: of their test
 * @property {<Q extends QuestionName>(name: Q, args: Arguments[Q]) => boolean} knows whether the answer needs no run
 * @property {(text: string) => void} type runs this text instead
 * @property {(text: string, at: number) => Promise<import('./answers.js').Answer[]>} expected the model's predictions for one of a text's
 * tokens, most likely first
 * @property {() => {text: string, pair?: string}[]} texts earlier texts, newest first
 * @property {<Q extends QuestionName>(question: Q) => Arguments[Q] | null} saved arguments of the answer in an opened file, null for none
 */
/**
 * @typedef {object} View a view for one question about the model
 * @property {HTMLElement} root
 * @property {() => boolean} [take] takes over the page's settings; true if they differ
 * @property {(run: ShownRun, signal: AbortSignal) => Promise<void> | void} show asks and draws the answer, for each run
 * @property {() => void} [leave] another view replaces it
 */

/** A change or a difference of logits, with its sign. Small values have one more digit. @param {number} value @param {number} [places] */
export const signed = (value, places = Math.abs(value) < 0.1 && value !== 0 ? 3 : 2) =>
  inLanguage((value > 0 ? '+' : '') + value.toFixed(places)).replace('-', '−');

/**
 * @template {string} T @param {string} id @param {string} label @param {[T, string][]} options @param {() => void} changed @param {T} [value]
 * @returns {HTMLSelectElement & {value: T}}
 */
export function choice(id, label, options, changed, value = options[0][0]) {
  const select = make(
    'select',
    { 'data-id': id, 'aria-label': label, title: label, onchange: changed },
    ...options.map(([own, textContent]) => make('option', { value: own, textContent })),
  );
  select.value = value;
  return /** @type {HTMLSelectElement & {value: T}} */ (select);
}

/** The page’s choice of tokens in rankings, as in Faithfulness. @param {string} id @param {Context} context @param {() => void} changed */
export function amongChoice(id, context, changed) {
  const made = choice(
    id,
    tr('Ranked tokens'),
    [
      ['words', tr('words')],
      ['all', tr('all tokens')],
    ],
    () => {
      context.setAmong(/** @type {RankingScope} */ (made.value));
      changed();
    },
    context.among(),
  );
  return made;
}

/** In the words of src/core/report/ranked_tokens.h. @param {string} among */
export const unitsAmong = (among) =>
  among === 'all' ? tr('Includes all tokens.') : tr('Excludes special tokens, attention sinks and the output’s own token.');

/**
 * The kinds of units to cut. For a picture, patches come first.
 * @param {{readsPictures: boolean, translates?: boolean}} context @returns {[Kind, string][]}
 */
export const kinds = ({ readsPictures, translates = false }) => [
  ...(readsPictures ? /** @type {[Kind, string][]} */ ([['patch', tr('patches')]]) : []),
  ['edge', tr('attention weights')],
  ['head', tr('heads')],
  ['token', translates ? tr('tokens of the text') : tr('tokens')],
];
/** @returns {['zero' | 'renormalise', string][]} */
export const rules = () => [
  ['zero', tr('weight to zero')],
  ['renormalise', tr('score to minus infinity')],
];

/** @param {HTMLSelectElement} choice from rules() */
export const ruleOf = (choice) => /** @type {import('./recipe.js').Rule} */ (choice.value);

/** "layer 1, head 1: keys → [MASK]". @param {Unit} unit @param {Pick<ShownRun, 'pieces' | 'read'>} run */
export function describeUnit({ stack, layer, head, query, key, patch }, { pieces, read }) {
  const sources = tokenNames(pieces.map(({ text }) => text));
  const outputs = read ? tokenNames(read.map(readToken)) : sources;
  const name = (/** @type {string[]} */ names, /** @type {number} */ at) => names[at] ?? String(at + 1);
  if (patch !== undefined) return tr('patch {}', name(sources, Number(key)));
  if (layer === undefined) return tr('“{}” ({}), hidden', name(sources, Number(key)), Number(key) + 1);
  const place = /** @type {const} */ ([layer + 1, headName(Number(head))]);
  const queries = stack === undefined || stack === 'encoder' ? sources : outputs;
  const keys = stack === 'decoder' ? outputs : sources;
  const own =
    query === undefined
      ? tr('layer {}, {}', ...place)
      : tr('layer {}, {}: {} → {}', ...place, name(keys, Number(key)), name(queries, query));
  return stack ? `${stackNames()[letters[stack]]}, ${own}` : own;
}

const letters = /** @type {const} */ ({ encoder: 'E', decoder: 'D', cross: 'C' });

/**
 * For a model with two stacks, the edges that hide a token from all others but not from itself.
 * @param {number} key @param {number} tokens number of tokens
 */
export const others = (key, tokens) =>
  Array.from({ length: tokens }, (_, query) => query)
    .filter((query) => query !== key)
    .map((query) => `${query}>${key}`)
    .join();

/** Hides a token from all others from a layer (from 0) on. @param {number} token @param {number} [from] @returns {Cut} */
export const hiddenToken = (token, from = 0) => ({ kind: 'hidden', text: from === 0 ? String(token) : `${from + 1}:${token}` });

/**
 * Units in the format of the list of cuts.
 * @param {Unit[]} units @param {number} tokens number of tokens in the run @param {boolean} [translates] @returns {Cut[]}
 */
export const cutsOf = (units, tokens, translates = false) =>
  units.map(({ stack, layer, head, query, key }) => {
    const letter = stack ? letters[stack] : '';
    if (layer === undefined)
      return translates ? { kind: 'edges', text: `E*:*:${others(Number(key), tokens)}; C*:*:*>${key}` } : hiddenToken(Number(key));
    if (query === undefined && stack === 'cross') return { kind: 'edges', text: `C${layer + 1}:${head}:*>*` }; // all edges of the head
    if (query === undefined) return { kind: 'head', text: `${letter}${layer + 1}:${head}` };
    return { kind: 'edges', text: `${letter}${layer + 1}:${head}:${query}>${key}` };
  });

/** Cuts or wipes units of a run in the figure. @param {Context} context @param {Unit[]} units @param {ShownRun | null} run @param {import('./recipe.js').Rule} rule */
export function cutUnits(context, units, run, rule) {
  const patches = units.flatMap(({ patch }) => (patch === undefined ? [] : [patch]));
  if (patches.length > 0) context.cut([], rule, patches);
  // The edges of hidden tokens are masked before the softmax, whatever the rule.
  else
    context.cut(
      cutsOf(units, run?.pieces.length ?? 0, context.translates),
      context.translates && units.some(({ layer }) => layer === undefined) ? 'renormalise' : rule,
    );
}

/** @param {string} text */
export const capital = (text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** A share in whole hundredths, because grids have no space for more digits. @param {number} part */
export const hundredths = (part) => `${inLanguage(String(Math.round(part * 100) || 0)).replace('-', '−')} %`;

/**
 * The question in words.
 * @param {Pick<import('../cut/question_controls.js').Question, 'name' | 'title' | 'minus' | 'against' | 'place' | 'isOutput'> & {kind: string}} question
 */
export function describeQuestion({ kind, name, title = name, minus, against, place = -1, isOutput = false }) {
  if (kind === 'cosine') return tr('cosine with “{}”', title);
  const what = minus < 0 ? tr('“{}”', visibleText(name)) : tr('“{}” against “{}”', ...distinctTexts([name, against]));
  const of = place < 0 ? what : isOutput ? tr('{} at token {} of the output', what, place + 1) : tr('{} at token {}', what, place + 1);
  return (
    { logit: tr('logit of {}', of), 'log-probability': tr('log-probability of {}', of), probability: tr('probability of {}', of) }[kind] ??
    of
  );
}

/** @param {string} id @param {string} textContent @param {() => void} onclick */
export const button = (id, textContent, onclick) =>
  make('button', { 'data-id': id, type: 'button', className: 'do', textContent, onclick });

/** Explains why nothing can be measured without a question. @param {ShownRun} run */
export function missingQuestion({ about, says }) {
  if (lacksMask(says)) return toFillIn(about.mask);
  if (says.kind !== 'embedding') return tr('Choose an answer to ask about.');
  return says.near?.length ? tr('Choose a sentence to compare.') : tr('Type another sentence. Similarity needs two.');
}
