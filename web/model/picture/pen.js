// SPDX-License-Identifier: MIT
// @ts-check
// Follows a pen: the newest of what it draws is run, one picture after the other, as it moves faster than they are run and drawn. The model
// begins with the next one when all is there to draw the one before, and gives it to the engine as the frame that draws that begins, so that
// the engine works while it is drawn: given earlier, it would often come before, and nobody would see the other. Strokes, answers and figures
// change in one frame where pictures come quickly: without a graphics card a browser takes as long to compose the whole page for a stroke as
// for all of them.

/** @typedef {import('../run/recipe.js').Recipe} Recipe */

/** Milliseconds that a frame is waited for: none is drawn in a tab in the background. */
const mostBetweenFrames = 100;

/** Milliseconds that a picture is waited for, which may have been refused, or not be shown. */
const patience = 250;

/** Milliseconds from one picture to the next, below which strokes wait for the next one; and how long they wait at most, as a picture that is a frame late must not cost another. */
const quick = 80;

/** @typedef {() => void} Then */
/** @typedef {{recipe: Recipe, settled: boolean, isUndo: boolean}} Drawn */

/**
 * @typedef {object} Does
 * @property {(recipe: Recipe, settled: boolean, isUndo: boolean) => Promise<(() => Then) | undefined>} run resolves with what gives the run to the engine and returns what
 *   shows the answers
 * @property {(recipe: Recipe) => boolean} stands everything is there for the next frame to draw it
 * @property {(then: Then) => void} told after each message of the engine
 * @property {(then: Then) => void} framed once, as the next frame begins
 * @property {(isMoving: boolean) => void} moves a pen draws, or its last picture is there
 */

/** A picture's frame, until it begins. @typedef {{isOver: boolean, over: Promise<void>, shows: Then}} Frame */

export class PenFollower {
  #does;
  /** What was drawn and is not run yet, or is running. @type {Drawn | null} */
  #drawn = null;
  /** Milliseconds between the last two pictures, and when the last one was. */
  #took = Infinity;
  #last = -Infinity;
  /** @type {Then | null} */
  #strokes = null;
  #timer = 0;
  #isDown = false;

  /** @param {Does} does */
  constructor(does) {
    this.#does = does;
  }

  /** @param {Recipe} recipe @param {boolean} settled @param {boolean} [isUndo] something is taken back */
  async follow(recipe, settled, isUndo = false) {
    const isFollowed = this.#drawn !== null;
    this.#drawn = { recipe, settled, isUndo };
    this.#isDown = !settled;
    if (isFollowed) return;
    this.#does.moves(true);
    try {
      await this.#followNewest();
    } finally {
      // whatever went wrong, the next stroke is followed
      this.#drawn = null;
      if (!this.#isDown) this.#does.moves(false);
    }
  }

  async #followNewest() {
    /** @type {Frame | null} */
    let frame = null;
    while (this.#drawn) {
      const newest = /** @type {Drawn} */ (this.#drawn);
      const give = await this.#does.run(newest.recipe, newest.settled, newest.isUndo);
      /** @type {Then | undefined} */
      let show;
      if (frame && !frame.isOver) {
        frame.shows = () => {
          show = give?.();
        };
        await frame.over;
      } else show = give?.();
      if (show) await this.#stands(newest.recipe);
      frame = this.#draw(show);
      if (this.#drawn === newest) await frame.over;
      if (this.#drawn === newest) this.#drawn = null;
    }
  }

  /** @param {Recipe} recipe */
  #stands(recipe) {
    return new Promise((/** @type {(value: void) => void} */ done) => {
      const over = () => {
        clearTimeout(timer);
        this.#does.told(() => {});
        done();
      };
      const timer = setTimeout(over, patience);
      this.#does.told(() => this.#does.stands(recipe) && over());
      if (this.#does.stands(recipe)) over();
    });
  }

  /** With the next frame. @param {Then | undefined} show @returns {Frame} */
  #draw(show) {
    const frame = { isOver: false, over: Promise.resolve(), shows: () => {} };
    frame.over = new Promise((/** @type {(value: void) => void} */ done, fail) => {
      const begins = () => {
        if (frame.isOver) return;
        frame.isOver = true;
        clearTimeout(timer);
        this.#took = performance.now() - this.#last;
        this.#last = performance.now();
        try {
          show?.();
          this.#paintNow();
          frame.shows();
          done();
        } catch (error) {
          fail(error); // the page's frame goes on
        }
      };
      const timer = setTimeout(begins, mostBetweenFrames);
      this.#does.framed(begins);
    });
    return frame;
  }

  /** Paints strokes, at once or with the next picture. @param {Then} strokes */
  paint(strokes) {
    this.#strokes = strokes;
    if (Math.max(this.#took, performance.now() - this.#last) > quick) return this.#paintNow();
    this.#timer ||= window.setTimeout(() => this.#paintNow(), quick);
  }

  #paintNow() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#strokes?.();
    this.#strokes = null;
  }
}
