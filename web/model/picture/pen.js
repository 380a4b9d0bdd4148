// SPDX-License-Identifier: MIT
// @ts-check
// Follows a pen: the newest of what it draws is run, one picture after the other, as it moves faster than they are run and drawn. The next
// one begins with the frame that draws the one before: begun earlier, it would often come before that is drawn, which nobody then sees.

/** @typedef {import('../recipe.js').Recipe} Recipe */

/** Or a moment, where none is drawn: a tab in the background. */
const nextFrame = () => new Promise((done) => (requestAnimationFrame(done), setTimeout(done, 100)));

/** Milliseconds that a picture is waited for, which may have been refused, or not be shown. */
const patience = 250;

/**
 * @param {(recipe: Recipe, settled: boolean) => Promise<void>} run
 * @param {(recipe: Recipe) => boolean} stands everything is there for the next frame to draw it
 * @returns {(recipe: Recipe, settled: boolean) => Promise<void>}
 */
export function followed(run, stands) {
  /** What was drawn and is not run yet, or is running. @type {{recipe: Recipe, settled: boolean} | null} */
  let drawn = null;
  return async (recipe, settled) => {
    const isFollowed = drawn !== null;
    drawn = { recipe, settled };
    if (isFollowed) return;
    while (drawn) {
      const newest = /** @type {{recipe: Recipe, settled: boolean}} */ (drawn);
      await run(newest.recipe, newest.settled);
      const begun = performance.now();
      do await nextFrame();
      while (!stands(newest.recipe) && performance.now() - begun < patience);
      if (drawn === newest) drawn = null;
    }
  };
}
