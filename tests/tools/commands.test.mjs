// The commands of tools/. Questions about them and bad arguments are answered at once.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = mkdtempSync(join(tmpdir(), 'headwaters-tools-'));
after(() => rmSync(cache, { recursive: true, force: true }));

// tools/env is sourced, and browser.mjs is no command.
const commands = readdirSync(join(root, 'tools')).filter((name) => !['env', 'lib', 'browser.mjs', 'jsconfig.json'].includes(name));

/** Runs a command that must not install, fetch or build. Its cache is empty, and it has 20 s even on a busy machine. */
function run(name, ...words) {
  const [program, ...first] = name.endsWith('.mjs') ? [process.execPath, join(root, 'tools', name)] : [join(root, 'tools', name)];
  const { status, stdout, stderr, error } = spawnSync(program, [...first, ...words], {
    encoding: 'utf8',
    timeout: 20_000,
    cwd: tmpdir(),
    env: { ...process.env, HEADWATERS_CACHE: join(cache, 'none') },
  });
  assert.equal(error, undefined, `tools/${name} ${words.join(' ')} goes on`);
  assert.ok(!existsSync(join(cache, 'none')), `tools/${name} ${words.join(' ')} has begun to work`);
  return { status, stdout, stderr };
}

test('every file in tools is a command that can be started', () => {
  assert.ok(commands.length >= 9, commands.join(' '));
  for (const name of commands.filter((one) => !one.endsWith('.mjs'))) {
    assert.ok(statSync(join(root, 'tools', name)).mode & 0o100, name);
  }
});

for (const name of commands) {
  test(`tools/${name} --help answers and does nothing`, () => {
    for (const word of ['--help', '-h']) {
      const { status, stdout, stderr } = run(name, word);
      assert.equal(status, 0, stderr);
      assert.match(stdout, new RegExp(`tools/${name.replace('.', '\\.')}`), 'says how it is called');
      assert.ok(!/^#|^\/\/|set -/m.test(stdout), stdout);
    }
  });

  test(`tools/${name} names an option that it does not know`, () => {
    const { status, stdout, stderr } = run(name, '--nonsense');
    assert.equal(status, 1, stdout);
    assert.match(stderr, /^error: .*nonsense/);
  });
}

test('what comes after a word that is understood is read before anything is done', () => {
  assert.match(run('build', 'native', 'nonsense').stderr, /nonsense/);
  assert.match(run('test', 'native', 'browser', 'nonsense').stderr, /nonsense/);
  assert.match(run('test', 'native', '-R').stderr, /pattern/);
  assert.match(run('run', '--port', 'x').stderr, /0 to 65535/);
  assert.match(run('bench', 'size', 'nonsense').stderr, /nonsense/);
  assert.match(run('fuzz', '--seconds', 'soon').stderr, /soon/);
});
