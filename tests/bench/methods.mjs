// SPDX-License-Identifier: MIT
// The methods other than rollout, flow and joint attribution, from weights to the matrices of all layers, one thread. Runs in WebAssembly
// (V8, in Node), natively, and as the same methods in NumPy and SciPy. The measurement fails if results disagree.
import { besidePython } from './common.mjs';

// Relative to the largest value, because NumPy adds in float32 and SciPy's capacities are whole steps of 2^-24.
const allowed = 1e-5;

export async function measure() {
  const { native, wasm, python } = await besidePython('methods_bench', 'tests/methods_bench/methods.py');
  const ms = (value) => `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ms`;
  return wasm.flatMap((ours) => {
    const isSame = ({ n, method }) => n === ours.n && method === ours.method;
    const there = native.find(isSame);
    const numpy = python.find(isSame);
    if (numpy && !(numpy.difference < allowed)) throw new Error(`${ours.method}, n = ${ours.n}: NumPy differs by ${numpy.difference}`);
    const row = { what: `${ours.method}, n = ${ours.n}, L = ${ours.layers}, wasm`, measured: ms(ours.ms) };
    const rows = [{ ...row, against: `native ${ms(there.ms)}`, ratio: ours.ms / there.ms }];
    if (numpy)
      rows.push({ ...row, against: `${ours.method.startsWith('flow') ? 'SciPy' : 'NumPy'} ${ms(numpy.ms)}`, ratio: numpy.ms / ours.ms });
    return rows;
  });
}
