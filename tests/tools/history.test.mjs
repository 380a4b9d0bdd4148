// SPDX-License-Identifier: MIT
// @ts-check
// Earlier measurements. Every line can be read, and tools/history finds it and shows its content.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { fileOf, keep, keptOf, kinds, partsOf, shown, withWords } from '../../tools/lib/history.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'headwaters-history-'));
after(() => rmSync(room, { recursive: true, force: true }));

test('every line has a day, a part, and a row or a note', () => {
  for (const kind of kinds) {
    const kept = keptOf(kind);
    assert.ok(kept.length > 0, kind);
    for (const one of kept) {
      assert.match(one.date, /^20\d\d-\d\d-\d\d$/);
      assert.ok(one.part);
      assert.notEqual(one.row === undefined, one.text === undefined, JSON.stringify(one));
      for (const cell of Object.values(one.row ?? {})) assert.equal(typeof cell, 'string', JSON.stringify(one));
    }
  }
});

test('rows of a part are one table, with the columns of all; another day and other columns begin anew', () => {
  const kept = [
    { date: '2026-01-01', part: 'Flow', text: 'On a quiet machine.' },
    { date: '2026-01-01', part: 'Flow', row: { what: 'n = 8', ms: '1' } },
    { date: '2026-01-01', part: 'Flow', row: { what: 'n = 16', ms: '4', aim: '3' } },
    { date: '2026-01-01', part: 'Flow', row: { state: 'old', KB: '5' } },
    { date: '2026-01-02', commit: 'abc', part: 'Flow', row: { what: 'n = 8', ms: '2' } },
  ];
  assert.equal(
    shown(kept),
    `## Flow (2026-01-01)

On a quiet machine.

| what | ms | aim |
| --- | --- | --- |
| n = 8 | 1 |  |
| n = 16 | 4 | 3 |

| state | KB |
| --- | --- |
| old | 5 |

## Flow (2026-01-02, abc)

| what | ms |
| --- | --- |
| n = 8 | 2 |`,
  );
  assert.equal(partsOf(kept), 'Flow: 2026-01-01, 2026-01-02; 4 rows');
  assert.deepEqual(withWords(kept, ['FLOW', 'n = 8']), [kept[1], kept[4]]);
});

test('what is kept today says of which commit it is', () => {
  writeFileSync(fileOf('performance', room), '');
  keep('performance', 'size', [{ what: 'the engine', measured: '1 KB' }], room);
  const [one, ...none] = keptOf('performance', room);
  assert.deepEqual(none, []);
  assert.deepEqual(one.row, { what: 'the engine', measured: '1 KB' });
  assert.match(one.commit ?? '', /^([0-9a-f]{8}( and changes)?|unknown)$/);
  assert.equal(one.part, 'size');
});

test('the command finds a word in any case, and lists what there is', () => {
  const run = (/** @type {string[]} */ ...words) => execFileSync(join(root, 'tools/history'), words, { encoding: 'utf8' });
  assert.match(run(), /^# performance\n[\s\S]*\n# reliability\n/);
  const found = run('performance', 'lemon', 'n = 128', 'gpt-like', 'top layer');
  assert.match(found, /\| flow GPT-like n = 128, L = 12, top layer \| 76\.18 ms \| LEMON 10\.6 s \| 138 \| 50 to 200 \|/);
  assert.doesNotMatch(found, /BERT/);
});
