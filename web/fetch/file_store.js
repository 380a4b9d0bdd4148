// SPDX-License-Identifier: MIT
// @ts-check
// Stores the user's files in the browser on this machine, so that they survive a reload. They stay while their tab is open, or, if the user
// asked to keep them, until the user deletes them. Errors here must not stop an opening. If a file cannot be stored, the reason is reported
// and the opening continues.

import { tr } from '../base/language.js';

/** @typedef {import('./stream.js').Source} Source */
/**
 * @typedef {object} StoredFile
 * @property {string} key "tab ID" for the file that is open in a tab, "tab ID list" for its data set's list, "tab ID pictures", or "name
 * NAME" if the user keeps it
 * @property {string} name @property {Blob} source @property {number} memory memory limit of its opening
 * @property {number} when milliseconds
 */

/** Copying a larger file takes longer than opening it again. */
const largest = 2 ** 29;
/** Milliseconds. A reload takes less. */
const reloading = 5000;

const reasons = {
  large: () => tr('it exceeds 512 MB'),
  full: () => tr('the browser’s storage is full'),
  closed: () => tr('this browser stores nothing (private window or setting)'),
};

/**
 * @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} action
 * @returns {Promise<T>}
 */
async function run(mode, action) {
  const base = await new Promise((resolve, reject) => {
    const request = indexedDB.open('headwaters', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('files', { keyPath: 'key' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  try {
    return await new Promise((resolve, reject) => {
      const transaction = base.transaction('files', mode);
      const request = action(transaction.objectStore('files'));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error ?? request.error);
      transaction.onabort = transaction.onerror;
    });
  } finally {
    base.close();
  }
}

/** @typedef {'' | ' list'} Slot a tab's stored data: the open file, or the list of its data set */

/** A tab has one lock for all its data. */
const lockOf = (/** @type {string} */ key) => `headwaters ${key.replace(/ (list|pictures)$/, '')}`;
const pause = (/** @type {number} */ milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** True once this page has the tab's lock, which it keeps until it closes. @param {string} key */
const hold = (key) =>
  new Promise((resolve) => {
    if (!navigator.locks) return resolve(true);
    const held = (/** @type {Lock | null} */ lock) => {
      resolve(Boolean(lock));
      return lock ? new Promise(() => {}) : undefined;
    };
    navigator.locks.request(lockOf(key), { ifAvailable: true }, held).catch(() => resolve(true));
  });

/** The key of this tab. A duplicated tab gets a new key, with the same file. */
const tabKey = (async () => {
  const before = sessionStorage.getItem('headwaters-tab');
  for (let tries = 0; before && tries < 5; ++tries) {
    if (await hold(before)) return before;
    await pause(150); // the page before the reload may still be closing
  }
  const key = `tab ${Math.random().toString(36).slice(2)}`;
  await hold(key);
  sessionStorage.setItem('headwaters-tab', key);
  for (const slot of before ? ['', ' list', ' pictures'] : []) {
    const copied = await run('readonly', (store) => store.get(before + slot));
    if (copied) await run('readwrite', (store) => store.put({ ...copied, key: key + slot }));
  }
  return key;
})();
tabKey.catch(() => {});

/** Writes run in order, so that an older file never overwrites a newer one. */
let turn = Promise.resolve();
/** @template T @param {() => Promise<T>} action @returns {Promise<T>} */
function inTurn(action) {
  const done = turn.then(action);
  turn = done.then(
    () => {},
    () => {},
  );
  return done;
}

/**
 * @param {string} key @param {string} name @param {Source} source @param {number} memory @returns {Promise<string>} the reason for a
 * failure, or ''
 */
async function put(key, name, source, memory) {
  const blob = source instanceof Blob ? source : new Blob([/** @type {BlobPart} */ (source)]);
  try {
    if (blob.size > largest) return reasons.large();
    const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
    if (quota - usage < blob.size) return reasons.full();
    await run('readwrite', (store) => store.put({ key, name, source: blob, memory, when: Date.now() }));
    return '';
  } catch (error) {
    return /** @type {Error} */ (error)?.name === 'QuotaExceededError' ? reasons.full() : reasons.closed();
  }
}

/**
 * Stores the tab's open file or list for a reload, in place of the earlier one.
 * @param {string} name @param {Source} source @param {number} memory @param {Slot} [slot]
 * @returns {Promise<string>} the reason for a failure, or ''
 */
export const storeForTab = (name, source, memory, slot = '') =>
  inTurn(async () => {
    try {
      const key = (await tabKey) + slot;
      const why = await put(key, name, source, memory);
      if (why) await run('readwrite', (store) => store.delete(key));
      return why;
    } catch {
      return reasons.closed();
    }
  });

/** Stores the pictures for patches, in place of the earlier ones. @param {[string, Blob][]} pictures */
export const storePictures = (pictures) =>
  inTurn(async () => {
    const key = `${await tabKey} pictures`;
    await run('readwrite', (store) => store.put({ key, name: '', source: new Blob(), memory: 0, when: Date.now(), pictures }));
  }).catch(() => {});

/** @returns {Promise<[string, Blob][]>} */
export async function storedPictures() {
  try {
    const key = `${await tabKey} pictures`;
    return (await run('readonly', (store) => store.get(key)))?.pictures ?? [];
  } catch {
    return [];
  }
}

/** The tab's open data no longer come from the user's files. */
export const releaseTab = () =>
  inTurn(async () => {
    const key = await tabKey;
    await run('readwrite', (store) => store.delete(key));
  }).catch(() => {});

/**
 * The file with this name, either this tab's or one that the user keeps.
 * @param {string} name @param {Slot} [slot] @returns {Promise<StoredFile | null>}
 */
export async function find(name, slot = '') {
  try {
    const key = await tabKey;
    const own = await run('readonly', (store) => store.get(key + slot));
    if (own?.name === name) return own;
    return (await run('readonly', (store) => store.get(`name ${name}`))) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a file until the user deletes it. @param {string} name @param {Source} source @param {number} memory */
export const keepFile = (name, source, memory) => put(`name ${name}`, name, source, memory);

/** @param {string} name */
export const forget = (name) => run('readwrite', (store) => store.delete(`name ${name}`));

/** The files that the user keeps, by name. @returns {Promise<StoredFile[]>} */
export const keptFiles = () => run('readonly', (store) => store.getAll(IDBKeyRange.bound('name ', 'name!', false, true))).catch(() => []);

/** Deletes the data of closed tabs. */
export async function sweep() {
  try {
    const away = async () => {
      const keys = /** @type {string[]} */ (
        await run('readonly', (store) => store.getAllKeys(IDBKeyRange.bound('tab ', 'tab!', false, true)))
      );
      const locks = (await navigator.locks.query()).held ?? [];
      return keys.filter((key) => !locks.some(({ name }) => name === lockOf(key)));
    };
    const first = await away();
    if (first.length === 0) return;
    await pause(reloading);
    const still = new Set(await away());
    for (const key of first) if (still.has(key)) await run('readwrite', (store) => store.delete(key));
  } catch {
    // Without storage there is nothing to delete.
  }
}
