// SPDX-License-Identifier: MIT
// Splits the models' module in two by running it (cmake/WebModules.cmake calls this after linking it):
//
//   node split_by_run.mjs NAME.wasm WASM_SPLIT LEVEL FOLDER...
//
// NAME.first.wasm gets the functions that are called while the model of each folder is opened and its first texts are run, and
// NAME.later.wasm all others. These are code that no such model needs, questions about a run, and reasons for refusals. A call to one of
// them before the second part is there fetches it (web/worker/later_code.js), so the folders only decide how much is fetched, never the
// results. Each model is opened a second time as an encoder of sentences with 32-bit weights, like most models on a hub that are small
// enough for a tab.
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { inTwo, instanceOf, instrumented, profileOf } from './split_module.mjs';
import { put } from '../../web/worker/pump.js';
import { requestBytes, runRequest } from '../../web/model/run/requests.js';
import { textList } from '../../web/worker/messages.js';

/** @typedef {{name: string, bytes: Uint8Array}} File */

/** Typed one after the other. The first one has no masked word, the last ones are short, empty and long. */
const texts = [
  'The keys to the cabinet are on the table.',
  'the keys to the cabinet [MASK] on the table',
  'the key to the cabinets [MASK] on the table',
  'the dogs that the girl [MASK] sleep',
  'the doctor near the old gardens [MASK] very happy, and the letters [MASK] long',
  "It is 9 o'clock, isn't [MASK]?",
  '[MASK]',
  'the',
  '',
  `${'the farmers like the cat . '.repeat(9)}the cat [MASK] old`,
];

/** Converts a number of 16 bits to 32. @param {number} bits */
function widened(bits) {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits & 0x8000 ? -size : size;
}

/** Converts the F16 tensors of safetensors to F32. @param {Uint8Array} bytes @returns {Uint8Array} */
export function inFullPrecision(bytes) {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = 8 + Number(given.readBigUInt64LE());
  /** @type {Record<string, {dtype: string, data_offsets: [number, number]}>} */
  const header = JSON.parse(given.toString('utf8', 8, start));
  const data = [];
  let at = 0;
  for (const [name, tensor] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    const stored = given.subarray(start + tensor.data_offsets[0], start + tensor.data_offsets[1]);
    if (tensor.dtype !== 'F16') throw new Error(`${name} is stored as ${tensor.dtype}`);
    const wide = Buffer.alloc(2 * stored.length);
    for (let i = 0; i < stored.length; i += 2) wide.writeFloatLE(widened(stored.readUInt16LE(i)), 2 * i);
    Object.assign(tensor, { dtype: 'F32', data_offsets: [at, at + wide.length] });
    at += wide.length;
    data.push(wide);
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, ...data]);
}

/** The same as an encoder of sentences. @param {File[]} files @returns {File[]} */
const asEncoder = (files) =>
  files.map(({ name, bytes }) => {
    if (name === 'config.json')
      return {
        name,
        bytes: Buffer.from(
          JSON.stringify({
            ...JSON.parse(Buffer.from(bytes).toString()),
            architectures: ['BertModel'],
            hidden_act: 'gelu',
            dtype: 'float32',
          }),
        ),
      };
    return { name, bytes: name.endsWith('.safetensors') ? inFullPrecision(bytes) : bytes };
  });

/**
 * Opens a model and runs the texts, with the page's requests (web/model/worker.js). @param {any} module @param {(files: File[]) => void} give @param {File[]} files
 */
function run(module, give, files) {
  const call = (/** @type {import('../../web/model/run/requests.js').Request} */ request) => {
    if (module._hw_model_begin(put(module, requestBytes(request))) === 1) while (module._hw_model_step() === 1) module._hw_model_done();
    module._hw_model_call(1, put(module, requestBytes(request)));
  };
  give(files);
  const parts = files.map(({ name, bytes }) => ({ name, size: bytes.length }));
  for (const what of /** @type {const} */ (['look', 'open'])) call({ call: what, name: 'model', parts });
  for (const text of texts) {
    // During typing, and at rest.
    for (const isSettled of [false, true]) call(runRequest({ text }, { document: 1, name: 'Masked word, small', isSettled }));
    call({ call: 'says', recipe: { text } });
  }
}

/** @param {string[]} words */
async function main([wasm, split, level, ...folders]) {
  const noting = instrumented(wasm, split);
  try {
    /** @type {File[]} */
    let parts = [];
    const instance = await instanceOf(wasm.replace(/\.wasm$/, '.js'), noting, {
      readPart: (/** @type {number} */ part, /** @type {number} */ offset, /** @type {Uint8Array} */ into) => {
        into.set(parts[part].bytes.subarray(offset, offset + into.length));
        return true;
      },
      onReply: () => {},
      onRefused: (/** @type {number} */ _, /** @type {string} */ problem) => {
        throw new Error(`It refuses what it is split by: ${problem}`);
      },
      onProgress: () => {},
    });
    const { module } = instance;
    module._hw_words(put(module, textList([])));
    for (const folder of folders) {
      const files = readdirSync(folder).map((name) => ({ name, bytes: /** @type {Uint8Array} */ (readFileSync(join(folder, name))) }));
      for (const some of [files, asEncoder(files)])
        run(
          module,
          (given) => {
            parts = given;
          },
          some,
        );
    }
    inTwo(wasm, split, level, profileOf(instance));
  } finally {
    rmSync(noting, { force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));
