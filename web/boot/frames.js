// SPDX-License-Identifier: MIT
// @ts-check
// Draws on demand. A frame is requested only on input or while something moves, so that an idle page costs nothing.

/** @typedef {(now: number) => number} Draw draws a frame; returns the seconds until the next is due, or -1 for none */

export class Frames {
  #draw;
  #rest;
  #requested = 0;
  #timer = 0;
  #paused = true;
  /** The last frame due was drawn. `rest` is called after its pixels are presented. */
  #tells = false;
  /** Pending pictures and the like. Each will request a frame. */
  #awaited = 0;
  #channel = new MessageChannel();
  /** Frames drawn since the page opened. */
  count = 0;

  /** @param {Draw} draw @param {() => void} rest called when the last frame due has been drawn */
  constructor(draw, rest) {
    this.#draw = draw;
    this.#rest = rest;
    this.#channel.port1.onmessage = () => this.#restNow();
  }

  /** Starts, or continues after pause(). */
  resume() {
    this.#paused = false;
    this.request();
  }

  /** Stops drawing until resume(), because there is no context to draw into. */
  pause() {
    this.#paused = true;
    this.#forget();
  }

  /** True if no frame will be drawn without new input. */
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

  /** Requests a frame when the promise settles. @param {Promise<unknown>} coming */
  async requestAfter(coming) {
    this.#awaited += 1;
    try {
      await coming;
    } finally {
      this.#awaited -= 1;
      this.request();
    }
  }

  /** Draws at once inside a resize, so that the canvas never appears empty. */
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
