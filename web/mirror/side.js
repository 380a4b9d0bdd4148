// SPDX-License-Identifier: MIT
// @ts-check
// The only sidebar, closed until it is opened: method and settings, and of an open model its answers, the question and the cuts, in
// sections that fold. It stands beside the figure, or below it where there is no room beside.

import { tr } from '../base/words.js';
import { make } from '../base/elements.js';

export class Side {
  #root = make('aside', { id: 'side', className: 'side', tabIndex: -1, hidden: true, 'aria-label': tr('Settings') });
  #changed;

  /** @param {HTMLElement} before what it stands behind @param {() => void} changed it was opened or closed */
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

  /** @param {boolean} [open] else the other way round */
  toggle(open = !this.isOpen) {
    if (open === this.isOpen) return;
    this.#root.hidden = !open;
    document.documentElement.toggleAttribute('data-side', open);
    if (open) this.#root.focus({ preventScroll: true });
    else if (this.#root.contains(document.activeElement) || document.activeElement === document.body)
      document.getElementById('canvas')?.focus({ preventScroll: true });
    this.#changed();
  }

  /** Sections of an open model, which stand first. @param {HTMLElement[]} sections @returns {() => void} takes them away */
  lead(sections) {
    this.#root.firstElementChild?.after(...sections);
    return () =>
      sections.forEach((one) => {
        one.remove();
      });
  }

  /** What always stands there. @param {HTMLElement} element */
  add(element) {
    this.#root.append(element);
  }
}

/** A part of it that folds. @param {string} id @param {string} title @param {boolean} isOpen @param {(Node | string)[]} content */
export const sideSection = (id, title, isOpen, ...content) =>
  make('details', { open: isOpen }, make('summary', { 'data-id': `side/${id}`, textContent: title }), ...content);
