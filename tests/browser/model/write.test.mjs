// SPDX-License-Identifier: MIT
// A model of next words continues the text in the page. It writes, stops, goes a step back and takes another word. Also covers the tree of
// its continuations and the origin of a word that it wrote.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { byId, openSide, Stage, until } from '../harness.mjs';

const stage = Stage.forFile();

const opened = async (prompt = 'the old fox', options = {}) => {
  const page = await stage.openStill({
    fragment: `v=1&model=${encodeURIComponent(`${stage.data.url}model/gpt2_bare/`)}&prompt=${encodeURIComponent(prompt)}`,
    ...options,
  });
  await page.waitForSelector('.model .write');
  await until(page, () => window.headwaters.idle && document.querySelector('.answer-line .answer-text'));
  return page;
};
/** The page's errors, except missing files, because the page requests some that a folder lacks. @param {any} page */
const faults = (page) => page.faults.filter((fault) => !/404/.test(fault));
const text = (page) => page.inputValue('.model textarea');
const chips = (page) => page.evaluate(() => [...document.querySelectorAll('.pieces .piece')].map(({ textContent }) => textContent));
/** Sets how it writes, by chance and with `most` tokens at a time. @param {any} page @param {number} most @param {number} [seed] */
async function how(page, most, seed = 1) {
  await page.evaluate(
    ([tokens, start]) => {
      const fields = document.querySelectorAll('.write-settings input');
      const set = (field, value) => {
        field.value = String(value);
        field.dispatchEvent(new Event('change', { bubbles: true }));
      };
      set(document.querySelector('.write-settings select'), 'chance');
      [1.5, 0, 1, start, tokens].forEach((value, i) => {
        set(fields[i], value);
      });
    },
    [most, seed],
  );
}
/** Written to its end and run, so that the figure shows this number of tokens. @param {any} page @param {number} count */
const written = (page, count) =>
  until(
    page,
    (wanted) =>
      document.querySelector('.model .write').dataset.id === 'write/start' &&
      window.headwaters.idle &&
      window.headwaters.state.document.tokens.length === wanted,
    count,
  );

test('who writes with cuts in force is told that they are left out', async () => {
  const page = await opened('{"text":"the old fox","cuts":[{"kind":"edges","text":"1:0:2>0"}],"rule":"zero"}');
  const begin = (await chips(page)).length;
  await how(page, 3);
  await page.click('.model .write');
  await written(page, begin + 3);
  assert.match(
    await page.evaluate(() => [...document.querySelectorAll('.model [role=status]')].map((one) => one.textContent).join('')),
    /3 tokens.*, without your cuts/,
  );
  assert.deepEqual(faults(page), []);
});

test('a text is written on, and what was written is a run like any other', async () => {
  const page = await opened();
  const begin = (await chips(page)).length;
  await how(page, 8);
  await page.click('.model .write');
  await written(page, begin + 8);
  const whole = await text(page);
  assert.ok(whole.startsWith('the old fox') && whole.length > 'the old fox'.length, whole);
  assert.equal((await chips(page)).length, begin + 8);
  assert.match(
    await page.evaluate(() => [...document.querySelectorAll('.model [role=status]')].map((one) => one.textContent).join('')),
    /^8 tokens/,
  );
  // The link makes the same tokens again.
  const prompt = await page.evaluate(() => window.headwaters.prompt);
  const again = await opened(prompt);
  assert.deepEqual(await chips(again), await chips(page));
  // The same settings write the same.
  const other = await opened();
  await how(other, 8);
  await other.focus('.model textarea');
  await other.keyboard.press('Control+Enter');
  await written(other, begin + 8);
  assert.equal(await text(other), whole);
  for (const one of [page, again, other]) {
    assert.deepEqual(faults(one), []);
    assert.deepEqual(await one.evaluate(() => window.violations), []);
  }
});

test('any token can be asked where it comes from, and another take its place; the ways stay a click away', async () => {
  const page = await opened();
  const begin = (await chips(page)).length;
  await how(page, 6);
  await page.click('.model .write');
  await written(page, begin + 6);
  const whole = await text(page);
  const tokens = await chips(page);
  // Gradients of this token, after the one before it.
  await page.click(`.pieces li:nth-child(${begin + 3}) .piece`);
  await byId(page, 'token/ask').click();
  await until(
    page,
    (at) => window.headwaters.idle && /@\d+/.exec(window.headwaters.prompt)?.[0] === `@${at}` && window.headwaters.state.tokens[0] === at,
    begin + 1,
  );
  const place = await page.evaluate(() => ({
    heading: [...document.querySelectorAll('.model-pane h3')].map((one) => one.textContent),
    pressed: document.querySelector('.pieces [aria-pressed=true]').textContent,
    line: document.querySelector('.answer-line').textContent,
  }));
  assert.ok(place.heading.includes(`Instead of “${tokens[begin + 2]}”`), JSON.stringify(place));
  assert.equal(place.pressed, tokens[begin + 2]);
  // Takes the second likeliest token instead.
  const [instead] = await page.evaluate(() => [document.querySelectorAll('.answers bdi')[1].textContent]);
  await openSide(page);
  await page.click('.answers li:nth-child(2) .continue-button');
  await written(page, begin + 2 + 1 + 6);
  const other = await chips(page);
  assert.deepEqual(other.slice(0, begin + 2), tokens.slice(0, begin + 2));
  assert.equal(other[begin + 2], instead);
  // Both continuations are in the tree, under their common part.
  const ways = await page.evaluate(() =>
    [...document.querySelectorAll('.alternatives .alternative')].map((one) => [one.textContent, one.getAttribute('aria-current')]),
  );
  assert.equal(ways.length, 3, JSON.stringify(ways));
  assert.deepEqual(
    ways.map(([, current]) => current),
    ['true', 'true', 'false'],
  );
  await page.click('.alternatives ul ul li:nth-child(2) .alternative');
  await until(page, (wanted) => document.querySelector('.model textarea').value === wanted && window.headwaters.idle, whole);
  await until(page, (wanted) => document.querySelectorAll('.pieces .piece').length === wanted, begin + 6);
  assert.deepEqual(await chips(page), tokens);
  assert.deepEqual(faults(page), []);
});

test('a step back takes one token away; what is typed goes on from there', async () => {
  const page = await opened();
  const begin = (await chips(page)).length;
  await page.click('.model .step-back');
  await until(page, (wanted) => document.querySelectorAll('.pieces .piece').length === wanted && window.headwaters.idle, begin - 1);
  assert.equal((await text(page)).length < 'the old fox'.length, true);
  await page.fill('.model textarea', 'the keys to');
  await until(page, () => window.headwaters.prompt === 'the keys to' && window.headwaters.idle);
  const typed = (await chips(page)).length;
  await how(page, 2);
  await page.click('.model .write');
  await written(page, typed + 2);
  assert.ok((await text(page)).startsWith('the keys to'));
  assert.deepEqual(faults(page), []);
});

test('writing is stopped at once by its button, by Escape, and by whoever types', async () => {
  const page = await opened();
  const begin = (await chips(page)).length;
  // A slow worker. Each answer waits until it is released.
  await page.evaluate(() => {
    const own = Worker.prototype.postMessage;
    window.held = [];
    window.holds = true;
    Worker.prototype.postMessage = function held(message, ...more) {
      if (window.holds && message?.request?.call === 'write') {
        message.request.milliseconds = 0; // one token an answer
        return setTimeout(() => own.call(this, message, ...more), 120);
      }
      return own.call(this, message, ...more);
    };
  });
  await how(page, 60);
  const writes = () =>
    until(
      page,
      (least) =>
        document.querySelector('.model .write').dataset.id === 'write/stop' && document.querySelectorAll('.pieces .piece').length > least,
      begin,
    );
  const stopped = () =>
    until(
      page,
      () =>
        document.querySelector('.model .write').dataset.id === 'write/start' &&
        window.headwaters.idle &&
        document.querySelectorAll('.pieces .piece').length === window.headwaters.state.document.tokens.length,
    );
  await page.click('.model .write');
  await writes();
  await page.click('.model .write');
  await stopped();
  const first = (await chips(page)).length;
  assert.ok(first > begin && first < begin + 40, String(first));
  await page.focus('.model textarea');
  await page.keyboard.press('Control+Enter');
  await until(
    page,
    (least) =>
      document.querySelector('.model .write').dataset.id === 'write/stop' && document.querySelectorAll('.pieces .piece').length > least,
    first,
  );
  await page.keyboard.press('Escape');
  await stopped();
  assert.ok((await chips(page)).length > first);
  await page.keyboard.press('Control+Enter');
  // A user who selects everything to type another text does so between two tokens. Tokens that arrive meanwhile are selected, too.
  const selected = await page.evaluate(() => {
    document.querySelector('.model textarea').select();
    return document.querySelector('.model textarea').value.length;
  });
  await until(
    page,
    (least) =>
      document.querySelector('.model .write').dataset.id === 'write/stop' &&
      document.querySelector('.model textarea').value.length > least + 2,
    selected,
  );
  await page.keyboard.insertText('the keys to');
  await until(page, () => window.headwaters.prompt === 'the keys to' && window.headwaters.idle);
  assert.equal(await page.getAttribute('.model .write', 'data-id'), 'write/start');
  assert.equal(await text(page), 'the keys to');
  assert.deepEqual(faults(page), []);
});
