// SPDX-License-Identifier: MIT
// Chromium, by Playwright and the browser's own protocol. It is the reference for the other drivers.
import { launchBrowser } from '../../../tools/browser.mjs';

export const label = 'Chromium';

/** @param {string[]} [args] in addition to those of every test */
export const launch = (args = []) => launchBrowser({ preferShell: true, args });

/** Chromium in a real window of a screen. @param {import('../screen.mjs').Screen} screen */
export async function openWindow(screen) {
  const browser = await launchBrowser({ headless: false, env: screen.env, args: ['--window-position=0,0', '--window-size=1280,880'] });
  return { browser, page: await (await browser.newContext({ viewport: null })).newPage(), windowClass: 'chromium' };
}

/** @param {import('playwright-core').Browser} browser @param {import('playwright-core').BrowserContextOptions} options */
export const newPage = async (browser, options) => (await browser.newContext(options)).newPage();

/** Real touches, with everything that the browser makes of them. */
export async function fingersOf(page) {
  const session = await page.context().newCDPSession(page);
  const send = (type, points) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  return {
    start: (...points) => send('touchStart', points),
    move: (...points) => send('touchMove', points),
    end: (...left) => send('touchEnd', left),
  };
}

/** Slows the page's own thread down by this factor. @param {import('playwright-core').Page} page @param {number} times */
export async function slowDown(page, times) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
}

/** Simulates a machine that sleeps. No page or worker runs for a while, but the clock goes on. @param {import('playwright-core').Browser} browser */
export async function freeze(browser, milliseconds) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  for (const id of pages) process.kill(id, 'SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  for (const id of pages) process.kill(id, 'SIGCONT');
  await session.detach();
}

/** Adds every request of a page and of its workers to the list, from now on. */
export async function watchRequests(page, asked) {
  page.context().on('request', (request) => asked.push(request.url()));
  const client = await page.context().newCDPSession(page);
  await client.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
}
