// SPDX-License-Identifier: MIT
// Attention flow, every pair, 12 layers. Compares this kernel with the installed libraries on the same networks, and WebAssembly with
// native code. flow_bench checks every value that a library computes against ours.
import { jsonLines } from '../common.mjs';

const options = ['--n', '64,128', '--layers', '12', '--no-real'];
const aims = {
  'BERT-like 64': '80 to 200',
  'BERT-like 128': '150 to 400',
  'GPT-like 64': '15 to 40',
  'GPT-like 128': '30 to 100',
  'BERT-like top': '1,000 to 2,000',
  'GPT-like top': '50 to 200',
};

const time = (ms) => (ms >= 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${ms >= 100 ? ms.toFixed(0) : ms.toFixed(2)} ms`);

export async function measure() {
  const [native] = await jsonLines('native', 'flow_bench', ...options, '--seconds', '0.1');
  const [wasm] = await jsonLines('wasm', 'flow_bench', ...options, '--kernel-only');
  if (native.differences > 0) throw new Error(`${native.differences} values differ from a library's.`);
  const isOurs = ({ solver }) => solver === 'this kernel';
  const same = (a) => (b) => a.input === b.input && a.layers === b.layers && a.n === b.n;
  return native.rows.filter(isOurs).flatMap((ours) => {
    const what = `flow ${ours.input} n = ${ours.n}, L = ${ours.layers}`;
    const there = wasm.rows.find(same(ours));
    const others = native.rows.filter((row) => !isOurs(row) && same(ours)(row));
    const isLemon = ({ solver }) => /lemon/i.test(solver);
    return [
      ...others.map((other) => ({
        what: `${what}, all layers`,
        measured: time(ours.allLayersMs),
        against: `${other.solver} ${time(other.allLayersMs)}`,
        ratio: other.allLayersMs / ours.allLayersMs,
        aim: isLemon(other) ? aims[`${ours.input} ${ours.n}`] : '',
      })),
      ...others.filter(isLemon).map((other) => ({
        what: `${what}, top layer`,
        measured: time(ours.topAllMs),
        against: `${other.solver} ${time(other.topAllMs)}`,
        ratio: other.topAllMs / ours.topAllMs,
        aim: ours.n === 128 ? aims[`${ours.input} top`] : '',
      })),
      {
        what: `${what}, all layers, wasm`,
        measured: time(there.allLayersMs),
        against: `native ${time(ours.allLayersMs)}`,
        ratio: there.allLayersMs / ours.allLayersMs,
        aim: '1.5 to 1.2',
      },
      {
        what: `${what}, one token to all, wasm`,
        measured: time(there.oneSourceMs),
        against: `native ${time(ours.oneSourceMs)}`,
        ratio: there.oneSourceMs / ours.oneSourceMs,
      },
    ];
  });
}
