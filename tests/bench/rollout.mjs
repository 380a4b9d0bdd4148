// SPDX-License-Identifier: MIT
// Rollout's products, 12 layers, one thread. Compares ours in WebAssembly (V8, in Node) with native Eigen (SSE4.2).
import { jsonLines } from './common.mjs';

export async function measure() {
  const native = await jsonLines('native', 'rollout_bench');
  const wasm = await jsonLines('wasm', 'rollout_bench');
  const gflops = (value) => `${value.toFixed(1)} GFLOP/s`;
  return wasm.flatMap((ours) => {
    const there = native.find(({ n }) => n === ours.n);
    const what = `rollout n = ${ours.n}, L = ${ours.layers}`;
    return [
      {
        what: `${what}, wasm`,
        measured: gflops(ours.ownGflops),
        against: `Eigen, native ${gflops(there.eigenGflops)}`,
        ratio: ours.ownGflops / there.eigenGflops,
        aim: ours.n === 512 ? '0.7 or more' : '',
      },
      {
        what: `${what}, wasm`,
        measured: gflops(ours.ownGflops),
        against: `Eigen, wasm ${gflops(ours.eigenGflops)}`,
        ratio: ours.ownGflops / ours.eigenGflops,
      },
      {
        what: `${what}, native`,
        measured: gflops(there.ownGflops),
        against: `Eigen, native ${gflops(there.eigenGflops)}`,
        ratio: there.ownGflops / there.eigenGflops,
      },
      {
        what: `${what}, with ${ours.heads} heads fused, wasm`,
        measured: `${ours.rolloutMs.toFixed(1)} ms`,
        against: `native ${there.rolloutMs.toFixed(1)} ms`,
        ratio: ours.rolloutMs / there.rolloutMs,
        aim: ours.n === 512 ? 'products in about 80 ms' : '',
      },
    ];
  });
}
