// SPDX-License-Identifier: MIT
// The continuations of a text, as a tree.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { common, treeOf, withWay } from '../../../web/model/write/tree.js';

const way = (...ids) => ids.map((id) => ({ id, text: `t${id}` }));
const plain = (nodes) =>
  nodes.map(({ tokens, end, children }) => [tokens.map(({ id }) => id).join(), end, ...(children.length > 0 ? [plain(children)] : [])]);

test('what ways have in common is one node', () => {
  assert.equal(common(way(1, 2, 3), way(1, 2, 4)), 2);
  const ways = [way(1, 2, 3, 4), way(1, 2, 5), way(1, 2, 3, 6, 7), way(9)];
  assert.deepEqual(plain(treeOf(ways)), [
    [
      '1,2',
      2,
      [
        [
          '3',
          3,
          [
            ['4', 4],
            ['6,7', 5],
          ],
        ],
        ['5', 3],
      ],
    ],
    ['9', 1],
  ]);
  assert.deepEqual(treeOf([]), []);
  assert.deepEqual(plain(treeOf([way(1, 2)])), [['1,2', 2]]);
});

test('a way that another goes on from is no way of its own', () => {
  let ways = withWay([], way(1, 2));
  ways = withWay(ways, way(1, 2, 3));
  assert.deepEqual(ways, [way(1, 2, 3)]);
  ways = withWay(ways, way(1, 4));
  assert.deepEqual(ways, [way(1, 4), way(1, 2, 3)]);
  // A repeated one comes to the front.
  assert.deepEqual(withWay(ways, way(1, 2, 3)), [way(1, 2, 3), way(1, 4)]);
  for (let i = 0; i < 40; i += 1) ways = withWay(ways, way(7, i));
  assert.equal(ways.length, 24);
});
