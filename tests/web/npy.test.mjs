// SPDX-License-Identifier: MIT
// Results as NPY, read back by hand according to numpy.lib.format, and by NumPy if it is installed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { npyOf } from '../../web/paper/npy.js';

const read = async (blob) => {
  const bytes = Buffer.from(await blob.arrayBuffer());
  const length = bytes.readUInt16LE(8);
  const start = 10 + length;
  const header = bytes.subarray(10, start).toString();
  const numbers = Array.from({ length: (bytes.length - start) / 8 }, (_, i) => bytes.readDoubleLE(start + 8 * i));
  return { bytes, start, header, numbers };
};
const rows = { layers: [{ values: [0.25, 0.75] }, { values: [null, 1] }, { values: [0.1, 0.9] }] };
const matrix = {
  layers: [
    {
      values: [
        [1, 2, 3],
        [4, 5, 6],
      ],
    },
  ],
};

test('rows of layers and a matrix have their shapes, and missing values are NaN', async () => {
  const one = await read(npyOf(rows));
  assert.deepEqual([...one.bytes.subarray(0, 8)], [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
  assert.equal(one.start % 64, 0);
  assert.match(one.header, /^\{'descr': '<f8', 'fortran_order': False, 'shape': \(3, 2\), \} *\n$/);
  assert.deepEqual(one.numbers, [0.25, 0.75, NaN, 1, 0.1, 0.9]);
  const two = await read(npyOf(matrix));
  assert.match(two.header, /'shape': \(2, 3\)/);
  assert.deepEqual(two.numbers, [1, 2, 3, 4, 5, 6]);
  assert.match((await read(npyOf({ layers: [...matrix.layers, ...matrix.layers] }))).header, /'shape': \(2, 2, 3\)/);
});

const hasNumPy = spawnSync('python3', ['-c', 'import numpy']).status === 0;
test('NumPy reads it', { skip: hasNumPy ? false : 'NumPy is not installed' }, async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'headwaters-')), 'rows.npy');
  writeFileSync(file, Buffer.from(await npyOf(rows).arrayBuffer()));
  const { stdout } = spawnSync('python3', ['-c', `import numpy; a = numpy.load('${file}'); print(a.shape, a.dtype, a[2].tolist())`], {
    encoding: 'utf8',
  });
  assert.equal(stdout.trim(), '(3, 2) float64 [0.1, 0.9]');
});
