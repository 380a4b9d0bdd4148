// SPDX-License-Identifier: MIT
// @ts-check
// A circuit as MIB's JSON (src/model/circuit/report/circuit_json.h), with the sizes that were tested.

/**
 * @param {{layers?: number, heads?: number, parallel?: boolean, sources?: string[], edges?: string[], values?: number[]}} scores
 * @param {Set<string>} inside the edges of the circuit @param {import('./sizes.js').Tested[]} tested @returns {string}
 */
export function mibText({ layers, heads, parallel = false, sources = [], edges = [], values = [] }, inside, tested) {
  const ends = new Set([...inside].flatMap((name) => name.split('->').map((end) => end.replace(/<\w>$/, ''))));
  return JSON.stringify({
    cfg: { n_layers: layers, n_heads: heads, parallel_attn_mlp: parallel },
    nodes: Object.fromEntries([...sources, 'logits'].map((name) => [name, ends.has(name)])),
    edges: Object.fromEntries(edges.map((name, at) => [name, { score: values[at], in_graph: inside.has(name) }])),
    test: tested,
  });
}
