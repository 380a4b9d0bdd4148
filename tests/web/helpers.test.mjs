// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { Helpers } from '../../web/worker/helpers.js';
import { Pump, put } from '../../web/worker/pump.js';

const started = [];
class FakeWorker {
  sent = [];
  ended = false;
  constructor(address, options) {
    this.address = String(address);
    this.options = options;
    started.push(this);
  }
  postMessage(data, transfer) {
    this.sent.push({ data, transfer });
  }
  terminate() {
    this.ended = true;
  }
}

function make() {
  const heard = [];
  const helpers = new Helpers({
    message: (helper, bytes) => heard.push([helper, ...bytes]),
    lost: (helper) => heard.push([helper, 'lost']),
  });
  return { helpers, heard };
}

afterEach(() => {
  started.length = 0;
  delete globalThis.Worker;
});

test('helpers are started when they are first sent something, and answer by their number', () => {
  globalThis.Worker = /** @type {any} */ (FakeWorker);
  const { helpers, heard } = make();
  assert.equal(started.length, 0);
  const bytes = new Uint8Array([1, 2]);
  helpers.send(2, bytes);
  helpers.send(2, new Uint8Array([3]));
  helpers.send(0, new Uint8Array([4]));
  assert.equal(started.length, 2);
  assert.match(started[0].address, /\/web\/worker\/helper\.js$/);
  assert.deepEqual(
    started[0].sent.map(({ data }) => [...data.bytes]),
    [[1, 2], [3]],
  );
  assert.deepEqual(started[0].sent[0].transfer, [bytes.buffer]);
  started[0].onmessage({ data: { bytes: new Uint8Array([9]) } });
  assert.deepEqual(heard, [[2, 9]]);
});

test('a helper that dies or cannot be loaded is reported once and not started again', () => {
  globalThis.Worker = /** @type {any} */ (FakeWorker);
  const { helpers, heard } = make();
  helpers.send(0, new Uint8Array([1]));
  helpers.send(1, new Uint8Array([1]));
  started[0].onmessage({ data: { died: 'out of memory' } });
  started[1].onerror({ message: 'not found' });
  assert.deepEqual(heard, [
    [0, 'lost'],
    [1, 'lost'],
  ]);
  assert.ok(started.every(({ ended }) => ended));
  helpers.send(0, new Uint8Array([2]));
  assert.equal(started.length, 2);
});

test('where workers cannot be started inside workers there are none', async () => {
  assert.equal(Helpers.count, 0);
  globalThis.Worker = /** @type {any} */ (
    class {
      constructor() {
        throw new Error('forbidden');
      }
    }
  );
  const countOf = (/** @type {number | undefined} */ processors) => {
    Object.defineProperty(globalThis, 'navigator', { value: { hardwareConcurrency: processors }, configurable: true });
    return Helpers.count;
  };
  assert.deepEqual([undefined, 1, 2, 4, 64].map(countOf), [0, 0, 1, 3, 6]);
  const { helpers, heard } = make();
  helpers.send(1, new Uint8Array([1]));
  assert.deepEqual(heard, [], 'not before the engine has finished sending');
  await null;
  assert.deepEqual(heard, [[1, 'lost']]);
});

test('a pump works in turns until there is nothing left, and starts once however often it is asked', async () => {
  let left = 3;
  let turns = 0;
  /** @type {Pump} */
  let pump;
  await new Promise((resolve) => {
    pump = new Pump(() => {
      turns += 1;
      left -= 1;
      if (left === 0) setTimeout(resolve, 20);
      return left > 0;
    });
    pump.start();
    pump.start();
    assert.equal(turns, 0, 'never inside the call that starts it');
  });
  assert.equal(turns, 3);
  pump.end();
});

test('put joins two parts in the buffer of an instance', () => {
  const instance = { HEAPU8: new Uint8Array(8), _hw_buffer: () => 2 };
  assert.equal(put(instance, new Uint8Array([5, 6]), new Uint8Array([7])), 3);
  assert.deepEqual([...instance.HEAPU8], [0, 0, 5, 6, 7, 0, 0, 0]);
});
