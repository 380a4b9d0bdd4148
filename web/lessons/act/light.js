// SPDX-License-Identifier: MIT
// @ts-check
// Highlights the subject of a step with an outline around places of headwaters.layout().

import { make } from '../../base/elements.js';

/** @typedef {import('../../headwaters.d.ts').LaidOut} LaidOut */

/** Maximum number of outlines. More would be noise. */
const most = 8;
const margin = 3;

/**
 * The places for a name. `matrix` is a figure of that name (or else a target or a text), `text:keys` a text, `target:play` a target of the
 * pointer. Excludes places under a menu.
 * @param {LaidOut[]} parts @param {string} name @returns {LaidOut[]}
 */
export function placesOf(parts, name) {
  const [, kind, rest] = /** @type {string[]} */ (/^(?:(text|target|figure):)?([\s\S]*)$/.exec(name));
  const kinds = kind ? [kind] : ['figure', 'target', 'text'];
  for (const one of kinds) {
    const found = parts.filter((part) => part.kind === one && part.name === rest && part.width > 1 && part.height > 1);
    if (found.length) return found;
  }
  return [];
}

export class Light {
  #layout;
  #box = make('div', { className: 'lights', 'aria-hidden': 'true' });
  /** @type {string[]} */
  #names = [];

  /** @param {() => LaidOut[]} layout */
  constructor(layout) {
    this.#layout = layout;
    document.body.append(this.#box);
  }

  /** @param {string[]} names */
  on(names) {
    this.#names = names;
    this.place();
  }

  off() {
    this.#names = [];
    this.#box.replaceChildren();
  }

  /** The picture is at rest, so read the places again. */
  place() {
    if (this.#names.length === 0) return this.#box.replaceChildren();
    const canvas = /** @type {HTMLElement} */ (document.getElementById('canvas')).getBoundingClientRect();
    const parts = this.#layout();
    // In a small window a setting may be in a menu. Then the menu's button is outlined.
    const found = this.#names
      .flatMap((name) => {
        const places = placesOf(parts, name);
        return places.length || !name.startsWith('text:') ? places : placesOf(parts, 'target:settings');
      })
      .slice(0, most);
    this.#box.replaceChildren(
      ...found.map(({ x, y, width, height }) => {
        const mark = make('div', { className: 'light' });
        mark.style.left = `${Math.max(canvas.left + x - margin, 1)}px`;
        mark.style.top = `${Math.max(canvas.top + y - margin, 1)}px`;
        mark.style.width = `${Math.min(width + 2 * margin, canvas.width - 2)}px`;
        mark.style.height = `${Math.min(height + 2 * margin, canvas.height - 2)}px`;
        return mark;
      }),
    );
  }

  /** The number of outlines. */
  get count() {
    return this.#box.childElementCount;
  }
}
