// SPDX-License-Identifier: MIT
// The part of Playwright's Page that the tests use, over WebDriver.
import { EventEmitter } from 'node:events';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { keysOf, Mouse, wheelArrives } from './input.mjs';
import { Locator } from './locator.mjs';
import { sleep } from './webdriver.mjs';

/** A script's text that ends by returning its value, from a function and its argument, an expression, or statements. */
function scriptOf(what) {
  if (typeof what === 'function') return `return (${what})(given);`;
  try {
    new Function(`return (async () => (${what}\n));`);
    return `return (${what}\n);`;
  } catch {
    return what;
  }
}

/** Runs in the page. Writes a value as JSON text that also encodes values JSON has no form for. */
const packing = `const pack = (value) => JSON.stringify(value, (_, one) => (typeof one === 'number' && !Number.isFinite(one) ? { number: String(one) } : one));`;
const unpack = (text) =>
  JSON.parse(text, (_, one) =>
    one && typeof one === 'object' && Object.keys(one).length === 1 && typeof one.number === 'string' ? Number(one.number) : one,
  );

export class WebDriverPage extends EventEmitter {
  #session;
  #downloads;
  #closed;
  #isClosed = false;
  #url = 'about:blank';
  #heard = '';
  #prepared = [];
  mouse;
  keyboard;
  /** The maximum time to wait, in milliseconds. */
  timeout = 30_000;
  touchscreen = { tap: () => Promise.reject(new Error('WebKitWebDriver knows no touches.')) };

  /** @param {import('./webdriver.mjs').Session} session @param {string} downloads a folder @param {() => void} closed */
  constructor(session, downloads, closed) {
    super();
    this.#session = session;
    this.#downloads = downloads;
    this.#closed = closed;
    this.mouse = new Mouse(async (actions) => {
      await session.post('/actions', { actions });
      if (actions[0].type === 'wheel') await wheelArrives(this);
    });
    const press = (actions) => session.post('/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
    this.keyboard = {
      press: (chord) => press(keysOf(chord)),
      down: (key) => press([keysOf(key)[0]]),
      up: (key) => press([keysOf(key).at(-1)]),
      type: async (text) =>
        press(
          [...text].flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        ),
    };
    session.heard = (text) => this.#hear(text);
  }

  /** Lines of the console, which MiniBrowser writes to its output. */
  #hear(text) {
    const lines = (this.#heard + text).split('\n');
    this.#heard = lines.pop();
    for (const line of lines) {
      const [, kind, words] = line.match(/CONSOLE \S+ (\w+) (.*)/) ?? [];
      if (kind === 'ERROR') this.emit('console', { type: () => 'error', text: () => words });
    }
  }

  /** The value of a function or of an expression in the page. */
  async evaluate(what, given) {
    const script = `
      const [givenText, done] = arguments;
      const given = givenText === null ? undefined : JSON.parse(givenText);
      ${packing}
      (async () => { ${scriptOf(what)} })().then(
        (value) => done({ value: pack(value) ?? null, at: location.href }),
        (error) => done({ error: String(error?.message ?? error), at: location.href }),
      );`;
    const { value, error, at } = await this.#session.post('/execute/async', {
      script,
      args: [given === undefined ? null : JSON.stringify(given)],
    });
    this.#url = at;
    if (error !== undefined) throw new Error(error);
    return value === null ? undefined : unpack(value);
  }
  /** A value that stays in the page, for another function of it. */
  async evaluateHandle(what, given) {
    const name = await this.evaluate(
      `window.held = [...(window.held ?? []), await (${what})(${JSON.stringify(given)})], window.held.length - 1`,
    );
    return { evaluate: (then, more) => this.evaluate(`(${then})(window.held[${name}], ${JSON.stringify(more)})`) };
  }
  $$eval(selector, what, given) {
    return this.locator(selector).evaluateAll(what, given);
  }
  async waitForFunction(what, given, { timeout = this.timeout } = {}) {
    const test = typeof what === 'function' ? `(${what})(given)` : what;
    const until = Date.now() + timeout;
    while (Date.now() < until) {
      // Waits half a second in the page and tries again, because the page may have been replaced meanwhile.
      const seen = await this.evaluate(
        `(async (given) => {
          for (const end = performance.now() + 500; performance.now() < end; await new Promise((resolve) => setTimeout(resolve, 30))) if (await ${test}) return true;
          return false;
        })(${given === undefined ? 'undefined' : JSON.stringify(given)})`,
      ).catch(() => sleep(100));
      if (seen) return;
    }
    throw new Error(`It did not come to be within ${timeout} ms: ${what}`);
  }

  setDefaultTimeout(milliseconds) {
    this.timeout = milliseconds;
  }
  title() {
    return this.evaluate(() => document.title);
  }
  url() {
    return this.#url;
  }
  /** Adds a script to each page from now on. It runs after the page's own scripts. A test that needs more is in unsupported.mjs. */
  async addInitScript(script) {
    this.#prepared.push(script);
  }
  async #loaded() {
    for (const script of this.#prepared) await this.evaluate(script);
    await this.evaluate('0');
  }
  async goto(url) {
    await this.#session.post('/url', { url });
    await this.#loaded();
  }
  async reload() {
    // The answer may come while the old page is still open.
    await this.evaluate('void (window.isOld = true)');
    await this.#session.post('/refresh');
    await this.waitForFunction(() => !window.isOld);
    await this.#loaded();
  }
  // Like the browser's button, the driver's own "back" skips entries added without a click or a key.
  goBack() {
    return this.evaluate('void history.back()');
  }
  goForward() {
    return this.evaluate('void history.forward()');
  }
  async setViewportSize({ width, height }) {
    let rect = await this.#session.get('/window/rect');
    for (let tries = 0; tries < 20; ++tries) {
      const inner = await this.evaluate('[innerWidth, innerHeight]');
      if (inner[0] === width && inner[1] === height) return;
      rect = { x: 0, y: 0, width: rect.width + width - inner[0], height: rect.height + height - inner[1] };
      await this.#session.post('/window/rect', rect);
      await sleep(120);
      rect = await this.#session.get('/window/rect');
    }
    throw new Error(`The window does not become ${width} x ${height}.`);
  }

  async screenshot(/** @type {{clip?: any}} */ { clip } = {}) {
    const png = await this.#session.get('/screenshot');
    if (!clip) return Buffer.from(png, 'base64');
    const part = await this.evaluate(
      async ([whole, { x, y, width, height }]) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${whole}`)).blob());
        const scale = image.width / innerWidth;
        const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
        canvas.getContext('2d').drawImage(image, -Math.round(x * scale), -Math.round(y * scale));
        const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      },
      [png, clip],
    );
    return Buffer.from(part, 'base64');
  }

  locator(selector, options) {
    return new Locator(this, []).locator(selector, options);
  }
  getByRole(role, options) {
    return new Locator(this, []).getByRole(role, options);
  }
  getByText(text, options) {
    return new Locator(this, []).getByText(text, options);
  }
  getByLabel(label) {
    return new Locator(this, []).getByLabel(label);
  }
  waitForSelector(selector, options) {
    return this.locator(selector).waitFor(options);
  }

  /** Waits for a saved file or an opened file picker, with the contents of Playwright's events of these names. */
  async waitForEvent(name) {
    if (name === 'filechooser') return { setFiles: (file) => this.#choose(file) };
    if (name !== 'download') throw new Error(`WebDriver tells of no ${name}.`);
    const before = new Set(readdirSync(this.#downloads));
    for (let tries = 0; tries < 600; ++tries) {
      const files = readdirSync(this.#downloads);
      // WebKit reserves a file's name with an empty file until the data that it writes next to it is complete.
      const isWhole = (file) => !files.includes(`${file}.wkdownload`) && statSync(join(this.#downloads, file)).size > 0;
      const fresh = files.find((file) => !before.has(file) && !file.endsWith('.wkdownload') && isWhole(file));
      if (fresh) return { suggestedFilename: () => fresh, path: async () => join(this.#downloads, fresh) };
      await sleep(100);
    }
    throw new Error('No file was saved.');
  }
  /** Gives a file to the page's field for files. */
  async #choose({ name, buffer }) {
    const path = join(this.#downloads, '..', name);
    writeFileSync(path, buffer);
    const element = await this.#session.post('/element', { using: 'css selector', value: 'input[type=file]' });
    await this.#session.post(`/element/${Object.values(element)[0]}/value`, { text: path });
  }

  context() {
    return {
      close: () => this.close(),
      newPage: () => Promise.reject(new Error('WebKitWebDriver has one window.')),
      route: () => Promise.reject(new Error('WebDriver answers no requests.')),
    };
  }
  async close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#session.close();
    this.#closed();
  }
}

// The functions of Playwright's page that act on the first element that matches a selector.
for (const name of ['focus', 'click', 'fill', 'selectOption', 'textContent', 'getAttribute', 'isVisible'])
  WebDriverPage.prototype[name] ??= function (selector, ...given) {
    return this.locator(selector)[name](...given);
  };
