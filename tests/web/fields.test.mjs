// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fieldOf, namesData } from '../../web/address.js';
import { fieldsOf } from '../../web/fields.js';

test('layers count from 0 in the API and from 1 in an address', () => {
  assert.equal(fieldsOf({ layer: 5 }), 'layer=6');
  assert.equal(fieldsOf({ settings: { start: 1 } }), 'start=2');
});

test('a preset comes before the settings that change it', () => {
  assert.equal(
    fieldsOf({ method: 'flow', settings: { discard: 0.1, preset: 'abnar-zuidema-2020' } }),
    'preset=abnar-zuidema-2020&discard=0.1&method=flow',
  );
});

test('lists, switches and aggregates are written as addresses have them', () => {
  assert.equal(fieldsOf({ tokens: [0, 3], ghost: false, hidden: [] }), 'ghost=off&hidden=&token=0,3');
  assert.equal(fieldsOf({ output: 'mean', tokens: [2] }), 'token=mean');
  assert.equal(fieldsOf({ sink: -2 }), 'sink=all');
  assert.equal(fieldsOf({ sink: 3 }), 'sink=3');
  assert.equal(fieldsOf({ relativeFlow: false, sink: -1, rawTokens: true }), 'flow=raw&sink=largest&raw-tokens=on');
});

test('what cannot be set is left out', () => {
  assert.equal(fieldsOf({ source: { kind: 'url', text: 'x' }, document: {}, messages: [], playing: true }), '');
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
