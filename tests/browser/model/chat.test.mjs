// SPDX-License-Identifier: MIT
// A model with a chat template. Tests the choice next to the line of text, links with it, and the message about an unknown template.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { pressId, Stage, until } from '../harness.mjs';

const stage = Stage.forFile();
const chatMl =
  "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}";
const folder = () => `${stage.data.url}model/qwen3/`;

/** The small model with such a template. @param {string} template @param {string} prompt */
async function opened(template, prompt) {
  const page = await stage.openStill({});
  await page.route('**/chat_template.jinja', (route) =>
    route.fulfill({ body: template, contentType: 'text/plain', headers: { 'access-control-allow-origin': '*' } }),
  );
  await page.evaluate(([model, text]) => window.headwaters.open({ model, prompt: text }), [folder(), prompt]);
  await until(page, () => window.headwaters.idle && document.querySelector('.answer-line .answer-text'));
  return page;
}
const chips = (page) => page.evaluate(() => [...document.querySelectorAll('.pieces .piece')].map(({ textContent }) => textContent));
const prompt = (page) => page.evaluate(() => window.headwaters.prompt);
const choice = '.model select.chat';
const shows = (page, wanted) =>
  until(
    page,
    (text) => window.headwaters.prompt === text && window.headwaters.idle && document.querySelector('.answer-line .answer-text'),
    wanted,
  );

test('a text goes in as it is until it is said to be a message; links say which', async () => {
  const page = await opened(chatMl, 'the old fox');
  assert.equal(await page.inputValue(choice), 'plain');
  const plain = await chips(page);
  await page.locator(choice).selectOption('message');
  await shows(page, '{"text":"the old fox","chat":true}');
  const framed = await chips(page);
  assert.ok(framed.length > plain.length);
  assert.equal(framed.join('').replaceAll('↵', '\n').replace(/\s+/g, ' '), '<|im_start|>user theoldfox<|im_end|> <|im_start|>assistant ');
  assert.equal(await page.inputValue('.model textarea'), 'the old fox');
  // The typed text stays a message, and a link opens as one.
  await page.fill('.model textarea', 'the old');
  await shows(page, '{"text":"the old","chat":true}');
  const again = await opened(chatMl, '{"text":"the old fox","chat":true}');
  assert.equal(await again.inputValue(choice), 'message');
  assert.deepEqual(await chips(again), framed);
  await again.locator(choice).selectOption('plain');
  await shows(again, 'the old fox');
  assert.deepEqual(await chips(again), plain);
  for (const one of [page, again]) assert.deepEqual(await one.evaluate(() => window.violations), []);
});

test('a model writes behind a message, and what stands there is the whole conversation', async () => {
  const page = await opened(chatMl, '{"text":"the old fox","chat":true}');
  await page.click('.model .write');
  await until(
    page,
    () =>
      document.querySelector('.model .write').dataset.id === 'write/start' &&
      window.headwaters.idle &&
      document.querySelector('.model textarea').value.startsWith('<|im_start|>user\nthe old fox<|im_end|>\n<|im_start|>assistant\n'),
  );
  await until(page, (select) => document.querySelector(select).value === 'plain', choice);
});

test('what the model wrote is answered: the turns before stand above the line, in links and in what is run', async () => {
  const page = await opened(chatMl, '{"text":"the old fox","chat":true}');
  const reply = '.model .reply';
  assert.equal(await page.isVisible(reply), false);
  await page.click('.model .write');
  await until(page, (button) => window.headwaters.idle && document.querySelector(button)?.hidden === false, reply);
  const head = '<|im_start|>user\nthe old fox<|im_end|>\n<|im_start|>assistant\n';
  const answer = (await page.inputValue('.model textarea')).slice(head.length);
  assert.ok(answer.length > 0);
  await page.click(reply);
  assert.deepEqual(
    await page.evaluate(() => [...document.querySelectorAll('.model .before li')].map(({ textContent }) => textContent.slice(0, 6))),
    ['You th', 'Model '],
  );
  assert.equal(await page.inputValue(choice), 'message');
  await page.keyboard.type('so');
  await shows(page, JSON.stringify({ text: 'so', chat: ['the old fox', answer] }));
  const run = (await chips(page)).join('').replaceAll('↵', '\n').replace(/\s+/g, '');
  assert.ok(run.endsWith('<|im_end|><|im_start|>userso<|im_end|><|im_start|>assistant'), run);
  // A link holds everything. Without the earlier messages the text is a first message.
  const link = await prompt(page);
  const again = await opened(chatMl, link);
  assert.equal(await again.locator('.model .before li').count(), 2);
  assert.deepEqual(await chips(again), await chips(page));
  await again.click('.model .anew');
  await shows(again, '{"text":"so","chat":true}');
  assert.equal(await again.isVisible('.model .before'), false);
  // The next answer makes four turns.
  await page.click('.model .write');
  await until(
    page,
    (button) =>
      window.headwaters.idle &&
      document.querySelector(button)?.hidden === false &&
      document.querySelector('.model .write')?.dataset.id === 'write/start',
    reply,
  );
  await page.click(reply);
  assert.equal(await page.locator('.model .before li').count(), 4);
  for (const one of [page, again]) assert.deepEqual(await one.evaluate(() => window.violations), []);
});

test('Why folds what the template puts around a message, and tests it when it is opened', async () => {
  const page = await opened(chatMl, '{"text":"the old fox","chat":true}');
  await page.evaluate(() => window.headwaters.setState({ panel: 'words' }));
  const done = () => until(page, () => document.querySelector('.why[aria-busy="false"]') !== null && window.headwaters.idle);
  const names = () => page.$$eval('.why tbody tr:not(.folded) .name', (all) => all.map(({ textContent }) => textContent));
  await done();
  const [own, folds] = [await names(), await page.$$eval('.why tr.folded', (all) => all.map(({ textContent }) => textContent))];
  assert.equal(own.slice(0, -1).join(' '), 'the old fox');
  assert.equal(folds.length, 2);
  for (const fold of folds) assert.match(fold, /\d/);
  const count = folds.reduce((sum, fold) => sum + Number(/\d+/.exec(fold)?.[0]), 0);
  const tokens = await page.$$eval('.why tbody tr:not(.folded)', (all) =>
    all.flatMap((row) => /** @type {HTMLElement} */ (row).dataset.tokens.split(',')),
  );
  assert.equal(count + tokens.length, (await chips(page)).length);
  await page.click('.why tr.folded button');
  await until(page, () => document.querySelector('.why tr.folded') === null);
  await done();
  assert.ok((await names()).length > own.length);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
});

test('if a template can’t be run, the page shows why, and the text goes in as it is', async () => {
  const page = await opened("{% include 'other' %}", 'the old fox');
  assert.ok(await page.evaluate((select) => document.querySelector(select).hidden, choice));
  await pressId(page, 'line/describe');
  await until(page, () =>
    /chat template can’t be run \(.*Texts are used unchanged/s.test(document.querySelector('dialog[open]')?.textContent ?? ''),
  );
});
