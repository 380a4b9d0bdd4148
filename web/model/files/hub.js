// SPDX-License-Identifier: MIT
// @ts-check
// Finds the files of a model by its name on a hub or by an address, without downloading the large ones. A folder works on any host that
// allows other sites. A name of two words (`sentence-transformers/all-MiniLM-L6-v2`) means the Hugging Face hub.

import { answer, ifThere, isPage, refused, remote, sizeAt } from './hub_files.js';
import { isWeights, modulesIn, mostParts, olderTokenizers, isUninformative, shardsIn } from './parts.js';
import { ProblemError } from '../../base/problem.js';
import { visible } from '../../base/visible.js';
import { tr } from '../../base/language.js';
import { bytesText } from '../../fetch/download.js';

/** @typedef {import('./hub_files.js').Remote} Remote */
/** @typedef {import('../../fetch/download.js').Download} Download */

const hub = 'https://huggingface.co';

/** Files of a folder besides its weights. `config.json` is required, the others are optional. */
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
/** The same for a sentence encoder. */
const ofSentences = ['config_sentence_transformers.json', 'sentence_bert_config.json'];
/** Modules with their own weights. */
const weighed = new Set(['Dense', 'LayerNorm']);
/** Ends the address of a file. */
const fileEnding = /\.(gguf|zip|safetensors|bin|pt|pth|ckpt)$/i;

/**
 * The address of a model's folder (ends with /) or of its only file.
 * @param {string} text a name on the hub, the address of a page there, or any other address @param {string} base for relative addresses
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
      tr('This is not a model name or URL.'),
      tr('Enter a name such as “sentence-transformers/all-MiniLM-L6-v2”, or a URL that starts with https://'),
    );
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new ProblemError(
      given,
      tr('Web pages can’t read {} URLs.', url.protocol),
      tr('Drop the model’s folder here, or enter a URL that starts with https://'),
    );
  url.hash = '';
  url.pathname = url.pathname
    .replace(/\/blob\//, '/resolve/')
    .replace(/\/(config\.json|(model\.safetensors|pytorch_model\.bin)(\.index\.json)?)$/, '/');
  if (!fileEnding.test(url.pathname) && !url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** A short name for an address. @param {URL} address */
export function modelName(address) {
  const parts = address.pathname.split('/').filter(Boolean);
  const at = parts.indexOf('resolve');
  const last = parts.findLast((part) => !isUninformative(part)) ?? address.hostname;
  const name = at >= 2 ? parts.slice(at - 2, at).join('/') : last;
  try {
    return visible(decodeURIComponent(name));
  } catch {
    return visible(name);
  }
}

/** Supported names of weights. The first in a folder is used. Each may have an index of shards. */
const weightFiles = ['model.safetensors', 'pytorch_model.bin'];

/** A file of weights, or all shards if the name has their number ("x-00001-of-00003.gguf"). @param {string} name @returns {string[]} */
function shardsOf(name) {
  const [, stem, count, ending] = /^(.+)-00001-of-(\d{5})(\.\w+)$/.exec(name) ?? [];
  const all = Math.min(Number(count ?? 0), mostParts);
  return all === 0 ? [name] : Array.from({ length: all }, (_, i) => `${stem}-${String(i + 1).padStart(5, '0')}-of-${count}${ending}`);
}

/** Weights by the name of their only file or first shard. @param {URL} file @param {Download} download @returns {Promise<Remote[]>} */
async function weightsNamed(file, download) {
  const folder = new URL('.', file);
  const own = decodeURIComponent(file.pathname.slice(file.pathname.lastIndexOf('/') + 1));
  return Promise.all(
    shardsOf(own).map(async (name) => {
      const href = name === own ? file.href : new URL(encodeURIComponent(name), folder).href;
      /** @type {Response | null} */
      let refusal = null;
      const size = await sizeAt(href, download, (response) => {
        refusal = response;
      });
      if (size === null) throw refused(href, refusal ?? { status: 404 });
      return { name, address: href, size };
    }),
  );
}

/**
 * Weights under other names, if the server lists a folder, as hubs do. A single candidate is used. With several the user must choose.
 * @param {URL} address @param {Download} download @returns {Promise<Remote[] | null>} null if none are listed
 */
async function weightsListed(address, download) {
  const [, name, revision, below] = /^\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.*)$/.exec(address.pathname) ?? [];
  if (!name) return null;
  const response = await answer(`${address.origin}/api/models/${name}/tree/${revision}/${below}`.replace(/\/$/, ''), download);
  if (!response.ok || isPage(response)) return response.body?.cancel().then(() => null) ?? null;
  let listed;
  try {
    listed = JSON.parse(await (await download.whole(response, 'tree', 8 << 20)).text());
  } catch {
    return null;
  }
  const found = (Array.isArray(listed) ? listed : [])
    .map((one) => ({ name: String(one?.path ?? '').slice(decodeURIComponent(below).length), size: Number(one?.size) || 0 }))
    .filter((one) => !one.name.includes('/') && isWeights(one.name))
    .slice(0, mostParts);
  const first = found.filter((one) => !/-of-\d{5}\.\w+$/.test(one.name) || /-00001-of-/.test(one.name));
  if (first.length === 0) return null;
  if (first.length === 1) return weightsNamed(new URL(encodeURIComponent(first[0].name), address), download);
  const sizeOf = (/** @type {string} */ name) =>
    shardsOf(name).reduce((sum, part) => sum + (found.find((one) => one.name === part)?.size ?? 0), 0);
  const texts = first.map((one) => `${visible(one.name)} (${bytesText(sizeOf(one.name))})`);
  throw new ProblemError(
    address.href,
    tr('Several files could be the model’s weights: {}.', texts.join(', ')),
    tr('Open one by name.'),
    'weights',
    first.flatMap((one, i) => [one.name, texts[i]]),
  );
}

/**
 * The weights of a folder, and their index. @param {URL} address @param {Download} download
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
        return {
          name,
          address: href,
          size: await sizeAt(href, download, (response) => {
            refusal ??= response;
          }),
        };
      }),
    );
    const missing = large.find(({ size }) => size === null);
    if (!missing) return { index, large: /** @type {Remote[]} */ (large) };
    if (refusal) throw refused(missing.address, refusal);
    if (index)
      throw new ProblemError(missing.address, tr('Weights are missing: {}.', missing.name), tr('Check that the upload is complete.'));
  }
  const large = await weightsListed(address, download);
  if (large) return { index: null, large };
  throw await noWeights(address, download);
}

/** The reason why a folder has no weights. @param {URL} address @param {Download} download */
async function noWeights(address, download) {
  const has = async (/** @type {string} */ name) => (await sizeAt(new URL(name, address).href, download)) !== null;
  if (await has('adapter_config.json')) return adapter(address);
  if ((await has('onnx/model.onnx')) || (await has('model.onnx')))
    return new ProblemError(
      address.href,
      tr('ONNX files don’t show which operations are attention.'),
      tr('Open the original checkpoint (model.safetensors or pytorch_model.bin).'),
    );
  return new ProblemError(
    address.href,
    tr('No weights found (model.safetensors or pytorch_model.bin).'),
    tr('Convert other formats with AutoModel.from_pretrained(name).save_pretrained(folder).'),
  );
}

/** @param {URL} address */
const adapter = (address) =>
  new ProblemError(
    address.href,
    tr('This adapter’s base model is not in this folder.'),
    tr('Merge both with PEFT’s merge_and_unload(), then save_pretrained(), and open the result.'),
  );

/**
 * The files of a model. Reads the small ones; the large ones stay addresses.
 * @param {URL} address from modelAddress @param {Download} download @param {boolean} [isStep] one of several checkpoints, which may have no
 * config
 * @returns {Promise<{small: import('./parts.js').Part[], large: Remote[]}>}
 */
export async function filesAt(address, download, isStep = false) {
  if (/\.gguf$/i.test(address.pathname)) return { small: [], large: await weightsNamed(address, download) };
  const named = fileEnding.test(address.pathname) ? await weightsNamed(address, download) : null;
  if (named) address = new URL('.', address);
  const config = await ifThere(address, 'config.json', download, !isStep);
  if (!config && (await sizeAt(new URL('adapter_config.json', address).href, download)) !== null) throw adapter(address);
  const alone = config || isStep ? null : await weightsListed(address, download);
  if (alone?.[0].name.endsWith('.gguf')) return { small: [], large: alone };
  if (!config && !isStep)
    throw new ProblemError(
      address.href,
      tr('config.json is missing.'),
      tr('Enter the URL of a .gguf file, or of a folder with config.json, tokenizer.json and model.safetensors.'),
    );
  const [{ index, large }, ...others] = await Promise.all([
    named ? { index: null, large: named } : weightsAt(address, download),
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
  return { small: [...(config ? [config] : []), ...(index ? [index] : []), ...found], large };
}

/**
 * For a folder whose files are known. @param {URL} folder @param {string[]} names @param {Download} download
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
