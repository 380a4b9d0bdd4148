// SPDX-License-Identifier: MIT
// @ts-check
// headwaters batch over archives. Reads tar and zip as tools write them, damaged archives, and resumes within one.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';

import { zipOf } from '../../tools/lib/zip.mjs';
import { headwaters, output } from './program.mjs';
import { jsonLines, lines, sentences } from './sentences.mjs';

const room = mkdtempSync(join(tmpdir(), 'headwaters-archives-'));
after(() => rmSync(room, { recursive: true, force: true }));
let folders = 0;
const fresh = () => join(room, `out${++folders}`);
/** @param {string} name @param {string | Buffer} content */
const file = (name, content) => {
  const path = join(room, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
};

const texts = sentences(8, 3);
const deep = `${'a-folder-with-a-long-name/'.repeat(8)}4.json`;
/** The packed members are files, one that is compressed itself, JSON Lines, and files without attention. */
const members = new Map(
  /** @type {[string, Buffer][]} */ ([
    ...texts.slice(0, 3).map((each, index) => [`data/${index}.json`, Buffer.from(JSON.stringify(each))]),
    ['data/3.json.gz', gzipSync(JSON.stringify(texts[3]))],
    [`data/${deep}`, Buffer.from(JSON.stringify(texts[4]))],
    ['data/lines.jsonl', Buffer.from(lines(texts.slice(5, 7)))],
    ['data/lines.jsonl.gz', gzipSync(lines(texts.slice(7)))],
    ['data/README.md', Buffer.from('# Not attention\n')],
    ['data/empty.json', Buffer.alloc(0)],
    ['data/.hidden.json', Buffer.from('{')],
  ]),
);
for (const [name, content] of members) file(`tree/${name}`, content);
/** @param {string} name @param {string[]} options */
function tar(name, ...options) {
  const path = join(room, name);
  const made = spawnSync('tar', ['-C', join(room, 'tree'), ...options, '-cf', path, 'data'], { encoding: 'utf8' });
  assert.equal(made.status, 0, made.stderr);
  return path;
}

/** @param {string[]} names @param {string | Buffer} [input] @param {string} [out] */
function values(names, input = '', out = fresh()) {
  const run = headwaters(['batch', 'rollout', ...names, '--out', out], input);
  assert.equal(run.code, 0, run.err);
  return jsonLines(join(out, 'results.jsonl'))
    .map((each) => JSON.stringify(each.layers))
    .toSorted();
}
const expected = values([file('whole.json', JSON.stringify({ examples: texts }))]);

const archives = /** @type {[string, () => string][]} */ ([
  ['tar of GNU', () => tar('gnu.tar', '--format=gnu')],
  ['tar of POSIX', () => tar('pax.tar', '--format=pax')],
  ['tar packed by gzip', () => tar('gnu.tar.gz', '-z')],
  ['zip', () => file('members.zip', zipOf(members))],
  ['zip whose ending says nothing', () => file('members', zipOf(members))],
]);
for (const [what, make] of archives) {
  test(`${what}: every member is what it is as a file`, () => {
    const path = make();
    const out = fresh();
    assert.deepEqual(values([path], '', out), expected);
    const names = jsonLines(join(out, 'results.jsonl'))
      .map((each) => [each.file, each.line])
      .toSorted();
    assert.deepEqual(
      names.slice(0, 3).map(([name]) => name),
      [`${path}/data/0.json`, `${path}/data/1.json`, `${path}/data/2.json`],
    );
    assert.ok(
      names.some(([name]) => name === `${path}/data/${deep}`),
      'a name of more than 100 letters',
    );
    assert.deepEqual(
      names.filter(([name]) => name.includes('lines')).map(([name, line]) => [name.slice(path.length), line]),
      [
        ['/data/lines.jsonl', 1],
        ['/data/lines.jsonl', 2],
        ['/data/lines.jsonl.gz', 1],
      ],
    );
    assert.deepEqual(values(['-'], readFileSync(path)), expected, 'on standard input');
    assert.match(
      headwaters(['batch', 'rollout', path, '--out', out]).err,
      /^headwaters: 0 examples in .*, beside 8 from before; 1 without attention or scores passed over\.\n$/,
    );
  });
}

test('a tar of ustar, whose names are in two parts', () => {
  const few = new Map([...members].filter(([name]) => !name.includes('hidden')));
  for (const [name, content] of few) file(`ustar/${name}`, content);
  const path = join(room, 'ustar.tar');
  assert.equal(spawnSync('tar', ['-C', join(room, 'ustar'), '--format=ustar', '-cf', path, 'data']).status, 0);
  assert.deepEqual(values([path]), expected);
});

test('an archive in a folder is one, and .npz is none', () => {
  file('mixed/some.tar', readFileSync(tar('some.tar', '--format=pax')));
  file('mixed/whole.json', JSON.stringify(texts[0]));
  assert.equal(values([join(room, 'mixed')]).length, 9);
  const npz = join(room, 'one.npz');
  const out = fresh();
  writeFileSync(npz, npzOf());
  output(['batch', 'raw', npz, '--out', out, '--quiet']);
  assert.deepEqual(
    jsonLines(join(out, 'results.jsonl')).map((each) => each.file),
    [npz],
  );
});

/** attentions.npy [1][1][2][2] in an archive. */
function npzOf() {
  const head = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 2, 2), }";
  const text = Buffer.from(`\x93NUMPY\x01\x00\x00\x00${head.padEnd(117)}\n`, 'latin1');
  text.writeUInt16LE(118, 8);
  return zipOf(new Map([['attentions.npy', Buffer.concat([text, Buffer.from(new Float32Array([0.25, 0.75, 0.5, 0.5]).buffer)])]]));
}

test('what was changed in an archive is said, and the rest is there', () => {
  const out = fresh();
  const path = file('changing.zip', zipOf(members));
  values([path], '', out);
  file('changing.zip', zipOf(new Map([...members, ['data/1.json', Buffer.from(JSON.stringify(texts[7]))]])));
  assert.equal(headwaters(['batch', 'rollout', path, '--out', out]).code, 1);
  const failed = jsonLines(join(out, 'failed.jsonl'));
  assert.deepEqual(
    failed.map((each) => each.file),
    [`${path}/data/1.json`],
  );
  assert.match(failed[0].problem, /has changed/);
  assert.equal(jsonLines(join(out, 'results.jsonl')).length, 8);
});

for (const [what, make] of archives.slice(0, 4)) {
  test(`${what}: cut anywhere it ends in one sentence, and what was whole is computed`, () => {
    const bytes = readFileSync(make());
    const whole = bytes.subarray(
      0,
      bytes.findLastIndex((byte) => byte !== 0),
    ); // tar ends in many zeros
    const sizes = new Set();
    for (const share of [0.02, 0.3, 0.6, 0.9]) {
      const out = fresh();
      const path = file('cut', whole.subarray(0, Math.floor(whole.length * share)));
      const run = headwaters(['batch', 'rollout', path, '--out', out, '--quiet']);
      assert.equal(run.code, 1, `${share}: ${run.err}`);
      const failed = jsonLines(join(out, 'failed.jsonl'));
      assert.equal(failed.length, 1, JSON.stringify(failed));
      assert.match(failed[0].problem, /ends? too early|cut off|truncated|no attention weights|end too early|not JSON/i);
      sizes.add(jsonLines(join(out, 'results.jsonl')).length);
    }
    assert.ok(sizes.size > 1, 'more of it, more results');
  });
}

test('damaged headers, bombs and members that are too large', () => {
  const tarred = readFileSync(tar('spoilt.tar', '--format=gnu'));
  const second = tarred.indexOf('data/', 1024);
  const spoilt = Buffer.from(tarred);
  spoilt[second + 130] ^= 1;
  const run = headwaters(['batch', 'raw', file('spoilt', spoilt), '--out', fresh()]);
  assert.deepEqual([run.code, /damaged/.test(readFileSync(join(room, `out${folders}`, 'failed.jsonl'), 'utf8'))], [1, true]);

  const large = new Map([
    ['a.json', members.get('data/0.json') ?? Buffer.alloc(0)],
    ['b.json', Buffer.from(`{"x": "${'y'.repeat(3e6)}"}`)],
    ['c.json', members.get('data/1.json') ?? Buffer.alloc(0)],
  ]);
  const out = fresh();
  assert.equal(headwaters(['batch', 'raw', file('large.zip', zipOf(large)), '--memory', '2MB', '--out', out]).code, 1);
  assert.match(jsonLines(join(out, 'failed.jsonl'))[0].problem, /exceeds 2000000 bytes/);
  assert.deepEqual(
    jsonLines(join(out, 'results.jsonl'))
      .map((each) => each.file.slice(-6))
      .toSorted(),
    ['a.json', 'c.json'],
  );

  const bomb = zipOf(new Map([['bomb.json', Buffer.alloc(3e8, 0x20)]]));
  const refused = headwaters(['batch', 'raw', file('bomb.zip', bomb), '--out', fresh()]);
  assert.deepEqual([refused.code, refused.out], [1, '']);
});

test('members of a zip have the sizes and checksums that stand before and behind them', () => {
  const content = Buffer.from(JSON.stringify(texts[0]));
  const whole = zipOf(new Map([['a.json', content]]));
  /** The same with the checksum and the sizes after the content. @param {boolean} isSigned @param {number} crc */
  const behind = (isSigned, crc) => {
    const head = Buffer.from(whole.subarray(0, 30 + 'a.json'.length));
    const packed = whole.subarray(head.length, head.length + head.readUInt32LE(18));
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE((head.readUInt32LE(14) ^ crc) >>> 0, 0);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(content.length, 8);
    head.writeUInt16LE(8, 6);
    head.fill(0, 14, 26);
    return Buffer.concat([
      head,
      packed,
      isSigned ? Buffer.from('PK\x07\x08', 'latin1') : Buffer.alloc(0),
      sizes,
      whole.subarray(whole.indexOf('PK\x01\x02')),
    ]);
  };
  const code = (/** @type {Buffer} */ bytes) => headwaters(['batch', 'raw', file('sizes.zip', bytes), '--out', fresh()]).code;
  for (const isSigned of [true, false]) {
    assert.equal(code(behind(isSigned, 0)), 0);
    assert.equal(code(behind(isSigned, 1)), 1);
  }
  assert.equal(code(whole), 0);
  const longer = Buffer.from(whole);
  longer.writeUInt32LE(content.length + 1, 22);
  assert.equal(code(longer), 1);
});

test('gzip inside of tar.gz has the same content as without', () => {
  const path = tar('twice.tar.gz', '-z');
  assert.deepEqual(values([file('once.tar', gunzipSync(readFileSync(path)))]), values([path]));
});
