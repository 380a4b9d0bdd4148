// SPDX-License-Identifier: MIT
// @ts-check
// The writer of a model, in its line.

import { Writer } from './writer.js';

/** @typedef {import('../recipe.js').Recipe} Recipe */

/**
 * @param {import('../line/bar.js').Bar} bar @param {import('../link.js').Link} link
 * @param {{run: (recipe: Recipe) => void, begin: (recipe: Recipe) => void, recipe: () => Recipe}} does begin: nothing runs until something is typed
 */
export const writerIn = (bar, link, { run, begin, recipe }) =>
  new Writer({
    call: async (request, signal) => (await link.call(request, { signal })).result,
    run: (made) => (bar.set(made.text), run(made)),
    reply: (chat) => (begin({ text: '', chat }), bar.set('', undefined, 1, chat), bar.focus()),
    recipe,
    show: (text, pieces) => (bar.set(text), bar.showPieces(pieces), bar.showRunning()), // what it says comes with the run of all
    status: (text, isProblem) => bar.showStatus(text, isProblem),
  });
