// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { portOf } from '../../tools/serve.mjs';
import { openSource } from '../../web/fetch/stream.js';

const signal = new AbortController().signal;
const ask = async () => assert.fail('asked about small data');
const text = JSON.stringify({ attentions: Array.from({ length: 20000 }, (_, i) => i / 7) });

/** Reads a source to its end. */
async function read(source, progress = () => {}) {
  const { size, chunks } = await openSource(source, signal, progress, ask);
  const parts = [];
  for await (const chunk of chunks) parts.push(Buffer.from(chunk));
  return { size, text: Buffer.concat(parts).toString() };
}

/** Answers every request with `answer`, during `action`. */
async function withServer(answer, action) {
  const server = createServer(answer);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  try {
    await action(`http://127.0.0.1:${portOf(server)}/a.json`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a file comes through unchanged, its size known', async () => {
  const reports = [];
  const result = await read(new Blob([text]), (bytes, total) => reports.push([bytes, total]));
  assert.equal(result.text, text);
  assert.equal(result.size, text.length);
  assert.deepEqual(reports.at(-1), [text.length, text.length]);
});

test('gzip comes through packed, for the engine to unpack, and progress counts the packed bytes', async () => {
  const packed = gzipSync(text);
  const reports = [];
  const { size, chunks } = await openSource(new Blob([packed]), signal, (bytes, total) => reports.push([bytes, total]), ask);
  const parts = [];
  for await (const chunk of chunks) parts.push(Buffer.from(chunk));
  assert.deepEqual(Buffer.concat(parts), packed);
  assert.equal(size, packed.length);
  assert.deepEqual(reports.at(-1), [packed.length, packed.length]);
});

test('bytes in memory and an empty file are sources as well', async () => {
  assert.equal((await read(new TextEncoder().encode('[1]'))).text, '[1]');
  assert.equal((await read(new TextEncoder().encode('[1]').buffer)).text, '[1]');
  assert.equal((await read(new Blob([]))).text, '');
});

test('an address is streamed', async () => {
  await withServer(
    (_, response) => response.end(text),
    async (address) => {
      assert.equal((await read(address)).text, text);
    },
  );
});

for (const [status, remedy] of [
  [404, /Capital letters count/],
  [403, /drop it here/],
  [500, /later/],
]) {
  test(`an answer of ${status} names the address and what to do`, async () => {
    await withServer(
      (_, response) => response.writeHead(status).end(),
      async (address) => {
        await assert.rejects(read(address), { place: address, finding: new RegExp(`answered ${status}`), remedy });
      },
    );
  });
}

test('an address that does not answer says so without a stack', async () => {
  await assert.rejects(read('http://127.0.0.1:9/a.json'), { finding: /server didn’t answer/, remedy: /Check URL and network/ });
});

test('an opening can be cancelled while it waits for the server', async () => {
  await withServer(
    () => {},
    async (address) => {
      const abort = new AbortController();
      setTimeout(() => abort.abort(), 30);
      await assert.rejects(
        openSource(address, abort.signal, () => {}, ask),
        { name: 'AbortError' },
      );
    },
  );
});
