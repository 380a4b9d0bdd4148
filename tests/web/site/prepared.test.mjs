// SPDX-License-Identifier: MIT
// The answers that the page opens with are those that its model gives. Requests for only these are answered from them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { prepared } from '../../../tools/lib/visit/prepare.mjs';
import { exampleIn } from '../../../web/make/made_example.js';
import { PreparedLink } from '../../../web/model/given/prepared.js';
import { setTexts } from '../../../web/base/language.js';

const stored = JSON.parse(readFileSync(new URL('../../../web/models/agreement.json', import.meta.url), 'utf8'));

/** For logits, which are below 15, with the rounding differences of another compiler. */
const tolerance = 1e-4;

/** Equal, with numbers within the tolerance. @param {any} given @param {any} wanted @param {string} at */
function same(given, wanted, at) {
  if (typeof wanted === 'number') assert.ok(Math.abs(given - wanted) <= tolerance, `${at}: ${given}, not ${wanted}`);
  else if (wanted && typeof wanted === 'object') {
    assert.deepEqual(Object.keys(given), Object.keys(wanted), at);
    for (const key of Object.keys(wanted)) same(given[key], wanted[key], `${at}.${key}`);
  } else assert.equal(given, wanted, at);
}

test('the stored answers are those of the model; node tools/lib/visit/prepare.mjs agreement writes them anew', async () => {
  const { example, ...now } = await prepared('agreement');
  const { example: before, ...wanted } = stored;
  same(now, wanted, 'prepared');
  assert.equal(example.length, before.length);
  setTexts('en', {});
});

test('what is asked of the first run alone is answered at once; all else asks the model, once it was opened', async () => {
  let begun = 0;
  let ended = 0;
  /** @type {any[]} */
  const asked = [];
  const model = {
    call: async (/** @type {any} */ request) => {
      asked.push(request);
      return { result: 'of the model', bytes: null };
    },
    end: () => {
      ended += 1;
    },
  };
  const link = new PreparedLink(stored, async () => {
    begun += 1;
    if (begun === 1) throw new Error('no network');
    return /** @type {any} */ (model);
  });
  const { recipe } = stored;
  const ran = await link.call({ call: 'run', ticket: 3, document: 0, name: 'A model', as: 'x', isShown: true, isSettled: true, recipe });
  assert.deepEqual(ran.result, stored.run);
  assert.equal(Buffer.from(exampleIn(/** @type {any} */ (ran.bytes))).toString('base64'), stored.example);
  const { groups, ...how } = stored.answers[0].arguments;
  assert.equal(link.knows('why', { by: '', groups, measure: 'yes', layers: 5 }, recipe), true);
  const why = await link.call({ call: 'ask', question: 'why', arguments: { by: '', groups, measure: 'yes', layers: 5 }, recipe });
  assert.equal(/** @type {any} */ (why.result).named, 1);
  assert.deepEqual([begun, asked.length], [0, 0]);
  const other = { call: /** @type {const} */ ('says'), recipe: { ...recipe, text: 'another [MASK]' } };
  await assert.rejects(link.call(other), /no network/);
  assert.equal((await link.call(other)).result, 'of the model');
  const others = [
    { ...how, by: 'mask', groups },
    { ...how, groups: '1;2' },
    { ...how, measure: 'no', groups },
  ];
  for (const args of others)
    assert.equal((await link.call({ call: 'ask', question: 'why', arguments: args, recipe })).result, 'of the model');
  assert.equal(begun, 2);
  link.end();
  await undefined;
  assert.equal(ended, 1);
});
