// SPDX-License-Identifier: MIT
// Runs node's own test runner over the given files, the slowest ones first: node tools/lib/run_files.mjs [--at-once N] [--pattern P]
// FILE... By default it takes them in alphabetical order, and the processors are idle at the end while it waits for slow ones. The duration
// of a file is in build/results if it has been run before (tests/browser/engine.mjs). Otherwise it is estimated by its size, except for
// those below.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const results = fileURLToPath(new URL('../../build/results', import.meta.url));
/** Milliseconds per byte of a test. A page's tests take this long in Chromium. */
const perByte = 2;
/** Files of tests/browser that do much in few lines, slowest first, and milliseconds that put them before all others. */
export const walks = 'lessons engine_ends ranges slow axe languages asleep layout long course pictures small_windows'.split(' ');
const walk = 60_000;

/** Milliseconds by file name, from their last runs. @param {string} lines one JSON line per test */
export function timesOf(lines) {
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const line of lines.split('\n').filter(Boolean)) {
    const { file, ms } = JSON.parse(line);
    if (ms) times.set(file, (times.get(file) ?? 0) + ms);
  }
  return times;
}

/** The slowest first. @param {string[]} files @param {Map<string, number>} times @param {(file: string) => number} sizeOf */
export function longestFirst(files, times, sizeOf) {
  const lengthOf = (/** @type {string} */ file) => {
    const name = basename(file, '.test.mjs');
    return times.get(name) ?? (walks.includes(name) ? walk - walks.indexOf(name) : perByte * sizeOf(file));
  };
  return files
    .map((file) => /** @type {const} */ ([lengthOf(file), file]))
    .sort(([a], [b]) => b - a)
    .map(([, file]) => file);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    options: { 'at-once': { type: 'string' }, pattern: { type: 'string' } },
    allowPositionals: true,
  });
  const kept = existsSync(results) ? readdirSync(results).filter((name) => name.endsWith('.jsonl')) : [];
  const times = new Map(kept.flatMap((name) => [...timesOf(readFileSync(join(results, name), 'utf8'))]));
  run({
    files: longestFirst(positionals, times, (file) => statSync(file).size),
    concurrency: Number(values['at-once']) || true,
    testNamePatterns: values.pattern,
  })
    .once('test:fail', () => {
      process.exitCode = 1;
    })
    .compose(new spec())
    .pipe(process.stdout);
}
