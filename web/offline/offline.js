// SPDX-License-Identifier: MIT
// @ts-check
// Stores the program in this browser, so that the page opens without a network. This is the default if it comes from an https host. Servers
// on this machine need the user's request. service_worker.js stores the files.

import { oneFile } from '../base/parts.js';
import { tr } from '../base/language.js';

const choiceKey = 'headwaters-offline';
/** The program's folder. */
const root = () => new URL('../', import.meta.url);
const cacheName = () => `headwaters ${root().pathname}`;

/** Builds have the list of their files. The source tree has none, and its files change during development. */
const isBuilt = document.documentElement.dataset.offline !== undefined;

/** The user's choice: 'on', 'off', or null. */
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
    // If storage is forbidden, nothing is stored.
  }
}

/** The reason why nothing can be stored here, '' if it is possible. */
export function whyNot() {
  if (oneFile()) return tr('This one-file page already works offline.');
  if (!isBuilt) return tr('This page runs from its source files, which can’t be kept.');
  if (!isSecureContext) return tr('Browsers keep programs only from https URLs.');
  if (!('serviceWorker' in navigator)) return tr('This browser or window doesn’t store programs.');
  return '';
}

/** The default without a choice of the user. */
function isUsual() {
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.localhost)$/.test(location.hostname);
  const saves = /** @type {Navigator & {connection?: {saveData?: boolean}}} */ (navigator).connection?.saveData === true;
  return !isLocal && !saves && parent === window;
}

export const isOn = () => !whyNot() && (choice() ?? (isUsual() ? 'on' : 'off')) === 'on';

/**
 * Stores or deletes the program according to the choice.
 * @param {() => string} worker creates the address of service_worker.js
 */
export async function begin(worker) {
  if (oneFile() || parent !== window) return; // an embedded page must not decide for its own
  if (isOn()) await keep(worker);
  else if ('serviceWorker' in navigator) await remove();
}

/** @param {() => string} worker */
const keep = (worker) => navigator.serviceWorker.register(worker(), { updateViaCache: 'none' });

/** The worker of this folder, not of a parent folder. */
const registration = async () => (await navigator.serviceWorker.getRegistrations()).find(({ scope }) => scope === root().href);

async function remove() {
  await (await registration())?.unregister();
  await caches.delete(cacheName());
}

/** Resolves when everything is stored. @param {() => string} worker */
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

/** Approximate bytes for the program, twice as much during an update. */
const room = 10_000_000;

/** The reason why storing failed. */
async function whyNotKept() {
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return quota - usage < room ? tr('The browser’s storage is full.') : tr('Could not load the files. Are you online?');
}

/** Resolves when everything is deleted. */
export async function switchOff() {
  choose('off');
  if ('serviceWorker' in navigator) await remove();
}

/** The stored version, its number of files and bytes. @returns {Promise<{version: string, files: number, bytes: number} | null>} */
export async function kept() {
  if (whyNot() || !(await registration())) return null;
  const newest = await caches.match(new URL('.offline/newest', root()), { cacheName: cacheName() });
  if (!newest) return null;
  const { version, files } = await newest.json();
  const sizes = Object.values(/** @type {Record<string, [string, number]>} */ (files)).map(([, bytes]) => bytes);
  return { version, files: sizes.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
}
