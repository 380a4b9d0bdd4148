// SPDX-License-Identifier: MIT
// @ts-check
// Keeps files from the user across a reload: in the browser's own storage on this machine, as long as
// their tab is open or, if the user asked to keep them, until they are forgotten. Nothing here
// may fail an opening: if a file cannot be kept, the reason is reported and the opening goes on.

import { tr } from '../base/words.js';

/** @typedef {import('./stream.js').Source} Source */
/**
 * @typedef {object} Kept
 * @property {string} key  "tab ID" of the tab that has it open, "tab ID list" for its data set's list, "tab ID pictures", or "name NAME" if it stays
 * @property {string} name @property {Blob} source @property {number} memory as it was opened with
 * @property {number} when milliseconds
 */

/** Copying more than this aside takes longer than giving the file again. */
const largest = 2 ** 29;
/** A tab that reloads is away for less. */
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

/** @typedef {'' | ' list'} Slot  what is held for a tab: the file that is open, or the list of its data set */

/** A tab holds one lock for all that is held for it. */
const lockOf = (/** @type {string} */ key) => `headwaters ${key.replace(/ (list|pictures)$/, '')}`;
const pause = (/** @type {number} */ milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** True once this page holds the lock of a tab; it does so to its end. @param {string} key */
const hold = (key) =>
  new Promise((resolve) => {
    if (!navigator.locks) return resolve(true);
    const held = (/** @type {Lock | null} */ lock) => {
      resolve(Boolean(lock));
      return lock ? new Promise(() => {}) : undefined;
    };
    navigator.locks.request(lockOf(key), { ifAvailable: true }, held).catch(() => resolve(true));
  });

/** The key of this tab. A tab that was duplicated gets one of its own, with the same file. */
const tabKey = (async () => {
  const before = sessionStorage.getItem('headwaters-tab');
  for (let tries = 0; before && tries < 5; ++tries) {
    if (await hold(before)) return before;
    await pause(150); // the page before the reload may not be gone yet
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

/** What came last goes last: an older file must not overwrite a newer one. */
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

/** @param {string} key @param {string} name @param {Source} source @param {number} memory @returns {Promise<string>} why not, or '' */
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
 * Holds the file, or the list, that is open in this tab, so that a reload finds it, in place of the one before.
 * @param {string} name @param {Source} source @param {number} memory @param {Slot} [slot]
 * @returns {Promise<string>} why it cannot, or ''
 */
export const holdForTab = (name, source, memory, slot = '') =>
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

/** Holds the pictures that were given for patches, in place of those before. @param {[string, Blob][]} pictures */
export const holdPictures = (pictures) =>
  inTurn(async () => {
    const key = `${await tabKey} pictures`;
    await run('readwrite', (store) => store.put({ key, name: '', source: new Blob(), memory: 0, when: Date.now(), pictures }));
  }).catch(() => {});

/** @returns {Promise<[string, Blob][]>} */
export async function heldPictures() {
  try {
    const key = `${await tabKey} pictures`;
    return (await run('readonly', (store) => store.get(key)))?.pictures ?? [];
  } catch {
    return [];
  }
}

/** Nothing given by hand is open in this tab any more. */
export const releaseTab = () =>
  inTurn(async () => {
    const key = await tabKey;
    await run('readwrite', (store) => store.delete(key));
  }).catch(() => {});

/**
 * The file of that name: this tab's own, else one that stays.
 * @param {string} name @param {Slot} [slot] @returns {Promise<Kept | null>}
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

/** Keeps a file until it is forgotten. @param {string} name @param {Source} source @param {number} memory */
export const stay = (name, source, memory) => put(`name ${name}`, name, source, memory);

/** @param {string} name */
export const forget = (name) => run('readwrite', (store) => store.delete(`name ${name}`));

/** Those that stay, by name. @returns {Promise<Kept[]>} */
export const staying = () => run('readonly', (store) => store.getAll(IDBKeyRange.bound('name ', 'name!', false, true))).catch(() => []);

/** Deletes what tabs held that are closed now. */
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
    // Where nothing is kept, nothing is left behind.
  }
}
