// SPDX-License-Identifier: MIT
// @ts-check
// The continuations of a text as a tree, in which a shared beginning is one node.

/** @typedef {{id: number, text: string}} Token */
/** @typedef {Token[]} Way all tokens of a text */
/**
 * @typedef {object} Node
 * @property {Token[]} tokens of this node only @property {number} end number of tokens from the beginning to its end
 * @property {number} way index of the first continuation through it @property {Node[]} children
 */

const mostWays = 24;

/** @param {Way} a @param {Way} b */
export function common(a, b) {
  let count = 0;
  while (count < a.length && count < b.length && a[count].id === b[count].id) count += 1;
  return count;
}

/**
 * Adds the newest way first, and drops those that are the beginning of a longer one.
 * @param {Way[]} ways @param {Way} way @returns {Way[]}
 */
export const withWay = (ways, way) => [way, ...ways.filter((one) => common(one, way) < one.length)].slice(0, mostWays);

/** @param {Way[]} ways none is the beginning of another @returns {Node[]} */
export function treeOf(ways) {
  return branch(
    ways.map((_, way) => way),
    ways,
    0,
  );
}

/** @param {number[]} some indices of ways that are equal up to `from` @param {Way[]} ways @param {number} from @returns {Node[]} */
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
