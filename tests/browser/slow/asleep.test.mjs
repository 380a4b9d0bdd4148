// SPDX-License-Identifier: MIT
// A tab in the background for an hour, and a machine that sleeps, while the page plays, opens or is at rest. Nothing jumps, no missed time
// is replayed, nothing breaks.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';

import { portOf } from '../../../tools/serve.mjs';
import { driver, test } from '../engine.mjs';
import { idle, nothingComes, opened, openedAs, readData, Stage, state } from '../harness.mjs';
import { heard, listen } from '../reader.mjs';

const stage = Stage.forFile();
const hour = 3_600_000;
const fragment = 'v=1&sample=agreement-keys&layer=1';

/** Runs before the page's own scripts. Adds a clock that `window.sleep(milliseconds)` advances for every reader. */
const clock = () => {
  let slept = 0;
  window.awake = performance.now.bind(performance);
  const now = window.awake;
  performance.now = () => now() + slept;
  const date = Date.now;
  Date.now = () => date() + slept;
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) => request((time) => draw(time + slept));
  window.sleep = (milliseconds) => {
    slept += milliseconds;
    return slept;
  };
};

async function openWithClock() {
  const page = await stage.open({ url: 'about:blank', ready: false });
  await page.addInitScript(clock);
  await page.goto(`${stage.page.url}#${fragment}`);
  return page;
}

/** Plays slowly from the second layer on, and notes each layer. */
async function play(page) {
  await page.evaluate(() => {
    window.layers = [];
    window.times = [];
    const awake = window.awake ?? (() => performance.now());
    window.headwaters.on('layer', (layer) => {
      window.layers.push(layer);
      window.times.push(awake());
    });
    window.headwaters.setState({ layer: 1 });
    window.headwaters.play();
  });
  await page.waitForFunction(() => window.layers.includes(2));
}

/** Every layer follows the one before, or begins anew. */
const inOrder = (layers) => layers.every((layer, i) => i === 0 || layer === layers[i - 1] + 1 || layer === 0);

test('a clock that jumps by an hour while layers play skips none and catches up with none', async () => {
  const page = await openWithClock();
  await opened(page);
  await play(page);
  await listen(page);
  const before = await page.evaluate(() => ({
    seen: window.layers.length,
    frames: window.headwaters.frames,
    at: window.awake(),
    slept: window.sleep(3_600_000),
  }));
  assert.equal(before.slept, hour);
  await page.waitForFunction((seen) => window.layers.length > seen + 2, before.seen);
  const after = await page.evaluate(() => ({
    layers: window.layers,
    times: window.times,
    frames: window.headwaters.frames,
    at: window.awake(),
    playing: window.headwaters.state.playing,
  }));
  const soon = after.times.filter((time) => time > before.at && time < before.at + 400).length;
  assert.ok(soon <= 1, `${soon} layers in 400 ms`);
  assert.ok(inOrder(after.layers), `${after.layers}`);
  const rate = (1000 * (after.frames - before.frames)) / (after.at - before.at);
  assert.ok(after.playing && rate < 150, `${rate} frames a second`);
  const said = await heard(page);
  assert.ok(said.length <= 5, `${said}`);
  assert.deepEqual(page.faults, []);
});

test('at rest an hour is nothing: no frame more, the same picture, and the next key goes one step', async () => {
  const page = await openWithClock();
  await opened(page);
  await page.evaluate(() => window.headwaters.pause());
  await idle(page);
  const before = await page.evaluate(() => window.headwaters.frames);
  const { layer } = await state(page);
  await page.evaluate(() => window.sleep(3_600_000));
  assert.equal(await nothingComes(() => page.evaluate(() => window.headwaters.frames), 500), before);
  await page.focus('#canvas');
  await page.keyboard.press('ArrowRight');
  await idle(page);
  assert.equal((await state(page)).layer, layer + 1);
  assert.deepEqual(page.faults, []);
});

/** Opens a URL of which half has arrived when the machine sleeps. Afterwards the other half arrives, or the connection is lost. */
async function openOverSleep(page, isGone) {
  const bytes = readData('references/toy_agreement_keys.json');
  /** @type {() => void} */
  let finish;
  let halfway;
  const half = new Promise((resolve) => {
    halfway = resolve;
  });
  const host = createServer((_, response) => {
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/json', 'Content-Length': bytes.length });
    response.write(bytes.subarray(0, bytes.length / 2), () => halfway());
    finish = () => (isGone ? response.destroy() : response.end(bytes.subarray(bytes.length / 2)));
  });
  await new Promise((resolve) => host.listen(0, '127.0.0.1', () => resolve(undefined)));
  await page.evaluate(
    (url) => {
      window.headwaters.open(url).then(
        () => {
          window.ended = 'opened';
        },
        ({ message }) => {
          window.ended = message;
        },
      );
    },
    `http://127.0.0.1:${portOf(host)}/slowly.json`,
  );
  await half;
  assert.equal(await nothingComes(() => page.evaluate(() => window.ended), 300), undefined, 'it is still opening');
  await page.evaluate(() => window.sleep(3_600_000));
  finish();
  await page.waitForFunction(() => window.ended, null, { timeout: 60_000 });
  host.closeAllConnections();
  host.close();
}

test('a machine that sleeps while a file comes over a slow line goes on and opens it', { timeout: 90_000 }, async () => {
  const page = await openWithClock();
  await opened(page);
  await openOverSleep(page, false);
  assert.equal(await page.evaluate(() => window.ended), 'opened');
  await page.evaluate(() => window.headwaters.pause());
  await idle(page);
  assert.deepEqual((await state(page)).messages, []);
  assert.deepEqual(page.faults, []);
});

test('where the line is gone after the sleep a message says what to do, and what was open stays', { timeout: 60_000 }, async () => {
  const page = await openWithClock();
  await opened(page);
  await openOverSleep(page, true);
  const { messages, document } = await state(page);
  const ended = await page.evaluate(() => window.ended);
  assert.notEqual(ended, 'opened');
  assert.ok(
    messages.every(({ finding, remedy }) => finding && remedy),
    JSON.stringify(messages),
  );
  assert.match(ended, /slowly\.json.*\. .+\./, 'what happened, and what to do');
  assert.equal(document.name, 'agreement-keys');
  assert.deepEqual(
    page.faults.filter((fault) => !/ERR_|Failed to load/.test(fault)),
    [],
  );
});

test('a tab that is frozen in the background wakes where it was', { timeout: 60_000 }, async () => {
  const page = await stage.open({ fragment });
  await play(page);
  const before = await page.evaluate(() => window.layers.length);
  await driver.freeze(stage.browser, 4000);
  await page.waitForFunction((seen) => window.layers.length > seen + 3, before);
  const { layers, times } = await page.evaluate(() => ({ layers: window.layers, times: window.times }));
  const gaps = times.slice(1).map((time, i) => time - times[i]);
  const woken = times[1 + gaps.indexOf(Math.max(...gaps))];
  const soon = times.filter((time) => time >= woken && time < woken + 300).length;
  assert.ok(soon <= 2, `${soon} layers in 300 ms after the sleep`);
  assert.ok(inOrder(layers), `${layers}`);
  assert.deepEqual(page.faults, []);
});

test('frozen while a file opens it opens it afterwards', { timeout: 90_000 }, async () => {
  const page = await stage.openStill({ fragment });
  await page.evaluate(
    (text) => void window.headwaters.open(new TextEncoder().encode(text), { name: 'frozen.json' }),
    readData('references/toy_agreement_keys.json').toString(),
  );
  await driver.freeze(stage.browser, 2000);
  await openedAs(page, 'frozen.json');
  await idle(page);
  assert.deepEqual((await state(page)).messages, []);
  assert.deepEqual(page.faults, []);
});
