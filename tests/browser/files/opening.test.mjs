// SPDX-License-Identifier: MIT
// Data opened by every way. Results are exact, and a bad file changes nothing.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

import { portOf } from '../../../tools/serve.mjs';
import { test } from '../engine.mjs';
import { assertClose, byId, drop, idle, opened, openedAs, pressId, readData, readJson, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();
const keys = 'references/toy_agreement_keys.json';
const expected = readJson('references/toy_agreement_keys.expected.json');

const results = (page, wanted) => page.evaluate((what) => window.headwaters.results(what), wanted);
const documentName = (page) => page.evaluate(() => window.headwaters.state.document?.name);

test('the page opens on the first sample', async () => {
  const page = await stage.open();
  assert.equal((await state(page)).document.title, 'Which noun makes the answer plural?');
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
});

test('a dropped file is computed to the reference, layer by layer, in the API and in the mirror', async () => {
  const page = await stage.open();
  await drop(page, 'keys.json', readData(keys));
  await openedAs(page, 'keys.json');
  await still(page);

  const rollout = await results(page, { method: 'rollout' });
  rollout.layers.forEach(({ values }, i) => {
    assertClose(values, expected.rollout_source_rows[i], 1e-6, `rollout, layer ${i}`);
  });
  const raw = await results(page, { method: 'raw' });
  raw.layers.forEach(({ values }, i) => {
    assertClose(values, expected.raw_mean_source_rows[i], 1e-6, `raw, layer ${i}`);
  });
  const matrix = await results(page, { method: 'rollout', layer: 5 });
  assert.equal(matrix.layers.length, 1);
  matrix.layers[0].values.forEach((row, q) => {
    assertClose(row, expected.rollout[5][q], 1e-6, `matrix row ${q}`);
  });

  for (let layer = 0; layer < 6; ++layer) {
    await page.evaluate((l) => window.headwaters.setState({ method: 'rollout', layer: l, tokens: [0] }), layer);
    await idle(page);
    await page.waitForFunction((l) => document.getElementById('mirror').dataset.layer === String(l), layer);
    const shown = await page.$$eval('#mirror .token data', (all) => all.map((o) => Number(o.dataset.value)));
    assertClose(shown, expected.rollout_source_rows[layer], 1e-6, `mirror, layer ${layer}`);
  }
});

test('raw attention flow equals the exact integer flow', async () => {
  const page = await stage.open();
  await drop(page, 'keys.json', readData(keys));
  await openedAs(page, 'keys.json');
  await page.evaluate(() => window.headwaters.setState({ relativeFlow: false, tokens: [0] }));
  const flow = await results(page, { method: 'flow' });
  flow.layers.forEach(({ values }, i) => {
    assertClose(values, expected.flow.values[i], 1e-6, `flow, layer ${i}`);
  });
});

test('an object, bytes and a gzip file open through the API', async () => {
  const page = await stage.open();
  const object = {
    tokens: ['a', 'b'],
    attentions: [
      [
        [
          [0.25, 0.75],
          [1, 0],
        ],
      ],
    ],
  };
  const summary = await page.evaluate((o) => window.headwaters.open(o, { name: 'mine' }), object);
  assert.deepEqual([summary.name, summary.layers, summary.heads, summary.tokens], ['mine', 1, 1, ['a', 'b']]);
  const { layers } = await results(page, { method: 'rollout' });
  assertClose(layers[0].values, [0.625, 0.375], 1e-6, 'row');

  const packed = gzipSync(readData(keys)).toString('base64');
  const opened = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    return (await window.headwaters.open(bytes.buffer, { name: 'packed.json.gz' })).tokens.length;
  }, packed);
  assert.equal(opened, 11);
});

test('JSON text and an address can be pasted', async () => {
  const page = await stage.open();
  const paste = (text) =>
    page.evaluate((t) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', t);
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
      document.body.dispatchEvent(Object.defineProperty(event, 'clipboardData', { value: clipboardData }));
    }, text);
  await paste('{"tokens": ["x"], "attentions": [[[[1]]]]}');
  await openedAs(page, 'pasted text');
  await paste(`${stage.data.url}references/use_lite_keys_cabinet.json`);
  await openedAs(page, 'use_lite_keys_cabinet.json');
});

test('the file picker opens a file', async () => {
  const page = await stage.open();
  await pressId(page, 'open');
  const box = byId(page, 'dialog/open');
  await box.waitFor();
  const chooser = page.waitForEvent('filechooser');
  await byId(box, 'open/file').click();
  await (await chooser).setFiles({ name: 'picked.json', mimeType: 'application/json', buffer: readData(keys) });
  await openedAs(page, 'picked.json');
});

test('JSON can be typed into the dialog, and an address given', async () => {
  const page = await stage.open();
  const open = () => pressId(page, 'open');
  await open();
  await byId(page, 'open/json').fill('{"tokens": ["y"], "attentions": [[[[1]]]]}');
  await byId(page, 'open/text').click();
  await openedAs(page, 'pasted text');
  await open();
  await byId(page, 'open/address').fill(`${stage.data.url}${keys}`);
  await byId(page, 'open/url').click();
  await openedAs(page, 'toy_agreement_keys.json');
});

test('every sample of the gallery opens', async () => {
  const page = await stage.open();
  await pressId(page, 'samples');
  const gallery = byId(page, 'dialog/samples');
  await gallery.locator('.samples:not(.models) li').nth(10).waitFor();
  const titles = await gallery.locator('.samples:not(.models) strong').allTextContents();
  assert.ok(titles.length >= 12);
  for (const title of titles) {
    await pressId(page, 'samples');
    await page.getByRole('dialog').getByText(title, { exact: true }).click();
    await page.waitForFunction((t) => window.headwaters.state.document?.title === t, title);
  }
  assert.deepEqual(page.faults, []);
});

test('a link to data of another origin opens them', async () => {
  const address = encodeURIComponent(`${stage.data.url}references/use_lite_keys_cabinet.json`);
  const page = await stage.open({ fragment: `url=${address}&method=raw&layer=2` });
  const now = await state(page);
  assert.equal(now.source.kind, 'url');
  assert.deepEqual([now.method, now.layer], ['raw', 1]);
  assert.deepEqual(page.faults, []);
});

test('no request goes out but to the page itself and where the user points', async () => {
  const page = await stage.open();
  await drop(page, 'keys.json', readData(keys));
  await openedAs(page, 'keys.json');
  await idle(page);
  const elsewhere = page.asked.filter((url) => !url.startsWith(stage.page.url) && !/^(data|blob):/.test(url));
  assert.deepEqual(elsewhere, []);
});

for (const [name, bytes, place] of /** @type {[string, Buffer, RegExp][]} */ ([
  ['cut.json', readData(keys).subarray(0, 40_000), /.+/],
  ['page.html', Buffer.from('<!doctype html><html><title>404</title></html>'), /.*/],
  ['empty.json', Buffer.alloc(0), /.*/],
  ['cut.json.gz', gzipSync(readData(keys)).subarray(0, 2000), /.*/],
])) {
  test(`${name} is refused with a place and a remedy, and what was open stays open`, async () => {
    const page = await stage.open();
    await still(page);
    const before = await state(page);
    const problem = await page.evaluate(
      async ([file, base64]) => {
        const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        return window.headwaters.open(new File([data], file)).then(
          () => null,
          ({ place, finding, remedy }) => ({ place, finding, remedy }),
        );
      },
      [name, bytes.toString('base64')],
    );
    assert.ok(problem, 'it must not open');
    assert.match(problem.place, place);
    assert.ok(problem.finding.length > 10 && problem.remedy.length > 10, JSON.stringify(problem));
    await idle(page);
    const after = await state(page);
    assert.deepEqual(after.document, before.document);
    assert.equal(after.messages.at(-1).finding, problem.finding);
    await page.waitForFunction((text) => document.getElementById('alert').textContent.includes(text), problem.finding);
    const { layers } = await results(page, { method: 'rollout' });
    assertClose(layers[5].values, expected.rollout_source_rows[5], 1e-6, 'still computed');
    assert.deepEqual(page.faults, []);
  });
}

test('an address that is not there, or may not be read, says what to do', async () => {
  const page = await stage.open();
  const rejected = (url) =>
    page.evaluate(
      (u) =>
        window.headwaters.open(u).then(
          () => null,
          (e) => ({ finding: e.finding, remedy: e.remedy }),
        ),
      url,
    );
  const missing = await rejected(`${stage.data.url}nothing.json`);
  assert.match(missing.finding, /404/);
  assert.match(missing.remedy, /Capital letters/);
  const { serve } = await import('../../../tools/serve.mjs');
  const closed = await serve({ folder: import.meta.dirname ?? '.', cors: false });
  const foreign = await rejected(`${closed.url}opening.test.mjs`);
  await closed.close();
  assert.match(foreign.finding, /blocks other sites/);
});

/** A server whose answer begins and never ends. */
async function withEndlessServer(action) {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Length': 1_000_000 });
    response.write('{"attentions": [[[[0.5,');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  try {
    await action(`http://127.0.0.1:${portOf(server)}/endless.json`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('an opening that takes its time shows progress, can be cancelled, and leaves everything as it was', async () => {
  const page = await stage.open();
  await still(page);
  const before = await state(page);
  await withEndlessServer(async (address) => {
    const outcome = page.evaluate(
      (url) =>
        window.headwaters.open(url).then(
          () => 'opened',
          (error) => error.finding,
        ),
      address,
    );
    const cancel = byId(page, 'opening/cancel');
    await cancel.waitFor({ state: 'attached' });
    await page.waitForFunction(() => /Opening endless.json.*0 %/.test(document.getElementById('mirror').textContent));
    await page.evaluate(() => window.headwaters.setState({ layer: 2 })); // the page stays live meanwhile
    await page.waitForFunction(() => window.headwaters.state.layer === 2);
    await cancel.evaluate((button) => button.click());
    assert.match(await outcome, /cancelled/);
  });
  await idle(page);
  const after = await state(page);
  assert.deepEqual(after.document, before.document);
  assert.deepEqual(after.messages, []);
});

test('a worker that is lost is replaced, and what was open is open again', async () => {
  const page = await stage.open({ ready: false });
  await page.addInitScript(() => {
    window.workers = [];
    window.Worker = class extends Worker {
      /** @param {[string | URL, WorkerOptions?]} all */
      constructor(...all) {
        super(...all);
        window.workers.push(this);
      }
    };
  });
  await page.reload();
  await opened(page);
  await drop(page, 'keys.json', readData(keys));
  await openedAs(page, 'keys.json');
  await page.evaluate(() => window.headwaters.setState({ layer: 3, method: 'raw' }));
  await idle(page);
  await page.evaluate(() => window.workers[0].onmessage({ data: { died: 'out of memory' } }));
  await page.waitForFunction(() => window.headwaters.state.messages.some(({ finding }) => finding.includes('out of memory')));
  await idle(page);
  const now = await state(page);
  assert.deepEqual([now.document.name, now.layer, now.method], ['keys.json', 3, 'raw']);
  assert.equal(await page.evaluate(() => window.workers.length), 2);
  const { layers } = await results(page, { method: 'rollout' });
  assertClose(layers[5].values, expected.rollout_source_rows[5], 1e-6, 'computed by the new worker');
});

test('another page can open data by a message and gets an answer', async () => {
  const page = await stage.newPage();
  await page.goto(`${stage.data.url}bad/INDEX.json`); // a page of another origin
  const answers = await page.evaluate(async (address) => {
    const frame = document.createElement('iframe');
    const got = [];
    const ready = new Promise((resolve) =>
      addEventListener('message', ({ data, source }) => {
        if (source !== frame.contentWindow) return;
        got.push(data);
        resolve(undefined);
      }),
    );
    frame.src = address;
    document.body.append(frame);
    await ready;
    frame.contentWindow.postMessage({ type: 'headwaters:open', id: 7, data: { attentions: [[[[1]]]] }, name: 'sent' }, '*');
    frame.contentWindow.postMessage({ type: 'headwaters:open', id: 8, data: { attentions: 'none' } }, '*');
    while (got.length < 3) await new Promise((resolve) => setTimeout(resolve, 50));
    return got;
  }, stage.page.url);
  assert.equal(answers[0].type, 'headwaters:ready');
  const byId = (id) => answers.find((a) => a.id === id);
  assert.ok(byId(7) && byId(8));
  assert.equal(byId(8).type, 'headwaters:failed');
  assert.ok(byId(8).problem.remedy);
});

test('opened waits for data only', async () => {
  const page = await stage.open({ fragment: 'sample=use-keys' });
  await opened(page);
  assert.equal(await documentName(page), 'use-keys');
});
