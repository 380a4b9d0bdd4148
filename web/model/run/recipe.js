// SPDX-License-Identifier: MIT
// @ts-check
// What a model was asked to run, as the text that links, histories and saved views know an example by (the `prompt` of an
// address): a text as it is, or, where there is more than a text, JSON.

import { recipeFields } from './fields.js';
import { programAddress } from '../../base/parts.js';

/**
 * As src/model/service/recipe.h describes it; `sheet` of older links: `experiment.` and experimentText(), which is a part of the view now.
 * @typedef {import('./fields.js').Fields & {sheet?: string}} Recipe
 */
/** @typedef {NonNullable<Recipe['rule']>} Rule */
/** @typedef {NonNullable<Recipe['cuts']>[number]} Cut `text` as on the command line (src/model/ask/cut_text.h) */

const longest = 100_000;

/** Whether it stands in a recipe. @param {unknown} value */
const hasValue = (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** @param {Recipe} recipe */
export function recipeText({ text, ...others }) {
  const given = /** @type {Record<string, any>} */ ({ ...others, rule: others.rule ?? 'zero' });
  const own = names.filter((name) => (name === 'pair' ? given.pair !== undefined : hasValue(given[name])));
  // A rule is one of cuts, and a text that begins like JSON is written as JSON.
  const named = own.filter((name) => name !== 'rule' || own.includes('cuts')).map((name) => [name, given[name]]);
  if (named.length === 0 && !text.startsWith('{"')) return text;
  return JSON.stringify({ text, ...Object.fromEntries(named) });
}

/** A question about a run is not another run. @param {Recipe} recipe */
export const runText = (recipe) => recipeText({ ...recipe, target: undefined, scores: undefined, sheet: undefined });

/** What of it is of the text and how it is read, not of one run. @param {Recipe} recipe */
export const howRead = ({ text: _, pair, ids, cuts, rule, swap, target, scores, sheet, ...how }) => how;

/** A stranger's value as the service's table has it. @param {import('./fields.js').Field} field @param {any} given @returns {any} undefined: it is none */
function readValue({ kind, least = 0, most = longest, choices = [], fields = [] }, given) {
  const good = {
    text: () => typeof given === 'string' && given.length <= Math.min(most, longest),
    whole: () => Number.isInteger(given) && given >= least && given <= most,
    choice: () => choices.includes(given),
    talk: () =>
      given === true || (Array.isArray(given) && given.length > 0 && given.length % 2 === 0 && given.length <= most && given.every(isText)),
  };
  if (kind === 'list' && Array.isArray(given)) {
    const all = given.slice(0, most).map((one) => readValue({ name: '', kind: 'object', fields }, one));
    const read = all.filter((one) => one !== undefined);
    return read.length > 0 ? read : undefined;
  }
  if (kind === 'object') {
    const own = fields.map((field) => [field.name, readValue(field, given?.[field.name])]);
    return own.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(own);
  }
  return good[/** @type {keyof good} */ (kind)]?.() ? given : undefined;
}
const isText = (/** @type {unknown} */ one) => readValue({ name: '', kind: 'text' }, one) !== undefined;
/** How words are tested (model/session/token_scores.h), and older links' names. */
const isTest = (/** @type {unknown} */ name) =>
  typeof name === 'string' && /^(usual|hide|mask|delete|replace(:.{1,100})?|unk|pad|eos|zero-pixels|zero-embedding|deletion)$/su.test(name);

/**
 * @typedef {object} Chosen of an experiment
 * @property {string} kind of what is cut @property {string} ranking @property {string} rule
 * @property {number} draws of the control
 * @property {[number, number]} [flow] from an input to an output: its minimum cut is cut, too
 */
/** As in sheets/experiment_words.js. */
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
 * What is asked of a value besides its kind, and what older links have in its place.
 * @type {Record<string, (given: any, cuts?: Cut[]) => any>}
 */
const readers = {
  wiped: (wiped) => (/^\d+(;\d+)*$/.test(wiped) ? wiped : undefined),
  ids: (ids) => (/^\d+(,\d+)*$/.test(ids) ? ids : undefined),
  beams: (beams) => (beams > 1 ? beams : undefined),
  rule: (rule, cuts) => cuts && (rule ?? 'zero'),
  scores: (scores) => (isTest(scores) ? scores : undefined),
};
const names = [...recipeFields.slice(1).map(({ name }) => name), 'sheet'];

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
  const sheet = isText(read.sheet) && read.sheet.startsWith(ofSheet) && experimentOf(read.sheet.slice(ofSheet.length)) && read.sheet;
  /** @type {Record<string, any>} */
  const recipe = { text };
  for (const field of recipeFields) {
    const { name } = field;
    const value = readValue(field, name === 'scores' && read.scores === true ? 'usual' : read[name]);
    const own = readers[name] ? readers[name](value, recipe.cuts) : value;
    if (own !== undefined) recipe[name] = own;
  }
  return /** @type {Recipe} */ ({ ...recipe, ...(sheet && { sheet }) });
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

/** A word of several tokens that stands in the text, or of one, behind a token. @param {{id: number}[]} tokens @param {number} place */
export const wordTarget = (tokens, place) => `lp:${tokens.map(({ id }) => id).join('+')}@${place}`;

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

/** What people write for a gap is one; within a word it is a part of that. @param {string} typed @param {string | undefined} mask @returns {string} */
export const withGaps = (typed, mask) => (mask ? typed.replace(/(?<![\p{L}\p{N}_])_{2,}(?![\p{L}\p{N}_])/gu, mask) : typed);
