// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { distance, fit, fitting, folded, nearest } from '../../web/dialogs/fuzzy.js';

const names = [
  'Next layer',
  'Layer before',
  'Layer 3',
  'Layer 13',
  'Matrix',
  'Preset: No residual',
  'Residual weight',
  'Token 5: keys',
  'Token 6: Schlüssel',
];
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

test('other words for a thing find it by their beginnings, after those whose name fits better', () => {
  const items = [
    { name: 'Provide tokens for a file', also: '' },
    { name: 'Export figures', also: 'PDF, SVG, save' },
    { name: 'Save as CSV', also: 'download' },
  ];
  const byWords = (typed) =>
    fitting(
      typed,
      items,
      ({ name }) => name,
      ({ also }) => also,
    ).map(({ name }) => name);
  assert.equal(byWords('pdf')[0], 'Export figures');
  assert.deepEqual(byWords('save'), ['Save as CSV', 'Export figures']);
  assert.deepEqual(byWords('figures svg'), ['Export figures']);
  assert.deepEqual(byWords('vg'), []); // no beginning
});

test('what nothing fits has nearest ones: letters wrong, missing, swapped', () => {
  assert.equal(distance('martix', 'matrix'), 1);
  assert.equal(distance('kitten', 'sitting'), 3);
  assert.equal(distance('', 'abc'), 3);
  assert.equal(nearest('martix', names, (name) => name)[0], 'Matrix');
  assert.equal(nearest('resdiaul wieght', names, (name) => name)[0], 'Residual weight');
  assert.equal(nearest('laier 13', names, (name) => name)[0], 'Layer 13');
});
