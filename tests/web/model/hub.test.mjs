// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';

import { filesAt, modelAddress, modelName } from '../../../web/model/files/hub.js';
import { fetched, headOf } from '../../../web/model/files/hub_files.js';
import { Download } from '../../../web/fetch/download.js';

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
  ['a folder whose name says nothing', 'https://example.com/bert/model/', 'https://example.com/bert/model/', 'bert'],
  ['a folder of pickles', 'https://example.com/bert/pytorch_model.bin', 'https://example.com/bert/', 'bert'],
  [
    'other weights of a folder',
    'https://example.com/bert/tiny.fp16.safetensors',
    'https://example.com/bert/tiny.fp16.safetensors',
    'tiny.fp16.safetensors',
  ],
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

/** Folders of a small server, where a text is a file's content. @type {Record<string, string>} */
const served = {
  '/bert/config.json': '{}',
  '/bert/tokenizer.json': '{"t": 1}',
  '/bert/model.safetensors': 'w'.repeat(1000),
  '/shards/config.json': '{}',
  '/shards/vocab.txt': 'a',
  '/shards/model.safetensors.index.json': '{"weight_map": {"a": "model-1.safetensors", "b": "model-2.safetensors"}}',
  '/shards/model-1.safetensors': 'x',
  '/sentences/config.json': '{}',
  '/sentences/model.safetensors': 'xy',
  '/sentences/modules.json':
    '[{"path": "", "type": "s.Transformer"}, {"path": "1_Pooling", "type": "s.Pooling"}, {"path": "2_Dense", "type": "s.Dense"}, {"path": "../bert", "type": "s.Dense"}]',
  '/sentences/1_Pooling/config.json': '{}',
  '/sentences/2_Dense/config.json': '{}',
  '/sentences/2_Dense/pytorch_model.bin': 'xyz',
  '/sentences/sentence_bert_config.json': '{}',
  '/evil/config.json': '{}',
  '/evil/model.safetensors.index.json': '{"weight_map": {"a": "https://elsewhere.example/model.safetensors"}}',
  '/pickle/config.json': '{}',
  '/pickle/pytorch_model.bin': 'x',
  '/pickles/config.json': '{}',
  '/pickles/pytorch_model.bin.index.json': '{"weight_map": {"a": "pytorch_model-1.bin", "b": "pytorch_model-2.bin"}}',
  '/pickles/pytorch_model-1.bin': 'x',
  '/pickles/pytorch_model-2.bin': 'xy',
  '/both/config.json': '{}',
  '/both/model.safetensors': 'w',
  '/both/pytorch_model.bin': 'x',
  '/adapter/adapter_config.json': '{}',
  '/adapted/config.json': '{}',
  '/adapted/adapter_config.json': '{}',
  '/graph/config.json': '{}',
  '/graph/onnx/model.onnx': 'x',
  '/empty/config.json': '{}',
  '/named/config.json': '{}',
  '/named/tiny.fp16.safetensors': 'xyz',
  '/api/models/o/quants/tree/main': JSON.stringify([
    { type: 'file', path: 'README.md', size: 9 },
    { type: 'file', path: 'mmproj-F16.gguf', size: 9 },
    { type: 'directory', path: 'old', size: 0 },
    { type: 'file', path: 'old/x.gguf', size: 9 },
    { type: 'file', path: 'tiny-Q4_K_M.gguf', size: 2048 },
    { type: 'file', path: 'tiny-F16-00001-of-00002.gguf', size: 1024 },
    { type: 'file', path: 'tiny-F16-00002-of-00002.gguf', size: 3072 },
  ]),
  '/o/quants/resolve/main/tiny-F16-00001-of-00002.gguf': 'x',
  '/o/quants/resolve/main/tiny-F16-00002-of-00002.gguf': 'xy',
  '/api/models/o/one/tree/main': JSON.stringify([{ type: 'file', path: 'model_fp16.safetensors', size: 3 }]),
  '/o/one/resolve/main/config.json': '{}',
  '/o/one/resolve/main/model_fp16.safetensors': 'xyz',
};
/** Statuses, and a hub's other headers. @type {Record<string, [number, Record<string, string>]>} */
const refusing = {
  '/gated/config.json': [401, { 'x-error-code': 'GatedRepo' }],
  '/private/config.json': [401, { 'x-error-code': 'RepoNotFound' }],
  '/closed/config.json': [403, {}],
  '/half/model.safetensors': [403, {}],
};
/** @type {string[]} */
let asked = [];
const server = createServer(({ url, method }, response) => {
  asked.push(`${method} ${url}`);
  const [status, headers] = refusing[url ?? ''] ?? [0, {}];
  if (status) return void response.writeHead(status, headers).end();
  // A server that sends its first page for every missing path.
  if (url?.startsWith('/site/') || url?.startsWith('/mixed/')) {
    const own = url === '/mixed/config.json' ? '{}' : url === '/mixed/model.safetensors' ? 'w' : null;
    response.writeHead(200, { 'content-type': own ? 'application/octet-stream' : 'text/html; charset=utf-8' });
    return void response.end(own ?? '<!doctype html>');
  }
  const content = served[url ?? ''] ?? (url === '/half/config.json' ? '{}' : undefined);
  response.writeHead(content === undefined ? 404 : 200, { 'content-length': content?.length ?? 0 });
  response.end(method === 'HEAD' ? undefined : content);
});
let root = '';
before(
  () =>
    new Promise((done) =>
      server.listen(0, '127.0.0.1', () => {
        root = `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`;
        done(undefined);
      }),
    ),
);
after(() => server.close());
/** Nothing here is large enough for a question. */
const download = () => new Download(new AbortController().signal, async () => assert.fail('asked about a small model'));

test('of several weights that a hub lists one is chosen by its name, and a file named so is read with its shards', async () => {
  const folder = new URL(`${root}/o/quants/resolve/main/`);
  await assert.rejects(filesAt(folder, download()), {
    offer: 'weights',
    finding: /tiny-Q4_K_M\.gguf \(2[^)]*\), tiny-F16-00001-of-00002\.gguf \(4/,
    choices: ['tiny-Q4_K_M.gguf', 'tiny-Q4_K_M.gguf (2 KB)', 'tiny-F16-00001-of-00002.gguf', 'tiny-F16-00001-of-00002.gguf (4 KB)'],
  });
  const { small, large } = await filesAt(new URL('tiny-F16-00001-of-00002.gguf', folder), download());
  assert.deepEqual(small, []);
  assert.deepEqual(
    large.map(({ name, size }) => [name, size]),
    [
      ['tiny-F16-00001-of-00002.gguf', 1],
      ['tiny-F16-00002-of-00002.gguf', 2],
    ],
  );
  await assert.rejects(filesAt(new URL('tiny-Q4_K_M.gguf', folder), download()), { finding: /no such file/ });
});

test('the only weights of another name are found by a hub’s list, or named by hand', async () => {
  for (const at of [`${root}/o/one/resolve/main/`, `${root}/named/tiny.fp16.safetensors`]) {
    const { small, large } = await filesAt(new URL(at), download());
    assert.deepEqual(
      small.map(({ name }) => name),
      ['config.json'],
    );
    assert.deepEqual(
      large.map(({ name, size }) => [/fp16/.test(name), size]),
      [[true, 3]],
    );
  }
});

test('a folder’s small files are read, its weights are only asked for their size', async () => {
  asked = [];
  const { small, large } = await filesAt(new URL(`${root}/bert/`), download());
  assert.deepEqual(
    small.map(({ name }) => name),
    ['config.json', 'tokenizer.json'],
  );
  assert.deepEqual(large, [{ name: 'model.safetensors', address: `${root}/bert/model.safetensors`, size: 1000 }]);
  assert.ok(!asked.includes('GET /bert/model.safetensors'));
  let came = 0;
  const part = await fetched(large[0], download(), (bytes) => {
    came += bytes;
  });
  assert.equal(part.blob.size, 1000);
  assert.equal(came, 1000);
});

test('a sentence encoder’s modules are fetched as modules.json names them, and nothing outside its folder', async () => {
  asked = [];
  const { small, large } = await filesAt(new URL(`${root}/sentences/`), download());
  assert.deepEqual(small.map(({ name }) => name).sort(), [
    '1_Pooling/config.json',
    '2_Dense/config.json',
    'config.json',
    'modules.json',
    'sentence_bert_config.json',
  ]);
  assert.deepEqual(large, [
    { name: 'model.safetensors', address: `${root}/sentences/model.safetensors`, size: 2 },
    { name: '2_Dense/pytorch_model.bin', address: `${root}/sentences/2_Dense/pytorch_model.bin`, size: 3 },
  ]);
  assert.ok(asked.every((one) => one.includes('/sentences/')));
});

test('a missing part of the weights is named', async () => {
  await assert.rejects(filesAt(new URL(`${root}/shards/`), download()), { finding: /model-2\.safetensors/ });
});

test('an index that names another host is refused, and nothing is asked of it', async () => {
  await assert.rejects(filesAt(new URL(`${root}/evil/`), download()), { place: 'model.safetensors.index.json' });
});

test('without safetensors a pickle is taken, or its parts', async () => {
  const at = (/** @type {string} */ folder) => filesAt(new URL(`${root}/${folder}/`), download());
  const pickle = await at('pickle');
  assert.deepEqual(pickle.large, [{ name: 'pytorch_model.bin', address: `${root}/pickle/pytorch_model.bin`, size: 1 }]);
  assert.equal(await headOf(pickle.large[0], download(), 1 << 20), null, 'what it is stands at its end');
  const { small, large } = await at('pickles');
  assert.deepEqual(
    [...small, ...large].map(({ name }) => name),
    ['config.json', 'pytorch_model.bin.index.json', 'pytorch_model-1.bin', 'pytorch_model-2.bin'],
  );
  assert.deepEqual(
    (await at('both')).large.map(({ name }) => name),
    ['model.safetensors'],
  );
});

for (const [what, folder, finding, remedy] of /** @type {[string, string, RegExp, RegExp][]} */ ([
  ['a gated model', 'gated', /gated \(401\)/, /Accept its terms/],
  ['a private model, or one that is not there', 'private', /No public model/, /capital letters/],
  ['another refusal', 'closed', /refused \(403\)/, /drop its folder/],
  ['weights that may not be read', 'half', /refused \(403\)/, /drop its folder/],
  ['a web page in place of the files', 'site', /web page \(HTML\)/, /folder with the files/],
  ['an adapter alone', 'adapter', /adapter’s base model is not in this folder/, /merge_and_unload/],
  ['an adapter beside a config', 'adapted', /adapter’s base model is not in this folder/, /merge_and_unload/],
  ['ONNX alone', 'graph', /ONNX files don’t show which operations are attention/, /original checkpoint/],
  ['no weights', 'empty', /No weights found \(model\.safetensors or pytorch_model\.bin\)/, /save_pretrained/],
]))
  test(`${what} is said, and what to do`, async () => {
    await assert.rejects(filesAt(new URL(`${root}/${folder}/`), download()), { finding, remedy });
  });

test('web pages in place of optional files are no files', async () => {
  const { small, large } = await filesAt(new URL(`${root}/mixed/`), download());
  assert.deepEqual(
    [...small, ...large].map(({ name }) => name),
    ['config.json', 'model.safetensors'],
  );
});

test('a folder without a config is refused', async () => {
  await assert.rejects(filesAt(new URL(`${root}/nothing/`), download()), { finding: /config\.json is missing/ });
});

test('a server that gives no ranges is left as soon as the header has come', async () => {
  const header = JSON.stringify({ w: { dtype: 'F32', shape: [1], data_offsets: [0, 4] } }).padEnd(200_000);
  const begin = Buffer.alloc(8);
  begin.writeBigUInt64LE(BigInt(header.length));
  let sent = 0;
  /** @type {() => void} */
  let left = () => {};
  const isLeft = new Promise((resolve) => {
    left = () => resolve(undefined);
  });
  const endless = createServer(async (request, response) => {
    request.on('close', left);
    response.on('close', left);
    if (request.url === '/ranges.safetensors') return void response.writeHead(206, { 'content-range': 'bytes 0-7/1000' }).end(begin);
    response.write(begin.subarray(0, 3)); // even the length arrives in two pieces
    await new Promise((resolve) => setTimeout(resolve, 20));
    response.write(begin.subarray(3));
    response.write(header);
    const more = () => {
      for (let i = 0; !response.destroyed && i < 8; i += 1) {
        sent += 1 << 20;
        response.write(Buffer.alloc(1 << 20));
      }
      if (!response.destroyed && sent < 1 << 30) setTimeout(more, 5);
    };
    more();
  });
  await new Promise((resolve) => endless.listen(0, '127.0.0.1', () => resolve(undefined)));
  try {
    const at = `http://127.0.0.1:${/** @type {any} */ (endless.address()).port}`;
    const remote = (/** @type {string} */ name) => ({ name, address: `${at}/${name}`, size: 10 ** 9 });
    const head = await headOf(remote('model.safetensors'), download(), 1 << 20);
    await isLeft;
    assert.equal(head?.size, 10 ** 9, 'it is as large as the whole');
    const bytes = Buffer.from(await /** @type {{blob: Blob}} */ (head).blob.arrayBuffer());
    assert.ok(bytes.length >= 8 + header.length && bytes.length < 100 << 20);
    assert.equal(bytes.subarray(8, 8 + header.length).toString(), header);
    assert.equal(await headOf(remote('q4.gguf'), download(), 1 << 20), null, 'how long that header is nobody knows');
    const small = await headOf(remote('ranges.safetensors'), download(), 1 << 20);
    assert.deepEqual([small?.size, small?.blob instanceof Blob && small.blob.size], [10 ** 9, 8], 'as much as the server gives');
  } finally {
    endless.closeAllConnections();
    endless.close();
  }
});
