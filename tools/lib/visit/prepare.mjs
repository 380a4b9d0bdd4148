// SPDX-License-Identifier: MIT
// Precomputes the models' module's answers about the example that the page opens with (web/model/given/prepared.js shows them):
//
//   node tools/lib/visit/prepare.mjs ID   writes web/models/ID.json
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { instanceOf } from '../split_module.mjs';
import { siteTables } from '../words.mjs';
import { exampleIn } from '../../../web/make/made_example.js';
import { moduleTexts, setTexts } from '../../../web/base/language.js';
import { put } from '../../../web/worker/pump.js';
import { requestBytes, runRequest } from '../../../web/model/run/requests.js';
import { textList } from '../../../web/worker/messages.js';
import { groupsText, wordsOf } from '../../../web/model/run/word_tests.js';
import { testable } from '../../../web/model/sheets/why_rows.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const index = join(root, 'web/models/index.json');
/** As many as Why measures for this few words. */
const layers = 5;

/** @param {string} id of a model that comes with the page @returns {Promise<import('../../../web/model/given/prepared.js').Prepared>} */
export async function prepared(id) {
  const { files, examples } = JSON.parse(readFileSync(index, 'utf8')).find((/** @type {{id: string}} */ row) => row.id === id);
  const parts = files.map((/** @type {string} */ name) => ({ name, bytes: readFileSync(join(root, 'web/models', id, name)) }));
  /** @type {any} */
  let reply = null;
  const wasm = join(root, 'build/wasm/model.wasm');
  const { module } = await instanceOf(wasm.replace(/\.wasm$/, '.js'), wasm, {
    readPart: (/** @type {number} */ part, /** @type {number} */ offset, /** @type {Uint8Array} */ into) => {
      into.set(parts[part].bytes.subarray(offset, offset + into.length));
      return true;
    },
    onReply: (/** @type {number} */ _, /** @type {string} */ result, /** @type {any} */ bytes) => {
      reply = { result: JSON.parse(result), bytes };
    },
    onRefused: (/** @type {number} */ _, /** @type {string} */ problem) => {
      throw new Error(problem);
    },
    onProgress: () => {},
  });
  const call = (/** @type {import('../../../web/model/run/requests.js').Request} */ request) => {
    if (module._hw_model_begin(put(module, requestBytes(request))) === 1) while (module._hw_model_step() === 1) module._hw_model_done();
    module._hw_model_call(1, put(module, requestBytes(request)));
    return reply;
  };
  const speak = (/** @type {string} */ language) => {
    const table = language === 'en' ? '{}' : (siteTables(root, language).get(`languages/${language}.words.json`) ?? '{}');
    setTexts(language, JSON.parse(table));
    module._hw_words(put(module, textList(moduleTexts() ?? [])));
  };
  speak('en');
  const about = call({ call: 'open', name: id, parts: parts.map(({ name, bytes }) => ({ name, size: bytes.length })) }).result;
  const recipe = { text: examples[0] };
  const { result: run, bytes } = call(runRequest(recipe, { name: id }));
  const example = Buffer.from(exampleIn(bytes)).toString('base64');
  const groups = groupsText(testable(wordsOf(run.pieces), run.pieces, run.says.position, { isCausal: run.says.kind === 'next' }));
  const asked = { by: '', groups, measure: 'yes', layers };
  const why = () => call({ call: 'ask', question: 'why', arguments: asked, recipe }).result;
  const answers = [{ question: 'why', arguments: asked, answer: why() }];
  speak('de');
  const { sentences } = why();
  return { about, recipe, example, run, answers, sentences: { de: sentences } };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [id] = process.argv.slice(2);
  writeFileSync(join(root, `web/models/${id}.json`), `${JSON.stringify(await prepared(id))}\n`);
}
