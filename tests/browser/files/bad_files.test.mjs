// SPDX-License-Identifier: MIT
// Drops every broken file of tests/data/bad on the page. Each gives the error or the warning that the index requires, in words. After an
// error the open document stays open.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { test } from '../engine.mjs';
import { assertClose, dataFolder, drop, openedAs, readData, readJson, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();
const expected = readJson('references/toy_agreement_keys.expected.json');

/** The bytes of a bad file. Files of plain repetition are generated here. */
function bytesOf(file) {
  if (existsSync(join(dataFolder, 'bad', file))) return readData(`bad/${file}`);
  if (file === 'deep_arrays.json') return Buffer.from('['.repeat(100_000) + ']'.repeat(100_000));
  return null;
}

/** Drops a file and waits for the result, 'error', 'warning' or 'ok', and the words. */
async function outcome(page, file, bytes) {
  const before = await page.evaluate(() => Math.max(0, ...window.headwaters.state.messages.map(({ id }) => id)));
  await drop(page, file, bytes);
  await page.waitForFunction(
    ([name, last]) => {
      const { document, messages } = window.headwaters.state;
      return document?.name === name || messages.some(({ id, kind }) => kind === 'error' && id > last);
    },
    [file, before],
  );
  const { document, messages } = await state(page);
  const fresh = messages.filter(({ id }) => id > before);
  if (document.name !== file) return { kind: 'error', problems: fresh };
  return { kind: document.warnings.length > 0 ? 'warning' : 'ok', problems: document.warnings };
}

test('each bad file gets its message in the page, and an error leaves what was open', async () => {
  const page = await stage.open({ fragment: 'sample=use-keys' });
  const open = readData('references/toy_agreement_keys.json');
  let tried = 0;
  for (const { file, expect } of readJson('bad/INDEX.json').files) {
    const bytes = bytesOf(file);
    if (bytes === null) continue;
    if ((await state(page)).document.name !== 'keys.json') {
      await drop(page, 'keys.json', open);
      await openedAs(page, 'keys.json');
    }
    const { kind, problems } = await outcome(page, file, bytes);
    assert.ok(expect.split('-or-').includes(kind), `${file}: ${kind}, expected ${expect}: ${JSON.stringify(problems)}`);
    if (kind === 'ok') continue;
    assert.ok(problems.length > 0, file);
    for (const { finding, remedy } of problems) assert.ok(finding.length > 10 && remedy.length > 10, `${file}: ${finding} ${remedy}`);
    if (kind === 'error') assert.equal((await state(page)).document.name, 'keys.json', file);
    tried += 1;
  }
  assert.ok(tried >= 25, `only ${tried} files were there`);
  await drop(page, 'keys.json', open);
  await openedAs(page, 'keys.json');
  await still(page);
  const { layers } = await page.evaluate(() => window.headwaters.results({ method: 'rollout' }));
  assertClose(layers[5].values, expected.rollout_source_rows[5], 1e-6, 'still computed');
  assert.deepEqual(page.faults, []);
});
