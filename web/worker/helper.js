// SPDX-License-Identifier: MIT
// @ts-check
// A helper of the engine. It runs the same module in a separate worker and computes parts of flows (src/engine/helpers/flow_helper.h).
// web/worker/helpers.js is its counterpart.
//
//     engine's worker -> helper   {bytes}
//     helper -> engine's worker   {bytes} | {died: message}

import { createEngine } from './create_engine.js';
import { Pump, put } from './pump.js';

/** @param {unknown} error */
const died = (error) => postMessage({ died: String(/** @type {Error} */ (error)?.message ?? error) });

/** @template T @param {T} otherwise @param {() => T} action */
function guarded(otherwise, action) {
  try {
    return action();
  } catch (error) {
    died(error);
    return otherwise;
  }
}

const loaded = createEngine({ onMessage: (bytes) => postMessage({ bytes }, { transfer: [bytes.buffer] }) });
loaded.catch(died);

/** Set once it is loaded. Messages wait for it. @type {import('../wasm.d.ts').Instance} */
let instance;
const pump = new Pump(() => guarded(false, () => instance._hw_help() === 1));

addEventListener('message', async ({ data }) => {
  instance = await loaded;
  guarded(undefined, () => {
    const more = instance._hw_help_message(put(instance, data.bytes));
    if (more < 0) died('a message was not understood');
    if (more > 0) pump.start();
  });
});
