// SPDX-License-Identifier: MIT
// @ts-check
// Whether the program's own files are kept in this browser, so that the page opens without a network: by
// default if it comes from a host by https; on this machine's own servers only on request. service_worker.js
// keeps them.

import { oneFile } from '../base/parts.js';
import { tr } from '../base/words.js';

const choiceKey = 'headwaters-offline';
/** The program's folder. */
const root = () => new URL('../', import.meta.url);
const cacheName = () => `headwaters ${root().pathname}`;

/** Builds have the list of their files; sources as they are written have none, and change while one looks. */
const isBuilt = document.documentElement.dataset.offline !== undefined;

/** What somebody chose: 'on', 'off', or null. */
function choice() {
  try {
    return localStorage.getItem(choiceKey);
  } catch {
    return 'off'; // storage is forbidden
  }
}

/** @param {'on' | 'off'} value */
function choose(value) {
  try {
    localStorage.setItem(choiceKey, value);
  } catch {
    // Forbidden: then nothing is kept either.
  }
}

/** Why nothing can be kept here; empty: it can. */
export function whyNot() {
  if (oneFile()) return tr('This one-file page already works offline.');
  if (!isBuilt) return tr('This page is served from source.');
  if (!isSecureContext) return tr('Browsers store programs only from https URLs.');
  if (!('serviceWorker' in navigator)) return tr('This browser or window doesn’t store programs.');
  return '';
}

/** True where it is kept unless somebody chose. */
function isUsual() {
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.localhost)$/.test(location.hostname);
  const saves = /** @type {any} */ (navigator).connection?.saveData === true;
  return !isLocal && !saves && parent === window;
}

export const isOn = () => !whyNot() && (choice() ?? (isUsual() ? 'on' : 'off')) === 'on';

/**
 * Keeps the program from now on, or not, as was chosen.
 * @param {() => any} worker makes the address of service_worker.js
 */
export async function begin(worker) {
  if (oneFile() || parent !== window) return; // the page around it decides nothing for this one
  if (isOn()) await keep(worker);
  else if ('serviceWorker' in navigator) await remove();
}

/** @param {() => any} worker */
const keep = (worker) => navigator.serviceWorker.register(worker(), { updateViaCache: 'none' });

/** The worker of this folder, not one around it. */
const registration = async () => (await navigator.serviceWorker.getRegistrations()).find(({ scope }) => scope === root().href);

async function remove() {
  await (await registration())?.unregister();
  await caches.delete(cacheName());
}

/** Ends when all is kept. @param {() => any} worker */
export async function switchOn(worker) {
  choose('on');
  const made = await keep(worker);
  const coming = made.installing;
  if (!coming) return;
  await new Promise((resolve, reject) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve(undefined);
      if (coming.state === 'redundant') void whyNotKept().then((why) => reject(new Error(why)));
    });
  });
}

/** Bytes that the program needs for itself, about; twice while a newer version comes. */
const room = 10_000_000;

/** What has kept the files from being kept. */
async function whyNotKept() {
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return quota - usage < room ? tr('The browser’s storage is full.') : tr('Could not load the files. Are you online?');
}

/** Ends when nothing is kept. */
export async function switchOff() {
  choose('off');
  if ('serviceWorker' in navigator) await remove();
}

/** What is kept. @returns {Promise<{version: string, files: number, bytes: number} | null>} */
export async function kept() {
  if (whyNot() || !(await registration())) return null;
  const newest = await caches.match(new URL('.offline/newest', root()), { cacheName: cacheName() });
  if (!newest) return null;
  const { version, files } = await newest.json();
  const sizes = Object.values(/** @type {Record<string, [string, number]>} */ (files)).map(([, bytes]) => bytes);
  return { version, files: sizes.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
}
