// SPDX-License-Identifier: MIT
// The cost of a key in the line of text until the page is at rest, counted and not timed. It is one run, one or two messages to the engine,
// and at most two frames that show the picture. A frame waits for the answers, as on a machine that has time for both. On a busy one it
// would come before them. It is enough if one of several keys costs no more, because an answer may come in two parts.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { dropAll, idle, modelFiles, Stage, typedToItsEnd, until } from '../harness.mjs';

const stage = Stage.forFile();
const causal = new URL('../../data/model/qwen3/', import.meta.url);
const panels = ['overview', 'bars', 'matrix', 'evolution', 'heads', 'flow', 'graph', 'explain', 'compare'];
/**
 * Runs before the page's scripts. Counts the page's messages to its two workers, and holds frames back while one of them owes an answer.
 */
function watchWorkers() {
  window.told = { runs: 0, engine: 0 };
  const owing = new Set();
  window.Worker = class extends Worker {
    constructor(address, options) {
      super(address, options);
      this.addEventListener('message', () => owing.delete(this));
    }
    postMessage(message, ...more) {
      if (message?.request) window.told.runs += 1;
      if (message?.bytes) window.told.engine += 1;
      if (window.counts === null && (message?.request || message?.bytes)) owing.add(this);
      super.postMessage(message, ...more);
    }
  };
  const [request, cancel] = [window.requestAnimationFrame, window.cancelAnimationFrame];
  const held = new Map();
  let last = 0;
  window.requestAnimationFrame = (draw) => {
    last += 1;
    const id = last;
    const look = (now) => {
      if (window.counts === null && owing.size > 0) held.set(id, request(look));
      else if (held.delete(id)) draw(now);
    };
    held.set(id, request(look));
    return id;
  };
  window.cancelAnimationFrame = (id) => {
    cancel(held.get(id));
    held.delete(id);
  };
}

/** Adds a letter at the end of the text, and counts until the page is at rest. */
async function counted(page, letter) {
  await page.evaluate(async (added) => {
    const line = document.querySelector('#prompt');
    const before = { frames: window.headwaters.frames, ...window.told };
    const text = line.value + added;
    window.counts = null;
    const rested = () => {
      if (window.headwaters.prompt !== text) return;
      window.headwaters.off('idle', rested);
      window.counts = {
        frames: window.headwaters.frames - before.frames,
        runs: window.told.runs - before.runs,
        engine: window.told.engine - before.engine,
      };
    };
    window.headwaters.on('idle', rested);
    line.value = text;
    line.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, letter);
  await until(page, () => window.counts !== null);
  return page.evaluate(() => window.counts);
}

/** @param {string} first text @param {(page: import('playwright-core').Page) => Promise<void>} open */
async function countKeys(first, open, fragment) {
  const page = await stage.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(watchWorkers);
  await page.goto(`${stage.page.url}#${fragment}`);
  await page.waitForFunction(() => Boolean(window.headwaters?.state.document));
  await open(page);
  await page.waitForSelector('#prompt');
  for (const panel of panels) {
    await page.evaluate((name) => window.headwaters.setState({ panel: name }), panel);
    await page.fill('#prompt', first);
    await until(page, (text) => window.headwaters.prompt === text && window.headwaters.idle, first);
    const all = [];
    for (const letter of 'syabcdef') {
      all.push(await counted(page, letter));
      await typedToItsEnd(page);
      await idle(page);
      if (all.at(-1).frames <= 2 && all.at(-1).engine <= 2) break;
    }
    const least = (what) => Math.min(...all.map((counts) => counts[what]));
    const told = `${panel}: ${JSON.stringify(all)}`;
    assert.deepEqual([...new Set(all.map(({ runs }) => runs))], [1], told);
    // The run and the engine's answer come within one frame. On a slow machine each has its own.
    assert.ok(least('frames') <= 2, told);
    assert.ok(least('engine') <= 2, told); // the run, and the other requests to it
  }
}

test('a key in the line of a model of masked words costs one run and at most two frames, in every panel', async () => {
  await countKeys('the dogs near the tree [MASK] old', async () => {}, 'v=1&model=agreement');
});

test('so does one of a model of next words', async () => {
  await countKeys('the keys to the cabinet', (page) => dropAll(page, modelFiles(causal)), 'v=1&sample=agreement-keys');
});
