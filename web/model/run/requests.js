// SPDX-License-Identifier: MIT
// @ts-check
// What a model's worker is asked: one object a request (src/model/service/service.h).

import { recipeText } from './recipe.js';

/** @typedef {import('./recipe.js').Recipe} Recipe */
/** @typedef {{call: string, recipe?: Recipe} & Record<string, any>} Request */

/** What is run of a recipe: the view that a link opens is none of the model's business. @param {Recipe} recipe @returns {Recipe} */
export const ranOf = ({ sheet: _, ...recipe }) => recipe;

/**
 * @param {Recipe} recipe
 * @param {{ticket?: number, document?: number, name: string, isShown?: boolean, isSettled?: boolean, as?: string}} how `as`: the
 *   recipe as who waits for the run wrote it, by which its example is known
 * @returns {Request & {recipe: Recipe}}
 */
export const runRequest = (recipe, { ticket = 0, document = 0, name, isShown = true, isSettled = true, as }) => ({
  call: 'run',
  ticket,
  document,
  name,
  isShown,
  isSettled,
  as: as ?? recipeText(recipe),
  recipe: ranOf(recipe),
});

/** As the model's module takes it. @param {Request} request */
export const requestBytes = (request) => new TextEncoder().encode(JSON.stringify(request));

/**
 * Whether a model's worker can do it with the first part of its module (tools/lib/split_by_run.mjs): open a model, run a text.
 * @param {Request} request
 */
export const isFirst = ({ call, recipe }) =>
  ['look', 'open'].includes(call) ||
  (['run', 'says'].includes(call) && Object.entries(recipe ?? {}).every(([name, value]) => name === 'text' || value === undefined));
