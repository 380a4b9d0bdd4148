// SPDX-License-Identifier: MIT
// Compares the Python package (pip install .) with the one-file launcher of the command line, NumPy and networkx (tests/bench/package.py).
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { root } from './common.mjs';

const time = (seconds) =>
  seconds < 1
    ? `${(seconds * 1000).toFixed(seconds < 0.01 ? 2 : 1)} ms`
    : seconds < 600
      ? `${seconds.toFixed(1)} s`
      : `${(seconds / 3600).toFixed(1)} h`;

export async function measure() {
  const text = execFileSync(process.env.HW_BENCH_PACKAGE ?? 'python3', [join(root, 'tests/bench/package.py')], {
    encoding: 'utf8',
    env: { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' },
  });
  return JSON.parse(text).flatMap(({ what, ours, program, other, seconds }) => [
    { what: `package: ${what}`, measured: time(ours), against: `${other} ${time(seconds)}`, ratio: seconds / ours },
    { what: 'the same', measured: time(ours), against: `by the command line ${time(program)}`, ratio: program / ours },
  ]);
}
