// SPDX-License-Identifier: MIT
// A small client of WebDriver, the standard's own words over HTTP: WebKitGTK is reached by nothing else.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

import { programs } from '../screen.mjs';

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** One browser window and its connection. */
export class Session {
  #driver;
  #base;
  #path = '';
  /** Called with what the browser and its console say. @type {(text: string) => void} */
  heard = () => {};

  /** @param {NodeJS.ProcessEnv} env of the browser */
  static async open(env) {
    const session = new Session();
    const port = await freePort();
    session.#base = `http://127.0.0.1:${port}`;
    session.#driver = spawn(programs.webkitDriver, [`--port=${port}`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [session.#driver.stdout, session.#driver.stderr]) stream.on('data', (bytes) => session.heard(String(bytes)));
    for (let tries = 0; !(await session.#call('GET', '/status').then(() => true, () => false)); ++tries) {
      if (tries > 200) throw new Error('WebKitWebDriver does not answer.');
      await sleep(100);
    }
    const browser = { binary: programs.webkit, args: ['--automation', '--enable-write-console-messages-to-stdout=true'] };
    const { sessionId } = await session.#call('POST', '/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browser } } });
    session.#path = `/session/${sessionId}`;
    await session.post('/timeouts', { script: 120_000, pageLoad: 60_000 });
    return session;
  }

  async #call(method, path, body) {
    const response = await fetch(this.#base + path, { method, body: body && JSON.stringify(body) });
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
    await this.#call('DELETE', this.#path).catch(() => {});
    this.#driver.kill();
  }
}
