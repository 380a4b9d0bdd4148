// SPDX-License-Identifier: MIT
// What stands above the answers: of which token they are.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { headingOf, insteadOf } from '../../../web/model/says.js';

const pieces = ['[CLS]', 'the', ' keys', '[MASK]', '[SEP]'].map((text) => ({ text }));
const heading = (kind, place) => headingOf({ kind, position: place ?? 3 }, insteadOf({ kind }, pieces, place, '[MASK]'));

test('answers at a token that is asked about by name are headed by the word that they would replace', () => {
  assert.equal(heading('masked', null), 'Masked word');
  assert.equal(heading('masked', 3), 'Masked word');
  assert.equal(heading('masked', 1), 'In place of “the”');
  assert.equal(heading('next', 1), 'In place of “keys”');
  assert.equal(heading('next', 4), 'Next word');
  assert.equal(heading('classes', 1), 'Class');
});
