// SPDX-License-Identifier: MIT
// @ts-check
// The arguments of a question as models that are given get them (docs/api.md): a list of texts in this order.

/** @type {Map<string, string[]>} */
const orders = new Map(
  Object.entries({
    lens: ['position', 'count'],
    experiment: ['kind', 'ranking', 'rule', 'draws', 'among'],
    alone: ['kind', 'rule', 'count', 'among'],
    decide: ['kind', 'rule', 'most', 'among'],
    cutset: ['edges', 'residuals', 'input', 'rule', 'draws'],
    swap: ['what', 'text', 'hasPair', 'pair', 'aligned'],
    blanked: ['blank', 'groups'],
    why: ['by', 'groups', 'measure', 'layers'],
    write: ['most', 'milliseconds', 'temperature', 'topK', 'topP', 'seed'],
  }),
);
const numbers = new Set(['position', 'count', 'draws', 'most', 'input', 'layers', 'milliseconds', 'temperature', 'topK', 'topP', 'seed']);

/** `among` is left out where it is not given. @param {string} name @param {Record<string, any>} values @returns {string[]} */
export const argumentList = (name, values) =>
  (orders.get(name) ?? [])
    .filter((one) => one !== 'among' || values.among)
    .map((one) => (one === 'hasPair' ? (values.pair === undefined ? '0' : '1') : String(values[one] ?? '')));

/** What such a list says, as requests have it (src/model/service/asks.h). @param {string} name @param {string[]} list */
export function argumentValues(name, list) {
  const given = (orders.get(name) ?? []).slice(0, list.length);
  const { hasPair, pair, ...more } = Object.fromEntries(given.map((one, at) => [one, numbers.has(one) ? Number(list[at]) : list[at]]));
  return { ...more, ...(hasPair === '1' && { pair }) };
}
