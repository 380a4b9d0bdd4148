// SPDX-License-Identifier: MIT
// Messages in the page, by file, in limited number, dismissed one by one or all together. Their words state the finding.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { drop, idle, pressId, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();
const said = (page, file) =>
  page.waitForFunction((name) => window.headwaters.state.messages.some((message) => message.file === name), file);
const items = (page) => page.locator('#mirror .messages li').allTextContents();

test('eight refused files leave six messages, each with its file, and one click dismisses them', async () => {
  const page = await stage.open();
  await still(page);
  for (let i = 1; i <= 8; ++i) {
    await drop(page, `file${i}.json`, Buffer.from('{"tokens":["a"],"attentions":[[[[true]]]]}'));
    await said(page, `file${i}.json`);
  }
  await idle(page);
  const list = await items(page);
  assert.equal(list.length, 7, 'six messages and the button for all');
  list.slice(0, 6).forEach((text, i) => {
    assert.match(
      text,
      new RegExp(
        `^file${i + 3}\\.json: attentions › 1 › 1 › 1 › 1 \\(counting from 1\\), byte \\d+: Found \`true\` instead of a list of numbers\\.`,
      ),
    );
  });
  assert.equal((await state(page)).messages[0].place.startsWith('attentions[0][0][0][0]'), true, 'programs count from 0');
  await pressId(page, 'message/dismiss-all');
  await idle(page);
  assert.deepEqual((await state(page)).messages, []);
});

test('a file that is tried again has its latest message only', async () => {
  const page = await stage.open();
  await still(page);
  await drop(page, 'one.json', Buffer.from('{"tokens":["a"],"attentions":true}'));
  await said(page, 'one.json');
  await drop(page, 'one.json', Buffer.from('[1,'));
  await page.waitForFunction(() => window.headwaters.state.messages[0].finding.includes('bracket'));
  assert.equal((await state(page)).messages.length, 1);
});
