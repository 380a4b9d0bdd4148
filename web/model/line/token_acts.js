// SPDX-License-Identifier: MIT
// @ts-check
// The actions for a token of the sentence: select, ask, hide, merge with the next, cut.

import { cutsAt } from '../cut/menu.js';
import { isSame } from '../cut/list.js';
import { positionIn, wordTarget } from '../run/recipe.js';
import { mostLikelyWord } from '../run/answers.js';
import { wordsOf } from '../run/word_tests.js';

/** @typedef {import('../cut/one_cut.js').Place} Place */

/** The cuts that hide a token from other tokens. @param {Place} place @param {number} at @returns {import('../cut/menu.js').Choice} */
export function hiding({ layers, heads, tokens, stacks }, at) {
  const own = stacks ? { letter: /** @type {const} */ ('E'), stack: stacks.E } : {};
  return cutsAt({ layers, heads, tokens, ...own, place: { at: 'token', token: at } })[0];
}

/** The tokens that no other may read. @param {import('../run/recipe.js').Recipe} recipe @param {Place} place @returns {number[]} */
export function hiddenIn({ cuts = [] }, place) {
  if (cuts.length === 0) return [];
  return place.tokens.flatMap((_, at) => (hiding(place, at).cuts.every((cut) => cuts.some((one) => isSame(one, cut))) ? [at] : []));
}

/**
 * The offset from a token to the output that predicts it. In a causal model that output is one token earlier.
 * @param {import('../run/answers.js').AnswerList} says
 */
const distanceOf = ({ kind }) => (kind === 'next' ? 1 : 0);

/**
 * Marks for the token in question (-1 for none) and the hidden ones.
 * @param {import('../run/parts.js').ShownRun} run @param {Place} place
 */
export function marksOf({ recipe, about, pieces, says }, place) {
  const at = positionIn(recipe.target);
  return {
    asked: at === null ? -1 : at + distanceOf(says),
    hidden: hiddenIn(recipe, place),
    filled: mostLikelyWord(says, pieces, about.mask),
  };
}

/**
 * @param {import('../../headwaters.d.ts').Headwaters} surface @param {import('../run/sentence.js').Piece[]} pieces @param {import('../run/answers.js').AnswerList} says
 * @param {Pick<import('../run/about.js').Callbacks, 'place' | 'target' | 'toggle' | 'show' | 'together'>} callbacks @param {boolean} readsWords
 * targets may be words of several tokens @returns {import('./sentence_row.js').Callbacks}
 */
export function tokenActs(surface, pieces, says, { place, target, toggle, show, together }, readsWords) {
  const by = says.kind === 'next' || says.kind === 'masked' ? distanceOf(says) : null; // null if the model has no answers
  const spans = () => surface.state.spans;
  return {
    choose: (at) => surface.setState({ tokens: [at] }),
    ask:
      by === null
        ? null
        : (at) => {
            // A word of several tokens is one answer, asked at its first token, unless the text begins with it.
            const word = by > 0 && readsWords ? wordsOf(pieces).find(({ tokens }) => tokens[0] === at)?.tokens : undefined;
            const tokens = word && word[0] >= by ? word : [at];
            const place = tokens[0] - by; // the token whose output is read
            surface.setState({ tokens: [place] });
            target(wordTarget(pieces.slice(tokens[0], tokens[0] + tokens.length), place));
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
