// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { python } from '../../web/dialogs/from_model.js';

test('the page and README.md show the same lines of Python', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, shown] = /```python\n([\s\S]*?)\n```/.exec(readme) ?? [];
  assert.equal(python, shown);
});

test('they ask for eager attention, without which there are no weights', () => {
  assert.match(python, /attn_implementation="eager"/);
  assert.match(python, /output_attentions=True/);
});
