// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fit, fitting, folded } from '../../web/dialogs/fuzzy.js';

const names = ['Next layer', 'Layer before', 'Layer 3', 'Layer 13', 'Matrix', 'Preset: No residual', 'Residual weight', 'Token 5: keys', 'Token 6: Schlüssel'];
const found = (typed) => fitting(typed, names, (name) => name);

test('nothing typed keeps all in their order', () => {
  assert.deepEqual(found(''), names);
  assert.deepEqual(found('   '), names);
});

test('what begins a name comes before what stands inside it', () => {
  assert.equal(found('layer 3')[0], 'Layer 3');
  assert.equal(found('residual')[0], 'Residual weight');
  assert.deepEqual(found('matr'), ['Matrix']);
});

test('letters may be left out, words may change places, accents do not count', () => {
  assert.equal(found('nxt lyr')[0], 'Next layer');
  assert.equal(found('keys token')[0], 'Token 5: keys');
  assert.equal(found('schlussel')[0], 'Token 6: Schlüssel');
  assert.equal(folded('Ünïcode'), 'unicode');
});

test('what lacks a letter does not fit', () => {
  assert.equal(fit('xq', 'Matrix'), -1);
  assert.deepEqual(found('zzz'), []);
});
