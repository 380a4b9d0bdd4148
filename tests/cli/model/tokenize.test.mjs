// SPDX-License-Identifier: MIT
// @ts-check
// headwaters tokenize. Prints lines of JSON, from a folder, a tokenizer.json or standard input.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters, output } from '../program.mjs';

const tokenizers = fileURLToPath(new URL('../../data/tokenizers', import.meta.url));
const cases = JSON.parse(readFileSync(join(tokenizers, 'cases.json'), 'utf8'));
/** @param {string} text */
const lines = (text) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('each text and each pair is a line, with offsets in code points', () => {
  const texts = JSON.stringify([...cases.strings, ...cases.pairs]);
  for (const [name, expected] of Object.entries(cases.tokenizers)) {
    const rows = lines(output(['tokenize', join(tokenizers, `${name}.json`), '--texts', '-'], texts));
    const wanted = [...expected.strings, ...expected.pairs];
    assert.equal(rows.length, wanted.length);
    rows.forEach((row, i) => {
      assert.deepEqual(row.ids, wanted[i].ids, name);
      assert.deepEqual(row.tokens, wanted[i].tokens, name);
      assert.deepEqual(row.offsets.flat(), wanted[i].offsets, name);
      assert.equal(row.special.length, row.ids.length);
      if (!wanted[i].type_ids) return;
      assert.deepEqual(row.type_ids, wanted[i].type_ids, name);
      assert.deepEqual(row.special, wanted[i].special, name);
    });
  }
});

test('a folder will do, and a file of texts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'headwaters-tokenize-'));
  try {
    copyFileSync(join(tokenizers, 'bpe_llama2.json'), join(folder, 'tokenizer.json'));
    writeFileSync(join(folder, 'texts'), '["a 😀 b"]');
    const [row] = lines(output(['tokenize', folder, '--texts', join(folder, 'texts')]));
    assert.deepEqual(row.offsets.at(-1), [3, 5]);
    assert.deepEqual(
      row.special,
      row.ids.map((/** @type {number} */ id) => (id === 1 ? 1 : 0)),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('one text by --text is the line that --texts gives', () => {
  const file = join(tokenizers, 'wordpiece_added.json');
  const wanted = output(['tokenize', file, '--texts', '-'], '["the keys", ["the", "keys"]]').split('\n');
  assert.equal(output(['tokenize', file, '--text', 'the keys']), `${wanted[0]}\n`);
  assert.equal(output(['tokenize', file, '--text', 'the', '--pair', 'keys']), `${wanted[1]}\n`);
  const both = headwaters(['tokenize', file, '--text', 'a', '--texts', '-'], '[]');
  assert.equal(both.code, 2);
  assert.match(both.err, /can't be combined/);
});

test('a name is looked up among the models that a hub has stored', () => {
  const home = mkdtempSync(join(tmpdir(), 'headwaters-hub-'));
  const before = process.env.HF_HOME;
  try {
    const model = join(home, 'hub', 'models--some-org--tiny');
    const commit = '0123456789abcdef0123456789abcdef01234567';
    mkdirSync(join(model, 'refs'), { recursive: true });
    mkdirSync(join(model, 'snapshots', commit), { recursive: true });
    mkdirSync(join(model, 'snapshots', 'other'));
    mkdirSync(join(model, 'blobs'));
    copyFileSync(join(tokenizers, 'bpe_llama2.json'), join(model, 'blobs', 'a'));
    symlinkSync('../../blobs/a', join(model, 'snapshots', commit, 'tokenizer.json'));
    process.env.HF_HOME = home;
    assert.equal(headwaters(['tokenize', 'some-org/tiny', '--text', 'a b']).code, 1, 'two snapshots, and none is main');
    writeFileSync(join(model, 'refs', 'main'), `${commit}\n`);
    const there = output(['tokenize', join(tokenizers, 'bpe_llama2.json'), '--text', 'a b']);
    assert.equal(output(['tokenize', 'some-org/tiny', '--text', 'a b']), there);
    assert.equal(headwaters(['tokenize', 'some-org/../tiny', '--text', 'a b']).code, 1);
  } finally {
    if (before === undefined) delete process.env.HF_HOME;
    else process.env.HF_HOME = before;
    rmSync(home, { recursive: true });
  }
});

test('what cannot be used is refused in a line', () => {
  const file = join(tokenizers, 'clip.json');
  /** @type {(code: number, says: RegExp, args: string[], input?: string) => void} */
  const refused = (code, says, args, input) => {
    const run = headwaters(['tokenize', ...args], input);
    assert.equal(run.code, code, run.err);
    assert.equal(run.out, '');
    assert.match(run.err, /^headwaters: [^\n]+\n$/);
    assert.match(run.err, says);
  };
  refused(2, /The texts are missing\./, [file]);
  refused(2, /Use one of: text, json/, [file, '--texts', '-', '--format', 'csv']);
  refused(1, /can't be read/, ['no-such-folder', '--texts', '-'], '[]');
  refused(1, /can't be read/, [file, '--texts', 'no-such-file']);
  refused(1, /texts › 2.*neither a text nor a pair/, [file, '--texts', '-'], '["a", 7]');
  refused(1, /neither a text nor a pair/, [file, '--texts', '-'], '{"a": 1}');
  refused(1, /tokenizer/, [join(tokenizers, 'cases.json'), '--texts', '-'], '[]');
  assert.equal(headwaters(['info', file, '--texts', 'x']).code, 2);
});
