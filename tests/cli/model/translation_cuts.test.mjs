// SPDX-License-Identifier: MIT
// @ts-check
// headwaters ask with cuts in encoder, decoder and across, of T5 and of BART, against hooks in the real library (tests/model/make/translation_cuts.py).
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters, result } from '../program.mjs';
import { jsonLines } from '../sentences.mjs';

const data = fileURLToPath(new URL('../../data/model/', import.meta.url));
const expected = JSON.parse(readFileSync(join(data, 'translation_cuts.json'), 'utf8'));
const room = mkdtempSync(join(tmpdir(), 'headwaters-cuts-'));
after(() => rmSync(room, { recursive: true, force: true }));

/** BART with a tokenizer, because the checkpoint lacks one. */
const bart = join(room, 'bart');
cpSync(join(data, 'bart_small'), bart, { recursive: true });
cpSync(join(data, 't5_tied/tokenizer.json'), join(bart, 'tokenizer.json'));

for (const [name, folder] of [
  ['t5_tied', join(data, 't5_tied')],
  ['bart_small', bart],
]) {
  const { text, output, index, value, edges, heads, residuals } = expected[name].typed;
  const asked = (/** @type {string} */ rule, /** @type {string} */ option, /** @type {string[]} */ cuts) =>
    result([
      'ask',
      folder,
      '--text',
      text,
      '--output',
      output,
      '--target',
      String(index),
      '--as',
      'logit',
      '--rule',
      rule,
      ...cuts.flatMap((cut) => [option, cut]),
    ]);
  for (const [what, rule, option, wanted] of [
    ['edges', 'zero', '--cut', edges.zero],
    ['edges', 'renormalise', '--cut', edges.renormalise],
    ['heads', 'zero', '--cut-head', heads.zero],
    ['heads', 'mean', '--cut-head', heads.mean],
    ['residuals', 'zero', '--cut-residual', residuals],
  ]) {
    test(`${name}: ${what} cut (${rule}) leave what the library has left`, () => {
      const made = asked(rule, option, Object.keys(wanted));
      assert.ok(Math.abs(made.value - value) < 1e-4, `${made.value} is not ${value}`);
      assert.deepEqual(
        made.cuts.map((/** @type {{cut: string}} */ { cut }) => cut),
        Object.keys(wanted),
      );
      for (const { cut, value: found } of made.cuts)
        assert.ok(Math.abs(found - wanted[cut]) < 1e-4, `${cut}: ${found} is not ${wanted[cut]}`);
    });
  }
}

test('batch experiment cuts words of a source in both stacks as ask cuts them, in the order of a score', () => {
  const folder = join(data, 't5_tied');
  const texts = join(room, 'texts.txt');
  const text = 'the keys to the door';
  writeFileSync(texts, text);
  const out = join(room, 'out');
  const run = headwaters([
    'batch',
    'experiment',
    texts,
    '--model',
    folder,
    '--out',
    out,
    '--units',
    'tokens',
    '--among',
    'all',
    '--methods',
    'unk,rollout',
    '--draws',
    '3',
    '--most',
    '2',
  ]);
  assert.equal(run.code, 0, run.err);
  const [line] = jsonLines(join(out, 'results.jsonl'));
  const n = line.tokens.length;
  assert.equal(line.units, n);
  const asked = result(['ask', folder, '--text', text, '--scores', 'unk']);
  const moved = asked.scores.unk.map((/** @type {number} */ value) => asked.value - value);
  const order = Array.from({ length: n }, (_, i) => i).toSorted((a, b) => moved[b] - moved[a]);
  const hidden = (/** @type {number} */ key) => [
    ...Array.from({ length: n }, (_, query) => query)
      .filter((query) => query !== key)
      .map((query) => `E*:*:${query}>${key}`),
    `C*:*:*>${key}`,
  ];
  const cuts = [1, 2].map((count) => order.slice(0, count).flatMap(hidden).join('; '));
  // A hidden token is masked before the softmax.
  const values = result(['ask', folder, '--text', text, '--rule', 'renormalise', ...cuts.flatMap((cut) => ['--cut', cut])]).cuts;
  values.forEach((/** @type {{value: number}} */ { value }, /** @type {number} */ at) => {
    assert.ok(Math.abs(line.methods.unk.values[at] - value) < 1e-4, `${at}: ${line.methods.unk.values[at]} is not ${value}`);
  });
  const refused = headwaters([
    'batch',
    'experiment',
    texts,
    '--model',
    folder,
    '--out',
    join(room, 'alti'),
    '--units',
    'tokens',
    '--methods',
    'alti',
  ]);
  assert.match(readFileSync(join(room, 'alti/failed.jsonl'), 'utf8'), /For translation models, use some of/, refused.err);
});
