// SPDX-License-Identifier: MIT
// @ts-check

/**
 * Wraps the instance and reports its first exception, after which the instance is unusable. Later calls throw that exception again.
 * @param {import('../wasm.d.ts').PageInstance} wasm @param {(error: Error) => void} trapped
 */
export function guardInstance(wasm, trapped) {
  /** @type {Error | null} */
  let fault = null;
  /** @type {import('../wasm.d.ts').PageInstance} */
  const instance = Object.create(wasm);
  const names = /** @type {import('../wasm.d.ts').CallName[]} */ (Object.keys(wasm).filter((one) => one.startsWith('_hw_')));
  for (const name of names) {
    instance[name] = (...all) => {
      if (fault) throw fault;
      try {
        return wasm[name](...all);
      } catch (error) {
        fault ??= /** @type {Error} */ (error);
        trapped(fault);
        throw error;
      }
    };
  }
  return instance;
}
