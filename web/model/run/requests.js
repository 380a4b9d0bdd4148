// SPDX-License-Identifier: MIT
// @ts-check
// Requests to a model's worker, each one object (src/model/service/service.h).

import { recipeText } from './recipe.js';

/** @typedef {import('./recipe.js').Recipe} Recipe */
/**
 * @typedef {{call: 'run', recipe: Recipe, ticket: number, document: number, name: string, isShown: boolean, isSettled: boolean, as: string}} RunRequest
 * @typedef {RunRequest
 *   | {call: 'open' | 'look', name: string, ignoreKeys?: boolean, weights?: string, step?: number, parts: {name: string, size: number}[]}
 *   | {call: 'step', step: number, parts: {name: string, size: number}[]}
 *   | {call: 'train', name: string, task: string, seed: number, version: number}
 *   | {call: 'learn', to: number, milliseconds: number, from: number} | {call: 'learned' | 'keep', step: number}
 *   | {call: 'tested', step: number, cuts: import('./recipe.js').Cut[], sequences: number}
 *   | {call: 'says', recipe: Recipe} | {call: 'find', recipe: Recipe, part: string}
 *   | {call: 'ask', recipe: Recipe, question: string, arguments: Record<string, unknown>}
 *   | {call: 'write', recipe: Recipe, most: number, milliseconds: number, temperature?: number, topK?: number, topP?: number, seed?: number}
 *   | {call: 'picture', name: string, title: string, width: number, height: number}
 *   | {call: 'sound', name: string, title: string, size: number}} Request
 */

/** The part of a recipe that the model runs, without the link's view. @param {Recipe} recipe @returns {Recipe} */
export const ranOf = ({ sheet: _, ...recipe }) => recipe;

/**
 * @param {Recipe} recipe
 * @param {{ticket?: number, document?: number, name: string, isShown?: boolean, isSettled?: boolean, as?: string}} how `as`: the caller's
 * text of the recipe, which identifies the example
 * @returns {RunRequest}
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
export const isFirst = (request) =>
  request.call === 'look' ||
  request.call === 'open' ||
  ((request.call === 'run' || request.call === 'says') &&
    Object.entries(request.recipe ?? {}).every(([name, value]) => name === 'text' || value === undefined));
