// SPDX-License-Identifier: MIT
// @ts-check
// Tokens and names that a terminal would execute or a spreadsheet would compute.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { headwaters, output, program } from '../program.mjs';
import { file, fresh, hostile, hostileFile, refused, room, three } from './room.mjs';

const isObeyed = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

/** The output of a command on a terminal. @param {string[]} args */
function onTerminal(args) {
  const run = spawnSync(
    'script',
    ['-qec', [program, ...args, '--quiet'].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' '), '/dev/null'],
    { encoding: 'utf8', input: '', env: { ...process.env, NO_COLOR: '1' } },
  );
  return run.stdout.replaceAll('\r\n', '\n').replaceAll('\r', '');
}

test('a terminal is given no escape sequence, and a file the tokens as they are', () => {
  for (const args of [
    ['raw', hostileFile],
    ['raw', hostileFile, '--json'],
    ['raw', hostileFile, '--format', 'csv'],
    ['info', hostileFile],
    ['save', hostileFile],
    ['figure', hostileFile, '--view', 'matrix'],
  ])
    assert.doesNotMatch(onTerminal(args), isObeyed, args.join(' '));
  assert.deepEqual(JSON.parse(onTerminal(['raw', hostileFile, '--json'])), JSON.parse(output(['raw', hostileFile])), 'it is the same JSON');
  assert.deepEqual(JSON.parse(output(['raw', hostileFile])).tokens, hostile);
  // Messages, wherever they go.
  const named = file('a\nb\u001b[2J\u202e.json', '{"attentions":');
  for (const args of [
    ['raw', named],
    ['raw', three, '--token', '\u001b]0;x\u0007'],
    ['\u001b[5m'],
    ['raw', three, '--\u009b'],
    ['raw', hostileFile, '--token', '\u202ex'],
    ['batch', 'raw', named, '--out', join(room, 'o\u001b[1m')],
    ['link', hostileFile, '--token', '\u001b'],
    ['raw', join(room, 'none\u001b[7m')],
  ]) {
    const run = headwaters(args);
    assert.notEqual(run.err, '', args.join(' '));
    assert.doesNotMatch(run.err, isObeyed, args.join(' '));
    assert.equal(run.err.split('\n').length, 2, 'one line');
  }
  const latin = spawnSync(program, ['raw', Buffer.from([0x2f, 0x9b, 0x33, 0x31, 0x6d])].map(String));
  assert.doesNotMatch(latin.stderr.toString('latin1').replaceAll('\u00ef\u00bf\u00bd', ''), /[\u0080-\u009f]/);
});

test('cells that a spreadsheet would compute have an apostrophe where that is asked for', () => {
  const tokens = ['=1+1', '+x', '-y', '@z', '\tw', "'q", '\uff1d1', 'a=b', '"=', 'plain'];
  const path = file(
    'formulas.json',
    JSON.stringify({
      tokens,
      attentions: [0, 1].map(() => [tokens.map(() => tokens.map(() => 0.1))]),
      importance: { '=score': tokens.map((_, i) => i) },
    }),
  );
  const header = (/** @type {string[]} */ more) => output(['raw', path, '--format', 'csv', ...more]).split('\r\n')[0];
  assert.equal(header([]), 'layer,query,token,=1+1,+x,-y,@z,\tw,\'q,\uff1d1,a=b,"""=",plain');
  assert.equal(header(['--csv-safe']), "layer,query,token,'=1+1,'+x,'-y,'@z,'\tw,''q,'\uff1d1,a=b,\"\"\"=\",plain");
  assert.match(output(['raw', path, '--format', 'csv', '--csv-safe']), /\r\n1,2,'-y,0\.1/);
  assert.match(output(['correlate', path, '--format', 'csv', '--csv-safe']), /\r\n'=score,raw,/);
  const out = fresh();
  output(['batch', 'raw', path, '--format', 'csv', '--csv-safe', '--out', out, '--quiet']);
  assert.match(readFileSync(join(out, 'results.csv'), 'utf8'), /,1,0,'=1\+1,1,'\+x,0\.1\r\n/);
  refused(2, /csv-safe/, ['batch', 'raw', path, '--format', 'csv', '--out', out]);
  refused(2, /--csv-safe needs --format csv/, ['raw', path, '--csv-safe']);
  refused(2, /--csv-safe needs --format csv/, ['batch', 'raw', path, '--csv-safe', '--out', fresh()]);
});
