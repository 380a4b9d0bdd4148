// SPDX-License-Identifier: MIT
// @ts-check
// A Python that has what a test needs.
import { spawnSync } from 'node:child_process';

/** Its name, HEADWATERS_PYTHON before all others; undefined where none has them. @param {string} modules "numpy, torch" */
export const pythonWith = (modules) =>
  [process.env.HEADWATERS_PYTHON, 'python3', '/usr/bin/python3'].find(
    (name) => name && spawnSync(name, ['-c', `import ${modules}`]).status === 0,
  );
