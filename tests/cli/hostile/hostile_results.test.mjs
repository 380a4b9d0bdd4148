// SPDX-License-Identifier: MIT
// @ts-check
// The output of batch itself after it was edited, copied or mixed up, or the power failed. It is refused in one sentence or computed anew,
// and nothing is lost or counted twice.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { headwaters, output, program } from '../program.mjs';
import { jsonLines, lines } from '../sentences.mjs';
import { data, file, fresh, memory, refused, room, shell, texts } from './room.mjs';

test('a record that somebody edited is refused, and nothing in its folder is touched', () => {
  const out = fresh();
  const call = ['batch', 'rollout', data, '--out', out, '--quiet', '--threads', '1'];
  output(call);
  const record = readFileSync(join(out, 'record.jsonl'), 'utf8');
  const results = readFileSync(join(out, 'results.jsonl'));
  const at = record.split('\n').findIndex((line) => line.startsWith('{"file"'));
  assert.ok(at > 0);
  const done = JSON.parse(record.split('\n')[at]);
  for (const edit of [
    { example: -1 },
    { example: -2147483648 },
    { example: 1 },
    { example: 1e300 },
    { example: 0.5 },
    { example: 'a' },
    { of: 0 },
    { of: -5 },
    { of: 1e18 },
    { line: 0 },
    { line: -3 },
    { line: 1e19 },
    { mark: -1 },
    { mark: 1e10 },
    { sizes: [-1] },
    { sizes: [1e300] },
    { sizes: 'x' },
    {
      sizes: [
        [1, 2],
        [3, 4],
      ],
    },
    { shape: [0] },
    { shape: [-2, 3] },
    { scores: [{}] },
    { scores: [{ importance: 'a', method: 'raw', firstLayer: -1, values: [0] }] },
    { file: 7 },
  ]) {
    const edited = record.split('\n');
    edited[at] = JSON.stringify({ ...done, ...edit });
    writeFileSync(join(out, 'record.jsonl'), edited.join('\n'));
    refused(2, /Line \d+ of the folder's record\.jsonl was not written by batch/, call);
    assert.equal(readFileSync(join(out, 'record.jsonl'), 'utf8'), edited.join('\n'));
    assert.deepEqual(readFileSync(join(out, 'results.jsonl')), results);
  }
  // A duplicate example, and lines with offsets far beyond the end. Takes little memory and gives one sentence.
  const last = record.split('\n').findLast((line) => line.startsWith('{"file"')) ?? '';
  writeFileSync(join(out, 'record.jsonl'), `${record}${last}\n`);
  refused(2, /was not written by batch/, call);
  const far = Array.from({ length: 2000 }, (_, i) =>
    JSON.stringify({ ...JSON.parse(last), line: 2 ** 52 + i * 1e9, of: 2 ** 31 - 1 }),
  ).join('\n');
  writeFileSync(join(out, 'record.jsonl'), `${record}${far}\n`);
  const run = shell(`${memory(1000000)}"$HW" batch rollout "$DATA" --out "$OUT" --quiet --threads 1`, { DATA: data, OUT: out });
  assert.deepEqual([run.code, run.err], [0, '']);
  assert.deepEqual(readFileSync(join(out, 'results.jsonl')), results);
});

test('arrays whose record claims another shape or other sizes are computed anew', () => {
  const call = (/** @type {string} */ out) => ['batch', 'raw', data, '--out', out, '--quiet', '--threads', '1', '--format', 'npy'];
  const out = fresh();
  output(call(out));
  const expected = new Map(
    readdirSync(out)
      .filter((name) => name.endsWith('.npy'))
      .map((name) => [name, readFileSync(join(out, name))]),
  );
  const record = readFileSync(join(out, 'record.jsonl'), 'utf8');
  for (const spoil of [
    (/** @type {any} */ done) => {
      done.shape = [1000000, 1000000, 7];
    },
    (/** @type {any} */ done) => {
      done.sizes = done.sizes.map(() => 3);
    },
    (/** @type {any} */ done) => {
      done.sizes[2] += 8;
    },
  ]) {
    const edited = record.split('\n').map((line) => {
      if (!line.startsWith('{"file"')) return line;
      const done = JSON.parse(line);
      spoil(done);
      return JSON.stringify(done);
    });
    writeFileSync(join(out, 'record.jsonl'), edited.join('\n'));
    output(call(out));
    for (const [name, bytes] of expected) assert.deepEqual(readFileSync(join(out, name)), bytes, name);
  }
});

test('sums, results and lists that somebody edited are refused', () => {
  const scored = file(
    'scored.jsonl',
    lines(
      texts.map((each) => ({
        ...each,
        importance: { blankout: each.tokens.map((/** @type {string} */ _, /** @type {number} */ i) => i) },
      })),
    ),
  );
  const part = fresh();
  output(['batch', 'correlate', scored, '--partial', '--out', part, '--quiet']);
  const sums = JSON.parse(readFileSync(join(part, 'sums.json'), 'utf8'));
  for (const edit of [
    { examples: -1 },
    { examples: 1e300 },
    { failed: 0.5 },
    { importance: 'x' },
    { importance: [{ name: 'a', methods: [{ method: 'raw', firstLayer: -7, cells: [[1, 0, 0, 0]] }] }] },
    { importance: [{ name: 'a', methods: [{ method: 'raw', firstLayer: 0, cells: [[-1, 0, 0, 0]] }] }] },
    { importance: [{ name: 'a', methods: [{ method: 'raw', firstLayer: 0, cells: [[1, 0, 1e308, -5]] }] }] },
    { importance: [{ name: 'a', methods: [{ method: 'raw', firstLayer: 0, cells: [1, 0, 0, 0] }] }] },
    { importance: [{ name: 'a', methods: [{ method: 'none', firstLayer: 0, cells: [] }] }] },
    { inputs: 'no number' },
  ]) {
    writeFileSync(join(part, 'sums.json'), JSON.stringify({ ...sums, ...edit }));
    refused(1, /sums\.json was not written by batch/, ['merge', part]);
  }
  // A pipe in their place. The program does not wait for data that never comes.
  for (const [name, sentence] of [
    ['sums.json', 'has no sums\\.json'],
    ['dataset.headwaters.jsonl', 'has no dataset'],
  ]) {
    const waiting = fresh();
    mkdirSync(waiting);
    const run = shell('mkfifo "$AT"; timeout 20 "$HW" merge "$DIR" $MORE', {
      AT: join(waiting, name),
      DIR: waiting,
      MORE: name === 'sums.json' ? '' : `--out ${fresh()}`,
    });
    assert.equal(run.code, 1, run.err);
    assert.match(run.err, new RegExp(sentence));
  }
  const listed = fresh();
  const classed = file(
    'classed.jsonl',
    lines(
      texts.map((each) => ({
        ...each,
        tokenClasses: { kind: each.tokens.map((/** @type {string} */ _, /** @type {number} */ i) => (i % 2 === 0 ? 'a' : 'b')) },
      })),
    ),
  );
  output(['batch', 'summary', classed, '--out', listed, '--quiet']);
  const path = join(listed, 'dataset.headwaters.jsonl');
  const list = readFileSync(path, 'utf8').trimEnd().split('\n');
  const end = JSON.parse(list.at(-1) ?? '');
  const wide = Array.from({ length: 500 }, () => [1, 0, 0, 0]);
  for (const edit of [
    { examples: -1 },
    { failed: 1e30 },
    { statistics: { entropy: [[[0]]] } },
    { statistics: { entropy: [[[], []]] } },
    { rolloutByDistance: { output: [], all: [wide] } },
    {
      tokenClasses: [
        {
          name: 'kind',
          classes: ['a'],
          tokens: [
            [
              [1, 0, 0.5, 0],
              [1, 0, 0.5, 0],
            ],
          ],
          output: [],
          all: [],
        },
      ],
    },
    { tokenClasses: [{ name: 'kind', classes: [], tokens: [], output: [wide], all: [] }] },
    { tokenClasses: [{ name: 'kind', classes: [1, 2], tokens: [], output: [], all: [] }] },
  ]) {
    writeFileSync(path, `${[...list.slice(0, -1), JSON.stringify({ ...end, ...edit })].join('\n')}\n`);
    refused(1, /dataset\.headwaters\.jsonl was not written by batch/, ['merge', listed, '--out', fresh()]);
  }
  writeFileSync(path, `${[list[0], '{"file":7}', ...list.slice(1)].join('\n')}\n`);
  refused(1, /was not written by batch/, ['merge', listed, '--out', fresh()]);
  // A resumed run computes its means from the results of each example.
  const results = readFileSync(join(listed, 'results.jsonl'), 'utf8');
  for (const [from, to] of [
    ['"classes":["a","b"]', '"classes":["a"]    '],
    ['"classes":["a","b"]', '"classes":[{},2]    '],
  ]) {
    assert.ok(results.includes(from), from);
    writeFileSync(join(listed, 'results.jsonl'), results.replace(from, to));
    refused(1, /Line 1 of its results\.jsonl was not written by batch summary/, ['batch', 'summary', classed, '--out', listed]);
  }
});

test('after a power cut what was not synced is computed again, and after a kill nothing that was done', () => {
  const out = fresh();
  const call = ['batch', 'rollout', data, '--out', out, '--quiet', '--threads', '1'];
  output(call);
  const results = readFileSync(join(out, 'results.jsonl'), 'utf8');
  const record = readFileSync(join(out, 'record.jsonl'), 'utf8').trimEnd().split('\n');
  assert.match(record.at(-1) ?? '', /^\{"synced":"[0-9a-f-]+"\}$/, 'the end of a run is on the disk');
  assert.match(record[1], /^\{"synced":/, 'so is its beginning');
  // The state of a run that was killed after its third example, with and without a system restart.
  const examples = record.filter((line) => line.startsWith('{"file"'));
  const early = [record[0], record[1], ...examples.slice(0, 3)];
  const goesOn = (/** @type {string[]} */ lines) => {
    writeFileSync(join(out, 'record.jsonl'), `${lines.join('\n')}\n`);
    writeFileSync(join(out, 'results.jsonl'), results);
    const run = headwaters(call.filter((word) => word !== '--quiet'));
    assert.equal(run.code, 0, run.err);
    assert.equal(readFileSync(join(out, 'results.jsonl'), 'utf8'), results);
    return run.err;
  };
  assert.match(goesOn(early), /^headwaters: 3 examples in .*, beside 3 from before\.\n$/);
  const earlier = early.with(1, '{"synced":"00000000-0000-0000-0000-000000000000"}');
  assert.match(goesOn(earlier), /^headwaters: 6 examples in [^,]*\.\n$/, 'nothing behind the mark of another start');
  assert.match(goesOn([...earlier.slice(0, 4), earlier[1], earlier[4]]), /^headwaters: 4 examples in .*, beside 2 from before\.\n$/);
  // A record of an older program, without marks.
  assert.match(goesOn(early.filter((line) => !line.startsWith('{"synced"'))), /^headwaters: 3 examples in .*, beside 3 from before\.\n$/);
  // Blocks that the power cut left empty.
  assert.match(
    goesOn([...early.slice(0, 3), '\0'.repeat(300), ...early.slice(3)]),
    /^headwaters: 5 examples in .*, beside 1 from before\.\n$/,
  );
});

test('two runs into one folder: one is refused before anything is touched', async () => {
  const out = fresh();
  const many = file('many.jsonl', lines(Array.from({ length: 400 }, () => texts).flat()));
  const args = ['batch', 'flow', many, '--out', out, '--quiet', '--threads', '1'];
  const first = spawn(program, args, { stdio: 'ignore' });
  const ended = new Promise((resolve) => first.once('exit', resolve));
  while (!existsSync(join(out, 'results.jsonl')) || statSync(join(out, 'results.jsonl')).size === 0)
    await new Promise((go) => setTimeout(go, 5));
  for (let i = 0; i < 3; ++i) refused(2, /Another program is writing to this folder/, args);
  first.kill('SIGKILL');
  await ended;
  output(args);
  const results = jsonLines(join(out, 'results.jsonl'));
  assert.deepEqual(
    results.map((each) => each.line),
    Array.from({ length: 2400 }, (_, i) => i + 1),
    'each once, and whole',
  );
});

test('a part that is named twice by whatever way counts once', () => {
  const scored = file(
    'parts.jsonl',
    lines(
      texts.map((each) => ({
        ...each,
        importance: { blankout: each.tokens.map((/** @type {string} */ _, /** @type {number} */ i) => i) },
      })),
    ),
  );
  for (const [what, name] of [
    [['correlate', '--partial'], 'sums.json'],
    [['summary'], 'dataset.headwaters.jsonl'],
  ]) {
    const part = fresh();
    output(['batch', ...what, scored, '--out', part, '--quiet']);
    const merged = (/** @type {string} */ other) => ['merge', part, other, ...(name === 'sums.json' ? [] : ['--out', fresh()])];
    const link = `${part}-link`;
    symlinkSync(part, link);
    const linked = `${part}-file`;
    mkdirSync(linked);
    symlinkSync(join(part, `${name}`), join(linked, `${name}`));
    const hard = `${part}-hard`;
    mkdirSync(hard);
    linkSync(join(part, `${name}`), join(hard, `${name}`));
    for (const other of [part, `${part}/`, `${part}/../${part.split('/').at(-1)}`, link, linked, hard])
      refused(2, /named twice/, merged(other));
    const copy = `${part}-copy`;
    mkdirSync(copy);
    copyFileSync(join(part, `${name}`), join(copy, `${name}`));
    refused(2, /has the same examples/, merged(copy));
  }
  // For batch, each file once, by any path.
  symlinkSync(data, join(room, 'data-link.jsonl'));
  const out = fresh();
  assert.match(
    headwaters(['batch', 'raw', data, join(room, 'data-link.jsonl'), `${room}/./data.jsonl`, '--out', out]).err,
    /^headwaters: 6 examples/,
  );
});
