// SPDX-License-Identifier: MIT
// @ts-check
// Tables over texts. correlate, summary and experiment print theirs, pairs are compared, clusters count as one, and a mistake in the
// options stops at the first text.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters, output, result } from '../program.mjs';
import { jsonLines, lines, sentences } from '../sentences.mjs';
import { encoder } from './encoder.mjs';

const model = fileURLToPath(new URL('../../../web/models/agreement', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'headwaters-tables-'));
after(() => rmSync(room, { recursive: true, force: true }));
let made = 0;
const fresh = () => join(room, `out${++made}`);
/** @param {unknown[]} texts */
const file = (texts) => {
  const path = join(room, `texts${++made}.jsonl`);
  writeFileSync(path, texts.map((text) => `${JSON.stringify(text)}\n`).join(''));
  return path;
};
/** @param {string[]} words */
function batch(...words) {
  const out = fresh();
  const { code, err, out: printed } = headwaters(['batch', ...words, '--out', out]);
  return { out, code, err, printed };
}

const pairs = [
  ['the keys to the cabinet', 'the key to the cabinets'],
  ['the zebras near the lake', 'the lake'],
  ['anna thanked tom', 'tom thanked anna'],
];

test('a pair is the cosine of its two texts in correlate, summary and experiment', () => {
  const folder = encoder(fresh());
  const texts = file(pairs);
  const asked = pairs.map(([text, target]) => result(['ask', folder, '--text', text, '--target', target, '--scores', 'zero-embedding']));
  const experiment = batch('experiment', texts, '--model', folder, '--methods', 'gradients', '--most', '1', '--draws', '2');
  assert.equal(experiment.code, 0, experiment.err);
  assert.deepEqual(
    jsonLines(join(experiment.out, 'results.jsonl')).map(({ value }) => value),
    asked.map(({ value }) => value),
  );
  for (const command of ['correlate', 'summary']) {
    const run = batch(command, texts, '--model', folder, '--scores', 'zero-embedding');
    assert.equal(run.code, 0, run.err);
    assert.match(run.printed, /3 examples: Spearman's rank correlation, mean, standard deviation, 95 % interval/);
    const [line] = jsonLines(join(run.out, 'results.jsonl'));
    const alone = result([
      'correlate',
      '--model',
      folder,
      '--text',
      pairs[0][0],
      '--target',
      pairs[0][1],
      '--scores',
      'zero-embedding',
      '--format',
      'json',
    ]);
    assert.equal(line.importance['zero-embedding'].raw[0].correlation, alone.importance['zero-embedding'].raw[0].mean);
  }
});

test('texts of one template count as one observation', () => {
  const texts = ['the keys to the cabinet [MASK] on the table', 'the zebras near the lake [MASK] hungry', 'the lake [MASK] cold'];
  const words = ['--model', model, '--methods', 'gradients', '--most', '2', '--draws', '3'];
  const once = batch('experiment', file(texts), ...words);
  const twice = batch(
    'experiment',
    file(
      texts.flatMap((text, i) => [
        { text, cluster: `t${i}` },
        { text, cluster: `t${i}` },
      ]),
    ),
    ...words,
  );
  const free = batch('experiment', file(texts.flatMap((text) => [text, text])), ...words);
  const [a, b, c] = [once, twice, free].map(({ out }) => JSON.parse(readFileSync(join(out, 'experiment.json'), 'utf8')));
  assert.deepEqual([a.clusters, b.clusters, c.clusters], [3, 3, 6]);
  assert.equal(b.examples, 6);
  for (const key of ['mean', 'low', 'high'])
    assert.ok(Math.abs(a.methods[0].area[key] - b.methods[0].area[key]) < 1e-9 * Math.max(1, Math.abs(a.methods[0].area[key])), key);
  assert.equal(a.methods[0].p, b.methods[0].p);
  assert.ok(c.methods[0].area.high - c.methods[0].area.low < b.methods[0].area.high - b.methods[0].area.low);
  assert.match(twice.printed, /over 3 clusters of texts[\s\S]*Too few clusters: with fewer than 6/);

  // Analyses name their clusters, too. Parts of one cluster are combined.
  const all = sentences(6, 5);
  const clustered = all.flatMap((one) => [1, 2].map(() => ({ ...one, cluster: one.tokens.length + String(all.indexOf(one)) })));
  const cells = (/** @type {object[]} */ examples) =>
    result(['correlate', '-', '--format', 'json'], JSON.stringify({ examples })).importance.blankout.rollout;
  cells(clustered).forEach((/** @type {any} */ cell, /** @type {number} */ i) => {
    for (const key of ['mean', 'low', 'high', 'p', 'pOfTable']) assert.ok(Math.abs(cell[key] - cells(all)[i][key]) < 1e-6, key);
  });
  const parts = [clustered.slice(0, 5), clustered.slice(5)].map((part) => {
    const path = join(room, `part${++made}.jsonl`);
    writeFileSync(path, lines(part));
    const out = fresh();
    output(['batch', 'correlate', path, '--partial', '--out', out, '--quiet']);
    return out;
  });
  const merged = result(['merge', ...parts, '--format', 'json']).importance.blankout.rollout;
  cells(clustered).forEach((/** @type {any} */ cell, /** @type {number} */ i) => {
    for (const key of ['mean', 'low', 'high', 'p', 'pOfTable']) assert.ok(Math.abs(cell[key] - merged[i][key]) < 1e-9, key);
  });
});

test('correlate and summary print what merge and correlate print', () => {
  const examples = sentences(9, 5);
  const path = join(room, 'nine.jsonl');
  writeFileSync(path, lines(examples));
  const whole = output(['correlate', path]);
  const correlated = batch('correlate', path);
  const summary = batch('summary', path);
  for (const run of [correlated, summary]) assert.ok(run.printed.endsWith(whole), run.printed);
  assert.match(summary.printed, /^9 examples: means over heads, with 95 % intervals .*\nentropy +L1 \d\.\d+ \(\d\.\d+ to \d\.\d+\)/);
  // Resumed, it is the same.
  const again = headwaters(['batch', 'correlate', path, '--out', correlated.out]);
  assert.ok(again.out.endsWith(whole));
});

test('a mistake that affects every text stops at the first, and is reported', () => {
  const texts = file(Array.from({ length: 40 }, (_, i) => `the keys [MASK] on the table ${'very '.repeat(i % 5)}old`));
  const stops = (/** @type {RegExp} */ sentence, /** @type {number} */ most, /** @type {string[]} */ ...words) => {
    const run = batch(...words, '--threads', '1');
    assert.equal(run.code, 2, run.err);
    assert.match(run.err, sentence);
    assert.match(run.err, /The batch stopped/);
    assert.equal(jsonLines(join(run.out, 'failed.jsonl')).length, most);
    assert.equal(readFileSync(join(run.out, 'results.jsonl'), 'utf8'), '');
  };
  for (const command of ['correlate', 'summary', 'experiment']) {
    const scores = command === 'experiment' ? [] : ['--scores', 'mask'];
    stops(/supercalifragilistic/, 1, command, texts, '--model', model, ...scores, '--target', 'supercalifragilistic');
  }
  stops(/one vector per text/, 1, 'experiment', texts, '--model', encoder(fresh()));
  // If the text may be the reason, two equal failures stop the batch.
  const alike = file(['the lake [MASK] cold', 'the keys [MASK] cold', 'the key [MASK] cold']);
  stops(/There is no such token; the text has \d+/, 2, 'experiment', alike, '--model', model, '--target', '@50');
  // A text that is too short for the position stops nothing.
  const long = `the keys to the cabinets near the lake [MASK] on the ${'old '.repeat(3)}table`;
  const run = batch(
    'experiment',
    file(['the [MASK]', long]),
    '--model',
    model,
    '--target',
    '@8',
    '--most',
    '1',
    '--draws',
    '1',
    '--methods',
    'gradients',
  );
  assert.equal(run.code, 1, run.err);
  assert.equal(jsonLines(join(run.out, 'results.jsonl')).length, 1);
});
