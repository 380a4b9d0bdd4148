// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { promptOf, withPrompt } from '../../../../web/model/line/helpers.js';

const prompts = [
  { name: 'query', text: 'query: ' },
  { name: 'passage', text: 'passage: ' },
  { name: 'long', text: 'query: find ' },
];

test('a prompt takes the place of the one that a text begins with', () => {
  assert.equal(withPrompt('a cat', prompts, 'query'), 'query: a cat');
  assert.equal(withPrompt('query: a cat', prompts, 'passage'), 'passage: a cat');
  assert.equal(withPrompt('query: find a cat', prompts, 'query'), 'query: a cat');
  assert.equal(withPrompt('passage: a cat', prompts, ''), 'a cat');
  assert.equal(promptOf('query: find a cat', prompts)?.name, 'long');
  assert.equal(promptOf('a query: cat', prompts), undefined);
});
