// SPDX-License-Identifier: MIT
// The page for a screen reader user. Compares the spoken output at each step of the first lesson and of a file of one's own with scripts in
// spoken/ that a person has checked. After an intended change, HEADWATERS_SPOKEN=write writes them anew. Read each before committing it.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

import { test } from '../engine.mjs';
import { atStep, byId, drop, idle, openedAs, openSide, Stage, still, until } from '../harness.mjs';
import { lessonText } from '../lesson_numbers.mjs';
import { focused, heard, listen, quiet, readAloud } from '../reader.mjs';

const stage = Stage.forFile();

/** The first sample at rest, after its announcements. */
async function openQuietly(fragment = '') {
  const page = await stage.openStill({ fragment });
  await quiet(page);
  await listen(page);
  return page;
}

/** A script that grows step by step. It has the announcements, the keyboard focus, and the new text on the page. */
class Script {
  #lines = [];
  #page;
  #before = new Set();

  constructor(page) {
    this.#page = page;
  }
  /**
   * @param {string} title the action @param {string} [selector] the part to read aloud, nothing if absent @param {boolean} [anew] also parts read before
   */
  async step(title, selector, anew = false) {
    await quiet(this.#page);
    this.#lines.push(
      `## ${title}`,
      ...(await heard(this.#page)).map((text) => `announced: ${text}`),
      `keyboard: ${await focused(this.#page)}`,
    );
    if (selector) {
      const lines = await readAloud(this.#page, selector);
      this.#lines.push(...lines.filter((line) => anew || !this.#before.has(line)));
      this.#before = new Set(lines);
    }
    this.#lines.push('');
  }
  isAs(name) {
    const file = new URL(`spoken/${name}.txt`, import.meta.url);
    const text = this.#lines.join('\n').replace(/http:\/\/127\.0\.0\.1[^\s"]*/g, 'http://…'); // a link holds its host and data
    if (process.env.HEADWATERS_SPOKEN === 'write') writeFileSync(file, text);
    assert.deepEqual(text.split('\n'), readFileSync(file, 'utf8').split('\n'));
  }
}

/** Presses Tab until the keyboard focus is there. */
async function tabTo(page, selector) {
  for (let i = 0; i < 60; ++i) {
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach "${selector}"`);
}

test('the first lesson, from the list to its last step', { timeout: 240_000 }, async () => {
  const page = await openQuietly();
  const script = new Script(page);
  const { id, steps } = JSON.parse(lessonText('index'))[0];
  const lesson = JSON.parse(lessonText(id));
  await page.keyboard.press('h');
  await page.locator('dialog li').first().waitFor();
  await script.step('h: the lessons', 'dialog');
  await tabTo(page, 'dialog li button');
  await page.keyboard.press('Enter');
  for (let step = 0; step < steps; ++step) {
    await atStep(page, id, step);
    await still(page);
    await script.step(`Step ${step + 1}`, '.lesson', true);
    const { question, number, reveal } = lesson.steps[step];
    if (question) {
      await tabTo(page, '.lesson input[type=radio]');
      await page.keyboard.press('Space');
      for (let i = 0; i < question.answers.findIndex(({ right }) => right); ++i) await page.keyboard.press('ArrowDown');
      if (await byId(page, 'lesson/act').isVisible()) {
        await tabTo(page, '[data-id="lesson/act"]');
        await page.keyboard.press('Enter');
        await idle(page);
        await script.step('The act', '.lesson');
        await page.waitForSelector('[data-id="lesson/judge"]:enabled:focus'); // the next key checks the prediction
      }
      await page.keyboard.press('Enter');
      await page.locator('.lesson .verdict').waitFor();
      await idle(page);
      await script.step('The right answer', '.lesson');
    } else if (number) {
      await tabTo(page, '#lesson-number');
      await page.keyboard.type('0.999');
      await page.keyboard.press('Enter');
      await script.step('A wrong number', '.lesson');
      await page.keyboard.press('Control+a');
      await page.keyboard.type(String(number.is).replace(/^\{(.*?)\|.*$/, '$1')); // a reference shows its number
      await page.keyboard.press('Enter');
      await idle(page);
      await script.step('The right number', '.lesson');
    } else if (reveal) {
      await tabTo(page, '.lesson .show');
      await page.keyboard.press('Enter');
      await script.step('Show', '.lesson');
    }
    if (step + 1 === steps) break;
    if (number) await tabTo(page, '.lesson footer .primary'); // in a field, Page Down belongs to the browser
    await page.keyboard.press(number ? 'Enter' : 'PageDown');
  }
  script.isAs('first_lesson');
  assert.deepEqual(page.faults, []);
});

/** Two layers of two heads over four tokens, scores, and a title. */
const own = {
  title: 'Whose hat?',
  tokens: ['the', 'cat', 'sat', '.'],
  importance: { 'blank-out': [0.1, 0.6, 0.2, 0.1] },
  attentions: [
    [
      [
        [0.7, 0.1, 0.1, 0.1],
        [0.4, 0.4, 0.1, 0.1],
        [0.1, 0.6, 0.2, 0.1],
        [0.25, 0.25, 0.25, 0.25],
      ],
      [
        [0.4, 0.2, 0.2, 0.2],
        [0.1, 0.7, 0.1, 0.1],
        [0.2, 0.5, 0.2, 0.1],
        [0.1, 0.1, 0.7, 0.1],
      ],
    ],
    [
      [
        [0.1, 0.7, 0.1, 0.1],
        [0.2, 0.6, 0.1, 0.1],
        [0.1, 0.1, 0.7, 0.1],
        [0.1, 0.5, 0.3, 0.1],
      ],
      [
        [0.3, 0.5, 0.1, 0.1],
        [0.4, 0.4, 0.1, 0.1],
        [0.1, 0.5, 0.3, 0.1],
        [0.25, 0.25, 0.25, 0.25],
      ],
    ],
  ],
};

test('a file of one’s own: opened, stepped through, looked at in every view', { timeout: 240_000 }, async () => {
  const page = await openQuietly();
  const script = new Script(page);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('Tab');
  await script.step('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await script.step('Enter, Tab');
  await page.keyboard.press('Enter');
  await byId(page, 'dialog/open').waitFor();
  await script.step('Enter: open', 'dialog');
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, 'dialog .primary');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'own.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(own)) });
  await openedAs(page, 'own.json');
  await still(page);
  await script.step('A file is chosen', 'body');
  await tabTo(page, '#mirror-layer');
  await page.keyboard.press('Home');
  await idle(page);
  await script.step('Home on the layers', 'body');
  await tabTo(page, '#mirror .token');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await idle(page);
  await script.step('Down, Enter: another output token', 'body');
  await page.keyboard.press('Escape');
  for (const [key, what] of [
    ['2', 'bars'],
    ['3', 'matrix'],
    ['4', 'evolution'],
    ['f', 'flow'],
    ['6', 'heads'],
    ['7', 'compare'],
  ]) {
    await page.keyboard.press(key);
    await idle(page);
    await script.step(`${key}: ${what}`, 'body');
  }
  for (const [key, name] of [
    ['?', 'help'],
    ['e', 'export'],
    ['p', 'notes'],
    ['a', 'about'],
    ['/', 'commands'],
    ['', 'share'],
  ]) {
    if (key) await page.keyboard.press(key);
    else await byId(page, name).press('Enter');
    await page.locator('dialog[open]').waitFor();
    if (name === 'help') await byId(page, 'help/offline').waitFor(); // a section that comes later
    if (name === 'export') await page.locator('dialog .preview [alt]:not([alt=""])').waitFor(); // the figure is drawn by then
    await script.step(`${key} ${name}`.trim(), 'dialog');
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
  }
  await drop(page, 'cut.json', Buffer.from(JSON.stringify(own).slice(0, 300)));
  await page.waitForFunction(() => window.headwaters.state.messages.length > 0);
  await script.step('A file that is cut off is dropped', '#mirror .messages');
  script.isAs('own_file');
  assert.deepEqual(page.faults, []);
});

test('announcements do not chatter: one a second while layers play, the last one after scrubbing, none twice', {
  timeout: 60_000,
}, async () => {
  const page = await openQuietly('v=1&sample=agreement-keys&layer=1');
  /** The announcements until there are no more. */
  const said = async () => {
    await quiet(page);
    return heard(page);
  };
  // Four layers per second, repeatedly.
  await page.focus('#canvas');
  for (const key of ['+', '+']) await page.keyboard.press(key);
  const { speed, loop } = await page.evaluate(() => window.headwaters.state);
  assert.deepEqual([speed, loop], [4, true]);
  await said();
  const begin = performance.now();
  await page.evaluate(() => {
    window.layers = [];
    window.headwaters.on('layer', (layer) => window.layers.push(layer));
    window.headwaters.play();
  });
  await until(page, () => window.heard.length >= 4);
  await page.evaluate(() => window.headwaters.pause());
  const played = await said();
  const seconds = (performance.now() - begin) / 1000;
  const layers = await page.evaluate(() => window.layers.length);
  assert.ok(played.length <= seconds + 1, `${played.length} in ${seconds.toFixed(1)} s: ${played}`);
  assert.ok(layers > 1.5 * played.length, `${played.length} of ${layers} layers`);
  assert.ok(
    played.every((text) => /^Layer \d of 6\W*$/.test(text)),
    `${played}`,
  );
  // Scrubs over ten layers in a moment.
  for (const key of ['ArrowRight', 'ArrowLeft', 'End', 'ArrowLeft', 'Home', 'ArrowRight', 'End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft'])
    await page.keyboard.press(key);
  const scrubbed = await said();
  assert.ok(scrubbed.length <= 3, `${scrubbed}`);
  assert.equal(scrubbed.at(-1), 'Layer 3 of 6');
  // The slider announces its value itself.
  await page.focus('#mirror-layer');
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await said(), []);
  // Method and view, which one key changes together, are announced together and once. So are the side effects of a control.
  await page.focus('#canvas');
  await page.keyboard.press('5');
  assert.deepEqual(await said(), ['Method: Flow. View: flow']);
  await page.evaluate(() => window.headwaters.setState({ panel: 'matrix', method: 'rollout' }));
  await openSide(page);
  await page.locator('#side select[name="panel"]').first().focus();
  await said();
  await page.locator('#side select[name="panel"]').first().selectOption({ label: 'flow' });
  assert.deepEqual(await said(), ['Method: attention flow. View: flow']);
  // A problem is announced once, even when another message is dismissed. The same problem again is announced again.
  await drop(page, 'a.json', Buffer.from('{"attentions": 1}'));
  await page.waitForFunction(() => window.headwaters.state.messages.length === 1);
  const first = await said();
  assert.equal(first.length, 1, `${first}`);
  await drop(page, 'b.json', Buffer.from('{"attentions": 1}'));
  await page.waitForFunction(() => window.headwaters.state.messages.length === 2);
  assert.equal((await said()).length, 1);
  await byId(page, 'message/dismiss').last().press('Enter');
  assert.deepEqual(await said(), []);
  await drop(page, 'a.json', Buffer.from('{"attentions": 1}'));
  await until(page, () => window.heard.length > 0);
  assert.equal((await said()).length, 1);
});
