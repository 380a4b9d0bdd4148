// SPDX-License-Identifier: MIT
// @ts-check
// The order of requests to a model. An outdated request is given up, begun or not.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Turns } from '../../../web/worker/turns.js';

/** Requests with this number of steps left after their beginning, and their results. @param {(turns: Turns<any>, at: string) => void} [during] */
function made(during = () => {}) {
  /** @type {string[]} */
  const did = [];
  let left = 0;
  let done = () => {};
  const ended = new Promise((resolve) => {
    done = () => resolve(undefined);
  });
  /** @param {string} what */
  const note = (what) => {
    did.push(what);
    during(turns, what);
  };
  /** @type {Turns<{id: number, request: string[]}>} */
  const turns = new Turns({
    begin: ({ id, request }) => {
      left = Number(request[0]);
      note(`begin ${id}`);
      return left > 0;
    },
    step: () => {
      left -= 1;
      note('step');
      return left > 0;
    },
    answer: ({ id }) => {
      note(`answer ${id}`);
      id === 9 && done();
    },
  });
  return { turns, did, ended: ended.finally(() => turns.end()) };
}

test('requests are answered in their order, a run after its steps', async () => {
  const { turns, did, ended } = made();
  for (const [id, steps] of [
    [1, 2],
    [2, 0],
    [9, 1],
  ])
    turns.add({ id, request: [String(steps)] });
  await ended;
  assert.deepEqual(did, ['begin 1', 'step', 'step', 'answer 1', 'begin 2', 'answer 2', 'begin 9', 'step', 'answer 9']);
});

test('a long question gives way to a run that comes meanwhile, and is begun anew', async () => {
  /** @type {string[]} */
  const did = [];
  let left = 0;
  await new Promise((resolve) => {
    /** @type {Turns<{id: number, request: string[]}>} */
    const turns = new Turns({
      begin: ({ id, request }) => {
        did.push(`begin ${id}`);
        left = Number(request[1]);
        return left > 0;
      },
      step: ({ id }) => {
        did.push(`step ${id}`);
        if (did.length === 3)
          for (const [next, what] of [
            [2, 'ask'],
            [3, 'run'],
          ])
            turns.add({ id: Number(next), request: [String(what), '1'] });
        left -= 1;
        return left > 0;
      },
      givesWay: ({ request }) => request[0] === 'ask',
      answer: ({ id }) => {
        did.push(`answer ${id}`);
        if (id === 2) {
          turns.end();
          resolve(undefined);
        }
      },
    });
    turns.add({ id: 1, request: ['ask', '3'] });
  });
  assert.deepEqual(did, [
    'begin 1',
    'step 1',
    'step 1',
    'begin 3',
    'step 3',
    'answer 3',
    'begin 1',
    'step 1',
    'step 1',
    'step 1',
    'answer 1',
    'begin 2',
    'step 2',
    'answer 2',
  ]);
});

test('a run is given up between two steps when one types on, and what was never begun is left out', async () => {
  const { turns, did, ended } = made((all, at) => {
    if (at !== 'step' || did.filter((what) => what === 'step').length !== 2) return;
    all.drop(1); // like its page for each key
    for (const id of [2, 3]) {
      all.add({ id, request: ['50'] });
      all.drop(id);
    }
    all.add({ id: 9, request: ['1'] });
  });
  turns.add({ id: 1, request: ['50'] });
  await ended;
  assert.deepEqual(did, ['begin 1', 'step', 'step', 'begin 9', 'step', 'answer 9']);
});

test('what a request needs is waited for, once; what it cannot get leaves it out, and the next one begins', async () => {
  /** @type {string[]} */
  const did = [];
  let done = () => {};
  const ended = new Promise((resolve) => {
    done = () => resolve(undefined);
  });
  /** @type {Turns<{id: number, request: string[]}>} */
  const turns = new Turns({
    waits: ({ id, request }) => {
      if (request[0] === '') {
        return null;
      }
      did.push(`wait ${id}`);
      return new Promise((resolve) => setTimeout(() => resolve(request[0] === 'good'), 5));
    },
    begin: ({ id }) => {
      did.push(`begin ${id}`);
      return false;
    },
    step: () => false,
    answer: ({ id }) => {
      did.push(`answer ${id}`);
      id === 9 && done();
    },
  });
  for (const [id, need] of [
    [1, ''],
    [2, 'bad'],
    [3, 'good'],
    [4, 'good'],
    [9, ''],
  ])
    turns.add({ id: Number(id), request: [String(need)] });
  setTimeout(() => turns.drop(4));
  await ended;
  turns.end();
  assert.deepEqual(did, ['begin 1', 'answer 1', 'wait 2', 'wait 3', 'begin 3', 'answer 3', 'begin 9', 'answer 9']);
});

test('what waits for its need holds up neither what does not give way, nor the next one when it is dropped', async () => {
  /** @type {string[]} */
  const did = [];
  let come = () => {};
  const need = new Promise((resolve) => {
    come = () => resolve(true);
  });
  let done = () => {};
  const ended = new Promise((resolve) => {
    done = () => resolve(undefined);
  });
  /** @type {Turns<{id: number, request: string}>} */
  const turns = new Turns({
    waits: ({ id, request }) => {
      if (request !== 'ask') return null;
      did.push(`wait ${id}`);
      if (id === 1) queueMicrotask(() => turns.add({ id: 2, request: 'run' }));
      return need;
    },
    givesWay: ({ request }) => request === 'ask',
    begin: ({ id }) => {
      did.push(`begin ${id}`);
      return false;
    },
    step: () => false,
    answer: ({ id }) => {
      did.push(`answer ${id}`);
      if (id === 2)
        setTimeout(() => {
          turns.drop(1);
          turns.add({ id: 3, request: 'ask' });
        });
      if (id === 2) setTimeout(come, 5);
      if (id === 3) done();
    },
  });
  turns.add({ id: 1, request: 'ask' });
  await ended;
  turns.end();
  assert.deepEqual(did, ['wait 1', 'begin 2', 'answer 2', 'wait 3', 'begin 3', 'answer 3']);
});
