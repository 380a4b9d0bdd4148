// SPDX-License-Identifier: MIT
// @ts-check
// headwaters batch over texts. A model runs on each text, and every command of batch takes the runs as its examples.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { distance, headwaters, output, result } from '../program.mjs';
import { jsonLines } from '../sentences.mjs';

const model = fileURLToPath(new URL('../../../web/models/agreement', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'headwaters-texts-'));
after(() => rmSync(room, { recursive: true, force: true }));
let folders = 0;
const fresh = () => join(room, `out${++folders}`);
/** @param {string} name
 * @param {string | Buffer} content */
const file = (name, content) => {
  writeFileSync(join(room, name), content);
  return join(room, name);
};

const texts = [
  'the keys to the cabinet [MASK] on the table',
  '[MASK] key to the cabinets is on the table',
  'the author that the guards like [MASK] very happy',
  'the zebras near the lake [MASK] hungry',
  "the movie wasn't bad. so it was [MASK].",
];
const plain = file('plain.txt', `${texts.slice(0, 2).join('\r\n')}\n\n${texts.slice(2).join('\n')}`);

/** The folder of a batch that has to succeed. @param {string[]} words @param {string | Buffer} [input] */
function batch(words, input) {
  const out = fresh();
  const run = headwaters(['batch', ...words, '--model', model, '--out', out], input);
  assert.equal(run.code, 0, run.err);
  return out;
}
/** @param {string} out */
const results = (out) => jsonLines(join(out, 'results.jsonl'));

for (const [method, ...options] of [
  ['raw'],
  ['rollout', '--token', '0'],
  ['flow', '--layer', '4'],
  ['gradient-rollout'],
  ['relevance', '--target', 'is-are'],
]) {
  test(`${method} of every text is what the command prints for it`, () => {
    const made = results(batch([method, plain, ...options]));
    assert.deepEqual(
      made.map((each) => [each.line, each.example]),
      [
        [1, 0],
        [2, 0],
        [4, 0],
        [5, 0],
        [6, 0],
      ],
    );
    made.forEach(({ file: name, line: _, example: __, ...rest }, i) => {
      assert.equal(name, plain);
      assert.deepEqual(rest, result([method, '--model', model, '--text', texts[i], ...options]));
    });
  });
}

test('a summary of texts is that of the files which run writes', () => {
  const files = texts.map((text, i) => {
    output(['run', model, '--text', text, '--out', join(room, `run${i}.json`)]);
    return join(room, `run${i}.json`);
  });
  const ofFiles = fresh();
  assert.equal(headwaters(['batch', 'summary', ...files, '--out', ofFiles]).code, 0);
  const ofTexts = batch(['summary', plain]);
  const numbers = (/** @type {string} */ out) => results(out).map(({ file: _, line: __, ...rest }) => rest);
  assert.deepEqual(numbers(ofTexts), numbers(ofFiles));
  const last = (/** @type {string} */ out) => jsonLines(join(out, 'dataset.headwaters.jsonl')).at(-1);
  assert.deepEqual(last(ofTexts), last(ofFiles));
  assert.equal(last(ofTexts).examples, texts.length);
});

test('correlate ranks against scores that the model computes', () => {
  const scores = ['--scores', 'blank-out:mask,gradient-x-input', '--exclude', '[MASK]'];
  const made = results(batch(['correlate', plain, ...scores]));
  made.forEach(({ importance }, i) => {
    assert.deepEqual(Object.keys(importance), ['mask', 'gradient-x-input']);
    const asked = result(['ask', model, '--text', texts[i], '--scores', 'mask']);
    const saved = result(['save', '--model', model, '--text', texts[i], '--scores', 'mask']);
    const change = asked.scores.mask.map((/** @type {number} */ value) => Math.abs(value - asked.value));
    assert.ok(distance(saved.importance.mask, change) < 1e-12);
    const table = JSON.parse(output(['correlate', '-', '--exclude', '[MASK]', '--format', 'json'], JSON.stringify(saved)));
    assert.match(saved.title, / · question: .*“.+”/);
    assert.equal(importance.mask.rollout.at(-1).correlation, table.importance.mask.rollout.at(-1).mean);
  });
});

test('without scores each token is hidden', () => {
  const made = results(batch(['correlate', plain]));
  const named = results(batch(['correlate', plain, '--test-words', 'hide']));
  assert.deepEqual(Object.keys(made[0].importance), ['hide']);
  assert.deepEqual(made, named);
  const all = results(batch(['correlate', plain, '--among', 'all']));
  assert.notDeepEqual(made[0].importance, all[0].importance);
});

test('contributions of the runs are ranked beside attention: the whole of ALTI orders tokens as the score does', () => {
  for (const { importance } of results(batch(['correlate', plain, '--scores', 'alti']))) {
    assert.deepEqual(
      Object.keys(importance.alti).filter((row) => row === 'raw' || row === 'contributions'),
      ['raw', 'contributions'],
    );
    assert.ok(importance.alti.contributions.at(-1).correlation > 0.999);
    assert.ok(importance.alti.raw.at(-1).correlation < 0.999);
  }
});

test('lists, lines of JSON, gzip, folders, archives and standard input give the same results', () => {
  const layers = (/** @type {string} */ out) => results(out).map((each) => each.layers);
  const wanted = layers(batch(['rollout', plain]));
  const json = JSON.stringify(texts);
  const lines = texts.map((text, i) => `${JSON.stringify(i % 2 ? { text } : text)}\n`).join('');
  assert.deepEqual(layers(batch(['rollout', file('list.json', json)])), wanted);
  assert.deepEqual(layers(batch(['rollout', file('list.txt', ` ${json}`)])), wanted);
  assert.deepEqual(layers(batch(['rollout', file('lines.jsonl', lines)])), wanted);
  assert.deepEqual(layers(batch(['rollout', file('packed.txt.gz', gzipSync(`\uFEFF${texts.join('\n')}`))])), wanted);
  assert.deepEqual(layers(batch(['rollout', file('packed.json.gz', gzipSync(json))])), wanted);
  // Other files in a folder or an archive are skipped.
  mkdirSync(join(room, 'folder'));
  file('folder/a.txt', texts.slice(0, 3).join('\n'));
  file('folder/b.json', JSON.stringify(texts.slice(3)));
  file('folder/c.json', '{"layers": 2}');
  file('folder/README.md', 'No text.');
  assert.deepEqual(layers(batch(['rollout', join(room, 'folder')])), wanted);
  assert.equal(spawnSync('tar', ['-cf', join(room, 'folder.tar'), '--sort=name', '-C', room, 'folder']).status, 0);
  assert.deepEqual(layers(batch(['rollout', join(room, 'folder.tar')])), wanted);
  assert.deepEqual(layers(batch(['rollout', '-'], texts.join('\n'))), wanted);
  assert.deepEqual(layers(batch(['rollout', '-'], json)), wanted);
});

test('pairs are read together', () => {
  const pairs = [
    ['the keys [MASK] here', 'it is on the table'],
    ['the key', 'is [MASK]'],
  ];
  const lines = `${JSON.stringify(pairs[0])}\n${JSON.stringify({ text: pairs[1][0], pair: pairs[1][1] })}\n`;
  const made = results(batch(['raw', file('pairs.jsonl', lines)]));
  made.forEach(({ file: _, line: __, example: ___, ...rest }, i) => {
    assert.deepEqual(rest, result(['raw', '--model', model, '--text', pairs[i][0], '--pair', pairs[i][1]]));
  });
});

test('files are the same bytes with any number of threads', () => {
  const many = file(
    'many.txt',
    Array.from({ length: 60 }, (_, i) =>
      texts[i % 5]
        .split(' ')
        .slice(0, 3 + ((i * 7) % 6))
        .join(' '),
    ).join('\n'),
  );
  const broken = file('broken.jsonl', '"one [MASK]"\n7\n"two [MASK]"\n{"text": 3}\n');
  for (const words of [
    ['summary'],
    ['raw', '--format', 'npy'],
    ['flow', '--format', 'csv', '--token', '0'],
    ['correlate', '--scores', 'alti', '--partial'],
  ]) {
    const folders = [1, 2, 5].map((threads) => {
      const out = fresh();
      const run = headwaters(['batch', ...words, many, broken, '--model', model, '--out', out, '--threads', String(threads)]);
      assert.equal(run.code, 1, run.err);
      return out;
    });
    const names = readdirSync(folders[0]).filter((name) => name !== 'record.jsonl');
    assert.ok(names.length > 2, names.join(' '));
    for (const name of names) {
      const first = readFileSync(join(folders[0], name));
      for (const folder of folders.slice(1)) assert.ok(readFileSync(join(folder, name)).equals(first), `${words} ${name}`);
    }
    const failed = jsonLines(join(folders[0], 'failed.jsonl'));
    assert.deepEqual(
      failed.map((each) => each.line),
      [2, 4],
    );
    assert.match(failed[0].problem, /neither a text nor a pair/);
  }
});

test('what is done is not run again; another model is refused', () => {
  const out = fresh();
  const copy = join(room, 'copy');
  cpSync(model, copy, { recursive: true });
  const words = ['batch', 'rollout', plain, '--model', copy, '--out', out, '--threads', '1'];
  headwaters(words);
  const whole = readFileSync(join(out, 'results.jsonl'));
  const record = readFileSync(join(out, 'record.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('{"synced"'));
  // The state after a kill after the third text.
  const kept = `${record.slice(0, 4).join('\n')}\n`;
  writeFileSync(join(out, 'record.jsonl'), kept);
  truncateSync(join(out, 'results.jsonl'), JSON.parse(record[3]).sizes[0] + 10);
  const again = headwaters(words);
  assert.equal(again.err, `headwaters: 2 examples in ${out}, beside 3 from before.\n`);
  assert.ok(readFileSync(join(out, 'results.jsonl')).equals(whole));
  appendFileSync(join(copy, 'config.json'), ' ');
  const other = headwaters(words);
  assert.equal(other.code, 2);
  assert.match(other.err, /results with other settings: model was/);
  assert.ok(readFileSync(join(out, 'results.jsonl')).equals(whole));
});

test('every command that reads a file reads a model with a text', () => {
  const given = ['--model', model, '--text', texts[0]];
  output(['run', model, '--text', texts[0], '--out', join(room, 'one.json')]);
  const one = join(room, 'one.json');
  assert.deepEqual(result(['info', ...given, '--format', 'json']).tokens, result(['info', one, '--format', 'json']).tokens);
  assert.equal(output(['link', ...given, '--quiet']), output(['link', one, '--quiet']));
  const drawn = output(['figure', ...given, '--view', 'heads']);
  assert.equal(drawn.replaceAll('source: agreement', 'source: one.json'), output(['figure', one, '--view', 'heads']));
  // Gradients come where a figure needs them.
  const relevance = output(['figure', ...given, '--method', 'relevance']);
  assert.match(relevance, /Relevance/);
  const saved = output(['save', ...given, '--gradients']);
  assert.equal(
    relevance.replaceAll('source: agreement', 'source: standard input'),
    output(['figure', '-', '--method', 'relevance'], saved),
  );
  assert.deepEqual(result(['relevance', ...given]), result(['relevance', '-'], saved));
});

test('what makes no sense is refused in a sentence', () => {
  const wrong = (/** @type {string[]} */ ...words) => {
    const run = headwaters(words);
    assert.equal(run.code, 2, run.err);
    return run.err;
  };
  const out = fresh();
  assert.match(wrong('batch', 'rollout', plain, '--model', model, '--text', 'a', '--out', out), /reads texts only from files/);
  assert.match(wrong('batch', 'rollout', plain, '--out', out, '--scores', 'mask'), /--scores has no effect on rollout/);
  assert.match(wrong('rollout', '--model', model, '--text', 'a', '--softmax'), /don't work with --model/);
  assert.match(wrong('merge', out, '--model', model), /--model has no effect on merge/);
  const none = headwaters(['batch', 'rollout', plain, '--model', room, '--out', out]);
  assert.equal(none.code, 1);
});
