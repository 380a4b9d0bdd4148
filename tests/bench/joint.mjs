// SPDX-License-Identifier: MIT
// Joint attribution from one output token through 12 layers, one thread. Runs in WebAssembly (V8, in Node), natively, and as the same
// method in NumPy and SciPy if they are installed. The measurement fails if the values differ by more than 1e-9.
import { besidePython } from './common.mjs';

export async function measure() {
  const { native, wasm, python } = await besidePython('joint_bench', 'tests/joint_bench/joint.py');
  const ms = (value) => `${value.toFixed(1)} ms`;
  return wasm.flatMap((ours) => {
    const there = native.find(({ n }) => n === ours.n);
    const numpy = python.find(({ n }) => n === ours.n);
    if (numpy && !(numpy.difference < 1e-9)) throw new Error(`n = ${ours.n}: NumPy differs by ${numpy.difference}`);
    const what = `joint attribution n = ${ours.n}, L = ${ours.layers}, ${ours.steps} steps`;
    const rows = [{ what: `${what}, wasm`, measured: ms(ours.ms), against: `native ${ms(there.ms)}`, ratio: ours.ms / there.ms }];
    if (numpy)
      rows.push({ what: `${what}, wasm`, measured: ms(ours.ms), against: `NumPy and SciPy ${ms(numpy.ms)}`, ratio: numpy.ms / ours.ms });
    return rows;
  });
}
