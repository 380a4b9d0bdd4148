// SPDX-License-Identifier: MIT
// The list of cuts. Cuts that are switched off stay listed, keys undo and redo, and the state sets the prompt.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { byId, comes, openSide, Stage, until } from '../harness.mjs';
import { openSheet } from './sheets.mjs';

const stage = Stage.forFile();

test('cuts are switched off and on where they stand, undone and made again by keys, under the rule that was chosen first', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement' });
  await openSide(page);
  const choose = (id, value) => byId(page, id).selectOption(value);
  const says = (word, marks) =>
    until(
      page,
      ([wanted, boxes]) =>
        window.headwaters.idle &&
        document.querySelector('.answer-line .answer-text')?.textContent === wanted &&
        [...document.querySelectorAll('.cuts input')].map(({ checked }) => +checked).join('') === boxes,
      [word, marks],
    );
  await choose('cuts/rule', 'renormalise');
  for (const [id, value] of [
    ['cut/layer', '1'],
    ['cut/head', '0'],
    ['cut/from', '6'],
    ['cut/to', '2'],
  ])
    await choose(id, value);
  await byId(page, 'cut/add').click();
  await says('is', '1');
  await until(page, () => /"renormalise"/.test(window.headwaters.prompt));
  await page.click('.cuts input');
  await says('are', '0');
  await page.focus('#canvas');
  await page.keyboard.press('Control+z');
  await says('is', '1');
  await page.keyboard.press('Control+z');
  await says('are', '');
  await page.keyboard.press('Control+Shift+z');
  await says('is', '1');
  // Only heads have a mean. For a weight the sheet explains what happens instead.
  const isSaid = () => byId(page, 'cuts/only-heads').isVisible();
  assert.equal(await isSaid(), false);
  await choose('cuts/rule', 'mean');
  await until(page, () => window.headwaters.idle && /"mean"/.test(window.headwaters.prompt));
  assert.equal(await isSaid(), true);
  assert.deepEqual(page.faults, []);
});

test('who cuts and types on finds the cuts switched off, where the same tokens stand, and can switch them on', async () => {
  const page = await stage.openStill({
    fragment: `v=1&model=agreement&prompt=${encodeURIComponent('{"text":"the keys to the cabinet [MASK]","cuts":[{"kind":"edges","text":"1:0:6>2"},{"kind":"residual","text":"2:7"},{"kind":"head","text":"4:1"}],"rule":"zero"}')}`,
  });
  await openSide(page);
  const list = (wanted) =>
    until(
      page,
      (rows) =>
        window.headwaters.idle &&
        JSON.stringify(
          [...document.querySelectorAll('.cuts li')].map((row) => [
            row.textContent.replace('×', '').trim(),
            row.querySelector('input').checked,
          ]),
        ) === JSON.stringify(rows),
      wanted,
    );
  const [edge, residual, head] = ['layer 1, head 1, keys → [MASK]', 'layer 2, residual of [SEP]', 'layer 4, head 2'];
  await list([
    [edge, true],
    [residual, true],
    [head, true],
  ]);
  await page.focus('#prompt');
  await page.keyboard.press('End');
  await page.keyboard.type(' today');
  await list([
    [edge, false],
    [head, false],
  ]);
  await until(page, () => window.headwaters.prompt === 'the keys to the cabinet [MASK] today');
  await page.locator('.cuts input').first().click();
  await list([
    [edge, true],
    [head, false],
  ]);
  await until(page, () => window.headwaters.prompt.startsWith('{"text":"the keys to the cabinet [MASK] today"'));
  await page.focus('#prompt');
  for (let i = 0; i < ' today'.length; i += 1) await page.keyboard.press('Backspace');
  await list([
    [edge, false],
    [head, false],
  ]);
  assert.deepEqual(page.faults, []);
});

test('what is asked without the cuts says so, and what decides is saved with tokens and cuts that other programs take', async () => {
  const page = await stage.openStill({
    fragment: `v=1&model=agreement&prompt=${encodeURIComponent('{"text":"the keys to the cabinet [MASK] on the table","cuts":[{"kind":"residual","text":"1:9"}],"rule":"zero"}')}`,
  });
  await openSide(page);
  const note = () => byId(page, 'sheet/without-cuts').isVisible();
  await openSheet(page, 'lens');
  await until(page, () => document.querySelector('.model-view .guess') !== null);
  assert.equal(await note(), false);
  for (const name of ['words', 'swap']) {
    await openSheet(page, name);
    await byId(page, 'sheet/without-cuts').waitFor();
  }
  await openSheet(page, 'decides');
  await until(page, () => document.querySelector('.model-view .units li') !== null);
  assert.equal(await note(), true);
  await page.click('[data-id="sheet/decides/export"]');
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('[data-id="export/json"]')]);
  const { readFile } = await import('node:fs/promises');
  const { run, answers } = JSON.parse(await readFile(await file.path(), 'utf8'));
  assert.deepEqual([run.pieces.length, run.pieces[run.says.position].text], [11, '[MASK]']);
  const [{ cuts, answer }] = answers;
  const edges = answer.units.map(({ layer, head, query, key }) => `${layer}:${head}:${query}>${key}`);
  assert.deepEqual(cuts.flatMap((text) => text.split(/; ?/)).length > 0 && cuts.join(';').includes(edges[0]), true, cuts.join());
  assert.deepEqual(page.faults, []);
});

test('a prompt that is set with the state runs', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement' });
  await page.evaluate(() => window.headwaters.setState({ prompt: 'the key to the cabinets [MASK] lost', panel: 'matrix' }));
  await until(
    page,
    () =>
      window.headwaters.prompt === 'the key to the cabinets [MASK] lost' &&
      window.headwaters.state.panel === 'matrix' &&
      document.querySelector('.answer-line .answer-text')?.textContent === 'is',
  );
  assert.deepEqual(page.faults, []);
});

test('another answer than the two that are asked about is said, and asked about by a click', async () => {
  const asked = JSON.stringify({ text: 'the keys to the cabinet [MASK] on the table', target: 'are-were' });
  const page = await stage.openStill({ fragment: `v=1&model=agreement&prompt=${encodeURIComponent(asked)}` });
  await openSide(page);
  const choose = (id, value) => byId(page, id).selectOption(value);
  for (const [id, value] of [
    ['cut/kind', 'head'],
    ['cut/layer', '1'],
    ['cut/head', '0'],
  ])
    await choose(id, value);
  await byId(page, 'cut/add').click();
  await until(page, () => /The answer changed from “are” to “is”/.test(document.querySelector('.difference .changed')?.textContent));
  await byId(page, 'question/both').click();
  await until(
    page,
    () =>
      /^Logit of “are” against “is”: \+\d.* → −\d/.test(document.querySelector('.question')?.textContent) &&
      document.querySelector('.difference .changed') === null,
  );
  assert.match(await page.evaluate(() => window.headwaters.prompt), /"cuts":.*"target":"\d+-\d+"/);
  assert.deepEqual(page.faults, []);
});

test('what a cut has changed is said above the figure, with the cut’s name, and Undo takes it back', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement' });
  const banner = byId(page, 'changed');
  assert.equal(await banner.isVisible(), false);
  const asked = () => byId(page, 'question').evaluate((title) => title.firstChild?.textContent);
  const question = await asked();
  await openSide(page);
  for (const [id, value] of [
    ['cut/kind', 'head'],
    ['cut/layer', '1'],
    ['cut/head', '0'],
  ])
    await byId(page, id).selectOption(value);
  await byId(page, 'cut/add').click();
  await banner.waitFor();
  assert.match(await byId(page, 'changed/cut').textContent(), /1.*1/, 'the first head of the first layer');
  assert.notEqual(await asked(), question, 'one of the past');
  // The page's latest undo step has changed by now.
  await page.evaluate(() => window.headwaters.setState({ tokens: [2], layer: 0 }));
  await byId(page, 'changed/undo').click();
  await until(page, () => !window.headwaters.prompt.includes('"cuts"') && window.headwaters.idle);
  assert.deepEqual(await page.evaluate(() => [window.headwaters.state.tokens, window.headwaters.state.layer]), [[2], 0]);
  await comes(async () => (await asked()) === question);
  await banner.waitFor({ state: 'hidden' });
  assert.deepEqual(page.faults, []);
});
