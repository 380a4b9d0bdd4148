// SPDX-License-Identifier: MIT
// The sheet of an experiment that tests the picture. Covers its numbers and figures, on a phone, as a link, and by other rankings.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { Stage, until } from '../harness.mjs';
import { keys, openModel, openSheet, said } from './sheets.mjs';

const stage = Stage.forFile();

test('an experiment says its number and its control; its figure is an SVG file; another text is asked at once', async () => {
  const page = await openModel(stage);
  await openSheet(page, 'experiment');
  await until(
    page,
    () => document.querySelector('.model-view .units') !== null && document.querySelectorAll('.model-view svg').length === 2,
  );
  assert.match(
    await said(page),
    /Logit of “are” against “is”: \+.* draws\)\. The difference is largest at this number of cuts\. .*area\) is .*p = 0\.\d+.*If the nearest are cut first, the area is /,
  );
  // The ranking, random ones, the nearest first, the best found.
  assert.equal(await page.$$eval('.model-view svg path.line', (lines) => lines.length), 4);
  await page.click('[data-id="sheet/experiment/export"]');
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('[data-id="chart/svg"]')]);
  const { readFile } = await import('node:fs/promises');
  const svg = await readFile(await file.path(), 'utf8');
  assert.match(svg, /^<svg[^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.doesNotMatch(svg, /var\(|class=/);
  assert.match(svg, /width="83\.00mm"/);
  await page.keyboard.press('Escape');
  await page.selectOption('[data-id="experiment/kind"]', 'head');
  await until(page, () => /heads/.test(document.querySelector('.model-view svg').getAttribute('aria-label')));
  await page.fill('.model textarea', 'the key to the cabinets [MASK] on the table');
  await until(page, () => /“is” against/.test(document.querySelector('.model-view .answer-text')?.textContent));
  assert.deepEqual(page.faults, []);
});

test('on a phone the figures of an experiment fit between its edges, held upright or not', async () => {
  const page = await openModel(stage, keys, '', { size: [390, 844], context: { deviceScaleFactor: 2, hasTouch: true } });
  await openSheet(page, 'experiment');
  const fits = () =>
    until(page, () => {
      const figures = [...document.querySelectorAll('.model-view .sheet-figure')];
      return (
        figures.length === 2 &&
        figures.every((one) =>
          [one, ...one.querySelectorAll('text')].every(
            (part) =>
              part.getBoundingClientRect().left >= 0 &&
              part.getBoundingClientRect().right <= innerWidth &&
              one.getBoundingClientRect().width === Number(one.getAttribute('width')),
          ),
        )
      );
    });
  await fits();
  await page.setViewportSize({ width: 844, height: 390 });
  await fits();
  await page.setViewportSize({ width: 360, height: 740 });
  await fits();
  assert.deepEqual(page.faults, []);
});

test('a link that is sent opens the same experiment, with its numbers, and another text keeps it', async () => {
  const page = await openModel(stage);
  await openSheet(page, 'experiment');
  await until(page, () => document.querySelector('.model-view .units') !== null);
  await page.selectOption('[data-id="experiment/kind"]', 'head');
  await page.selectOption('[data-id="experiment/ranking"]', 'attention');
  await until(
    page,
    () =>
      /heads/.test(document.querySelector('.model-view svg')?.getAttribute('aria-label')) &&
      document.querySelector('.model-view .units') !== null &&
      document.querySelectorAll('.model-view path.line').length === 3,
  );
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: {
        writeText: async (text) => {
          window.copiedLink = text;
        },
      },
    }),
  );
  await page.click('[data-id="experiment/copy-link"]');
  await until(page, () => window.copiedLink?.includes('model=agreement'));
  const link = new URL(await page.evaluate(() => window.copiedLink));
  const fields = new URLSearchParams(link.hash.slice(1));
  assert.match(fields.get('experiment'), /^head\.attention\.zero\.\d{2,3}$/);
  assert.deepEqual([fields.get('panel'), fields.get('prompt')], ['experiment', keys]);
  const wanted = await said(page);

  const other = await stage.openStill({ fragment: link.hash.slice(1) });
  await until(
    other,
    () =>
      /draws/.test(document.querySelector('.model-view .answer-text')?.textContent) &&
      document.querySelectorAll('.model-view path.line').length === 3,
  );
  assert.deepEqual(await other.$$eval('.model-view .choose select', (all) => all.slice(0, 3).map(({ value }) => value)), [
    'head',
    'attention',
    'zero',
  ]);
  await until(other, (same) => document.querySelector('.model-view .answer-text').textContent === same, wanted);
  await other.fill('.model textarea', 'the key to the cabinets [MASK] on the table');
  await until(other, () => /“is” against/.test(document.querySelector('.model-view .answer-text')?.textContent));
  // An older link stores the experiment with the run. The URL stores it in its current place.
  const sheet = `experiment.${fields.get('experiment')}`;
  const third = await stage.openStill({
    fragment: `v=1&model=agreement&prompt=${encodeURIComponent(JSON.stringify({ text: keys, sheet }))}`,
  });
  await until(third, (same) => document.querySelector('.model-view .answer-text')?.textContent === same, wanted);
  assert.match(await third.evaluate(() => location.hash), /experiment=head\.attention\.zero/);
  await third.click('[data-id="sheet/back"]');
  await until(
    third,
    (text) => window.headwaters.prompt === text && !location.hash.includes('sheet') && document.querySelector('.model-view') === null,
    keys,
  );
  assert.deepEqual([...page.faults, ...other.faults, ...third.faults], []);
});

test('edges are ranked by flow, too, and a figure names the question', async () => {
  const page = await openModel(stage);
  await openSheet(page, 'experiment');
  await until(page, () => document.querySelector('.model-view .units') !== null);
  await page.selectOption('[data-id="experiment/ranking"]', 'flow');
  await until(
    page,
    () =>
      document.querySelector('.model-view svg')?.outerHTML.includes('ranked by flow') &&
      document.querySelectorAll('.model-view path.line').length === 4,
  );
  assert.match(await said(page), /Logit of “are” against “is”.*p = /);
  await page.click('[data-id="sheet/back"]');
  await page.selectOption('[data-id="question/against"]', { label: 'is' });
  await until(page, () => window.headwaters.state.document.title.endsWith('question: logit of “are” against “is”'));
  const figure = await page.evaluate(() => window.headwaters.figure({ view: 'bars' }));
  assert.match(figure, /Data: the keys to the cabinet \[MASK\] on the table · question: logit of “are” against “is”;/);
  assert.deepEqual(page.faults, []);
});

test('the minimum cut of the flow is cut for real, beside random sets', async () => {
  const page = await openModel(stage);
  await openSheet(page, 'experiment');
  await until(page, () => document.querySelectorAll('.model-view svg').length === 2);
  // From the word that the output takes most from by the shown method, not a special token.
  await until(
    page,
    () =>
      ['from input', 'to output'].map((name) => document.querySelector(`.model-view select[aria-label="${name}"]`).value).join() === '7,6',
  );
  await page.selectOption('.model-view select[aria-label="from input"]', '2');
  await page.selectOption('.model-view select[aria-label="to output"]', '6');
  await page.click('[data-id="minimum-cut/ask"]');
  await until(page, () =>
    /minimum cut has \d+ edges.*The value is \+.*(The cut took|hardly depends)/.test(
      document.querySelectorAll('.model-view .answer-text')[1]?.textContent,
    ),
  );
  await page.click('[data-id="minimum-cut/cut"]');
  await until(page, () => /cut/.test(window.headwaters.state.document.title) && document.querySelector('.model-view') === null);
  assert.deepEqual(page.faults, []);
});

test('which tokens an experiment and a search may hide is the choice of Faithfulness, and stands in the link', async () => {
  const page = await openModel(stage);
  await openSheet(page, 'experiment');
  const among = (/** @type {string} */ sheet) => `[data-id="${sheet}/among"]`;
  assert.equal(await page.isHidden(among('experiment')), true, 'edges all take part');
  await page.selectOption('[data-id="experiment/kind"]', 'token');
  await until(page, () =>
    /Excludes special tokens, attention sinks and the output’s own token\./.test(
      document.querySelector('.model-view .answer-text')?.textContent,
    ),
  );
  await page.selectOption(among('experiment'), 'all');
  await until(page, () => /Includes all tokens\./.test(document.querySelector('.model-view .answer-text')?.textContent));
  assert.match(await page.evaluate(() => location.hash), /among=all/);
  await openSheet(page, 'decides');
  await page.selectOption('[data-id="decides/kind"]', 'token');
  await until(page, () => /Includes all tokens\./.test(document.querySelector('.model-view .answer-text')?.textContent));
  await page.selectOption(among('decides'), 'words');
  await until(page, () => /Excludes special tokens/.test(document.querySelector('.model-view .answer-text')?.textContent));
  assert.doesNotMatch(await page.evaluate(() => location.hash), /among=all/);
  assert.deepEqual(page.faults, []);
});
