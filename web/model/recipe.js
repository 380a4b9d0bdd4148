// SPDX-License-Identifier: MIT
// @ts-check
// What a model was asked to run, as the text that links, histories and saved views know an example by (the `prompt` of an
// address): a text as it is, or, where there is more than a text, JSON.

import { programAddress } from '../boot/parts.js';

/**
 * @typedef {object} Recipe
 * @property {string} text
 * @property {string} [pair] the second text, of models that take two; of a model that translates what its decoder reads
 * @property {true | string[]} [chat] the text is a message, as the model's chat template puts it; of several turns those before it: messages and answers
 * @property {number} [beams] of the search by which it writes; without it the likeliest token each time
 * @property {Cut[]} [cuts] what is cut in the run, and which tokens are hidden
 * @property {Rule} [rule] how
 * @property {string} [target] what is asked about: an answer's id or two (`12-40`), before it `p:` for its probability or `lp:` for the
 *   logarithm of that; `cos:` and a text to compare with; behind it, or alone, `@7`: behind which token
 * @property {string} [scores] with scores of its tokens by intervention: how words are tested, or `usual`
 * @property {string} [wiped] numbers of the patches of a picture that are blank: `3;17`
 * @property {string} [ids] the tokens that a model wrote (`12,7`), where its tokenizer would split the text in another way
 * @property {string} [sheet] of older links: `experiment.` and experimentText(), which is a part of the view now
 * @property {{text: string, places: string}} [swap] what stands at these places of that text's run is taken over (`s3:6;H3:1;a2:4`, src/model/service/asks.h)
 */
/** @typedef {'zero' | 'renormalise' | 'mean'} Rule */
/** @typedef {{kind: 'edges' | 'head' | 'residual' | 'hidden', text: string}} Cut `text` as on the command line (src/model/ask/cut_text.h) */

const longest = 100_000;
const mostSaid = 200;
/** As in src/model/decoding/decode.h. */
const mostBeams = 16;

/** Whether it stands in a recipe. @param {unknown} value */
const hasValue = (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** @param {Recipe} recipe */
export function recipeText({ text, ...others }) {
  const given = /** @type {Record<string, any>} */ ({ ...others, rule: others.rule ?? 'zero' });
  const own = Object.keys(readers).filter((name) => (name === 'pair' ? given.pair !== undefined : hasValue(given[name])));
  // A rule is one of cuts, and a text that begins like JSON is written as JSON.
  const named = own.filter((name) => name !== 'rule' || own.includes('cuts')).map((name) => [name, given[name]]);
  if (named.length === 0 && !text.startsWith('{"')) return text;
  return JSON.stringify({ text, ...Object.fromEntries(named) });
}

/** A question about a run is not another run. @param {Recipe} recipe */
export const runText = (recipe) => recipeText({ ...recipe, target: undefined, scores: undefined, sheet: undefined });

const isText = (/** @type {unknown} */ one) => typeof one === 'string' && one.length <= longest;
/** @param {unknown} chat @returns {chat is true | string[]} */
const isChat = (chat) =>
  chat === true || (Array.isArray(chat) && chat.length > 0 && chat.length % 2 === 0 && chat.length <= mostSaid && chat.every(isText));
const kinds = new Set(['edges', 'head', 'residual', 'hidden']);
const rules = new Set(['zero', 'renormalise', 'mean']);
/** How words are tested (model/session/token_scores.h), and older links' names. */
const isTest = (/** @type {unknown} */ name) =>
  typeof name === 'string' && /^(usual|hide|mask|delete|replace(:.{1,100})?|unk|pad|eos|zero-pixels|zero-embedding|deletion)$/su.test(name);

/**
 * @typedef {object} Chosen of an experiment
 * @property {string} kind of what is cut @property {string} ranking @property {string} rule
 * @property {number} draws of the control
 * @property {[number, number]} [flow] from an input to an output: its minimum cut is cut, too
 */
/** As in sheets/draws.js. */
const mostDraws = 199;
const headRankings = new Set(['gradients', 'attention']);

/** As links have it: `edge.gradients.zero.99.2-6`. @param {Chosen} chosen */
export const experimentText = ({ kind, ranking, rule, draws, flow }) =>
  [kind, ranking, rule, draws, ...(flow ? [flow.join('-')] : [])].join('.');

/** @param {unknown} given of a stranger's link @returns {Chosen | null} null: it is no experiment, or not written as experimentText() does */
export function experimentOf(given) {
  const found =
    typeof given === 'string' &&
    /^(edge|head|token|patch)\.(gradients|relevance|rollout|flow|attention)\.(zero|renormalise)\.([1-9]\d{0,2})(?:\.(0|[1-9]\d{0,3})-(0|[1-9]\d{0,3}))?$/.exec(
      given,
    );
  if (!found) return null;
  const [, kind, ranking, rule, draws, from, to] = found;
  if (Number(draws) > mostDraws || (kind === 'head' && !headRankings.has(ranking))) return null;
  return {
    kind,
    ranking,
    rule,
    draws: Number(draws),
    ...(from && /** @type {{flow: [number, number]}} */ ({ flow: [Number(from), Number(to)] })),
  };
}

/**
 * The values beside the text, in the order that links have them: what a stranger's value is read as; undefined: it is none.
 * @type {Record<string, (given: any, cuts: Cut[]) => any>}
 */
const readers = {
  pair: (pair) => pair,
  wiped: (wiped) => (isText(wiped) && /^\d+(;\d+)*$/.test(wiped) ? wiped : undefined),
  ids: (ids) => (isText(ids) && /^\d+(,\d+)*$/.test(ids) ? ids : undefined),
  beams: (beams) => (Number.isInteger(beams) && beams > 1 && beams <= mostBeams ? beams : undefined),
  chat: (chat) => (isChat(chat) ? chat : undefined),
  cuts: (_, cuts) => (cuts.length > 0 ? cuts : undefined),
  rule: (rule, cuts) => (cuts.length === 0 ? undefined : rules.has(rule) ? rule : 'zero'),
  target: (target) => (isText(target) ? target : undefined),
  scores: (scores) => (scores === true ? 'usual' : isTest(scores) ? scores : undefined),
  swap: (swap) => (isText(swap?.text) && isText(swap?.places) ? { text: swap.text, places: swap.places } : undefined),
  sheet: (sheet) => (isText(sheet) && sheet.startsWith(ofSheet) && experimentOf(sheet.slice(ofSheet.length)) ? sheet : undefined),
};

/** What a stranger's link may say: anything that is not understood is taken as a text. @param {string} given @returns {Recipe} */
export function recipeOf(given) {
  if (!given.startsWith('{"')) return { text: given };
  let read;
  try {
    read = JSON.parse(given);
  } catch {
    return { text: given };
  }
  const { text, pair } = read ?? {};
  if (!isText(text) || (pair !== undefined && !isText(pair))) return { text: given };
  const cuts = (Array.isArray(read.cuts) ? read.cuts.slice(0, 256) : [])
    .filter((/** @type {any} */ cut) => kinds.has(cut?.kind) && isText(cut?.text))
    .map((/** @type {Cut} */ { kind, text: what }) => ({ kind, text: what }));
  const own = Object.entries(readers).map(([name, reader]) => [name, reader(read[name], cuts)]);
  return { text, ...Object.fromEntries(own.filter(([, value]) => value !== undefined)) };
}

/** What older links begin an experiment with. */
const ofSheet = 'experiment.';
const firstWords = '{"text":"';

/** A recipe of a link that lost its end on the way. Typed texts are never written so. @param {string} given */
export function isCutOff(given) {
  if (!given.startsWith('{"') || !(given.startsWith(firstWords) || firstWords.startsWith(given))) return false;
  try {
    JSON.parse(given);
    return false;
  } catch {
    return true;
  }
}

/**
 * The question that pointing at an answer asks: its log-probability. What moves all logits alike would move a logit.
 * @param {{id: number, isScore?: boolean}} answer isScore: there is no other answer @param {string} place `@7`, or ''
 */
export const targetOf = ({ id, isScore = false }, place) => `${isScore ? '' : 'lp:'}${id}${place}`;

/** The text that a target compares with. @param {string} [target] @returns {string | undefined} none */
export const comparedWith = (target = '') => (target.startsWith('cos:') ? target.slice('cos:'.length) : undefined);

/** `@7` of a target that is about the output behind a token; else ''. @param {string} [target] */
export const placeIn = (target = '') => (target.startsWith('cos:') ? '' : (/@\d+$/.exec(target)?.[0] ?? ''));

/** 7 of it; else null. @param {string} [target] */
export function positionIn(target) {
  const place = placeIn(target);
  return place ? Number(place.slice(1)) : null;
}

/** The address of what is shown, with this experiment. @param {string} hash of the page @param {Recipe} recipe @param {string} experiment @returns {string | null} null: it names no model */
export function linkTo(hash, recipe, experiment) {
  const fields = hash
    .replace(/^#/, '')
    .split('&')
    .filter((field) => !/^(prompt|experiment)=/.test(field));
  return fields.some((field) => field.startsWith('model='))
    ? `${programAddress()}#${[...fields, `experiment=${experiment}`, `prompt=${encodeURIComponent(recipeText(recipe))}`].join('&')}`
    : null;
}

/** A picture's patches that are blank, and more of them. @param {Recipe} recipe @param {number[]} patches @returns {Partial<Recipe>} */
export const alsoWiped = ({ wiped }, patches) => ({
  wiped: [...new Set([...(wiped?.split(';') ?? []), ...patches.map(String)])].join(';'),
});
