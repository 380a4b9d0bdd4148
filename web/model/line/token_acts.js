// SPDX-License-Identifier: MIT
// @ts-check
// What can be done to a token of the sentence: chosen, asked about, hidden from the others, joined with the next, cut.

import { cutsAt } from '../cut/menu.js';
import { isSame } from '../cut/list.js';
import { targetOf } from '../recipe.js';

/** @typedef {import('../cut/one_cut.js').Place} Place */

/** What hides a token from the others. @param {Place} place @param {number} at @returns {import('../cut/menu.js').Choice} */
export function hiding({ layers, heads, tokens, stacks }, at) {
  const own = stacks ? { letter: /** @type {const} */ ('E'), stack: stacks.E } : {};
  return cutsAt({ layers, heads, tokens, ...own, place: { at: 'token', token: at } })[0];
}

/** The tokens that no other may read. @param {import('../recipe.js').Recipe} recipe @param {Place} place @returns {number[]} */
export function hiddenIn({ cuts = [] }, place) {
  if (cuts.length === 0) return [];
  return place.tokens.flatMap((_, at) => (hiding(place, at).cuts.every((cut) => cuts.some((one) => isSame(one, cut))) ? [at] : []));
}

/**
 * @param {import('../../headwaters.d.ts').Headwaters} surface @param {import('../sentence.js').Piece[]} pieces
 * @param {number | null} by what a token says is of the one so far behind it; null: the model does not say
 * @param {{place: () => Place, ask: (target: string) => void, toggle: (choice: import('../cut/menu.js').Choice) => void, show: (name: string) => void, together: () => ((tokens: number[]) => void) | null}} does
 * @returns {import('./sentence_row.js').Does}
 */
export function tokenActs(surface, pieces, by, { place, ask, toggle, show, together }) {
  const spans = () => surface.state.spans;
  return {
    choose: (at) => surface.setState({ tokens: [at] }),
    ask:
      by === null
        ? null
        : (at) => {
            surface.setState({ tokens: [at - by] }); // where the answer is read
            ask(targetOf(pieces[at], `@${at - by}`));
          },
    hide: (tokens) => {
      const all = tokens.map((at) => hiding(place(), at));
      toggle({ ...all[0], cuts: all.flatMap(({ cuts }) => cuts) });
    },
    together: together(),
    join: (at) => {
      const joined = spans().find((one) => one.includes(at));
      const others = spans().filter((one) => one !== joined && !one.includes(at + 1));
      surface.setState({ spans: joined ? others : [...others, [at, at + 1]] });
    },
    cut: (at) => show(`cut-${JSON.stringify({ at: 'token', token: at, layer: surface.state.layer })}`),
  };
}
