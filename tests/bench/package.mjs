// SPDX-License-Identifier: MIT
// The Python package (pip install .) beside the one file that starts the command line, NumPy and networkx (tests/bench/package.py).
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './common.mjs';

/** A Python in which the package is installed: one that is named, or that of `tools/test wheel`. */
function installed() {
  const home = join(root, 'build/wheel');
  const made = existsSync(home)
    ? readdirSync(home)
        .filter((name) => name.startsWith('clean-'))
        .map((name) => join(home, name, 'bin/python'))
    : [];
  const fits = (name) => spawnSync(name, ['-c', 'import networkx, headwaters; assert headwaters._core'], { cwd: home }).status === 0;
  const python = [process.env.HEADWATERS_PYTHON, ...made].find((name) => name && fits(name));
  if (!python) throw new Error('no Python has the package and networkx: run tools/test wheel, or name one in HEADWATERS_PYTHON');
  return python;
}

const time = (seconds) =>
  seconds < 1
    ? `${(seconds * 1000).toFixed(seconds < 0.01 ? 2 : 1)} ms`
    : seconds < 600
      ? `${seconds.toFixed(1)} s`
      : `${(seconds / 3600).toFixed(1)} h`;

export async function measure() {
  const text = execFileSync(installed(), [join(root, 'tests/bench/package.py')], {
    encoding: 'utf8',
    env: { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' },
  });
  return JSON.parse(text).flatMap(({ what, ours, program, other, seconds }) => [
    { what: `package: ${what}`, measured: time(ours), against: `${other} ${time(seconds)}`, ratio: seconds / ours },
    { what: 'the same', measured: time(ours), against: `by the command line ${time(program)}`, ratio: program / ours },
  ]);
}
