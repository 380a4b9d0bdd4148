// SPDX-License-Identifier: MIT
// @ts-check
// What a model's worker is asked about a text (src/platform/model/requests.h).

import { recipeText } from './recipe.js';

/** @typedef {import('./recipe.js').Recipe} Recipe */

/** How a request says that a text is a message. @param {Recipe['chat']} chat */
export const chatField = (chat) => (Array.isArray(chat) ? JSON.stringify(chat) : chat ? '1' : '0');

/** What a request says of a text. @param {Recipe} recipe */
export const textsOf = (recipe) => {
  const cuts = (/** @type {string} */ kind) =>
    (recipe.cuts ?? [])
      .filter((cut) => cut.kind === kind)
      .map(({ text }) => text)
      .join('; ');
  return [
    recipeText(recipe),
    recipe.text,
    recipe.pair === undefined ? '0' : '1',
    recipe.pair ?? '',
    recipe.rule ?? 'zero',
    cuts('edges'),
    cuts('head'),
    cuts('residual'),
    recipe.target ?? '',
    recipe.scores ?? '',
    recipe.swap?.text ?? '',
    recipe.swap?.places ?? '',
    recipe.wiped ?? '',
    recipe.ids ?? '',
    String(recipe.beams ?? 1),
    chatField(recipe.chat),
    cuts('hidden'),
  ];
};

/**
 * @param {Recipe} recipe
 * @param {{ticket?: number, document?: number, name: string, isShown?: boolean, isSettled?: boolean, as?: string}} how `as`: the
 *   recipe as who waits for the run wrote it, by which its example is known
 */
export const runRequest = (recipe, { ticket = 0, document = 0, name, isShown = true, isSettled = true, as }) => {
  const [own, ...texts] = textsOf(recipe);
  return ['run', String(ticket), String(document), name, isShown ? '1' : '0', isSettled ? '1' : '0', as ?? own, ...texts];
};

/** All of a request but the text itself, where nothing is asked about it. */
const alone = textsOf({ text: '' }).slice(2).join('\n');
/** Where the texts stand in what tells about one. @type {Record<string, number>} */
const textsAt = { run: 6, says: 1 };

/**
 * Whether a model's worker can do it with the first part of its module (tools/lib/split_by_run.mjs): open a model, run a text.
 * @param {string[]} request
 */
export const isFirst = (request) => ['look', 'open'].includes(request[0]) || request.slice(textsAt[request[0]] + 2).join('\n') === alone;
