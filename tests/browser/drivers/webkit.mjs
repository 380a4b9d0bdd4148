// SPDX-License-Identifier: MIT
// WebKitGTK, by its own WebDriver and MiniBrowser. Each page has its own browser, because the driver supports only one window.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Screen } from '../screen.mjs';
import { Session } from './webdriver.mjs';
import { WebDriverPage } from './webdriver_page.mjs';

export const label = 'WebKitGTK';

export async function launch() {
  const screen = await Screen.open('2700x2100x24');
  const pages = new Set();
  return {
    screen,
    pages,
    close: async () => {
      for (const page of [...pages]) await page.close();
      screen.close();
    },
  };
}

/** A home for one browser, with its desktop settings and the folder for saved files. */
function makeHome({ colorScheme, reducedMotion }) {
  const home = mkdtempSync(join(tmpdir(), 'headwaters-webkit-'));
  for (const folder of ['config/gtk-3.0', 'data', 'cache', 'downloads']) mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, 'config/user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${join(home, 'downloads')}"\n`);
  const settings = [
    '[Settings]',
    `gtk-enable-animations=${reducedMotion === 'reduce' ? 0 : 1}`,
    `gtk-application-prefer-dark-theme=${colorScheme === 'dark' ? 1 : 0}`,
  ];
  writeFileSync(join(home, 'config/gtk-3.0/settings.ini'), `${settings.join('\n')}\n`);
  // MiniBrowser's bar of buttons would keep the window from becoming as narrow as a phone.
  writeFileSync(
    join(home, 'config/gtk-3.0/gtk.css'),
    'headerbar, headerbar *, toolbar, toolbar *, entry, button, button * { min-width: 0; padding: 0; margin: 0; font-size: 1px; }\n',
  );
  return home;
}

/** A process that still runs may write into a folder while it is deleted, which rmSync does not notice. A leftover home does no harm in a
 * temporary folder. @param {string} home */
function removeHome(home, tries = 10) {
  try {
    rmSync(home, { recursive: true, force: true });
  } catch {
    if (tries > 0) setTimeout(() => removeHome(home, tries - 1), 200);
  }
}

/** The browsers' windows, by their numbers. @param {Screen} screen */
const windowsOf = (screen) =>
  screen.do('search', '--onlyvisible', '--class', 'MiniBrowser').then(
    (found) => found.split('\n').filter(Boolean),
    () => [],
  );

/** @param {object} options as Playwright's for a context */
export async function newPage(browser, options) {
  const { viewport = { width: 1280, height: 720 }, deviceScaleFactor = 1, colorScheme = 'light' } = options;
  if (!Number.isInteger(deviceScaleFactor)) throw new Error('GTK draws at whole scales only.');
  const home = makeHome(options);
  const others = new Set(await windowsOf(browser.screen));
  const session = await Session.open({
    ...browser.screen.env,
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
    MESA_SHADER_CACHE_DISABLE: 'true',
    GDK_SCALE: String(deviceScaleFactor),
    GTK_THEME: colorScheme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
  });
  const page = new WebDriverPage(session, join(home, 'downloads'), () => {
    browser.pages.delete(page);
    removeHome(home);
  });
  browser.pages.add(page);
  await page.setViewportSize(viewport);
  // Gives a new window the keyboard focus, because there is no window manager. Without focus Tab leads nowhere.
  for (const number of await windowsOf(browser.screen)) if (!others.has(number)) await browser.screen.do('windowfocus', number);
  return page;
}

/** MiniBrowser in its window, on an existing screen. @param {Screen} screen */
export async function openWindow(screen) {
  const page = await newPage({ screen, pages: new Set() }, { viewport: { width: 1240, height: 700 } });
  return { browser: page, page, windowClass: 'MiniBrowser' };
}

export function fingersOf() {
  throw new Error('WebKitWebDriver knows no touches.');
}

export function watchRequests() {
  throw new Error('WebKitWebDriver tells of no requests.');
}
