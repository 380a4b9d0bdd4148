// SPDX-License-Identifier: MIT
// Answers of a view in a link: encoding, limits of length, and hostile input.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

import { runRequest } from '../../../../web/model/run/requests.js';
import { base64Of, bytesOf } from '../../../../web/model/results/file.js';
import { answersField, linkedResult } from '../../../../web/model/results/linked.js';
import { differenceOf, savedLinkOf } from '../../../../web/model/results/saved_link.js';

const tokens = ['the', 'keys', 'are'];
const [layers, heads] = [2, 4];
/** Causal rows that sum to 1. */
const weights = Float32Array.from({ length: layers * heads * 9 }, (_, at) => {
  const [query, key] = [Math.floor(at / 3) % 3, at % 3];
  return key > query
    ? 0
    : (1 + ((at * 7) % 5) / 10) / [0, 1, 2].slice(0, query + 1).reduce((sum, one) => sum + 1 + (((at - key + one) * 7) % 5) / 10, 0);
});
const recipe = { text: 'the keys are' };
const says = { kind: 'next', position: 2, vocabulary: 9, answers: [{ id: 3, text: ' on', probability: 1 / 3, logit: 2 / 3 }] };
const pieces = tokens.map((text, id) => ({ id, text, special: false, joins: false, bits: null }));
const blanked = { value: 2 / 3, blank: 'hide', blanks: [{ name: 'hide', inserted: '', warning: '' }], values: [1 / 7, -12.3456789] };
const answer = { question: 'blanked', arguments: { blank: 'hide', groups: '0;1' }, answer: blanked };

/** @param {any} [changes] @returns {any} */
const resultWith = (changes = {}) => ({
  view: 'words',
  experiment: '',
  fields: 'panel=words',
  model: 'Toy',
  about: {
    name: 'Toy',
    family: 'GPT-2',
    kind: 'next',
    layers,
    heads,
    parameters: 9,
    bytes: 9,
    takesPairs: false,
    mask: '',
    notes: [],
    examples: ['a long list'],
  },
  recipe,
  run: { pieces, says, before: { answers: says.answers }, question: null },
  answers: [answer],
  attention: { tokens, specialTokens: [], outputToken: 2, layers, heads, values: base64Of(weights) },
  ...changes,
});
const all = 100_000;
const read = (/** @type {string} */ field, prompt = recipe.text) => linkedResult(field, prompt);
/** A field with other contents. @param {any} value */
const fieldOf = (value) => deflateRawSync(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
/** @param {string} field */
const contentOf = (field) => JSON.parse(inflateRawSync(Buffer.from(field, 'base64url')).toString());
const written = await answersField(resultWith(), all);
const content = () => contentOf(written.field);

test('a field is read as it was written, to six digits and 1/4096 of a weight', async () => {
  assert.match(written.field, /^[\w-]+$/);
  assert.deepEqual(written.leftOut, []);
  const result = await read(written.field);
  assert.ok(result);
  const [{ answer: own }] = /** @type {any} */ (result.answers);
  assert.deepEqual(own.values, [0.142857, -12.3457]);
  assert.equal(result.run.before.answers[0].probability, 0.333333);
  assert.deepEqual(result.about.examples, []);
  const values = new Float32Array(bytesOf(/** @type {any} */ (result.attention).values));
  assert.equal(values.length, weights.length);
  values.forEach((one, at) => {
    assert.ok(Math.abs(one - weights[at]) < 1 / 4096, `${at}: ${one}, ${weights[at]}`);
  });
  for (let at = 0; at < values.length; at += 3) assert.equal(values[at] + values[at + 1] + values[at + 2], 1, 'a row');
});

test('what does not fit is left out and named: digits, single heads, attention, at last the answers', async () => {
  const full = written.field.length;
  const shapes = new Set();
  for (let room = full; room >= 0; room -= 10) {
    const { field, leftOut } = await answersField(resultWith(), room);
    assert.ok(field.length <= room);
    const result = field ? await read(field) : null;
    assert.equal(result === null, field === '');
    const own = result?.attention;
    shapes.add(JSON.stringify([own?.heads ?? (result ? 0 : -1), leftOut.length]));
    if (own?.heads === 1) {
      const mean = new Float32Array(bytesOf(own.values));
      const wanted = (/** @type {number} */ at) =>
        [0, 1, 2, 3].reduce((sum, head) => sum + weights[Math.floor(at / 9) * 36 + head * 9 + (at % 9)] / 4, 0);
      mean.forEach((one, at) => {
        assert.ok(Math.abs(one - wanted(at)) < 1 / 256);
      });
    }
  }
  assert.deepEqual([...shapes], ['[4,0]', '[1,1]', '[0,1]', '[-1,1]']);
  for (const about of [{ decoder: { layers, heads } }, { picture: {} }]) {
    const { field } = await answersField(resultWith({ about: { ...resultWith().about, ...about } }), all);
    assert.equal(field, '', 'these need more than one stack of attention, or a picture');
  }
});

test('a damaged field, or one about another text, is none', async () => {
  const { field } = written;
  assert.equal(await read(field, 'the key is'), null);
  const broken = [
    '',
    '*',
    '===',
    field.slice(0, -40),
    `A${field}`,
    field.slice(50),
    'A'.repeat(all + 1),
    fieldOf('{"form"'),
    fieldOf('null'),
    fieldOf('[]'),
    fieldOf('{}'),
  ];
  for (const one of broken) assert.equal(await read(one), null, one.slice(0, 20));
  const bomb = fieldOf(`${JSON.stringify(content()).slice(0, -1)}${' '.repeat(5 << 20)}}`);
  assert.ok(bomb.length < all);
  assert.equal(await read(bomb), null, 'it unpacks to more than a link has');
});

test('attention that the engine would refuse is refused before', async () => {
  /** @type {[string, any][]} */
  const wrong = [
    ['layers', 3],
    ['layers', -2],
    ['layers', 1e9],
    ['heads', 0],
    ['heads', '4'],
    ['tokens', ['the', 'keys']],
    ['tokens', ['the', 'keys', 7]],
    ['tokens', ['the', 'keys', 'x'.repeat(20_000)]],
    ['tokens', null],
    ['specialTokens', [null]],
    ['outputToken', 3],
    ['outputToken', 0.5],
    ['parts', []],
    ['parts', null],
    ['parts', { length: 72 }],
  ];
  for (const [name, value] of wrong) {
    const one = content();
    one.attention[name] = value;
    const found = await savedLinkOf(fieldOf(one), recipe.text);
    if (name === 'parts' && value?.length) assert.ok(found, 'gaps');
    else assert.equal(found, null, `${name}: ${JSON.stringify(value)?.slice(0, 30)}`);
  }
});

test('a run or a description of other types opens nothing, and an answer of other types is asked of the model', async () => {
  const with_ = (/** @type {any} */ changes) => savedLinkOf(fieldOf({ ...content(), ...changes }), recipe.text);
  const { run } = content();
  for (const own of [null, {}, { ...run, pieces: 'abc' }, { ...run, pieces: [] }, { ...run, says: null }])
    assert.equal(await with_({ run: own }), null, JSON.stringify(own)?.slice(0, 40));
  assert.equal(await with_({ recipe: { text: 7 } }), null);
  assert.equal(await with_({ answers: 'x' }), null);
  const hostile = await with_({ about: { layers: 1e12, kind: {}, name: ['<b>'], asks: [{}] }, attention: null });
  assert.ok(hostile);
  assert.deepEqual([hostile.about.kind, hostile.about.layers < 2 ** 31, hostile.about.asks], ['none', true, undefined]);
  const [one] = content().answers;
  for (const values of ['x', [1, 'x'], { 0: 1 }]) {
    const link = await with_({ answers: [{ ...one, answer: { ...one.answer, values } }] });
    const asked = [];
    link?.opens(
      () => Promise.resolve(/** @type {any} */ ({ link: { call: async (request) => asked.push(request), end: () => {} }, about: {} })),
      () => {},
    );
    await link?.call({ call: 'ask', question: 'blanked', arguments: one.arguments, recipe });
    assert.deepEqual(asked, [{ call: 'ask', question: 'blanked', arguments: one.arguments, recipe }]);
  }
});

test('saved answers are shown until the model gives its own, and a difference that views would print is told', async () => {
  const ask = /** @type {import('../../../../web/model/run/requests.js').Request} */ ({
    call: 'ask',
    question: 'blanked',
    arguments: answer.arguments,
    recipe,
  });
  for (const [values, difference] of /** @type {[number[], RegExp][]} */ ([
    [[0.1428, -12.346], /^$/],
    [[0.1628, -12.346], /0\.020/],
  ])) {
    const link = await savedLinkOf(written.field, recipe.text);
    assert.ok(link);
    /** @type {any[]} */
    const told = [];
    /** @type {(reason: Error) => void} */
    let fails = () => {};
    /** @type {(loaded: any) => void} */
    let comes = () => {};
    let ended = 0;
    link.opens(
      () =>
        new Promise((resolve, reject) => {
          [comes, fails] = [resolve, reject];
        }),
      (loaded) => told.push(loaded),
    );
    const first = link.begin().catch(() => {});
    assert.match(link.note(recipe, []), /loading/);
    assert.equal(link.note({ text: 'another' }, []), '');
    assert.equal(link.saved?.length, 1);
    assert.deepEqual(/** @type {any} */ ((await link.call(ask)).result).values, [0.142857, -12.3457]);
    fails(new Error('blocked'));
    await first;
    assert.match(link.note(recipe, []), /Toy/);
    const asked = link.call(runRequest({ text: 'another' }, { name: 'another' }));
    await new Promise((resolve) => setImmediate(resolve)); // until the model opens again
    fails(new Error('again'));
    await assert.rejects(asked, /./);
    const second = link.begin();
    comes({ link: { call: async () => ({ result: 'own' }), end: () => (ended += 1) } });
    await second;
    assert.deepEqual(told.map(Boolean), [false, false, true]);
    assert.equal((await link.call(ask)).result, 'own');
    assert.equal(link.saved, undefined);
    assert.equal(link.note(recipe, []), '', 'while it computes');
    assert.match(link.note(recipe, [/** @type {any} */ ({ ...answer, answer: { ...blanked, values } })]), difference);
    link.end();
    assert.equal(ended, 1);
  }
  assert.equal(differenceOf({ a: [1, 'x', null, 0.05] }, { a: [1.009, 'y', 7, 0.0509], b: 9 }), 0);
  assert.ok(differenceOf({ a: [0.05] }, { a: [0.052] }) > 0, 'small numbers have one more digit');
});
