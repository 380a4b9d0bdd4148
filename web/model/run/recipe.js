// SPDX-License-Identifier: MIT
// @ts-check
// A recipe for a run of a model, as the text that identifies an example in links, histories and saved views (`prompt` of an address). A
// text alone is stored unchanged. Other recipes are JSON.

import { recipeFields } from './fields.js';
import { programAddress } from '../../base/parts.js';

/**
 * A recipe as in src/model/service/recipe.h. Older links have `sheet`, `experiment.` and experimentText(), which is now part of the view.
 * @typedef {import('./fields.js').Fields & {sheet?: string}} Recipe
 */
/** @typedef {NonNullable<Recipe['rule']>} Rule */
/** @typedef {NonNullable<Recipe['cuts']>[number]} Cut `text`: in the format of the command line (src/model/ask/cut_text.h) */

const longest = 100_000;

/** Whether a recipe includes the value. @param {unknown} value */
const hasValue = (value) => (Array.isArray(value) ? value.length > 0 : value === 0 || Boolean(value));

/** @param {Recipe} recipe */
export function recipeText({ text, ...others }) {
  const given = /** @type {Record<string, unknown>} */ ({ ...others, rule: others.rule ?? 'zero' });
  const own = names.filter((name) => (name === 'pair' ? given.pair !== undefined : hasValue(given[name])));
  // A rule needs cuts. A text that begins like JSON is itself written as JSON.
  const named = own.filter((name) => name !== 'rule' || own.includes('cuts')).map((name) => [name, given[name]]);
  if (named.length === 0 && !text.startsWith('{"')) return text;
  return JSON.stringify({ text, ...Object.fromEntries(named) });
}

/** The recipe without its question, because a question does not change the run. @param {Recipe} recipe */
export const runText = (recipe) => recipeText({ ...recipe, target: undefined, scores: undefined, sheet: undefined });

/** The members that concern the text and how it is read, not a single run. @param {Recipe} recipe */
export const howRead = ({ text: _, pair, ids, cuts, rule, swap, target, scores, sheet, ...how }) => how;

/**
 * Validates a stranger's value by the service's table.
 * @param {import('./fields.js').Field} field @param {unknown} given @returns {unknown} undefined if it is invalid
 */
function readValue({ kind, least = 0, most = longest, choices = [], fields = [] }, given) {
  const good = {
    text: () => typeof given === 'string' && given.length <= Math.min(most, longest),
    whole: () => Number.isInteger(given) && Number(given) >= least && Number(given) <= most,
    choice: () => choices.some((one) => one === given),
    talk: () =>
      given === true || (Array.isArray(given) && given.length > 0 && given.length % 2 === 0 && given.length <= most && given.every(isText)),
  };
  if (kind === 'list' && Array.isArray(given)) {
    const all = given.slice(0, most).map((one) => readValue({ name: '', kind: 'object', fields }, one));
    const read = all.filter((one) => one !== undefined);
    return read.length > 0 ? read : undefined;
  }
  if (kind === 'object') {
    const own = fields.map((field) => [
      field.name,
      readValue(field, /** @type {Record<string, unknown> | null | undefined} */ (given)?.[field.name]),
    ]);
    return own.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(own);
  }
  return good[/** @type {keyof good} */ (kind)]?.() ? given : undefined;
}
/** @param {unknown} one @returns {one is string} */
const isText = (one) => readValue({ name: '', kind: 'text' }, one) !== undefined;
/** Names of tests of words (model/session/token_scores.h), including those of older links. */
const isTest = (/** @type {unknown} */ name) =>
  typeof name === 'string' && /^(usual|hide|mask|delete|replace(:.{1,100})?|unk|pad|eos|zero-pixels|zero-embedding|deletion)$/su.test(name);

/**
 * A chosen experiment. draws: of the control; flow: input and output of a flow whose minimum cut is also cut.
 * @typedef {Pick<import('./fields.js').Arguments['experiment'], 'kind' | 'ranking' | 'rule' | 'draws'> & {flow?: [number, number]}} Chosen
 */
/** As in sheets/experiment_words.js. */
const mostDraws = 199;
const headRankings = new Set(['gradients', 'attention']);

/** In the format of links: `edge.gradients.zero.99.2-6`. @param {Chosen} chosen */
export const experimentText = ({ kind, ranking, rule, draws, flow }) =>
  [kind, ranking, rule, draws, ...(flow ? [flow.join('-')] : [])].join('.');

/** The chosen score and the number of edges of a circuit, in the same part of the view. @param {{score: string, edges: number}} chosen */
export const circuitText = ({ score, edges }) => `circuit.${score}.${edges}`;
const circuitScores = ['effect', 'direct', 'previous', 'induction', 'duplicate', 'first', 'self', 'entropy', 'distance'];
/** @param {string} given from a stranger's link @returns {{score: string, edges: number} | null} null unless circuitText() could have written it */
export function circuitOf(given) {
  const [, score, edges] = /^circuit\.([a-z]+)\.([1-9]\d{0,6})$/.exec(given) ?? [];
  return circuitScores.includes(score) ? { score, edges: Number(edges) } : null;
}

/** @param {unknown} given from a stranger's link @returns {Chosen | null} null unless experimentText() could have written it */
export function experimentOf(given) {
  const found =
    typeof given === 'string' &&
    /^(edge|head|token|patch)\.(gradients|relevance|rollout|flow|attention)\.(zero|renormalise)\.([1-9]\d{0,2})(?:\.(0|[1-9]\d{0,3})-(0|[1-9]\d{0,3}))?$/.exec(
      given,
    );
  if (!found) return null;
  const [, kind, ranking, rule, draws, from, to] = /** @type {[string, Chosen['kind'], string, Chosen['rule'], ...string[]]} */ (
    /** @type {unknown} */ (found)
  );
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
 * Further checks of values, and conversions from older links.
 * @type {Record<string, (given: unknown, cuts: unknown) => unknown>}
 */
const readers = {
  wiped: (wiped) => (/^\d+(;\d+)*$/.test(String(wiped)) ? wiped : undefined),
  ids: (ids) => (/^\d+(,\d+)*$/.test(String(ids)) ? ids : undefined),
  beams: (beams) => (Number(beams) > 1 ? beams : undefined),
  rule: (rule, cuts) => cuts && (rule ?? 'zero'),
  scores: (scores) => (isTest(scores) ? scores : undefined),
};
const names = [...recipeFields.slice(1).map(({ name }) => name), 'sheet'];

/** Reads a stranger's link. Anything else is a text. @param {string} given @returns {Recipe} */
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
  /** @type {Record<string, unknown>} */
  const recipe = { text };
  for (const field of recipeFields) {
    const { name } = field;
    const value = readValue(field, name === 'scores' && read.scores === true ? 'usual' : read[name]);
    const own = readers[name] ? readers[name](value, recipe.cuts) : value;
    if (own !== undefined) recipe[name] = own;
  }
  return /** @type {Recipe} */ (/** @type {unknown} */ ({ ...recipe, ...(sheet && { sheet }) }));
}

/** The prefix of an experiment in older links. */
const ofSheet = 'experiment.';
const firstWords = '{"text":"';

/** True for a recipe from a link that lost its end. Typed texts are never stored in this form. @param {string} given */
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
 * The question for a click on an answer, its log-probability. A change that moves all logits equally would change a logit.
 * @param {{id: number, isScore?: boolean}} answer isScore: there is no other answer @param {string} place `@7`, or ''
 */
export const targetOf = ({ id, isScore = false }, place) => `${isScore ? '' : 'lp:'}${id}${place}`;

/**
 * The target for a word after a token, of one token, or of several that the text contains.
 * @param {{id: number}[]} tokens @param {number} place
 */
export const wordTarget = (tokens, place) => `lp:${tokens.map(({ id }) => id).join('+')}@${place}`;

/** The text that a target compares with. @param {string} [target] @returns {string | undefined} undefined for none */
export const comparedWith = (target = '') => (target.startsWith('cos:') ? target.slice('cos:'.length) : undefined);

/** `@7` of a target for the output after a token, else ''. @param {string} [target] */
export const placeIn = (target = '') => (target.startsWith('cos:') ? '' : (/@\d+$/.exec(target)?.[0] ?? ''));

/** The number in it, such as 7, else null. @param {string} [target] */
export function positionIn(target) {
  const place = placeIn(target);
  return place ? Number(place.slice(1)) : null;
}

/**
 * The address of the current view with this experiment.
 * @param {string} hash of the page @param {Recipe} recipe @param {string} experiment @returns {string | null} null if it names no model
 */
export function linkTo(hash, recipe, experiment) {
  const fields = hash
    .replace(/^#/, '')
    .split('&')
    .filter((field) => !/^(prompt|experiment|answers)=/.test(field));
  return fields.some((field) => field.startsWith('model='))
    ? `${programAddress()}#${[...fields, `experiment=${experiment}`, `prompt=${encodeURIComponent(recipeText(recipe))}`].join('&')}`
    : null;
}

/** Adds patches to a picture's wiped ones. @param {Recipe} recipe @param {number[]} patches @returns {Partial<Recipe>} */
export const alsoWiped = ({ wiped }, patches) => ({
  wiped: [...new Set([...(wiped?.split(';') ?? []), ...patches.map(String)])].join(';'),
});

/** A typed gap is a masked word. Inside a word, underscores stay. @param {string} typed @param {string | undefined} mask @returns {string} */
export const withGaps = (typed, mask) => (mask ? typed.replace(/(?<![\p{L}\p{N}_])_{2,}(?![\p{L}\p{N}_])/gu, mask) : typed);
