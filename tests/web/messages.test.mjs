// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as messages from '../../web/worker/messages.js';
import { Pieces } from '../../web/worker/pieces.js';

const hex = (bytes) => Buffer.from(bytes).toString('hex');

// The form is defined in src/protocol/messages.h. tests/protocol reads the messages written here.
test('an opening is written as the engine reads it', () => {
  assert.equal(
    hex(messages.openBegin(7, 258, 2 ** 33, 'ä.json')),
    `01000000070000000201000000000000000000000200000007000000${Buffer.from('ä.json').toString('hex')}00000000`,
  );
  assert.equal(hex(messages.chunkHead(7)), '02000000' + '07000000');
  assert.equal(hex(messages.openEnd(7)), '03000000' + '07000000');
  assert.equal(hex(messages.cancel(4294967295)), '04000000' + 'ffffffff');
});

test('failure is told by its kind, also inside a larger buffer', () => {
  const failed = new Uint8Array([9, 9, 9, 67, 0, 0, 0, 5, 0, 0, 0]).subarray(3);
  assert.ok(messages.isFailure(failed));
  assert.equal(messages.ticketOf(failed), 5);
  assert.ok(!messages.isFailure(Uint8Array.of(66, 0, 0, 0, 5, 0, 0, 0)));
});

test('a message in pieces is read in parts of any length, and each piece is given back when it was read', () => {
  const list = [3, 1, 5].map((length, at) => new Uint8Array(length).map((_, i) => 10 * at + i));
  const bytes = list.flatMap((piece) => [...piece]);
  const pieces = new Pieces(list);
  assert.equal(pieces.length, 9);
  const read = [2, 1, 3, 0, 3].flatMap((length) => {
    const into = new Uint8Array(length);
    pieces.next(into);
    return [...into];
  });
  assert.deepEqual(read, bytes);
  assert.deepEqual(
    list.map(({ byteLength }) => byteLength),
    [0, 0, 0],
  );
});
