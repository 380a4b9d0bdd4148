// SPDX-License-Identifier: MIT
// The model's WebAssembly module with an encoder and its decoder (tests/model/make/translation.py).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';

import { ask, askAbout, asked, open, root, run, start } from './model_instance.mjs';

const folder = new URL('tests/data/model/t5_tied/', root);
const text = 'the keys to the door';
const words = (result) => result.output.written.map(({ text: one }) => one.trim());

before(async () => {
  await start();
  const { result } = open(
    ['config.json', 'generation_config.json', 'tokenizer.json', 'model.safetensors'].map((name) => [
      name,
      readFileSync(new URL(name, folder)),
    ]),
  );
  assert.equal(result.kind, 'translation');
  assert.deepEqual(result.decoder, { layers: 3, heads: 3 });
  assert.equal(result.takesPairs, false);
  assert.match(result.examples[0], /^translate English to German/);
});

test('it writes what generate() of the library writes, greedily and with four beams', () => {
  const { result, bytes } = run(text);
  assert.deepEqual([result.output.text, result.output.cutOff, result.output.given], ['tt', false, false]);
  assert.deepEqual(words(result), ['t', 't', '</s>']);
  assert.deepEqual(
    result.pieces.map(({ text: piece }) => piece.trim()),
    ['the', 'keys', 'to', 'the', 'door', '</s>'],
  );
  assert.ok(bytes.length > 1000);
  assert.equal(run(text, { beams: '4' }).result.output.text, 'tta');
  assert.match(run(text, { beams: '40' }).problem.finding, /from 1 to 16/);
});

test('each token has its probability, and a question is read at the token that it names', () => {
  const { result } = run(text);
  assert.deepEqual([result.says.kind, result.says.position, result.question.index], ['translation', 0, 32]);
  result.output.written.forEach(({ id, position, probability, bits }, i) => {
    assert.equal(position, i);
    assert.ok(Math.abs(probability - 2 ** -bits) < 1e-9);
    const there = run(text, { target: `p:${id}@${position}` }).result;
    assert.equal(there.says.position, position);
    assert.ok(Math.abs(there.question.before - probability) < 1e-6);
    assert.equal(there.says.answers[0].id, id, 'the likeliest token is written');
  });
  assert.match(run(text, { target: '99@1' }).problem.finding, /./);
});

test('a text of somebody else is read in place of what it writes', () => {
  const { result } = run(text, { pair: 'the door is' });
  assert.deepEqual([result.output.text, result.output.given], ['the door is', true]);
  assert.deepEqual(words(result), ['the', 'door', 'is']);
  assert.deepEqual(result.output.read, ['<pad>', '▁the', '▁door', '▁is']);
});

test('cuts in all three kinds of attention change what is asked, and nothing that was written', () => {
  for (const rule of ['zero', 'renormalise'])
    for (const edges of ['E1:0:2>1', 'D2:1:1>0', 'C2:1:1>3', 'C*:*:*>1; D1:*:1>0']) {
      const { result } = run(text, { edges, rule, target: '32@1' });
      assert.deepEqual(words(result), ['t', 't', '</s>'], edges);
      assert.notEqual(result.question.after, result.question.before, edges);
      assert.ok(result.before.answers.length > 0);
    }
  assert.notEqual(run(text, { heads: 'D1:1' }).result.question.after, run(text).result.question.after);
  assert.notEqual(run(text, { residuals: 'E2:1' }).result.question.after, run(text).result.question.after);
  assert.match(run(text, { edges: 'C1:0:0>6' }).problem.finding, /out of range/);
  assert.match(run(text, { edges: 'C4:0:0>0' }).problem.finding, /out of range/);
});

test('cuts by either rule leave what hooks in the library have left', () => {
  const {
    text: source,
    output,
    index,
    edges,
    heads,
    residuals,
  } = JSON.parse(readFileSync(new URL('tests/data/model/translation_cuts.json', root), 'utf8')).t5_tied.typed;
  const after = (how) => run(source, { pair: output, target: `${index}@3`, ...how }).result.question.after;
  const near = (cut, wanted, how) => assert.ok(Math.abs(after(how) - wanted) < 1e-4, `${cut}: ${after(how)} is not ${wanted}`);
  for (const rule of ['zero', 'renormalise'])
    for (const [cut, wanted] of Object.entries(edges[rule])) near(cut, wanted, { edges: cut, rule });
  for (const rule of ['zero', 'mean']) for (const [cut, wanted] of Object.entries(heads[rule])) near(cut, wanted, { heads: cut, rule });
  for (const [cut, wanted] of Object.entries(residuals)) near(cut, wanted, { residuals: cut });
});

test('which attention was cut reaches the engine with the run, and the place of a question its title', () => {
  const { result, bytes } = run(text, { edges: 'E2:0:2>1; D2:1:1>0; C2:1:1>3', residuals: 'D1:0', target: '32@1' });
  // The message has layer, query, key, heads, and the side, which is the encoder, the decoder, or across.
  const cuts = [
    [1, 2, 1, 1, 0],
    [1, 1, 0, 1, 1],
    [0, 0, 0, 0, 1],
    [1, 1, 3, 1, 2],
  ];
  const wanted = Buffer.alloc(4 + 17 * cuts.length);
  wanted.writeInt32LE(cuts.length, 0);
  cuts.forEach((cut, i) => {
    cut.slice(0, 4).forEach((value, k) => {
      wanted.writeInt32LE(value, 4 + 17 * i + 4 * k);
    });
    wanted[4 + 17 * i + 16] = cut[4];
  });
  assert.ok(Buffer.from(bytes).includes(wanted));
  assert.ok(
    Buffer.from(bytes).includes('at token 2 of the output · cut: E2:0:2>1; D2:1:1>0; C2:1:1>3; D1:0 (weights to 0; '),
    'four are told by their text',
  );
  assert.match(
    Buffer.from(run(text, { edges: 'C2:1:1>3' }).bytes).toString('utf8'),
    / · cut: cross-attention, layer 2, head 2, the \(2\) → t \(1\) \(weights to 0\)/,
  );
  assert.deepEqual([result.question.place, result.question.isOutput], [1, true]);
});

test('the lens is of the decoder, and words of the text are left out', () => {
  const lens = askAbout('lens', ['1', '3'], asked(text)).result;
  assert.equal(lens.layers.length, 4);
  assert.equal(lens.layers.at(-1).rank, 0);
  assert.ok(askAbout('lens', ['3', '3'], asked(text)).problem, 'the decoder has read three tokens');
  const target = { pair: 'the keys', target: '14@1' };
  const { value, values } = askAbout('blanked', ['deletion', '1;0-1'], asked(text, target)).result;
  assert.ok(Math.abs(value - run(text, target).result.question.before) < 1e-6);
  ['the to the door', 'to the door'].forEach((without, i) => {
    assert.ok(Math.abs(values[i] - run(without, target).result.question.before) < 1e-5);
  });
});

test('units of both stacks are cut by themselves; the minimum cut of a flow is refused', () => {
  const { result: alone } = askAbout('alone', ['edge', 'zero', '9999'], asked(text));
  assert.deepEqual(new Set(alone.units.map((/** @type {{stack: string}} */ { stack }) => stack)), new Set(['encoder', 'decoder', 'cross']));
  assert.equal(alone.units.length, alone.all);
  assert.match(askAbout('cutset', ['1:*:1>0', '', '0', 'zero', '9'], asked(text)).problem.finding, /single stack of layers/);
  const { result } = ask({ call: 'find', part: 't', recipe: asked(text) });
  assert.ok(result.answers.length > 0);
});
