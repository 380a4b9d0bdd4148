// SPDX-License-Identifier: MIT
// @ts-check
// Creates an instance of a module in a worker. create_NAME.js has its addresses. In the single-file page, web/one_file/create_module.js
// replaces this file.

import { compiled } from '../base/compiled.js';
import { LaterCode } from './later_code.js';

/**
 * @param {{script: URL, code: URL, later?: () => URL}} from later: the second part of a split module
 * @param {object} options of the module @param {boolean} [isWhole] the module is split, and both parts are needed
 * @returns {Promise<import('../wasm.d.ts').Instance>} with `comes()` if the module is split
 */
export async function instance({ script, code, later }, options, isWhole = false) {
  const compiling = compiled(code);
  const rest = later && new LaterCode(later);
  if (isWhole) rest?.begins();
  const { default: create } = await import(script.href);
  return new Promise((resolve, reject) => {
    const instantiateWasm = (/** @type {WebAssembly.Imports} */ imports, /** @type {(instance: WebAssembly.Instance) => void} */ done) => {
      compiling
        .then(async (module) => {
          const made = await WebAssembly.instantiate(module, rest ? rest.among(imports) : imports);
          rest?.standsBeside(module, made.exports);
          if (isWhole) await rest?.comes().catch(() => {}); // a failure is reported when a call needs the second part
          done(made);
        })
        .catch(reject);
      return {};
    };
    create({ ...options, instantiateWasm }).then(
      (/** @type {import('../wasm.d.ts').Instance} */ made) => resolve(rest ? Object.assign(made, { comes: () => rest.comes() }) : made),
      reject,
    );
  });
}
