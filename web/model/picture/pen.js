// SPDX-License-Identifier: MIT
// @ts-check
// Runs the newest drawing of a moving pen, one at a time, because the pen is faster than runs and frames. The model starts the next run
// when the page has everything to draw the previous one. The result goes to the engine at the start of the frame that draws the previous
// one, so that the engine works during that frame. An earlier result would often replace the previous one before anyone saw it. If pictures
// are fast, strokes, answers and figures change in the same frame, because without a graphics card a browser takes as long to compose the
// page for one stroke as for everything.

/** @typedef {import('../run/recipe.js').Recipe} Recipe */

/** Maximum milliseconds to wait for a frame. A background tab draws none. */
const mostBetweenFrames = 100;

/** Maximum milliseconds to wait for a picture, which may have been rejected or may not be shown. */
const patience = 250;

/** If pictures take fewer milliseconds than this, strokes wait for the next one, at most this long, so that a picture that is one frame late does not cost another frame. */
const quick = 80;

/** @typedef {() => void} Then */
/** @typedef {{recipe: Recipe, settled: boolean, isUndo: boolean}} Drawn */

/**
 * @typedef {object} Callbacks
 * @property {(recipe: Recipe, settled: boolean, isUndo: boolean) => Promise<(() => Then) | undefined>} run resolves with a function that
 * sends the run to the engine and returns a function that shows the answers
 * @property {(recipe: Recipe) => boolean} stands true if the next frame can draw it
 * @property {(then: Then) => void} onMessage called after each message of the engine
 * @property {(then: Then) => void} framed called once, at the start of the next frame
 * @property {(isMoving: boolean) => void} moves true while a pen draws, false after its last picture
 */

/** The frame of a picture, pending until it starts. @typedef {{isOver: boolean, over: Promise<void>, shows: Then}} Frame */

export class PenFollower {
  #callbacks;
  /** The newest drawing, waiting or running. Null for none. @type {Drawn | null} */
  #drawn = null;
  /** Milliseconds between the last two pictures, and the time of the last one. */
  #took = Infinity;
  #last = -Infinity;
  /** @type {Then | null} */
  #strokes = null;
  #timer = 0;
  #isDown = false;

  /** @param {Callbacks} callbacks */
  constructor(callbacks) {
    this.#callbacks = callbacks;
  }

  /** @param {Recipe} recipe @param {boolean} settled @param {boolean} [isUndo] the pen undoes a stroke */
  async follow(recipe, settled, isUndo = false) {
    const isFollowed = this.#drawn !== null;
    this.#drawn = { recipe, settled, isUndo };
    this.#isDown = !settled;
    if (isFollowed) return;
    this.#callbacks.moves(true);
    try {
      await this.#followNewest();
    } finally {
      // after any error, the next stroke is followed again
      this.#drawn = null;
      if (!this.#isDown) this.#callbacks.moves(false);
    }
  }

  async #followNewest() {
    /** @type {Frame | null} */
    let frame = null;
    while (this.#drawn) {
      const newest = /** @type {Drawn} */ (this.#drawn);
      const give = await this.#callbacks.run(newest.recipe, newest.settled, newest.isUndo);
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
        this.#callbacks.onMessage(() => {});
        done();
      };
      const timer = setTimeout(over, patience);
      this.#callbacks.onMessage(() => this.#callbacks.stands(recipe) && over());
      if (this.#callbacks.stands(recipe)) over();
    });
  }

  /** Draws with the next frame. @param {Then | undefined} show @returns {Frame} */
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
          fail(error); // the page's frame continues
        }
      };
      const timer = setTimeout(begins, mostBetweenFrames);
      this.#callbacks.framed(begins);
    });
    return frame;
  }

  /** Paints strokes, immediately or with the next picture. @param {Then} strokes */
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
