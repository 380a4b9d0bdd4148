// SPDX-License-Identifier: MIT
// Attention made by hand as the text of a recipe, which links contain.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { begin } from '../../../web/make/edit_weights.js';
import { draftOf, recipeOf } from '../../../web/make/draft.js';
import { make } from '../../../web/make/makers.js';

const named = (draft) => ({ title: '3/4 done, 100 %', source: 'by hand', draft });
const single = ({ tokens, layers }) => ({ tokens, layers: layers.map((rows) => rows.map((row) => row.map(Math.fround))) });

test('a draft comes back from its recipe as the engine has it', () => {
  const draft = { tokens: ['a,b', 'c/d', '100%', '##ing', '▁der'], layers: begin(5, 3, 'uniform').layers };
  draft.layers[1][2] = [1 / 3, 1e-8, 0.1, 1 / 7, 0.25];
  const text = recipeOf(named(draft));
  const back = draftOf(text);
  assert.deepEqual(single(back.draft), single(draft));
  assert.deepEqual([back.title, back.source], ['3/4 done, 100 %', 'by hand']);
  assert.equal(recipeOf(back), text, 'the same draft is the same recipe');
  assert.ok(recipeOf(named(begin(2, 1, 'identity'))).endsWith('/a,b/1,0,0,1'));
});

test('what is no draft is refused', () => {
  const good = recipeOf(named(begin(3, 2, 'causal')));
  assert.ok(draftOf(good));
  for (const text of [
    '',
    'a',
    'a/b',
    'a/b/c',
    't/s/a,b/1,0,0',
    't/s/a,b/1,0,0,1,1',
    't/s/a,b/1,0,0,x',
    't/s/a,b/1,0,,1',
    't/s/a,,b/1,0,0,1',
    't/s/a,b/1,0,0,Infinity',
    `${good}/1`,
    `t/s/${Array(13).fill('a').join()}/${Array(169).fill(0).join()}`,
    `t/s/a,b${'/1,0,0,1'.repeat(7)}`,
  ])
    assert.equal(draftOf(text), null, text);
});

test('the message names document and recipe, and carries the weights', async () => {
  const text = recipeOf(named(begin(2, 1, 'identity')));
  const bytes = /** @type {Uint8Array<ArrayBuffer>} */ (await make('draft', { document: 7, text, isShown: true, isSettled: false }, null));
  const view = new DataView(bytes.buffer);
  assert.deepEqual(
    [0, 4, 8].map((at) => view.getUint32(at, true)),
    [11, 0, 7],
  );
  const utf8 = new TextDecoder().decode(bytes);
  assert.ok(utf8.includes(`draft`) && utf8.includes(text));
  const ones = [...bytes.keys()].filter(
    (at) => at + 4 <= bytes.length && view.getFloat32(at, true) === 1 && view.getUint32(at, true) === 0x3f800000,
  );
  assert.equal(ones.length, 2);
  assert.throws(() => make('draft', { document: 7, text: 'x', isShown: true, isSettled: true }, null), /not hand-made attention/);
  assert.throws(() => make('nobody', { document: 7, text, isShown: true, isSettled: true }, null), /can’t make/);
});
