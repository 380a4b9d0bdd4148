// SPDX-License-Identifier: MIT
// @ts-check
// Follows a pen: the newest of what it draws is run, one picture after the other, as it moves faster than they are run and drawn.

/** @typedef {import('../recipe.js').Recipe} Recipe */

/** Or a moment, where none is drawn: a tab in the background. */
const nextFrame = () => new Promise((done) => (requestAnimationFrame(done), setTimeout(done, 100)));

/** @param {(recipe: Recipe, settled: boolean) => Promise<void>} run @returns {(recipe: Recipe, settled: boolean) => Promise<void>} */
export function followed(run) {
  /** What was drawn and is not run yet, or is running. @type {{recipe: Recipe, settled: boolean} | null} */
  let drawn = null;
  return async (recipe, settled) => {
    const isFollowed = drawn !== null;
    drawn = { recipe, settled };
    if (isFollowed) return;
    while (drawn) {
      const newest = /** @type {{recipe: Recipe, settled: boolean}} */ (drawn);
      await run(newest.recipe, newest.settled);
      await nextFrame();
      if (drawn === newest) drawn = null;
    }
  };
}
