// SPDX-License-Identifier: MIT
// @ts-check
// A folder for deceptive files, and the requirements for a refusal.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

import { headwaters, program, threeLayers } from '../program.mjs';
import { lines, sentences } from '../sentences.mjs';

export const room = mkdtempSync(join(tmpdir(), 'headwaters-hostile-'));
after(() => rmSync(room, { recursive: true, force: true }));
let folders = 0;
export const fresh = () => join(room, `out${++folders}`);
/** @param {string} name @param {string | Buffer} content */
export const file = (name, content) => {
  writeFileSync(join(room, name), content);
  return join(room, name);
};
/** A program with the sanitizers reserves more than any limit allows. */
export const isLimited = spawnSync('bash', ['-c', 'ulimit -v 1000000; "$0" --version', program]).status === 0;
/** The prefix of a call in a shell that limits its memory, in KB. @param {number} size */
export const memory = (size) => (isLimited ? `ulimit -v ${size}; ` : '');

export const texts = sentences(6, 3);
export const data = file('data.jsonl', lines(texts));
export const three = file('three.json', threeLayers);
/** One line on standard error, and the exit code.
 * @param {number} code @param {RegExp} sentence @param {string[]} args @param {string | Buffer} [input] */
export function refused(code, sentence, args, input) {
  const run = headwaters(args, input);
  assert.equal(run.code, code, `${args.join(' ')}: ${run.code} ${run.err}`);
  assert.equal(run.out, '');
  assert.match(run.err, /^headwaters: [^\n]+\n$/);
  assert.match(run.err, sentence);
}

/** @param {string} script @param {Record<string, string>} [env] */
export function shell(script, env = {}) {
  const run = spawnSync('bash', ['-c', script], { encoding: 'utf8', maxBuffer: 1 << 26, env: { ...process.env, HW: program, ...env } });
  return { code: run.status, signal: run.signal, out: run.stdout, err: run.stderr };
}

/** Tokens with terminal escapes or that reverse the direction of a line. */
export const hostile = ['\u001b[31mred', '\u009b31m', '\u202eevil', '\u2066x', 'bell\u0007', '\u2028', 'plain'];
export const hostileFile = file(
  'hostile.json',
  JSON.stringify({ tokens: hostile, attentions: [0, 1].map(() => [hostile.map(() => hostile.map(() => 1 / 7))]) }),
);
