// SPDX-License-Identifier: MIT
// A small WebDriver client over HTTP, because no other protocol reaches WebKitGTK.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

import { portOf } from '../../../tools/serve.mjs';
import { programs } from '../screen.mjs';

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const port = portOf(server);
      server.close(() => resolve(port));
    });
  });

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** One browser window and its connection. */
export class Session {
  #driver;
  #base;
  #path = '';
  /** Called with the messages of the browser and its console. @type {(text: string) => void} */
  heard = () => {};

  /** @param {NodeJS.ProcessEnv} env of the browser */
  static async open(env) {
    // About once in a hundred times the browser does not find its driver, and the driver waits for ever.
    for (let tries = 0; ; tries += 1) {
      const session = new Session();
      try {
        await session.#begin(env);
        return session;
      } catch (error) {
        session.#driver?.kill('SIGKILL');
        if (tries === 2) throw error;
      }
    }
  }

  /** @param {NodeJS.ProcessEnv} env */
  async #begin(env) {
    const port = await freePort();
    this.#base = `http://127.0.0.1:${port}`;
    this.#driver = spawn(programs.webkitDriver, [`--port=${port}`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#driver.stdout, this.#driver.stderr]) stream.on('data', (bytes) => this.heard(String(bytes)));
    for (
      let tries = 0;
      !(await this.#call('GET', '/status').then(
        () => true,
        () => false,
      ));
      ++tries
    ) {
      if (tries > 200) throw new Error('WebKitWebDriver does not answer.');
      await sleep(100);
    }
    const browser = { binary: programs.webkit, args: ['--automation', '--enable-write-console-messages-to-stdout=true'] };
    const { sessionId } = await this.#call(
      'POST',
      '/session',
      { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browser } } },
      60_000,
    );
    this.#path = `/session/${sessionId}`;
    await this.post('/timeouts', { script: 120_000, pageLoad: 60_000 });
  }

  /** `longest` is a time-out in milliseconds, or undefined for none. */
  async #call(method, path, body, longest) {
    const response = await fetch(this.#base + path, {
      method,
      body: body && JSON.stringify(body),
      signal: longest && AbortSignal.timeout(longest),
    });
    const { value } = await response.json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }
  get(path) {
    return this.#call('GET', this.#path + path);
  }
  post(path, body = {}) {
    return this.#call('POST', this.#path + path, body);
  }

  async close() {
    // A driver whose browser hangs would wait for it, and the tests for both.
    await Promise.race([this.#call('DELETE', this.#path), sleep(10_000)]).catch(() => {});
    this.#driver.kill('SIGKILL');
  }
}
