// SPDX-License-Identifier: MIT
// Firefox and WebKitGTK for what shows in them alone. Both need a screen, which Xvfb gives; a machine without them
// leaves the tests out and says which package is missing.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { firefox } from 'playwright-core';

export const programs = {
  firefox: ['/usr/bin/firefox-esr', 'firefox-esr'],
  driver: ['/usr/bin/WebKitWebDriver', 'webkit2gtk-driver'],
  browser: ['/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser', 'webkit2gtk-driver'],
  screen: ['/usr/bin/Xvfb', 'xvfb'],
};

/** What is missing of the programs named, as a reason to leave a test out; false: nothing. */
export function missing(...names) {
  const wanted = names.map((name) => programs[name]).filter(([path]) => !existsSync(path));
  return wanted.length ? `not installed: ${wanted.map(([, name]) => name).join(', ')}` : false;
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** A screen nobody sees. @param {string} [size] @returns {Promise<{display: string, close: () => void}>} */
export function openScreen(size = '1400x1000x24') {
  return new Promise((resolve, reject) => {
    // It chooses a free number and writes it to the third stream.
    const server = spawn(programs.screen[0], ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    server.on('error', reject);
    server.stdio[3].once('data', (number) => resolve({ display: `:${String(number).trim()}`, close: () => server.kill() }));
  });
}

/** @param {string} display */
export const openFirefox = (display) =>
  firefox.launch({ channel: 'moz-firefox', executablePath: programs.firefox[0], headless: true, env: { ...process.env, DISPLAY: display } });

/** A small WebDriver client: only what tests ask. @param {string} display */
export async function openWebKit(display) {
  const port = await freePort();
  const env = { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' };
  const driver = spawn(programs.driver[0], [`--port=${port}`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [driver.stdout, driver.stderr]) stream.on('data', (bytes) => said.push(String(bytes)));
  const call = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  for (let tries = 0; ; ++tries) {
    const up = await call('GET', '/status').then(() => true, () => false);
    if (up) break;
    if (tries > 80) throw new Error('WebKitWebDriver does not answer.');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const browser = { binary: programs.browser[0], args: ['--automation', '--enable-write-console-messages-to-stdout=true'] };
  const { sessionId } = await call('POST', '/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browser } } });
  const session = `/session/${sessionId}`;
  await call('POST', `${session}/timeouts`, { script: 60_000, pageLoad: 60_000 });
  const run = (body) => call('POST', `${session}/execute/async`, {
    script: `const done = arguments[arguments.length - 1]; (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }));`, args: [],
  });
  return {
    goto: (url) => call('POST', `${session}/url`, { url }),
    /** The value of an async function's body. @param {string} body */
    evaluate: async (body) => {
      const { value, error } = await run(body);
      if (error) throw new Error(error);
      return value;
    },
    /** Waits until an expression is true. @param {string} expression */
    waitFor: async (expression) => {
      for (let tries = 0; tries < 150; ++tries) {
        const { value } = await run(`return Boolean(${expression});`);
        if (value) return;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      throw new Error(`It never came to be: ${expression}`);
    },
    /** What the browser and its console have said. */
    said: () => said.join(''),
    screenshot: async () => Buffer.from(await call('GET', `${session}/screenshot`), 'base64'),
    close: async () => {
      await call('DELETE', session).catch(() => {});
      driver.kill();
    },
  };
}
