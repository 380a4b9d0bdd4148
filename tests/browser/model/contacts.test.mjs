// SPDX-License-Identifier: MIT
// A protein: ESM opens from its files, a FASTA entry is pasted, and Contacts shows the map and the heads of a pair.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { test } from '../engine.mjs';
import { dropAll, pressId, Stage, until } from '../harness.mjs';
import { openSheet, shows } from './sheets.mjs';

const stage = Stage.forFile();
const folder = new URL('../../data/model/families/esm/', import.meta.url);
const vocabulary = '<cls> <pad> <eos> <unk> L A G V S <mask> R T I D P K Q N F Y M H W C'.split(' ').join('\n');
const sequence = 'LAGVSRTIDPKQNF';

test('a dropped ESM folder runs a pasted FASTA entry, and Contacts shows its pairs and their heads', async () => {
  const page = await stage.openStill({ fragment: 'v=1' });
  await dropAll(page, {
    'config.json': readFileSync(new URL('config.json', folder)),
    'model.safetensors': readFileSync(new URL('model.safetensors', folder)),
    'vocab.txt': vocabulary,
  });
  await page.waitForSelector('.model textarea');
  await until(page, () => window.headwaters.idle && window.headwaters.state.document?.tokens.includes('<mask>'));
  await page.evaluate((text) => {
    const field = /** @type {HTMLTextAreaElement} */ (document.querySelector('.model textarea'));
    field.select();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', `>sp|X1 a protein\n${text.slice(0, 5)}\n${text.slice(5)}\n`);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, sequence.toLowerCase());
  await pressId(page, 'line/upper');
  await shows(page, sequence);
  assert.deepEqual(await page.evaluate(() => window.headwaters.state.document.tokens), ['<cls>', ...sequence, '<eos>']);
  assert.ok(await page.isHidden('[data-id="line/upper"]'));
  await openSheet(page, 'contacts');
  await until(page, () => document.querySelectorAll('[data-id^="contacts/"].do').length === 12);
  assert.equal(await page.$eval('[data-id="contacts/map"]', (canvas) => /** @type {HTMLCanvasElement} */ (canvas).width), sequence.length);
  await page.click('[data-id^="contacts/"].do');
  await until(page, () => document.querySelectorAll('[data-id="sheet/contacts"] tbody .guess').length === 4);
  const said = await page.textContent('[data-id="sheet/contacts"] .muted');
  const [bias, logit] = [...String(said).matchAll(/[+−-]?\d+\.\d+/g)].map(([number]) => Number(number.replace('−', '-')));
  const terms = await page.$$eval('[data-id="sheet/contacts"] tbody .guess', (all) =>
    all.map(({ textContent }) => Number(String(textContent).replace('−', '-'))),
  );
  assert.ok(Math.abs(terms.reduce((sum, one) => sum + one, bias) - logit) < 0.05, String(said));
  assert.deepEqual(page.faults, []);
});
