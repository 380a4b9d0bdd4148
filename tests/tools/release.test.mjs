// SPDX-License-Identifier: MIT
// tools/release.mjs and the check of versions, on a small copy of their input files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { checkVersions, setVersion, versionFiles, versionOf } from '../../tools/lib/versions.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const places = ['CMakeLists.txt', 'python/headwaters/__init__.py', 'web/figure/package.json', 'CITATION.cff'];

/** A tree with the version 0.1.0 and two later changes. @param {import('node:test').TestContext} context */
function tree(context) {
  const folder = mkdtempSync(join(tmpdir(), 'headwaters-release-'));
  context.after(() => rmSync(folder, { recursive: true }));
  for (const file of [...places, 'changes/README.md']) cpSync(join(root, file), join(folder, file), { recursive: true });
  setVersion(folder, '0.1.0');
  writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\nNewest first.\n\n## 0.1.0\n\nThe first release.\n\n- *Old*\n');
  writeFileSync(join(folder, 'changes/b_link.md'), '- *Share* copies a link.\n');
  writeFileSync(join(folder, 'changes/a_key.md'), '- *K* opens keys.\n');
  const run = (/** @type {string[]} */ ...words) =>
    spawnSync(process.execPath, [join(root, 'tools/release.mjs'), '--root', folder, ...words], { encoding: 'utf8' });
  return { folder, run, text: (/** @type {string} */ file) => readFileSync(join(folder, file), 'utf8') };
}

test('a new version is written everywhere, and its section has the changes in order', (context) => {
  const { folder, run, text } = tree(context);
  assert.equal(run('--set', '0.2.0').status, 0);
  assert.equal(versionOf(folder), '0.2.0');
  assert.deepEqual(checkVersions(versionFiles(folder)), []);
  for (const file of places) assert.match(text(file), /0\.2\.0/, file);
  assert.equal(
    text('CHANGELOG.md'),
    '# Changelog\n\nNewest first.\n\n## 0.2.0\n\n- *K* opens keys.\n- *Share* copies a link.\n\n## 0.1.0\n\nThe first release.\n\n- *Old*\n',
  );
  assert.ok(!existsSync(join(folder, 'changes/a_key.md')) && existsSync(join(folder, 'changes/README.md')));
  assert.equal(run('--notes').stdout, '- *K* opens keys.\n- *Share* copies a link.\n');
  assert.equal(run('--tag', 'v0.2.0').status, 0);
});

test('a version that is not released yet takes the changes into its section', (context) => {
  const { run, text } = tree(context);
  assert.equal(run('--set', '0.1.0').status, 0);
  assert.ok(text('CHANGELOG.md').endsWith('- *Old*\n- *K* opens keys.\n- *Share* copies a link.\n'));
});

test('what a release lacks is listed with its remedy', (context) => {
  const { folder, run } = tree(context);
  const open = run();
  assert.equal(open.status, 1);
  assert.match(open.stderr, /not in CHANGELOG\.md: changes\/a_key\.md, changes\/b_link\.md\. Run node tools\/release\.mjs --set 0\.1\.0/);
  assert.match(run('--tag', 'v0.3.0').stderr, /The tag is v0\.3\.0, the version 0\.1\.0/);
  setVersion(folder, '0.4.0');
  assert.match(run().stderr, /CHANGELOG\.md has no section for 0\.4\.0/);
  assert.match(run('--set', 'v1').stderr, /v1 is not a version/);
});

test('a file with another version is an error, and so is a version in another file', (context) => {
  const { folder } = tree(context);
  const files = versionFiles(folder);
  files.set('CITATION.cff', (files.get('CITATION.cff') ?? '').replace('0.1.0', '0.0.9'));
  files.set('python/pyproject.toml', '[project]\nversion = "0.1.0"\n');
  files.set('tests/package.json', '{\n  "version": "3.0.0"\n}\n');
  files.delete('web/figure/package.json');
  const errors = checkVersions(files);
  assert.equal(errors.length, 3, errors.join('\n'));
  assert.match(errors[0], /^web\/figure\/package\.json: has version \(none\), CMakeLists\.txt 0\.1\.0/);
  assert.match(errors[1], /^CITATION\.cff: has version 0\.0\.9/);
  assert.match(errors[2], /^python\/pyproject\.toml: has a version of its own/);
});
