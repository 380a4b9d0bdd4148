// SPDX-License-Identifier: MIT
// One colour per method. The scripts' table is that of the panel Faithfulness, readable on both grounds, in every chart.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { classOf, methodColours, onPaper } from '../../../web/paper/method_colours.js';

const source = (/** @type {string} */ path) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** WCAG 2's relative luminance. @param {string} hex */
const luminance = (hex) =>
  [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
const contrast = (/** @type {string} */ first, /** @type {string} */ second) => {
  const [low, high] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

test('the scripts’ colours are the program’s', async () => {
  const rows = [...(await source('src/core/report/ranked_rows.h')).matchAll(/\{\.name = "([^"]+)"_tr/g)].map(([, name]) =>
    name.toLowerCase().replace(' ', '-'),
  );
  const table = [...(await source('src/core/report/ranked_colours.h')).matchAll(/\{"(#\w{6})", "(#\w{6})", "([\w ]+)"\}/g)].map(
    ([, light, dark, dash]) => ({ light, dark, dash }),
  );
  assert.equal(table.length, 8);
  assert.deepEqual(
    Object.entries(methodColours).filter(([name]) => name !== 'gradients'),
    rows.map((name, i) => [name, table[i]]),
  );
});

test('each is readable on the page’s ground, and no two are alike', async () => {
  const grounds = [...(await source('web/style.css')).matchAll(/--ground: (#\w{6});/g)].map(([, ground]) => ground);
  for (const [name, { light, dark }] of Object.entries(methodColours)) {
    assert.ok(contrast(light, grounds[0]) >= 4.5, `${name} on light: ${contrast(light, grounds[0])}`);
    assert.ok(contrast(dark, grounds[1]) >= 4.5, `${name} on dark: ${contrast(dark, grounds[1])}`);
  }
  for (const of of /** @type {const} */ (['light', 'dark', 'dash']))
    assert.equal(new Set(Object.values(methodColours).map((colour) => colour[of])).size, 9, of);
});

test('a name that no method has is drawn in ink', () => {
  assert.equal(classOf('flow'), 'of-flow');
  assert.equal(classOf('constructor'), 'of-other');
  assert.equal(classOf('"><script>'), 'of-other');
  assert.equal(onPaper()['method-gradients'], methodColours.gradients.light);
});
