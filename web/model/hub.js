// SPDX-License-Identifier: MIT
// @ts-check
// A model by its name on a hub or by an address: which files it has, without reading the large ones. A folder on any host that
// lets other pages read it will do; a name of two words (`sentence-transformers/all-MiniLM-L6-v2`) means the Hugging Face hub.

import { ProblemError } from '../boot/problem.js';
import { tr } from '../boot/words.js';
import { mostParts, olderTokenizers } from './parts.js';

/** @typedef {{name: string, address: string, size: number}} Remote  size 0: the server does not tell */

const hub = 'https://huggingface.co';

/** What a folder may hold besides its weights. `config.json` has to be there; of the others as many as there are. */
const small = [
  'tokenizer.json',
  'tokenizer_config.json',
  'special_tokens_map.json',
  'added_tokens.json',
  'generation_config.json',
  'preprocessor_config.json',
  'chat_template.jinja',
  'modules.json',
  '1_Pooling/config.json',
];
const largestSmall = 64 << 20;

/**
 * The address of a model's folder (it ends with /) or of its one file.
 * @param {string} text a name on the hub, an address of a page there, or any address @param {string} base for relative addresses
 * @returns {URL}
 */
export function modelAddress(text, base) {
  const given = text.trim();
  const named = /^(?:hf:|https?:\/\/(?:www\.)?(?:huggingface\.co|hf\.co)\/)?([\w.-]+\/[\w.-]+)(?:(?:\/tree\/|@)([\w./-]+))?\/?$/.exec(
    given,
  );
  if (named && !given.startsWith('./') && !/\.gguf$/i.test(named[1])) return new URL(`${hub}/${named[1]}/resolve/${named[2] ?? 'main'}/`);
  let url;
  try {
    url = new URL(given, base);
  } catch {
    throw new ProblemError(
      given,
      tr('This is neither a model’s name nor a URL.'),
      tr('Enter a name such as “sentence-transformers/all-MiniLM-L6-v2”, or an address that begins with https://'),
    );
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new ProblemError(
      given,
      tr('A page can’t read {} addresses.', url.protocol),
      tr('Drop the model’s folder here, or enter an address that begins with https://'),
    );
  url.hash = '';
  url.pathname = url.pathname.replace(/\/blob\//, '/resolve/').replace(/\/(config\.json|model\.safetensors(\.index\.json)?)$/, '/');
  if (!/\.(gguf|zip)$/i.test(url.pathname) && !url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** A short name for an address. @param {URL} address */
export function modelName(address) {
  const parts = address.pathname.split('/').filter(Boolean);
  const at = parts.indexOf('resolve');
  const name = at >= 2 ? parts.slice(at - 2, at).join('/') : (parts[parts.length - 1] ?? address.hostname);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const asked = /** @type {const} */ ({ credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'follow' });

/** @param {string} address @param {AbortSignal} signal @param {RequestInit} [more] @returns {Promise<Response>} */
async function answer(address, signal, more = {}) {
  try {
    return await fetch(address, { ...asked, signal, ...more });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ProblemError(
      address,
      tr('The server did not answer, or does not let other pages read this (no CORS header).'),
      tr('Check the address and the network, or download the model and drop its folder here.'),
    );
  }
}

/** The file as a Blob, or null where there is none. @param {URL} folder @param {string} name @param {AbortSignal} signal */
async function ifThere(folder, name, signal) {
  const response = await answer(new URL(name, folder).href, signal);
  if (response.status === 404 || response.status === 403 || response.status === 401) return null;
  if (!response.ok) throw refused(new URL(name, folder).href, response.status);
  if (Number(response.headers.get('content-length')) > largestSmall)
    throw new ProblemError(name, tr('This file is larger than a tokenizer or a config can be.'), tr('Check the address.'));
  return { name, blob: await response.blob() };
}

/** @param {string} address @param {number} status */
function refused(address, status) {
  if (status === 401 || status === 403)
    return new ProblemError(
      address,
      tr('The server refused ({}): the model is private, or its terms have to be accepted first.', status),
      tr('Download it yourself and drop its folder here.'),
    );
  if (status === 404)
    return new ProblemError(address, tr('There is no such file on this server.'), tr('Check the name: capital letters count.'));
  return new ProblemError(address, tr('The server answered {}.', status), tr('Try again later.'));
}

/** Its size, by asking for its head. @param {string} address @param {AbortSignal} signal @returns {Promise<number | null>} null: it is not there */
async function sizeAt(address, signal) {
  const response = await answer(address, signal, { method: 'HEAD' });
  if (response.status === 404 || response.status === 401 || response.status === 403) return null;
  if (!response.ok) throw refused(address, response.status);
  return Number(response.headers.get('content-length')) || 0;
}

/**
 * The files of a model: the small ones read, the large ones as addresses.
 * @param {URL} address of modelAddress @param {AbortSignal} signal
 * @returns {Promise<{small: import('./parts.js').Part[], large: Remote[]}>}
 */
export async function filesAt(address, signal) {
  if (/\.gguf$/i.test(address.pathname)) {
    const size = await sizeAt(address.href, signal);
    if (size === null) throw refused(address.href, 404);
    return { small: [], large: [{ name: address.pathname.slice(address.pathname.lastIndexOf('/') + 1), address: address.href, size }] };
  }
  const config = await ifThere(address, 'config.json', signal);
  if (!config)
    throw new ProblemError(
      address.href,
      tr('There is no config.json here.'),
      tr('Give the address of a folder with config.json, tokenizer.json and model.safetensors, or of a .gguf file.'),
    );
  const [index, ...others] = await Promise.all([
    ifThere(address, 'model.safetensors.index.json', signal),
    ...small.map((name) => ifThere(address, name, signal)),
  ]);
  const found = others.filter((part) => part !== null);
  if (!found.some(({ name }) => name === 'tokenizer.json')) {
    const older = await Promise.all(olderTokenizers.map((name) => ifThere(address, name, signal)));
    found.push(...older.filter((part) => part !== null));
  }
  const names = index ? await shardsIn(index.blob) : ['model.safetensors'];
  const large = await Promise.all(
    names.map(async (name) => ({ name, address: new URL(name, address).href, size: await sizeAt(new URL(name, address).href, signal) })),
  );
  const missing = large.find(({ size }) => size === null);
  if (missing && !index)
    throw new ProblemError(
      address.href,
      tr('There is no model.safetensors here.'),
      tr('Models saved as pytorch_model.bin have to be converted first: AutoModel.from_pretrained(name).save_pretrained(folder).'),
    );
  if (missing)
    throw new ProblemError(
      missing.address,
      tr('A part of the weights is missing: {}.', missing.name),
      tr('Check that the model was uploaded completely.'),
    );
  return { small: [config, ...(index ? [index] : []), ...found], large: /** @type {Remote[]} */ (large) };
}

/**
 * Of a folder whose files are known. @param {URL} folder @param {string[]} names @param {AbortSignal} signal
 * @returns {Promise<{small: import('./parts.js').Part[], large: Remote[]}>}
 */
export async function filesNamed(folder, names, signal) {
  const isLarge = (/** @type {string} */ name) => /\.(safetensors|gguf)$/.test(name);
  const remote = async (/** @type {string} */ name) => ({
    name,
    address: new URL(name, folder).href,
    size: await sizeAt(new URL(name, folder).href, signal),
  });
  const [parts, large] = await Promise.all([
    Promise.all(names.filter((name) => !isLarge(name)).map((name) => ifThere(folder, name, signal))),
    Promise.all(names.filter(isLarge).map(remote)),
  ]);
  const missing = names.filter((name) => !isLarge(name)).find((_, i) => !parts[i]) ?? large.find(({ size }) => size === null)?.name;
  if (missing) throw refused(new URL(missing, folder).href, 404);
  return { small: parts.filter((part) => part !== null), large: /** @type {Remote[]} */ (large) };
}

/** @param {Blob} index @returns {Promise<string[]>} */
async function shardsIn(index) {
  const text = await index.text();
  let map;
  try {
    map = JSON.parse(text).weight_map;
  } catch {
    map = null;
  }
  const names = map && typeof map === 'object' ? [...new Set(Object.values(map))] : [];
  // A name that leads elsewhere would make the page ask other hosts.
  if (
    names.length === 0 ||
    names.length > mostParts ||
    !names.every((name) => typeof name === 'string' && /^[\w.-]+\.safetensors$/.test(name))
  )
    throw new ProblemError(
      'model.safetensors.index.json',
      tr('This index does not name the parts of the weights.'),
      tr('Download the model again.'),
    );
  return /** @type {string[]} */ (names);
}

/**
 * Fetches a large file whole. @param {Remote} remote @param {AbortSignal} signal @param {(bytes: number) => void} came bytes since the last call
 * @returns {Promise<import('./parts.js').Part>}
 */
export async function fetched({ name, address, size }, signal, came) {
  const response = await answer(address, signal);
  if (!response.ok || !response.body) throw refused(address, response.status);
  const pieces = /** @type {Blob[]} */ ([]);
  let waiting = /** @type {Uint8Array<ArrayBuffer>[]} */ ([]);
  let held = 0;
  let length = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    waiting.push(/** @type {Uint8Array<ArrayBuffer>} */ (value));
    held += value.length;
    length += value.length;
    came(value.length);
    // A Blob may go to the disk; bytes in an array may not.
    if (held > 16 << 20) pieces.push(new Blob(waiting)), (waiting = []), (held = 0);
  }
  if (size && length !== size && !response.headers.get('content-encoding'))
    throw new ProblemError(name, tr('The download ended after {} of {} bytes.', length, size), tr('Try again.'));
  return { name, blob: new Blob([...pieces, ...waiting]) };
}

/** No header is longer. */
const longestHeader = 100 << 20;

/**
 * What can be looked into before it is fetched whole, also from a server that gives no ranges: such a one is left as soon as the
 * header of a .safetensors file has come.
 * @param {Remote} remote @param {AbortSignal} signal @returns {Promise<import('./worker.js').Part | null>} null: its header cannot be had by itself
 */
export async function headOf(remote, signal) {
  const { name, address, size } = remote;
  const leave = new AbortController();
  signal.addEventListener('abort', () => leave.abort(), { signal: leave.signal });
  const response = await answer(address, leave.signal, { headers: { range: 'bytes=0-7' } });
  try {
    if (response.status === 206) return remote; // the worker reads what it needs
    if (!response.ok || !response.body || !name.endsWith('.safetensors')) return null;
    const pieces = /** @type {Uint8Array<ArrayBuffer>[]} */ ([]);
    let length = 0;
    let needed = 8;
    for (const reader = response.body.getReader(); length < needed; ) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(/** @type {Uint8Array<ArrayBuffer>} */ (value));
      length += value.length;
      if (needed === 8 && length >= 8)
        needed += Number(new DataView(await new Blob(pieces).slice(0, 8).arrayBuffer()).getBigUint64(0, true));
      if (needed > longestHeader) return null;
    }
    return { name, blob: new Blob(pieces), size };
  } finally {
    leave.abort();
  }
}
