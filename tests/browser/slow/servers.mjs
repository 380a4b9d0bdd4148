// SPDX-License-Identifier: MIT
// Servers on this machine with their own homes, which end with the tests.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { site } from '../harness.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Milliseconds until one answers. */
const longest = 120_000;

const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
      probe.close(() => done(port));
    });
  });

export class Servers {
  /** @type {import('node:child_process').ChildProcess[]} */
  #started = [];

  /**
   * Starts a module of Python and waits until it answers. Returns its URL. @param {string} python @param {string} folder its home @param {(port: number) => string[]} words
   */
  async start(python, folder, words) {
    const port = await freePort();
    const own = Object.fromEntries(
      [
        'JUPYTER_CONFIG_DIR',
        'JUPYTER_DATA_DIR',
        'JUPYTER_RUNTIME_DIR',
        'IPYTHONDIR',
        'XDG_CONFIG_HOME',
        'XDG_STATE_HOME',
        'XDG_CACHE_HOME',
      ].map((name) => [name, join(folder, name)]),
    );
    const env = {
      ...process.env,
      ...own,
      HOME: folder,
      HEADWATERS_PAGE: site,
      PYTHONPATH: join(root, 'python'),
      PYTHONDONTWRITEBYTECODE: '1',
    };
    const server = spawn(python, words(port), { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#started.push(server);
    let said = '';
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (text) => {
        said = (said + text).slice(-4000);
      });
    const address = `http://127.0.0.1:${port}/`;
    for (let end = Date.now() + longest; ; ) {
      if (
        await fetch(address).then(
          () => true,
          () => false,
        )
      )
        return address;
      assert.ok(Date.now() < end && server.exitCode === null, `the server does not answer: ${said}`);
      await new Promise((done) => setTimeout(done, 200));
    }
  }

  async end() {
    for (const server of this.#started) {
      const ended = new Promise((done) => server.once('exit', done));
      if (server.exitCode === null) server.kill('SIGTERM');
      await Promise.race([ended, new Promise((done) => setTimeout(done, server.exitCode === null ? 10_000 : 0))]);
      if (server.exitCode === null) server.kill('SIGKILL');
    }
  }
}
