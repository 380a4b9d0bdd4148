// SPDX-License-Identifier: MIT
// @ts-check
// A model by its name on a hub or by an address: which files it has, without reading the large ones. A folder on any host that
// lets other pages read it will do; a name of two words (`sentence-transformers/all-MiniLM-L6-v2`) means the Hugging Face hub.

import { ProblemError } from '../boot/problem.js';
import { visible } from '../boot/visible.js';
import { tr } from '../boot/words.js';
import { announced } from '../open/download.js';
import { modulesIn, olderTokenizers, saysNothing, shardsIn } from './parts.js';

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
  'processor_config.json',
  'chat_template.jinja',
  'modules.json',
  '1_Pooling/config.json',
];
/** The same of a sentence encoder. */
const ofSentences = ['config_sentence_transformers.json', 'sentence_bert_config.json'];
/** Modules with weights of their own. */
const weighed = new Set(['Dense', 'LayerNorm']);
/** Vocabularies are long, and indexes of many parts; what is longer is neither. @param {string} name */
const mostOf = (name) => (/^(tokenizer\.json|vocab\.\w+|merges\.txt|.*\.(model|spm|index\.json))$/.test(name) ? 64 << 20 : 8 << 20);

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
  url.pathname = url.pathname
    .replace(/\/blob\//, '/resolve/')
    .replace(/\/(config\.json|(model\.safetensors|pytorch_model\.bin)(\.index\.json)?)$/, '/');
  if (!/\.(gguf|zip)$/i.test(url.pathname) && !url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** A short name for an address. @param {URL} address */
export function modelName(address) {
  const parts = address.pathname.split('/').filter(Boolean);
  const at = parts.indexOf('resolve');
  const last = parts.findLast((part) => !saysNothing(part)) ?? address.hostname;
  const name = at >= 2 ? parts.slice(at - 2, at).join('/') : last;
  try {
    return visible(decodeURIComponent(name));
  } catch {
    return visible(name);
  }
}

/** @typedef {import('../open/download.js').Download} Download */

/** @param {string} address @param {Download} download @param {RequestInit} [more] @returns {Promise<Response>} */
async function answer(address, download, more = {}) {
  try {
    return await download.fetch(address, more);
  } catch (error) {
    if (download.signal.aborted) throw error;
    throw new ProblemError(
      address,
      tr('The server did not answer, or does not let other pages read this (no CORS header).'),
      tr('Check the address and the network, or download the model and drop its folder here.'),
    );
  }
}

const isMissing = (/** @type {Response} */ { status }) => status === 404 || status === 403 || status === 401;
/** Many servers send one for every file that is missing. @param {Response} response */
const isPage = (response) => /^\s*text\/html/i.test(response.headers.get('content-type') ?? '');

/**
 * The file as a Blob, or null where there is none. @param {URL} folder @param {string} name @param {Download} download
 * @param {boolean} [needed] throws where the server refuses it, or sends a web page
 */
async function ifThere(folder, name, download, needed = false) {
  const { href } = new URL(name, folder);
  const response = await answer(href, download);
  if ((needed && isMissing(response) && response.status !== 404) || !(response.ok || isMissing(response))) throw refused(href, response);
  if (isMissing(response)) return null;
  if (!isPage(response)) return { name, blob: await download.whole(response, name, mostOf(name)) };
  await response.body?.cancel();
  if (!needed) return null;
  throw new ProblemError(
    href,
    tr('The server sends a web page (HTML) in place of this file.'),
    tr('Check the address: it is that of the folder with the files, not of a page about it.'),
  );
}

/** @param {string} address @param {{status: number, headers?: Headers}} response */
function refused(address, { status, headers }) {
  // The hub says which of the two it is.
  const code = headers?.get('x-error-code');
  if (code === 'GatedRepo')
    return new ProblemError(
      address,
      tr('This model is gated ({}): its terms have to be accepted first.', status),
      tr('Accept them on the model’s page, download its files there, and drop their folder here.'),
    );
  if (code === 'RepoNotFound')
    return new ProblemError(
      address,
      tr('There is no public model of this name.'),
      tr('Check the name: capital letters count. If it is private, download it and drop its folder here.'),
    );
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

/**
 * The size that its head announces. @param {string} address @param {Download} download
 * @param {(response: Response) => void} [refuses] is given an answer that it may not be read
 * @returns {Promise<number | null>} null: it is not there
 */
async function sizeAt(address, download, refuses) {
  const response = await answer(address, download, { method: 'HEAD' });
  if (isMissing(response) && response.status !== 404) refuses?.(response);
  if (isMissing(response)) return null;
  if (!response.ok) throw refused(address, response);
  return isPage(response) ? null : announced(response);
}

/** @param {URL} folder @param {string} name @param {Download} download @returns {Promise<{name: string, address: string, size: number | null}>} size null: it is not there */
async function remote(folder, name, download) {
  const { href } = new URL(name, folder);
  return { name, address: href, size: await sizeAt(href, download) };
}

/** Weights that are read here, the first kind that a folder has; each may have an index of parts. */
const weightFiles = ['model.safetensors', 'pytorch_model.bin'];

/**
 * The weights of a folder, and the index that names them. @param {URL} address @param {Download} download
 * @returns {Promise<{index: import('./parts.js').Part | null, large: Remote[]}>}
 */
async function weightsAt(address, download) {
  /** @type {Response | null} */
  let refusal = null;
  for (const file of weightFiles) {
    const index = await ifThere(address, `${file}.index.json`, download);
    const names = index ? await shardsIn(index) : [file];
    const large = await Promise.all(
      names.map(async (name) => {
        const { href } = new URL(name, address);
        return { name, address: href, size: await sizeAt(href, download, (response) => (refusal ??= response)) };
      }),
    );
    const missing = large.find(({ size }) => size === null);
    if (!missing) return { index, large: /** @type {Remote[]} */ (large) };
    if (refusal) throw refused(missing.address, refusal);
    if (index)
      throw new ProblemError(
        missing.address,
        tr('A part of the weights is missing: {}.', missing.name),
        tr('Check that the model was uploaded completely.'),
      );
  }
  throw await noWeights(address, download);
}

/** Why a folder has no weights. @param {URL} address @param {Download} download */
async function noWeights(address, download) {
  const has = async (/** @type {string} */ name) => (await sizeAt(new URL(name, address).href, download)) !== null;
  if (await has('adapter_config.json')) return adapter(address);
  if ((await has('onnx/model.onnx')) || (await has('model.onnx')))
    return new ProblemError(
      address.href,
      tr('This folder has ONNX files only, which no longer show which operations are attention.'),
      tr('Open the checkpoint that they were made from: it has model.safetensors or pytorch_model.bin.'),
    );
  return new ProblemError(
    address.href,
    tr('There are no weights here: neither model.safetensors nor pytorch_model.bin.'),
    tr('For other formats, convert the model first: AutoModel.from_pretrained(name).save_pretrained(folder).'),
  );
}

/** @param {URL} address */
const adapter = (address) =>
  new ProblemError(
    address.href,
    tr('This is an adapter: it changes a model that is not in this folder.'),
    tr('Merge the two with PEFT’s merge_and_unload(), then save_pretrained(), and open the result.'),
  );

/**
 * The files of a model: the small ones read, the large ones as addresses.
 * @param {URL} address of modelAddress @param {Download} download
 * @returns {Promise<{small: import('./parts.js').Part[], large: Remote[]}>}
 */
export async function filesAt(address, download) {
  if (/\.gguf$/i.test(address.pathname)) {
    /** @type {Response | null} */
    let refusal = null;
    const size = await sizeAt(address.href, download, (response) => (refusal = response));
    if (size === null) throw refused(address.href, refusal ?? { status: 404 });
    return { small: [], large: [{ name: address.pathname.slice(address.pathname.lastIndexOf('/') + 1), address: address.href, size }] };
  }
  const config = await ifThere(address, 'config.json', download, true);
  if (!config && (await sizeAt(new URL('adapter_config.json', address).href, download)) !== null) throw adapter(address);
  if (!config)
    throw new ProblemError(
      address.href,
      tr('There is no config.json here.'),
      tr('Give the address of a folder with config.json, tokenizer.json and model.safetensors, or of a .gguf file.'),
    );
  const [{ index, large }, ...others] = await Promise.all([
    weightsAt(address, download),
    ...small.map((name) => ifThere(address, name, download)),
  ]);
  const found = others.filter((part) => part !== null);
  if (!found.some(({ name }) => name === 'tokenizer.json')) {
    const older = await Promise.all(olderTokenizers.map((name) => ifThere(address, name, download)));
    found.push(...older.filter((part) => part !== null));
  }
  const modules = (await modulesIn(found.find(({ name }) => name === 'modules.json')?.blob)).filter(({ path }) => path);
  if (modules.length > 0) {
    const wanted = modules.map(({ path }) => `${path}/config.json`).filter((name) => !small.includes(name));
    const more = await Promise.all([...ofSentences, ...wanted].map((name) => ifThere(address, name, download)));
    found.push(...more.filter((part) => part !== null));
  }
  const ofModules = await Promise.all(
    modules
      .filter(({ name }) => weighed.has(name))
      .map(async ({ path }) => {
        const first = await remote(address, `${path}/model.safetensors`, download);
        return first.size === null ? remote(address, `${path}/pytorch_model.bin`, download) : first;
      }),
  );
  large.push(...ofModules.filter((one) => one.size !== null).map((one) => /** @type {Remote} */ (one)));
  return { small: [config, ...(index ? [index] : []), ...found], large };
}

/**
 * Of a folder whose files are known. @param {URL} folder @param {string[]} names @param {Download} download
 * @returns {Promise<{small: import('./parts.js').Part[], large: Remote[]}>}
 */
export async function filesNamed(folder, names, download) {
  const isLarge = (/** @type {string} */ name) => /\.(safetensors|gguf|bin)$/.test(name);
  const [parts, large] = await Promise.all([
    Promise.all(names.filter((name) => !isLarge(name)).map((name) => ifThere(folder, name, download))),
    Promise.all(names.filter(isLarge).map((name) => remote(folder, name, download))),
  ]);
  const missing = names.filter((name) => !isLarge(name)).find((_, i) => !parts[i]) ?? large.find(({ size }) => size === null)?.name;
  if (missing) throw refused(new URL(missing, folder).href, { status: 404 });
  return { small: parts.filter((part) => part !== null), large: /** @type {Remote[]} */ (large) };
}

/**
 * Fetches a large file whole. @param {Remote} remote @param {Download} download @param {(bytes: number) => void} came bytes since the last call
 * @returns {Promise<import('./parts.js').Part>}
 */
export async function fetched({ name, address, size }, download, came) {
  const response = await answer(address, download);
  if (!response.ok || !response.body) throw refused(address, response);
  const pieces = /** @type {Blob[]} */ ([]);
  let waiting = /** @type {Uint8Array<ArrayBuffer>[]} */ ([]);
  let held = 0;
  let length = 0;
  for await (const piece of download.pieces(response, name)) {
    waiting.push(piece);
    held += piece.length;
    length += piece.length;
    came(piece.length);
    // A Blob may go to the disk; bytes in an array may not.
    if (held > 16 << 20) pieces.push(new Blob(waiting)), (waiting = []), (held = 0);
  }
  if (size && length !== size && !response.headers.get('content-encoding'))
    throw new ProblemError(name, tr('The download ended after {} of {} bytes.', length, size), tr('Try again.'));
  return { name, blob: new Blob([...pieces, ...waiting]) };
}

/** No header is longer that is read before a question. */
const longestHeader = 16 << 20;

/**
 * The beginning of a large file, which says what the model is: of a .safetensors its header, of a .gguf as many bytes as are given.
 * Nothing is read behind it, whatever the server sends.
 * @param {Remote} remote @param {Download} download @param {number} most bytes of a .gguf
 * @returns {Promise<import('./worker.js').Part | null>} null: it is too long, or the server gives no ranges of a .gguf
 */
export async function headOf({ name, address, size }, download, most) {
  if (name.endsWith('.bin')) return null; // its table is at its end
  const isGguf = !name.endsWith('.safetensors');
  const response = await answer(address, download, { headers: { range: `bytes=0-${(isGguf ? most : longestHeader) - 1}` } });
  if (!response.ok || !response.body) return null;
  if (isGguf && response.status !== 206) return response.body.cancel().then(() => null);
  const pieces = /** @type {Uint8Array<ArrayBuffer>[]} */ ([]);
  let length = 0;
  let needed = isGguf ? most : 8;
  for await (const piece of download.pieces(response, name, Infinity, 0)) {
    pieces.push(piece);
    length += piece.length;
    if (!isGguf && needed === 8 && length >= 8)
      needed += Number(new DataView(await new Blob(pieces).slice(0, 8).arrayBuffer()).getBigUint64(0, true));
    if (needed > longestHeader) return null;
    if (length >= needed) break;
  }
  return { name, blob: new Blob(pieces), size };
}
