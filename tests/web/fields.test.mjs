// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fieldOf, namesData } from '../../web/api/address.js';
import { choicesOf, membersOf } from '../../web/api/fields.js';

// What each member means is the module's to know: tests/app/api_fields_test.cpp.
test('members go to the module each before its value, those of settings among them', () => {
  assert.deepEqual(membersOf({ layer: 5, settings: { discard: 0.1 } }), ['discard', '0.1', 'layer', '5']);
  assert.deepEqual(membersOf({ ghost: false, hidden: [], sink: -2 }), ['ghost', 'off', 'hidden', '', 'sink', '-2']);
  assert.deepEqual(membersOf({ layer: undefined, method: null }), []);
});

test('lists are written between commas, lists of lists between strokes', () => {
  assert.deepEqual(membersOf({ tokens: [0, 3] }), ['tokens', '0,3']);
  assert.deepEqual(membersOf({ panes: [['bars'], ['matrix', 'flow']] }), ['panes', 'bars/matrix,flow']);
  assert.deepEqual(membersOf({ compare: [{ method: 'raw' }, { method: 'flow', layer: 2 }] }), ['compare', 'method:raw/method:flow,layer:2']);
});

test('how data are opened is written as fields of an address', () => {
  assert.equal(choicesOf({}), '');
  assert.equal(choicesOf({ read: ['normalised', 'half'] }), 'read=normalised,half');
  assert.equal(choicesOf({ tokenTexts: ['a b', '', ','] }), 'token-texts=a%5Csb%20%5Ce%20,');
  assert.deepEqual(membersOf({ tokenTexts: ['a', ','] }), ['tokenTexts', 'a ,']);
});

test('a field is found and decoded; a broken escape is taken as it stands', () => {
  assert.equal(fieldOf('v=1&url=https%3A//a/b%26c&layer=2', 'url'), 'https://a/b&c');
  assert.equal(fieldOf('local=100%', 'local'), '100%');
  assert.equal(fieldOf('v=1', 'url'), null);
});

test('a fragment names data only by its own keys', () => {
  assert.ok(namesData('v=1&sample=x'));
  assert.ok(!namesData('v=1&method=sample'));
});
