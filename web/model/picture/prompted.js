// SPDX-License-Identifier: MIT
// @ts-check
// The pictures of prompts. They come from the user, or with a shipped model, whose links then work on every device.

import { Pictures } from './pictures.js';
import { tr } from '../../base/language.js';

/** A recipe's pictures. @param {import('../run/recipe.js').Recipe} recipe @returns {string[]} */
export const picturesIn = ({ images }) => (images ? images.split(';') : []);

export class PromptPictures extends Pictures {
  #shipped;
  /** @type {Map<string, Promise<unknown>>} */
  #fetched = new Map();

  /** @param {Record<string, URL>} [shipped] by name */
  constructor(shipped = {}) {
    super();
    this.#shipped = shipped;
  }

  /** Sends a recipe's pictures before its run. @param {import('../link.js').Link} link @param {import('../run/recipe.js').Recipe} recipe */
  async ready(link, recipe) {
    for (const name of picturesIn(recipe)) {
      if (Object.hasOwn(this.#shipped, name) && !this.picture(name)) await this.#fetch(name);
      this.send(link, name);
    }
  }

  /** @param {string} name */
  #fetch(name) {
    const fetched =
      this.#fetched.get(name) ??
      fetch(this.#shipped[name], { credentials: 'same-origin' })
        .then(async (response) => {
          if (response.ok) await this.add(new File([await response.blob()], name), name);
        })
        .catch(() => {}) // the worker reports that the picture is missing
        .finally(() => this.#fetched.delete(name));
    this.#fetched.set(name, fetched);
    return fetched;
  }

  /** The shipped pictures. @returns {string[]} */
  get shipped() {
    return Object.keys(this.#shipped);
  }

  /** @param {string} name @returns {string} its title in links and saved files */
  shared(name) {
    const at = this.shipped.indexOf(name);
    return at < 0 ? tr('Photo') : tr('Picture {}', at + 1);
  }
}
