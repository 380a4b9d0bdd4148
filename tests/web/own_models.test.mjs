// SPDX-License-Identifier: MIT
// The identity of a model from a disk in links, and the problems passed on because the page can help.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';

import { folder, names, open, start } from './model/model_instance.mjs';
import { viewWithoutSource } from '../../web/api/address.js';
import { asProblem, ProblemError } from '../../web/base/problem.js';
import { markedAs } from '../../web/model/models.js';

before(start);

const mark = '0123456789abcdef';

test('a model is marked by its hash and its name', () => {
  assert.equal(markedAs({ name: 'mine', mark }, ''), `${mark}:mine`);
  assert.equal(markedAs({ name: 'renamed', mark }, `${mark}:mine`), `${mark}:renamed`);
  assert.equal(markedAs({ name: 'a:b', mark }, `${mark}:a:b`), `${mark}:a:b`);
});

test('a link to another model is refused with both names, and offers to open this one', () => {
  assert.throws(
    () => markedAs({ name: 'other', mark: 'fedcba9876543210' }, `${mark}:mi:ne`),
    (error) => {
      assert.ok(error instanceof ProblemError);
      assert.equal(error.offer, 'otherModel');
      assert.match(error.finding, /“mi:ne” \(01234567\).*“other” \(fedcba98\)/);
      assert.match(error.remedy, /Open that model’s folder here/);
      return true;
    },
  );
  assert.throws(() => markedAs({ name: 'other', mark }, 'damaged'), { offer: 'otherModel' });
});

test('a problem keeps what it offers', () => {
  const problem = new ProblemError('config.json', 'Unknown keys.', 'Run without them.', 'ignoreKeys');
  assert.equal(asProblem(problem, 'x').offer, 'ignoreKeys');
  assert.equal(asProblem(new Error('x'), 'x').offer, '');
});

test('of several files of weights each is offered with its size, and a chosen one is read', () => {
  const own = names.map((name) => /** @type {[string, Buffer]} */ ([name, readFileSync(new URL(name, folder))]));
  const two = own.flatMap(([name, bytes]) =>
    name === 'model.safetensors' ? ['one', 'two'].map((stem) => [`${stem}.safetensors`, bytes]) : [[name, bytes]],
  );
  const { problem } = open(two);
  assert.equal(problem.offer, 'weights');
  assert.deepEqual(
    problem.choices.filter((_, i) => i % 2 === 0),
    ['one.safetensors', 'two.safetensors'],
  );
  assert.match(problem.choices[3], /^two\.safetensors \(\d.*B\)$/);
  assert.equal(open(two, 'open', 'two.safetensors').result.family, 'BERT');
  assert.match(open(two, 'open', 'three.safetensors').problem.finding, /no file with this name/);
});

test('another name for an open model leaves its view, and what it is opened with', () => {
  assert.equal(
    viewWithoutSource(`v=1&local=a&mark=${mark}:a&weights-file=b.safetensors&prompt=x&layer=2`),
    'mark=&weights-file=b.safetensors&prompt=x&layer=2',
  );
});
