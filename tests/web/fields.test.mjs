// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { choicesOf, membersOf } from '../../web/base/fields.js';

// The module defines the meaning of each member (tests/page/api_fields_test.cpp).
test('members go to the module each before its value, those of settings among them', () => {
  assert.deepEqual(membersOf({ layer: 5, settings: { discard: 0.1 } }), ['discard', '0.1', 'layer', '5']);
  assert.deepEqual(membersOf({ ghost: false, hidden: [], sink: -2 }), ['ghost', 'off', 'hidden', '', 'sink', '-2']);
  assert.deepEqual(membersOf({ layer: undefined, method: null }), []);
  assert.deepEqual(membersOf({ lesson: null }), ['lesson', ''], 'as the state says that there is none');
  assert.deepEqual(membersOf({ lesson: undefined, layer: 1 }), ['layer', '1']);
});

test('lists are written between commas, lists of lists between strokes', () => {
  assert.deepEqual(membersOf({ tokens: [0, 3] }), ['tokens', '0,3']);
  assert.deepEqual(membersOf({ panes: [['bars'], ['matrix', 'flow']] }), ['panes', 'bars/matrix,flow']);
  assert.deepEqual(membersOf({ compare: [{ method: 'raw' }, { method: 'flow', layer: 2 }] }), [
    'compare',
    'method:raw/method:flow,layer:2',
  ]);
});

test('a note is its members, and nothing in a text parts it from others', () => {
  /** @type {import('../../web/given.d.ts').Note[]} */
  const notes = [
    { at: 'cell', layer: 5, query: 0, key: 2, text: 'a, b: c/d ~', side: undefined },
    { at: 'layer', layer: 0, text: 'x', example: 1 },
  ];
  assert.deepEqual(membersOf({ notes }), ['notes', 'at:cell,layer:5,query:0,key:2,text:a~c b~d c~sd ~~/at:layer,layer:0,text:x,example:1']);
  assert.deepEqual(membersOf({ notes: [], title: 'a/b' }), ['notes', '', 'title', 'a/b']);
});

test('how data are opened is written as fields of an address', () => {
  assert.equal(choicesOf({}), '');
  assert.equal(choicesOf({ read: ['normalised', 'half'] }), 'read=normalised,half');
  assert.equal(choicesOf({ tokenTexts: ['a b', '', ','] }), 'token-texts=a%5Csb%20%5Ce%20,');
  assert.deepEqual(membersOf({ tokenTexts: ['a', ','] }), ['tokenTexts', 'a ,']);
  assert.equal(
    choicesOf({ axes: 'inputs,layers', layersFrom: 'blocks.*.attn', firstTokens: 9, weightsFile: 'q8.gguf' }),
    'axes=inputs,layers&layers-from=blocks.*.attn&first-tokens=9&weights-file=q8.gguf',
  );
});
