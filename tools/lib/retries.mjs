// SPDX-License-Identifier: MIT
// Decides which files of the page's tests are worth a second run on their own: node tools/lib/retries.mjs RESULTS LOG. RESULTS has the lines
// that tests/browser/engine.mjs leaves, LOG the output of node's test runner. Prints their paths. Fails if a second run would show nothing,
// because many tests failed or something other than a test did (a file that could not be loaded).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** More failures than these are no accident. */
export const mostRetries = 3;

/**
 * @param {string} results one JSON line per test @param {string} log
 * @returns {string[]} names of files, without .test.mjs, none if it is not worth it
 */
export function filesToRetry(results, log) {
  const failed = results
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ passed }) => passed === false);
  const counted = Number(log.match(/^ℹ fail (\d+)$/m)?.[1] ?? NaN) + Number(log.match(/^ℹ cancelled (\d+)$/m)?.[1] ?? NaN);
  return failed.length === counted && counted <= mostRetries ? [...new Set(failed.map(({ file }) => file))] : [];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [results, log] = process.argv.slice(2).map((file) => readFileSync(file, 'utf8'));
  const wanted = filesToRetry(results, log);
  const all = readdirSync('tests/browser', { recursive: true }).map(String);
  for (const name of wanted)
    console.log(
      join('tests/browser', /** @type {string} */ (all.find((path) => path === `${name}.test.mjs` || path.endsWith(`/${name}.test.mjs`)))),
    );
  if (wanted.length === 0) process.exitCode = 1;
}
