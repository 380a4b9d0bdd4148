// SPDX-License-Identifier: MIT
// @ts-check
// tools/gallery.mjs. Turns a folder of analyses into the data of gallery.html (tests/browser/page/hosting.test.mjs).
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { data, output, program } from './program.mjs';

const tool = fileURLToPath(new URL('../../tools/gallery.mjs', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'headwaters-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** @param {string[]} words */
const make = (...words) => spawnSync(process.execPath, [tool, '--program', program, ...words], { encoding: 'utf8' });

test('a folder of analyses becomes an index, copies and thumbnails', () => {
  const from = join(scratch, 'analyses');
  const site = join(scratch, 'site');
  mkdirSync(from);
  copyFileSync(`${data}/toy_agreement_keys.json`, join(from, 'the keys (1).json'));
  copyFileSync(`${data}/toy_agreement_keys.json`, join(from, 'the keys [1].json'));
  writeFileSync(join(from, 'saved.headwaters.json'), output(['save', `${data}/vit_digit_4.json`, '--layer', '2']));
  writeFileSync(join(from, 'broken.json'), '{"tokens": [');
  writeFileSync(
    join(from, 'gallery.json'),
    JSON.stringify({
      title: 'Mine',
      about: 'Some.',
      analyses: { 'the keys (1).json': { title: 'Keys', view: '#v=1&method=flow&layer=5&panel=flow' } },
    }),
  );
  mkdirSync(join(site, 'gallery/files'), { recursive: true });
  writeFileSync(join(site, 'gallery/files/old.json'), '');

  const run = make('--from', from, '--site', site);
  assert.equal(run.status, 0, run.stderr);
  assert.match(run.stdout, /gallery: 3 analyses/);
  assert.match(run.stderr, /^left out: .*broken\.json: /);
  const index = JSON.parse(readFileSync(join(site, 'gallery/index.json'), 'utf8'));
  assert.deepEqual([index.format, index.title, index.about], ['headwaters-gallery/1', 'Mine', 'Some.']);
  const [saved, keys, others] = index.analyses;
  assert.deepEqual(
    index.analyses.map((/** @type {any} */ { file }) => file),
    ['files/saved.headwaters.json', 'files/the-keys-1-.json', 'files/the-keys-1--2.json'],
  );
  assert.equal(keys.title, 'Keys');
  assert.equal(keys.view, 'v=1&method=flow&layer=5&panel=flow');
  assert.match(keys.text, /^\[CLS\] the keys to the cabinet \[MASK\]/);
  assert.match(keys.method, /^Maximum flow from .*Attention flow \(Abnar & Zuidema 2020\), layers 1–5\.?$/);
  assert.match(others.method, /^Attention rollout.*layers 1–6, output \[CLS\]/);
  assert.match(saved.method, /layers 1–2/, 'as it was saved');
  for (const { file, thumbnail, darkThumbnail } of index.analyses) {
    assert.ok(existsSync(join(site, 'gallery', file)), file);
    const [light, dark] = [thumbnail, darkThumbnail].map((name) => readFileSync(join(site, 'gallery', name), 'utf8'));
    assert.match(light, /^<svg [^>]*width="720" height="360"/);
    assert.match(dark, /fill="#15181b"/);
    assert.doesNotMatch(light, /<text[^>]*>[^<]*Drawn by/);
  }
  assert.equal(readdirSync(join(site, 'gallery/files')).length, 3, 'what was there before is gone');
  const first = readFileSync(join(site, 'gallery/index.json'), 'utf8');
  make('--from', from, '--site', site);
  assert.equal(readFileSync(join(site, 'gallery/index.json'), 'utf8'), first, 'the same every time');
});

test('what cannot be made is said in one line', () => {
  for (const [words, finding] of /** @type {[string[], RegExp][]} */ ([
    [[], /--from names/],
    [['--from', join(scratch, 'nowhere')], /is no folder/],
    [['--from', data, '--program', join(scratch, 'nowhere'), '--site', scratch], /cannot be started.*tools\/build native/],
  ])) {
    const run = make(...words);
    assert.equal(run.status, 1);
    assert.match(run.stderr, finding);
    assert.equal(run.stderr.trim().split('\n').length, 1, run.stderr);
  }
});
