// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { StepsLink } from '../../../web/model/steps_link.js';

/** @typedef {import('../../../web/model/run/requests.js').Request} Request */

/** A model's worker that notes its requests. */
function noting() {
  const asked = /** @type {string[]} */ ([]);
  const link = {
    /** @param {Request} request @param {{parts?: {name: string}[]}} [more] */
    call: (request, more) => {
      const step = 'recipe' in request ? request.recipe.step : 'step' in request ? request.step : '';
      asked.push(`${request.call} ${step}${more?.parts ? ` ${more.parts.map(({ name }) => name)}` : ''}`);
      return Promise.resolve({ result: {}, bytes: null });
    },
    end: () => asked.push('end'),
  };
  return { asked, link: /** @type {import('../../../web/model/link.js').ModelLink} */ (/** @type {unknown} */ (link)) };
}
const blob = new Blob(['1234']);
const part = { name: 'model.safetensors', blob };
/** @param {number} step @returns {Request} */
const says = (step) => ({ call: 'says', recipe: { text: 'a', step } });

test('the files of a step reach the worker once, before its first request', async () => {
  const { asked, link } = noting();
  const steps = [0, 10, 20].map((step) => ({ step, parts: [part] }));
  const own = new StepsLink(link, { name: 'm', parts: [part], examples: [] }, { usual: 20, steps }, [part]);
  await own.call(says(20));
  await Promise.all([own.call(says(0)), own.call(says(0))]);
  await own.call(says(0));
  await own.call(says(7)); // the worker refuses it
  await own.call({ call: 'find', recipe: { text: 'a' }, part: 'x' });
  assert.deepEqual(asked, ['says 20', 'step 0 model.safetensors', 'says 0', 'says 0', 'says 0', 'says 7', 'find undefined']);
  own.end();
  assert.equal(asked.at(-1), 'end');
});

test('weights at an address are downloaded for their first request, and the page knows which are here', async (context) => {
  const { asked, link } = noting();
  const wanted = /** @type {string[]} */ ([]);
  context.mock.method(globalThis, 'fetch', async (/** @type {string} */ address, /** @type {RequestInit} */ { method = 'GET' }) => {
    wanted.push(`${method} ${address}`);
    const isThere = /step10\/model\.safetensors$/.test(address);
    return new Response(method === 'HEAD' || !isThere ? null : '12345', {
      status: isThere ? 200 : 404,
      headers: { 'content-length': '5' },
    });
  });
  const steps = [10, 20].map((step) => ({ step, address: new URL(`https://a.example/step${step}/`) }));
  const own = new StepsLink(link, { name: 'm', address: steps[1].address, examples: [] }, { usual: 20, steps }, [part]);
  const told = /** @type {unknown[]} */ ([]);
  own.follow((usual, known) => told.push([usual, ...known.map(({ step, bytes }) => `${step}: ${bytes}`)]));
  await own.call(says(20));
  assert.deepEqual(wanted, [], 'the open weights are here');
  await own.call(says(10));
  assert.ok(wanted.includes('GET https://a.example/step10/model.safetensors'));
  assert.ok(wanted.every((one) => one.includes('/step10/')));
  assert.deepEqual(asked, ['says 20', 'step 10 model.safetensors', 'says 10']);
  assert.deepEqual(told, [
    [20, '10: 4', '20: 0'],
    [20, '10: 0', '20: 0'],
  ]);
});

test('another step cancels a download, and one that fails is tried again', async (context) => {
  const { asked, link } = noting();
  let isOnline = false;
  context.mock.method(globalThis, 'fetch', async (/** @type {string} */ address, /** @type {RequestInit} */ { method = 'GET', signal }) => {
    signal?.throwIfAborted();
    if (address.includes('/step10/') && !isOnline)
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));
    const isThere = address.endsWith('/model.safetensors');
    return new Response(method === 'HEAD' || !isThere ? null : '12345', { status: isThere ? 200 : 404 });
  });
  const steps = [0, 10, 20].map((step) => ({ step, address: new URL(`https://a.example/step${step}/`) }));
  const own = new StepsLink(link, { name: 'm', address: steps[2].address, examples: [] }, { usual: 20, steps }, [part]);
  const first = own.call(says(10));
  await Promise.all([assert.rejects(first, { name: 'AbortError' }), own.call(says(0))]);
  isOnline = true;
  await own.call(says(10));
  assert.deepEqual(asked, ['step 0 model.safetensors', 'says 0', 'step 10 model.safetensors', 'says 10']);
});
