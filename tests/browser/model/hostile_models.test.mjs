// SPDX-License-Identifier: MIT
// Hostile models, servers and names in the page. Nothing large is fetched without asking, every error has its message, and the page goes
// on.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';

import { portOf } from '../../../tools/serve.mjs';
import { zipOf } from '../../../tools/lib/zip.mjs';
import { test } from '../engine.mjs';
import { byId, comes, drop, dropAll, idle, site, Stage, state, until } from '../harness.mjs';

const stage = Stage.forFile();
const agreement = join(site, 'models/agreement');
const names = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'model.safetensors'];
const own = (name) => readFileSync(join(agreement, name));
const all = () => Object.fromEntries(names.map((name) => [name, own(name)]));
const servers = [];
after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
const piece = Buffer.alloc(1 << 20, 32);
/** Data that a browser fetches before anyone reads it. */
const slack = 48 << 20;

/**
 * The small model of the page. `weights` answers requests for its weights, and `sent` counts the bytes that were taken of an endless blank
 * file.
 */
async function served(weights, others = {}) {
  const counts = { sent: 0 };
  const endless = (response) => {
    const more = () => {
      while (!response.destroyed) {
        counts.sent += piece.length;
        if (!response.write(piece)) return void response.once('drain', more);
      }
    };
    more();
  };
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url.split('/').pop());
    response.setHeader('access-control-allow-origin', '*');
    if (others[name]) return others[name](request, response, endless);
    if (name === 'model.safetensors') return weights(request, response, endless);
    return names.includes(name) ? response.end(own(name)) : response.writeHead(404).end();
  });
  servers.push(server);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return { counts, root: `http://127.0.0.1:${portOf(server)}` };
}

/** The bytes that the browser and the system buffer of a response that nobody reads. Tens of MB, depending on the machine. */
async function held() {
  const { root, counts } = await served((_, response, endless) => {
    response.writeHead(200);
    return endless(response);
  });
  const page = await stage.newPage();
  await page.goto(root);
  await page.evaluate(async (address) => void Object.assign(window, { unread: await fetch(address) }), `${root}/model.safetensors`);
  let before = -1;
  await comes(async () => {
    const isFull = counts.sent === before;
    before = counts.sent;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    return isFull;
  });
  return counts.sent;
}

/** Opens by a link, and waits for the question. */
async function asked(address) {
  const page = await stage.open({ fragment: `v=1&model=${encodeURIComponent(address)}`, ready: false });
  await page.waitForSelector('dialog button.primary');
  return page;
}
const question = (page) => page.textContent('dialog[open]');
/** Messages that the page shows. */
const messages = async (page) => (await state(page)).messages;
const said = async (page, pattern) => {
  await until(
    page,
    (source) => window.headwaters?.state.messages.some((one) => new RegExp(source).test(`${one.finding} ${one.remedy}`)),
    pattern,
  );
  assert.ok((await messages(page)).every(({ finding, remedy }) => finding.length < 600 && remedy.length < 600));
};

test('a server without a size, or with a false one, is asked about at 32 MB, and named', async () => {
  for (const head of [{}, { 'content-length': 1000 }]) {
    const { root, counts } = await served((request, response, endless) => {
      if (request.method === 'HEAD') return response.writeHead(200, head).end();
      response.writeHead(200);
      endless(response);
    });
    const page = await asked(`${root}/m/`);
    assert.match(await question(page), new RegExp(`3\\d MB received from 127\\.0\\.0\\.1:${new URL(root).port}`));
    assert.ok(counts.sent < (32 << 20) + slack, `${counts.sent}`);
    await byId(page, 'download/cancel').click();
    await until(page, () => window.headwaters.idle);
    const { sent } = counts;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    assert.ok(counts.sent - sent < slack, 'nothing comes after a no');
    assert.equal(await page.locator('dialog[open]').count(), 0);
  }
});

test('after an agreement to 40 MB no more than 40 MB come, and a redirect names its host', async () => {
  const { root, counts } = await served((request, response, endless) => {
    if (request.method === 'HEAD') return response.writeHead(200, { 'content-length': 40_000_000 }).end();
    response.writeHead(200);
    response.write(own('model.safetensors'));
    endless(response);
  });
  const page = await asked(`${root}/m/`);
  assert.match(await question(page), /40 MB will be downloaded from 127/);
  await page.click('dialog[open] button.primary');
  await said(page, 'sent more than you agreed to');
  assert.ok(counts.sent < 41e6 + slack, `${counts.sent}`);

  const other = await served((_, response, endless) => {
    response.writeHead(200);
    return endless(response);
  });
  const first = await served((request, response) =>
    request.method === 'HEAD'
      ? response.writeHead(200, { 'content-length': 40_000_000 }).end()
      : response.writeHead(302, { location: `${other.root}/model.safetensors` }).end(),
  );
  const second = await asked(`${first.root}/m/`);
  for (const { root: host } of [first, other]) assert.ok((await question(second)).includes(new URL(host).host), 'the header was its');
  assert.ok(other.counts.sent < slack);
});

test('a config without end stops at its limit, and data are asked about as models are', async () => {
  const endlessly = (_, response, endless) => {
    response.writeHead(200);
    return endless(response);
  };
  const { root } = await served(endlessly, { 'config.json': endlessly });
  const page = await stage.open({ fragment: `v=1&model=${encodeURIComponent(`${root}/m/`)}`, ready: false });
  await said(page, 'exceeds 8\\.4 MB');
  const data = await served(endlessly, { 'a.json': endlessly });
  const other = await stage.open({ fragment: `v=1&url=${encodeURIComponent(`${data.root}/a.json`)}`, ready: false });
  await other.waitForSelector('dialog button.primary');
  assert.match(await question(other), /received from 127/);
  // The engine reads more slowly than the server sends.
  assert.ok(data.counts.sent < (32 << 20) + (await held()) + (16 << 20), `${data.counts.sent}`);
  await byId(other, 'download/cancel').click();
  await until(other, () => window.headwaters.idle);
});

test('the name of a model is shown with its directions and controls by name, wherever it stands', async () => {
  const { root } = await served((request, response) =>
    request.method === 'HEAD' ? response.writeHead(200, { 'content-length': 40_000_000 }).end() : response.end(own('model.safetensors')),
  );
  const page = await asked(`${root}/%E2%80%AEnoitpo%20efas%07/`);
  assert.equal(await page.textContent('dialog[open] h2'), 'U+202Enoitpo efasU+0007');
  await byId(page, 'download/cancel').click();
  // Given by hand, and small enough.
  await dropAll(page, all());
  await until(page, () => window.headwaters.state.document?.form === 'model' && window.headwaters.idle);
  await drop(
    page,
    '\u202egpj.nosj.json',
    Buffer.from(
      JSON.stringify({
        tokens: ['a', 'b'],
        attentions: [
          [
            [
              [1, 0],
              [0.5, 0.5],
            ],
          ],
        ],
      }),
    ),
  );
  await until(page, () => window.headwaters.state.document?.name === 'U+202Egpj.nosj.json' && window.headwaters.idle);
  assert.ok(!(await page.title()).includes('\u202e') && !(await page.textContent('#mirror')).includes('\u202e'));
});

test('every way in says what is wrong with a zip', async () => {
  const page = await stage.openStill();
  const before = (await state(page)).document.name;
  const whole = zipOf(new Map(Object.entries(all())));
  const damaged = Buffer.from(whole);
  damaged[whole.indexOf('activation') > 0 ? whole.indexOf('activation') : 200] ^= 0xff;
  const encrypted = Buffer.from(whole);
  encrypted[encrypted.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 8] |= 1;
  const other = Buffer.from(whole);
  other[other.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 10] = 14;
  const zips = {
    truncated: whole.subarray(0, whole.length >> 1),
    nothing: Buffer.from('PK'),
    damaged,
    encrypted,
    'of another kind': other,
  };
  const ways = {
    drop: (name, bytes) => drop(page, name, bytes),
    paste: (name, bytes) =>
      page.evaluate(
        ([own, list]) => {
          const clipboardData = new DataTransfer();
          clipboardData.items.add(new File([new Uint8Array(list)], own));
          dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
        },
        [name, [...bytes]],
      ),
  };
  let count = 0;
  for (const [what, bytes] of Object.entries(zips))
    for (const [way, give] of Object.entries(ways)) {
      if (way === 'paste' && bytes.length > 300_000) continue;
      count += 1;
      const name = `${what} ${count}.zip`;
      await give(name, bytes);
      await comes(
        async () => (await messages(page)).some(({ file, place, finding }) => `${file} ${place}`.includes('zip') && finding),
        () => `: ${way} ${what}`,
      );
      await page.evaluate(() => window.headwaters.state.messages.forEach(() => {}));
      await idle(page);
    }
  assert.equal((await state(page)).document.name, before, 'what was open stays');
  assert.deepEqual(page.faults, []);
});

test('a word of a config that is as long as a book ends in a short message, and the page goes on', async () => {
  const page = await stage.openStill();
  const config = JSON.parse(own('config.json').toString());
  for (const length of [45_000, 400_000]) {
    await dropAll(page, { ...all(), 'config.json': Buffer.from(JSON.stringify({ ...config, hidden_act: 'x'.repeat(length) })) });
    const begin = Date.now();
    await said(page, 'activation');
    await idle(page);
    assert.ok(Date.now() - begin < 20_000, `${Date.now() - begin} ms`);
  }
  // A tensor with as many dimensions as fit into a header.
  const weights = own('model.safetensors');
  const size = Number(weights.readBigUInt64LE(0));
  const header = JSON.parse(weights.subarray(8, 8 + size).toString());
  header[Object.keys(header).find((name) => name !== '__metadata__')].shape = Array(200_000).fill(1);
  const text = Buffer.from(JSON.stringify(header));
  const begin = Buffer.alloc(8);
  begin.writeBigUInt64LE(BigInt(text.length));
  await dropAll(page, { ...all(), 'model.safetensors': Buffer.concat([begin, text, weights.subarray(8 + size)]) });
  await said(page, 'shape');
  await page.evaluate(() => window.headwaters.setState({ layer: 2, panel: 'matrix' }));
  await idle(page);
  await page.evaluate(() => window.headwaters.setState({ layer: 1, panel: 'bars' }));
  await idle(page);
  assert.deepEqual(page.faults, []);
});

test('a broken tokenizer and weights that overflow are named for what they are', async () => {
  const page = await stage.openStill();
  for (const text of ['', '{"version": "1.0", "model": {', 'null', '{"attentions": null}']) {
    await dropAll(page, { ...all(), 'tokenizer.json': Buffer.from(text) });
    await until(
      page,
      () => window.headwaters.idle && window.headwaters.state.messages.some(({ place }) => place.includes('tokenizer.json')),
    );
    assert.ok(
      (await messages(page)).every(({ finding, remedy }) => !/attention/i.test(finding + remedy)),
      text,
    );
  }
  const weights = own('model.safetensors');
  const size = Number(weights.readBigUInt64LE(0));
  const header = JSON.parse(weights.subarray(8, 8 + size).toString());
  // Every number 1e30.
  let at = 0;
  for (const [name, tensor] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    const bytes = 4 * tensor.shape.reduce((product, length) => product * length, 1);
    Object.assign(tensor, { dtype: 'F32', data_offsets: [at, at + bytes] });
    at += bytes;
  }
  const text = Buffer.from(JSON.stringify(header));
  const begin = Buffer.alloc(8);
  begin.writeBigUInt64LE(BigInt(text.length));
  const large = Buffer.from(new Float32Array(at / 4).fill(1e30).buffer);
  await dropAll(page, { ...all(), 'model.safetensors': Buffer.concat([begin, text, large]) });
  await said(page, 'output is not finite \\(overflow\\).*too large for float32');
});

test('a worker that dies while it opens a model is reported as that, with what helps', async () => {
  for (const [reason, pattern] of [
    ['RuntimeError: unreachable', 'The model stopped \\(RuntimeError: unreachable\\).*download its files again'],
    ['memory access out of bounds', 'The model stopped \\(memory access out of bounds\\).*download its files again'],
    ['Aborted(Cannot enlarge memory arrays)', 'The model stopped \\(it ran out of memory\\).*smaller or quantised model'],
  ]) {
    const page = await stage.openStill();
    await page.route('**/model/worker.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `addEventListener('message', () => postMessage({ died: ${JSON.stringify(reason)} }));`,
      }),
    );
    await dropAll(page, all());
    await said(page, pattern);
    assert.ok((await messages(page)).every(({ finding }) => !/was closed/.test(finding)));
    await page.unroute('**/model/worker.js');
    await dropAll(page, all());
    await until(page, () => window.headwaters.state.document?.form === 'model' && window.headwaters.idle);
  }
});
