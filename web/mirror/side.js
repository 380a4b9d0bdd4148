// SPDX-License-Identifier: MIT
// @ts-check
// The sidebar, closed at first. It has the method and the settings. For an open model it also has the answers, the question and the cuts.
// All are in sections that fold. In a narrow window it is below the figure.

import { tr } from '../base/language.js';
import { make } from '../base/elements.js';

export class Side {
  #root = make('aside', { id: 'side', className: 'side', tabIndex: -1, hidden: true, 'aria-label': tr('Settings') });
  #changed;

  /** @param {HTMLElement} before the element that it follows @param {() => void} changed called after it opens or closes */
  constructor(before, changed) {
    this.#changed = changed;
    this.#root.append(
      make(
        'header',
        {},
        make('h2', { textContent: tr('Settings') }),
        make('button', {
          'data-id': 'side/close',
          type: 'button',
          className: 'close',
          textContent: '×',
          'aria-label': tr('Close the settings'),
          onclick: () => this.toggle(false),
        }),
      ),
    );
    this.#root.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.toggle(false);
    });
    before.after(this.#root);
  }

  get isOpen() {
    return !this.#root.hidden;
  }

  /** @param {boolean} [open] default: toggle */
  toggle(open = !this.isOpen) {
    if (open === this.isOpen) return;
    this.#root.hidden = !open;
    document.documentElement.toggleAttribute('data-side', open);
    if (open) this.#root.focus({ preventScroll: true });
    else if (this.#root.contains(document.activeElement) || document.activeElement === document.body)
      document.getElementById('canvas')?.focus({ preventScroll: true });
    this.#changed();
  }

  /** Adds the sections of an open model at the top, and scrolls there. @param {HTMLElement[]} sections @returns {() => void} removes them */
  lead(sections) {
    this.#root.firstElementChild?.after(...sections);
    this.#root.scrollTop = 0;
    return () =>
      sections.forEach((one) => {
        one.remove();
      });
  }

  /** Adds a permanent element. @param {HTMLElement} element */
  add(element) {
    this.#root.append(element);
  }
}

/** A section that folds. @param {string} id @param {string} title @param {boolean} isOpen @param {(Node | string)[]} content */
export const sideSection = (id, title, isOpen, ...content) =>
  make('details', { open: isOpen }, make('summary', { 'data-id': `side/${id}`, textContent: title }), ...content);
