// SPDX-License-Identifier: MIT
// A user who types faster than the model runs. The worker drops outdated runs, and the last text gets its picture.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { Stage, until } from '../harness.mjs';

const stage = Stage.forFile();

/**
 * Runs before the page's scripts. Notes the messages between the page and its model's worker. While `held` is a list, messages to the
 * worker wait in it. Otherwise a page that waits for a processor between two keys would give the worker time to run each.
 */
function watchModel() {
  /** @type {{runs: number[], stopped: number[], answered: number[], held: (() => void)[] | null}} */
  window.told = { runs: [], stopped: [], answered: [], held: null };
  const told = window.told;
  window.Worker = class extends Worker {
    /** @param {[string | URL, WorkerOptions?]} given */
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => data?.reply !== undefined && told.answered.push(data.reply));
    }
    postMessage(message, ...more) {
      if (message?.request?.call === 'run') told.runs.push(message.call);
      if (message?.stop !== undefined) told.stopped.push(message.stop);
      const send = () => super.postMessage(message, ...more);
      if (told.held) told.held.push(send);
      else send();
    }
  };
}

test('of keys that come faster than they are run the last has its picture, and the runs between are given up', async () => {
  const page = await stage.newPage();
  await page.addInitScript(watchModel);
  // Not the first example, because its answers are precomputed.
  const begin = 'the key to the cabinets [MASK] on the table';
  await page.goto(`${stage.page.url}#v=1&model=agreement&prompt=${encodeURIComponent(begin)}`);
  await page.waitForSelector('.model textarea');
  await until(page, (text) => window.headwaters.prompt === text && window.headwaters.idle, begin);
  const before = await page.evaluate(() => window.told.runs.length);
  const last = await page.evaluate(async (text) => {
    const line = document.querySelector('.model textarea');
    window.told.held = [];
    const held = window.told.held;
    for (const word of ['and', 'chairs', 'near', 'doors', 'with', 'lamps', 'by', 'windows']) {
      text += ` ${word}`;
      line.value = text;
      line.dispatchEvent(new Event('input', { bubbles: true }));
      await Promise.resolve(); // the page sends its pending messages
    }
    window.told.held = null;
    for (const send of held) send();
    return text;
  }, begin);
  await until(page, (text) => window.headwaters.prompt === text && window.headwaters.idle, last);
  const { runs, stopped, answered } = await page.evaluate(() => window.told);
  const typed = runs.slice(before, before + 8); // on a slow machine the pause after the last key makes one more
  assert.equal(typed.length, 8);
  assert.deepEqual(
    typed.filter((id) => stopped.includes(id)),
    typed.slice(0, -1),
    'each gives up the one before',
  );
  // One or two runs may have been made before the message was read.
  assert.ok(typed.filter((id) => !answered.includes(id)).length > 0, `of ${typed} were answered ${answered}`);
  assert.equal(answered.includes(typed.at(-1)), true);
  assert.equal(await page.evaluate(() => window.headwaters.state.document.tokens.at(-2)), 'windows');
});
