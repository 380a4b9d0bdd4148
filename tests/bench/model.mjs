// SPDX-License-Identifier: MIT
// Products with a model's weights as they are stored, one thread, in WebAssembly (V8, in Node) and natively. The comparison (the floor) is
// a plain kernel of the same program with float32 weights packed beforehand. Also measures the cost of decoding each type.
import { jsonLines } from './common.mjs';

const shown = {
  f32: 'F32',
  f32Backward: 'F32, backward',
  f32InOut: 'F32 as GPT-2 stores it',
  f16: 'F16',
  f16Backward: 'F16, backward',
  bf16: 'BF16',
  whole: 'a whole run, F32',
  wholeBoth: 'a whole run and its gradients, F32',
  q8_0: 'Q8_0',
  q8_0Backward: 'Q8_0, backward',
  q4_1: 'Q4_1',
  q4_k: 'Q4_K',
};
// The most that a product may take, in multiples of the floor. With one token, decoding and memory dominate.
const aims = { f32: '1.00', whole: '1.15 or less', f32Backward: '1.3', q8_0: '1.2', f16: '1.5' };

export async function measure() {
  const rows = [];
  for (const build of ['wasm', 'native']) {
    const lines = await jsonLines(build, 'model_bench');
    for (const line of lines.filter(({ shape }) => shape)) {
      for (const [key, name] of Object.entries(shown)) {
        if (line[key] === undefined) continue;
        rows.push({
          what: `${line.shape}, T = ${line.tokens}, ${name}, ${build}`,
          measured: `${line[key].toFixed(1)} ms`,
          against: `floor ${line.floor.toFixed(1)} ms`,
          ratio: line[key] / line.floor,
          aim: line.tokens >= 8 ? (aims[key] ?? '') : '',
        });
      }
    }
    const { decoding } = lines.find((line) => line.decoding);
    rows.push({
      what: `decoding a thousand values, ${build}`,
      measured: Object.entries(decoding)
        .map(([name, nanoseconds]) => `${name} ${nanoseconds.toFixed(0)}`)
        .join(', '),
      against: 'nanoseconds',
    });
  }
  return rows;
}
