// SPDX-License-Identifier: MIT
// Opens the assembled page for the browser tests, in the engine that engine.mjs chooses.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, afterEach, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { serve } from '../../tools/serve.mjs';
import { driver } from './engine.mjs';

const here = dirname(fileURLToPath(import.meta.url));
export const site = join(here, '../../build/site');
export const dataFolder = join(here, '../data');

/** @param {string} name below tests/data */
export const readData = (name) => readFileSync(join(dataFolder, name));
/** @param {string} name below tests/data */
export const readJson = (name) => JSON.parse(readData(name).toString());

/** The view for tests that need no data of their own. */
export const sample = 'sample=agreement-keys';

/** One browser and two servers (the page, and data of another origin) for a test file. */
export class Stage {
  browser;
  page;
  data;
  /** What this test has opened. */
  #pages = [];

  /**
   * Registers set-up and tear-down with node's test runner. Pages are closed after each test unless `keep` is set. `args` are Chromium's.
   */
  static forFile({ keep = false, args = [] } = {}) {
    const stage = new Stage();
    before(async () => {
      stage.browser = await driver.launch(args);
      stage.page = await serve({ folder: site });
      stage.data = await serve({ folder: dataFolder, cors: true });
    });
    // A page that keeps playing takes time from the tests that follow.
    afterEach(async () => {
      if (!keep) for (const page of stage.#pages.splice(0)) await page.context().close();
    });
    after(async () => {
      await stage.browser?.close();
      await stage.page?.close();
      await stage.data?.close();
    });
    return stage;
  }

  /** An empty page without data of other pages. @param {import('playwright-core').BrowserContextOptions} [options] */
  async newPage(options = {}) {
    const page = await driver.newPage(this.browser, options);
    page.setDefaultTimeout(longest);
    this.#pages.push(page);
    return page;
  }

  /**
   * A fresh page that collects its errors and policy violations. Our own page opens a sample, unless a fragment names something else.
   * `firstVisit` opens a page that has never been seen before, which introduces itself and opens with its model.
   * @param {{url?: string, fragment?: string, size?: number[], context?: object, ready?: boolean, firstVisit?: boolean}} [options]
   */
  async open({ url, firstVisit = false, fragment = url || firstVisit ? '' : sample, size = [1280, 800], context = {}, ready = true } = {}) {
    const page = await this.newPage({ viewport: { width: size[0], height: size[1] }, ...context });
    page.faults = [];
    page.asked = [];
    page.on('pageerror', (error) => page.faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && page.faults.push(message.text()));
    page.on('request', (request) => page.asked.push(request.url()));
    if (!firstVisit) {
      await page.addInitScript(() => {
        try {
          localStorage.setItem('headwaters: first minute is over', '1');
          localStorage.setItem('headwaters: limit of attention is known', '1');
        } catch {
          // A frame without an origin stores nothing and receives nothing.
        }
      });
    }
    await page.addInitScript(() => {
      window.violations = [];
      document.addEventListener('securitypolicyviolation', (event) =>
        window.violations.push(`${event.violatedDirective} ${event.blockedURI}`),
      );
      /** The pixels of a PNG, a blob or base64, as ImageData. */
      window.pixelsOf = async (png) => {
        const image = await createImageBitmap(png instanceof Blob ? png : await (await fetch(`data:image/png;base64,${png}`)).blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
      };
    });
    await page.goto((url ?? this.page.url) + (fragment && `#${fragment}`));
    if (ready) await opened(page);
    return page;
  }

  /** The same, at rest and not playing. @param {Parameters<Stage['open']>[0]} [options] */
  async openStill(options) {
    const page = await this.open(options);
    await still(page);
    return page;
  }
}

/**
 * A context that prefers reduced motion, for tests whose subject is not motion. Constant animation takes a sixth of the time of a machine
 * that draws without a graphics card.
 */
export const calm = { reducedMotion: 'reduce' };

/** The longest wait in milliseconds, for a busy machine. */
const longest = 60_000;

/** Waits until a document is open. */
export const opened = (page) => page.waitForFunction(() => Boolean(window.headwaters?.state.document), null, { timeout: longest });

/** Waits until the document of this name is open. */
export const openedAs = (page, name) =>
  page.waitForFunction((wanted) => window.headwaters?.state.document?.name === wanted, name, { timeout: longest });

/**
 * Waits until the promise of `look()` here, outside the page, resolves to a true value, and returns it. @template T @param {() => T | Promise<T>} look
 */
export async function comes(look, missing = () => '') {
  for (const end = Date.now() + longest; ; await sleep(50)) {
    const seen = await look();
    if (seen) return seen;
    assert.ok(Date.now() < end, `not within ${longest / 1000} s: ${look}${missing()}`);
  }
}

/**
 * Waits until the promise of `look(argument)` in the page resolves to true. If it reads an element that is not there (yet, or for a moment
 * while a list is rebuilt), the condition is not met. The drivers' own waiting counts any promise as true.
 */
export async function until(page, look, argument) {
  let missing = '';
  const holds = () =>
    page.evaluate(look, argument).catch((error) => {
      if (!/\b(null|undefined)\b/.test(error.message)) throw error;
      missing = error.message;
      return false;
    });
  await comes(holds, () => `\n${look}\n${missing}`);
}

/**
 * The result of `look()` does not change, although there was time for it. Only this function waits for a fixed time, because a change would
 * have a condition to wait for.
 * @template T @param {() => T | Promise<T>} look @param {number} milliseconds in which a change would come even on a busy machine
 */
export async function nothingComes(look, milliseconds, what = 'nothing comes') {
  const before = await look();
  await sleep(milliseconds);
  assert.deepEqual(await look(), before, what);
  return before;
}

/** Waits until nothing moves and nothing is pending. By then the text version has followed. */
export const idle = (page) => page.waitForFunction(() => window.headwaters.idle, null, { timeout: longest });

/** Waits until the browser has passed changes such as another size or other colours to the page's next frame, and the page has followed. */
export async function drawn(page) {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))));
  await idle(page);
}

/** The control that has this id, in a page, a frame or a part of them (docs/architecture.md, "What controls are called"). @param {string} id */
export const byId = (place, id) => place.locator(`[data-id="${id}"]`);

/** Presses the element directly, because in the mirror it is out of sight while the focus is elsewhere. @param {string} id */
export const pressId = (place, id) =>
  byId(place, id)
    .first()
    .evaluate((control) => control.click());

/** Opens the sidebar, with all of its sections. @param {boolean} [isOpen] false closes it */
export const openSide = (place, isOpen = true) =>
  place.evaluate((open) => {
    const side = document.querySelector('#side');
    if (side.hidden === open) document.querySelector('[data-id="settings"]').click();
    for (const section of side.querySelectorAll('details')) section.open = true;
  }, isOpen);

/** Presses a control and waits until its text changes, as a copy button's does when it is done. */
export async function saysElse(control) {
  const before = await control.textContent();
  await control.click();
  await comes(async () => (await control.textContent()) !== before);
}

/** Waits until a dialog is open with the lists, links and preview that are filled in later. Returns it. */
export async function wholeDialog(page) {
  await until(page, () => {
    const dialog = document.querySelector('dialog[open]');
    const isThere = {
      'ul.samples': (list) => list.children.length > 0,
      'section:last-child': (section) => section.children.length > 0,
      '.preview img': (figure) => figure.alt !== '' && !figure.classList.contains('waiting'),
      'p[role=status][tabindex="-1"]': (link) => link.matches('.row + p, .problem'),
    };
    return Object.entries(isThere).every(([parts, holds]) => [...dialog.querySelectorAll(parts)].every(holds));
  });
  return page.locator('dialog[open]');
}

/** Waits until the text typed into a model's line is complete and in the URL. */
export const typedToItsEnd = (page) =>
  until(page, () => new URLSearchParams(location.hash.slice(1)).get('prompt') === window.headwaters.prompt);

/** Waits until the lesson is at this step (from 0), and its views at rest. */
export async function atStep(page, id, step) {
  await page.waitForFunction(
    ([name, index]) => {
      const { lesson } = window.headwaters.state;
      return (
        lesson?.id === name &&
        lesson.step === index &&
        document.querySelector('.lesson .where')?.textContent.startsWith(`Step ${index + 1} `)
      );
    },
    [id, step],
  );
  await idle(page);
}

/** Stops playing and waits until nothing moves. */
export async function still(page) {
  await page.waitForFunction(() => Boolean(window.headwaters), null, { timeout: longest });
  await page.evaluate(() => window.headwaters.pause());
  await idle(page);
}

/** The results of `look(page)` before the graphics context is lost and after it came back, with no pointer event in between. */
export async function aroundLostContext(page, look) {
  await page.mouse.move(2, 2);
  await idle(page);
  const before = await look(page);
  await page.evaluate(async () => {
    const canvas = document.getElementById('canvas');
    const extension = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
    const event = (name) => new Promise((resolve) => canvas.addEventListener(name, resolve, { once: true }));
    const lost = event('webglcontextlost');
    extension.loseContext();
    await lost;
    const restored = event('webglcontextrestored');
    setTimeout(() => extension.restoreContext(), 50);
    await restored;
  });
  await idle(page);
  return { before, after: await look(page) };
}

/** Faults of a page whose context was lost, except the browser's messages about the loss. */
export const faultsButContext = (page) => page.faults.filter((fault) => !/context/i.test(fault));

/** The page's state, as plain data. */
export const state = (page) => page.evaluate(() => window.headwaters.state);

/** Opens bytes as a dropped file would be, by a real drop event. */
export const drop = (page, name, bytes) => dropAll(page, { [name]: bytes });

/** The same for several files, dropped together. @param {Record<string, Buffer | Uint8Array | string>} files by name */
export async function dropAll(page, files) {
  await page.evaluate(
    (given) => {
      const transfer = new DataTransfer();
      for (const [name, base64] of given) transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        document.getElementById('canvas').dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }));
      }
    },
    Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]),
  );
}

/** The files of a small model, as a user would drop them. @param {URL} folder */
export const modelFiles = (folder) =>
  Object.fromEntries(
    ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'model.safetensors'].map((name) => [
      name,
      readFileSync(new URL(name, folder)),
    ]),
  );

/** Every number of `actual` is within `tolerance` of the one in `expected`. */
export function assertClose(actual, expected, tolerance, what) {
  assert.equal(actual.length, expected.length, `${what}: ${actual.length} values, ${expected.length} expected`);
  actual.forEach((value, i) => {
    assert.ok(Math.abs(value - expected[i]) <= tolerance, `${what}[${i}]: ${value}, expected ${expected[i]}`);
  });
}

/** The share of the canvas's pixels on the screen that differ from the ground at the top left corner. */
export async function inkOf(page) {
  const png = await page.screenshot();
  return page.evaluate(async (base64) => {
    const { data, width, height } = await window.pixelsOf(base64);
    let ink = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (Math.abs(data[i] - data[0]) + Math.abs(data[i + 1] - data[1]) + Math.abs(data[i + 2] - data[2]) > 24) ink += 1;
    }
    return { share: ink / (data.length / 4), width, height };
  }, png.toString('base64'));
}

/** Names in the browser's storage: [key's kind, name]. */
export const stored = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('headwaters', 1);
        request.onupgradeneeded = () => request.result.createObjectStore('files', { keyPath: 'key' });
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const all = request.result.transaction('files').objectStore('files').getAll();
          all.onsuccess = () => {
            request.result.close();
            resolve(all.result.map(({ key, name }) => [key.split(' ')[0], name]));
          };
        };
      }),
  );
/** Waits until the field's value equals this. */
export const storedIs = async (page, wanted) => {
  const holds = async () => JSON.stringify(await stored(page)) === JSON.stringify(wanted);
  await comes(holds, () => ` (${JSON.stringify(wanted)} stored)`);
};
