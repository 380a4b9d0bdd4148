// SPDX-License-Identifier: MIT
// @ts-check
// The additional parts of a model that reads pictures: its pictures and the pad.

import { Pad } from './pad.js';
import { PenFollower } from './pen.js';
import { Pictures } from './pictures.js';

/** A curve, for a model that has no example. */
export const firstPicture = 'draw:GgszTEwucx-eJr1CvWaZj3OyR9aA28fZ';

export class Reader extends Pictures {
  #seen;
  /** @type {Pad | null} */
  #pad = null;

  /** @param {import('./pad.js').Seen} seen */
  constructor(seen) {
    super();
    this.#seen = seen;
  }

  /**
   * Creates the pad for the sidebar and follows its pen.
   * @param {import('./pen.js').Callbacks & {recipe: (text: string, wiped: string) => import('../run/recipe.js').Recipe} & Pick<import('./pad.js').Callbacks, 'file' | 'wipedBefore'>} callbacks
   */
  pad(callbacks) {
    const pen = new PenFollower(callbacks);
    this.#pad = new Pad(this.#seen, this, {
      show: (text, wiped, settled, isUndo) => void pen.follow(callbacks.recipe(text, wiped), settled, isUndo),
      paint: (strokes) => pen.paint(strokes),
      file: callbacks.file,
      wipedBefore: callbacks.wipedBefore,
    });
    return this.#pad.root;
  }

  get root() {
    return this.#pad?.root ?? null;
  }

  /** @param {import('../run/recipe.js').Recipe} recipe @param {import('../given/given_link.js').Seen} [seen] the part that an external model with its own pictures sees */
  show({ text, wiped }, seen) {
    this.#pad?.set(text, wiped ?? '');
    if (!seen) return;
    const paint = (/** @type {boolean} */ isNew) => isNew && this.#pad?.paintAgain(text);
    void this.see(text, seen).then(paint, () => {}); // ignores data that is not a picture
  }
}
