// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { joinCsv, joinJson } from '../../web/export.js';
import { sizeOf } from '../../web/figures.js';

test('the layers of several results become one table', () => {
  const csv = joinCsv(['layer,query,token,a\r\n1,0,a,0.5\r\n', 'layer,query,token,a\r\n2,0,a,0.25\r\n']);
  assert.equal(csv, 'layer,query,token,a\r\n1,0,a,0.5\r\n2,0,a,0.25\r\n');
  const json = JSON.parse(joinJson(['{"method":"raw","layers":[{"layer":1}]}', '{"method":"raw","layers":[{"layer":2}]}']));
  assert.deepEqual(json, { method: 'raw', layers: [{ layer: 1 }, { layer: 2 }] });
});

test("a figure's size is read from its first tag", () => {
  assert.deepEqual(sizeOf('<svg xmlns="http://www.w3.org/2000/svg" width="720" height="412.5" viewBox="0 0 720 412.5">'), { width: 720, height: 412.5 });
});
