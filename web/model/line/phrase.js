// SPDX-License-Identifier: MIT
// @ts-check
// Selects several adjacent tokens of the sentence, by dragging with a mouse or a finger, or by Shift and the arrow keys.

/** @param {EventTarget | Element | null} target @returns {HTMLElement | null} */
const chipOf = (target) => (target instanceof Element ? target.closest('button.piece') : null);
const placeOf = (/** @type {HTMLElement} */ chip) => Number(chip.dataset.at);

export class PhraseChoice {
  #box;
  #callbacks;
  /** The start and the end of the selection, -1 for none. */
  #anchor = -1;
  #head = -1;
  /** The pressed pointer. @type {number | null} */
  #pointer = null;

  /**
   * @param {HTMLElement} box contains the tokens' chips
   * @param {{chosen: (tokens: number[], chip: HTMLElement) => void, ended: () => void}} callbacks called with at least two tokens, and when the
   * selection is cancelled
   */
  constructor(box, callbacks) {
    this.#box = box;
    this.#callbacks = callbacks;
    box.addEventListener('pointerdown', this.#down);
    box.addEventListener('keydown', this.#key);
  }

  /** In the order of the text. Empty for fewer than two. @returns {number[]} */
  get tokens() {
    const [first, last] = [Math.min(this.#anchor, this.#head), Math.max(this.#anchor, this.#head)];
    return first < 0 || first === last ? [] : Array.from({ length: last - first + 1 }, (_, i) => first + i);
  }

  clear() {
    if (this.#pointer !== null) return; // another drag has started
    this.#head = -1;
    this.#anchor = this.#head;
    this.#mark();
  }

  #mark() {
    const chosen = new Set(this.tokens);
    for (const chip of /** @type {NodeListOf<HTMLElement>} */ (this.#box.querySelectorAll('.piece')))
      chip.classList.toggle('chosen', chosen.has(placeOf(chip)));
  }

  #down = (/** @type {PointerEvent} */ event) => {
    const chip = chipOf(event.target);
    if (!chip || !event.isPrimary || event.button !== 0 || event.shiftKey) return;
    this.#pointer = event.pointerId;
    this.#head = placeOf(chip);
    this.#anchor = this.#head;
    this.#mark();
    addEventListener('pointermove', this.#move);
    addEventListener('pointerup', this.#up);
    addEventListener('pointercancel', this.#up);
  };

  #move = (/** @type {PointerEvent} */ { pointerId, clientX, clientY }) => {
    if (pointerId !== this.#pointer) return;
    const chip = chipOf(document.elementFromPoint(clientX, clientY)); // a finger's events all go to the first chip
    if (!chip || !this.#box.contains(chip) || placeOf(chip) === this.#head) return;
    this.#head = placeOf(chip);
    this.#mark();
  };

  #up = (/** @type {PointerEvent} */ { type, pointerId }) => {
    if (pointerId !== this.#pointer) return;
    removeEventListener('pointermove', this.#move);
    removeEventListener('pointerup', this.#up);
    removeEventListener('pointercancel', this.#up);
    this.#pointer = null;
    const { tokens } = this;
    if (type === 'pointercancel' || tokens.length === 0) return this.clear();
    // The click at the end of a drag must not select a chip.
    const swallow = (/** @type {Event} */ click) => click.stopPropagation();
    this.#box.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => this.#box.removeEventListener('click', swallow, { capture: true }));
    this.#offer(tokens);
  };

  #key = (/** @type {KeyboardEvent} */ event) => {
    const chip = chipOf(event.target);
    if (event.key === 'Escape' && this.tokens.length > 0) {
      event.stopPropagation();
      return this.#callbacks.ended();
    }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
    if (!chip || !event.shiftKey || step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.#anchor < 0 || placeOf(chip) !== this.#head) this.#anchor = placeOf(chip);
    const next = this.#chip(placeOf(chip) + step);
    this.#head = placeOf(next ?? chip);
    next?.focus();
    this.#mark();
    const { tokens } = this;
    if (tokens.length > 0) this.#offer(tokens);
    else this.#callbacks.ended();
  };

  /** @param {number[]} tokens */
  #offer(tokens) {
    const chip = this.#chip(this.#head);
    if (chip) this.#callbacks.chosen(tokens, chip);
  }

  /** @param {number} at @returns {HTMLElement | null} */
  #chip = (at) => this.#box.querySelector(`button.piece[data-at="${at}"]`);
}
