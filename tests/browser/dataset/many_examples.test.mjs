// SPDX-License-Identifier: MIT
// A data set of 100,000 examples. Its list scrolls, sorts and filters.
import assert from 'node:assert/strict';

import { engine, test } from '../engine.mjs';
import { byId, idle, Stage, until } from '../harness.mjs';
import { end, host, list, methods, row, shown, texts } from './made.mjs';

const stage = Stage.forFile();

test('100,000 examples scroll smoothly, sort and filter', { skip: engine !== 'chromium' }, async () => {
  const many = 100_000;
  const some = texts.map((_, index) => row(index));
  const rows = Array.from({ length: many }, (_, index) =>
    JSON.stringify({
      ...some[index % 60],
      line: index + 1,
      text: `Example ${index} ${texts[index % 60].tokens.join(' ')}`,
      importance: { blankout: methods.map((_, m) => [Math.cos(index + m), Math.sin(index * 1.7 + m)]) },
    }),
  );
  const site = await host({
    '/many.jsonl': `${list([]).split('\n')[0]}\n${rows.join('\n')}\n${JSON.stringify(end({ examples: many }))}\n`,
  });
  const page = await stage.open({ fragment: `dataset=${encodeURIComponent(`${site.url}/many.jsonl`)}` });
  // The list has more than 32 MB.
  await byId(page, 'download/go').click();
  await page.waitForSelector('.data-set .room .row');
  await until(page, () => /^100,000 examples/.test(document.querySelector('.data-set .count')?.textContent));
  await page.evaluate(() => window.headwaters.pause());
  await idle(page);
  // On an idle machine there is no task above 50 ms. With two other browsers on two processors each task takes up to three times as long,
  // and at its worst `slower` times as long as at its best. Making all rows would take seconds.
  const tries = [];
  const smooth = ({ tasks, slower }) => tasks.every((duration) => duration <= 150 * slower);
  for (let i = 0; i < 3 && !tries.some(smooth); i += 1) {
    tries.push(
      await page.evaluate(async () => {
        const grid = document.querySelector('.data-set .grid');
        const tasks = [];
        const watch = new PerformanceObserver((found) => tasks.push(...found.getEntries().map(({ duration }) => duration)));
        watch.observe({ entryTypes: ['longtask'] });
        const frames = [];
        let last = performance.now();
        let blank = 0;
        for (let frame = 0; frame < 90; frame += 1) {
          grid.scrollTop = frame < 60 ? frame * 130 : ((frame * 7919) % 90) * 48_000; // at the speed of a hand, then by jumps
          await new Promise(requestAnimationFrame);
          await new Promise(requestAnimationFrame);
          frames.push((performance.now() - last) / 2);
          last = performance.now();
          const middle = String(Math.floor((grid.scrollTop + 300) / 44));
          if (!grid.querySelector(`[data-place="${middle}"]:not([hidden])`)) blank += 1;
        }
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        tasks.push(...watch.takeRecords().map(({ duration }) => duration));
        watch.disconnect();
        const work = [];
        for (let round = 0; round < 60; round += 1) {
          const begin = performance.now();
          let sum = 0;
          for (let k = 0; k < 3_000_000; k += 1) sum += Math.sqrt(k);
          if (sum > 0) work.push(performance.now() - begin);
          await new Promise(requestAnimationFrame);
        }
        return {
          slower: Math.max(...work) / Math.min(...work),
          tasks,
          blank,
          frame: frames.toSorted((a, b) => a - b)[45],
          elements: grid.querySelectorAll('*').length,
        };
      }),
    );
  }
  console.log(`100,000 examples: ${JSON.stringify(tries.at(-1))}`);
  assert.ok(smooth(tries.at(-1)), 'no task above 50 ms on a machine of its own');
  assert.ok(tries.at(-1).blank === 0 && tries.at(-1).elements < 600);
  await page.selectOption('[data-id="data-set/sort"]', { label: 'blankout, flow' });
  const best = Array.from({ length: many }, (_, index) => index).toSorted((a, b) => Math.sin(a * 1.7 + 2) - Math.sin(b * 1.7 + 2));
  assert.deepEqual(
    (await shown(page)).slice(0, 10).map(([number]) => number),
    best.slice(0, 10).map((index) => (index + 1).toLocaleString('en')),
  );
  await page.fill('.data-set .found', 'example 77777 ');
  await until(page, () => document.querySelector('.data-set .count')?.textContent === '1 of 100,000 examples');
  await site.close();
});
