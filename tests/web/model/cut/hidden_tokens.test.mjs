// SPDX-License-Identifier: MIT
// Tokens that are hidden in a run, and those that experiments and searches may hide.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';

import { ask, askAbout, asked, folder, names, open, run, start } from '../model_instance.mjs';

before(start);

const keys = 'the keys to the cabinet [MASK] on the table';
/** "are" against "is". */
const areIs = () => {
  const idOf = (word) => ask({ call: 'find', part: word, recipe: asked(keys) }).result.answers.find(({ text }) => text.trim() === word).id;
  return `${idOf('are')}-${idOf('is')}`;
};
const about = (name, ...args) => {
  const { result, problem } = askAbout(name, args, asked(keys, { target: areIs() }));
  assert.equal(problem, undefined, JSON.stringify(problem));
  return result;
};

test('of a model that averages its tokens a hidden token is out of the mean, from any layer on, and is told in the title', () => {
  const config = JSON.stringify({ ...JSON.parse(readFileSync(new URL('config.json', folder), 'utf8')), architectures: ['BertModel'] });
  open(names.map((name) => [name, name === 'config.json' ? Buffer.from(config) : readFileSync(new URL(name, folder))]));
  const target = 'cos:the key to the cabinet';
  const after = (how) => run(keys, { target, ...how }).result.question.after;
  const [alone] = askAbout('blanked', ['hide', '2'], asked(keys, { target })).result.values;
  assert.ok(Math.abs(after({ hidden: '2' }) - alone) < 1e-6);
  assert.equal(after({ hidden: '1:2' }), after({ hidden: '2' }));
  const others = keys
    .split(' ')
    .flatMap((_, at) => (at === 2 ? [] : [`${at}>2`]))
    .join();
  assert.ok(Math.abs(after({ edges: `*:*:${others},10>2,9>2`, rule: 'renormalise' }) - alone) > 1e-4, 'edges leave it in the mean');
  const [late, all] = [after({ hidden: '4:2' }), after({ hidden: '2; 3' })];
  assert.ok(Math.abs(late - alone) > 1e-5 && Math.abs(all - alone) > 1e-5);
  const made = Buffer.from(run(keys, { target, hidden: '2; 3:3', heads: '1:0' }).bytes);
  assert.ok(made.includes('cut: layer 1, head 1 (weights to 0) · hidden: keys; to from layer 3 on'));
  assert.match(run(keys, { hidden: '99' }).problem.finding, /Token 99/);
});

test('special tokens, sinks and the output’s own token are hidden only where all tokens take part', () => {
  open();
  const named = (name, ...args) => about(name, ...args).units.map(({ key }) => key);
  const own = [0, 6, 10]; // [CLS], [MASK], [SEP]
  for (const call of [
    ['alone', 'token', 'zero', '64'],
    ['experiment', 'token', 'gradients', 'zero', '0'],
    ['experiment', 'token', 'search', 'zero', '0'],
  ]) {
    const [words, all] = [named(...call), named(...call, 'all')];
    assert.deepEqual(
      words.filter((key) => own.includes(key)),
      [],
      call.join(),
    );
    assert.deepEqual(named(...call, 'words'), words);
    if (call[0] === 'alone') assert.equal(all.length, 11);
    assert.ok(all.length >= words.length, call.join());
  }
  const [words, all] = [about('decide', 'token', 'zero', '8'), about('decide', 'token', 'zero', '8', 'all')];
  assert.ok(words.units.every(({ key }) => !own.includes(key)));
  assert.ok((words.others?.all ?? 0) < (all.others?.all ?? 99));
  for (const [refused, name, ...args] of [
    ['among', 'alone', 'edge', 'zero', '2', 'all'],
    ['arguments.among', 'alone', 'token', 'zero', '2', 'none'],
  ])
    assert.equal(askAbout(name, args, asked(keys, { target: areIs() })).problem.place, refused, args.join());
});
