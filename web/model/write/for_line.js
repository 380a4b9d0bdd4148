// SPDX-License-Identifier: MIT
// @ts-check
// The writer for a model's line of text.

import { Writer } from './writer.js';

/**
 * @param {import('../line/bar.js').Bar} bar @param {import('../link.js').Link} link
 * @param {Pick<import('./writer.js').Callbacks, 'run' | 'recipe' | 'writing' | 'setWriting'> & {begin: (recipe: import('../run/recipe.js').Recipe) => void}} callbacks begin: sets a text without a
 * run
 */
export const writerIn = (bar, link, { begin, ...callbacks }) =>
  new Writer({
    ...callbacks,
    call: async (request, signal) => /** @type {import('./writer.js').Written} */ ((await link.call(request, { signal })).result),
    run: (made) => {
      bar.set(made);
      callbacks.run(made);
    },
    reply: (chat) => {
      begin({ text: '', chat });
      bar.focus();
    },
    show: (recipe, pieces) => {
      bar.set(recipe);
      bar.showPieces(pieces);
      bar.showRunning();
    }, // the model's answers follow with the run of the whole text
    status: (text, isProblem) => bar.showStatus(text, isProblem),
  });
