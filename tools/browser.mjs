// Debian's Chromium for the browser tests, driven by playwright-core; WebGL2 comes from SwiftShader, so no
// graphics card is needed. HEADWATERS_CHROMIUM names another executable.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export const chromiumFlags = [
  '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--use-gl=angle', '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist',
];

/**
 * Starts the browser. Close it when done.
 * @param {import('playwright-core').LaunchOptions} [options] added to ours
 */
export async function launchBrowser(options = {}) {
  const executablePath = process.env.HEADWATERS_CHROMIUM ?? candidates.find((path) => existsSync(path));
  if (!executablePath) throw new Error('No Chromium found: install the package chromium, or set HEADWATERS_CHROMIUM.');
  return chromium.launch({ executablePath, ...options, args: [...chromiumFlags, ...(options.args ?? [])] });
}
