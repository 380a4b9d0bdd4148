// SPDX-License-Identifier: MIT
// @ts-check
// Fingers into what views understand. One finger: a tap is a click; a drag along a slider or plot is
// a drag; a drag up or down elsewhere scrolls; resting shows what hovering shows. Two fingers: pinch
// zooms (a wheel with ctrl), moving both pans.
//
// A press is held back until it is known not to be a scroll, so that scrolling presses nothing.

/**
 * @typedef {object} Actions
 * @property {(x: number, y: number) => void} move
 * @property {(down: boolean) => void} press
 * @property {(dx: number, dy: number) => void} scroll  CSS pixels
 * @property {(factor: number) => void} zoom  at the last move; > 1 enlarges
 * @property {() => void} leave
 */

/** A finger that has moved less than this has not moved, CSS pixels. */
const slop = 8;
/** A finger that rests this long hovers, milliseconds. */
const longPress = 450;

/** @typedef {{x: number, y: number}} Point */
/** @typedef {'none' | 'undecided' | 'drag' | 'scroll' | 'pinch' | 'hover'} Mode */

export class Gestures {
  #actions;
  #isPlot;
  /** @type {Map<number, Point>} */
  #fingers = new Map();
  /** @type {Mode} */
  #mode = 'none';
  /** @type {Point} */
  #start = { x: 0, y: 0 };
  #timer = 0;

  /** @param {Actions} actions @param {() => boolean} isPlot true if a drag in any direction is the view's */
  constructor(actions, isPlot) {
    this.#actions = actions;
    this.#isPlot = isPlot;
  }

  /** @param {number} id @param {number} x @param {number} y */
  down(id, x, y) {
    this.#fingers.set(id, { x, y });
    if (this.#fingers.size === 2) {
      if (this.#mode === 'drag') this.#actions.press(false);
      this.#decide('pinch');
    } else if (this.#fingers.size === 1) {
      this.#start = { x, y };
      this.#actions.move(x, y);
      this.#decide('undecided');
      this.#timer = window.setTimeout(() => this.#decide('hover'), longPress);
    }
  }

  /** @param {number} id @param {number} x @param {number} y */
  move(id, x, y) {
    const before = this.#fingers.get(id);
    if (!before) return;
    const span = this.#span();
    const middle = this.#middle();
    this.#fingers.set(id, { x, y });
    if (this.#mode === 'undecided') this.#undecided(x, y);
    if (this.#mode === 'drag' || this.#mode === 'hover') this.#actions.move(x, y);
    else if (this.#mode === 'scroll') this.#actions.scroll(before.x - x, before.y - y);
    else if (this.#mode === 'pinch') this.#pinch(span, middle);
  }

  /** @param {number} id @param {boolean} cancelled by the browser: nothing was meant */
  up(id, cancelled) {
    if (!this.#fingers.delete(id)) return;
    if (this.#mode === 'undecided' && !cancelled) {
      this.#actions.press(true);
      this.#actions.press(false);
    }
    if (this.#mode === 'drag') this.#actions.press(false);
    if (this.#fingers.size > 0) {
      // What is left of a pinch is not a press.
      this.#decide('scroll');
      return;
    }
    // After a long press the values stay readable until the next touch.
    if (this.#mode !== 'hover' || cancelled) this.#actions.leave();
    this.#decide('none');
  }

  /** @param {Mode} mode */
  #decide(mode) {
    window.clearTimeout(this.#timer);
    this.#mode = mode;
  }

  /** @param {number} x @param {number} y */
  #undecided(x, y) {
    const dx = Math.abs(x - this.#start.x);
    const dy = Math.abs(y - this.#start.y);
    if (Math.max(dx, dy) < slop) return;
    if (dy > dx && !this.#isPlot()) {
      this.#decide('scroll');
      return;
    }
    this.#decide('drag');
    this.#actions.move(this.#start.x, this.#start.y);
    this.#actions.press(true);
  }

  /** @param {number} span @param {Point} middle before the move */
  #pinch(span, middle) {
    const now = this.#middle();
    this.#actions.move(now.x, now.y);
    const factor = this.#span() / Math.max(span, 1);
    if (Math.abs(factor - 1) > 1e-3) this.#actions.zoom(factor);
    this.#actions.scroll(middle.x - now.x, middle.y - now.y);
  }

  #pair() {
    const [a, b] = this.#fingers.values();
    return [a ?? this.#start, b ?? a ?? this.#start];
  }
  #span() {
    const [a, b] = this.#pair();
    return Math.hypot(a.x - b.x, a.y - b.y);
  }
  #middle() {
    const [a, b] = this.#pair();
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }
}
