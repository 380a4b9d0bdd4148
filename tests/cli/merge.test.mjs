// SPDX-License-Identifier: MIT
// @ts-check
// batch correlate, and merge, which combines the sums of parts into one table.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { headwaters, output, result } from './program.mjs';
import { jsonLines, lines, sentences } from './sentences.mjs';

const room = mkdtempSync(join(tmpdir(), 'headwaters-merge-'));
after(() => rmSync(room, { recursive: true, force: true }));
/** @param {string} name
 * @param {string} content */
const file = (name, content) => {
  writeFileSync(join(room, name), content);
  return join(room, name);
};

const texts = sentences(23, 4);
// A score that some examples lack, and one whose ranking is constant.
texts.forEach((each, index) => {
  if (index % 3 === 0) Object.assign(each.importance, { rare: each.importance.blankout.map((value) => 1 - value) });
  if (index === 5) each.importance.gradient.fill(0.5);
});
const whole = file('whole.json', JSON.stringify({ examples: texts }));
const parts = [texts.slice(0, 1), texts.slice(1, 9), texts.slice(9, 10), texts.slice(10)].map((part, index) =>
  file(`part${index}.jsonl`, lines(part)),
);
/** @param {string[]} options */
const computed = (...options) =>
  parts.map((part, index) => {
    const out = join(room, `${options.join('')}${index}`);
    output(['batch', 'correlate', part, '--partial', '--out', out, '--quiet', ...options]);
    return out;
  });

/** The output of correlate for everything at once. @param {string[]} args */
function expectedSums(...args) {
  const { tokens: _, ...printed } = result(['correlate', ...args, '--format', 'json']);
  return printed;
}

/** The same keys, and numbers that differ by no more than 1e-12.
 * @param {any} a
 * @param {any} b
 * @param {string} [path] */
function close(a, b, path = '') {
  if (typeof b === 'number') {
    assert.ok(Math.abs(a - b) <= 1e-12, `${path}: ${a} and ${b}`);
  } else if (typeof b === 'object' && b !== null) {
    assert.deepEqual(Object.keys(a).toSorted(), Object.keys(b).toSorted(), path);
    for (const key of Object.keys(b)) close(a[key], b[key], `${path}.${key}`);
  } else {
    assert.equal(a, b, path);
  }
}

test('parts in any order join to what correlate prints for all at once', () => {
  const folders = computed();
  const expected = expectedSums(whole);
  assert.equal(expected.examples, 23);
  assert.deepEqual(Object.keys(expected.importance), ['blankout', 'gradient', 'rare']);
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [2, 0, 3, 1],
    [1, 3, 0, 2],
  ]) {
    close(result(['merge', ...order.map((index) => folders[index]), '--format', 'json']), expected);
  }
  const cells = (/** @type {string} */ csv) =>
    csv
      .trim()
      .split('\r\n')
      .toSorted()
      .map((row) => row.split(',').map((cell, column) => (column > 3 && cell !== '' ? Number(cell).toFixed(12) : cell)));
  assert.deepEqual(cells(output(['merge', ...folders, '--format', 'csv'])), cells(output(['correlate', whole, '--format', 'csv'])));
  assert.match(
    output(['merge', ...folders]),
    /^Excludes special tokens, .*\nblankout, 23 examples: Spearman's rank correlation, mean, standard deviation, 95 % interval of the mean \(Student's t\), p of the difference .*, by layer\nraw {14}L1 {1,2}-?0\.\d{3} ±0\.\d{3} \(-?0\.\d{3} to -?0\.\d{3}\) p \S+ {2}L2 /,
  );
  // Only a folder without its record has no tests. Its intervals are those of independent examples.
  const [first, ...others] = folders;
  const bare = join(room, 'bare');
  cpSync(first, bare, { recursive: true });
  rmSync(join(bare, 'record.jsonl'));
  const cell = result(['merge', bare, ...others, '--format', 'json']).importance.blankout.raw[0];
  const all = expected.importance.blankout.raw[0];
  assert.equal(cell.p, null);
  for (const key of ['low', 'high']) assert.ok(Math.abs(cell[key] - all[key]) < 1e-6, key);
});

test('settings of the table reach every part', () => {
  const options = ['--ranks', 'dense', '--exclude', 'w1', '--residual', '0.2', '--start-layer', '2'];
  close(result(['merge', ...computed(...options), '--format', 'json']), expectedSums(whole, ...options));
});

test('each example has its correlations in every form', () => {
  for (const format of ['jsonl', 'csv', 'npy']) {
    output(['batch', 'correlate', whole, '--out', join(room, format), '--format', format, '--quiet', '--threads', '1']);
  }
  const rows = jsonLines(join(room, 'jsonl', 'results.jsonl'));
  assert.equal(existsSync(join(room, 'jsonl', 'sums.json')), false);
  const csv = readFileSync(join(room, 'csv', 'results.csv'), 'utf8')
    .trim()
    .split('\r\n');
  assert.equal(csv[0], 'file,line,example,importance,method,layer,correlation');
  const flat = [];
  rows.forEach((row, index) => {
    const alone = result(['correlate', '-', '--format', 'json'], JSON.stringify(texts[index])).importance;
    for (const [score, methods] of Object.entries(row.importance)) {
      for (const [method, layers] of Object.entries(/** @type {any} */ (methods))) {
        for (const { layer, correlation } of layers) {
          const cell = alone[score][method][layer - 1];
          assert.equal(correlation ?? 0, cell.mean);
          assert.equal(correlation === null, cell.constant === 1);
        }
      }
    }
    for (const [score, methods] of Object.entries(row.importance)) {
      assert.deepEqual(Object.keys(/** @type {any} */ (methods)), [
        'raw',
        'rollout',
        'flow',
        'gradient-rollout',
        'relevance',
        'grad-sam',
        'joint',
      ]);
      for (const [method, layers] of Object.entries(/** @type {any} */ (methods))) {
        for (const { layer, correlation } of layers) flat.push([whole, '', index, score, method, layer, correlation ?? ''].join(','));
      }
    }
  });
  assert.deepEqual(csv.slice(1).toSorted(), flat.toSorted());
  const bytes = readFileSync(join(room, 'npy', 'values.npy'));
  assert.equal((bytes.length - 192) / 8, (flat.length * 8) / 7, 'two or three scores, eight methods of which one has nothing, two layers');
});

test('a part that was stopped goes on, and counts nothing twice', () => {
  const [folder] = computed('--threads', '1');
  const part = join(room, 'again');
  const call = ['batch', 'correlate', parts[3], '--partial', '--out', part, '--quiet', '--threads', '1'];
  output(call);
  const sums = readFileSync(join(part, 'sums.json'), 'utf8');
  const record = readFileSync(join(part, 'record.jsonl'), 'utf8').split('\n');
  writeFileSync(join(part, 'record.jsonl'), `${record.slice(0, 6).join('\n')}\n${record[6].slice(0, 40)}`);
  rmSync(join(part, 'sums.json'));
  const early = headwaters(['merge', folder, part]);
  assert.equal(early.code, 1);
  assert.match(early.err, /again: This batch did not finish/);
  output(call);
  assert.equal(readFileSync(join(part, 'sums.json'), 'utf8'), sums);
});

test('merge refuses what does not belong together, and says what is missing', () => {
  const folders = computed();
  const other = join(room, 'other');
  output(['batch', 'correlate', parts[0], '--partial', '--out', other, '--quiet', '--residual', '0.25']);
  const differs = headwaters(['merge', folders[1], other]);
  assert.deepEqual([differs.code, differs.out], [2, '']);
  assert.match(differs.err, /residual is "0\.25" here and "0\.5" there/);
  assert.match(headwaters(['merge', folders[0], `${folders[0]}/`]).err, /named twice/);
  assert.match(headwaters(['merge', room]).err, /has no sums\.json/);
  const lacking = join(room, 'lacking');
  const bad = file('bad.jsonl', `${JSON.stringify(texts[0])}\n{}\n{"tokens":["a"],"attentions":[[[[1]]]]}\n`);
  const run = headwaters(['batch', 'correlate', bad, '--partial', '--out', lacking]);
  assert.deepEqual([run.code, jsonLines(join(lacking, 'failed.jsonl')).length], [1, 2]);
  const merged = headwaters(['merge', lacking, '--format', 'json']);
  assert.equal(merged.code, 0);
  assert.match(merged.err, /warning: 2 inputs are not in the table/);
  assert.equal(JSON.parse(merged.out).examples, 1);
});

test('an example without scores is passed over, as correlate does', () => {
  const { importance: _, ...without } = texts[1];
  const mixed = file('mixed.json', JSON.stringify({ examples: [texts[0], without, texts[2]] }));
  const out = join(room, 'mixed');
  const run = headwaters(['batch', 'correlate', mixed, '--partial', '--out', out]);
  assert.equal(run.code, 0);
  assert.match(run.err, /2 examples in .*; 1 without attention or scores passed over\./);
  close(result(['merge', out, '--format', 'json']), expectedSums(mixed));
  assert.match(headwaters(['batch', 'correlate', mixed, '--partial', '--out', out]).err, /0 examples in .*, beside 2 from before\./);
});
