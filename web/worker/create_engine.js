// SPDX-License-Identifier: MIT
// @ts-check
// The engine's module for a worker. The single-file page uses web/one_file/create_engine.js instead.

import { compiled } from '../boot/compiled.js';
import { LaterCode } from './later_code.js';

/** @param {object} options of the module @returns {Promise<any>} an instance */
export async function createEngine(options) {
  const code = compiled(new URL('../engine.wasm', import.meta.url));
  const later = new LaterCode(new URL('../engine.later.wasm', import.meta.url));
  const address = new URL('../engine.js', import.meta.url).href;
  const { default: create } = await import(address);
  return new Promise((resolve, reject) => {
    const instantiateWasm = (/** @type {WebAssembly.Imports} */ imports, /** @type {(instance: WebAssembly.Instance) => void} */ done) => {
      code.then(async (module) => {
        const instance = await WebAssembly.instantiate(module, later.among(imports));
        later.standsBeside(module, instance.exports);
        done(instance);
      }).catch(reject);
      return {};
    };
    create({ ...options, instantiateWasm }).then(resolve, reject);
  });
}
