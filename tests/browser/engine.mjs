// SPDX-License-Identifier: MIT
// The engine that the tests run in, HEADWATERS_ENGINE: chromium (if nothing is said), firefox or webkit.
//
// Tests speak to a page as Playwright's Page has it; where an engine's channel lacks a part of that, its driver in
// drivers/ fills it in. What Playwright has no words for is in the drivers: newPage, fingersOf, watchRequests.
import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test as run } from 'node:test';

import { cannot } from './cannot.mjs';

export const engine = process.env.HEADWATERS_ENGINE || 'chromium';

/** @type {typeof import('./drivers/chromium.mjs')} */
export const driver = await import(`./drivers/${engine}.mjs`);

const file = basename(process.argv[1] ?? '').replace('.test.mjs', '');

/** Why this engine or its driver cannot be asked this; undefined: it can. @param {string} name of a test */
const reasonAgainst = (name) =>
  cannot.find((row) => row.engine === engine && row.file === file && (!row.test || name.includes(row.test)))?.reason;

/** Keeps a line of what was found for tools/reliability, where HEADWATERS_RESULTS names a file. @param {object} found */
export function note(found) {
  const results = process.env.HEADWATERS_RESULTS;
  if (results) appendFileSync(results, `${JSON.stringify({ engine, file, ...found })}\n`);
}

/**
 * node's own `test`, but that a test is left out, with the reason, where tests/browser/cannot.mjs has a row for it.
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
