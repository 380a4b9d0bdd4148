// SPDX-License-Identifier: MIT
// A run that takes long shows a message. A short one shows nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { reportDelay } from '../../../web/base/delayed_notice.js';

test('a wait is told of once it is felt, and not if it is over by then', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const told = [];
  let finish = (/** @type {number} */ _value) => {};
  const long = reportDelay(
    new Promise((resolve) => {
      finish = resolve;
    }),
    () => told.push('long'),
  );
  const quick = reportDelay(Promise.resolve(1), () => told.push('quick'));
  const failed = reportDelay(Promise.reject(new Error('stopped')), () => told.push('failed'));
  assert.equal(await quick, 1);
  await assert.rejects(failed, /stopped/);
  context.mock.timers.tick(399);
  assert.deepEqual(told, []);
  context.mock.timers.tick(10_000);
  assert.deepEqual(told, ['long']);
  finish(2);
  assert.equal(await long, 2);
});
