// SPDX-License-Identifier: MIT
// @ts-check
// README's moving picture has the numbers that the command line prints now. `tools/build picture` draws it again.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { cutPicture } from '../../../tools/lib/cut_picture.mjs';
import { program } from '../program.mjs';

test('the picture of the cut is up to date', () => {
  const kept = readFileSync(new URL('../../../docs/pictures/cut.svg', import.meta.url), 'utf8');
  assert.equal(kept, cutPicture(program));
  assert.match(kept, /answers “are” \(64 %\).*answers “is” \(65 %\)/, 'the cut changes the answer');
});
