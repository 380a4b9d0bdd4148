// SPDX-License-Identifier: MIT
// The model's WebAssembly module on its own, opened from the bytes of a shipped model, with the same requests as from its worker.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';

import { cutsOf } from '../../../web/model/run/parts.js';
import { ask, askAbout, asked, begin, folder, names, open, run, runOf, start, step } from './model_instance.mjs';

before(start);

test('a model says what it is before and after it is read', () => {
  for (const what of ['look', 'open']) {
    const { result } = open(undefined, what);
    assert.equal(result.family, 'BERT');
    assert.equal(result.kind, 'masked');
    assert.deepEqual([result.layers, result.heads], [4, 4]);
    assert.ok(result.parameters > 270_000 && result.parameters < 280_000);
    assert.ok(result.memory > result.bytes);
  }
});

test('a run gives tokens, answers and an example; what the card says of it is what comes out', () => {
  open();
  const { result, bytes } = run('the keys to the cabinet [MASK] on the table');
  assert.deepEqual(
    result.pieces.map(({ text }) => text.trim()),
    ['[CLS]', 'the', 'keys', 'to', 'the', 'cabinet', '[MASK]', 'on', 'the', 'table', '[SEP]'],
  );
  assert.equal(result.says.position, 6);
  const [first, second] = result.says.answers;
  assert.deepEqual([first.text, second.text], [' are', ' were']);
  assert.ok(Math.abs(first.probability - 0.6447) < 1e-4, String(first.probability));
  assert.ok(Math.abs(second.probability - 0.3418) < 1e-4, String(second.probability));
  assert.equal(new DataView(bytes.buffer).getUint32(0, true), 11);
  assert.equal(new DataView(bytes.buffer).getUint32(4, true), 3);
  // The title, and so each caption, names a question. No question has been asked before.
  assert.ok(!Buffer.from(bytes).includes('question:'));
  const named = Buffer.from(run('the keys to the cabinet [MASK] on the table', { target: `${first.id}-${second.id}`, heads: '1:0' }).bytes);
  assert.ok(
    named.includes(
      'the keys to the cabinet [MASK] on the table · question: logit of “are” against “were” · cut: layer 1, head 1 (weights to 0)',
    ),
  );
  assert.ok(
    Buffer.from(run('the keys to the cabinet [MASK] on the table', { target: `p:${first.id}` }).bytes).includes(
      'question: probability of “are”',
    ),
  );
  // At another token than the mask, or than the usual one, the place is shown, in German too once the page is German.
  const elsewhere = run('the keys to the cabinet [MASK] on the table', { target: `${first.id}@2` });
  assert.ok(Buffer.from(elsewhere.bytes).includes('question: logit of “are” at token 3'));
  assert.deepEqual([elsewhere.result.question.position, elsewhere.result.question.place], [2, 2]);
  assert.equal(run('the keys to the cabinet [MASK] on the table', { target: `${first.id}@6` }).result.question.place, -1);
  // A target adds gradients, as many numbers again.
  assert.ok(
    run('the keys to the cabinet [MASK] on the table', { target: `${first.id}-${second.id}` }).bytes.length >
      bytes.length + 4 * 4 * 11 * 11 * 4 - 100,
  );
});

test('a run that is made a layer at a time is the same, and is given up between two of them', () => {
  open();
  const [one, other] = ['the key to the cabinets [MASK] on the table', 'anna [MASK] late'];
  const whole = run(one);
  run(other);
  assert.ok(begin(runOf(one)));
  let steps = 1;
  while (step()) steps += 1;
  assert.equal(steps, 4); // layers
  assert.equal(step(), false);
  assert.deepEqual(run(one), whole);
  // It is there, so nothing is begun.
  assert.equal(begin(runOf(one)), false);
  // Another text before the second layer. The first is not run to its end, and is run from the beginning when it is requested again.
  assert.ok(begin(runOf(other)));
  step();
  assert.ok(begin(runOf('a third one [MASK]')));
  step();
  assert.deepEqual(run(one), whole);
  // An impossible run reports that when its turn comes. A request that is no run has no steps.
  const long = 'the '.repeat(1000);
  assert.equal(begin(runOf(long)), false);
  assert.ok(run(long).problem);
  assert.equal(begin({ call: 'says', recipe: asked(one) }), false);
});

test('cutting the one edge that the card names turns the answer; before stands beside after', () => {
  open();
  const text = 'the keys to the cabinet [MASK] on the table';
  const { result } = run(text, { edges: '1:0:6>2' });
  assert.equal(result.says.answers[0].text.trim(), 'is');
  assert.equal(result.before.answers[0].text.trim(), 'are');
  assert.equal(result.question.name.trim(), 'are');
  const plain = run(text).result;
  assert.equal(plain.before, null);
  assert.equal(plain.question.before, plain.question.after);
  assert.ok(Math.abs(plain.question.before - result.question.before) < 1e-6);
  // A head of the first layer, and one residual, change something. An invalid cut is refused.
  assert.notEqual(run(text, { heads: '1:0' }).result.question.after, plain.question.before);
  assert.notEqual(run(text, { residuals: '2:6' }).result.question.after, plain.question.before);
  assert.match(run(text, { edges: '9:0:6>2' }).problem.finding, /Layer 9/);
  assert.match(run(text, { edges: '1:0:6>99' }).problem.finding, /Key 99/);
  assert.match(run(text, { edges: 'all of them' }).problem.remedy, /LAYER:HEAD/);
  assert.equal(run(text).result.says.answers[0].text.trim(), 'are');
});

const keys = 'the keys to the cabinet [MASK] on the table';
/** "are" against "is". */
const areIs = () => {
  const idOf = (word) => ask({ call: 'find', part: word, recipe: asked(keys) }).result.answers.find(({ text }) => text.trim() === word).id;
  return `${idOf('are')}-${idOf('is')}`;
};
const about = (name, ...args) => {
  const { result, problem } = askAbout(name, [...args], asked(keys, { target: areIs() }));
  assert.equal(problem, undefined, JSON.stringify(problem));
  return result;
};

test('the lens says what each layer guesses; the last layer guesses the answer', () => {
  open();
  const { layers, final } = about('lens', '6', '3');
  assert.equal(layers.length, 5);
  assert.equal(final, ' are');
  assert.equal(layers[4].rank, 0);
  assert.ok(Math.abs(layers[4].probability - 0.6447) < 1e-4);
  assert.equal(layers[4].answers[0], ' are');
  assert.ok(layers[0].probability < layers[4].probability);
  assert.equal(askAbout('lens', ['99', '3'], asked(keys)).problem.place, 'position');
});

test('cutting what gradients rank first lowers the question more than chance does, and a search lowers it further', () => {
  open();
  const ranked = about('experiment', 'edge', 'gradients', 'zero', '20');
  assert.deepEqual(ranked.counts, [1, 2, 4, 8, 16, 32, 64]);
  assert.equal(ranked.units.length, 64);
  // The edge named by the model's card, with the library's number for its cut.
  assert.deepEqual({ ...ranked.units[0], weight: 0 }, { layer: 0, head: 0, query: 6, key: 2, weight: 0 });
  assert.ok(ranked.ranked[0] < ranked.value && ranked.ranked[0] < ranked.random.mean[0] - 1);
  assert.ok(ranked.area > 0 && ranked.p < 0.05, `${ranked.area} ${ranked.p}`);
  const searched = about('experiment', 'edge', 'search', 'zero', '0');
  searched.counts.forEach((count, i) => {
    assert.ok(searched.ranked[i] <= ranked.ranked[i] + 1e-4, `${count}: ${searched.ranked[i]} ${ranked.ranked[i]}`);
  });
  for (const ranking of ['attention', 'rollout', 'flow', 'relevance'])
    for (const kind of ['edge', 'token']) assert.equal(about('experiment', kind, ranking, 'renormalise', '3').ranked.length > 0, true);
  // A head's own share of a flow is not defined.
  assert.equal(askAbout('experiment', ['head', 'flow', 'zero', '3'], asked(keys)).problem.place, 'ranking');
  // The same draws every time.
  assert.deepEqual(about('experiment', 'edge', 'gradients', 'zero', '20').random, ranked.random);
});

test('each edge by itself: what gradients foresee beside what happens', () => {
  open();
  const { units, value, all } = about('alone', 'edge', 'zero', '32');
  assert.equal(units.length, 32);
  assert.ok(all > 1000);
  const cut = run(keys, { target: areIs(), edges: `${units[3].layer + 1}:${units[3].head}:${units[3].query}>${units[3].key}` }).result
    .question.after;
  assert.ok(Math.abs(units[3].actual - (cut - value)) < 1e-4);
});

test('a unit that is cut in the figure does what it did by itself', () => {
  open();
  const tokens = run(keys).result.pieces.length;
  for (const kind of ['edge', 'head', 'token']) {
    const { units, value } = about('alone', kind, 'zero', '6');
    for (const unit of units.slice(0, 3)) {
      const [cut] = cutsOf([unit], tokens);
      const fields = { head: 'heads', hidden: 'hidden', edges: 'edges', residual: 'residuals' };
      const { after } = run(keys, { target: areIs(), [fields[cut.kind]]: cut.text }).result.question;
      assert.ok(Math.abs(unit.actual - (after - value)) < 1e-4, `${cut.text}: ${unit.actual} ${after - value}`);
    }
  }
});

test('what decides is one edge where the card says so; with too few, that none is found is the answer', () => {
  open();
  const { found, units, before, after } = about('decide', 'edge', 'zero', '8');
  assert.ok(found);
  assert.deepEqual(
    units.map(({ layer, head, query, key }) => [layer, head, query, key]),
    [[0, 0, 6, 2]],
  );
  assert.deepEqual([before, after], [' are', ' is']);
  const { result } = askAbout('decide', ['edge', 'zero', '1'], asked('the key to the cabinets [MASK] on the table'));
  assert.equal(result.found, false);
});

test('a minimum cut takes a share of the dependence on its input; cutting everything that comes from it takes about all', () => {
  open();
  const all = Array.from({ length: 4 }, (_, layer) => `${layer + 1}:*:*>2`).join('; ');
  const one = about('cutset', '1:*:6>2', '', '2', 'zero', '10');
  assert.ok(one.blanked < one.value && one.cut < one.value);
  assert.ok(Math.abs(one.removed - (one.value - one.cut) / (one.value - one.blanked)) < 1e-6);
  assert.equal(one.random.length, 10);
  assert.equal(one.blank, 'hide');
  assert.ok(Math.abs(one.cut - run(keys, { target: areIs(), edges: '1:*:6>2' }).result.question.after) < 1e-4);
  const whole = about('cutset', all, '1:2; 2:2; 3:2; 4:2', '2', 'zero', '2');
  assert.ok(whole.removed > 0.5, String(whole.removed));
  assert.equal(about('cutset', '1:*:6>2', '', '2', 'zero', '10').random.join(), one.random.join());
});

test('the stream of the other text brings its answer back', () => {
  open();
  const other = 'the key to the cabinet [MASK] on the table';
  const grid = askAbout('swap', ['streams', keys, '0', '', ''], asked(other, { target: `${run(keys).result.says.answers[0].id}` })).result;
  assert.deepEqual([grid.rows, grid.columns], [5, 11]);
  // All of x_0 differs at one token. x_L at the mask is the whole answer.
  assert.ok(Math.abs(grid.recovered[2] - 1) < 1e-3, String(grid.recovered[2]));
  assert.ok(Math.abs(grid.recovered[4 * 11 + 6] - 1) < 1e-3);
  assert.ok(Math.abs(grid.recovered[1]) < 1e-6);
  const at = grid.values[2 * 11 + 6];
  const shown = run(other, { target: `${run(keys).result.says.answers[0].id}`, clean: keys, swaps: 's2:6' }).result;
  assert.ok(Math.abs(shown.question.after - at) < 1e-4 && Math.abs(shown.question.before - grid.changed) < 1e-4);
  assert.match(run(other, { clean: keys, swaps: 's9:6' }).problem.finding, /no such part/);
  assert.match(run(other, { clean: keys, swaps: 'nonsense' }).problem.finding, /no such part/);
  // One more word. The parts that are the same on both sides belong together.
  const longer = askAbout('swap', ['heads', 'the old keys to the cabinet [MASK] on the table', '0', '', ''], asked(other)).result;
  assert.deepEqual(longer.aligned, [0, 1, -1, 4, 5, 6, 7, 8, 9, 10, 11]);
  assert.equal(longer.rows * longer.columns, 16);
});

test('which tokens belong to each other is put right by hand, in the grid and in the run', () => {
  open();
  const other = 'the key to the cabinet [MASK] on the table';
  const old = 'the old keys to the cabinet [MASK] on the table';
  const target = String(run(keys).result.says.answers[0].id);
  const grid = askAbout('swap', ['streams', old, '0', '', 'a2:3;a1:-'], asked(other, { target })).result;
  assert.deepEqual(grid.aligned.slice(0, 5), [0, -1, 3, 4, 5]);
  assert.equal(grid.values[1], null);
  const apart = askAbout('swap', ['streams', old, '0', '', ''], asked(other, { target })).result;
  assert.notEqual(apart.aligned[2], 3);
  const shown = run(other, { target, clean: old, swaps: 's2:2;a2:3' }).result;
  assert.ok(Math.abs(shown.question.after - grid.values[2 * 11 + 2]) < 1e-4);
  for (const pairs of ['a2:99', 'a99:2', 'a2:', 'a', 'a2:x'])
    assert.match(
      askAbout('swap', ['streams', old, '0', '', pairs], asked(other, { target })).problem.finding,
      /not a valid token pair/,
      pairs,
    );
});

test('a question may be a probability; one that the model does not have is refused', () => {
  open();
  const { id } = run(keys).result.says.answers[0];
  const { question } = run(keys, { target: `p:${id}` }).result;
  assert.equal(question.kind, 'probability');
  assert.ok(Math.abs(question.before - 0.6447) < 1e-4);
  assert.ok(Math.abs(run(keys, { target: `lp:${id}` }).result.question.before - Math.log(question.before)) < 1e-5);
  assert.match(run(keys, { target: '999999' }).problem.finding, /There is no output 999999/);
  assert.match(run(keys, { target: 'cos:a' }).problem.finding, /./);
});

test('scores by intervention are the numbers that blanking gives', () => {
  open();
  const plain = run(keys, { target: '10-11' });
  const scored = run(keys, { target: '10-11', scores: 'usual' });
  assert.ok(scored.bytes.length > plain.bytes.length + 4 * 11 * 8);
  assert.ok(Buffer.from(scored.bytes).includes('hide'));
  assert.ok(Buffer.from(run(keys, { target: '10-11', scores: 'replace:zero-embedding' }).bytes).includes('replace:zero-embedding'));
});

test('what a sentence is near to are sentences that were typed to their end, each by itself', () => {
  const config = JSON.stringify({ ...JSON.parse(readFileSync(new URL('config.json', folder), 'utf8')), architectures: ['BertModel'] });
  const { result } = open(names.map((name) => [name, name === 'config.json' ? Buffer.from(config) : readFileSync(new URL(name, folder))]));
  assert.equal(result.kind, 'embedding');
  const near = (text, how, isSettled = true) => ask({ ...runOf(text, how), isSettled }).result.says.near.map((one) => one.text);
  assert.deepEqual(near('the dogs are old'), []);
  for (const begun of ['the', 'the tr', 'the trees are']) assert.deepEqual(near(begun, {}, false), ['the dogs are old']);
  assert.deepEqual(near('the trees are green'), ['the dogs are old']);
  const alone = ask(runOf('the dog is old')).result.says.near.find(({ text }) => text === 'the dogs are old').cosine;
  near('the dogs are old', { pair: 'and the trees are green' });
  near('the dogs are old', { heads: '1:0' });
  assert.equal(ask(runOf('the dog is old')).result.says.near.find(({ text }) => text === 'the dogs are old').cosine, alone);
});

test('words tested: each group by its blank is the text written so, and what is no group is refused', () => {
  open();
  const blanked = (blank, groups, recipe = { target: '10-11' }) => askAbout('blanked', [blank, groups], asked(keys, recipe));
  const { pieces, question } = run(keys, { target: '10-11' }).result;
  const { result } = blanked('', pieces.map((_, token) => token).join(';'));
  assert.deepEqual([result.blank, result.blanks[0].name, result.values.length], ['hide', 'hide', pieces.length]);
  assert.deepEqual(result.blanks[1], { name: 'mask', inserted: '[MASK]', warning: '' });
  assert.equal(new Set(result.blanks.map(({ inserted, name }) => inserted || name)).size, result.blanks.length);
  // The answer is read at the mask, which cannot be hidden from itself.
  assert.deepEqual(
    pieces.flatMap(({ text }, token) => (result.values[token] === null ? [text] : [])),
    ['[MASK]'],
  );
  assert.ok(Math.abs(result.value - question.before) < 1e-6);
  // "the keys to the cabinet [MASK] ." with its second word replaced by the typed unknown token.
  const at = pieces.findIndex(({ text }) => text.includes('keys'));
  const unknown = run(keys.replace('keys', '[UNK]'), { target: '10-11' }).result.question.before;
  assert.ok(Math.abs(blanked('unk', String(at)).result.values[0] - unknown) < 1e-5);
  const [both] = blanked('mask', `${at - 1}-${at}`).result.values;
  assert.deepEqual(blanked('mask', `${at},${at - 1},${at}`).result.values, [both]);
  for (const wrong of ['', '99', '3-1', 'a', '1;;2', '-1']) assert.match(blanked('mask', wrong).problem?.finding ?? '', /./, wrong);
  assert.match(blanked('nothing', '1').problem.finding, /has no token "nothing"/);
});

test('words are searched among all answers', () => {
  open();
  const text = 'the movie was [MASK].';
  const { result } = ask({ call: 'find', part: 'goo', recipe: asked(text) });
  assert.equal(result.answers[0].text, ' good');
  assert.ok(result.answers.every(({ text: name }) => name.includes('goo')));
});

test('a text without a mask has no answer, an empty one is refused or is its special tokens, and a long one is refused', () => {
  open();
  assert.deepEqual(run('the keys').result.says.answers, []);
  assert.equal(run('').result.pieces.length, 2);
  assert.match(run('key '.repeat(80)).problem.finding, /82 tokens.*at most 64/);
});

test('files that are no model are refused, and the module goes on', () => {
  const { problem } = open([
    ['config.json', Buffer.from('{"model_type": "mamba"}')],
    ['model.safetensors', readFileSync(new URL('model.safetensors', folder))],
  ]);
  assert.match(problem.finding, /mamba/);
  assert.match(open(names.slice(0, 3).map((name) => [name, readFileSync(new URL(name, folder))])).problem.finding, /./);
  const weights = readFileSync(new URL('model.safetensors', folder));
  assert.match(
    open([
      ['config.json', readFileSync(new URL('config.json', folder))],
      ['model.safetensors', weights.subarray(0, 300_000)],
    ]).problem.finding,
    /./,
  );
  assert.equal(open().result.family, 'BERT');
});

test('a request that is none is refused', () => {
  assert.match(ask({ call: 'dance' }).problem.finding, /doesn’t know this request/);
  assert.match(ask({}).problem.finding, /doesn’t know this request/);
});
