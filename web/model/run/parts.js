// SPDX-License-Identifier: MIT
// @ts-check
// What the sheets about a model share: choices, words for what is cut, numbers.

import { inLanguage, tr } from '../../base/words.js';
import { make } from '../../base/elements.js';
import { headWord, isUnasked, shown, shownApart, toFillIn, tokenNames } from './says.js';
import { readToken, stackNames } from './stacks.js';

/** @typedef {'edge' | 'head' | 'token' | 'patch'} Kind */
/** @typedef {{stack?: 'encoder' | 'decoder' | 'cross', layer?: number, head?: number, query?: number, key?: number, patch?: number, weight: number}} Unit layers, heads, tokens and patches from 0; of a model that translates edges and heads have their stack */
/** @typedef {import('./recipe.js').Cut} Cut */
/** @typedef {import('./recipe.js').Recipe} Recipe */
/** @typedef {'words' | 'all'} Among as in the page’s state */
/**
 * @typedef {object} Shown the run that the views show
 * @property {Recipe} recipe @property {import('./about.js').About} about
 * @property {import('./word_tests.js').Piece[]} pieces @property {import('./says.js').Says} says
 * @property {import('../cut/asked.js').Question | null} question
 * @property {string[]} [read] of a model that translates: the tokens that its decoder has read
 */
/**
 * @typedef {object} Context what a sheet asks of the page
 * @property {(name: string, args: Record<string, any>, signal: AbortSignal, part?: [number, number]) => Promise<any>} ask of the run that is shown; `part`: from where to where this leads of all that the view asks, from 0 to 1
 * @property {() => void} again asks again, of the same run
 * @property {boolean} readsPictures
 * @property {boolean} translates two stacks, with cross-attention between them
 * @property {(cuts: Cut[], rule: import('./recipe.js').Rule, wiped?: number[]) => void} cut adds them under the rule, or wipes patches, and runs again
 * @property {(cuts: Cut[], rule: import('./recipe.js').Rule, wiped?: number[]) => void} cutHere the same, and the view stays
 * @property {(values: import('../line/sentence_row.js').Value[] | null) => void} tint the sentence by these values; null: by those of the figure
 * @property {(name: string) => import('../picture/pictures.js').Picture | null} picture that a run has read, by its text; null: it is not on this machine
 * @property {() => number[][]} phrases tokens of the text that are tested together, besides each word
 * @property {(phrase: number[] | undefined) => void} forget a phrase
 * @property {() => number} layer of the page, from 1
 * @property {(panel: import('../../state.d.ts').PanelName) => void} open another view
 * @property {(clean: string, places: string, target: string) => void} swap parts of that text's run into this one, and ask about the target
 * @property {(layer: number, token: number) => void} go to this layer and output token
 * @property {(cuts: Cut[], rule: import('./recipe.js').Rule, position: number) => void} graph the same, and shows the rollout of this position traced
 * @property {() => Among} among the page’s choice of the tokens that take part in rankings
 * @property {(among: Among) => void} setAmong
 * @property {() => import('../cut/one_cut.js').Place} place what the views point at
 * @property {(output: number) => Promise<(number | null)[]>} shares of the inputs in an output, by the method that is shown
 * @property {(from: number, to: number) => Promise<{value: number, cut: number[][]}>} minimumCut of the flow between two tokens
 * @property {() => string} experiment the page’s choice of one (experimentText() of recipe.js); '': none yet
 * @property {(experiment: string) => void} setExperiment
 * @property {(experiment: string) => string | null} link that opens the run with this experiment; null: no link can name the model
 * @property {(blank: string) => void} score by intervention, with this blank, in Faithfulness
 * @property {(name: string, args: Record<string, any>) => boolean} knows the answer needs no run
 * @property {(text: string) => void} type runs this text in the place of the present one
 * @property {(text: string, at: number) => Promise<import('./says.js').Answer[]>} expected what the model expects of a text at one of its tokens, likeliest first
 * @property {() => {text: string, pair?: string}[]} texts so far, newest first
 * @property {(question: string) => Record<string, any> | null} saved arguments of the answer in an opened file; null: no file has one
 */
/**
 * @typedef {object} View of one question about the model
 * @property {HTMLElement} root
 * @property {() => boolean} [take] takes over what the page says of it; whether that is another than before
 * @property {(run: Shown, signal: AbortSignal) => Promise<void> | void} show asks, and draws what comes; again for each run
 * @property {() => void} [leave] another view comes in its place
 */

/** A change or a difference of logits, with its sign; small ones with a place more. @param {number} value @param {number} [places] */
export const signed = (value, places = Math.abs(value) < 0.1 && value !== 0 ? 3 : 2) =>
  inLanguage((value > 0 ? '+' : '') + value.toFixed(places)).replace('-', '−');

/** @param {string} id @param {string} label @param {[string, string][]} options @param {() => void} changed @param {string} [value] */
export function choice(id, label, options, changed, value = options[0][0]) {
  const select = make(
    'select',
    { 'data-id': id, 'aria-label': label, title: label, onchange: changed },
    ...options.map(([own, textContent]) => make('option', { value: own, textContent })),
  );
  select.value = value;
  return select;
}

/** The page’s one choice of the tokens that take part in rankings, as in Faithfulness. @param {string} id @param {Context} context @param {() => void} changed */
export function amongChoice(id, context, changed) {
  const made = choice(
    id,
    tr('Tokens that take part'),
    [
      ['words', tr('words')],
      ['all', tr('all tokens')],
    ],
    () => {
      context.setAmong(/** @type {Among} */ (made.value));
      changed();
    },
    context.among(),
  );
  return made;
}

/** As src/core/report/ranked_tokens.h says it. @param {string} among */
export const unitsAmong = (among) =>
  among === 'all' ? tr('All tokens take part.') : tr('Special tokens, attention sinks and the output’s own token do not take part.');

/** What can be cut; of a picture patches come first. @param {{readsPictures: boolean, translates?: boolean}} context @returns {[string, string][]} */
export const kinds = ({ readsPictures, translates = false }) => [
  ...(readsPictures ? /** @type {[string, string][]} */ ([['patch', tr('patches')]]) : []),
  ['edge', tr('attention weights')],
  ['head', tr('heads')],
  ['token', translates ? tr('tokens of the text') : tr('tokens')],
];
/** @returns {[string, string][]} */
export const rules = () => [
  ['zero', tr('weight to zero')],
  ['renormalise', tr('score to minus infinity')],
];

/** @param {HTMLSelectElement} choice of rules() */
export const ruleOf = (choice) => /** @type {import('./recipe.js').Rule} */ (choice.value);

/** "layer 1, head 1: keys → [MASK]". @param {Unit} unit @param {Pick<Shown, 'pieces' | 'read'>} run */
export function unitWords({ stack, layer, head, query, key, patch }, { pieces, read }) {
  const sources = tokenNames(pieces.map(({ text }) => text));
  const outputs = read ? tokenNames(read.map(readToken)) : sources;
  const name = (/** @type {string[]} */ names, /** @type {number} */ at) => names[at] ?? String(at + 1);
  if (patch !== undefined) return tr('patch {}', name(sources, Number(key)));
  if (layer === undefined) return tr('“{}” ({}), hidden', name(sources, Number(key)), Number(key) + 1);
  const place = /** @type {const} */ ([layer + 1, headWord(Number(head))]);
  const queries = stack === undefined || stack === 'encoder' ? sources : outputs;
  const keys = stack === 'decoder' ? outputs : sources;
  const own =
    query === undefined
      ? tr('layer {}, {}', ...place)
      : tr('layer {}, {}: {} → {}', ...place, name(keys, Number(key)), name(queries, query));
  return stack ? `${stackNames()[letters[stack]]}, ${own}` : own;
}

const letters = /** @type {const} */ ({ encoder: 'E', decoder: 'D', cross: 'C' });

/** Edges that hide a token of two stacks from all others, not from itself. @param {number} key @param {number} tokens how many there are */
export const others = (key, tokens) =>
  Array.from({ length: tokens }, (_, query) => query)
    .filter((query) => query !== key)
    .map((query) => `${query}>${key}`)
    .join();

/** A token that no other one reads, from a layer on, which counts from 0. @param {number} token @param {number} [from] @returns {Cut} */
export const hiddenToken = (token, from = 0) => ({ kind: 'hidden', text: from === 0 ? String(token) : `${from + 1}:${token}` });

/** As the list of cuts has them. @param {Unit[]} units @param {number} tokens of the run @param {boolean} [translates] @returns {Cut[]} */
export const cutsOf = (units, tokens, translates = false) =>
  units.map(({ stack, layer, head, query, key }) => {
    const letter = stack ? letters[stack] : '';
    if (layer === undefined)
      return translates ? { kind: 'edges', text: `E*:*:${others(Number(key), tokens)}; C*:*:*>${key}` } : hiddenToken(Number(key));
    if (query === undefined && stack === 'cross') return { kind: 'edges', text: `C${layer + 1}:${head}:*>*` }; // all that it draws
    if (query === undefined) return { kind: 'head', text: `${letter}${layer + 1}:${head}` };
    return { kind: 'edges', text: `${letter}${layer + 1}:${head}:${query}>${key}` };
  });

/** Cuts units of a run in the figure, or wipes them. @param {Context} context @param {Unit[]} units @param {Shown | null} run @param {import('./recipe.js').Rule} rule */
export function cutUnits(context, units, run, rule) {
  const patches = units.flatMap(({ patch }) => (patch === undefined ? [] : [patch]));
  if (patches.length > 0) context.cut([], rule, patches);
  // The edges of hidden tokens are masked before the softmax, whatever the rule for others.
  else
    context.cut(
      cutsOf(units, run?.pieces.length ?? 0, context.translates),
      context.translates && units.some(({ layer }) => layer === undefined) ? 'renormalise' : rule,
    );
}

/** @param {string} text */
export const capital = (text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** A share in whole hundredths: grids have no room for more. @param {number} part */
export const hundredths = (part) => `${inLanguage(String(Math.round(part * 100) || 0)).replace('-', '−')} %`;

/** What is asked about, in words. @param {import('../cut/asked.js').Question} question */
export function questionWords({ kind, name, title = name, minus, against, place = -1, isOutput = false }) {
  if (kind === 'cosine') return tr('cosine with “{}”', title);
  const what = minus < 0 ? tr('“{}”', shown(name)) : tr('“{}” against “{}”', ...shownApart([name, against]));
  const of = place < 0 ? what : isOutput ? tr('{} at token {} of the output', what, place + 1) : tr('{} at token {}', what, place + 1);
  return (
    { logit: tr('logit of {}', of), 'log-probability': tr('log-probability of {}', of), probability: tr('probability of {}', of) }[kind] ??
    of
  );
}

/** @param {string} id @param {string} textContent @param {() => void} onclick */
export const button = (id, textContent, onclick) =>
  make('button', { 'data-id': id, type: 'button', className: 'do', textContent, onclick });

/** Why nothing can be measured of a run without a question. @param {Shown} run */
export function whyNoQuestion({ about, says }) {
  if (isUnasked(says)) return toFillIn(about.mask);
  if (says.kind !== 'embedding') return tr('There is no question to this text yet: choose an answer to ask about.');
  return says.near?.length
    ? tr('There is no question to this text yet: choose a sentence to compare it with.')
    : tr('Type another sentence: similarity is between two of them.');
}
