// SPDX-License-Identifier: MIT
// @ts-check
// `headwaters save`, and saved analyses and one-file pages as input of every command.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { data, headwaters, output, result } from './program.mjs';

const keys = `${data}/toy_agreement_keys.json`;
const commands = [['raw'], ['rollout', '--preset', 'vit-explain-corrected'], ['flow', '--token', '2'], ['correlate', '--format', 'json']];

/** A page as web/one_file writes it, without the program. @param {Buffer} packed */
const pageOf = (packed) =>
  Buffer.from(`<!doctype html>
<html><head><title>keys</title><script type="application/gzip" id="headwaters-analysis" data-name="keys.html">${packed.toString('base64')}</script>
<style>a { "attentions": 1 }</style></head><body><script>const a = {"tokens": ["x"], "attentions": [[[[1]]]]};</script></body></html>`);

test('a saved analysis, packed or within a page, gives the numbers of the original to the last digit', () => {
  const saved = output(['save', keys, '--layer', '3', '--token', '2']);
  const { saved: by, format } = JSON.parse(saved);
  assert.equal(format, 'headwaters/1');
  assert.match(by.program, /^Headwaters \d/);
  assert.match(by.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert.equal(by.view, 'v=1&layer=3&token=2');
  const packed = gzipSync(saved);
  for (const input of [Buffer.from(saved), packed, pageOf(packed), pageOf(Buffer.from(saved))]) {
    for (const [command, ...more] of commands)
      assert.deepEqual(result([command, '-', ...more], input), result([command, keys, ...more]), command);
    assert.match(output(['info', '-'], input), /saved/i);
  }
});

test('what a saved page lacks or was cut off is said in one line', () => {
  const packed = gzipSync(output(['save', keys]));
  const page = pageOf(packed).toString();
  for (const [wrong, finding] of /** @type {[string, RegExp][]} */ ([
    [page.slice(0, 2000), /ends in the middle of its data/],
    [page.replace(/(data-name="keys.html">)[^<]*/, '$1'), /program but no data/],
    [page.replace(/(data-name="keys.html">).{4}/, '$1!!!!'), /damaged/],
    [page.replace(/(data-name="keys.html">.{400}).{4}/, '$1AAAA'), /./],
    [page.replace(/id="headwaters-analysis"/, 'id="other"').replace(/const a = .*;/, ''), /web page \("keys"\) contains no attention data/],
  ])) {
    const run = headwaters(['info', '-'], wrong);
    assert.equal(run.code, 1, run.out);
    assert.match(run.err, finding);
    assert.equal(run.err.trim().split('\n').length, 1, run.err);
  }
});

test('settings of save are what the page shows, and save writes one form alone', () => {
  const { saved } = JSON.parse(output(['save', keys, '--preset', 'no-residual', '--token', 'mean']));
  assert.equal(saved.view, 'v=1&token=mean&preset=no-residual');
  assert.equal(headwaters(['save', keys, '--format', 'csv']).code, 2);
  assert.equal(headwaters(['save', keys, '--example', '4']).code, 2);
});
