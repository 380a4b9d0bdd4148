// SPDX-License-Identifier: MIT
// Servers whose sizes are missing, false, packed or another host's. Received bytes are counted, and stop when the visitor declines.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { createGzip } from 'node:zlib';

import { portOf } from '../../../tools/serve.mjs';
import { filesAt } from '../../../web/model/files/hub.js';
import { fetched, headOf } from '../../../web/model/files/hub_files.js';
import { askedFrom, Download } from '../../../web/fetch/download.js';
import { openSource } from '../../../web/fetch/stream.js';

const piece = Buffer.alloc(1 << 20, 32);
/** The bytes that may be in transit when a reader stops. */
const slack = 12 << 20;
/** @type {import('node:http').Server[]} */
const servers = [];
after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** @param {import('node:http').RequestListener} answer @returns {Promise<string>} its URL */
async function served(answer) {
  const server = createServer(answer);
  servers.push(server);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return `http://127.0.0.1:${portOf(server)}`;
}

/** Endless blanks, as fast as they are read. @param {import('node:stream').Writable} to @param {(bytes: number) => void} sent */
function endless(to, sent) {
  const more = () => {
    while (!to.destroyed) {
      sent(piece.length);
      if (!to.write(piece)) return void to.once('drain', more);
    }
  };
  more();
}

/** A folder whose weights `weights` serves. `sent` counts their bytes as a reader sees them. */
async function folder(weights, more = {}) {
  const counts = { sent: 0 };
  const root = await served((request, response) => {
    const name = request.url.slice(3);
    if (more[name]) return more[name](request, response, counts);
    if (name === 'config.json') return response.end('{}');
    if (name !== 'model.safetensors') return response.writeHead(404).end();
    weights(request, response, counts);
  });
  return { root, counts, address: new URL(`${root}/m/`) };
}
const blanks = (request, response, counts) => {
  response.writeHead(200);
  return request.method === 'HEAD'
    ? response.end()
    : endless(response, (bytes) => {
        counts.sent += bytes;
      });
};

/** Opens as web/model/models.js does, without a worker. @param {URL} address @param {boolean[]} answers to questions, in turn */
async function open(address, answers) {
  const questions = [];
  const abort = new AbortController();
  const download = new Download(abort.signal, async (question) => {
    questions.push(question);
    return answers[questions.length - 1] ?? false;
  });
  const run = async () => {
    const { large } = await filesAt(address, download);
    const total = large.reduce((sum, { size }) => sum + size, 0);
    if (download.came + total > askedFrom) {
      questions.push({ came: download.came, total, upTo: total, hosts: download.hosts });
      if (!answers[questions.length - 1]) throw new DOMException('not wanted', 'AbortError');
      download.agree(
        total,
        large.every(({ size }) => size > 0),
      );
    }
    for (const one of large) await fetched(one, download, () => {});
  };
  const error = await run().then(
    () => null,
    (why) => why,
  );
  abort.abort();
  return { questions, error, came: download.came };
}

test('a server that announces no size is asked about after 32 MB, and again after ten times as many', async () => {
  const { address, counts } = await folder(blanks);
  const { questions, error, came } = await open(address, [true]);
  assert.equal(error.name, 'AbortError');
  assert.deepEqual(
    questions.map(({ total }) => total),
    [0, 0],
    'nobody knows how much there is',
  );
  assert.ok(questions[0].came > askedFrom && questions[0].came < askedFrom + slack);
  assert.equal(questions[0].upTo, 10 * questions[0].came);
  // The bytes before the question are sent again, because this server gives no ranges.
  assert.ok(came < questions[0].upTo + slack && counts.sent < questions[0].upTo + questions[0].came + 2 * slack);
});

test('what was left while somebody was asked goes on where it was, from servers with ranges and without', async () => {
  const content = Buffer.alloc(40 << 20, Buffer.from('0123456789 abcdefghijk'));
  for (const hasRanges of [true, false]) {
    /** @type {(string | undefined)[]} */
    const ranges = [];
    const { address } = await folder((request, response) => {
      if (request.method === 'HEAD') return response.end();
      const { range } = request.headers;
      ranges.push(range);
      const from = hasRanges && range ? Number(/=(\d+)-/.exec(range)?.[1]) : 0;
      response.writeHead(from > 0 ? 206 : 200);
      response.end(content.subarray(from));
    });
    const questions = [];
    const download = new Download(new AbortController().signal, async (question) => {
      questions.push(question);
      return true;
    });
    const { large } = await filesAt(address, download);
    let came = 0;
    const { blob } = await fetched(large[0], download, (bytes) => {
      came += bytes;
    });
    assert.equal(questions.length, 1);
    assert.deepEqual([ranges[0], came, blob.size], [undefined, content.length, content.length]);
    assert.match(`${ranges[1]}`, /^bytes=\d{8}-$/);
    assert.ok(Buffer.from(await blob.arrayBuffer()).equals(content), hasRanges ? 'with ranges' : 'without');
  }
});

test('a size that HEAD makes up does not count', async () => {
  const { address, counts } = await folder((request, response, all) =>
    request.method === 'HEAD' ? response.writeHead(200, { 'content-length': 1000 }).end() : blanks(request, response, all),
  );
  const { questions, error } = await open(address, [false]);
  assert.deepEqual([error.name, questions.length], ['AbortError', 1]);
  assert.ok(counts.sent < askedFrom + slack, `${counts.sent}`);
});

test('packed bytes are counted unpacked', async () => {
  const { address } = await folder((request, response, all) => {
    response.writeHead(200, { 'content-encoding': 'gzip', ...(request.method === 'HEAD' && { 'content-length': 1000 }) });
    if (request.method === 'HEAD') return response.end();
    const packed = createGzip();
    packed.pipe(response);
    response.on('close', () => packed.destroy());
    endless(packed, (bytes) => {
      all.sent += bytes;
    });
  });
  const { questions, error, came } = await open(address, [false]);
  assert.deepEqual([error.name, questions.length], ['AbortError', 1]);
  assert.ok(came < askedFrom + slack);
});

test('after an agreement to 40 MB no more than 40 MB are read', async () => {
  const { address, counts } = await folder((request, response, all) =>
    request.method === 'HEAD' ? response.writeHead(200, { 'content-length': 40e6 }).end() : blanks(request, response, all),
  );
  const { questions, error, came } = await open(address, [true]);
  assert.deepEqual([questions.length, questions[0].total], [1, 40e6]);
  assert.match(error.finding, /server sent more than you agreed to/);
  assert.ok(came < 40e6 + (4 << 20) && counts.sent < 40e6 + slack, `${came}, ${counts.sent}`);
});

test('a redirect that comes with the download names its host before anything more is read', async () => {
  const other = { sent: 0 };
  const elsewhere = await served((request, response) => blanks(request, response, other));
  const { address, root } = await folder((request, response) =>
    request.method === 'HEAD'
      ? response.writeHead(200, { 'content-length': 40e6 }).end()
      : response.writeHead(302, { location: `${elsewhere}/weights` }).end(),
  );
  const { questions, error } = await open(address, [true, false]);
  assert.equal(error.name, 'AbortError');
  assert.deepEqual(questions[0].hosts, [new URL(root).host]);
  assert.deepEqual(questions[1].hosts, [new URL(root).host, new URL(elsewhere).host]);
  assert.ok(other.sent < slack, 'what a system takes before anybody reads');
});

test('small files end at their limit while they come', async () => {
  for (const name of ['config.json', 'tokenizer_config.json', 'chat_template.jinja']) {
    const { address, counts } = await folder(blanks, { [name]: blanks });
    const { error, questions } = await open(address, []);
    assert.deepEqual([error?.place, questions.length], [name, 0]);
    assert.match(error.finding, /^This file exceeds 8\.4 MB\.$/);
    assert.ok(counts.sent < (8 << 20) + slack, `${name}: ${counts.sent}`);
  }
  // A tokenizer may exceed the size that needs no question.
  const { address } = await folder(blanks, { 'tokenizer.json': blanks });
  const { error, questions } = await open(address, [false]);
  assert.deepEqual([error.name, questions.length], ['AbortError', 1]);
});

test('many files at once are one question, and its no ends them all', async () => {
  const { address, counts } = await folder(
    blanks,
    Object.fromEntries(['tokenizer.json', 'vocab.json', 'tokenizer_config.json'].map((name) => [name, blanks])),
  );
  const { questions } = await open(address, [false]);
  assert.ok(questions.length <= 1);
  const { sent } = counts;
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.ok(counts.sent - sent < slack, 'nothing goes on behind the answer');
});

test('nothing is read behind a header, whatever a server makes of ranges', async () => {
  const { root, counts } = await folder((_request, response, all) => {
    const begin = Buffer.alloc(8);
    begin.writeBigUInt64LE(100n);
    response.writeHead(206, { 'content-range': 'bytes 0-7/100000000' });
    response.write(begin);
    endless(response, (bytes) => {
      all.sent += bytes;
    });
  });
  const download = new Download(new AbortController().signal, async () => assert.fail('asked'));
  const head = await headOf({ name: 'model.safetensors', address: `${root}/m/model.safetensors`, size: 1e8 }, download, 1 << 20);
  assert.ok(head?.blob instanceof Blob && head.blob.size >= 108 && counts.sent < slack);
});

test('data come through the same count', async () => {
  const { root, counts } = await folder(blanks);
  const questions = [];
  const ask = async (question) => {
    questions.push(question);
    return false;
  };
  const { chunks } = await openSource(`${root}/m/model.safetensors`, new AbortController().signal, () => {}, ask);
  await assert.rejects(
    async () => {
      for await (const _ of chunks);
    },
    { name: 'AbortError' },
  );
  assert.equal(questions.length, 1);
  assert.deepEqual(questions[0].hosts, [new URL(root).host]);
  assert.ok(counts.sent < askedFrom + slack);
  // An announced size leads to a question before anything is read.
  const big = await served((_, response) => {
    response.writeHead(200, { 'content-length': 500e6 });
    endless(response, () => {});
  });
  const other = await openSource(`${big}/a.json`, new AbortController().signal, () => {}, ask);
  await assert.rejects(other.chunks.next(), { name: 'AbortError' });
  assert.deepEqual([questions[1].came, questions[1].total], [0, 500e6]);
});
