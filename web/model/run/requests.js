// SPDX-License-Identifier: MIT
// @ts-check
// Requests to a model's worker, each one object (src/model/service/service.h).

import { recipeText } from './recipe.js';

/** @typedef {import('./recipe.js').Recipe} Recipe */
/** @typedef {{call: string, recipe?: Recipe} & Record<string, any>} Request */

/** The part of a recipe that the model runs, without the link's view. @param {Recipe} recipe @returns {Recipe} */
export const ranOf = ({ sheet: _, ...recipe }) => recipe;

/**
 * @param {Recipe} recipe
 * @param {{ticket?: number, document?: number, name: string, isShown?: boolean, isSettled?: boolean, as?: string}} how `as`: the caller's
 * text of the recipe, which identifies the example
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

/** Encodes a request for the model's module. @param {Request} request */
export const requestBytes = (request) => new TextEncoder().encode(JSON.stringify(request));

/**
 * Whether the first part of the worker's module is enough (tools/lib/split_by_run.mjs): to open a model or run a text.
 * @param {Request} request
 */
export const isFirst = ({ call, recipe }) =>
  ['look', 'open'].includes(call) ||
  (['run', 'says'].includes(call) && Object.entries(recipe ?? {}).every(([name, value]) => name === 'text' || value === undefined));
