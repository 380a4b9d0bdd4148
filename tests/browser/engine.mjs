// SPDX-License-Identifier: MIT
// The browser engine of the tests, HEADWATERS_ENGINE: chromium (the default), firefox or webkit.
//
// Tests use a page through Playwright's Page. Where an engine's channel lacks a part of it, the engine's driver in drivers/ supplies the
// part. The drivers also add functions that Playwright lacks (newPage, fingersOf, watchRequests).
import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test as run } from 'node:test';

import { unsupported } from './unsupported.mjs';

export const engine = process.env.HEADWATERS_ENGINE || 'chromium';

/** @type {typeof import('./drivers/chromium.mjs')} */
export const driver = await import(`./drivers/${engine}.mjs`);

const file = basename(process.argv[1] ?? '').replace('.test.mjs', '');

/** The reason why this engine or its driver cannot run the test, or undefined. @param {string} name of a test */
const reasonAgainst = (name) =>
  unsupported.find((row) => row.engine === engine && row.file === file && (!row.test || name.includes(row.test)))?.reason;

/** Appends a line with a result for tools/reliability, if HEADWATERS_RESULTS names a file. @param {object} found */
export function note(found) {
  const results = process.env.HEADWATERS_RESULTS;
  if (results) appendFileSync(results, `${JSON.stringify({ engine, file, ...found })}\n`);
}

/**
 * node's own `test`, except that it skips a test, with the reason, if tests/browser/unsupported.mjs has a row for it.
 * @param {string} name @param {object | Function} options @param {Function} [action]
 */
export function test(name, options, action) {
  const [given, body] = action ? [options, action] : [{}, options];
  const skip = given.skip || reasonAgainst(name);
  if (skip) {
    note({ test: name, leftOut: skip === true ? 'not on this machine' : skip });
    return run(name, { ...given, skip });
  }
  return run(name, given, async (context) => {
    const begin = performance.now();
    const done = (passed) => note({ test: name, passed, ms: Math.round(performance.now() - begin) });
    try {
      await body(context);
    } catch (error) {
      done(false);
      throw error;
    }
    done(true);
  });
}
