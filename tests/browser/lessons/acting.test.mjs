// SPDX-License-Identifier: MIT
// Steps in which the student predicts and acts: what a step hides is nowhere before the answer, in figure, text version, address
// or export; a word, a cut and a slider change the figure and the numbers in the text; wrong numbers are told what was done wrong.
import assert from 'node:assert/strict';

import { answer } from './answer.mjs';
import { test } from '../engine.mjs';
import { atStep as at, byId, calm, idle, nothingComes, opened, Stage, state, until } from '../harness.mjs';
import { lessonText } from '../lesson_numbers.mjs';
import { unlessAlways } from '../nightly.mjs';

const stage = Stage.forFile();
const all = JSON.parse(lessonText('index'));
const written = (id) => JSON.parse(lessonText(id));

const open = async (id, step, options = {}) => {
  const page = await stage.open({ fragment: `lesson=${id}&step=${step}`, ...options });
  await at(page, id, step - 1);
  return page;
};
const mirror = (page) => page.evaluate(() => document.getElementById('mirror').textContent);
const hidden = 'Hidden until you answer the lesson’s question.';
/** The figure's text alone, since captions hold numbers too. */
const drawn = (page) =>
  page.evaluate(() =>
    window.headwaters
      .layout()
      .filter(({ kind }) => kind === 'text')
      .map(({ name }) => name)
      .join(' '),
  );
const live = (page, about) => page.locator(`.lesson [data-live="live ${about}"]`).textContent();

/** Shares of the pixels of a figure that have the colour of quantities. */
const blues = async (page) => {
  const png = (await page.locator('#canvas').screenshot()).toString('base64');
  return page.evaluate(async (base64) => {
    const { data } = await window.pixelsOf(base64);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i + 2] > data[i] + 60) count += 1;
    return count / (data.length / 4);
  }, png);
};

/** How many steps of a lesson hide their answer. */
const hides = (id) => written(id).steps.filter(({ hide }) => hide).length;
/** The lesson that hides the most answers. */
const hidesMost = all.map(({ id }) => id).sort((a, b) => hides(b) - hides(a))[0];

for (const { id } of all) {
  const hiding = written(id).steps.flatMap(({ hide }, index) => (hide ? [index] : []));
  if (hiding.length > 0)
    test(`${id}: nothing of the answer is seen, read out or exported before it is given, in any step`, {
      timeout: 240_000,
      skip: unlessAlways(id),
    }, async () => {
      const page = await open(id, hiding[0] + 1, { context: calm });
      for (const index of hiding) {
        const { hide, question, act, view = '' } = written(id).steps[index];
        const where = `${id}, step ${index + 1}`;
        await page.evaluate((to) => window.headwaters.setState({ step: to }), index);
        await at(page, id, index);
        await page.mouse.move(2, 2);
        await idle(page);
        const before = { mirror: await mirror(page), drawn: await drawn(page), url: page.url(), blue: await blues(page) };
        assert.ok(before.mirror.includes(hidden), where);
        const svg = await page.evaluate(() => window.headwaters.figure({ view: 'bars' }).catch((error) => error.finding));
        const values = (text) => (text.match(/0\.\d{3}/g) ?? []).length;
        if (hide === 'all') {
          assert.equal(values(before.drawn), 0, `${where}: ${before.drawn}`);
          assert.equal(
            await page
              .locator('.answer-line')
              .isVisible()
              .catch(() => false),
            false,
          );
          assert.ok(before.blue < 0.012, `${where}: ${before.blue} of the figure is blue`);
        }
        const bars = /<text[^>]*>0\.\d{3}</.test(svg);
        assert.ok(!bars, `${where}: an exported figure shows bars`);
        if (question) await answer(page, question.answers.length - 1);
        else await page.locator('.lesson .show').click();
        await idle(page);
        await until(page, (words) => !document.getElementById('mirror').textContent.includes(words), hidden);
        const after = { mirror: await mirror(page), drawn: await drawn(page), blue: await blues(page) };
        assert.ok(values(after.mirror) > values(before.mirror) + 2, `${where}: the text version has more numbers`);
        // A view of the model is drawn outside the canvas.
        if (!act?.view?.includes('panel=words'))
          assert.ok(after.blue > before.blue + 0.002, `${where}: blue: ${before.blue} and then ${after.blue}`);
        // The address is that of the step before and after: no answer stands in it.
        for (const [key, value] of new URLSearchParams(view))
          if (['method', 'layer'].includes(key)) assert.ok(before.url.includes(`${key}=${value}`), where);
        assert.ok(!/[=,]0?\.\d{3}/.test(decodeURIComponent(before.url).replace(/url=[^&]*/, '')), before.url);
      }
      assert.deepEqual(page.faults, []);
      // What was answered stays so after a reload. Where it does in one lesson it does in all.
      if (id !== hidesMost) return;
      await page.reload();
      await opened(page);
      await at(page, id, hiding.at(-1));
      await until(page, (words) => !document.getElementById('mirror').textContent.includes(words), hidden);
    });
}

test('what a step hides is hidden from the first frame on, whatever the link says', async () => {
  const { view } = written('is-it-true').steps[3];
  const page = await stage.open({
    fragment: `v=1&model=agreement&prompt=the%20keys%20to%20the%20cabinet%20%5BMASK%5D%20on%20the%20table&${view}&lesson=is-it-true&step=4`,
    ready: false,
  });
  const seen = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const texts = [];
        const look = () => {
          if (!document.documentElement.hasAttribute('data-reads-lesson')) texts.push(document.getElementById('mirror')?.textContent ?? '');
          if (texts.some((text) => text.includes('Hidden until you answer'))) return resolve(texts.join(' '));
          setTimeout(look, 10);
        };
        look();
      }),
  );
  assert.ok(!seen.includes('0.365'), 'rollout of [CLS]');
});

test('a word is replaced, an edge is cut: the model runs, the numbers in the text follow, and Backspace undoes it', async () => {
  const page = await open('is-it-true', 1);
  await page.locator('.lesson .show').click();
  await idle(page);
  assert.equal(await live(page, 'model answer=is'), '0.004');
  await page.locator('.lesson .change button[value=key]').click();
  await page.waitForFunction(() => window.headwaters.prompt?.startsWith('the key to'));
  await until(page, () => document.querySelector('.lesson [data-live="live model answer=is"]')?.textContent === '0.650');
  assert.match(page.url(), /prompt=the%20key%20to.*lesson=is-it-true&step=1/);
  assert.equal((await state(page)).panel, 'bars', 'the view stays');
  // A word of one's own, by keyboard.
  await page.locator('.lesson .change input').fill('authors');
  await page.keyboard.press('Enter');
  await until(page, () => Number(document.querySelector('.lesson [data-live="live model answer=are"]')?.textContent) > 0.5);
  await page.locator('#canvas').focus();
  await page.keyboard.press('Backspace');
  await until(
    page,
    () =>
      document.querySelector('.lesson .change button[value=keys]').getAttribute('aria-pressed') === 'true' &&
      window.headwaters.prompt.startsWith('the keys'),
  );
  await byId(page, 'lesson-next').click();
  for (const step of [2, 3, 4, 5]) await page.evaluate((to) => window.headwaters.setState({ step: to }), step);
  await at(page, 'is-it-true', 5);
  await page.locator('.lesson .show').click();
  const cuts = page.locator('.lesson .change .cut');
  await until(page, () => Number(document.querySelector('.lesson [data-live="live model answer=are"]')?.textContent) < 0.05);
  assert.equal(await cuts.nth(0).getAttribute('aria-pressed'), 'true', 'the act can be undone');
  await cuts.nth(0).click();
  await until(page, () => window.headwaters.prompt === 'the keys to the cabinet [MASK] on the table');
  await until(page, () => document.querySelector('.lesson [data-live="live model answer=are"]')?.textContent === '0.645');
  await cuts.nth(0).click();
  await cuts.nth(1).click();
  await until(page, () => window.headwaters.prompt.includes('renormalise'));
  assert.equal(JSON.parse(await page.evaluate(() => window.headwaters.prompt)).cuts.length, 2);
  await cuts.nth(0).click();
  await cuts.nth(1).click();
  await until(page, () => window.headwaters.prompt === 'the keys to the cabinet [MASK] on the table');
  assert.deepEqual(page.faults, []);
});

test('patches are wiped by buttons, one right after the other, and by a finger on the pad in the step’s text', async () => {
  const page = await open('pictures', 5);
  const said = (answer) => Number(document.querySelector(`.lesson [data-live="live model answer=${answer}"]`)?.textContent);
  await page.evaluate(`window.said = ${said}`);
  await answer(page, 1);
  await until(page, () => window.said(8) === 0.983);
  const buttons = page.locator('.lesson .change button.cut');
  // Of r5c3, r3c3 and r3c5 the first two.
  await page.evaluate(() =>
    [...document.querySelectorAll('.lesson .change button.cut')].slice(0, 2).forEach((button) => {
      button.click();
    }),
  );
  await until(page, () => window.said(8) === 0.086);
  assert.deepEqual(await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-pressed'))), ['true', 'true', 'false']);
  await buttons.nth(0).click();
  await until(page, () => window.said(8) === 0.936);
  await byId(page, 'lesson-next').click();
  await at(page, 'pictures', 5);
  assert.equal(await page.locator('.lesson .pad').isVisible(), false, 'what is asked comes first');
  await answer(page, 1);
  await until(page, () => /\b3\D+8[89]/.test(document.querySelector('.answer-line').textContent));
  await byId(page, 'picture/wipe').click();
  const pad = page.locator('.lesson .pad');
  await pad.scrollIntoViewIfNeeded();
  const { width, height } = await pad.boundingBox();
  const before = await page.evaluate(() => window.headwaters.prompt);
  await pad.click({ position: { x: (width * 4.5) / 7, y: (height * 2.5) / 7 } });
  await until(page, (old) => window.headwaters.prompt !== old, before);
  assert.match(await page.evaluate(() => window.headwaters.prompt), /"wiped":\s*"[^"]*\b18\b/);
  await page.locator('.lesson .close').click();
  await until(page, () => document.querySelector('#side .pad'));
  assert.deepEqual(page.faults, []);
});

test('pipes are closed in the drawing and by their buttons, and the student is told what a cut holds', async () => {
  const page = await open('flow-by-hand', 7);
  const network = page.locator('.lesson .network');
  await network.waitFor();
  assert.equal(
    await network.locator('.pipe').count(),
    written('flow-by-hand')
      .steps[0].data.attentions.flat(3)
      .filter((weight) => weight > 0).length,
  );
  const widths = await network.locator('.pipe').evaluateAll((all) => all.map((one) => Number(one.getAttribute('stroke-width'))));
  assert.deepEqual([Math.max(...widths), widths.filter((one) => one > 15).length], [16, 1], 'the pipe of capacity 1 is the widest');
  const button = (layer, pipe) => byId(network, `network/${layer}/${pipe}`);
  // By keyboard.
  await button(1, '0>2').focus();
  await page.keyboard.press('Space');
  assert.equal(await network.locator('.says').textContent(), 'Water still gets through: c → b → a → a.');
  assert.equal(await button(1, '0>2').getAttribute('aria-pressed'), 'true');
  // In the drawing: the pipe b → a of layer 2, near its beginning, where no other lies over it.
  await network.locator('svg').scrollIntoViewIfNeeded();
  const [x, y] = await network.locator('.hit[data-pipe="2 0 1"]').evaluate((line) => {
    const point = line.getPointAtLength(0.2 * line.getTotalLength()).matrixTransform(line.getScreenCTM());
    return [point.x, point.y];
  });
  await page.mouse.click(x, y);
  await until(page, () => /equal to the flow/.test(document.querySelector('.lesson .network .says').textContent));
  assert.equal(
    await network.locator('.says').textContent(),
    'This cut separates them with capacity 0.9, equal to the flow. No cut is smaller.',
  );
  assert.equal(await button(2, '0>1').getAttribute('aria-pressed'), 'true');
  await button(2, '0>1').click();
  assert.match(await network.locator('.says').textContent(), /^Water still gets through/);
  assert.deepEqual(page.faults, []);
});

test('on a phone the border between text and figure is dragged, or moved by keys, and folding keeps its own height', async () => {
  const page = await open('residual', 3, { size: [390, 844] });
  const height = () => page.locator('.lesson').evaluate((sheet) => sheet.getBoundingClientRect().height);
  const figure = () => page.locator('#canvas').evaluate((canvas) => canvas.getBoundingClientRect().height);
  const before = await height();
  const { x, y } = await page.locator('.lesson header').boundingBox();
  await page.mouse.move(x + 60, y + 20);
  await page.mouse.down();
  await page.mouse.move(x + 60, y - 80, { steps: 5 });
  await page.mouse.up();
  assert.ok(Math.abs((await height()) - before - 100) <= 2, `${before} became ${await height()}`);
  assert.ok(Math.abs((await height()) + (await figure()) - 844) <= 60);
  await page.locator('.lesson .grip').focus();
  await page.keyboard.press('ArrowDown');
  assert.ok(Math.abs((await height()) - before - 60) <= 2);
  await byId(page, 'lesson/fold').click();
  assert.ok((await height()) < 130);
  await page.locator('.lesson .fold').click();
  assert.ok(Math.abs((await height()) - before - 60) <= 2);
  for (let i = 0; i < 30; i += 1) await page.locator('.lesson .grip').press('ArrowUp');
  assert.ok((await figure()) >= 60, 'the figure stays in sight');
  await idle(page);
  assert.deepEqual(page.faults, []);
});

test('a slider in the text and the page’s own are one, and numbers in the text follow both', async () => {
  const page = await open('residual', 3);
  await page.locator('.lesson .show').click();
  await idle(page);
  const about = 'rollout layer=2 token=0 key=0 residual=0';
  assert.equal(await live(page, about), '0.50');
  await page.locator('.lesson input[type=range]').focus();
  for (let i = 0; i < 10; i += 1) await page.keyboard.press('ArrowRight');
  await until(page, () => Math.abs(window.headwaters.state.settings.residual - 0.5) < 1e-9);
  await until(page, (name) => document.querySelector(`.lesson [data-live="live ${name}"]`)?.textContent === '0.65', about);
  await page.evaluate(() => window.headwaters.setState({ settings: { residual: 1 } }));
  await page.locator('.lesson h3').focus();
  await until(page, (name) => document.querySelector(`.lesson [data-live="live ${name}"]`)?.textContent === '1.00', about);
  assert.equal(await page.locator('.lesson .slide output').textContent(), '1.00');
});

test('a wrong number is told what was done wrong, and “Show the answer” marks the right answer with its reason', async () => {
  const page = await open('residual', 2);
  const { number } = written('residual').steps[1];
  const says = page.locator('.lesson .task .says');
  for (const {
    is,
    says: [words],
  } of number.wrong) {
    await page.locator('#lesson-number').fill(/^\{([^|]+)\|/.exec(is)[1]);
    await page.keyboard.press('Enter');
    assert.ok((await says.textContent()).includes(words.replace(/`/g, '')), words);
    assert.ok((await mirror(page)).includes(hidden), 'a wrong number shows nothing');
  }
  await page.locator('#lesson-number').fill('0.43');
  await page.keyboard.press('Enter');
  assert.equal(await says.locator('.verdict').getAttribute('data-id'), 'verdict/more');
  // The field keeps no key that leads through the steps.
  await page.keyboard.press('PageDown');
  await at(page, 'residual', 2);
  await answer(page, 1);
  assert.equal(await page.locator('.lesson .verdict').getAttribute('data-id'), 'verdict/wrong');
  await page.locator('.lesson .show').click();
  assert.match(await page.locator('.lesson .says').textContent(), /^The answer: With 0.*almost the same/);
  assert.deepEqual(await page.locator('.lesson .question label').evaluateAll((labels) => labels.map((one) => one.className)), [
    'right',
    'wrong',
    '',
  ]);
});

test('progress is what was done: steps that were only opened are not marked, and a reload keeps the others', async () => {
  const page = await open('residual', 1);
  const done = () =>
    page.locator('.lesson .steps li').evaluateAll((all) => all.flatMap((one, i) => (one.classList.contains('done') ? [i] : [])));
  await byId(page, 'lesson-next').click();
  await at(page, 'residual', 1);
  assert.deepEqual(await done(), [], 'a question was passed by');
  await page.locator('#lesson-number').fill('0.8');
  await page.keyboard.press('Enter');
  assert.deepEqual(await done(), [1]);
  await page.reload();
  await opened(page);
  await at(page, 'residual', 1);
  assert.deepEqual(await done(), [1]);
});

test('whoever goes on with the pointer has the figure’s keys at once', async () => {
  const page = await open('attention-weights', 1);
  await byId(page, 'lesson-next').click();
  await at(page, 'attention-weights', 1);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'canvas');
  const { layer } = await state(page);
  await page.keyboard.press('ArrowRight');
  await idle(page);
  assert.equal((await state(page)).layer, layer + 1, 'the key leads to the next layer');
});

test('the end of a lesson leads to the next one', async () => {
  const page = await open('residual', written('residual').steps.length);
  await byId(page, 'lesson/after').click();
  await at(page, 'rollout-by-hand', 0);
  await page.evaluate(([id, step]) => window.headwaters.setState({ lesson: { id, step } }), [all.at(-1).id, all.at(-1).steps - 1]);
  await at(page, all.at(-1).id, all.at(-1).steps - 1);
  assert.equal(await nothingComes(() => page.locator('.lesson .next-lesson').count(), 300), 0, 'the last one has none');
});

test('on a phone the controls of a step are at hand below the figure', async () => {
  const page = await open('is-it-true', 6, { size: [390, 844], context: { hasTouch: true, isMobile: true } });
  const tap = async (one) => {
    await one.scrollIntoViewIfNeeded();
    return one.tap();
  };
  const said = () => Number(document.querySelector('.lesson [data-live="live model answer=are"]')?.textContent);
  await page.evaluate(`window.said = ${said}`);
  await tap(page.locator('.lesson .show'));
  await until(page, () => window.said() < 0.05);
  const cut = page.locator('.lesson .change .cut').first();
  await tap(cut);
  await until(page, () => window.said() > 0.6);
  assert.ok((await cut.boundingBox()).height >= 40);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390));
});
