// SPDX-License-Identifier: MIT
// @ts-check
// A Python with the modules that a test needs.
import { spawnSync } from 'node:child_process';

/** Its name, preferring HEADWATERS_PYTHON, or undefined if none has them. @param {string} modules "numpy, torch" */
export const pythonWith = (modules) =>
  [process.env.HEADWATERS_PYTHON, 'python3', '/usr/bin/python3'].find(
    (name) => name && spawnSync(name, ['-c', `import ${modules}`]).status === 0,
  );
