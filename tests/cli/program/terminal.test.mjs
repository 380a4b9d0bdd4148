// SPDX-License-Identifier: MIT
// @ts-check
// Tables for people on a terminal, JSON in a pipe. Also tests completion and the manual.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters, output, program, threeLayers } from '../program.mjs';

const room = mkdtempSync(join(tmpdir(), 'headwaters-terminal-'));
after(() => rmSync(room, { recursive: true, force: true }));
const model = fileURLToPath(new URL('../../../web/models/agreement', import.meta.url));
const text = 'the keys to the cabinet [MASK] on the table';
const three = join(room, 'three.json');
writeFileSync(three, threeLayers);

/** @param {string[]} args @param {Record<string, string>} [env] */
function onTerminal(args, env = {}) {
  const quoted = [program, ...args, '--quiet'].map((one) => `'${one.replaceAll("'", "'\\''")}'`).join(' ');
  const run = spawnSync('script', ['-qec', quoted, '/dev/null'], {
    encoding: 'utf8',
    env: { ...process.env, TERM: 'xterm', NO_COLOR: '', ...env },
  });
  assert.equal(run.status, 0, run.stdout);
  return run.stdout.replaceAll('\r\n', '\n');
}
const skip = !existsSync('/usr/bin/script') && 'script(1) is not there';
const escapeSign = String.fromCharCode(27);

test('a method is a table on a terminal and JSON in a pipe', { skip }, () => {
  const shown = onTerminal(['rollout', three, '--token', '1', '--color', 'never']);
  const values = JSON.parse(output(['rollout', three, '--token', '1'])).layers.at(-1).values;
  const rows = [...shown.matchAll(/^(\d) +(\S+) +([\d.]+) +([█▏▎▍▌▋▊▉]*)$/gm)];
  assert.deepEqual(
    rows.map(([, , token]) => token),
    ['the', 'ca"t,', 'sat'],
  );
  rows.forEach(([, , , value], i) => {
    assert.ok(Math.abs(Number(value) - values[i]) < 0.001);
  });
  const lengths = rows.map(([, , , , bar]) => bar.length);
  assert.equal(lengths.indexOf(Math.max(...lengths)), values.indexOf(Math.max(...values)));
  assert.equal(onTerminal(['rollout', three, '--json']), output(['rollout', three]));
});

test('colours follow --color and NO_COLOR', { skip }, () => {
  const call = ['raw', three, '--token', '0'];
  assert.ok(onTerminal(call).includes(`${escapeSign}[36m`));
  assert.ok(!onTerminal(call, { NO_COLOR: '1' }).includes(escapeSign));
  assert.ok(onTerminal([...call, '--color', 'always'], { NO_COLOR: '1' }).includes(escapeSign));
  assert.ok(!onTerminal([...call, '--color', 'never']).includes(escapeSign));
  assert.ok(!output([...call, '--format', 'text']).includes(escapeSign));
  assert.equal(headwaters([...call, '--color', 'red']).code, 2);
});

test('what a terminal obeys in a token is never printed raw', { skip }, () => {
  const file = join(room, 'hostile.json');
  writeFileSync(file, threeLayers.replace('"sat"', '"\\u001b[31msat\\u0007\\n\\u202e"'));
  for (const args of [
    ['rollout', file],
    ['flow', file, '--token', '2'],
    ['rollout', file, '--json'],
  ]) {
    const shown = onTerminal([...args, '--color', 'never']);
    assert.doesNotMatch(shown, new RegExp(`[${escapeSign}\\u0007\\u202e]`));
    assert.match(shown, /\\u001b\[31msat/);
  }
});

test('ask says the question in words, the effect of cuts, and scores with bars', () => {
  const call = ['ask', model, '--text', text, '--target', 'are-is', '--cut-head', '2:0', '--scores', 'hide,alti'];
  const shown = output([...call, '--format', 'text']);
  const told = JSON.parse(output(call));
  assert.ok(shown.startsWith(`“ are” against “ is” at token 6 (logit): ${told.value.toFixed(3)}\n`), shown);
  const change = told.cuts[0].value - told.value;
  assert.match(shown, new RegExp(`2:0 +${told.cuts[0].value.toFixed(3)} +${change.toFixed(3)} +▒`));
  const lost = told.value - told.scores.hide[2];
  assert.match(shown, new RegExp(`^ *2 +keys +${lost.toFixed(1)}\\d* +[\\d.]+ +█`, 'm'));
  assert.ok(shown.endsWith(`${told.sentence}\n`));
});

test('run shows the likeliest answers, tokenize a row for each token', () => {
  const shown = output(['run', model, '--text', text, '--format', 'text']);
  assert.match(shown, /answers at token 6\n *are +0\.\d{3} +█/);
  assert.equal(JSON.parse(output(['run', model, '--text', text])).format, 'headwaters/1');
  const tokens = output(['tokenize', model, '--text', 'the keys', '--format', 'text']);
  assert.match(tokens, /0 +\[CLS\] +2 +0–0 +special\n *1 +the +903 +0–3 *\n *2 +keys +524 +4–8/);
});

test('completion is of the tables', () => {
  const script = join(room, 'headwaters.bash');
  writeFileSync(script, output(['completion', 'bash']));
  symlinkSync(program, join(room, 'headwaters'));
  const complete = (/** @type {string[]} */ ...words) => {
    const line = words.map((one) => `'${one}'`).join(' ');
    const run = spawnSync(
      'bash',
      ['-c', `source ${script}; COMP_WORDS=(headwaters ${line}); COMP_CWORD=${words.length}; _headwaters; echo "\${COMPREPLY[@]}"`],
      { encoding: 'utf8' },
    );
    assert.equal(run.stderr, '');
    return run.stdout.trim().split(' ');
  };
  assert.deepEqual(complete('rol'), ['rollout']);
  assert.deepEqual(complete('ask', '--cut-'), ['--cut-head', '--cut-residual', '--cut-min']);
  assert.deepEqual(complete('flow', '--cert'), ['--certificate']);
  const wrong = headwaters(['completion', 'tcsh']);
  assert.deepEqual([wrong.code, /bash, zsh, fish/.test(wrong.err)], [2, true]);
  assert.match(headwaters(['completion']).err, /completion needs a shell: bash, zsh or fish/);
});

/** @param {string} shell */
const without = (shell) => spawnSync(shell, ['--version']).error && `${shell} is not there`;

test('fish completes commands and options, with what each does', { skip: without('fish') }, () => {
  const script = join(room, 'headwaters.fish');
  writeFileSync(script, output(['completion', 'fish']));
  const complete = (/** @type {string} */ line) => {
    const run = spawnSync('fish', ['--no-config', '-c', `source ${script}; complete -C ${JSON.stringify(line)}`], {
      cwd: room,
      encoding: 'utf8',
    });
    assert.equal(run.stderr, '');
    return run.stdout.trim().split('\n');
  };
  assert.match(complete('headwaters rol')[0], /^rollout\tattention rollout /);
  assert.deepEqual(
    complete('headwaters ask --cut-').map((line) => line.split('\t')[0]),
    ['--cut-head', '--cut-min', '--cut-residual'],
  );
  assert.deepEqual(complete('headwaters info three'), ['three.json']);
});

test('zsh completes commands and options, with what each does', { skip: without('zsh') }, () => {
  const folder = mkdtempSync(join(room, 'zsh-'));
  writeFileSync(join(folder, '_headwaters'), output(['completion', 'zsh']));
  // Typing at a terminal, with a program that prints its arguments.
  const typed = (/** @type {string} */ keys, /** @type {string} */ until) => {
    const script = `zmodload zsh/zpty
zpty shell "cd ${room}; TERM=dumb zsh -f -i"
zpty -w shell 'PROMPT=; headwaters() { print -r -- "<$*>" }; fpath=(${folder} $fpath); autoload -Uz compinit; compinit -u -D; print -- begun''  here'
zpty -r -m shell seen '*begun  here*'
zpty -w -n shell $'${keys}'
zpty -r -m shell seen '*${until}*'
print -r -- $seen`;
    const run = spawnSync('zsh', ['-f', '-c', script], { encoding: 'utf8', timeout: 20000 });
    assert.equal(run.stderr, '');
    return run.stdout;
  };
  assert.match(typed('headwaters roll\\t\\n', '<*>'), /<rollout>/);
  assert.match(typed('headwaters ask --cut-h\\t\\n', '<*>'), /<ask --cut-head>/);
  assert.match(typed('headwaters info thr\\t\\n', '<*>'), /<info three.json>/);
  assert.match(typed('headwaters ask --cut-\\t', 'flow between'), /--cut-min +-- the minimum cut of attention flow between/);
});

test('what takes longer than a second says so on a terminal, and nowhere else', { skip }, () => {
  const late = (/** @type {string} */ rest) => `(sleep 1.5; cat ${three}) | ${program} info - --format json ${rest}`;
  const run = spawnSync('script', ['-qec', late('> /dev/null'), '/dev/null'], { encoding: 'utf8' });
  assert.equal(run.stdout, `\r${escapeSign}[Kinfo: 1 s\r${escapeSign}[K`);
  assert.equal(spawnSync('script', ['-qec', late('--quiet > /dev/null'), '/dev/null'], { encoding: 'utf8' }).stdout, '');
  const piped = spawnSync('sh', ['-c', late('')], { encoding: 'utf8' });
  assert.deepEqual([piped.stderr, piped.stdout], ['', output(['info', three, '--format', 'json'])]);
});

test('the manual has every command and is what man takes', () => {
  const page = output(['manual']);
  for (const name of ['rollout', 'ask', 'batch']) assert.ok(page.includes(`\\fB${name}\\fR`), name);
  const groff = spawnSync('groff', ['-man', '-ww', '-Tutf8'], { input: page, encoding: 'utf8' });
  if (groff.error) return;
  assert.equal(groff.stderr, '');
  assert.match(groff.stdout, /--target/);
});
