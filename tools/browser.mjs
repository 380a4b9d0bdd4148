// Debian's Chromium, driven by playwright-core. WebGL2 comes from SwiftShader, so no graphics card is needed. HEADWATERS_CHROMIUM names
// another executable.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Required, not imported, because an import reads its six megabytes once more for their names, a quarter of its time in every test file.
 */
const { chromium } = createRequire(import.meta.url)('playwright-core');

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The same engine without a window, where a page costs half the processor time. */
const shell = '/usr/bin/chromium-headless-shell';

export const chromiumFlags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--font-render-hinting=none', // for the shell only, because a whole Chromium draws letters like this anyway
];

/**
 * Halves the processor time of the shell's tests. A page is drawn without a graphics card there anyway, and most of its WebAssembly runs
 * too briefly for the optimising compiler to pay. The whole browser behaves like a visitor's.
 */
const shellFlags = ['--disable-gpu-compositing', '--js-flags=--liftoff-only'];

/**
 * Starts the browser. Close it when done.
 * @param {import('playwright-core').LaunchOptions & {preferShell?: boolean}} [options] added to ours; preferShell takes the shell if it is
 *   installed and no other executable is named
 */
export async function launchBrowser({ preferShell = false, ...options } = {}) {
  const executablePath =
    process.env.HEADWATERS_CHROMIUM ?? [...(preferShell ? [shell] : []), ...candidates].find((path) => existsSync(path));
  if (!executablePath) throw new Error('No Chromium found: install the package chromium, or set HEADWATERS_CHROMIUM.');
  const own = executablePath === shell ? shellFlags : [];
  return chromium.launch({ executablePath, ...options, args: [...chromiumFlags, ...own, ...(options.args ?? [])] });
}
