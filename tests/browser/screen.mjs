// SPDX-License-Identifier: MIT
// An invisible screen with a mouse and a keyboard, and the places of browsers that need one.
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const programs = {
  firefox: '/usr/bin/firefox-esr',
  webkitDriver: '/usr/bin/WebKitWebDriver',
  webkit: `/usr/lib/${{ x64: 'x86_64', arm64: 'aarch64' }[process.arch]}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
};

export class Screen {
  #server;
  /** The environment for a program shown on this screen. */
  env;

  /** @param {string} [size] in pixels, and bits per pixel */
  static open(size = '1400x1000x24') {
    const screen = new Screen();
    return new Promise((resolve, reject) => {
      // It chooses a free number and writes it to the third stream.
      screen.#server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp'], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      });
      screen.#server.on('error', reject);
      screen.#server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
      screen.#server.stdio[3].once('data', (number) => {
        screen.env = { ...process.env, DISPLAY: `:${String(number).trim()}` };
        resolve(screen);
      });
    });
  }

  /** Moves the mouse or presses keys, with arguments of xdotool. */
  async do(...words) {
    return (await run('xdotool', words.map(String), { env: this.env })).stdout.trim();
  }
  close() {
    this.#server.kill();
  }
}
