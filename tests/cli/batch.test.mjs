// SPDX-License-Identifier: MIT
// @ts-check
// headwaters batch, a method over a data set, stopped at any moment and resumed.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { headwaters, output, program, result } from './program.mjs';
import { jsonLines, lines, sentence, sentences } from './sentences.mjs';

const room = mkdtempSync(join(tmpdir(), 'headwaters-batch-'));
after(() => rmSync(room, { recursive: true, force: true }));
let folders = 0;
/** The name of a folder that does not exist yet. */
const fresh = () => join(room, `out${++folders}`);
/** @param {string} name
 * @param {string | Buffer} content */
const file = (name, content) => {
  const path = join(room, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
};
/** @param {string} out */
const results = (out) => jsonLines(join(out, 'results.jsonl'));
/** In the order of the inputs, whichever thread finished first. @param {any[]} list */
const ordered = (list) =>
  list.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : (a.line ?? 0) - (b.line ?? 0) || a.example - b.example));

const texts = sentences(8, 3);
const whole = file('whole.json', JSON.stringify({ examples: texts }));
const jsonl = file('lines.jsonl', lines(texts));

for (const method of ['raw', 'rollout', 'flow', 'joint', 'gradient-rollout', 'relevance']) {
  test(`${method} of every example is what the command prints for it`, () => {
    const out = fresh();
    const run = headwaters(['batch', method, whole, jsonl, '--out', out]);
    assert.equal(run.code, 0, run.err);
    assert.equal(run.err, `headwaters: 16 examples in ${out}.\n`);
    const [fromLines, fromWhole] = [jsonl, whole].map((name) => ordered(results(out)).filter((each) => each.file === name));
    fromWhole.forEach(({ file: name, example, ...rest }, index) => {
      assert.deepEqual([name, example], [whole, index]);
      assert.deepEqual(rest, result([method, whole, '--example', String(index)]));
    });
    fromLines.forEach(({ file: name, line, example, ...rest }, index) => {
      assert.deepEqual([name, line, example], [jsonl, index + 1, 0]);
      assert.deepEqual(rest, result([method, '-'], JSON.stringify(texts[index])));
    });
    assert.equal(fromLines.length + fromWhole.length, 16);
  });
}

test('settings, selection and reading are those of the single commands', () => {
  const out = fresh();
  const options = ['--residual', '0.3', '--token', '1', '--exclude', '0', '--renormalise', '--average-heads', '--quiet'];
  headwaters(['batch', 'rollout', whole, '--out', out, ...options]);
  const { file: _, example: __, ...rest } = ordered(results(out))[5];
  assert.deepEqual(rest, result(['rollout', whole, '--example', '5', ...options]));
});

test('folders, gzip and standard input give the same results', () => {
  texts.forEach((each, index) => {
    file(`folder/${index % 2 ? 'deeper/' : ''}${index}.json`, JSON.stringify(each));
  });
  file('folder/README.md', '# Not attention\n');
  file('folder/config.json', '{"layers": 2}');
  file('folder/.hidden.json', '{');
  const packed = file('packed.jsonl.gz', gzipSync(lines(texts)));
  const values = (/** @type {string[]} */ names, input = '') => {
    const out = fresh();
    const run = headwaters(['batch', 'rollout', ...names, '--out', out], input);
    assert.equal(run.code, 0, run.err);
    return results(out)
      .map((each) => JSON.stringify(each.layers))
      .toSorted();
  };
  const expected = values([whole]);
  assert.equal(expected.length, 8);
  assert.deepEqual(values([join(room, 'folder')]), expected);
  assert.deepEqual(values([join(room, 'folder'), join(room, 'folder/0.json'), join(room, 'folder/')]), expected, 'each once');
  assert.deepEqual(values([packed]), expected);
  assert.deepEqual(values(['-'], lines(texts)), expected);
  assert.deepEqual(values(['-'], readFileSync(whole, 'utf8')), expected);
  assert.deepEqual(values([whole, '--threads', '1']), expected);
  assert.deepEqual(values([file('no ending', lines(texts))]), expected, 'told by its content');
});

test('a folder of results inside the inputs is no input', () => {
  file('own/a.json', JSON.stringify(texts[0]));
  const out = join(room, 'own/results');
  headwaters(['batch', 'raw', join(room, 'own'), '--out', out]);
  assert.equal(headwaters(['batch', 'raw', join(room, 'own'), '--out', out]).code, 0);
  assert.equal(results(out).length, 1);
});

test('what cannot be used ends in a list and a code, and loses nothing', () => {
  const bad = file('bad.jsonl', `${JSON.stringify(texts[0])}\n{"tokens": [\n\n${JSON.stringify(texts[1])}\n`);
  const other = file('other.json', '{"nothing": 1}');
  const out = fresh();
  const call = ['batch', 'rollout', bad, other, join(room, 'not there.json'), '--out', out];
  const run = headwaters(call);
  assert.equal(run.code, 1);
  assert.match(run.err, /2 examples in .*; 3 not usable: .*failed\.jsonl\.\n$/);
  assert.deepEqual(
    ordered(results(out)).map((each) => each.line),
    [1, 4],
  );
  const failed = ordered(jsonLines(join(out, 'failed.jsonl')).map((each) => ({ example: 0, ...each })));
  assert.deepEqual(
    failed.map((each) => [each.file, each.line]),
    [
      [bad, 2],
      [join(room, 'not there.json'), undefined],
      [other, undefined],
    ],
  );
  assert.match(failed[0].problem, /ends with 2 brackets open/);
  assert.match(failed[1].problem, /can't be read: No such file/);
  assert.match(failed[2].problem, /No attention weights found/);

  // The next run processes repaired files, and only these.
  writeFileSync(bad, `${lines([texts[0], texts[2]])}\n${lines([texts[1]])}`);
  writeFileSync(other, JSON.stringify(texts[3]));
  const again = headwaters(call.filter((word) => !word.includes('not there')));
  assert.deepEqual([again.code, again.err], [0, `headwaters: 2 examples in ${out}, beside 2 from before.\n`]);
  assert.equal(readFileSync(join(out, 'failed.jsonl'), 'utf8'), '');

  // Lines that moved, and another file under the same name, do not count as earlier results.
  writeFileSync(bad, lines([texts[0], texts[1], texts[2]]));
  writeFileSync(other, JSON.stringify(texts[4]));
  const moved = headwaters(call.filter((word) => !word.includes('not there')));
  assert.deepEqual([moved.code, results(out).length], [1, 5]);
  const changed = ordered(jsonLines(join(out, 'failed.jsonl')).map((each) => ({ example: 0, ...each })));
  assert.deepEqual(
    changed.map((each) => [each.file, each.line]),
    [
      [bad, 2],
      [other, undefined],
    ],
  );
  for (const each of changed) assert.match(each.problem, /changed since its results were written/);
});

test('one example of a file that has no such token does not stop the others', () => {
  const out = fresh();
  const short = file('short.json', JSON.stringify({ examples: [sentence(3, 1), sentence(6, 2), sentence(3, 3)] }));
  assert.equal(headwaters(['batch', 'flow', short, '--token', '4', '--out', out]).code, 1);
  assert.deepEqual(
    results(out).map((each) => each.example),
    [1],
  );
  assert.deepEqual(
    jsonLines(join(out, 'failed.jsonl'))
      .map((each) => each.example)
      .toSorted(),
    [0, 2],
  );
});

test('warnings go into a file of their own', () => {
  const out = fresh();
  const odd = file('odd.json', '{"tokens":["a","b"],"attentions":[[[[0.5,0.1],[0.5,0.5]]]]}');
  assert.match(headwaters(['batch', 'raw', odd, '--out', out]).err, /2 warnings in/);
  assert.match(jsonLines(join(out, 'warnings.jsonl'))[0].warning, /sum/);
});

test('a line longer than the memory allowed fails alone', () => {
  const out = fresh();
  const long = file('long.jsonl', lines([sentence(3, 1), { ...sentence(3, 2), padding: 'x'.repeat(3e6) }, sentence(3, 3)]));
  assert.equal(headwaters(['batch', 'rollout', long, '--memory', '2MB', '--out', out]).code, 1);
  assert.deepEqual(
    results(out)
      .map((each) => each.line)
      .toSorted(),
    [1, 3],
  );
  assert.match(jsonLines(join(out, 'failed.jsonl'))[0].problem, /exceeds 2000000 bytes/);
});

/** Runs the program until its record has this number of lines, then kills it.
 * @param {string[]} call
 * @param {string} out
 * @param {number} examples */
async function killed(call, out, examples) {
  const child = spawn(program, call, { stdio: 'ignore' });
  const record = join(out, 'record.jsonl');
  const done = new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)));
  for (;;) {
    const count = existsSync(record) ? readFileSync(record, 'utf8').split('\n').length - 2 : 0;
    if (count >= examples || child.exitCode !== null) break;
    await sleep(1);
  }
  child.kill('SIGKILL');
  return done;
}

const many = file('many.jsonl', lines(sentences(300, 18)));
for (const format of ['jsonl', 'csv', 'npy']) {
  test(`a run that is killed again and again goes on, as ${format}`, async () => {
    const undisturbed = fresh();
    output(['batch', 'flow', many, '--out', undisturbed, '--format', format, '--quiet', '--threads', '1']);
    const out = fresh();
    const call = ['batch', 'flow', many, '--out', out, '--format', format, '--quiet', '--threads', '1'];
    let kills = 0;
    for (const examples of [3, 40, 90, 150]) kills += Number((await killed(call, out, examples)) === 'SIGKILL');
    assert.ok(kills >= 2, `${kills} of 4 runs were stopped before their end`);
    assert.equal(headwaters(call).code, 0);
    for (const name of { jsonl: ['results.jsonl'], csv: ['results.csv'], npy: ['values.npy', 'offset.npy', 'line.npy', 'examples.jsonl'] }[
      format
    ] ?? []) {
      assert.ok(readFileSync(join(out, name)).equals(readFileSync(join(undisturbed, name))), name);
    }
  });
}

test('a disk that is full ends a run with a sentence, and loses nothing', () => {
  const out = fresh();
  const call = ['batch', 'rollout', jsonl, '--out', out, '--quiet', '--threads', '1'];
  // The shell's file size limit simulates a full disk.
  const full = spawnSync('bash', ['-c', 'trap "" XFSZ; ulimit -f 6; exec "$@"', 'bash', program, ...call], { encoding: 'utf8' });
  assert.equal(full.status, 1);
  assert.match(full.stderr, /results\.jsonl: The file can't be written: File too large\. .* continues from here\./);
  const before = readFileSync(join(out, 'record.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"file"')).length;
  assert.ok(before > 0 && before < 8, `${before} of 8 examples`);
  output(call);
  assert.deepEqual(
    results(out).map((each) => each.line),
    [1, 2, 3, 4, 5, 6, 7, 8],
  );
});

test('with two threads nothing is lost or twice there', async () => {
  const out = fresh();
  const call = ['batch', 'flow', many, '--out', out, '--threads', '2', '--quiet'];
  for (const examples of [20, 120]) await killed(call, out, examples);
  assert.equal(headwaters(call).code, 0);
  assert.deepEqual(
    ordered(results(out)).map((each) => each.line),
    Array.from({ length: 300 }, (_, index) => index + 1),
  );
});

test('a record and results that were being written are cut to what is whole', () => {
  const out = fresh();
  const call = ['batch', 'rollout', whole, '--out', out, '--threads', '1', '--quiet'];
  output(call);
  const expected = readFileSync(join(out, 'results.jsonl'), 'utf8');
  const record = readFileSync(join(out, 'record.jsonl'), 'utf8');
  for (const [lost, torn] of [
    [1, '{"file":"wh'],
    [30, ''],
    [record.length - 20, ''],
    [5, ''],
  ]) {
    writeFileSync(join(out, 'record.jsonl'), record.slice(0, -lost) + torn);
    appendFileSync(join(out, 'results.jsonl'), '{"file":"half a li');
    output(call);
    assert.equal(readFileSync(join(out, 'results.jsonl'), 'utf8'), expected, `${lost} bytes fewer`);
  }
  truncateSync(join(out, 'results.jsonl'), 1000);
  output(call);
  assert.equal(readFileSync(join(out, 'results.jsonl'), 'utf8'), expected, 'results that a power cut took');
});

test('other settings, strange folders and a second program are refused', async () => {
  const out = fresh();
  output(['batch', 'rollout', whole, '--out', out, '--quiet']);
  for (const [words, finding] of /** @type {[string[], RegExp][]} */ ([
    [['rollout', whole, '--residual', '0.25'], /residual was "0\.5" and is "0\.25" now/],
    [['flow', whole], /method was "rollout" and is "flow" now/],
    [['rollout', whole, '--token', '1'], /token was not given and is "1" now/],
    [['rollout', whole, '--format', 'csv'], /format was "jsonl" and is "csv" now/],
  ])) {
    const run = headwaters(['batch', ...words, '--out', out]);
    assert.deepEqual([run.code, run.out], [2, '']);
    assert.match(run.err, finding);
  }
  assert.equal(results(out).length, 8);
  assert.equal(existsSync(join(out, 'results.csv')), false, 'nothing is touched');
  const strange = fresh();
  mkdirSync(strange);
  writeFileSync(join(strange, 'results.jsonl'), 'mine');
  assert.match(headwaters(['batch', 'rollout', whole, '--out', strange]).err, /results but no record\.jsonl/);
  assert.equal(readFileSync(join(strange, 'results.jsonl'), 'utf8'), 'mine');
  writeFileSync(join(strange, 'record.jsonl'), 'mine too\n');
  assert.match(headwaters(['batch', 'rollout', whole, '--out', strange]).err, /not written by batch/);

  const held = fresh();
  const first = spawn(program, ['batch', 'rollout', '-', '--out', held], { stdio: ['pipe', 'ignore', 'ignore'] });
  first.stdin.write(lines(texts.slice(0, 2)));
  while (!existsSync(join(held, 'warnings.jsonl'))) await sleep(5);
  assert.match(headwaters(['batch', 'rollout', whole, '--out', held]).err, /Another program is writing/);
  first.stdin.end(lines(texts.slice(2)));
  await new Promise((resolve) => first.on('exit', resolve));
  assert.equal(results(held).length, 8);
});

test('a terminal sees how far it is and what is left; a file does not', (context) => {
  if (spawnSync('script', ['--version']).status !== 0) return context.skip('script, which makes a terminal, is not installed');
  const out = fresh();
  // Longer than the quarter of a second after which a speed is shown, on any machine.
  const long = file('long.jsonl', lines(sentences(1500, 20)));
  const run = spawnSync('script', ['-qec', `"${program}" batch flow "${long}" --threads 1 --out "${out}"`, join(room, 'typescript')], {
    encoding: 'utf8',
  });
  assert.equal(run.status, 0);
  assert.match(run.stdout, /\r\x1b\[K\d+ %, \d+ examples?, \d+\.\d a second, \d+ s left/);
  assert.match(run.stdout, /1,?500 examples in/);
});

test('what makes no sense is said', () => {
  for (const [words, finding] of /** @type {[string[], RegExp][]} */ ([
    [['batch'], /batch needs a method/],
    [['batch', 'rolout', whole], /method "rolout"/],
    [['batch', 'rollout', '--out', 'x'], /No files are named/],
    [['batch', 'rollout', whole], /batch needs --out/],
    [['batch', 'rollout', whole, '--out', 'x', '--format', 'json'], /jsonl, csv, npy/],
    [['batch', 'rollout', whole, '--out', 'x', '--threads', '0'], /1 to 1024/],
    [['batch', 'rollout', whole, '--out', 'x', '--example', '1'], /every example/],
    [['batch', 'rollout', whole, '--out', 'x', '--partial'], /only with batch correlate/],
    [['batch', 'rollout', whole, '--out', 'x', '--relative'], /works with: flow/],
    [['batch', 'rollout', whole, '--out', 'x', '--theme', 'dark'], /works with: figure/],
    [['rollout', whole, '--threads', '2'], /works with: batch, ask, run/],
    [['rollout', whole, '--out', 'x'], /works with: batch, merge, run, ask, circuit, train, figure/],
    [['merge'], /No folders are named/],
  ])) {
    const run = headwaters(words);
    assert.deepEqual([run.code, run.out], [2, ''], words.join(' '));
    assert.match(run.err, finding);
  }
  cpSync(whole, join(room, 'a file'));
  const blocked = headwaters(['batch', 'rollout', whole, '--out', join(room, 'a file/inside')]);
  assert.deepEqual([blocked.code, /can't be created/.test(blocked.err)], [1, true]);
});
