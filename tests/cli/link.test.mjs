// SPDX-License-Identifier: MIT
// @ts-check
// `headwaters link` writes the data as a fragment. Tests every command on such a fragment.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { data, distance, headwaters, json, result, threeLayers } from './program.mjs';

const keys = `${data}/toy_agreement_keys.json`;

/** @param {string[]} args */
function link(...args) {
  const run = headwaters(['link', ...args]);
  assert.equal(run.code, 0, run.err);
  assert.match(run.out, /^#v=1&[^\s]*data=[\w-]+\n$/);
  return { fragment: run.out.trim(), told: run.err };
}

test('a link is printed with its length, its error and what is left out', () => {
  const { fragment, told } = link(keys);
  assert.match(told, new RegExp(`link: ${fragment.length} characters; bars are off by at most 0\\.001\\d*`));
  assert.match(told, /left out: individual heads \(only each layer’s mean\)\n/);
  assert.ok(fragment.length < 1100);
  const heads = link(keys, '--data', 'heads');
  assert.ok(heads.fragment.length < 4500);
  assert.doesNotMatch(heads.told, /left out/);
});

test('every command opens the fragment, the address and a file of it; bars stay within the error', () => {
  const folder = mkdtempSync(join(tmpdir(), 'headwaters-'));
  try {
    for (const kind of ['fused', 'heads']) {
      const { fragment } = link(keys, '--data', kind);
      const file = join(folder, `${kind}.txt`);
      writeFileSync(file, `${fragment}\n`);
      for (const [command, ...more] of [['raw'], ['rollout'], ['flow', '--relative'], ['rollout', '--token', '0']]) {
        const original = result([command, keys, ...more]).layers;
        for (const input of [fragment, `https://host.example/page/${fragment}`, file]) {
          const run = headwaters([command, input, ...more, '--quiet']);
          assert.equal(run.code, 0, run.err);
          const layers = JSON.parse(run.out).layers;
          assert.equal(layers.length, original.length);
          layers.forEach((/** @type {any} */ layer, /** @type {number} */ i) => {
            const off = distance(layer.values, original[i].values);
            assert.ok(off < 0.002, `${command} of ${kind}, layer ${i + 1}: ${off}`);
          });
        }
      }
      const info = JSON.parse(headwaters(['info', fragment, '--format', 'json']).out);
      assert.equal(info.form, 'link');
      assert.deepEqual(info.tokens, json('toy_agreement_keys').tokens);
      assert.equal(info.heads, kind === 'heads' ? 8 : 1);
      assert.ok(info.warnings.some((/** @type {string} */ line) => line.includes('Links contain rounded numbers')));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('settings, layer and token stand in the link, readable and before the data', () => {
  const { fragment } = link(keys, '--token', '0', '--layer', '6', '--residual', '0.25', '--layers', '1,3', '--fusion', 'max');
  assert.match(fragment, /^#v=1&layer=6&token=0&layers=1,3&residual=0\.25&data=/);
  assert.match(link(keys, '--data', 'heads', '--fusion', 'max', '--token', 'mean').fragment, /^#v=1&token=mean&fusion=max&data=/);
  assert.match(link(keys, '--preset', 'no-residual').fragment, /^#v=1&preset=no-residual&data=/);
});

test('for programs there is JSON', () => {
  const told = result(['link', keys, '--format', 'json', '--error', '0.0005']);
  assert.equal(told.characters, told.fragment.length);
  assert.ok(told.errorBound < 0.0005 && told.errorBound > 0.0001);
  assert.ok(told.flowOfAll);
  assert.deepEqual(told.leftOut, ['individual heads (only each layer’s mean)']);
});

test('standard input is packed like a file', () => {
  const run = headwaters(['link', '-', '--quiet'], threeLayers);
  assert.equal(run.code, 0, run.err);
  assert.equal(run.err, '');
  const rollout = JSON.parse(headwaters(['rollout', run.out.trim(), '--quiet']).out);
  assert.ok(distance(rollout.layers[2].values[0], [147 / 400, 39 / 160, 311 / 800]) < 0.002);
});

test('cut, changed and empty links, and wrong options, say what to do', () => {
  const { fragment } = link(keys);
  const at = fragment.indexOf('data=') + 40;
  for (const [text, says] of [
    [fragment.slice(0, 200), /cut off or changed.*Copy the whole link again/],
    [fragment.slice(0, at) + (fragment[at] === 'A' ? 'B' : 'A') + fragment.slice(at + 1), /wrong checksum/],
    ['#v=1&layer=3', /contains no data/],
    ['https://host.example/attention.json', /contains no data/],
    ['#data=A', /ends before its data begin/],
    ['#data=AwAAAAAAAAAA', /Version 3 of link data isn’t supported, only 1 and 2\. Use a newer version of this program/],
    ['#data=AQ!', /data contain invalid characters/],
  ]) {
    const run = headwaters(['info', /** @type {string} */ (text)]);
    assert.equal(run.code, 1, String(text));
    assert.match(run.err, /^headwaters: link: [^\n]+\n$/);
    assert.match(run.err, /** @type {RegExp} */ (says));
  }
  for (const args of [
    ['--data', 'all'],
    ['--error', '0'],
    ['--room', 'x'],
    ['--format', 'csv'],
    ['--example', '1'],
  ]) {
    assert.equal(headwaters(['link', keys, ...args]).code, 2, args.join(' '));
  }
});
