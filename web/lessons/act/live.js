// SPDX-License-Identifier: MIT
// @ts-check
// Numbers in a step's text that follow the figure: `{0.178|live rollout layer=4 token=6 key=2}` with the page's settings, `{0.645|live
// model answer=are}` with the text and the cuts of the model's current run.

import { inLanguage } from '../../base/language.js';

/**
 * @typedef {object} Source
 * @property {import('../../headwaters.d.ts').Headwaters} surface
 * @property {(word: string) => Promise<number>} chance of an answer of the open model, NaN if it has none
 */

/** The parts of a reference after "live". @param {string} about @returns {{what: string, fields: Record<string, string>}} */
export function partsOfLive(about) {
  const [what, ...pairs] = about.replace(/^live\s+/, '').split(/\s+/);
  return { what, fields: Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])) };
}

/**
 * @param {import('../../headwaters.d.ts').Headwaters} surface @param {import('../../headwaters.d.ts').MethodName} method
 * @param {number} layer from 0 @returns {Promise<number[][]>} the method's matrix after it
 */
export async function matrixAfter(surface, method, layer) {
  const { layers } = await surface.results({ method, layer });
  return /** @type {number[][]} */ (layers[layers.length - 1].values);
}

export class Live {
  #source;
  #turn = 0;

  /** @param {Source} source */
  constructor(source) {
    this.#source = source;
  }

  /**
   * The open attention as a network of pipes for cuts.
   * @param {number} output @param {number} input @returns {Promise<HTMLElement | null>}
   */
  async network(output, input) {
    const { networkOn } = await import('./network.js');
    return networkOn(this.#source.surface, output, input);
  }

  /** Identifies the open document. */
  get open() {
    const { document: open, settings } = this.#source.surface.state;
    return JSON.stringify([open?.name, open?.title, open?.tokens, open?.layers, settings.residual]);
  }

  /** Inserts the current numbers. A later call cancels this one. @param {ParentNode} root */
  async refresh(root) {
    this.#turn += 1;
    const turn = this.#turn;
    /** @type {Map<string, Promise<number[][]>>} */
    const known = new Map();
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-live]'))) {
      const now = await this.#value(place, known).catch(() => NaN);
      if (turn !== this.#turn) return;
      place.dataset.first ??= place.textContent ?? '';
      const first = place.dataset.first;
      const digits = /[.,](\d+)/.exec(first)?.[1].length ?? 0;
      const text = Number.isNaN(now) ? '–' : inLanguage(now.toFixed(digits));
      if (place.textContent !== text) place.textContent = text;
      place.toggleAttribute('data-other', text !== first);
    }
  }

  /** @param {HTMLElement} place @param {Map<string, Promise<number[][]>>} known matrices read in this call @returns {Promise<number>} */
  async #value(place, known) {
    const { what, fields } = partsOfLive(place.dataset.live ?? '');
    if (what === 'model') return this.#source.chance(fields.answer);
    const name = `${what} ${fields.layer}`;
    const method = /** @type {import('../../headwaters.d.ts').MethodName} */ (what);
    if (!known.has(name)) known.set(name, matrixAfter(this.#source.surface, method, Number(fields.layer) - 1));
    const rows = /** @type {number[][]} */ (await known.get(name));
    // In a text of another length, this place has another token.
    place.dataset.size ??= String(rows.length);
    return place.dataset.size === String(rows.length) ? rows[Number(fields.token)][Number(fields.key)] : NaN;
  }
}
