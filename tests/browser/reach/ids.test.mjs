// SPDX-License-Identifier: MIT
// Every control has an id that does not depend on its text, so that tests, lessons and programs find it under any name.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { everyView, show } from '../every_view.mjs';
import { atStep, byId, drop, idle, openedAs, pressId, Stage, until, wholeDialog } from '../harness.mjs';
import { openModel, openSheet } from '../model/sheets.mjs';

const stage = Stage.forFile();

/** Data elements have the data's own number: a token, an answer, a guess, a continuation. */
const ofData = '[data-token], .piece, .answer, .continue-button, .guess, .alternative, [aria-hidden=true], [type=file]';

/** Controls without an id, with the id of another one, or with a malformed id. */
const faults = (page) =>
  page.evaluate((data) => {
    const all = [...document.querySelectorAll('button, select, input, textarea, summary, dialog, fieldset[data-id], option[data-id]')];
    const controls = all.filter((one) => !one.matches(data));
    const times = new Map();
    for (const { dataset } of controls) times.set(dataset.id, (times.get(dataset.id) ?? 0) + 1);
    return controls.flatMap((one) => {
      const { id } = one.dataset;
      if (!id) return [`without an id: ${one.outerHTML.slice(0, 120)}`];
      if (/^\/|\/\/|\/$|undefined|\[object/.test(id)) return [`${id} is no id`];
      // Several messages and charts have an id each.
      return times.get(id) > 1 && !one.closest('.messages, .means') ? [`${times.get(id)} are called ${id}`] : [];
    });
  }, ofData);

test('every control of every view has an id of its own in the text version', { timeout: 240_000 }, async () => {
  for (const [sample, panels] of everyView) {
    const page = await stage.openStill({ fragment: `v=1&sample=${sample}` });
    for (const panel of panels) {
      await show(page, panel);
      assert.deepEqual(await faults(page), [], `${sample}, ${panel}`);
    }
    // The option has the name that the URL uses for its value.
    const own = await page
      .locator('#side select[name="method"] option')
      .evaluateAll((all) => all.map(({ dataset, value }) => [dataset.id, value]));
    assert.deepEqual(
      own,
      own.map(([id]) => [id, id.replace('/', '=')]),
    );
  }
});

test('so has every control of the dialogs, of what is said on a first visit, of messages, of a lesson and of its author', {
  timeout: 240_000,
}, async () => {
  const page = await stage.open({ firstVisit: true });
  await page.locator('.first').waitFor();
  assert.deepEqual(await faults(page), [], 'first visit');
  await byId(page, 'first/end').click();
  await drop(page, 'mine.json', Buffer.from('{"attentions": [[[[0.5, 0.5], [1, 3]]], [[[1, 0], [0.5, 0.5]]]]}'));
  await openedAs(page, 'mine.json');
  await byId(page, 'message/tokens').first().waitFor({ state: 'attached' });
  assert.deepEqual(await faults(page), [], 'messages');
  for (const name of ['open', 'samples', 'lessons', 'share', 'export', 'notes', 'commands', 'help', 'check', 'about-bars']) {
    await pressId(page, name);
    await wholeDialog(page);
    await byId(page, `dialog/${name}`).waitFor();
    assert.deepEqual(await faults(page), [], name);
    await page.keyboard.press('Escape');
    await byId(page, `dialog/${name}`).waitFor({ state: 'detached' });
  }
  await page.evaluate(() => window.headwaters.setState({ lesson: 'attention-weights' }));
  await atStep(page, 'attention-weights', 0);
  assert.deepEqual(await faults(page), [], 'lesson');
  await byId(page, 'lesson/write').click();
  await page.locator('.author').waitFor();
  assert.deepEqual(await faults(page), [], 'author');
});

test('so has every control of a model’s line, its pane and its views', { timeout: 240_000 }, async () => {
  const page = await openModel(stage);
  await until(page, () => document.querySelector('.question-panel .question')?.textContent !== '');
  assert.deepEqual(await faults(page), [], 'pane');
  for (const name of ['lens', 'words', 'experiment', 'decides', 'swap', 'circuit']) {
    await openSheet(page, name);
    await idle(page);
    assert.deepEqual(await faults(page), [], name);
  }
});
