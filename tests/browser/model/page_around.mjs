// SPDX-License-Identifier: MIT
// A page of another origin around this one, which answers instead of Python (headwaters.live() in a notebook).
import { opened } from '../harness.mjs';

/**
 * A page of another origin, which can begin(). It puts this one in a frame, and answers its calls after a delay in milliseconds. @param {import('../harness.mjs').Stage} stage
 */
export async function pageAround(stage) {
  const page = await stage.newPage();
  await page.goto(`${stage.data.url}bad/INDEX.json`);
  await page.evaluate((address) => {
    window.got = [];
    window.calls = [];
    window.begin = (answer, delay = () => 0) => {
      addEventListener('message', ({ data }) => {
        window.got.push(data);
        if (data.type !== 'headwaters:call') return;
        window.calls.push(data);
        setTimeout(() => window.say({ type: 'headwaters:reply', id: data.id, ...answer(data) }), delay(data));
      });
      const frame = document.createElement('iframe');
      Object.assign(frame, { src: address, width: 1100, height: 640 });
      document.body.prepend(frame); // in sight, because hidden frames do not draw
      window.say = (message, transfer) => frame.contentWindow.postMessage(message, '*', transfer);
    };
  }, `${stage.page.url}#v=1&sample=agreement-keys`);
  return page;
}

/** The frame, with its sample open. @param {import('../harness.mjs').Stage} stage @param {() => void} begins in the page around */
export async function begun(stage, page, begins) {
  await page.evaluate(begins);
  await page.waitForFunction(() => window.got.some(({ type }) => type === 'headwaters:ready'));
  const frame = page.frames().find((one) => one.url().startsWith(stage.page.url));
  await opened(frame);
  return frame;
}
