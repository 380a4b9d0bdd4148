// SPDX-License-Identifier: MIT
// @ts-check
// The ways a text went on, as a tree: what they have in common from the beginning is one node.

/** @typedef {{id: number, text: string}} Token */
/** @typedef {Token[]} Way all tokens of a text */
/**
 * @typedef {object} Node
 * @property {Token[]} tokens of this part alone @property {number} end how many tokens there are from the beginning to its end
 * @property {number} way the first of the ways that go through it @property {Node[]} children
 */

const mostWays = 24;

/** @param {Way} a @param {Way} b */
export function common(a, b) {
  let count = 0;
  while (count < a.length && count < b.length && a[count].id === b[count].id) count += 1;
  return count;
}

/** The newest first; those that a longer one begins with are gone. @param {Way[]} ways @param {Way} way @returns {Way[]} */
export const withWay = (ways, way) => [way, ...ways.filter((one) => common(one, way) < one.length)].slice(0, mostWays);

/** @param {Way[]} ways of which none is the beginning of another @returns {Node[]} */
export function treeOf(ways) {
  return branch(
    ways.map((_, way) => way),
    ways,
    0,
  );
}

/** @param {number[]} some of the ways, which are the same up to `from` @param {Way[]} ways @param {number} from @returns {Node[]} */
function branch(some, ways, from) {
  /** @type {Map<number, number[]>} */
  const groups = new Map();
  for (const way of some) {
    const next = ways[way][from];
    if (next) groups.set(next.id, [...(groups.get(next.id) ?? []), way]);
  }
  return [...groups.values()].map((group) => {
    const [way] = group;
    const end = Math.min(...group.map((other) => common(ways[way], ways[other])));
    return { tokens: ways[way].slice(from, end), end, way, children: group.length > 1 ? branch(group, ways, end) : [] };
  });
}
