// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';

import { fetched, filesAt, modelAddress, modelName } from '../../../web/model/hub.js';

const base = 'https://example.org/page/';
const hub = 'https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2/resolve/main/';

for (const [what, text, address, name] of [
  ['a name', 'sentence-transformers/all-MiniLM-L6-v2', hub, 'sentence-transformers/all-MiniLM-L6-v2'],
  ['a page of the hub', 'https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2', hub, 'sentence-transformers/all-MiniLM-L6-v2'],
  ['a revision', 'org/m@v1.0', 'https://huggingface.co/org/m/resolve/v1.0/', 'org/m'],
  ['a tree of the hub', 'https://huggingface.co/org/m/tree/dev', 'https://huggingface.co/org/m/resolve/dev/', 'org/m'],
  ['a folder', 'https://example.com/models/bert', 'https://example.com/models/bert/', 'bert'],
  ['a file of a folder', 'https://example.com/bert/config.json', 'https://example.com/bert/', 'bert'],
  ['a .gguf', 'https://example.com/x/tiny.gguf?download=true', 'https://example.com/x/tiny.gguf?download=true', 'tiny.gguf'],
  ['a .gguf on the hub', 'https://huggingface.co/o/m/blob/main/q4.gguf', 'https://huggingface.co/o/m/resolve/main/q4.gguf', 'o/m'],
  ['a relative folder', './models/mine/', 'https://example.org/page/models/mine/', 'mine'],
]) {
  test(`${what} leads to a model`, () => {
    assert.equal(modelAddress(text, base).href, address);
    assert.equal(modelName(modelAddress(text, base)), name);
  });
}

test('what no page may read is refused', () => {
  assert.throws(() => modelAddress('file:///model/', base), { finding: /file:/ });
});

/** Folders of a small server; a text is a file's content. @type {Record<string, string>} */
const served = {
  '/bert/config.json': '{}', '/bert/tokenizer.json': '{"t": 1}', '/bert/model.safetensors': 'w'.repeat(1000),
  '/shards/config.json': '{}', '/shards/vocab.txt': 'a', '/shards/model.safetensors.index.json': '{"weight_map": {"a": "model-1.safetensors", "b": "model-2.safetensors"}}', '/shards/model-1.safetensors': 'x',
  '/evil/config.json': '{}', '/evil/model.safetensors.index.json': '{"weight_map": {"a": "https://elsewhere.example/model.safetensors"}}',
  '/pickle/config.json': '{}', '/pickle/pytorch_model.bin': 'x',
};
/** @type {string[]} */
let asked = [];
const server = createServer(({ url, method }, response) => {
  asked.push(`${method} ${url}`);
  const content = served[url ?? ''];
  response.writeHead(content === undefined ? 404 : 200, { 'content-length': content?.length ?? 0 });
  response.end(method === 'HEAD' ? undefined : content);
});
let root = '';
before(() => new Promise((done) => server.listen(0, '127.0.0.1', () => ((root = `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`), done(undefined)))));
after(() => server.close());
const { signal } = new AbortController();

test('a folder’s small files are read, its weights are only asked for their size', async () => {
  asked = [];
  const { small, large } = await filesAt(new URL(`${root}/bert/`), signal);
  assert.deepEqual(small.map(({ name }) => name), ['config.json', 'tokenizer.json']);
  assert.deepEqual(large, [{ name: 'model.safetensors', address: `${root}/bert/model.safetensors`, size: 1000 }]);
  assert.ok(!asked.includes('GET /bert/model.safetensors'));
  let came = 0;
  const part = await fetched(large[0], signal, (bytes) => (came += bytes));
  assert.equal(part.blob.size, 1000);
  assert.equal(came, 1000);
});

test('a missing part of the weights is named', async () => {
  await assert.rejects(filesAt(new URL(`${root}/shards/`), signal), { finding: /model-2\.safetensors/ });
});

test('an index that names another host is refused, and nothing is asked of it', async () => {
  await assert.rejects(filesAt(new URL(`${root}/evil/`), signal), { place: 'model.safetensors.index.json' });
});

test('weights in a pickle are refused with the line that converts them; so is a folder without a config', async () => {
  await assert.rejects(filesAt(new URL(`${root}/pickle/`), signal), { remedy: /save_pretrained/ });
  await assert.rejects(filesAt(new URL(`${root}/nothing/`), signal), { finding: /no config\.json/ });
});
