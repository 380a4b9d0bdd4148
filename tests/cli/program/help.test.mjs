// SPDX-License-Identifier: MIT
// @ts-check
// The help has a screen for each command, and its examples run.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { output, program } from '../program.mjs';

const room = mkdtempSync(join(tmpdir(), 'headwaters-help-'));
after(() => rmSync(room, { recursive: true, force: true }));
symlinkSync(program, join(room, 'headwaters'));
symlinkSync(fileURLToPath(new URL('../../../web', import.meta.url)), join(room, 'web'));
writeFileSync(join(room, 'pairs.jsonl'), readFileSync(new URL('../../data/circuit/agreement.jsonl', import.meta.url)));
writeFileSync(join(room, 'texts.txt'), 'the keys [MASK] here\nthe cabinet [MASK] here\n');
writeFileSync(join(room, 'texts.json'), '["the keys", ["the", "cabinet"]]');

const screen = output(['--help']);
const commands = [...screen.matchAll(/^ {2}([a-z][a-z-]*) [^\n]+$/gm)].map(([, name]) => name);

test('the screen of the program has all commands, in groups', () => {
  assert.equal(output(['-h']), screen);
  assert.equal(output(['help']), screen);
  for (const name of ['rollout', 'flow', 'ask', 'why', 'run', 'info', 'batch', 'merge', 'help']) assert.ok(commands.includes(name), name);
  for (const group of ['Methods on attention', 'Models', 'Data sets']) assert.match(screen, new RegExp(`^${group}$`, 'm'));
  assert.ok(screen.split('\n').length <= 60);
});

for (const command of commands)
  test(`${command} --help is one screen, whose examples run`, () => {
    const help = output([command, '--help']);
    assert.equal(output(['help', command]), help);
    assert.match(help, new RegExp(`^Usage: headwaters ${command} `));
    const lines = help.split('\n');
    assert.ok(lines.length <= 80, `${lines.length} lines`);
    for (const line of lines) assert.ok(line.length <= 120, line);
    const examples = lines.filter((line) => line.startsWith(`  headwaters ${command} `));
    assert.equal(examples.length, 3);
    for (const example of examples) {
      const run = spawnSync('sh', ['-c', example], {
        cwd: room,
        encoding: 'utf8',
        env: { ...process.env, PATH: `${room}:${process.env.PATH}` },
        maxBuffer: 1 << 28,
      });
      assert.equal(run.status, 0, `${example}: ${run.stderr}`);
    }
  });

test('the help of a command names its own options, and no others', () => {
  const ask = output(['ask', '--help']);
  for (const option of ['--text', '--target', '--cut', '--question']) assert.match(ask, new RegExp(`^  ${option} `, 'm'), option);
  for (const option of ['--transpose', '--preset', '--relative', '--partial']) assert.ok(!ask.includes(option), option);
  const flow = output(['flow', '--help']);
  for (const option of ['--fusion', '--residual', '--token', '--relative', '--certificate', '--format'])
    assert.match(flow, new RegExp(`^  ${option} `, 'm'), option);
  assert.doesNotMatch(flow, /--barrier|--cut /);
});

test('one option is explained with all lines', () => {
  assert.match(output(['help', '--target']), /^ {2}--target WHAT@POSITION {2}a word.*difference\n[\s\S]*of: methods /);
  assert.match(output(['help', '--question']), /lens +.*position/);
});
