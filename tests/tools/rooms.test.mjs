// SPDX-License-Identifier: MIT
// The table of rooms holds: who may include what, and circles.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { checkRooms } from '../../tools/lib/rooms.mjs';

const table = {
  outside: {},
  libraries: { low: [], high: ['low'] },
  rooms: [
    { path: 'inner', library: 'low', sees: [], seenBy: ['solver'] },
    { path: 'solver', library: 'low', sees: ['inner'] },
    { path: 'page', library: 'high', sees: ['inner', 'solver'] },
  ],
};
/** @param {Record<string, string[]>} included */
const errorsOf = (included) =>
  checkRooms(
    new Map(
      Object.entries({ 'inner/a.h': [], 'solver/b.h': [], 'page/c.cpp': [], ...included }).map(([path, list]) => [
        `src/${path}`,
        list.map((one) => `#include "${one}"\n`).join(''),
      ]),
    ),
    table,
  );

test('a room includes what it sees, and nothing else', () => {
  assert.deepEqual(errorsOf({ 'solver/b.h': ['inner/a.h'], 'page/c.cpp': ['solver/b.h'] }), []);
  assert.match(errorsOf({ 'inner/a.h': ['solver/b.h'] })[0], /inner may not include it/);
});

test('what is for some rooms only is refused to others, whatever they see', () => {
  const errors = errorsOf({ 'page/c.cpp': ['inner/a.h'] });
  assert.equal(errors.length, 1);
  assert.match(errors[0], /^src\/page\/c\.cpp:1: "inner\/a\.h": inner is not for page \(src\/rooms\.json: seenBy\)\.$/);
});

test('a circle of rooms is told', () => {
  assert.match(
    errorsOf({ 'solver/b.h': ['inner/a.h'], 'inner/a.h': ['solver/b.h'] }).join('\n'),
    /include one another in a circle|include one another: /,
  );
});

test('the rows stand from the ground up: none sees one below it, but for panels and their tables', () => {
  /** @type {{path: string, sees: string[]}[]} */
  const rooms = JSON.parse(readFileSync(new URL('../../src/rooms.json', import.meta.url), 'utf8')).rooms;
  const placeOf = new Map(rooms.map(({ path }) => [path, rooms.findIndex((one) => one.path === path)]));
  const isSeen = (/** @type {string} */ path, /** @type {string} */ seen) =>
    seen === path || (seen.endsWith('/*') && `${path}/`.startsWith(seen.slice(0, -1)));
  rooms.forEach(({ path, sees }, place) => {
    for (const [other, at] of placeOf)
      if (at > place && other !== path && sees.some((seen) => isSeen(other, seen)))
        assert.deepEqual([path.split('/')[0], other], ['panels', 'panels'], `${path} sees ${other}, which stands below it`);
  });
});
