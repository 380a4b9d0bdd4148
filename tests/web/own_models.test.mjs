// SPDX-License-Identifier: MIT
// What identifies a model from a disk in links, and what is handed on of problems that the page can do something about.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { asProblem, ProblemError } from '../../web/boot/problem.js';
import { markedAs } from '../../web/model/models.js';

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
      assert.match(error.remedy, /text and view are kept/);
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
