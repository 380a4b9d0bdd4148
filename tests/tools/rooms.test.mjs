// SPDX-License-Identifier: MIT
// The tables of rooms are enforced. Covers allowed includes and imports, and cycles.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { checkWebRooms, importsOf } from '../../tools/lib/check/web_rooms.mjs';
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

const webTable = {
  rooms: [
    { path: 'base', what: '', sees: [] },
    { path: 'open', what: '', sees: ['base'], later: ['dialogs'] },
    { path: 'dialogs', what: '', sees: ['base'] },
  ],
};
/**
 * Errors of scripts that import these. An import is a name, or a name after ~ if it is loaded late. @param {Record<string, string[]>} imported
 */
const webErrors = (imported, table = webTable) =>
  checkWebRooms(
    new Map(
      Object.entries({
        'base/a.js': [],
        'open/b.js': ['../base/a.js', '~../dialogs/c.js'],
        'dialogs/c.js': ['../base/a.js'],
        ...imported,
      }).map(([path, list]) => [
        `web/${path}`,
        list.map((name) => (name.startsWith('~') ? `void import('${name.slice(1)}');\n` : `import {\n  a,\n} from '${name}';\n`)).join(''),
      ]),
    ),
    table,
  );

test('a script imports from the rooms that its own one sees, and nothing else', () => {
  assert.deepEqual(webErrors({}), []);
  assert.match(webErrors({ 'base/a.js': ['../open/b.js'] })[0], /^web\/base\/a\.js:1: '\.\.\/open\/b\.js': base may not import it/);
  assert.match(webErrors({ 'other/d.js': [] })[0], /no row of web\/rooms\.json has this folder/);
});

test('what a room loads late it does not load at once', () => {
  assert.match(webErrors({ 'open/b.js': ['../base/a.js', '../dialogs/c.js'] }).join(), /open loads dialogs only when it is needed/);
});

test('a row of web/rooms.json lists only what is imported', () => {
  assert.match(webErrors({ 'dialogs/c.js': [] })[0], /dialogs does not import base\. Take it out of the row/);
});

test('a circle of folders is an error, also by way of what is loaded late and where each row allows its part', () => {
  const table = structuredClone(webTable);
  table.rooms[2].sees.push('open');
  assert.deepEqual(webErrors({ 'dialogs/c.js': ['../base/a.js', '../open/b.js'] }, table), [
    'web: folders that import one another: open -> dialogs -> open.',
  ]);
});

test('types in comments load nothing', () => {
  assert.deepEqual(importsOf("/** @param {import('../open/b.js').B} b */\n// import('../open/b.js')\nexport * from '../base/a.js';\n"), [
    { name: '../base/a.js', isLate: false, line: 3 },
  ]);
});
