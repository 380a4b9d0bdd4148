// SPDX-License-Identifier: MIT
// @ts-check
// Deceptive files: edited records, inputs that are results, pipes, holes, names and tokens with terminal escapes, full disks. Each gives
// one sentence or the right result, and nothing is lost.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { zipOf } from '../../../tools/lib/zip.mjs';
import { headwaters, output, threeLayers } from '../program.mjs';
import { jsonLines, lines } from '../sentences.mjs';
import { data, file, fresh, hostileFile, isLimited, memory, refused, room, shell, texts, three } from './room.mjs';

test('members of an archive with one name are each computed once, and stay done', () => {
  const bytes = Buffer.concat(
    ['0', '1', '2'].map((_, i) => member('twice.json', Buffer.from(JSON.stringify(texts[i])))).concat(Buffer.alloc(1024)),
  );
  const path = file('twice.tar', bytes);
  const out = fresh();
  const call = ['batch', 'raw', path, '--out', out];
  assert.match(headwaters(call).err, /^headwaters: 3 examples in [^;]*\.\n$/);
  const results = readFileSync(join(out, 'results.jsonl'), 'utf8');
  assert.deepEqual(
    jsonLines(join(out, 'results.jsonl'))
      .map((each) => each.file.slice(path.length))
      .toSorted(),
    ['/twice.json', '/twice.json (2)', '/twice.json (3)'],
  );
  assert.match(headwaters(call).err, /^headwaters: 0 examples in .*, beside 3 from before\.\n$/);
  const record = readFileSync(join(out, 'record.jsonl'), 'utf8').split('\n');
  writeFileSync(join(out, 'record.jsonl'), `${record.slice(0, 4).join('\n')}\n`);
  assert.equal(headwaters(call).code, 0);
  assert.deepEqual(readFileSync(join(out, 'results.jsonl'), 'utf8').split('\n').toSorted(), results.split('\n').toSorted());
});

/** A member of a tar archive. @param {string} name @param {Buffer} content @param {{ type?: string, more?: Buffer, isExtended?: boolean }} [how] */
function member(name, content, { type = '0', more = Buffer.alloc(0), isExtended = false } = {}) {
  const head = Buffer.alloc(512);
  head.write(name, 0);
  head.write('0000644\0', 100);
  head.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  head.write('        ', 148);
  head.write(type, 156);
  head.write('ustar  \0', 257);
  if (isExtended) head[482] = 1;
  head.write(
    `${head
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  return Buffer.concat([head, more, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

test('members with holes are refused by name, and those behind them are read', () => {
  const good = (/** @type {number} */ i) => member(`good${i}.json`, Buffer.from(JSON.stringify(texts[i])));
  const further = Buffer.alloc(1024);
  further[504] = 1;
  const field = (/** @type {string} */ text) => {
    const length = text.length + 1;
    const whole = length + String(length + 2).length + 1;
    return `${whole} ${text}\n`;
  };
  const header = (/** @type {string[]} */ fields) => member('x', Buffer.from(fields.map(field).join('')), { type: 'x' });
  const bytes = Buffer.concat([
    good(0),
    member('old.json', Buffer.from('[]'.repeat(300)), { type: 'S', isExtended: true, more: further }),
    good(1),
    header(['GNU.sparse.size=9', 'GNU.sparse.numblocks=0']),
    member('first.json', Buffer.from('[1]')),
    good(2),
    header(['GNU.sparse.major=1', 'GNU.sparse.minor=0', 'GNU.sparse.name=third.json', 'GNU.sparse.realsize=4096']),
    member('GNUSparseFile.0/third.json', Buffer.from('0\n')),
    good(3),
    Buffer.alloc(1024),
  ]);
  const out = fresh();
  const run = headwaters(['batch', 'raw', file('holes.tar', bytes), '--out', out, '--quiet']);
  assert.equal(run.code, 1);
  assert.deepEqual(
    jsonLines(join(out, 'results.jsonl'))
      .map((each) => each.file.slice(-10))
      .toSorted(),
    [0, 1, 2, 3].map((i) => `good${i}.json`),
  );
  const failed = jsonLines(join(out, 'failed.jsonl'));
  assert.deepEqual(
    failed.map((each) => each.file.split('/').at(-1)),
    ['old.json', 'first.json', 'third.json'],
  );
  for (const each of failed) assert.match(each.problem, /stored with holes/);
  // The output of GNU tar itself, if this machine has it.
  const holed = file('holed.json', '');
  truncateSync(holed, 1 << 20);
  for (const version of ['0.0', '0.1', '1.0', 'gnu']) {
    const path = join(room, `sparse-${version}.tar`);
    const form = version === 'gnu' ? ['--format=gnu'] : ['--format=posix', `--sparse-version=${version}`];
    const made = spawnSync('tar', ['-C', room, ...form, '--sparse', '-cf', path, 'holed.json', 'three.json']);
    if (made.status !== 0) continue;
    const to = fresh();
    assert.equal(headwaters(['batch', 'raw', path, '--out', to, '--quiet']).code, 1, version);
    assert.deepEqual(
      jsonLines(join(to, 'failed.jsonl')).map((each) => each.file),
      [`${path}/holed.json`],
      version,
    );
    assert.deepEqual(
      jsonLines(join(to, 'results.jsonl')).map((each) => each.file),
      [`${path}/three.json`],
      version,
    );
  }
});

test('what is an input is never overwritten', () => {
  const before = readFileSync(three, 'utf8');
  symlinkSync(three, join(room, 'three-link.json'));
  linkSync(three, join(room, 'three-hard.json'));
  for (const out of [three, join(room, 'three-link.json'), join(room, 'three-hard.json'), join(room, '.', 'three.json')])
    refused(2, /--out is also an input/, ['figure', three, '--out', out]);
  refused(2, /--out is also an input/, ['figure', hostileFile, '--second', three, '--out', join(room, 'three-link.json')]);
  assert.equal(readFileSync(three, 'utf8'), before);
  // For batch, the folder itself, and files in it that would be created.
  const folder = join(room, 'of-mine');
  mkdirSync(folder);
  for (const name of ['results.jsonl', 'failed.jsonl', 'warnings.jsonl', 'record.jsonl', 'sums.json']) {
    writeFileSync(join(folder, name), lines(texts.slice(0, 2)));
    refused(2, /would overwrite an input/, ['batch', 'raw', join(folder, name), '--out', folder]);
    refused(2, /results but no record\.jsonl|not written by batch/, ['batch', 'raw', data, '--out', folder]);
    refused(2, /output folder is also an input/, ['batch', 'raw', `${folder}/.`, '--out', folder]);
    assert.deepEqual(readdirSync(folder), [name]);
    assert.equal(readFileSync(join(folder, name), 'utf8'), lines(texts.slice(0, 2)));
    rmSync(join(folder, name));
  }
  // Results that lead elsewhere.
  symlinkSync(three, join(folder, 'results.jsonl'));
  refused(1, /symbolic link/, ['batch', 'raw', data, '--out', folder]);
  rmSync(join(folder, 'results.jsonl'));
  symlinkSync(join(room, 'nothing-yet'), join(folder, 'results.jsonl'));
  refused(1, /symbolic link/, ['batch', 'raw', data, '--out', folder]);
  assert.deepEqual([readFileSync(three, 'utf8'), existsSync(join(room, 'nothing-yet'))], [before, false]);
});

test('a pipe is read once, from front to back, whatever it holds', () => {
  const zip = file('piped.zip', zipOf(new Map(texts.map((each, i) => [`${i}.json`, Buffer.from(JSON.stringify(each))]))));
  for (const [path, count] of [
    [data, 6],
    [zip, 6],
    [three, 1],
  ]) {
    const out = fresh();
    const run = shell('"$HW" batch raw <(cat "$IN") --out "$OUT"', { IN: `${path}`, OUT: out });
    assert.match(run.err, new RegExp(`^headwaters: ${count} examples? in`));
    const pipe = `${out}.pipe`;
    spawnSync('mkfifo', [pipe]);
    const again = shell('cat "$IN" > "$PIPE" & timeout 20 "$HW" batch raw "$PIPE" --out "$OUT"; wait', {
      IN: `${path}`,
      PIPE: pipe,
      OUT: `${out}-2`,
    });
    assert.match(again.err, new RegExp(`^headwaters: ${count} examples? in`));
  }
  // A single document is recognised, and another one is not mistaken for it.
  const from = fresh();
  for (const [text, code, said] of /** @type {[string, number, RegExp][]} */ ([
    [threeLayers, 0, /^headwaters: 1 example in/],
    [threeLayers, 0, /^headwaters: 0 examples in .*, beside 1 from before/],
    [threeLayers.replace('sat', 'set'), 1, /1 not usable/],
  ])) {
    const run = headwaters(['batch', 'raw', '-', '--out', from], `${text}`);
    assert.deepEqual([run.code, said.test(run.err)], [code, true], run.err);
  }
  assert.match(jsonLines(join(from, 'failed.jsonl'))[0].problem, /has changed/);
  const one = shell('timeout 20 "$HW" raw <(cat "$IN")', { IN: three });
  assert.equal(one.out, output(['raw', three]));
  // A pipe instead of a file of batch is refused without waiting for it.
  const out = fresh();
  mkdirSync(out);
  spawnSync('mkfifo', [join(out, 'record.jsonl')]);
  const run = shell('timeout 20 "$HW" batch raw "$IN" --out "$OUT"', { IN: data, OUT: out });
  assert.deepEqual([run.code, /pipe or device/.test(run.err)], [1, true], run.err);
});

test('a file that cannot be written whole is what it was before', () => {
  const figure = join(room, 'kept.svg');
  output(['figure', three, '--out', figure]);
  chmodSync(figure, 0o640);
  const before = readFileSync(figure, 'utf8');
  const full = shell('ulimit -f 1; "$HW" figure "$IN" --view matrix --out "$OUT"', { IN: three, OUT: figure });
  assert.equal(full.code, 1);
  assert.match(full.err, /can't be written: File too large\. Free some space/);
  assert.equal(readFileSync(figure, 'utf8'), before);
  output(['figure', three, '--view', 'matrix', '--out', figure]);
  assert.notEqual(readFileSync(figure, 'utf8'), before);
  assert.equal(statSync(figure).mode & 0o777, 0o640, 'with the rights that it had');
  assert.deepEqual(
    readdirSync(room).filter((name) => name.startsWith('.headwaters')),
    [],
    'nothing is left beside',
  );
  refused(1, /Is a directory/, ['figure', three, '--out', room]);
  refused(1, /No such file or directory/, ['figure', three, '--out', join(room, 'no', 'folder.svg')]);
  refused(1, /symbolic link|pipe or device/, ['figure', three, '--out', '/dev/stdout']);
  refused(1, /pipe or device/, ['figure', three, '--out', '/dev/null']);
});

test('closed streams, a closed pipe, folders and lists that are none', () => {
  const out = fresh();
  // The first files that are opened must not replace closed standard output and error.
  const closed = shell('"$HW" batch raw "$IN" --out "$OUT" >&- 2>&- <&-', { IN: data, OUT: out });
  assert.equal(closed.code, 0);
  assert.equal(jsonLines(join(out, 'results.jsonl')).length, 6);
  for (const name of readdirSync(out)) assert.doesNotMatch(readFileSync(join(out, name), 'latin1'), /^headwaters:/m, name);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own.
  const piped = shell('"$HW" batch raw "$IN" --out "$OUT-2" 2>&1 | :; exit ${PIPESTATUS[0]}', { IN: data, OUT: out });
  assert.equal(piped.code, 0, 'nobody listens, and the work is done');
  refused(2, /--tokens cannot be/, ['raw', three, '--tokens', room]);
  refused(2, /--tokens cannot be/, ['raw', three, '--tokens', '/dev/zero']);
  refused(1, /Is a directory/, ['raw', room]);
  refused(1, /Is a directory/, ['figure', three, '--second', room]);
  const bare = shell('"$HW" raw "$IN" >&-', { IN: three });
  assert.match(bare.err, /^headwaters: Standard output can't be written/);
});

test('a line without end and a file of holes end in a sentence, in little memory', {
  skip: isLimited ? false : 'sanitizers need more',
}, () => {
  const limited = (/** @type {string} */ script, /** @type {Record<string, string>} */ env) => shell(`${memory(2000000)}${script}`, env);
  const out = fresh();
  const endless = limited(
    '(printf \'{"x":1}\\n{"y":"\'; head -c 600000000 /dev/zero | tr "\\0" y; printf \'"}\\n\'; cat "$IN") | "$HW" batch raw - --out "$OUT"',
    { IN: data, OUT: out },
  );
  assert.deepEqual([endless.code, endless.signal], [1, null], endless.err);
  assert.equal(jsonLines(join(out, 'results.jsonl')).length, 6, 'lines behind it are read');
  assert.ok(jsonLines(join(out, 'failed.jsonl')).some((each) => each.line === 2 && /The line exceeds/.test(each.problem)));
  const holes = file('holes.json', '');
  truncateSync(holes, 2 ** 30);
  for (const words of ['raw', 'info', 'figure', 'save']) {
    const run = limited(`"$HW" ${words} "$IN"`, { IN: holes });
    assert.deepEqual([run.code, run.out], [1, ''], run.err);
    assert.match(run.err, /^headwaters: [^\n]+\n$/);
  }
  // The limit allows more memory than the machine gives.
  const used = shell(
    `${memory(150000)}(printf '{"attentions":[[[['; yes '0.1,' | tr -d '\\n' | head -c 300000000) | "$HW" raw - --memory 100GB`,
  );
  assert.deepEqual(
    [used.code, /^headwaters: standard input: This file needs about \d+ MB of memory, more than is free\. [^\n]+\n$/.test(used.err)],
    [1, true],
    used.err,
  );
  const added = shell(
    `${memory(200000)}(cat "$IN"; head -c 300000000 /dev/zero | tr "\\0" y) | "$HW" batch raw - --memory 100GB --out "$OUT" --threads 1`,
    { IN: data, OUT: `${out}-2` },
  );
  assert.deepEqual(
    [added.code, added.err],
    [1, 'headwaters: The memory is used up. Allow less (--memory), or fewer threads (--threads).\n'],
  );
  assert.equal(jsonLines(join(`${out}-2`, 'record.jsonl')).filter((each) => each.file !== undefined).length, 6, 'what was done stays done');
  const batch = limited('"$HW" batch raw "$IN" --out "$OUT"', { IN: holes, OUT: fresh() });
  assert.deepEqual([batch.code, batch.signal], [1, null], batch.err);
});

test('a folder that may not be written is said, and one that may not be read, too', {
  skip: process.getuid?.() === 0 ? 'root may do anything' : false,
}, () => {
  const shut = join(room, 'shut');
  mkdirSync(shut, { mode: 0o500 });
  refused(1, /Permission denied/, ['figure', three, '--out', join(shut, 'a.svg')]);
  refused(1, /Permission denied/, ['batch', 'raw', data, '--out', join(shut, 'out')]);
  refused(1, /Permission denied/, ['batch', 'raw', data, '--out', shut]);
  chmodSync(shut, 0o700);
});
