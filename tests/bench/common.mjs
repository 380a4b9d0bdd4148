// SPDX-License-Identifier: MIT
// The shared parts of the measurements. They run programs that print JSON lines, start a browser and read processor time.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { launchBrowser } from '../../tools/browser.mjs';
import { serve } from '../../tools/serve.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const site = join(root, 'build/site');

const run = promisify(execFile);

/** Runs a program of build/native, or with Node one of build/wasm, and returns the JSON that it printed. */
export async function jsonLines(build, name, ...args) {
  const path = join(root, 'build', build, 'tests', name, name);
  const [program, ...first] = build === 'wasm' ? [process.execPath, `${path}.cjs`] : [path];
  const { stdout } = await run(program, [...first, ...args], { maxBuffer: 1 << 26 });
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

/** The output of a program, natively and in WebAssembly, and of a NumPy and SciPy script for the problems that the program dumps. */
export async function besidePython(name, script) {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  const dump = join(folder, 'problems');
  const native = await jsonLines('native', name, '--dump', dump);
  const wasm = await jsonLines('wasm', name);
  const python = inPython(script, dump);
  rmSync(folder, { recursive: true });
  return { native, wasm, python };
}

/** The first Python that has the modules, out of HEADWATERS_PYTHON, the system's, the first on PATH. @param {string} modules */
export const pythonWith = (modules) =>
  [process.env.HEADWATERS_PYTHON, '/usr/bin/python3', 'python3'].find(
    (name) => name && spawnSync(name, ['-c', `import ${modules}`]).status === 0,
  );

/** The JSON that a NumPy and SciPy script prints, on one thread. Empty if Python doesn't have them. */
function inPython(script, ...args) {
  const python = pythonWith('numpy, scipy');
  if (!python) return [];
  const text = execFileSync(python, [join(root, script), ...args], {
    encoding: 'utf8',
    env: { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' },
  });
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Chromium and servers of the site and of the checkout (and of another folder), closed when `use` is done. */
export async function withBrowser(use, dataFolder) {
  const browser = await launchBrowser();
  const page = await serve({ folder: site, cors: true });
  const checkout = await serve({ folder: root, cors: true });
  const data = dataFolder ? await serve({ folder: dataFolder }) : null;
  try {
    return await use({ browser, siteUrl: page.url, rootUrl: checkout.url, dataUrl: data?.url });
  } finally {
    await browser.close();
    await page.close();
    await checkout.close();
    await data?.close();
  }
}

/** A function that gives the processor time of a page's main thread in milliseconds. Other programs on the machine do not count. */
export async function threadClock(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const time = metrics.find(({ name }) => name === 'ThreadTime');
    if (!time) throw new Error('This Chromium does not tell the processor time of a thread.');
    return 1000 * time.value;
  };
}

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
export const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} KB`;
