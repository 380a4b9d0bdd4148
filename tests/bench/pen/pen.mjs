// SPDX-License-Identifier: MIT
// Pictures per second while a digit is drawn on the pad of the shipped model, in Chromium with a software renderer. Splits the time of each
// picture between the page's main thread, the renderer's other threads (the model's and the engine's among them) and Chromium's GPU
// process, where this renderer computes the pixels. A picture is a frame with all answers to a drawing that no earlier frame had shown.
import { setTimeout as sleep } from 'node:timers/promises';

import { median, threadClock } from '../common.mjs';

const size = { width: 1280, height: 800 };
const seconds = 4;
const turns = 3;
const movesEach = 1000 / 60;
const aim = 30;

/** Runs before the page's own scripts. Counts requested runs and pictures. */
function watchPictures() {
  const [changed, answered] = [69, 68]; // src/protocol/messages.cpp
  let [isNew, isThere] = [false, false];
  window.drawn = { runs: 0, pictures: 0 };
  const counts = window.drawn;
  window.Worker = class extends Worker {
    /** @param {[string | URL, WorkerOptions?]} given */
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        const kind =
          data.bytes instanceof Uint8Array && data.reply === undefined
            ? new DataView(data.bytes.buffer, data.bytes.byteOffset).getUint32(0, true)
            : 0;
        if (kind === changed) [isNew, isThere] = [true, false];
        if (kind === answered) isThere = isNew;
      });
    }
    postMessage(message, more) {
      if (message.request?.call === 'run') counts.runs += 1;
      super.postMessage(message, more);
    }
  };
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) =>
    request((now) => {
      const before = window.headwaters ? document.getElementById('canvas') && performance.now() : 0;
      draw(now);
      // Frames that only wait for the next one are shorter than any frame that draws.
      if (!isThere || performance.now() - before < 1) return;
      counts.pictures += 1;
      isThere = false;
      isNew = isThere;
    });
}

/** Processor time of a browser's processes of a type, in milliseconds. @param {any} session @param {string} type */
async function processTime(session, type) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return 1000 * Math.max(0, ...processInfo.filter((one) => one.type.toLowerCase() === type).map((one) => one.cpuTime));
}

/** Draws for some seconds, 60 moves in each, whether the page keeps up or not. */
async function stroke(page, box) {
  const at = (time) => [box.x + box.width * (0.5 + 0.32 * Math.sin(time * 2.2)), box.y + box.height * (0.5 + 0.34 * Math.cos(time * 3.1))];
  const moves = [];
  const begun = performance.now();
  for (let sent = 1; performance.now() - begun < 1000 * seconds; sent += 1) {
    moves.push(page.mouse.move(...at((performance.now() - begun) / 1000)));
    await sleep(Math.max(begun + sent * movesEach - performance.now(), 0));
  }
  return moves;
}

/** @param {import('playwright-core').Browser} browser @param {string} siteUrl */
export async function measurePen(browser, siteUrl) {
  const page = await browser.newPage({ viewport: size, reducedMotion: 'reduce' });
  await page.addInitScript(watchPictures);
  await page.goto(`${siteUrl}#v=1&model=digits`);
  await page.waitForFunction(
    () => window.headwaters?.idle && window.headwaters.state.document && document.querySelector('canvas.pad'),
    null,
    { timeout: 120_000 },
  );
  const box = await page.locator('canvas.pad').boundingBox();
  const session = await browser.newBrowserCDPSession();
  const main = await threadClock(page);
  const read = async () => ({
    ...(await page.evaluate(() => window.drawn)),
    main: await main(),
    all: await processTime(session, 'renderer'),
    gpu: await processTime(session, 'gpu'),
    at: performance.now(),
  });
  const found = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await page.click('[data-id="picture/clear"]');
    await page.waitForFunction(() => window.headwaters.idle, null, { timeout: 120_000 });
    await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.84);
    await page.mouse.down();
    const before = await read();
    const moves = await stroke(page, box);
    const after = await read();
    await page.mouse.up();
    await Promise.all(moves);
    const pictures = Math.max(after.pictures - before.pictures, 1);
    const each = (from) => (after[from] - before[from]) / pictures;
    const took = (after.at - before.at) / 1000;
    found.push({
      rate: pictures / took,
      runs: (after.runs - before.runs) / took,
      main: each('main'),
      others: each('all') - each('main'),
      gpu: each('gpu'),
    });
  }
  await page.close();
  const best = found.reduce((a, b) => (b.rate > a.rate ? b : a));
  const [rate, ms] = [(/** @type {number} */ one) => one.toFixed(1), (/** @type {number} */ one) => `${one.toFixed(0)} ms`];
  return {
    what: 'a digit is drawn: pictures a second',
    measured: `${rate(best.rate)} (median ${rate(median(found.map((one) => one.rate)))}) of ${rate(best.runs)} runs`,
    against: `${aim}; each: main thread ${ms(best.main)}, other threads ${ms(best.others)}, software GL ${ms(best.gpu)}`,
    ratio: aim / best.rate,
    aim: '1 or less',
  };
}
