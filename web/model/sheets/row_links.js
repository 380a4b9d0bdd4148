// SPDX-License-Identifier: MIT
// @ts-check
// Highlights a row of Why and its tokens of the sentence together when the pointer is on either.

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
const rowAt = (target) => (target instanceof Element ? target.closest('tbody tr') : null);

export class RowLinks {
  #root;
  #body;

  /** @param {HTMLElement} root of the view @param {HTMLTableSectionElement} body its rows have their tokens */
  constructor(root, body) {
    this.#root = root;
    this.#body = body;
    root.addEventListener('pointerover', ({ target }) => this.#link(rowAt(target)?.dataset.tokens ?? ''));
    root.addEventListener('pointerleave', () => this.#link(''));
  }

  begin() {
    document.addEventListener('pointerover', this.#overChip);
  }

  end() {
    document.removeEventListener('pointerover', this.#overChip);
    this.#link('');
  }

  /** @param {string} tokens */
  #link(tokens) {
    const meant = new Set(tokens.split(',').filter(Boolean));
    for (const row of this.#body.rows)
      row.classList.toggle(
        'linked',
        (row.dataset.tokens ?? '').split(',').some((at) => meant.has(at)),
      );
    for (const chip of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.sentence .piece')))
      chip.classList.toggle('linked', meant.has(chip.dataset.at ?? ''));
  }

  #overChip = (/** @type {Event} */ { target }) => {
    if (!(target instanceof Element) || this.#root.contains(target)) return;
    this.#link(/** @type {HTMLElement | null} */ (target.closest('.sentence .piece'))?.dataset.at ?? '');
  };
}
