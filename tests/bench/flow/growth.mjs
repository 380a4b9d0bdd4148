// SPDX-License-Identifier: MIT
// How attention flow grows with tokens and layers, on real networks (if they are next to the checkout) and on synthetic ones with n = 8 to
// 256 and L = 6 and 12. Source layers 3 to 6 are measured separately, and networkx if Python has it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jsonLines, pythonWith, root } from '../common.mjs';

const time = (ms) => (ms >= 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${ms >= 100 ? ms.toFixed(0) : ms.toFixed(2)} ms`);
const sizes = (process.env.HW_GROWTH ?? '8,16,32,64,128,256').split(',');

/** Microseconds a pair of the top layer, by the networks' names. Empty without networkx. */
function networkx() {
  const python = pythonWith('networkx');
  if (!python) {
    console.error('growth: no Python has networkx: it is left out.');
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'networks-'));
  try {
    const small = sizes.filter((n) => Number(n) <= 16).join(',');
    if (!small) return [];
    execFileSync(join(root, 'build/native/tests/flow_bench/flow_bench'), [
      '--n',
      small,
      '--layers',
      '6,12',
      '--no-real',
      '--kernel-only',
      '--dump',
      folder,
    ]);
    const text = execFileSync(python, ['tests/flow_bench/networkx.py', folder, '1'], { cwd: root, encoding: 'utf8' });
    return [...text.matchAll(/^(.+)_L(\d+)_n(\d+) +(\d+) us a pair.* (\d+) different$/gm)].map(([, input, layers, n, each, different]) => {
      if (Number(different) > 0) throw new Error(`networkx differs on ${input}.`);
      return { input, layers: Number(layers), n: Number(n), topPairUs: Number(each) };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function measure() {
  const [native] = await jsonLines('native', 'flow_bench', '--n', sizes.join(','), '--layers', '6,12', '--seconds', '0.05');
  const [wasm] = await jsonLines('wasm', 'flow_bench', '--n', sizes.join(','), '--layers', '6,12', '--kernel-only');
  if (native.differences > 0) throw new Error(`${native.differences} values differ from a library's.`);
  const slow = networkx();
  const isOurs = ({ solver }) => solver === 'this kernel';
  const same = (a) => (b) => a.input === b.input && a.layers === b.layers && a.n === b.n;
  return native.rows.filter(isOurs).flatMap((ours) => {
    const what = `${ours.input} L = ${ours.layers}, n = ${ours.n}`;
    const rows = [];
    for (const other of native.rows.filter((row) => !isOurs(row) && same(ours)(row))) {
      rows.push({
        what: `${what}, all layers`,
        measured: time(ours.allLayersMs),
        against: `${other.solver} ${time(other.allLayersMs)}`,
        ratio: other.allLayersMs / ours.allLayersMs,
      });
      if (!/lemon/i.test(other.solver)) continue;
      rows.push({
        what: `${what}, top layer`,
        measured: time(ours.topAllMs),
        against: `${other.solver} ${time(other.topAllMs)}`,
        ratio: other.topAllMs / ours.topAllMs,
      });
      for (let layer = 3; layer <= Math.min(6, ours.layers); layer += 1) {
        const [a, b] = [ours.perLayerMs[layer - 1], other.perLayerMs[layer - 1]];
        rows.push({
          what: `${what}, source layer ${layer}`,
          measured: time(a),
          against: `${other.solver} ${time(b)}`,
          ratio: a > 0 ? b / a : undefined,
        }); // a is a difference
      }
    }
    const python = slow.find(same(ours));
    if (python)
      rows.push({
        what: `${what}, a pair of the top layer`,
        measured: `${ours.topPairUs.toFixed(2)} us`,
        against: `networkx ${python.topPairUs} us`,
        ratio: python.topPairUs / ours.topPairUs,
      });
    const there = wasm.rows.find(same(ours));
    if (there)
      rows.push({
        what: `${what}, all layers, wasm`,
        measured: time(there.allLayersMs),
        against: `native ${time(ours.allLayersMs)}`,
        ratio: there.allLayersMs / ours.allLayersMs,
      });
    return rows;
  });
}
