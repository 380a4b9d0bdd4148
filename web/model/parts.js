// SPDX-License-Identifier: MIT
// @ts-check
// Which of the files that a user gave are a model: a folder as the Hugging Face library writes it (config.json, tokenizer,
// safetensors, perhaps in shards), a zip of one, or a single .gguf. Nothing is read here but names, and the directory of a zip.

import { readZip } from './zip.js';

/** @typedef {{name: string, blob: Blob}} Part a named file of a model; its bytes are read in ranges, when they are needed */

/** Where there is no tokenizer.json. */
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
/** Files that say how a model is built or how its text is split; weights are told by their endings. */
const described = new Set([
  'config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'special_tokens_map.json',
  'added_tokens.json',
  ...olderTokenizers,
  'preprocessor_config.json',
  'generation_config.json',
  'modules.json',
  'config_sentence_transformers.json',
  'chat_template.jinja',
  '1_Pooling/config.json',
]);
const weights = /\.(safetensors|gguf)$|\.(safetensors|bin)\.index\.json$|^pytorch_model.*\.bin$|\.(pt|pth|ckpt)$/i;
/** A graph of operations, which cannot be read; it is why a folder has no weights. */
const graph = /\.onnx$/i;
const nothing =
  /^(models?|(pytorch|ggml|saved|my)[-_]model|checkpoints?([-_]\d+)?|snapshots?|[\da-f]{7,40}|main|master|refs?|blobs?|resolve|files?|data|outputs?|out|results?|runs?|exports?|exported|save|saved|final|best|last|latest|downloads?|tmp|temp|content|weights?|consolidated|)(\.(gguf|zip))?$/i;
/** Whether a name of a file or folder says nothing of the model in it: "model", "checkpoint-500". @param {string} name */
export const saysNothing = (name) => nothing.test(name.trim());
/** As many files as a checkpoint has in practice: shards of very large models. */
export const mostParts = 512;

/** The name within its model: without the folder that it came in. @param {string} path */
function nameWithin(path) {
  const pooling = /(?:^|\/)(1_Pooling\/config\.json)$/.exec(path);
  return pooling ? pooling[1] : path.slice(path.lastIndexOf('/') + 1);
}

/** @param {string} name */
const isPart = (name) => described.has(name) || weights.test(name);

/** Whether files of these names are, or may be, a model: weights of one, or its config. @param {string[]} names */
export function looksLikeModel(names) {
  const own = names.map(nameWithin);
  if (own.some((name) => /\.gguf$/i.test(name))) return true;
  // A .safetensors by itself may be attention that somebody saved; beside a config it holds weights.
  return own.includes('config.json') && own.some((name) => name !== 'config.json' && (weights.test(name) || described.has(name)));
}

/**
 * The parts of a model among files. @param {{path: string, blob: Blob}[]} files @returns {Part[]} empty: they are none
 */
export function partsOf(files) {
  if (!looksLikeModel(files.map(({ path }) => path))) return [];
  const root = rootOf(files.map(({ path }) => path));
  // Folders below have other checkpoints.
  const inside = files.filter(({ path }) => path.startsWith(root) && path.slice(root.length) === nameWithin(path));
  return inside
    .map(({ path, blob }) => ({ name: nameWithin(path), blob }))
    .filter(({ name }) => isPart(name))
    .slice(0, mostParts)
    .concat(graphAmong(files, inside));
}

/** Of a model without weights the first graph. @param {{path: string, blob: Blob}[]} files @param {{path: string}[]} inside @returns {Part[]} */
function graphAmong(files, inside) {
  if (inside.some(({ path }) => weights.test(nameWithin(path)))) return [];
  return files
    .filter(({ path }) => graph.test(path))
    .slice(0, 1)
    .map(({ path, blob }) => ({ name: nameWithin(path), blob }));
}

/** The folder that the model is in: that of the shallowest config or .gguf. @param {string[]} paths */
export function rootOf(paths) {
  const marks = paths.filter((path) => nameWithin(path) === 'config.json' || /\.gguf$/i.test(path));
  marks.sort((a, b) => a.split('/').length - b.split('/').length || a.length - b.length);
  const first = marks[0] ?? '';
  return first.slice(0, first.lastIndexOf('/') + 1);
}

/**
 * The parts of a model in a zip, still packed where they were packed. @param {Blob} zip
 * @returns {Promise<Part[]>} empty: it holds none
 */
export async function partsOfZip(zip) {
  const members = await readZip(zip, (path) => isPart(nameWithin(path)));
  return members.length > 0 ? partsOf(members.map(({ path, blob }) => ({ path, blob }))) : [];
}

/**
 * All files of what was dropped, folders opened. @param {FileSystemEntry[]} entries @returns {Promise<{path: string, blob: Blob}[]>}
 */
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

/** A reader gives a folder in pieces of a hundred. @param {FileSystemDirectoryReader} reader @returns {Promise<FileSystemEntry[]>} */
async function all(reader) {
  const entries = /** @type {FileSystemEntry[]} */ ([]);
  for (;;) {
    const more = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (more.length === 0 || entries.length > mostParts * 4) return entries;
    entries.push(...more);
  }
}
