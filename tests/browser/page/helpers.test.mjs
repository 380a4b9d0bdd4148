// SPDX-License-Identifier: MIT
// Flow over several workers in a real browser. The numbers are the same with helpers as without them.
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';

import { serve } from '../../../tools/serve.mjs';
import { test } from '../engine.mjs';
import { comes, drop, idle, nothingComes, openedAs, site, Stage, state, still, until } from '../harness.mjs';

const layers = 6;
const examplesTokens = 96;

/** Attention of one head, `tokens` wide, from its own small generator, so that the file is always the same. */
function file(tokens = examplesTokens, power = 1) {
  let seed = 7;
  const next = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const row = () => {
    const values = Array.from({ length: tokens }, () => next() ** power);
    const sum = values.reduce((a, b) => a + b);
    return values.map((value) => Number((value / sum).toFixed(7)));
  };
  const attentions = Array.from({ length: layers }, () => [Array.from({ length: tokens }, row)]);
  return Buffer.from(JSON.stringify({ attentions }));
}

const stage = Stage.forFile();

/** The site, with a list of the requests, or without some of its files. */
async function siteServer(test, refuses = (/** @type {string} */ _path) => false) {
  const asked = [];
  const server = await serve({
    folder: site,
    refuses: (path) => {
      asked.push(path);
      return refuses(path);
    },
  });
  test.after(() => server.close());
  return { url: server.url, asked };
}

async function flows(url) {
  const page = await stage.open({ url });
  await drop(page, 'dense.json', file(192, 4)); // uneven, and long enough even on a fast machine
  await openedAs(page, 'dense.json'); // the sample has the same number of layers
  await still(page);
  const matrices = await page.evaluate(() => window.headwaters.results({ method: 'flow', layer: 3 }));
  assert.deepEqual(
    page.faults.filter((fault) => !/404/.test(fault)),
    [],
  );
  return { page, matrices };
}

test('flows that last are shared with helpers, and the numbers are those of one worker alone', async (t) => {
  const whole = await siteServer(t);
  const without = await siteServer(t, (path) => path === '/worker/helper.js');
  const shared = await flows(whole.url);
  const expected = availableParallelism() > 1;
  assert.equal(whole.asked.includes('/worker/helper.js'), expected, 'a second processor has a helper');
  const alone = await flows(without.url);
  assert.equal(without.asked.includes('/worker/helper.js'), expected, 'a helper that is not there was looked for');
  assert.ok(JSON.stringify(shared.matrices).length > 50_000);
  assert.deepEqual(shared.matrices, alone.matrices);
});

/** Examples with scores, each long enough that their flows take a while together. */
function examplesFile(count, power) {
  const { attentions } = JSON.parse(file(examplesTokens, power).toString());
  let seed = 3;
  const next = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const examples = Array.from({ length: count }, (_, i) => ({
    // Another order of the layers makes another example.
    attentions: attentions.map((__, layer) => attentions[(layer + i) % layers]),
    importance: { scores: Array.from({ length: examplesTokens }, next) },
  }));
  return Buffer.from(JSON.stringify({ format: 'headwaters/1', examples }));
}

async function tableOf(url, count, power = 1) {
  const page = await stage.open({ url });
  await drop(page, 'many.json', examplesFile(count, power));
  await page.waitForFunction((n) => window.headwaters.state.document?.examples.length === n, count, { timeout: 20_000 });
  await page.evaluate(() => window.headwaters.setState({ panel: 'faithfulness' }));
  return page;
}

const cells = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#mirror section td')].map(({ textContent }) => textContent).filter((text) => /\(.* to .*\)/.test(text)),
  );

test('a table over many examples is shared with helpers, and equals the table of one worker alone', async (t) => {
  const whole = await siteServer(t);
  const without = await siteServer(t, (path) => path === '/worker/helper.js');
  const tables = [];
  for (const { url } of [whole, without]) {
    const page = await tableOf(url, 6);
    await idle(page);
    tables.push(await cells(page));
    assert.deepEqual(
      page.faults.filter((fault) => !/404/.test(fault)),
      [],
    );
  }
  assert.equal(whole.asked.includes('/worker/helper.js'), availableParallelism() > 1);
  assert.equal(tables[0].length, 4 * layers);
  assert.deepEqual(tables[0], tables[1]);
});

test('a table that is stopped keeps what is there, asks for nothing more, and begins again', async () => {
  const count = 8;
  const page = await tableOf(stage.page.url, count, 4);
  const done = () =>
    page.evaluate(() => Number(document.querySelector('#mirror section')?.textContent.match(/over (\d+) examples?\./)?.[1] ?? 0));
  await page.focus('#canvas');
  await page.waitForFunction(() => /over [1-9]\d* examples?\./.test(document.querySelector('#mirror section')?.textContent ?? ''));
  await page.keyboard.press('k');
  await idle(page);
  const stopped = await done();
  assert.ok(stopped > 0 && stopped < count, `stopped at ${stopped}`);
  await nothingComes(done, 400, 'it stays stopped');
  await page.keyboard.press('k');
  await page.waitForFunction(() => !window.headwaters.idle);
  let before = -1;
  await comes(async () => {
    const now = await done();
    assert.ok(now >= before || now < stopped, 'progress goes upwards');
    before = now;
    return page.evaluate(() => window.headwaters.idle);
  });
  assert.equal(await done(), count);
});

test('a newer question stops what helpers do, and is answered soon', async () => {
  const { page } = await flows(stage.page.url);
  await page.evaluate(() => window.headwaters.setState({ method: 'flow', panel: 'matrix', settings: { residual: 0.45 }, layer: 4 }));
  await page.evaluate(() => window.headwaters.setState({ method: 'raw' }));
  const begin = Date.now();
  await still(page);
  assert.ok(Date.now() - begin < 20_000, 'the newer one is not kept waiting');
  assert.equal((await state(page)).method, 'raw');
});

/** Opens 512 tokens with rows drawn at random from a few. Runs in the page. */
async function openLarge(layerCount) {
  let seed = 5;
  const next = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const rows = Array.from({ length: 64 }, () => {
    const weights = Array.from({ length: 512 }, () => next() ** 4);
    const sum = weights.reduce((a, b) => a + b);
    return `[${weights.map((weight) => (weight / sum).toFixed(6)).join(',')}]`;
  });
  const matrix = () => `[${Array.from({ length: 512 }, () => rows[Math.floor(next() * rows.length)]).join(',')}]`;
  const text = `{"attentions":[${Array.from({ length: layerCount }, matrix).join(',')}]}`;
  await window.headwaters.open(new TextEncoder().encode(text), { name: 'large.json' });
  window.headwaters.setState({ panel: 'matrix', layer: 3, method: 'rollout' });
}

// Judged by the remaining work and not by a clock only, because a busy machine takes its time for both.
test('the flow of all pairs of 512 tokens is left long before it would be done', async (t) => {
  const { url, asked } = await siteServer(t);
  const page = await stage.open({ url });
  await page.evaluate(openLarge, layers);
  await still(page);
  await page.evaluate(() => window.headwaters.setState({ method: 'flow' }));
  const begun = Date.now();
  if (availableParallelism() > 1) await comes(() => asked.includes('/worker/helper.js'));
  const { share, left, answered } = await page.evaluate(async (from) => {
    const done = () => Number(/layers 1–4(\d+) %/.exec(document.getElementById('mirror').textContent)?.[1] ?? 0) / 100;
    while (done() === 0 && !window.headwaters.idle) await new Promise(requestAnimationFrame);
    const now = Date.now();
    const there = done();
    window.headwaters.setState({ method: 'rollout' });
    await window.headwaters.results({ method: 'raw' });
    return { share: there, left: ((now - from) / there) * (1 - there), answered: Date.now() - now };
  }, begun);
  assert.ok(share > 0 && share < 1, 'it was at work');
  assert.ok(answered < left / 50, `the worker was free after ${answered} of ${left} ms`);
  await idle(page); // nothing is left to do
});

test('the key that stops work stops nothing when all is there', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&method=flow&panel=matrix&layer=6' });
  await page.focus('#canvas');
  await page.keyboard.press('k');
  await page.evaluate(() => window.headwaters.setState({ layer: 2 }));
  await idle(page);
  const said = await page.evaluate(() => document.getElementById('mirror').textContent);
  assert.doesNotMatch(said, /stopped at|resume/i);
  assert.match(said, /Relative flow, layers 1–3/);
  assert.deepEqual(page.faults, []);
});

test('the flow of all pairs of 512 tokens can be stopped by a key, says so, and goes on by it', async () => {
  const page = await stage.open();
  await page.evaluate(openLarge, layers);
  await still(page);
  await page.evaluate(() => window.headwaters.setState({ method: 'flow' }));
  const says = ({ source }) => until(page, (wanted) => new RegExp(wanted).test(document.getElementById('mirror').textContent), source);
  await says(/layers 1–4\d+ %\. /);
  await page.locator('#canvas').focus();
  await page.keyboard.press('k');
  await says(/stopped at \d+ %/);
  await idle(page);
  await page.keyboard.press('k');
  await says(/layers 1–4\d+ %\. /);
  assert.equal(await page.evaluate(() => window.headwaters.idle), false);
});
