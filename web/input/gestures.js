// SPDX-License-Identifier: MIT
// @ts-check
// Converts touches to the actions of views. With one finger, a tap is a click, a drag along a slider or plot is a drag, a drag up or down
// elsewhere scrolls with momentum, and resting hovers. With two fingers, a pinch zooms about their midpoint, and moving both pans.
//
// A press waits until the touch can no longer become a scroll, so that scrolling presses nothing.

/**
 * @typedef {object} Actions
 * @property {(x: number, y: number) => void} move
 * @property {(down: boolean) => void} press
 * @property {(dx: number, dy: number) => void} scroll  CSS pixels
 * @property {(x: number, y: number, factor: number, dx: number, dy: number) => void} pinch about the midpoint, which has moved by dx, dy; a
 * factor > 1 enlarges
 * @property {() => void} pinchEnd
 * @property {() => void} leave
 * @property {(x: number, y: number) => boolean} hasNumber true if the place has a number, which a tap then shows like a hover
 */

/** CSS pixels. A smaller movement does not count. */
const slop = 8;
/** Milliseconds after which a resting finger hovers. */
const longPress = 450;
/** Momentum loses this share of its speed per millisecond. */
const friction = 0.0022;
/** CSS pixels per millisecond. Momentum ends below this speed. */
const slowest = 0.05;
/** Milliseconds without movement after which a finger is at rest. */
const rest = 60;

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
  /** Of a scrolling finger, in CSS pixels per millisecond. @type {Point} */
  #speed = { x: 0, y: 0 };
  #movedAt = 0;
  #roll = 0;

  /** @param {Actions} actions @param {() => boolean} isPlot true if the view handles drags in any direction */
  constructor(actions, isPlot) {
    this.#actions = actions;
    this.#isPlot = isPlot;
  }

  /** @param {number} id @param {number} x @param {number} y */
  down(id, x, y) {
    if (this.#roll !== 0) this.#stop();
    this.#fingers.set(id, { x, y });
    if (this.#fingers.size === 2) {
      if (this.#mode === 'drag') this.#actions.press(false);
      this.#decide('pinch');
      const middle = this.#middle();
      this.#actions.move(middle.x, middle.y);
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
    else if (this.#mode === 'scroll') this.#scroll(before.x - x, before.y - y);
    else if (this.#mode === 'pinch') this.#pinch(span, middle);
  }

  /**
   * @param {number} id @param {boolean} cancelled the browser ended the touch, so it does nothing
   * @param {number} [x] @param {number} [y] position at the end
   */
  up(id, cancelled, x, y) {
    const last = this.#fingers.get(id);
    if (x !== undefined && y !== undefined && !cancelled && (last?.x !== x || last.y !== y)) this.move(id, x, y);
    if (!this.#fingers.delete(id)) return;
    if (this.#mode === 'pinch') this.#actions.pinchEnd();
    const isTap = this.#mode === 'undecided' && !cancelled;
    if (isTap) {
      this.#actions.press(true);
      this.#actions.press(false);
    }
    if (this.#mode === 'drag') this.#actions.press(false);
    if (this.#fingers.size > 0) {
      // The remaining finger of a pinch does not press.
      this.#decide('scroll');
      return;
    }
    if (this.#mode === 'scroll' && !cancelled && this.#rolls()) return;
    // After a long press, and after a tap on a cell, the values stay visible until the next touch.
    const isRead = this.#mode === 'hover' ? !cancelled : isTap && this.#actions.hasNumber(this.#start.x, this.#start.y);
    if (!isRead) this.#actions.leave();
    this.#decide('none');
  }

  /** @param {Mode} mode */
  #decide(mode) {
    window.clearTimeout(this.#timer);
    this.#mode = mode;
    this.#speed = { x: 0, y: 0 };
    this.#movedAt = performance.now();
  }

  /** @param {number} dx @param {number} dy */
  #scroll(dx, dy) {
    const now = performance.now();
    const passed = Math.max(now - this.#movedAt, 1);
    // The mean with the previous speed, because a single jerk is not the finger's speed.
    this.#speed = { x: (this.#speed.x + dx / passed) / 2, y: (this.#speed.y + dy / passed) / 2 };
    this.#movedAt = now;
    this.#actions.scroll(dx, dy);
  }

  /** Continues with the finger's speed and slows down. False if the finger rested. */
  #rolls() {
    let { x, y } = this.#speed;
    let last = performance.now();
    if (last - this.#movedAt > rest || Math.hypot(x, y) < slowest) return false;
    const step = (/** @type {number} */ now) => {
      const passed = Math.min(Math.max(now - last, 0), 50);
      last = now;
      this.#actions.scroll(x * passed, y * passed);
      const kept = Math.exp(-friction * passed);
      x *= kept;
      y *= kept;
      if (Math.hypot(x, y) < slowest) this.#stop();
      else this.#roll = requestAnimationFrame(step);
    };
    this.#decide('none');
    this.#roll = requestAnimationFrame(step);
    return true;
  }

  #stop() {
    cancelAnimationFrame(this.#roll);
    this.#roll = 0;
    this.#actions.leave();
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
    this.#actions.pinch(now.x, now.y, this.#span() / Math.max(span, 1), now.x - middle.x, now.y - middle.y);
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
