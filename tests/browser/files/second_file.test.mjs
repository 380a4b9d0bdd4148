// SPDX-License-Identifier: MIT
// A link of two files. Both are opened, compared and sent on. The page reports a file that is not available.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after } from 'node:test';

import { portOf } from '../../../tools/serve.mjs';
import { clickTarget } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { byId, drop, idle, openedAs, readData, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();

/** The requests to a host of data, with their headers. @type {{url: string, headers: import('node:http').IncomingHttpHeaders}[]} */
const asked = [];
const files = {
  '/tuned.json': readData('references/toy_agreement_keys.json'),
  '/base.json': Buffer.from(JSON.stringify({ ...JSON.parse(readData('references/toy_agreement_keys.json').toString()), title: 'before' })),
};
const host = createServer((request, response) => {
  asked.push({ url: request.url, headers: request.headers });
  const file = files[request.url];
  response.writeHead(file ? 200 : 404, { 'access-control-allow-origin': '*', 'set-cookie': 'seen=1; Path=/' });
  response.end(file);
});
await new Promise((resolve) => host.listen(0, '127.0.0.1', () => resolve(undefined)));
after(() => host.close());
const at = `http://127.0.0.1:${portOf(host)}`;
const link = (second) =>
  `v=1&url=${encodeURIComponent(`${at}/tuned.json`)}&second=${encodeURIComponent(second)}&layer=6&panel=compare&compare=rollout/rollout,file:earlier`;

test('a link opens both of its files, without cookies and without a referrer, and fetches nothing but http', async () => {
  const page = await stage.openStill({ fragment: link(`${at}/base.json`) });
  const { second, compare, messages } = await state(page);
  assert.equal(second, `second=${encodeURIComponent(`${at}/base.json`).replaceAll('%3A', ':').replaceAll('%2F', '/')}`);
  assert.deepEqual(
    compare.map(({ file = 'this' }) => file),
    ['this', 'earlier'],
  );
  assert.deepEqual(messages, []);
  const { columns, difference } = await page.evaluate(() => window.headwaters.results({ view: 'compare' }));
  assert.match(columns[1].detail, /^before, /);
  assert.deepEqual(columns[0].values, columns[1].values);
  assert.ok(difference.values.every((value) => value === 0));
  await page.reload();
  await still(page);
  assert.equal((await state(page)).compare.length, 2);
  assert.deepEqual([...new Set(asked.map(({ url }) => url))].sort(), ['/base.json', '/tuned.json']);
  for (const { headers } of asked) {
    assert.equal(headers.cookie, undefined);
    assert.equal(headers.referer, undefined);
  }
  for (const bad of ['data:application/json,{}', 'file:///etc/passwd', 'blob:x']) {
    const before = asked.length;
    const other = await stage.openStill({ fragment: link(bad) });
    assert.equal((await state(other)).second, null);
    assert.match((await state(other)).messages.map(({ finding }) => finding).join(), /second=/);
    assert.deepEqual(
      asked.slice(before).map(({ url }) => url),
      ['/tuned.json'],
    );
  }
  assert.deepEqual(page.faults, []);
});

test('where the second file is gone the first is shown, and a note says so', async () => {
  const page = await stage.openStill({ fragment: link(`${at}/gone.json`) });
  const { document, messages, compare, second } = await state(page);
  assert.equal(document.name, 'tuned.json');
  assert.deepEqual([compare, second], [[], null]);
  const note = messages.find(({ finding }) => finding.startsWith('The link’s second file could not be opened'));
  assert.equal(note?.kind, 'note');
});

test('Share says when the second file is on this machine, and links leave it out', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6' });
  await drop(page, 'mine.json', readData('references/toy_agreement_keys.json'));
  await openedAs(page, 'mine.json');
  await still(page);
  await page.evaluate(() => {
    location.hash = 'v=1&sample=agreement-keys&layer=6&panel=compare';
  });
  await openedAs(page, 'agreement-keys');
  await still(page);
  await clickTarget(page, 'both files');
  await idle(page);
  assert.equal((await state(page)).second, '');
  const made = await page.evaluate(() => window.headwaters.link({ data: 'none' }));
  assert.doesNotMatch(made.url, /second|mine/);
  assert.deepEqual(made.leftOut, ['the second file']);
  await byId(page, 'share').press('Enter');
  await byId(page, 'share/second').waitFor();
});

test('both files as one graph: words, numbers, text version and figure', async () => {
  const base = link(`${at}/base.json`).replace(/&panel.*/, '');
  const page = await stage.openStill({ fragment: `${base}&panel=graph&both-files=on&edges=0.05` });
  const { table, sums } = await page.evaluate(() => window.headwaters.results({ view: 'graph' }));
  assert.deepEqual(table.columns, ['layer', 'query', 'key', 'in', 'this', 'previous']);
  // The same weights, so every edge belongs to both.
  assert.ok(table.rows.length > 5 && table.rows.every((row) => row[3] === 'both' && row[4] === row[5]));
  for (const { both, own, hidden } of sums) {
    assert.ok(Math.abs(both[0] + own[0] + hidden[0] - 1) < 1e-6);
    assert.deepEqual(own, [0, 0]);
  }
  assert.match(await page.textContent('#mirror'), /Values of the edges/);
  const svg = await page.evaluate(() => window.headwaters.figure({ view: 'graph', format: 'svg' }));
  assert.match(svg, /only in base\.json/);
  const csv = await page.evaluate(() => window.headwaters.results({ view: 'graph', format: 'csv' }));
  assert.match(csv, /^layer,query,key,in,this,previous\r\n/);
  await clickTarget(page, 'both files');
  await idle(page);
  assert.equal((await state(page)).bothFiles, false);
  assert.doesNotMatch(await page.evaluate(() => location.hash), /second|both-files/);
  assert.deepEqual(page.faults, []);
});
