// SPDX-License-Identifier: MIT
// A title and notes. They are pinned by key and by pointer, changed, deleted, undone, and sent in every possible way.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { byId, drop, idle, opened, openedAs, readData, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();
const keys = 'v=1&sample=agreement-keys&method=rollout&layer=6&token=0';
const some = 'title=Who%20agrees%3F&notes=t5:the%20far%20noun/l3:here%20it%20turns/c6,0,2:much';

const layout = (page) => page.evaluate(() => window.headwaters.layout());
const placeOf = async (page, name, kind = 'target') => {
  const found = (await layout(page)).find((one) => one.kind === kind && one.name === name);
  assert.ok(found, name);
  return { ...found, x: found.x + found.width / 2, y: found.y + found.height / 2 };
};
const dialog = (page) => page.locator('dialog[open]');

test('P pins a note to the output token; the mirror, the address and the state have it, and back takes it away', async () => {
  const page = await stage.openStill({ fragment: `${keys}&panel=bars` });
  await page.locator('#canvas').focus();
  await page.keyboard.press('p');
  await dialog(page).locator('textarea').waitFor();
  await page.keyboard.type('reads the noun / not "the"');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  await still(page);
  const { notes } = await state(page);
  assert.deepEqual(notes, [{ at: 'token', token: 0, text: 'reads the noun / not "the"', side: 'encoder', example: 0 }]);
  assert.match(page.url(), /notes=t0:reads%20the%20noun%20~s%20not/);
  const shown = await layout(page);
  assert.ok(
    shown.some(({ name }) => name === 'reads the noun / not "the"'),
    'its text below the figure',
  );
  assert.ok(shown.filter(({ kind, name }) => kind === 'text' && name === '1').length >= 2, 'its mark at the bar and in the sentence');
  await page.waitForFunction(() => document.querySelector('.mirror ol.notes li')?.textContent.includes('reads the noun'));
  await page.goBack();
  await page.waitForFunction(() => window.headwaters.state.notes.length === 0);
  await page.goForward();
  await page.waitForFunction(() => window.headwaters.state.notes.length === 1);
  assert.deepEqual(page.faults, []);
});

test('right click pins to the cell that is pointed at; a press on the text changes or removes the note', async () => {
  const page = await stage.openStill({ fragment: `${keys}&method=raw&panel=matrix` });
  const plot = await placeOf(page, 'cells');
  const tokens = (await state(page)).document.tokens.length;
  const cell = plot.width / tokens;
  await page.mouse.move(plot.x - plot.width / 2 + 2.5 * cell, plot.y - plot.height / 2 + 1.5 * (plot.height / tokens));
  await still(page);
  await page.mouse.click(plot.x - plot.width / 2 + 2.5 * cell, plot.y - plot.height / 2 + 1.5 * (plot.height / tokens), {
    button: 'right',
  });
  await dialog(page).locator('textarea').fill('a cell');
  await byId(dialog(page), 'notes/add').click();
  await still(page);
  assert.deepEqual((await state(page)).notes, [{ at: 'cell', layer: 5, query: 1, key: 2, text: 'a cell', side: 'encoder', example: 0 }]);
  const text = await placeOf(page, 'note');
  await page.mouse.click(text.x, text.y);
  await dialog(page).locator('textarea').fill('another word');
  await page.keyboard.press('Enter');
  await still(page);
  assert.equal((await state(page)).notes[0].text, 'another word');
  await page.evaluate(() => window.headwaters.setState({ title: 'A title' }));
  await page.locator('#canvas').focus();
  await page.keyboard.press('p');
  await byId(dialog(page), 'notes/0/remove').click();
  await still(page);
  assert.deepEqual((await state(page)).notes, []);
  assert.equal((await state(page)).title, 'A title');
  assert.deepEqual(page.faults, []);
});

test('links with and without data, saved analyses and figures carry title and notes', async () => {
  const page = await stage.open({ fragment: 'v=1&sample=digit-4' });
  await drop(page, 'keys.json', readData('references/toy_agreement_keys.json'));
  await openedAs(page, 'keys.json');
  const given = {
    title: 'Who agrees?',
    notes: [
      { at: 'edge', layer: 2, query: 0, key: 2, text: 'a, b: c/d ~ <b>', side: 'encoder', example: 0 },
      { at: 'layer', layer: 1, text: 'turns', side: 'encoder', example: 0 },
    ],
  };
  await page.evaluate((change) => window.headwaters.setState(change), /** @type {any} */ (given));
  await still(page);
  for (const data of ['fused', 'heads']) {
    const { url } = await page.evaluate((kind) => window.headwaters.link({ data: kind }), data);
    const stranger = await stage.open({ url });
    await still(stranger);
    const { title, notes } = await state(stranger);
    assert.deepEqual({ title, notes }, given, data);
  }
  const saved = await page.evaluate(async () => (await window.headwaters.save({ gzip: false })).text());
  const other = await stage.open({ fragment: 'v=1&sample=digit-4' });
  await drop(other, 'saved.headwaters.json', Buffer.from(saved));
  await other.waitForFunction(() => window.headwaters.state.title === 'Who agrees?');
  assert.deepEqual((await state(other)).notes, given.notes);
  const svg = await page.evaluate(() => window.headwaters.figure({ view: 'evolution' }));
  assert.match(svg, /<title>Who agrees\?<\/title>/);
  assert.match(svg, /a, b: c\/d ~ &lt;b&gt;/);
  // The file is closed, and its notes with it.
  await drop(other, 'second.json', readData('references/date_day_month.json'));
  await openedAs(other, 'second.json');
  assert.deepEqual((await state(other)).notes, []);
});

test('notes from strangers are text: no markup, nothing that turns the line, cut at their length, and one message for what is no note', async () => {
  const hostile = `notes=t1:${encodeURIComponent('<img src=x onerror="window.got=1">')}/t2:a%E2%80%AEb%00/t3:${'x'.repeat(5000)}/t99:no/zz:no`;
  const page = await stage.openStill({ fragment: `${keys}&panel=bars&title=%3Cscript%3Ewindow.got%3D1%3C~sscript%3E&${hostile}` });
  const { notes, messages } = await state(page);
  assert.equal(notes.length, 3);
  assert.equal(notes[0].text, '<img src=x onerror="window.got=1">');
  assert.equal(notes[1].text, 'aU+202EbU+0000');
  assert.equal([...notes[2].text].length, 280);
  assert.equal(messages.length, 1);
  await page.waitForFunction(() => document.querySelector('.mirror ol.notes li')?.textContent.includes('<img src=x'));
  await page.locator('#canvas').focus();
  await page.keyboard.press('p');
  await dialog(page).locator('ol.notes li').first().waitFor();
  assert.equal(await page.evaluate(() => document.querySelectorAll('.mirror img, dialog img').length), 0);
  assert.equal(await page.evaluate(() => window.got), undefined);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
  assert.deepEqual(page.faults, []);
});

for (const [at, search] of [
  ['1280 x 800', ''],
  ['390 x 844', ''],
  ['844 x 390', ''],
  ['640 x 400', '?mode=embed'],
  ['320 x 480', '?mode=embed'],
]) {
  const size = /** @type {[number, number]} */ (at.split(' x ').map(Number));
  test(`at ${at}${search} notes and title are there and cover no figure`, async () => {
    const page = await stage.openStill({ url: `${stage.page.url}${search}`, fragment: `${keys}&panel=bars&${some}`, size });
    const shown = await layout(page);
    const figure = shown.find(({ kind }) => kind === 'figure');
    assert.ok(figure.height > Math.min(size[1] * 0.3, 120), JSON.stringify(figure));
    assert.equal(await page.evaluate(() => document.querySelectorAll('.mirror ol.notes li').length), 3);
    for (const { x, y, width, height } of shown.filter(({ kind, name }) => kind === 'target' && name === 'note')) {
      const apart = x >= figure.x + figure.width || x + width <= figure.x || y >= figure.y + figure.height || y + height <= figure.y;
      assert.ok(apart, 'a note lies on the figure');
      assert.ok(x >= 0 && x + width <= size[0] + 1);
    }
    if (search || size[1] > 600)
      assert.ok(
        shown.some(({ kind, name }) => kind === 'text' && name.startsWith('Who agrees')),
        'the title',
      );
    assert.deepEqual(page.faults, []);
  });
}

test('a page of another origin is told neither title nor notes of a file from this machine', async () => {
  const page = await stage.newPage();
  await page.goto(`${stage.data.url}bad/INDEX.json`);
  await page.evaluate((address) => {
    window.got = [];
    addEventListener('message', ({ data }) => window.got.push(data));
    const frame = document.createElement('iframe');
    Object.assign(frame, { src: address, width: 640, height: 400 });
    document.body.prepend(frame);
    window.say = (message) => frame.contentWindow.postMessage(message, '*');
  }, `${stage.page.url}?mode=embed#v=1&sample=agreement-keys`);
  await page.waitForFunction(() => window.got.length > 0);
  const frame = page.frames().find((one) => one.url().startsWith(stage.page.url));
  await opened(frame);
  await drop(frame, 'mine.json', readData('references/toy_agreement_keys.json'));
  await openedAs(frame, 'mine.json');
  await frame.evaluate(() =>
    window.headwaters.setState({ title: 'secret title', notes: [{ at: 'token', token: 1, text: 'secret note' }] }),
  );
  await idle(frame);
  await page.evaluate(() => window.say({ type: 'headwaters:state', id: 5, state: { layer: 1 } }));
  await page.waitForFunction(() => window.got.some(({ id }) => id === 5));
  const all = await page.evaluate(() => JSON.stringify(window.got));
  assert.ok(!all.includes('secret'), all);
});
