// SPDX-License-Identifier: MIT
// Attention flow over long prompts, from the last token to all inputs, with and without the engine for deep causal networks. Both run on
// the same networks in one run (long_flow_bench compares every value). The short networks of `flow` are measured as well, and the memory of
// each engine in its own process, and WebAssembly.
import { jsonLines } from '../common.mjs';

const prompt = (...args) => ['--layers', '24', ...args];
/** @type {[string, string[]][]} */
const cases = [
  ['one sharp head n = 1024, L = 24, top layer', prompt('--n', '1024', '--rounds', '3')],
  ['mean of 12 heads n = 1024, L = 24, top layer', prompt('--n', '1024', '--heads', '12', '--rounds', '3')],
  ['one sharp head n = 1024, L = 24, all layers', prompt('--n', '1024', '--first', '1')],
  ['mean of 12 heads n = 1024, L = 24, all layers', prompt('--n', '1024', '--heads', '12', '--first', '1')],
  ['one sharp head n = 2048, L = 24, top layer', prompt('--n', '2048')],
  ...['512', '256', '128'].map(
    (n) => /** @type {[string, string[]]} */ ([`one sharp head n = ${n}, L = 24, top layer`, prompt('--n', n, '--rounds', '5')]),
  ),
  ...['64', '128'].flatMap(
    (n) =>
      /** @type {[string, string[]][]} */ ([
        [
          `GPT-like n = ${n}, L = 12, all pairs and layers`,
          ['--like', '--n', n, '--layers', '12', '--first', '1', '--all-pairs', '--rounds', '7'],
        ],
        [`GPT-like n = ${n}, L = 12, all pairs, top layer`, ['--like', '--n', n, '--layers', '12', '--all-pairs', '--rounds', '9']],
      ]),
  ),
];
const short = new Set(cases.slice(0, 2).map(([what]) => what));
/** @param {number} ms */
const time = (ms) => (ms >= 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${ms >= 100 ? ms.toFixed(0) : ms.toFixed(2)} ms`);

async function timed(build, args) {
  const [row] = await jsonLines(build, 'long_flow_bench', ...args);
  if (row.differences > 0) throw new Error(`${row.differences} values differ.`);
  return row;
}

export async function measure() {
  /** @type {import('../main.mjs').Row[]} */
  const rows = [];
  for (const [what, args] of cases) {
    const { nowMs, thenMs } = await timed('native', args);
    rows.push({ what, measured: time(nowMs), against: `without the wave ${time(thenMs)}`, ratio: thenMs / nowMs });
    if (!short.has(what)) continue;
    const there = await timed('wasm', args);
    rows.push({
      what: `${what}, wasm`,
      measured: time(there.nowMs),
      against: `without the wave ${time(there.thenMs)}`,
      ratio: there.thenMs / there.nowMs,
    });
    rows.push({
      what: `${what}, wasm`,
      measured: time(there.nowMs),
      against: `native ${time(nowMs)}`,
      ratio: there.nowMs / nowMs,
      aim: '1.5 to 1.2',
    });
  }
  for (const n of ['1024', '2048']) {
    const [now] = await jsonLines('native', 'long_flow_bench', ...prompt('--n', n, '--stride', '16', '--only', 'new'));
    const [then] = await jsonLines('native', 'long_flow_bench', ...prompt('--n', n, '--stride', '16', '--only', 'old'));
    rows.push({
      what: `memory, one sharp head n = ${n}, L = 24, top layer`,
      measured: `${now.mostMb} MB`,
      against: `without the wave ${then.mostMb} MB`,
      ratio: then.mostMb / now.mostMb,
    });
  }
  return rows;
}
