// SPDX-License-Identifier: MIT
// Keys and a mouse, as WebDriver actions.

const codes = {
  Backspace: 0xe003,
  Tab: 0xe004,
  Enter: 0xe007,
  Shift: 0xe008,
  Control: 0xe009,
  ControlOrMeta: 0xe009,
  Alt: 0xe00a,
  Escape: 0xe00c,
  PageUp: 0xe00e,
  PageDown: 0xe00f,
  End: 0xe010,
  Home: 0xe011,
  ArrowLeft: 0xe012,
  ArrowUp: 0xe013,
  ArrowRight: 0xe014,
  ArrowDown: 0xe015,
  Delete: 0xe017,
  F5: 0xe035,
  F11: 0xe03b,
  Meta: 0xe03d,
};
const valueAt = (name) => (name === 'Space' ? ' ' : codes[name] ? String.fromCharCode(codes[name]) : name);

/** Presses and releases for "Control+k", "ArrowLeft" or "?". @param {string} chord */
export function keysOf(chord) {
  const names = chord.length > 1 ? chord.split(/(?<=.)\+/) : [chord];
  const values = names.map(valueAt);
  return [...values.map((value) => ({ type: 'keyDown', value })), ...values.reverse().map((value) => ({ type: 'keyUp', value }))];
}

/**
 * A wheel event may reach the page after the driver has returned, and the next test would not notice its effect.
 * @param {{evaluate: (what: Function) => Promise<unknown>}} page
 */
export const wheelArrives = (page) =>
  page.evaluate(() =>
    Promise.race([
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      new Promise((resolve) => setTimeout(resolve, 150)), // a hidden page has no frames
    ]),
  );

/** A mouse with Playwright's interface. */
export class Mouse {
  #perform;
  #at = [0, 0];
  #turned = [0, 0];

  /** @param {(actions: object[]) => Promise<unknown>} perform */
  constructor(perform) {
    this.#perform = perform;
  }
  #do(actions) {
    return this.#perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  }
  #to(x, y) {
    this.#at = [x, y];
    return { type: 'pointerMove', x: Math.round(x), y: Math.round(y) };
  }
  move(x, y, { steps = 1 } = {}) {
    const [fromX, fromY] = this.#at;
    return this.#do(
      Array.from({ length: steps }, (_, i) => this.#to(fromX + ((x - fromX) * (i + 1)) / steps, fromY + ((y - fromY) * (i + 1)) / steps)),
    );
  }
  down() {
    return this.#do([{ type: 'pointerDown', button: 0 }]);
  }
  up() {
    return this.#do([{ type: 'pointerUp', button: 0 }]);
  }
  click(x, y) {
    return this.#do([this.#to(x, y), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);
  }
  wheel(deltaX, deltaY) {
    const [x, y] = this.#at.map(Math.round);
    // WebKitWebDriver expects the difference from the last delta, and uses the wheel's position where the standard has its movement.
    this.#turned = [this.#turned[0] + deltaX, this.#turned[1] + deltaY];
    const [right, down] = this.#turned;
    return this.#perform([{ type: 'wheel', id: 'wheel', actions: [{ type: 'scroll', x, y, deltaX: right, deltaY: down }] }]);
  }
}
