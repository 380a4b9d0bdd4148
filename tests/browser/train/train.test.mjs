// SPDX-License-Identifier: MIT
// A model that is trained in the page: a task is chosen and trained, its steps are visited, a head is cut, and a link opens the same network.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { test } from '../engine.mjs';
import { byId, calm, comes, dropAll, pressId, Stage, state, until } from '../harness.mjs';

const stage = Stage.forFile();

/** Answers in the line. */
const says = (page) =>
  page.evaluate(() => [...document.querySelectorAll('.answer-line .answer-text')].map(({ textContent }) => textContent));
const stepOf = (page) => page.evaluate(() => JSON.parse(window.headwaters.prompt).step);
const result = (page) => page.evaluate(() => document.querySelector('.train .result').textContent);
const rightNow = async (page) => Number(/ (\d+) of 100/.exec(await result(page))?.[1]);
const atStep = (page, step) =>
  until(page, (wanted) => JSON.parse(window.headwaters.prompt).step === wanted && window.headwaters.idle, step);

/** Chooses a place in a figure of the section, by its share of the width. */
async function drag(page, id, share) {
  const figure = byId(page, id).locator('svg');
  await figure.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await figure.boundingBox();
  const [left, right] = [x + 30, x + width - 8]; // as in web/model/train/plot.js
  await page.mouse.move(right, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(left + share * (right - left), y + height / 2, { steps: 4 });
  await page.mouse.up();
}

/** Opens a task at its first step. */
async function opened(page) {
  await page.waitForSelector('.train .result');
  await page.waitForFunction(() => window.headwaters.idle);
}

test('copy is learned at full speed, its steps can be visited, and a cut head ends the skill', async (t) => {
  const page = await stage.openStill({ context: calm });
  await page.evaluate(() => document.querySelector('[data-id="models"]')?.click());
  await page.evaluate(() => window.headwaters.open({ model: 'train:copy:1' }));
  await opened(page);
  assert.equal((await state(page)).document.layers, 2);
  assert.equal(await stepOf(page), 0);
  await byId(page, 'train/full').check();
  const seconds = await page.evaluate(async () => {
    const begun = performance.now();
    document.querySelector('[data-id="train/run"]').click();
    const isLearned = () => /\b(99|100) of 100/.test(document.querySelector('.train .result').textContent);
    while (!isLearned()) await new Promise((resolve) => setTimeout(resolve, 10));
    return (performance.now() - begun) / 1000;
  });
  t.diagnostic(`99 % of copy after ${seconds.toFixed(1)} s`);
  await until(page, () => document.querySelector('[data-id="train/run"]').disabled);
  await atStep(page, 500);
  assert.equal((await says(page))[0], 'h', 'the letter after the earlier z');
  await until(page, () => [...document.querySelectorAll('.train th')].some(({ textContent }) => textContent.endsWith(' 500')));

  // Back by a drag in the figure of the loss: there it stays.
  await drag(page, 'train/loss', 0.1);
  await atStep(page, 50);
  assert.ok((await rightNow(page)) < 20);
  await pressId(page, 'train/newest');
  await atStep(page, 500);
  assert.ok((await rightNow(page)) >= 99);
  // By keys, while the figure has the focus.
  await page.evaluate(() => document.querySelector('#canvas').focus());
  await page.keyboard.press('J');
  await until(page, () => JSON.parse(window.headwaters.prompt).step < 500 && window.headwaters.idle);
  await page.keyboard.press('K');
  await atStep(page, 500);

  // The head of layer 1 is cut: first while the button is down, then for good.
  const cut = byId(page, 'train/head/1:0');
  await cut.scrollIntoViewIfNeeded();
  await cut.hover();
  await page.mouse.down();
  const fallen = async () => Number(/(\d+) of 100/.exec(await byId(page, 'train/cut-note').textContent())?.[1] ?? 100) < 20;
  await comes(fallen);
  await page.mouse.up();
  await until(page, () => JSON.parse(window.headwaters.prompt).cuts?.length === 1 && window.headwaters.idle);
  await comes(fallen);
  await pressId(page, 'train/head/1:0');
  await until(page, () => !JSON.parse(window.headwaters.prompt).cuts && window.headwaters.idle);

  // The link trains the same network in another page.
  await drag(page, 'train/loss', 0.4);
  await atStep(page, 200);
  await until(page, () => decodeURIComponent(location.hash).includes('"step":200'));
  const answers = await page.evaluate(() => document.querySelector('.model-pane').textContent);
  const hash = await page.evaluate(() => location.hash);
  const other = await stage.openStill({ fragment: hash.slice(1), context: calm });
  await opened(other);
  await atStep(other, 200);
  await until(other, (wanted) => document.querySelector('.model-pane').textContent === wanted, answers);
  assert.equal(await result(other), await result(page));
  for (const one of [page, other]) assert.deepEqual(one.faults, []);
});

test('while it trains at its usual pace, the views follow, and stay where the visitor goes back', async (t) => {
  const page = await stage.openStill({ context: calm, fragment: 'v=1&model=train:largest:1' });
  await opened(page);
  await pressId(page, 'train/run');
  await until(page, () => JSON.parse(window.headwaters.prompt).step >= 40);
  const pace = await page.evaluate(async () => {
    const step = () => window.headwaters.layout && Number(/\d+/.exec(document.querySelector('.train .place').textContent)[0]);
    const [begun, first] = [performance.now(), step()];
    while (performance.now() - begun < 3000) await new Promise((resolve) => setTimeout(resolve, 100));
    return ((step() - first) / (performance.now() - begun)) * 1000;
  });
  t.diagnostic(`${pace.toFixed(1)} steps per second are shown`);
  await drag(page, 'train/loss', 0.1);
  await until(page, () => JSON.parse(window.headwaters.prompt).step === 30);
  await pressId(page, 'train/run');
  await atStep(page, 30);
  assert.equal(await page.evaluate(() => document.querySelector('[data-id="train/run"]').disabled), false, 'it can go on');
  await pressId(page, 'train/newest');
  await until(page, () => JSON.parse(window.headwaters.prompt).step > 40 && window.headwaters.idle);
  const newest = await stepOf(page);
  await pressId(page, 'train/step');
  await atStep(page, newest + 1);
  assert.deepEqual(page.faults, []);
});

test('a second run shows where it parts from the first', async () => {
  const page = await stage.openStill({ context: calm, fragment: 'v=1&model=train:copy:1' });
  await opened(page);
  await byId(page, 'train/full').check();
  await byId(page, 'train/second').selectOption({ value: JSON.stringify(['copy-one-layer', 1]) });
  await pressId(page, 'train/run');
  await until(page, () => /part by step \d+/.test(document.querySelector('[data-id="train/second-note"]').textContent));
  assert.deepEqual(page.faults, []);
});

test('the list of tasks opens one with the chosen seed', async () => {
  const page = await stage.openStill({ context: calm });
  await pressId(page, 'samples');
  await pressId(page, 'models/train');
  await page.waitForSelector('[data-id="dialog/train"]');
  await byId(page, 'train/seed').fill('3');
  await pressId(page, 'train/largest');
  await opened(page);
  assert.equal(await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('model')), 'train:largest:3');
  assert.deepEqual(page.faults, []);
});

test('links to trainings that do not exist are refused by their names', async () => {
  /** @type {[string, RegExp][]} */
  const links = [
    ['train:nothing:1', /nothing/],
    ['train:copy:99999999999', /seed/],
    ['train:copy', /seed/],
    ['train:copy@7:1', /version 7/],
  ];
  for (const [model, finding] of links) {
    const page = await stage.openStill({ context: calm });
    const refused = await page.evaluate((wanted) => window.headwaters.open({ model: wanted }).then(String, String), model);
    assert.match(refused, finding, model);
    assert.deepEqual(page.faults, [], model);
  }
  const page = await stage.openStill({ context: calm });
  const late = JSON.stringify({ text: 'a b c d e f g h >', step: 9999 });
  const refused = await page.evaluate((prompt) => window.headwaters.open({ model: 'train:largest:1', prompt }).then(String, String), late);
  assert.match(refused, /300 steps/);
});

test('a text of one’s own letters is trained from the list, and its link contains it', async () => {
  const page = await stage.openStill({ context: calm });
  await pressId(page, 'samples');
  await pressId(page, 'models/train');
  await page.waitForSelector('[data-id="dialog/train"]');
  await pressId(page, 'train/own-open');
  await byId(page, 'train/own-text').fill('abcabcabcabcabcabcabcabcabcabcabcabcabcabc');
  await pressId(page, 'train/own');
  await opened(page);
  await byId(page, 'train/full').check();
  await pressId(page, 'train/run');
  await until(page, () => /100 of 100/.test(document.querySelector('.train .result').textContent));
  assert.match(await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('model')), /^train:\{"text":"abcabc.*"\}:1$/);
  assert.deepEqual(page.faults, []);
});

test('the model of a step is saved as a zip, which opens as a model with the same answer', async () => {
  const prompt = JSON.stringify({ text: 'k c n a g p d e >', step: 120 });
  const page = await stage.openStill({ context: calm, fragment: `v=1&model=train:largest:1&prompt=${encodeURIComponent(prompt)}` });
  await opened(page);
  const before = await says(page);
  assert.equal(before[0], 'p');
  const [file] = await Promise.all([page.waitForEvent('download'), pressId(page, 'train/keep')]);
  assert.equal(file.suggestedFilename(), 'largest-1-step-120.zip');
  await dropAll(page, { 'largest.zip': readFileSync(await file.path()) });
  await until(page, () => window.headwaters.state.document?.name === 'largest' && !document.querySelector('.train'));
  await page.fill('.model textarea', 'k c n a g p d e >');
  await until(page, () => window.headwaters.prompt === 'k c n a g p d e >' && window.headwaters.idle);
  assert.deepEqual(await says(page), before);
  assert.deepEqual(page.faults, []);
});
