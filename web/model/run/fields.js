// SPDX-License-Identifier: MIT
// @ts-check
// The fields of a recipe, and the arguments of each question about a run in their order, as in the tables of src/model/service
// (recipe.cpp, questions.cpp). tests/model/service/fields_js_test.cpp writes this file if HEADWATERS_FIELDS=write.

/** @typedef {{name: string, kind: string, least?: number, most?: number, choices?: string[], fields?: Field[], isOption?: boolean}} Field isOption: the command line has an option with this name */
/**
 * @typedef {object} Fields a recipe, as src/model/service/recipe.h describes it
 * @property {string} text
 * @property {string} [pair]
 * @property {string} [wiped]
 * @property {string} [ids]
 * @property {number} [beams]
 * @property {true | string[]} [chat]
 * @property {{kind: 'edges' | 'head' | 'residual' | 'hidden', text: string}[]} [cuts]
 * @property {'zero' | 'renormalise' | 'mean'} [rule]
 * @property {string} [target]
 * @property {string} [scores]
 * @property {{text: string, places: string}} [swap]
 * @property {number} [step]
 * @property {string} [images]
 * @property {number} [tiles]
 * @property {string} [language]
 * @property {string} [task]
 * @property {string} [silent]
 */
/**
 * @typedef {object} Arguments those of each question about a run, as src/model/service/run_questions.h describes them
 * @property {{position: number, count: number}} lens
 * @property {{kind: 'edge' | 'head' | 'token' | 'patch', ranking: string, rule: 'zero' | 'renormalise', draws: number, among?: 'words' | 'all'}} experiment
 * @property {{kind: 'edge' | 'head' | 'token' | 'patch', rule: 'zero' | 'renormalise', count: number, among?: 'words' | 'all'}} alone
 * @property {{kind: 'edge' | 'head' | 'token' | 'patch', rule: 'zero' | 'renormalise', most: number, among?: 'words' | 'all'}} decide
 * @property {{edges: string, residuals: string, input: number, rule: 'zero' | 'renormalise', draws: number}} cutset
 * @property {{cuts?: {kind: 'edges' | 'head' | 'residual' | 'hidden' | 'minimum', text: string}[], rule?: 'zero' | 'renormalise' | 'mean', scores?: string, among?: 'words' | 'all', steps?: number}} effects
 * @property {{what: 'streams' | 'heads', text: string, pair?: string, aligned?: string}} swap
 * @property {{blank?: string, groups: string}} blanked
 * @property {{by?: string, groups?: string, measure?: 'no' | 'yes', layers?: number, sinks?: 'include' | 'exclude'}} why
 * @property {{first?: number, second?: number}} contacts
 * @property {{position?: number}} sound
 * @property {{method: 'hide' | 'wipe' | 'grey' | 'relevance' | 'relevance-tower' | 'gradient' | 'pixels' | 'rollout' | 'rollout-tower' | 'flow' | 'attention', seconds?: number, layer?: number}} patches
 * @property {{text?: string, pairs?: string, score?: string, metric?: string, edges?: number, measure?: 'no' | 'yes' | 'scores' | 'size' | 'edge', size?: number, edge?: string}} circuit
 */

const cuts = /** @type {Field[]} */ ([
  { name: 'kind', kind: 'choice', choices: ['edges', 'head', 'residual', 'hidden'] },
  { name: 'text', kind: 'text', most: 4000000 },
]);
const swap = /** @type {Field[]} */ ([
  { name: 'text', kind: 'text', most: 4000000 },
  { name: 'places', kind: 'text' },
]);
export const recipeFields = /** @type {Field[]} */ ([
  { name: 'text', kind: 'text', most: 4000000 },
  { name: 'pair', kind: 'text', most: 4000000 },
  { name: 'wiped', kind: 'text', isOption: true },
  { name: 'ids', kind: 'text', most: 4000000 },
  { name: 'beams', kind: 'whole', least: 1, most: 16, isOption: true },
  { name: 'chat', kind: 'talk', most: 200 },
  { name: 'cuts', kind: 'list', most: 256, fields: cuts },
  { name: 'rule', kind: 'choice', choices: ['zero', 'renormalise', 'mean'] },
  { name: 'target', kind: 'text', most: 4000000 },
  { name: 'scores', kind: 'text' },
  { name: 'swap', kind: 'object', fields: swap },
  { name: 'step', kind: 'whole', least: 0, most: 999999999, isOption: true },
  { name: 'images', kind: 'text', most: 4000000 },
  { name: 'tiles', kind: 'whole', least: 0, most: 1 },
  { name: 'language', kind: 'text' },
  { name: 'task', kind: 'text' },
  { name: 'silent', kind: 'text', isOption: true },
]);

/** @type {Record<string, Record<string, string>>} */
export const questions = {
  lens: { position: 'whole', count: 'whole' },
  experiment: { kind: 'choice', ranking: 'text', rule: 'choice', draws: 'whole', among: 'choice' },
  alone: { kind: 'choice', rule: 'choice', count: 'whole', among: 'choice' },
  decide: { kind: 'choice', rule: 'choice', most: 'whole', among: 'choice' },
  cutset: { edges: 'text', residuals: 'text', input: 'whole', rule: 'choice', draws: 'whole' },
  effects: { cuts: 'list', rule: 'choice', scores: 'text', among: 'choice', steps: 'whole' },
  swap: { what: 'choice', text: 'text', pair: 'text', aligned: 'text' },
  blanked: { blank: 'text', groups: 'text' },
  why: { by: 'text', groups: 'text', measure: 'choice', layers: 'whole', sinks: 'choice' },
  contacts: { first: 'whole', second: 'whole' },
  sound: { position: 'whole' },
  patches: { method: 'choice', seconds: 'whole', layer: 'whole' },
  circuit: { text: 'text', pairs: 'text', score: 'text', metric: 'text', edges: 'whole', measure: 'choice', size: 'whole', edge: 'text' },
};
