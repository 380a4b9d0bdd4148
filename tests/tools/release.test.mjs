// SPDX-License-Identifier: MIT
// tools/release.mjs and the check of versions, on a small copy of their input files.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { zipSync } from 'fflate';

import { checkVersions, setVersion, versionFiles, versionOf } from '../../tools/lib/release/versions.mjs';

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

test('the files of a release have the programs out of the wheels and right checksums', (context) => {
  const { folder, run } = tree(context);
  const [from, out] = [join(folder, 'artifacts'), join(folder, 'out')];
  const put = (/** @type {string} */ path, /** @type {Uint8Array | string} */ bytes) => {
    mkdirSync(join(from, path, '..'), { recursive: true });
    writeFileSync(join(from, path), bytes);
  };
  const wheel = (/** @type {string} */ system) =>
    zipSync({
      'headwaters-0.1.0.data/scripts/headwaters': new TextEncoder().encode(`#!/bin/sh\necho ${system}\n`),
      'headwaters/licences/eigen.txt': new Uint8Array([77]),
      'headwaters-0.1.0.dist-info/licenses/LICENSE': new Uint8Array([77, 73, 84]),
    });
  for (const system of ['manylinux_2_28_x86_64', 'manylinux_2_28_aarch64', 'macosx_14_0_arm64', 'macosx_14_0_x86_64'])
    for (const python of ['cp311-cp311', 'cp312-abi3'])
      put(`wheels-${system}/headwaters-0.1.0-${python}-${system}.whl`, wheel(`${python} ${system}`));
  put('wheels-site/one-file.html', 'page');
  put('wheels-site/python/other.tgz', 'no file of a release');
  put('wheels-zip/headwaters.zip', 'site');
  put('wheels-zip/headwaters-figure-0.1.0.tgz', 'npm');
  put('wheels-sdist/headwaters-0.1.0.tar.gz', 'source');
  put('wheels-pure/headwaters-0.1.0-py3-none-any.whl', 'pure');
  const lacks = run('--collect', from, '--out', out);
  assert.equal(lacks.status, 1);
  assert.match(lacks.stderr, /Not among the files: headwaters-0\.1\.0-windows-x86_64\.zip/);
  put('windows/headwaters-0.1.0-windows-x86_64.zip', 'windows');
  const done = run('--collect', from, '--out', out);
  assert.equal(done.status, 0, done.stderr);
  assert.ok(!existsSync(join(out, 'other.tgz')));
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out });
  assert.equal(readFileSync(join(out, 'SHA256SUMS'), 'utf8').trim().split('\n').length, 18);
  execFileSync('tar', ['xzf', join(out, 'headwaters-0.1.0-linux-arm64.tar.gz'), '-C', folder]);
  const unpacked = join(folder, 'headwaters-0.1.0-linux-arm64');
  assert.equal(execFileSync(join(unpacked, 'headwaters'), { encoding: 'utf8' }), 'cp312-abi3 manylinux_2_28_aarch64\n');
  assert.equal(readFileSync(join(unpacked, 'LICENSE'), 'utf8'), 'MIT');
  assert.ok(existsSync(join(unpacked, 'licences/eigen.txt')));
});
