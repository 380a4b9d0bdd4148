// Models that a site hosts next to the page. Checks the files and the list of tools/site.mjs, with dummy files instead of weights.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { addModels } from '../../tools/lib/models.mjs';
import { offlineList } from '../../tools/lib/offline_list.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'headwaters-models-'));
after(() => rmSync(room, { recursive: true, force: true }));

/** A folder with these files. @param {string} name @param {Record<string, string>} files */
function folder(name, files) {
  mkdirSync(join(room, name));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(room, name, file), text);
  return join(room, name);
}
const minilm = folder('minilm', {
  'config.json': '{}',
  'tokenizer.json': '{}',
  'tokenizer_config.json': '{}',
  'model.safetensors': 'weights',
  'LICENSE.txt': 'Apache',
});
const smollm2 = folder('smollm2', { 'SmolLM2-135M-Instruct.Q4_1.gguf': 'GGUF', 'LICENSE.txt': 'Apache' });

/** A site in memory. */
function site() {
  const index = readFileSync(join(root, 'web/models/index.json'));
  const files = new Map([['models/index.json', index]]);
  return {
    files,
    read: (/** @type {string} */ to) => /** @type {Buffer} */ (files.get(to)),
    write: (/** @type {string | Uint8Array} */ content, /** @type {string} */ to) => void files.set(to, Buffer.from(content)),
    copy: (/** @type {string} */ from, /** @type {string} */ to) => void files.set(to, readFileSync(from)),
  };
}

test('a hosted model has its files, its licence and a row behind those that come with the page', () => {
  const made = site();
  const before = JSON.parse(made.read('models/index.json').toString());
  addModels(made, [`minilm=${minilm}`, `smollm2=${smollm2}`]);
  const rows = JSON.parse(made.read('models/index.json').toString());
  assert.deepEqual(rows.slice(0, before.length), before);
  const [first, second] = rows.slice(before.length);
  assert.deepEqual([first.id, second.id], ['minilm', 'smollm2']);
  for (const { id, files, bytes, examples, licence } of [first, second]) {
    const sizes = files.map((/** @type {string} */ name) => made.read(`models/${id}/${name}`).length);
    assert.equal(
      bytes,
      sizes.reduce((/** @type {number} */ sum, /** @type {number} */ size) => sum + size, 0),
    );
    assert.ok(examples.length > 0 && licence === 'Apache-2.0');
    assert.equal(made.read(`models/${id}/LICENSE.txt`).toString(), 'Apache');
    // The page knows its name, in every language.
    assert.match(readFileSync(join(root, 'web/model/files/model_source.js'), 'utf8'), new RegExp(`\n {2}${id}: \\{\n`));
  }
  assert.equal(made.read('models/minilm/model.safetensors').toString(), 'weights');
});

test('nobody keeps its megabytes for use without a network, but what comes with the page', () => {
  const list = JSON.parse(
    offlineList(
      '1.0.0',
      new Map([
        ['models/minilm/model.safetensors', Buffer.from('w')],
        ['models/agreement/model.safetensors', Buffer.from('w')],
      ]),
    ),
  );
  assert.deepEqual(Object.keys(list.files), ['models/agreement/model.safetensors']);
});

test('without models the list is that of the page, and what is not there is said', () => {
  const made = site();
  addModels(made, []);
  assert.equal(made.files.size, 1);
  assert.throws(() => addModels(made, ['gpt5=/tmp']), /There is no model gpt5. Choose from: minilm, smollm2/);
  assert.throws(() => addModels(made, ['constructor=/tmp']), /There is no model constructor/);
  assert.throws(() => addModels(made, [`smollm2=${minilm}`]), /gguf is missing. tools\/build --with-model smollm2/);
});

test('tools/build says which models there are before it does anything', () => {
  const build = (/** @type {string[]} */ ...words) =>
    spawnSync(join(root, 'tools/build'), words, {
      encoding: 'utf8',
      timeout: 20_000,
      env: { ...process.env, HEADWATERS_CACHE: join(room, 'none') },
    });
  assert.match(build('--with-model').stderr, /needs a name/);
  assert.match(build('--with-model', 'gpt5').stderr, /no model gpt5[\s\S]*minilm smollm2/);
  assert.match(build('native', '--with-model', 'minilm').stderr, /hosted by a site/);
});
