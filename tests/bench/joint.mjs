// SPDX-License-Identifier: MIT
// Joint attribution from one output token through 12 layers, one thread: in WebAssembly (V8, in Node), natively, and the
// same method in NumPy and SciPy where they are installed. Their values agree to 1e-9 or the measuring fails.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jsonLines, root } from './common.mjs';

/** @param {string} file */
function inNumPy(file) {
  const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
  try {
    const text = execFileSync(python, [join(root, 'tests/joint_bench/joint.py'), file], {
      encoding: 'utf8',
      env: { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return text.trim().split('\n').map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

export async function measure() {
  const dump = join(mkdtempSync(join(tmpdir(), 'joint-')), 'problems.txt');
  const native = await jsonLines('native', 'joint_bench', '--dump', dump);
  const wasm = await jsonLines('wasm', 'joint_bench');
  const python = inNumPy(dump);
  const ms = (value) => `${value.toFixed(1)} ms`;
  return wasm.flatMap((ours) => {
    const there = native.find(({ n }) => n === ours.n);
    const numpy = python.find(({ n }) => n === ours.n);
    if (numpy && !(numpy.difference < 1e-9)) throw new Error(`n = ${ours.n}: NumPy differs by ${numpy.difference}`);
    const what = `joint attribution n = ${ours.n}, L = ${ours.layers}, ${ours.steps} steps`;
    const rows = [{ what: `${what}, wasm`, measured: ms(ours.ms), against: `native ${ms(there.ms)}`, ratio: ours.ms / there.ms }];
    if (numpy) rows.push({ what: `${what}, wasm`, measured: ms(ours.ms), against: `NumPy and SciPy ${ms(numpy.ms)}`, ratio: numpy.ms / ours.ms });
    return rows;
  });
}
