// SPDX-License-Identifier: MIT
// @ts-check
// headwaters ask --question. Asks the questions of the page's views about a run with all its cuts.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters, output } from '../program.mjs';
import { drawnPng } from './drawn_png.mjs';

const model = fileURLToPath(new URL('../../../web/models/agreement', import.meta.url));
const keys = 'the keys to the cabinet [MASK] on the table';
/** @param {string[]} more @returns {any[]} */
const asked = (...more) =>
  output(['ask', model, '--text', keys, ...more])
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const lens = ['--question', 'lens', '--with', 'count=2'];

test('the lens answers for each position, and its last layer gives the answer of the run', () => {
  const all = asked(...lens, '--with', 'position=6,2');
  assert.deepEqual(
    all.map(({ position }) => position),
    [6, 2],
  );
  assert.equal(all[0].layers.length, 5);
  assert.deepEqual([all[0].final.trim(), all[0].layers[4].answers[0].trim(), all[0].layers[4].rank], ['are', 'are', 0]);
  const [{ value }] = asked('--target', 'p:are');
  assert.ok(Math.abs(all[0].layers[4].probability - value) < 1e-6);
});

test('units count layers from 1, and the cuts that they name change the answer', () => {
  const [{ found, units, after, leadAfter }] = asked(
    ...['--question', 'decide', '--with', 'kind=edge', '--with', 'rule=zero', '--with', 'most=20'],
  );
  assert.ok(found);
  const cuts = units.flatMap((/** @type {any} */ { layer, head, query, key }) => ['--cut', `${layer}:${head}:${query}>${key}`]);
  const [{ final }] = asked(...cuts, ...lens, '--with', 'position=6');
  assert.equal(final, after);
  assert.ok(leadAfter < 0);
});

test('a swapped head counts its layer from 1, and older places from 0', () => {
  const other = ['--swap-text', 'the key to the cabinet [MASK] on the table'];
  const question = ['--question', 'swap', '--with', 'what=heads', '--with', `text=${other[1]}`];
  const [{ recovered, columns }] = asked(...question);
  const place = recovered.indexOf(Math.max(...recovered));
  const [layer, head] = [Math.floor(place / columns), place % columns];
  const [now] = asked(...other, '--swap-places', `H${layer + 1}:${head}`, ...lens, '--with', 'position=6');
  const [older] = asked(...other, '--swap-places', `h${layer}:${head}`, ...lens, '--with', 'position=6');
  const [without] = asked(...lens, '--with', 'position=6');
  assert.deepEqual(now, older);
  assert.notDeepEqual(now, without);
});

test('two words with a hyphen are two answers, also in a model that reads unknown words as one token', () => {
  const induction = fileURLToPath(new URL('../../../web/models/induction', import.meta.url));
  const lead = (/** @type {string} */ target) =>
    JSON.parse(output(['ask', induction, '--text', 'fox red moon tree fox', '--target', target]));
  const { target, value } = lead('red-sun');
  assert.deepEqual([target.name, target.minusName], ['red', 'sun']);
  assert.equal(value, lead(`${target.index}-${target.minus}`).value);
  const { code, err } = headwaters(['ask', induction, '--text', 'fox red moon tree fox', '--target', 'qwertz']);
  assert.notEqual(code, 0);
  assert.match(err, /qwertz: This is not a single word/);
  assert.equal(lead('<unk>').target.name, '<unk>');
});

test('what is no question and no argument is refused, with what there is', () => {
  /** @param {string[]} more @param {RegExp} words */
  const refused = (more, words) => {
    const { code, err } = headwaters(['ask', model, '--text', keys, ...more]);
    assert.notEqual(code, 0);
    assert.match(err, words);
  };
  refused(['--question', 'lense'], /lense: .*lens, experiment, alone, decide, cutset/s);
  refused([...lens, '--with', 'layer=3'], /layer=3: .*position, count/s);
  refused([...lens, '--with', 'position=x'], /position=x: /);
  refused([...lens, '--with', 'position=99'], /position: There is no token 99/);
  refused(lens, /position.*missing/s);
  refused(['--with', 'count=2'], /need --question/);
  refused([...lens, '--with', 'position=6', '--swap-text', 'a'], /need each other/);
  refused([...lens, '--with', 'position=6', '--scores', 'hide'], /only/);
});

test('the patches that decide a picture’s answer are wiped by their numbers', () => {
  const digits = fileURLToPath(new URL('../../../web/models/digits', import.meta.url));
  const models = JSON.parse(readFileSync(new URL('../../../web/models/index.json', import.meta.url), 'utf8'));
  const image = drawnPng(models.find((/** @type {any} */ { id }) => id === 'digits').examples[2]);
  const of = (/** @type {string[]} */ ...more) => JSON.parse(output(['ask', digits, '--image', image, ...more]));
  const { found, units, before, after } = of('--question', 'decide', '--with', 'kind=patch', '--with', 'rule=zero', '--with', 'most=20');
  assert.ok(found);
  const wiped = ['--wiped', units.map((/** @type {any} */ { patch }) => patch).join(';')];
  const last = ['--question', 'lens', '--with', 'position=0', '--with', 'count=1'];
  assert.deepEqual([of(...last).final, of(...wiped, ...last).final], [before, after]);
  assert.match(headwaters(['ask', digits, '--image', image, '--wiped', '99', ...last]).err, /There is no patch 99 \(the picture has 49\)/);
});
