// SPDX-License-Identifier: MIT
// @ts-check
// Finds a model among the user's files: a folder in the format of the Hugging Face library (config.json, tokenizer, safetensors, perhaps in
// shards), a zip of one, or a single .gguf. Reads only names, and the directory of a zip.

import { ProblemError } from '../../base/problem.js';
import { tr } from '../../base/language.js';
import { inOrder, stepNamed } from './step_names.js';

/** @typedef {{name: string, blob: Blob}} Part a named file of a model. Its bytes are read in ranges on demand */

/** The tokenizer's files if there is no tokenizer.json. */
export const olderTokenizers = [
  'vocab.txt',
  'vocab.json',
  'merges.txt',
  'spiece.model',
  'tokenizer.model',
  'sentencepiece.bpe.model',
  'spm.model',
  'source.spm',
  'target.spm',
];
/** Files that describe the model or its tokenizer. Weights are recognised by their extension. */
const described = new Set([
  'config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'special_tokens_map.json',
  'added_tokens.json',
  ...olderTokenizers,
  'preprocessor_config.json',
  'processor_config.json',
  'generation_config.json',
  'modules.json',
  'config_sentence_transformers.json',
  'chat_template.jinja',
]);
/** sentence-transformers names this file by the architecture, such as sentence_bert_config.json. */
const sentence = /^sentence_[\w-]+_config\.json$/;
const weights = /\.(safetensors|gguf)$|\.(safetensors|bin)\.index\.json$|^pytorch_model.*\.bin$|\.(pt|pth|ckpt)$/i;
/**
 * Files with the extension of weights that are none: projectors, importance matrices, adapters, a trainer's state
 * (src/model/files/shards.cpp).
 */
const helpers = /mmproj|imatrix|^(adapter_|optimizer|scheduler|rng_state|training_args|scaler)|^\./i;
/** Whether a file name is one of weights. @param {string} name */
export const isWeights = (name) => /\.(safetensors|gguf|bin|pt|pth|ckpt)$/i.test(name) && weights.test(name) && !helpers.test(name);
/** A graph of operations, which cannot be read. It explains why a folder has no weights. */
const graph = /\.onnx$/i;
const nothing =
  /^(models?|(pytorch|ggml|saved|my)[-_]model|(checkpoints?|ckpt|(global_)?step|iter|epoch)([-_]?\d+)?|snapshots?|[\da-f]{7,40}|main|master|refs?|blobs?|resolve|files?|data|outputs?|out|results?|runs?|exports?|exported|save|saved|final|best|last|latest|downloads?|tmp|temp|content|weights?|consolidated|)(\.(gguf|zip))?$/i;
/** Whether the name of a file or folder does not identify its model, such as "model" or "checkpoint-500". @param {string} name */
export const isUninformative = (name) => nothing.test(name.trim());
/** Maximum number of files. Enough for the shards of very large models. */
export const mostParts = 512;

/** The name of a file without its folders. @param {string} path */
const nameWithin = (path) => path.slice(path.lastIndexOf('/') + 1);

/**
 * The valid modules in a modules.json. The model's reader reports its errors.
 * @param {Blob | undefined} list @returns {Promise<{name: string, path: string}[]>} the class, and its subfolder ('' for the same folder)
 */
export async function modulesIn(list) {
  /** @type {unknown} */
  let read = null;
  try {
    read = list && list.size <= 1 << 20 && JSON.parse(await list.text());
  } catch {
    // The code that opens the model reports the error.
  }
  return (Array.isArray(read) ? read.slice(0, 64) : [])
    .map((one) => ({
      name:
        String(one?.type ?? '')
          .split('.')
          .at(-1) ?? '',
      path: String(one?.path ?? '').replace(/\/+$/, ''),
    }))
    .filter(({ path }) => path.split('/').every((step) => /^[\w.-]*$/.test(step) && !/^\.+$/.test(step)));
}

/** The shards in an index. @param {Part} index @returns {Promise<string[]>} */
export async function shardsIn({ name: place, blob }) {
  const text = await blob.text();
  let map;
  try {
    map = JSON.parse(text).weight_map;
  } catch {
    map = null;
  }
  const names = map && typeof map === 'object' ? [...new Set(Object.values(map))] : [];
  // Other names could lead to other hosts.
  if (
    names.length === 0 ||
    names.length > mostParts ||
    !names.every((name) => typeof name === 'string' && /^[\w.-]+\.(safetensors|bin)$/.test(name))
  )
    throw new ProblemError(place, tr('This index doesn’t list the parts of the weights.'), tr('Download the model again.'));
  return /** @type {string[]} */ (names);
}

/** The folder of a file, with a slash at its end. @param {string} path */
const folderOf = (path) => path.slice(0, path.lastIndexOf('/') + 1);
/** @param {string} name */
const isPart = (name) => described.has(name) || weights.test(name) || sentence.test(name);

/** Whether files with these names are, or may be, a model, because they include weights or a config. @param {string[]} names */
export function isModelFolder(names) {
  const own = names.map(nameWithin);
  if (own.some((name) => /\.gguf$/i.test(name))) return true;
  // A .safetensors without a config may contain saved attention. With a config it contains weights.
  return own.includes('config.json') && own.some((name) => name !== 'config.json' && (weights.test(name) || described.has(name)));
}

/**
 * The model's files among all files.
 * @param {{path: string, blob: Blob}[]} files @returns {Promise<Part[]>} empty if they are not a model
 */
export async function partsOf(files) {
  if (!isModelFolder(files.map(({ path }) => path))) return [];
  const root = rootOf(files.map(({ path }) => path));
  return (await partsBelow(files, root)).concat(graphAmong(within(files, root)));
}

/** Files below a folder, with names from there. @param {{path: string, blob: Blob}[]} files @param {string} root */
const within = (files, root) =>
  files.filter(({ path }) => path.startsWith(root)).map(({ path, blob }) => ({ name: path.slice(root.length), blob }));

/** @param {{path: string, blob: Blob}[]} files @param {string} root the model's folder @returns {Promise<Part[]>} */
async function partsBelow(files, root) {
  const own = within(files, root);
  // Subfolders contain other checkpoints, except those of a sentence encoder's modules.
  const modules = await modulesIn(own.find(({ name }) => name === 'modules.json')?.blob);
  const folders = new Set(['', '1_Pooling', ...modules.map(({ path }) => path)]);
  return own
    .filter(({ name }) => folders.has(name.slice(0, Math.max(0, name.lastIndexOf('/')))) && isPart(nameWithin(name)))
    .slice(0, mostParts);
}

/**
 * Checkpoints of one training: their steps, and the step of the weights that open first, -1 if these have none. parts: own files; address:
 * of a folder or file.
 * @typedef {{usual: number, steps: {step: number, parts?: Part[], address?: URL}[]}} Training
 */
/** @typedef {{parts: Part[], training?: Training}} Found */

/** A checkpoint's files, and of others those that it lacks, except weights. @param {Part[]} own @param {Part[]} others */
const withShared = (own, others) => [...own, ...others.filter(({ name }) => !weights.test(name) && !own.some((one) => one.name === name))];

/**
 * A model among all files, with its checkpoints if it has at least two.
 * @param {{path: string, blob: Blob}[]} files @returns {Promise<Found>} no parts if they are not a model
 */
export async function modelIn(files) {
  const folders = new Set(files.filter(({ path }) => isWeights(nameWithin(path))).map(({ path }) => folderOf(path)));
  const found = [...folders].flatMap((folder) => {
    const step = stepNamed(nameWithin(folder.slice(0, -1)));
    return step === null ? [] : [{ step, folder }];
  });
  if (found.length < 2) return { parts: await partsOf(files) };
  const steps = await Promise.all(
    inOrder(found).map(async ({ step, folder }) => ({
      step,
      parts: (await partsBelow(files, folder)).filter(({ name }) => !helpers.test(nameWithin(name))),
    })),
  );
  const others = files.filter(({ path }) => !found.some(({ folder }) => path.startsWith(folder)));
  const root = await partsOf(others);
  if (root.some(({ name }) => isWeights(name))) return { parts: root, training: { usual: -1, steps } };
  const last = steps[steps.length - 1];
  const shared = others.map(({ path, blob }) => ({ name: nameWithin(path), blob })).filter(({ name }) => isPart(name));
  const parts = steps.reduceRight((all, one) => withShared(all, one.parts), withShared(last.parts, shared));
  return { parts, training: { usual: last.step, steps } };
}

/** For a model without weights, the first graph. @param {Part[]} own @returns {Part[]} */
function graphAmong(own) {
  if (own.some(({ name }) => weights.test(name))) return [];
  return own
    .filter(({ name }) => graph.test(name))
    .slice(0, 1)
    .map(({ name, blob }) => ({ name: nameWithin(name), blob }));
}

/** The model's folder, which has the shallowest config, modules.json or .gguf. @param {string[]} paths */
export function rootOf(paths) {
  const marks = paths.filter((path) => /^(config|modules)\.json$/.test(nameWithin(path)) || /\.gguf$/i.test(path));
  marks.sort((a, b) => a.split('/').length - b.split('/').length || a.length - b.length);
  const first = marks[0] ?? '';
  return first.slice(0, first.lastIndexOf('/') + 1);
}

/**
 * The model's files in a zip, still compressed. @param {Blob} zip
 * @returns {Promise<Found>} no parts if it contains no model
 */
export async function modelInZip(zip) {
  const { readZip } = await import('./zip.js');
  const members = await readZip(zip, (path) => isPart(nameWithin(path)));
  return modelIn(members.map(({ path, blob }) => ({ path, blob })));
}

/** All dropped files, including those in folders. @param {FileSystemEntry[]} entries @returns {Promise<{path: string, blob: Blob}[]>} */
export async function filesOf(entries) {
  const found = /** @type {{path: string, blob: Blob}[]} */ ([]);
  const waiting = [...entries];
  for (let entry = waiting.shift(); entry && found.length < mostParts * 4; entry = waiting.shift()) {
    if (entry.isDirectory) waiting.push(...(await all(/** @type {FileSystemDirectoryEntry} */ (entry).createReader())));
    else {
      const file = await new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject));
      found.push({ path: entry.fullPath.replace(/^\//, ''), blob: file });
    }
  }
  return found;
}

/** A reader lists a folder in groups of a hundred. @param {FileSystemDirectoryReader} reader @returns {Promise<FileSystemEntry[]>} */
async function all(reader) {
  const entries = /** @type {FileSystemEntry[]} */ ([]);
  for (;;) {
    const more = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (more.length === 0 || entries.length > mostParts * 4) return entries;
    entries.push(...more);
  }
}
