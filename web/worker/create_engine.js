// SPDX-License-Identifier: MIT
// @ts-check
// The engine's module for a worker.

import { instance } from './create_module.js';

/**
 * @param {import('../outward.d.ts').EngineHost} options of the module @param {boolean} [isWhole] loads the second part together with the
 * first @returns {Promise<import('../wasm.d.ts').Instance>} an instance
 */
export const createEngine = (options, isWhole = false) =>
  instance(
    {
      script: new URL('../engine.js', import.meta.url),
      code: new URL('../engine.wasm', import.meta.url),
      later: () => new URL('../engine.later.wasm', import.meta.url),
    },
    options,
    isWhole,
  );
