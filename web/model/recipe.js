// SPDX-License-Identifier: MIT
// @ts-check
// What a model was asked to run, as the text that links, histories and saved views know an example by (the `prompt` of an
// address): a text as it is, or, where there is more than a text, JSON.

/**
 * @typedef {object} Recipe
 * @property {string} text
 * @property {string} [pair] the second text, of models that take two
 * @property {Cut[]} [cuts] what is left out of the run
 * @property {Rule} [rule] how
 * @property {string} [target] the answer that is asked about: an id, or two (`12-40`)
 */
/** @typedef {'zero' | 'renormalise' | 'mean'} Rule */
/** @typedef {{kind: 'edges' | 'head' | 'residual', text: string}} Cut `text` as on the command line (src/model/ask/cut_text.h) */

const longest = 100_000;

/** @param {Recipe} recipe */
export function recipeText({ text, pair, cuts, rule, target }) {
  const isPlain = pair === undefined && !cuts?.length && !target && !text.startsWith('{"');
  if (isPlain) return text;
  return JSON.stringify({
    text, ...(pair !== undefined && { pair }), ...(cuts?.length && { cuts, rule: rule ?? 'zero' }), ...(target && { target }),
  });
}

const isText = (/** @type {unknown} */ one) => typeof one === 'string' && one.length <= longest;
const kinds = new Set(['edges', 'head', 'residual']);
const rules = new Set(['zero', 'renormalise', 'mean']);

/** What a stranger's link may say: anything that is not understood is taken as a text. @param {string} given @returns {Recipe} */
export function recipeOf(given) {
  if (!given.startsWith('{"')) return { text: given };
  let read;
  try {
    read = JSON.parse(given);
  } catch {
    return { text: given };
  }
  const { text, pair, cuts, rule, target } = read ?? {};
  if (!isText(text) || (pair !== undefined && !isText(pair))) return { text: given };
  const own = Array.isArray(cuts) ? cuts.slice(0, 256).filter((cut) => kinds.has(cut?.kind) && isText(cut?.text)).map(({ kind, text: what }) => ({ kind, text: what })) : [];
  return {
    text, ...(pair !== undefined && { pair }), ...(own.length && { cuts: own, rule: rules.has(rule) ? rule : 'zero' }), ...(isText(target) && { target }),
  };
}
