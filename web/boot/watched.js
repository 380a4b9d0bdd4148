// SPDX-License-Identifier: MIT
// @ts-check

/**
 * Wraps the instance and reports its first exception, after which the instance is unusable. Later calls throw that exception again.
 * @param {any} wasm @param {(error: Error) => void} trapped
 */
export function watched(wasm, trapped) {
  /** @type {any} */
  let fault = null;
  const instance = Object.create(wasm);
  for (const name of Object.keys(wasm).filter((one) => one.startsWith('_hw_'))) {
    instance[name] = (/** @type {any[]} */ ...all) => {
      if (fault) throw fault;
      try {
        return wasm[name](...all);
      } catch (error) {
        fault ??= error;
        trapped(fault);
        throw error;
      }
    };
  }
  return instance;
}
