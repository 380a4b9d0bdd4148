// SPDX-License-Identifier: MIT
// @ts-check
// An instance of a module in a worker. create_NAME.js has the addresses of one; the single-file page has
// web/one_file/create_module.js in their place.

import { compiled } from '../base/compiled.js';
import { LaterCode } from './later_code.js';

/**
 * @param {{script: URL, code: URL, later?: () => URL}} from later: the second part of a module that is split
 * @param {object} options of the module @param {boolean} [isWhole] it is known to be split, and all of it is needed
 * @returns {Promise<any>} `comes()` fetches the second part of one that is split, as LaterCode has it
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
          if (isWhole) await rest?.comes().catch(() => {}); // whatever needs it fetches it, and says so
          done(made);
        })
        .catch(reject);
      return {};
    };
    create({ ...options, instantiateWasm }).then(
      (/** @type {object} */ made) => resolve(rest ? Object.assign(made, { comes: () => rest.comes() }) : made),
      reject,
    );
  });
}
