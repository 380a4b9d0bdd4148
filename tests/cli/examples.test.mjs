// SPDX-License-Identifier: MIT
// @ts-check
// The scripts in examples/. GNU parallel, a Slurm array and Dask each compute a faithfulness table, are killed midway and resumed.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { pythonWith } from '../python_with.mjs';
import { headwaters, program, result } from './program.mjs';
import { jsonLines, lines, sentences } from './sentences.mjs';
import { noSlurm, runJob, startSlurm } from './slurm.mjs';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'headwaters-examples-'));
const timeout = 180_000;
const count = 120;
const shards = ['a.jsonl', 'b.jsonl', 'c.jsonl'].map((name) => join(room, name));
const texts = sentences(count, 6).map(({ gradients: _, ...each }) => each);
shards.forEach((shard, index) => {
  writeFileSync(shard, lines(texts.filter((_, line) => line % 3 === index)));
});
writeFileSync(join(room, 'whole.json'), JSON.stringify({ examples: texts }));
const expected = result(['correlate', join(room, 'whole.json'), '--format', 'json']);
const environment = { ...process.env, HEADWATERS: program };

// Replaces the program in runs that are killed. The system ends the program when a file of its results is some KB long, in the middle of a
// write. Then nothing moves until the test kills this script too.
const stuck = join(room, 'stuck');
writeFileSync(
  stuck,
  `#!/bin/bash
(ulimit -c 0; ulimit -f 10; exec '${program}' "$@")
while :; do sleep 0.1; done
`,
);
chmodSync(stuck, 0o755);
const toBeKilled = { ...process.env, HEADWATERS: stuck };

/** Ends every process with this test's folder among its arguments. Only processes that the test started have it. */
function killAll() {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(room)) process.kill(Number(id), 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
after(() => {
  killAll();
  rmSync(room, { recursive: true, force: true, maxRetries: 5 });
});

/** Examples in the records of all shards. @param {string} out */
const done = (out) =>
  shards.reduce((sum, shard) => {
    const record = join(out, shard.slice(room.length), 'record.jsonl');
    return sum + (existsSync(record) ? Math.max(0, readFileSync(record, 'utf8').split('\n').length - 2) : 0);
  }, 0);

/** The numbers of two tables, to 1e-12. @param {any} table */
function compare(table) {
  assert.equal(table.examples, count);
  for (const [score, methods] of Object.entries(expected.importance)) {
    for (const [method, layers] of Object.entries(/** @type {any} */ (methods))) {
      layers.forEach((/** @type {any} */ cell, /** @type {number} */ layer) => {
        const found = table.importance[score][method][layer];
        assert.ok(Math.abs(found.mean - cell.mean) <= 1e-12 && Math.abs(found.sd - cell.sd) <= 1e-12, `${score} ${method} ${layer}`);
      });
    }
  }
}

/** The results from before and after, without duplicates. @param {string} out
 * @param {number} before */
function checkGoneOn(out, before) {
  assert.ok(before > 0 && before < count, `${before} of ${count} examples were there when it was killed`);
  const rows = shards.flatMap((shard) =>
    jsonLines(join(out, shard.slice(room.length), 'results.jsonl')).map((row) => `${row.file}:${row.line}`),
  );
  assert.deepEqual([rows.length, new Set(rows).size], [count, count]);
}

/** Runs a command, kills it and its children midway, runs it again and compares its table.
 * @param {string[]} command
 * @param {string} out */
async function killAndGoOn([name, ...words], out) {
  const child = spawn(name, words, { env: toBeKilled, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  while (done(out) < 5 && child.exitCode === null && child.signalCode === null) await sleep(10);
  killAll();
  await ended;
  const before = done(out);
  const again = spawnSync(name, words, { env: environment, encoding: 'utf8', timeout });
  assert.equal(again.status, 0, again.stderr);
  checkGoneOn(out, before);
  compare(JSON.parse(readFileSync(join(out, 'table.json'), 'utf8')));
}

const noParallel = /GNU parallel/i.test(spawnSync('parallel', ['--version'], { encoding: 'utf8' }).stdout ?? '')
  ? ''
  : 'GNU parallel is not installed (Debian: parallel)';

test('GNU parallel goes on where it was killed', { skip: noParallel || false, timeout }, async () => {
  const out = join(room, 'parallel');
  await killAndGoOn([join(examples, 'parallel.sh'), out, ...shards], out);
});

test('GNU parallel reaches other machines by --sshlogin, and says what is missing', { skip: noParallel || false, timeout }, () => {
  const out = join(room, 'machines');
  const hosts = join(room, 'hosts');
  // Replaces ssh. Notes the machine and runs the command here, with the SHELL that a login sets (without it GNU parallel's worker silently
  // runs nothing).
  const ssh = join(room, 'ssh');
  writeFileSync(ssh, `#!/bin/sh\necho "$1" >>'${hosts}'\nshift\n[ "$1" != -- ] || shift\nSHELL=/bin/sh exec sh -c "$*"\n`);
  chmodSync(ssh, 0o755);
  const bad = join(room, 'bad.jsonl');
  writeFileSync(bad, `${JSON.stringify(texts[0])}\n{}\n`);
  const env = { ...environment, PARALLEL_SSH: ssh, SSHLOGIN: '1/ada,1/grace', HEADWATERS_OPTIONS: '--residual 0.25' };
  const run = spawnSync(join(examples, 'parallel.sh'), [out, bad, shards[0]], { env, encoding: 'utf8' });
  assert.equal(run.status, 1);
  assert.match(run.stderr, /1 not usable: .*bad\.jsonl\/failed\.jsonl/);
  assert.match(run.stderr, /warning: 1 input is not in the table/);
  assert.deepEqual([...new Set(readFileSync(hosts, 'utf8').trim().split('\n'))].toSorted(), ['ada', 'grace']);
  assert.equal(JSON.parse(readFileSync(join(out, 'table.json'), 'utf8')).examples, count / 3 + 1);
  assert.match(readFileSync(join(out, 'a.jsonl', 'record.jsonl'), 'utf8'), /"residual":"0\.25"/);
});

const python = pythonWith('distributed');

test('Dask goes on where it was killed', {
  skip: python ? false : 'no Python here has distributed (Debian: python3-distributed)',
  timeout,
}, async () => {
  const out = join(room, 'dask');
  await killAndGoOn([python ?? '', join(examples, 'dask_table.py'), out, ...shards, '--workers', '2'], out);
});

test('a Slurm array goes on where it was cancelled', { skip: noSlurm() || false, timeout }, async () => {
  mkdirSync(join(room, 'slurm'));
  const { env, stop } = await startSlurm(join(room, 'slurm'));
  try {
    const out = join(room, 'array');
    const job = ['--array=0-2', `--output=${room}/%A_%a.txt`, join(examples, 'slurm.sh'), out, ...shards];
    assert.ok(await runJob({ ...env, HEADWATERS: stuck }, job, () => done(out) >= 5), 'the first job was cancelled');
    const before = done(out);
    assert.notEqual(headwaters(['merge', ...shards.map((shard) => join(out, shard.slice(room.length)))]).code, 0);
    await runJob({ ...env, HEADWATERS: program }, job);
    checkGoneOn(out, before);
    compare(result(['merge', ...shards.map((shard) => join(out, shard.slice(room.length))), '--format', 'json']));
  } finally {
    await stop();
  }
});
