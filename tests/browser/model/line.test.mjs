// SPDX-License-Identifier: MIT
// The line of text. All of the typed text is visible in a window of any size and orientation, in either reading direction.
import assert from 'node:assert/strict';

import { clickTarget, middleOf, partOf, touch } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { byId, dropAll, modelFiles, openSide, pressId, Stage, state, until } from '../harness.mjs';
import { keys, openModel, openSheet, said, whyDone, whyNames } from './sheets.mjs';

const stage = Stage.forFile();
const text = 'the old painter from the village near the river and the farmers behind the windows [MASK] tired';
const shows = (page, wanted) => until(page, (prompt) => window.headwaters.prompt === prompt && window.headwaters.idle, wanted);
/** Waits until no line of the text is out of sight. */
const isWhole = (page) =>
  until(page, () =>
    [...document.querySelectorAll('.model textarea:not([hidden])')].every(
      ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight <= 2,
    ),
  );

test('it has the lines of its text when the window is turned, and beside a second sentence', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement', size: [1280, 800], context: { hasTouch: true } });
  await page.fill('#prompt', text);
  await shows(page, text);
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [600, 500],
    [1280, 800],
  ]) {
    await page.setViewportSize({ width, height });
    await until(page, (wide) => innerWidth === wide && window.headwaters.idle, width);
    await isWhole(page);
  }
  await byId(page, 'line/second').click();
  await isWhole(page);
  assert.deepEqual(page.faults, []);
});

test('what people write for a gap is one', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement' });
  await page.fill('#prompt', 'the keys to the cabinets ___ on the table');
  await shows(page, 'the keys to the cabinets [MASK] on the table');
  await until(page, () => document.querySelector('.sentence .piece.filled')?.textContent === 'are');
  assert.equal(await page.inputValue('#prompt'), 'the keys to the cabinets ___ on the table', 'it stands as it was typed');
  await page.fill('#prompt', 'the __init__ of the [MASK]');
  await shows(page, 'the __init__ of the [MASK]');
});

test('on a phone held sideways its tokens are whole', async () => {
  const page = await stage.openStill({
    fragment: 'v=1&sample=agreement-keys',
    size: [844, 390],
    context: { hasTouch: true, isMobile: true },
  });
  // In a model of next words each token is a button.
  const folder = new URL('../../data/model/qwen3/', import.meta.url);
  await dropAll(page, modelFiles(folder));
  await page.waitForSelector('.model button.piece');
  const cut = await page.evaluate(() => {
    const box = document.querySelector('.model .pieces-box').getBoundingClientRect();
    return Math.max(
      ...[...document.querySelectorAll('.model button.piece')]
        .slice(0, 3)
        .map((piece) => piece.getBoundingClientRect().bottom - box.bottom),
    );
  });
  assert.ok(cut <= 1, `${cut} pixels are cut off`);
});

test('Why this word? asks about all tokens of a word, and the menu of the question keeps them', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys' });
  await dropAll(page, modelFiles(new URL('../../data/model/qwen3/', import.meta.url)));
  await page.waitForSelector('.model button.piece');
  await page.fill('#prompt', 'the old cabinet');
  await shows(page, 'the old cabinet');
  await page.press('#prompt', 'Enter');
  // "cabinet" is several tokens. Its first token asks about all of them.
  const first = await page.evaluate(() => {
    let before = '';
    return window.headwaters.state.document.tokens.findIndex((one) => {
      const isFirst = before.replace(/[^a-z]+/g, '') === 'theold';
      before += one;
      return isFirst;
    });
  });
  await page.locator('.model button.piece').nth(first).click();
  await byId(page, 'token/ask').click();
  await until(page, () => /"target":"lp:\d+(\+\d+)+@\d+"/.test(window.headwaters.prompt ?? '') && window.headwaters.idle);
  const target = () => page.evaluate(() => JSON.parse(window.headwaters.prompt).target);
  const several = await target();
  const about = byId(page, 'question/about');
  await until(page, (own) => document.querySelector('[data-id="question/about"]')?.value === own, several.replace(/^lp:|@\d+$/g, ''));
  assert.equal(await about.locator('option:checked').textContent(), 'cabinet');
  await whyDone(page);
  // A question about a single token uses the same place.
  await about.selectOption({ index: 1 });
  await until(page, (old) => JSON.parse(window.headwaters.prompt).target !== old && window.headwaters.idle, several);
  assert.match(await target(), /^lp:\d+@\d+$/);
  assert.deepEqual(page.faults, []);
});

test('of a text longer than the window the end is seen, where the next word stands, or the token that is asked about', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys', size: [1280, 800] });
  await dropAll(page, modelFiles(new URL('../../data/model/qwen3/', import.meta.url)));
  await page.waitForSelector('.model button.piece');
  const long = 'the keys to the cabinet near the old door are here and '.repeat(12).trim();
  await page.fill('#prompt', long);
  await shows(page, long);
  await page.press('#prompt', 'Enter'); // its tokens appear where it was typed
  /** Whether a piece lies within the box. @param {number} place from the end if it is negative */
  const isSeen = (place) =>
    page.evaluate((which) => {
      const box = document.querySelector('.model .pieces-box').getBoundingClientRect();
      const piece = [...document.querySelectorAll('.model .piece')].at(which).getBoundingClientRect();
      return piece.top >= box.top - 1 && piece.bottom <= box.bottom + 1;
    }, place);
  assert.equal(await isSeen(0), false, 'the text is longer than the box');
  assert.ok(await isSeen(-1), 'the last token');
  await page.locator('.model button.piece').nth(20).click();
  await byId(page, 'token/ask').click();
  await until(page, () => document.querySelector('.model .piece[aria-pressed="true"]') && window.headwaters.idle);
  assert.ok(
    await page.evaluate(() => {
      const box = document.querySelector('.model .pieces-box').getBoundingClientRect();
      const { top, bottom } = document.querySelector('.model .piece[aria-pressed="true"]').getBoundingClientRect();
      return top >= box.top - 1 && bottom <= box.bottom + 1;
    }),
    'the token that is asked about',
  );
  assert.deepEqual(page.faults, []);
});

test('Arabic is written from the right, in the list of texts too', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement' });
  await page.fill('#prompt', 'الكلاب [MASK] كبيرة');
  await shows(page, 'الكلاب [MASK] كبيرة');
  await page.press('#prompt', 'Enter');
  await until(page, () => document.querySelectorAll('#side .texts li').length === 2);
  assert.deepEqual(
    await page.evaluate(() => ['#prompt', '#side .texts .text'].map((one) => getComputedStyle(document.querySelector(one)).direction)),
    ['rtl', 'rtl'],
  );
  await page.fill('#prompt', 'the key [MASK] old');
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('#prompt')).direction), 'ltr');
});

test('of a text without the masked word every sheet says what it lacks, and bars keep clear of their numbers', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement' });
  await openSide(page);
  await openSheet(page, 'words');
  await until(page, () => document.querySelector('.why[aria-busy="false"]') !== null);
  const between = await page.evaluate(() =>
    Math.min(
      ...[...document.querySelectorAll('.why tbody .lost')].map((bar) => {
        const number = document.createRange();
        number.selectNodeContents(/** @type {Node} */ (bar.parentElement?.querySelector('.number')));
        return number.getBoundingClientRect().left - bar.getBoundingClientRect().right;
      }),
    ),
  );
  assert.ok(between >= 6, `${between} pixels between a number and its bar`);
  await page.fill('#prompt', 'nothing is missing here');
  await shows(page, 'nothing is missing here');
  for (const name of ['words', 'experiment', 'decides', 'swap']) {
    await openSheet(page, name);
    await until(page, () => document.querySelector('.model-view')?.innerText.includes('Put [MASK] where a word is missing'));
  }
  assert.deepEqual(page.faults, []);
});

test('what the model has no token for is marked, and said', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement' });
  await page.fill('#prompt', 'the keys ✨ [MASK] here');
  await shows(page, 'the keys ✨ [MASK] here');
  const marked = await page.evaluate(() =>
    [...document.querySelectorAll('.pieces .unknown')].map(({ textContent, title }) => [textContent.trim(), title]),
  );
  const said = '[UNK] replaces text that has no token.';
  assert.deepEqual(marked, [['[UNK]', said]]);
  await until(page, (words) => document.querySelector('.model p.status[role="status"]').textContent === words, said);
  await page.fill('#prompt', 'the keys [MASK] here');
  await shows(page, 'the keys [MASK] here');
  await until(page, () => document.querySelector('.model p.status[role="status"]').textContent === '');
});

test('on a phone the page’s menu lies over the line, and its entries are seen and pressed', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement', size: [390, 844] });
  await byId(page, 'line/edit').waitFor();
  await clickTarget(page, 'menu');
  const entries = ['share', 'settings', 'export', 'lessons', 'help'];
  await until(page, () => document.querySelector(/** @type {'div'} */ ('.model')).style.clipPath.startsWith('path'));
  for (const entry of entries) {
    const middle = middleOf(await partOf(page, 'target', entry));
    assert.equal(await page.evaluate(([x, y]) => document.elementFromPoint(x, y).id, middle), 'canvas', entry);
  }
  await clickTarget(page, 'help');
  await byId(page, 'dialog/help').waitFor();
  await page.keyboard.press('Escape');
  await until(page, () => document.querySelector(/** @type {'div'} */ ('.model')).style.clipPath === '');
  assert.deepEqual(page.faults, []);
});

test('Escape leaves the line and not the view; the pencil chooses the old sentence, and the masked word stands apart', async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=agreement&panel=matrix' });
  await byId(page, 'line/edit').click();
  await page.keyboard.type('the dogs are');
  await page.keyboard.press('End');
  await byId(page, 'line/mask').click();
  assert.equal(await page.inputValue('#prompt'), 'the dogs are [MASK]');
  await page.keyboard.press('Escape');
  await shows(page, 'the dogs are [MASK]');
  assert.equal(await page.evaluate(() => window.headwaters.state.panel), 'matrix');
  assert.deepEqual(page.faults, []);
});

test('a phrase of the sentence is chosen by dragging, tested as one, and hidden', async () => {
  const page = await openModel(stage);
  await openSheet(page, 'words');
  await whyDone(page);
  const [verdict, names] = [await said(page), await whyNames(page)];
  const chosen = () => page.$$eval('.sentence .piece.chosen', (all) => all.map(({ textContent }) => textContent));
  const drag = async (from, to) => {
    for (const at of [from, to]) {
      const { x, y, width, height } = await page.locator(`.sentence .piece[data-at="${at}"]`).boundingBox();
      await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
      if (at === from) await page.mouse.down();
    }
    await page.mouse.up();
  };
  await drag(5, 2); // from right to left
  assert.deepEqual(await chosen(), ['keys', 'to', 'the', 'cabinet']);
  assert.deepEqual(await page.$$eval('.piece-menu button', (all) => all.map(({ dataset }) => dataset.id)), [
    'token/hide-phrase',
    'token/together',
  ]);
  assert.match(await page.textContent('.piece-menu'), /“keys to the cabinet”/);
  await pressId(page, 'token/together');
  await until(page, () => /\d/.test(document.querySelector('.why tr.phrase .number')?.textContent ?? ''));
  assert.deepEqual(await whyNames(page), [...names, 'keys to the cabinet']);
  assert.equal(await said(page), verdict);
  assert.deepEqual(await chosen(), []);
  await pressId(page, `why/forget/${names.length}`);
  await until(page, () => document.querySelector('.why tr.phrase') === null);
  await drag(7, 9);
  await pressId(page, 'token/hide-phrase');
  await until(page, () => (window.headwaters.prompt.match(/"kind":"hidden"/g) ?? []).length === 3 && window.headwaters.idle);
  assert.equal((await state(page)).panel, 'words');
  // The next click means a token again.
  await page.click('.sentence .piece[data-at="2"]');
  assert.ok(await byId(page, 'token/hide').isVisible());
  assert.deepEqual(page.faults, []);
});

test('a phrase is chosen by Shift and the arrow keys, and given up by Escape', async () => {
  const page = await openModel(stage);
  await openSheet(page, 'words');
  await page.focus('.sentence .piece[data-at="2"]');
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowLeft']) await page.keyboard.press(key);
  assert.match(await page.textContent('[data-id="token/hide-phrase"]'), /“keys to”/);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.piece.chosen').count(), 0);
  assert.ok(await page.isHidden('.piece-menu'));
  assert.equal((await state(page)).panel, 'words');
  await page.keyboard.press('Shift+ArrowRight'); // from the token that has the focus
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.id), 'token/hide-phrase');
  await page.keyboard.press('Enter');
  await until(page, () => (window.headwaters.prompt.match(/"kind":"hidden"/g) ?? []).length === 2 && window.headwaters.idle);
  assert.deepEqual(page.faults, []);
});

test('a phrase is chosen by touch, and a finger that moves down chooses none', async () => {
  const page = await openModel(stage, keys, '', { size: [390, 844], context: { deviceScaleFactor: 2, hasTouch: true } });
  await page.evaluate(() => window.headwaters.setState({ panel: 'words' }));
  await whyDone(page);
  const fingers = await touch(page);
  const middle = async (at) => {
    const { x, y, width, height } = await page.locator(`.sentence .piece[data-at="${at}"]`).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const [from, to] = [await middle(1), await middle(3)];
  await fingers.start(from);
  for (const share of [0.3, 0.6, 1]) await fingers.move([from[0] + (to[0] - from[0]) * share, from[1]]);
  await fingers.end();
  await until(page, () => document.querySelectorAll('.sentence .piece.chosen').length === 3);
  assert.match(await page.textContent('[data-id="token/hide-phrase"]'), /“the keys to”/);
  await page.evaluate(() => document.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })));
  await fingers.start(from);
  for (const down of [10, 30, 60]) await fingers.move([from[0], from[1] + down]);
  await fingers.end();
  await until(page, () => document.querySelectorAll('.sentence .piece.chosen').length === 0);
  assert.deepEqual(page.faults, []);
});
