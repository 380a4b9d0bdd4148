// SPDX-License-Identifier: MIT
// @ts-check
// Drawing on demand: a frame is requested on input or while something moves, and not
// otherwise, so that a page at rest costs nothing.

/** @typedef {(now: number) => number} Draw  draws; seconds until another frame is due, -1: none */

export class Frames {
  #draw;
  #rest;
  #requested = 0;
  #timer = 0;
  #paused = true;
  /** The last frame due was drawn, and its pixels go out before that is told. */
  #tells = false;
  /** Pictures and the like that are still to come, and a frame with each. */
  #awaited = 0;
  #channel = new MessageChannel();
  /** Frames drawn since the page was opened. */
  count = 0;

  /** @param {Draw} draw @param {() => void} rest called when the last frame due has been drawn */
  constructor(draw, rest) {
    this.#draw = draw;
    this.#rest = rest;
    this.#channel.port1.onmessage = () => this.#restNow();
  }

  /** Begins, or goes on after pause(). */
  resume() {
    this.#paused = false;
    this.request();
  }

  /** Draws nothing until resume(): there is no context to draw into. */
  pause() {
    this.#paused = true;
    this.#forget();
  }

  /** True if nothing will be drawn until something comes in. */
  get isResting() {
    return !this.#isDue && !this.#tells && this.#awaited === 0;
  }

  get #isDue() {
    return this.#requested !== 0 || this.#timer !== 0;
  }

  request() {
    if (this.#requested !== 0 || this.#paused) return;
    this.#forget();
    this.#requested = requestAnimationFrame((now) => this.#frame(now));
  }

  /** Requests one when this has come, or failed. @param {Promise<unknown>} coming */
  async requestAfter(coming) {
    this.#awaited += 1;
    try {
      await coming;
    } finally {
      this.#awaited -= 1;
      this.request();
    }
  }

  /** Draws at once, inside a resize, so that the canvas is never seen empty. */
  drawNow() {
    if (!this.#paused) this.#frame(performance.now());
  }

  #forget() {
    cancelAnimationFrame(this.#requested);
    clearTimeout(this.#timer);
    this.#requested = 0;
    this.#timer = 0;
  }

  /** @param {number} now */
  #frame(now) {
    this.#forget();
    this.count += 1;
    const wait = this.#draw(now);
    if (wait === 0) this.request();
    else if (wait > 0 && !this.#isDue)
      this.#timer = window.setTimeout(() => {
        this.#timer = 0;
        this.request();
      }, wait * 1000);
    if (this.#isDue || this.#tells) return;
    this.#tells = true;
    this.#channel.port2.postMessage(null);
  }

  #restNow() {
    this.#tells = false;
    if (!this.#isDue) this.#rest();
  }
}
