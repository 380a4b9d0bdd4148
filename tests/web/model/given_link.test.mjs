// SPDX-License-Identifier: MIT
// A model that runs with the program around the page. Covers its requests, their order, and the handling of any answer.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';

import { aboutOf, GivenLink } from '../../../web/model/given/given_link.js';
import { recipeOf, recipeText } from '../../../web/model/run/recipe.js';
import { runRequest } from '../../../web/model/run/requests.js';
import { keyOf, open, run, start } from './model_instance.mjs';

before(start);

/** A link whose model answers when the test decides. */
function linked() {
  const asked = /** @type {any[]} */ ([]);
  let hear = (/** @type {any} */ _) => {};
  const link = new GivenLink({
    about: aboutOf({ asks: ['lens', 'blanked', 'experiment', 'decide', 'swap', 'circuit'] }),
    first: '',
    ask: (call) => asked.push(call),
    answers: (own) => {
      hear = own;
    },
  });
  return { link, asked, reply: (/** @type {any} */ message) => hear(message) };
}

const says = { kind: 'next', position: 1, vocabulary: 5, answers: [{ id: 3, text: ' are', probability: 0.5, logit: 2 }] };
const pieces = [
  { id: 1, text: 'the', special: false, joins: false, bits: null },
  { id: 2, text: ' keys', special: false, joins: false, bits: 1.5 },
];
const question = {
  kind: 'logit',
  index: 3,
  name: ' are',
  minus: -1,
  against: '',
  position: 1,
  place: -1,
  isOutput: false,
  before: 2,
  after: 1,
};
const result = { pieces, says, before: null, question };
const example = {
  title: 'the keys',
  model: 'toy',
  tokens: ['the', 'keys'],
  layers: 1,
  heads: 2,
  attentions: Float32Array.of(1, 0, 0.5, 0.5, 1, 0, 0.25, 0.75).buffer,
};

test('it is asked in plain words, with the recipe, one after the other', async () => {
  const { link, asked: calls, reply } = linked();
  const recipe = {
    text: 'the keys',
    cuts: [{ kind: /** @type {const} */ ('edges'), text: '1:0:1>0' }],
    rule: /** @type {const} */ ('renormalise'),
    target: '3-4',
  };
  const first = link.call(runRequest(recipe, { document: 7, name: 'toy' }));
  const second = link.call({ call: 'find', part: 'ar', recipe: { text: 'the keys' } });
  assert.deepEqual(calls, [{ id: 1, what: 'run', recipe, settled: true }]);
  reply({ id: 2, result, example }); // about nothing that was requested
  reply({ id: 1, result, example });
  assert.deepEqual((await first).result, result);
  assert.deepEqual(calls[1], { id: 2, what: 'find', word: 'ar', recipe: { text: 'the keys' } });
  reply({ id: 2, result: { answers: says.answers } });
  assert.deepEqual(await second, { result: { answers: says.answers }, bytes: null });
});

test('who waits for a run knows it by the recipe as it was written', async () => {
  const { link, asked: calls, reply } = linked();
  const written = '{"scores": true, "text": "the keys"}';
  const recipe = recipeOf(written);
  const done = link.call(runRequest(recipe, { document: 7, name: 'toy', as: written }));
  assert.deepEqual(calls, [{ id: 1, what: 'run', recipe, settled: true }]);
  reply({ id: 1, result, example });
  assert.ok(Buffer.from((await done).bytes ?? []).includes(written));
  assert.equal(runRequest(recipe, { name: 'toy' }).as, recipeText(recipe));
});

test('of texts that come faster than they are run the newest is run', async () => {
  const { link, asked: calls, reply } = linked();
  const texts = ['a', 'ab', 'abc'].map((text) => {
    const abort = new AbortController();
    return { abort, done: link.call(runRequest({ text }, { name: 'toy' }), { signal: abort.signal }).catch((error) => error.name) };
  });
  texts[0].abort.abort();
  texts[1].abort.abort();
  assert.equal(calls.length, 1); // it is already running, and cannot be withdrawn
  reply({ id: 1, result, example });
  assert.deepEqual(
    calls.map(({ recipe }) => recipe.text),
    ['a', 'abc'],
  );
  reply({ id: 3, result, example });
  assert.deepEqual([await texts[0].done, await texts[1].done], ['AbortError', 'AbortError']);
  assert.deepEqual((await texts[2].done).result.says, says);
});

test('what takes long is gone on with until it is there, or given up, and its answer is what the views take it for', async () => {
  const { link, asked: calls, reply } = linked();
  const shares = /** @type {number[]} */ ([]);
  const recipe = { text: 'the keys', target: '3' };
  /** @type {import('../../../web/model/run/requests.js').Request} */
  const asks = { call: 'ask', question: 'lens', arguments: { position: 1, count: 3 }, recipe };
  const call = link.call(asks, { progress: (done) => shares.push(done) });
  assert.deepEqual(calls, [{ id: 1, what: 'ask', name: 'lens', arguments: ['1', '3'], recipe: { text: 'the keys', target: '3' } }]);
  for (const progress of [0.25, 7]) reply({ id: 1, progress });
  assert.deepEqual(calls.slice(1), [
    { id: 1, what: 'on', recipe: { text: 'the keys', target: '3' } },
    { id: 1, what: 'on', recipe: { text: 'the keys', target: '3' } },
  ]);
  const lens = { position: 1, final: ' are', layers: [{ answers: [' is', ' are'], probability: 0.25, rank: 1 }] };
  reply({ id: 1, result: { ...lens, more: 'x' } });
  assert.deepEqual([await call, shares], [{ result: lens, bytes: null }, [0.25, 1]]);
  const abort = new AbortController();
  /** @type {import('../../../web/model/run/requests.js').Request} */
  const decide = { call: 'ask', question: 'decide', arguments: { kind: 'edge', rule: 'zero', most: 8 }, recipe: { text: 'x' } };
  const dropped = link.call(decide, { signal: abort.signal }).catch((error) => error.name);
  abort.abort();
  const way = { most: 3, milliseconds: 60, temperature: 0, topK: 0, topP: 1, seed: 1 };
  const next = link.call({ call: 'write', recipe: { text: 'x', ids: '5,6' }, ...way });
  assert.equal(calls.length, 4);
  reply({ id: 2, progress: 0.5 }); // no longer needed, because of another request
  assert.deepEqual(
    [await dropped, calls.at(-1)],
    ['AbortError', { id: 3, what: 'write', arguments: ['3', '60', '0', '0', '1', '1'], recipe: { text: 'x', ids: '5,6' } }],
  );
  const written = {
    ids: [5, 6, 7],
    begin: 2,
    prompt: 'x',
    text: 'xy',
    rest: '',
    same: true,
    end: 'none',
    written: [{ id: 7, text: 'y', probability: 0.5 }],
  };
  reply({ id: 3, result: written });
  assert.deepEqual((await next).result, written);
  for (const [name, result] of /** @type {[string, any][]} */ ([
    ['lens', { ...lens, layers: [{ answers: 'is' }] }],
    ['decide', { found: 1 }],
    ['constructor', {}],
    ['swap', null],
    ['blanked', { value: 1, blank: 'mask', blanks: [], values: ['1'] }],
    ['blanked', { value: 1, blank: 'mask', blanks: [{ name: 'mask' }], values: [1] }],
  ])) {
    const bad = link.call({ call: 'ask', question: name, arguments: {}, recipe: { text: 'x' } }).catch((error) => error.finding);
    reply({ id: calls.at(-1).id, result });
    assert.match(await bad, /sent an invalid answer/, name);
  }
});

/** The numbers of a message, as protocol/made_example.h has them, found after the sizes of each stack. @param {Uint8Array} bytes @param {number[]} sizes */
function stacksIn(bytes, sizes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const count = sizes.reduce((product, size) => product * size, 1);
  const found = [...Array(bytes.length - 20).keys()].filter(
    (at) => sizes.every((size, i) => view.getUint32(at + 4 * i, true) === size) && view.getUint32(at + 17, true) === count,
  );
  return found.map((at) => bytes.slice(at + 21, at + 21 + 4 * count).buffer);
}
/** Without the identity of the example, which is written differently there. @param {Uint8Array} whole @param {string} text */
function named(whole, text) {
  const letters = new TextDecoder('latin1').decode(whole);
  const at = letters.indexOf(text);
  assert.ok(at > 0);
  return letters.slice(0, at - 4) + letters.slice(at + text.length);
}

test('a run is the same message to the engine as one of the page’s own model', async () => {
  open();
  const [first, second] = run('the keys to the cabinet [MASK] on the table').result.says.answers;
  const target = `${first.id}-${second.id}`;
  const own = run('the keys to the cabinet [MASK] on the table', { target });
  const [attentions, gradients, ...more] = stacksIn(own.bytes, [4, 4, 11, 11]);
  assert.deepEqual(more, []);
  const tokens = ['[CLS]', 'the', 'keys', 'to', 'the', 'cabinet', '[MASK]', 'on', 'the', 'table', '[SEP]'];
  const recipe = { text: 'the keys to the cabinet [MASK] on the table', target };
  const { link, reply } = linked();
  const made = link.call(runRequest(recipe, { ticket: 3, name: 'toy' }));
  reply({
    id: 1,
    result: own.result,
    example: {
      title: recipe.text,
      model: 'toy',
      tokens,
      layers: 4,
      heads: 4,
      attentions,
      gradients,
      specialTokens: ['[CLS]', '[SEP]'],
      outputToken: 6,
    },
  });
  const bytes = /** @type {Uint8Array} */ ((await made).bytes);
  assert.equal(named(bytes, JSON.stringify(recipe)), named(own.bytes, keyOf(recipe.text, { target })));
});

test('a run of a model that translates has all three attentions, as one of the page’s own', async () => {
  const folder = new URL('../../data/model/t5_tied/', import.meta.url);
  const about = open(
    ['config.json', 'generation_config.json', 'tokenizer.json', 'model.safetensors'].map((name) => [
      name,
      readFileSync(new URL(name, folder)),
    ]),
  ).result;
  assert.deepEqual(aboutOf({ ...about, name: 'toy' }).decoder, about.decoder);
  const text = 'the keys are on a table';
  const pair = 'the table is';
  const edges = 'C1:0:1>2; D2:0:2>1';
  const tokens = ['▁the', '▁keys', '▁are', '▁on', '▁a', '▁table', '</s>'];
  const read = ['<pad>', '▁the', '▁table', '▁is'];
  const predicted = read.map((_, at) => run(text, { pair, edges, target: `@${at}` }).result.says.answers[0].text);
  const [first, second] = run(text, { pair, target: '@2' }).result.says.answers;
  const target = `${first.id}-${second.id}@2`;
  const own = run(text, { pair, edges, target });
  assert.deepEqual(own.result.output.read, read);
  const numbers = [
    [about.layers, about.heads, 7, 7],
    [about.decoder.layers, about.decoder.heads, 4, 4],
    [about.decoder.layers, about.decoder.heads, 4, 7],
  ].map((sizes) => stacksIn(own.bytes, sizes));
  assert.deepEqual(
    numbers.map(({ length }) => length),
    [2, 2, 2],
  ); // attention, gradients
  const [[attentions, gradients], [decoder, decoderGradients], [cross, crossGradients]] = numbers;
  const recipe = { text, pair, cuts: [{ kind: /** @type {const} */ ('edges'), text: edges }], rule: /** @type {const} */ ('zero'), target };
  const { link, reply } = linked();
  const made = link.call(runRequest(recipe, { ticket: 3, name: 'toy' }));
  reply({
    id: 1,
    result: own.result,
    example: {
      title: text,
      model: 'toy',
      tokens,
      layers: about.layers,
      heads: about.heads,
      attentions,
      gradients,
      specialTokens: ['</s>', '<pad>'],
      outputToken: 2,
      predicted,
      decoder: { tokens: read, ...about.decoder, attentions: decoder, cross, gradients: decoderGradients, crossGradients },
      cuts: [
        { of: 1, layer: 1, query: 2, key: 1, heads: 1 },
        { of: 2, layer: 0, query: 1, key: 2, heads: 1 },
      ],
    },
  });
  const { result: said, bytes } = /** @type {any} */ (await made);
  const written = said.output.written.map((/** @type {any} */ { joins, ...one }) => one);
  assert.deepEqual([{ ...said.output, written }, said.question], [own.result.output, own.result.question]);
  assert.equal(named(/** @type {Uint8Array} */ (bytes), JSON.stringify(recipe)), named(own.bytes, keyOf(text, { pair, edges, target })));
  const decides = link.call({ call: 'ask', question: 'decide', arguments: { kind: 'head', rule: 'zero', most: 8 }, recipe });
  const answer = {
    found: true,
    units: [{ layer: 0, head: 1, weight: 4, stack: 'cross' }],
    runs: 3,
    before: 'a',
    after: 'b',
    lead: 1,
    leadAfter: -1,
  };
  reply({ id: 2, result: answer });
  assert.deepEqual((await decides).result, answer);
});

test('a vector has the nearest texts and a cosine, and a message goes as one', async () => {
  const { link, asked: calls, reply } = linked();
  assert.deepEqual(
    [aboutOf({ kind: 'embedding' }).kind, aboutOf({ chats: true }).chats, aboutOf({ chats: 'yes' }).chats],
    ['embedding', true, undefined],
  );
  const near = [{ text: 'the key', cosine: 0.75 }];
  const cosine = {
    kind: 'cosine',
    index: -1,
    name: 'the key',
    minus: -1,
    against: '',
    position: -1,
    place: -1,
    isOutput: false,
    before: 0.75,
    after: 0.5,
  };
  const said = { pieces, says: { kind: 'embedding', position: 0, vocabulary: 0, answers: [], near }, before: null, question: cosine };
  const vector = link.call({ call: 'says', recipe: { text: 'the keys', target: 'cos:the key' } });
  reply({ id: 1, result: { ...said, says: { ...said.says, near: [...near.map((one) => ({ ...one, more: 1 }))] } } });
  assert.deepEqual((await vector).result, said);
  const way = { most: 3, milliseconds: 60, temperature: 0, topK: 0, topP: 1, seed: 1 };
  for (const wanted of /** @type {any[]} */ ([{}, { chat: true }, { chat: ['Hi', 'You'] }])) {
    link.call({ call: 'write', recipe: { text: 'x', ...wanted }, ...way }).catch(() => {});
    assert.deepEqual(calls.at(-1), {
      id: calls.length,
      what: 'write',
      arguments: ['3', '60', '0', '0', '1', '1'],
      recipe: { text: 'x', ...wanted },
    });
    reply({ id: calls.length, problem: { place: '', finding: '', remedy: '' } });
  }
});

test('what does not fit is refused, and what is no text or number is none', async () => {
  const { link, reply } = linked();
  /** @type {{(message: object): Promise<any>, id?: number}} */
  const tried = (message) => {
    const call = link.call(runRequest({ text: 'x' }, { name: 'toy' })).catch((error) => `${error.finding} ${error.remedy}`);
    tried.id += 1;
    reply({ id: tried.id, ...message });
    return call;
  };
  tried.id = 0;
  for (const message of [
    {},
    { result },
    { result: null, example },
    { result, example: { ...example, attentions: [1, 0] } },
    { result: { ...result, says: null }, example },
  ])
    assert.match(await tried(message), /sent an invalid answer/, JSON.stringify(message));
  assert.match(await tried({ problem: { place: 'toy', finding: 'No memory.', remedy: 7 } }), /^No memory\. $/);
  const odd = await tried({
    result: {
      pieces: [null, { id: 'x', text: {}, bits: 'NaN', special: 1 }],
      says: { kind: 'write', position: 1e99, answers: 'all' },
      question: { kind: 'cos' },
    },
    example: { ...example, cuts: [null], segments: 'x', outputToken: NaN },
  });
  assert.deepEqual(odd.result.pieces[1], { id: 0, text: '', special: false, joins: false, bits: null });
  assert.deepEqual([odd.result.says.kind, odd.result.says.answers, odd.result.question], ['none', [], null]);
  await assert.rejects(link.call({ call: 'look', name: 'toy', parts: [] }), /can’t answer this|model/);
  const late = link.call(runRequest({ text: 'x' }, { name: 'toy' }));
  link.end();
  await assert.rejects(late, (error) => /was closed/.test(/** @type {any} */ (error).finding));
  assert.deepEqual(aboutOf({ asks: ['write', 'all', 7, 'lens'] }).asks, ['lens', 'write']);
  assert.deepEqual([aboutOf({}).asks, aboutOf({ asks: 'lens' }).asks], [[], []]);
  assert.deepEqual(aboutOf({ name: 7, kind: 'detector', layers: -3, notes: [{}] }), { ...aboutOf({}), notes: [''] });
});
