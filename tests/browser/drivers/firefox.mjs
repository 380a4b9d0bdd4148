// SPDX-License-Identifier: MIT
// Firefox, by Playwright's channel for WebDriver BiDi. Functions that the channel lacks (touches, media, downloads) use the protocol itself
// and Firefox's own scope, which only a browser started for tests opens.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { programs, Screen } from '../screen.mjs';
import { wheelArrives } from './input.mjs';

/** As in tools/browser.mjs. */
const { firefox } = createRequire(import.meta.url)('playwright-core');

export const label = 'Firefox';

/** The internal object of a Playwright object, which has the connection. It is no public interface, so the version is pinned. */
const behind = (object) => object._connection.toImpl(object);
const sessionOf = (page) => behind(page).delegate._session;

const preferences = {
  'dom.events.testing.asyncClipboard': true, // reading the clipboard needs no click on "Paste"
  'browser.tabs.firefox-view': false,
  'ui.primaryPointerCapabilities': 6, // a mouse, even if the machine has none
  'ui.allPointerCapabilities': 6,
};

async function start(screen, options) {
  const downloads = mkdtempSync(join(tmpdir(), 'headwaters-firefox-'));
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: programs.firefox,
    downloadsPath: downloads,
    env: screen.env,
    ...options,
    // Without a window the whole screen is 1366 x 768, whatever the page's size.
    firefoxUserPrefs: { ...preferences, 'full-screen-api.enabled': !options.headless },
    args: ['--remote-allow-system-access', ...(options.args ?? [])],
  });
  browser.on('disconnected', () => rmSync(downloads, { recursive: true, force: true }));
  return browser;
}

/** Starts a screen and Firefox on it, because Firefox without a screen has no WebGL2. */
export async function launch() {
  const screen = await Screen.open();
  const browser = await start(screen, { headless: true });
  browser.on('disconnected', () => screen.close());
  return browser;
}

/** Firefox in a real window of a screen. */
export async function openWindow(screen) {
  const browser = await start(screen, { headless: false, args: ['--width=1280', '--height=880'] });
  return { browser, page: await (await browser.newContext({ viewport: null })).newPage(), windowClass: 'firefox' };
}

/** Runs a function's body in the browser process. There, `own` has the page's views and settings. */
async function inBrowser(page, body) {
  const session = behind(page.context().browser())._browserSession;
  const { contexts } = await session.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  const find =
    "ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs').NavigableManager.getBrowsingContextById";
  const expression = `(async () => { const own = ${find}('${sessionOf(page).sessionId}'); ${body} })()`;
  const { type, result, exceptionDetails } = await session.send('script.evaluate', {
    expression,
    target: { context: contexts[0].context },
    awaitPromise: true,
  });
  if (type === 'exception') throw new Error(exceptionDetails.text);
  return result.value;
}

/** Emulates the system settings of the page. */
async function emulate(page, { colorScheme, reducedMotion, forcedColors }) {
  const lines = [];
  if (colorScheme) lines.push(`own.prefersColorSchemeOverride = '${colorScheme}';`);
  if (reducedMotion) lines.push(`own.prefersReducedMotionOverride = '${reducedMotion}';`);
  if (forcedColors) lines.push(`own.forcedColorsOverride = '${forcedColors}';`);
  await inBrowser(page, lines.join(' '));
}

/** Real touches. The browser makes the pointers, gestures and clicks of them. */
export async function fingersOf(page) {
  const session = sessionOf(page);
  let down = 0;
  const perform = (steps) =>
    session.send('input.performActions', {
      context: session.sessionId,
      actions: steps.map((actions, i) => ({ type: 'pointer', id: `finger${i}`, parameters: { pointerType: 'touch' }, actions })),
    });
  const to = ([x, y]) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y) });
  return {
    start: (...points) => {
      down = points.length;
      return perform(points.slice(0, down).map((point) => [to(point), { type: 'pointerDown', button: 0 }]));
    },
    move: (...points) => perform(points.map((point) => [to(point)])),
    end: () => perform(Array.from({ length: down }, () => [{ type: 'pointerUp', button: 0 }])),
  };
}

/** Waits for the next file that the page saves, like Playwright's own event. */
function nextDownload(page) {
  const session = sessionOf(page);
  return new Promise((resolve) => {
    let name;
    const begins = (event) => {
      name = event.suggestedFilename;
    };
    const ends = ({ filepath }) => {
      session.off('browsingContext.downloadWillBegin', begins);
      session.off('browsingContext.downloadEnd', ends);
      resolve({ suggestedFilename: () => name, path: async () => filepath });
    };
    session.on('browsingContext.downloadWillBegin', begins);
    session.on('browsingContext.downloadEnd', ends);
  });
}

/** An unchanged picture of the page. Playwright's own first adds a style, which the page's policy refuses. */
async function screenshot(page, clip) {
  const session = sessionOf(page);
  const format = { type: 'image/png' };
  const { data } = await session.send('browsingContext.captureScreenshot', {
    context: session.sessionId,
    origin: 'viewport',
    format,
    ...(clip && { clip: { type: 'box', ...clip } }),
  });
  return Buffer.from(data, 'base64');
}

/** A page in its own context. Adds the functions that Playwright's channel lacks. */
export async function newPage(
  browser,
  { isMobile, hasTouch, bypassCSP, colorScheme, reducedMotion, forcedColors, permissions, ...options },
) {
  const page = await (await browser.newContext(options)).newPage();
  await emulate(page, { colorScheme: colorScheme ?? 'light', reducedMotion, forcedColors });
  // Only the policy's demand for trusted types can be lifted, and for everything that is loaded from now on.
  await inBrowser(page, `Services.prefs.setBoolPref('dom.security.trusted_types.enabled', ${!bypassCSP});`);
  if (hasTouch)
    await inBrowser(page, `own.touchEventsOverride = 'enabled'; Services.prefs.setIntPref('dom.maxtouchpoints.testing.value', 5);`);
  const { waitForEvent } = page;
  page.waitForEvent = (name, ...more) => (name === 'download' ? nextDownload(page) : waitForEvent.call(page, name, ...more));
  page.emulateMedia = (media) => emulate(page, media);
  page.screenshot = (/** @type {{clip?: any}} */ { clip } = {}) => screenshot(page, clip);
  const { wheel } = page.mouse;
  page.mouse.wheel = async (...turn) => {
    await wheel.apply(page.mouse, turn);
    await wheelArrives(page);
  };
  page.touchscreen.tap = async (x, y) => {
    const fingers = await fingersOf(page);
    await fingers.start([x, y]);
    await fingers.end();
  };
  return page;
}

/** Adds every request of a page and of its workers to the list, from now on. */
export async function watchRequests(page, asked) {
  page.context().on('request', (request) => asked.push(request.url()));
}
