// SPDX-License-Identifier: MIT
// @ts-check
// Serves the program's files without a network, according to offline.json (docs/hosting.md).
//
// Files are stored by their hash. A page continues with the version that it started with while the next version downloads, and the next
// load uses that. Other addresses are not served or cached, so no data and nothing from another host is stored.

/**
 * The global scope of a service worker. TypeScript has its types only for projects without pages.
 * @typedef {Event & {waitUntil: (done: Promise<unknown>) => void}} LifeEvent
 * @typedef {LifeEvent & {request: Request, clientId: string, resultingClientId: string, respondWith: (response: Promise<Response>) => void}} FetchEvent
 * @typedef {object} Scope
 * @property {ServiceWorkerRegistration} registration
 * @property {{matchAll: (options: {includeUncontrolled: boolean, type: 'all'}) => Promise<{id: string}[]>}} clients
 * @property {() => Promise<void>} skipWaiting
 * @property {((type: 'fetch', listener: (event: FetchEvent) => void) => void) & ((type: 'install', listener: (event: LifeEvent) => void) => void)} addEventListener
 */
const worker = /** @type {Scope} */ (/** @type {unknown} */ (self));
const scope = worker.registration.scope;
const cacheName = `headwaters ${new URL(scope).pathname}`;

/**
 * @typedef {object} List
 * @property {string} version @property {Record<string, [hash: string, bytes: number]>} files by path
 */

/** Addresses that no server has. @param {string} name */
const key = (name) => new URL(`.offline/${name}`, scope).href;
/** Does not create the cache if it is missing. @param {string} name */
const find = (name) => caches.match(key(name), { cacheName });
/** @param {string} name @returns {Promise<string>} */
const read = async (name) => (await (await find(name))?.text()) ?? '';

/** Each client's list of files. This worker may stop and start again at any time. @type {Map<string, List | null>} */
const lists = new Map();

/** @param {string} client @param {string} text */
async function remember(client, text) {
  if (!client || !text) return;
  lists.set(client, JSON.parse(text));
  if (!(await caches.has(cacheName))) return;
  // Full storage must not delay the response. The list stays in memory, and after that the newest one applies.
  await (await caches.open(cacheName)).put(key(`client/${client}`), new Response(text)).catch(() => {});
}

/** @param {FetchEvent} event @param {boolean} isPage @returns {Promise<List | null>} */
async function listFor(event, isPage) {
  if (!isPage && lists.has(event.clientId)) return lists.get(event.clientId) ?? null;
  const text = (!isPage && (await read(`client/${event.clientId}`))) || (await read('newest'));
  const owner = isPage || event.resultingClientId ? event.resultingClientId : event.clientId;
  await remember(owner, text);
  return text ? JSON.parse(text) : null;
}

/** @param {FetchEvent} event @param {string} path @param {boolean} isPage */
async function answer(event, path, isPage) {
  const list = await listFor(event, isPage);
  const [hash] = list?.files[path] ?? [];
  const kept = hash && (await find(`file/${hash}`));
  return kept || fetch(event.request);
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  const { pathname, search } = new URL(request.url);
  const isPage = request.mode === 'navigate';
  if (search && !isPage) return;
  const path = decodeURI(pathname.slice(new URL(scope).pathname.length)) || 'index.html';
  event.respondWith(answer(event, path, isPage));
  if (isPage) event.waitUntil(renew().catch(() => {})); // no network, or the host is being updated. The next load tries again.
});

/** @param {ArrayBuffer} bytes */
const hashOf = async (bytes) =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {Cache} cache @param {string} path @param {string} hash */
async function fetchFile(cache, path, hash) {
  if (await cache.match(key(`file/${hash}`))) return;
  const response = await fetch(new URL(encodeURI(path), scope), { cache: 'no-cache' });
  const bytes = await response.arrayBuffer();
  if (!response.ok || (await hashOf(bytes)) !== hash) throw new Error(`${path} differs from the list in offline.json.`);
  const type = path.endsWith('.wasm') ? 'application/wasm' : (response.headers.get('Content-Type') ?? '');
  await cache.put(key(`file/${hash}`), new Response(bytes, { headers: { 'Content-Type': type } }));
}

/** Downloads the host's current version if it differs. It becomes active when it is complete. */
async function load() {
  const response = await fetch(new URL('offline.json', scope), { cache: 'no-cache' });
  if (!response.ok) throw new Error('The list offline.json is missing.');
  const text = await response.text();
  if (text === (await read('newest'))) return;
  /** @type {List} */
  const list = JSON.parse(text);
  if (!Array.isArray(list?.files?.['index.html'])) throw new Error('offline.json is not a list of files.');
  const cache = await caches.open(cacheName);
  try {
    for (const [path, [hash]] of Object.entries(list.files)) await fetchFile(cache, path, hash);
    await cache.put(key('newest'), new Response(text));
  } catch (error) {
    // Files that arrived before the network failed are kept for the next time. If the storage is full, they are deleted.
    if (/** @type {Error} */ (error).name === 'QuotaExceededError') await sweep(cache);
    throw error;
  }
  await sweep(cache);
}

/** The current or latest check. */
let renewing = Promise.resolve();
/**
 * The check after it, shared by all callers that arrive during a check, because the host may have changed since it started.
 * @type {Promise<void> | null}
 */
let next = null;
const renew = () => {
  next ??= renewing
    .catch(() => {})
    .then(() => {
      renewing = load();
      next = null;
      return renewing;
    });
  return next;
};

/** Deletes files that neither an open page nor a later one needs. @param {Cache} cache */
async function sweep(cache) {
  const open = new Set((await worker.clients.matchAll({ includeUncontrolled: true, type: 'all' })).map(({ id }) => key(`client/${id}`)));
  const needed = new Set([key('newest')]);
  for (const { url } of await cache.keys()) {
    const isList = url === key('newest') || open.has(url);
    if (!isList) continue;
    needed.add(url);
    const list = await (await cache.match(url))?.json(); // another tab may have deleted it
    for (const [hash] of Object.values(list?.files ?? {})) needed.add(key(`file/${hash}`));
  }
  for (const { url } of await cache.keys()) if (!needed.has(url)) await cache.delete(url);
}

worker.addEventListener('install', (event) => event.waitUntil(renew().then(() => worker.skipWaiting())));
