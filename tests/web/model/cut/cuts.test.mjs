// SPDX-License-Identifier: MIT
// Possible cuts at a place of the figure, and the names of cuts.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cutsAt } from '../../../../web/model/cut/menu.js';
import { listed, offered } from '../../../../web/model/cut/list.js';
import { describeCut, describeForTitle } from '../../../../web/model/cut/descriptions.js';
import { cutsOf } from '../../../../web/model/run/parts.js';

const where = (place) => ({ place, layers: 3, heads: 2, tokens: ['[CLS]', 'keys', 'are'] });
const texts = (place) => cutsAt(where(place)).flatMap(({ cuts }) => cuts.map(({ kind, text }) => `${kind} ${text}`));

test('a cell can be cut in its layer, in all layers, with its source', () => {
  assert.deepEqual(texts({ at: 'cell', layer: 1, query: 2, key: 1 }), ['edges 2:*:2>1', 'edges *:*:2>1', 'hidden 2:1', 'residual 2:1']);
  assert.deepEqual(texts({ at: 'cell', layer: 1, head: 0, query: 2, key: 1 }).slice(0, 1), ['edges 2:0:2>1']);
  assert.ok(texts({ at: 'cell', layer: 1, head: 0, query: 2, key: 1 }).includes('head 2:0'));
});

test('what a token draws from itself stands beside its residual', () => {
  assert.ok(texts({ at: 'edge', layer: 0, query: 1, key: 1 }).includes('residual 1:1'));
});

test('a head is cut whole, a token is hidden from all others', () => {
  assert.deepEqual(texts({ at: 'layer', layer: 2, head: 1 }), ['head 3:1']);
  assert.deepEqual(texts({ at: 'token', token: 1 }), ['hidden 1']);
  assert.deepEqual(texts({ at: 'layer', layer: 2 }), []);
  const hide = cutsAt(where({ at: 'token', token: 1 }))[0];
  assert.deepEqual([hide.label, hide.rule], ['hide “keys” from other tokens', undefined]);
});

test('cuts are named in words; many pieces are counted', () => {
  const tokens = ['[CLS]', 'keys', 'are'];
  assert.equal(describeCut({ kind: 'edges', text: '2:0:2>1' }, tokens), 'layer 2, head 1, keys → are');
  assert.equal(describeCut({ kind: 'edges', text: '*:*:*>1' }, tokens), 'all layers, all heads, keys → all tokens');
  assert.equal(describeCut({ kind: 'residual', text: '2:1' }, tokens), 'layer 2, residual of keys');
  assert.equal(describeCut({ kind: 'head', text: '1:0' }, tokens), 'layer 1, head 1');
  const [hidden] = cutsOf([{ key: 1, weight: 0 }], tokens.length);
  assert.deepEqual(hidden, { kind: 'hidden', text: '1' });
  assert.equal(describeCut(hidden, tokens), 'hidden: keys');
  assert.equal(describeCut({ kind: 'hidden', text: '2; 3:1' }, tokens), 'hidden: are; keys from layer 3 on');
  assert.equal(describeCut({ kind: 'hidden', text: '0; 1; 2; 2:1' }, tokens), 'hidden: 4 tokens');
  // As older links have it, and for a model that translates.
  assert.equal(describeCut({ kind: 'edges', text: '*:*:0>1,2>1' }, tokens), 'all layers, all heads, keys → others');
  assert.equal(describeCut({ kind: 'edges', text: '1:0:2>1,2>0' }, tokens), 'layer 1, head 1, 2 attention edges');
  assert.equal(describeCut({ kind: 'edges', text: '1:*:2>1; 2:*:2>1; 3:*:2>1; 1:*:1>0' }, tokens), '4 attention edges');
});

test('of a list another text is offered what it has: heads, and cuts between tokens that stand there, too', () => {
  const cut = (kind, text) => ({ cut: { kind, text }, on: true });
  const list = [
    cut('head', '3:1'),
    cut('edges', '2:0:2>1'),
    cut('edges', '1:*:*>1; 2:*:*>1'),
    cut('edges', '1:*:3>1,3>2'),
    cut('residual', '2:3'),
    cut('hidden', '3'),
    cut('hidden', '2:1'),
  ];
  const tokens = ['[CLS]', 'keys', 'are', '[SEP]'];
  const left = (others) => offered(list, tokens, others).map(({ cut: { text }, on }) => [text, on]);
  assert.deepEqual(left(['[CLS]', 'keys', 'are', 'here', '[SEP]']), [
    ['3:1', false],
    ['2:0:2>1', false],
    ['1:*:*>1; 2:*:*>1', false],
    ['2:1', false],
  ]);
  assert.deepEqual(left(['[CLS]', 'the', 'keys', 'are', '[SEP]']), [['3:1', false]]);
  assert.deepEqual(left(tokens).length, 7);
});

test('of a model that translates each cut begins with its attention', () => {
  const stack = { layers: 2, heads: 2, queries: ['<pad>', 'Das'], keys: ['The', 'house'] };
  const own = { layers: 2, heads: 2, queries: ['<pad>', 'Das'], keys: ['<pad>', 'Das'] };
  const stacks = { E: { layers: 3, heads: 2, queries: ['The', 'house'], keys: ['The', 'house'] }, D: own, C: stack };
  const at = (letter, place) => cutsAt({ place, layers: 3, heads: 2, tokens: stacks.E.queries, letter, stack: stacks[letter] });
  const found = (letter, place) => at(letter, place).flatMap(({ cuts }) => cuts.map(({ kind, text }) => `${kind} ${text}`));
  assert.deepEqual(found('C', { at: 'cell', layer: 1, head: 0, query: 1, key: 0 }), [
    'edges C2:0:1>0',
    'edges C2:*:1>0',
    'edges C*:*:1>0',
    'edges E*:*:1>0; C*:*:*>0',
  ]);
  assert.deepEqual(at('C', { at: 'cell', layer: 1, query: 1, key: 0 })[0].label, 'The → Das in layer 2, all heads');
  assert.deepEqual(found('C', { at: 'token', token: 1 }), []);
  assert.deepEqual(found('D', { at: 'cell', layer: 0, query: 1, key: 0 }).slice(0, 2), ['edges D1:*:1>0', 'edges D*:*:1>0']);
  assert.deepEqual(found('E', { at: 'cell', layer: 1, query: 1, key: 0 }), [
    'edges E2:*:1>0',
    'edges E*:*:1>0',
    'edges E2:*:1>0; E3:*:1>0',
    'residual E2:0',
  ]);
  assert.equal(describeCut({ kind: 'edges', text: 'C2:0:1>0' }, [], stacks), 'cross-attention, layer 2, head 1, The → Das');
  assert.equal(describeCut({ kind: 'residual', text: 'D2:1' }, [], stacks), 'decoder, layer 2, residual of Das');
  assert.equal(describeCut({ kind: 'head', text: '1:0' }, [], stacks), 'encoder, layer 1, head 1');
});

/** @typedef {import('../../../../web/model/run/recipe.js').Cut} Cut */
/** @type {Cut} */
const head = { kind: 'head', text: '5:2' };
/** @type {Cut} */
const residual = { kind: 'residual', text: '5:2' };
/** @type {Cut} */
const edge = { kind: 'edges', text: '1:*:2>1' };
const on = (/** @type {Cut[]} */ ...cuts) => cuts.map((cut) => ({ cut, on: true }));

test('what is switched off stays where it stands in the list; what a run no longer has goes', () => {
  const list = [{ cut: edge, on: false }, ...on(head, residual)];
  assert.deepEqual(listed(list, [head, residual]), list);
  assert.deepEqual(listed(list, []), [{ cut: edge, on: false }]);
  assert.deepEqual(listed(on(edge), []), []);
  assert.deepEqual(listed([{ cut: edge, on: false }], [edge, head]), on(edge, head));
});

test('a head and a residual of the same numbers are two cuts', () => {
  assert.deepEqual(listed(on(head), [residual]), on(residual));
  assert.deepEqual(listed([], [head, residual]), on(head, residual));
});

test('titles tell one edge a piece, and leave others to their text', () => {
  const title = (/** @type {string} */ text) => describeForTitle([{ kind: 'edges', text }], ['the', 'keys', 'the']);
  assert.equal(title('2:0:2>1'), 'layer 2, head 1, keys → the (2)');
  for (const text of ['2:0:2>1,2>0', '2:0', '2:0:2>1>0', '2:0:2', '1:0:2>1; 1:1:2>1; 1:2:2>1; 1:3:2>1'])
    assert.equal(title(text), '', text);
});
