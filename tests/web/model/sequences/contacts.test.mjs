// SPDX-License-Identifier: MIT
// @ts-check
// Proteins in the page: pairs of a contact map, FASTA, upper case.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { upperResidues } from '../../../../web/model/line/residues.js';
import { residuesIn } from '../../../../web/model/protein/fasta.js';
import { likeliestPairs, probabilityOf } from '../../../../web/model/sequences/contacts.js';

test('each pair of a contact map has its own number', () => {
  const residues = 9;
  const probabilities = [];
  for (let i = 0; i < residues; i += 1) for (let j = i + 1; j < residues; j += 1) probabilities.push((10 * i + j) / 100);
  for (let i = 0; i < residues; i += 1)
    for (let j = i + 1; j < residues; j += 1) {
      assert.equal(probabilityOf({ residues, probabilities }, i, j), (10 * i + j) / 100);
      assert.equal(probabilityOf({ residues, probabilities }, j, i), (10 * i + j) / 100);
    }
  assert.deepEqual(likeliestPairs({ residues, probabilities }), [
    [2, 8],
    [1, 8],
    [1, 7],
    [0, 8],
    [0, 7],
    [0, 6],
  ]);
  assert.deepEqual(likeliestPairs({ residues: 0, probabilities: [] }), []);
});

test('a FASTA entry loses its header, further entries, white space and the mark of its end', () => {
  assert.equal(residuesIn('>sp|P0CG48 ubiquitin\nMQIF VKTL\r\nTGK*\n>next\nMK'), 'MQIFVKTLTGK');
  assert.equal(residuesIn('\n>a\nMK'), 'MK');
  assert.equal(residuesIn('>only a header'), '');
  assert.equal(residuesIn('MK TA > V'), 'MK TA > V');
});

test('upper case leaves tokens in brackets', () => {
  assert.equal(upperResidues('mk<mask>tA<mask>'), 'MK<mask>TA<mask>');
  assert.equal(upperResidues(''), '');
});
