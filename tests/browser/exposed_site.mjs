// SPDX-License-Identifier: MIT
// The site with one file per module, changed so that a test can reach its two WebAssembly instances as `instance` in the worker's and in
// the page's global scope. Nothing in the product does this.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

import { serve } from '../../tools/serve.mjs';
import { assemble } from '../../tools/site.mjs';
import { site } from './harness.mjs';

/** Where the files of a site are, by its origin. @type {Map<string, string>} */
const folders = new Map();

/** Makes a thread reachable. A channel brings the names of scripts to run. */
const listening = `
new BroadcastChannel('orders').onmessage = async ({ data }) => {
  if (data.endsWith('.js')) await import(data);
  if (data.endsWith('.js')) new BroadcastChannel('orders').postMessage(data + ' done');
};
`;

const places = new Map([
  ['worker/worker.js', ['engine = await createEngine(', 'engine = globalThis.instance = await createEngine(']],
  [
    'boot/instance_guard.js',
    ['const instance = Object.create(wasm);', 'globalThis.instance = wasm; const instance = Object.create(wasm);'],
  ],
]);

/** The assembled folder, once per test file, because assembling takes longer than most tests. @type {Promise<string> | undefined} */
let assembled;

async function assembleOnce() {
  const folder = mkdtempSync(join(tmpdir(), 'headwaters-'));
  await assemble({ wasm: join(site, '../wasm'), out: folder, readable: true });
  for (const [name, [found, changed]] of places) {
    const text = readFileSync(join(folder, name), 'utf8');
    assert.ok(text.includes(found), `${name} has the place to reach its instance`);
    writeFileSync(join(folder, name), text.replace(found, changed));
  }
  return folder;
}
after(async () => assembled && rmSync(await assembled, { recursive: true }));

/**
 * Serves a copy of it until the test ends.
 * @param {import('node:test').TestContext} test @param {string} [then] code for the worker, once its instance is there
 */
export async function exposedSite(test, then = '') {
  assembled ??= assembleOnce();
  const folder = mkdtempSync(join(tmpdir(), 'headwaters-'));
  test.after(() => rmSync(folder, { recursive: true }));
  cpSync(await assembled, folder, { recursive: true });
  const worker = join(folder, 'worker/worker.js');
  const text = readFileSync(worker, 'utf8');
  writeFileSync(worker, (then ? text.replace('engine._hw_use_helpers(Helpers.count);', `$& ${then}`) : text) + listening);
  const server = await serve({ folder });
  folders.set(new URL(server.url).origin, folder);
  test.after(() => server.close());
  return server.url;
}

/** Code that makes the next call of a function of the instance end it by a real trap or a real abort. */
export const ending = (name, how = 'trap') => `{
  const code = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 116, 0, 0, 10, 5, 1, 3, 0, 0, 11];
  const trap = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(code))).exports.t;
  const buffer = globalThis.instance._hw_buffer;
  globalThis.instance[${JSON.stringify(name)}] = ${how === 'trap' ? 'trap' : '() => buffer(-1)'};
}`;

let orders = 0;

/** Runs code in the engine's thread of a page of such a site. Most drivers reach pages only. */
export async function inEngine(page, code) {
  orders += 1;
  const name = `order-${orders}.js`;
  writeFileSync(join(folders.get(new URL(page.url()).origin), name), code);
  await page.evaluate(
    (order) =>
      new Promise((resolve) => {
        const channel = new BroadcastChannel('orders');
        channel.onmessage = ({ data }) => {
          if (data === `${order} done`) {
            channel.close();
            resolve(undefined);
          }
        };
        channel.postMessage(order);
      }),
    `/${name}`,
  );
}

/** Code that silently ends the engine's thread. */
export const closing = 'setTimeout(() => self.close(), 20);';
