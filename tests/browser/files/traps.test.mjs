// SPDX-License-Identifier: MIT
// Files made to take all memory, and every bad file. The page refuses them in the words of the command line, and goes on.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { headwaters } from '../../cli/program.mjs';
import { test } from '../engine.mjs';
import { dataFolder, drop, idle, openedAs, readData, readJson, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();
const weights = '"attentions":[[[[1]]]]';
const giant = (/** @type {number} */ size) => 'a'.repeat(size);
const packed = (/** @type {string | Buffer} */ data) => gzipSync(data, { level: 1 });

/** An array file with a header and bytes. */
function npy(/** @type {string} */ descr, /** @type {string} */ shape) {
  const header = Buffer.from(`{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }\n`);
  const head = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8]);
  return Buffer.concat([head, header, Buffer.alloc(64)]);
}

/** A header of safetensors, without data after it. */
function safetensors(/** @type {string} */ header) {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, Buffer.from(header)]);
}

const tensor = '"attentions":{"dtype":"F32","shape":[1,1,1,1],"data_offsets":[0,4]}';
/** @type {[string, () => Buffer][]} */
const traps = [
  ['bomb_token.json.gz', () => gzipSync(`{"tokens":["${giant(300_000_000)}"],${weights}}`, { level: 9 })],
  ['token.json.gz', () => packed(`{"tokens":["${giant(50_000_000)}"],${weights}}`)],
  ['escapes.json.gz', () => packed(`{"tokens":["${'\\u0061'.repeat(5_000_000)}"],${weights}}`)],
  ['key.json.gz', () => packed(`{"${giant(50_000_000)}":1,${weights}}`)],
  ['nested_key.json.gz', () => packed(`{"a":{"${giant(1_000_000)}":{"b":[[1]]}},${weights}}`)],
  ['deep.json.gz', () => packed('['.repeat(20_000_000))],
  ['deep_objects.json.gz', () => packed('{"a":'.repeat(5_000_000))],
  ['script.html.gz', () => packed(`<html><script>const params = {"tokens":["${giant(40_000_000)}"],${weights}}</script></html>`)],
  [
    'spaces.html.gz',
    () => packed(`<html><script>const params = {${' '.repeat(50_000_000)}"tokens":["a"],"attentions":true}</script></html>`),
  ],
  ['texts.npy', () => npy('<U100000', '(1000,)')],
  ['sizes.npy', () => npy('<f4', '(2000000000, 2000000000)')],
  [
    'metadata.safetensors.gz',
    () => packed(Buffer.concat([safetensors(`{"__metadata__":{"tokens":"[\\"${giant(40_000_000)}\\"]"},${tensor}}`), Buffer.alloc(4)])),
  ],
  ['tensor_name.safetensors.gz', () => packed(Buffer.concat([safetensors(`{"${giant(40_000_000)}":1,${tensor}}`), Buffer.alloc(4)]))],
];

/** The words without sizes, because the sizes depend on each program's available memory. */
const plain = (/** @type {string} */ text) =>
  text
    .replace(/[\d. ]+ ?[kMG]B/g, ' N')
    .replace(/\s+/g, ' ')
    .trim();

/** Drops a file and returns its error's words in the page, or null if it opened. */
async function refusal(page, name, bytes) {
  const before = await page.evaluate(() => Math.max(0, ...window.headwaters.state.messages.map(({ id }) => id)));
  await drop(page, name, bytes);
  await page.waitForFunction(
    ([file, last]) => {
      const { document, messages } = window.headwaters.state;
      return document?.name === file || messages.some(({ id, kind }) => kind === 'error' && id > last);
    },
    [name, before],
    { timeout: 120_000 },
  );
  const { document, messages } = await state(page);
  if (document.name === name) return null;
  const error = messages.at(-1);
  assert.equal(error.file, name);
  return error;
}

test('every file that the command line refuses is refused in the page, in the same words', { timeout: 600_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'headwaters-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const bad = readJson('bad/INDEX.json')
    .files.map(({ file }) => file)
    .filter((file) => existsSync(join(dataFolder, 'bad', file)));
  const all = [...bad.map((file) => [file, () => readData(`bad/${file}`)]), ...traps];
  const page = await stage.open({ fragment: 'sample=use-keys' });
  await still(page);
  let refused = 0;
  for (const [name, make] of all) {
    const bytes = make();
    writeFileSync(join(folder, name), bytes);
    const { code, err } = headwaters(['info', join(folder, name)]);
    const error = await refusal(page, name, bytes);
    assert.equal(error === null, code === 0, `${name}: ${err}`);
    if (error === null) continue;
    refused += 1;
    // The page adds the parts that it still shows.
    for (const part of [error.finding, error.remedy.split('. ')[0]])
      assert.ok(plain(err).includes(plain(part)), `${name}: “${part}” is not in ${err}`);
  }
  assert.ok(refused >= 25, `only ${refused} were refused`);
  await drop(page, 'keys.json', readData('references/toy_agreement_keys.json'));
  await openedAs(page, 'keys.json');
  await idle(page);
  assert.deepEqual(page.faults, []);
  // A driver that reports no requests leaves the list empty.
  if (page.asked.length)
    assert.equal(page.asked.filter((address) => address.endsWith('/worker.js')).length, 1, 'one engine has lived through all of it');
});
