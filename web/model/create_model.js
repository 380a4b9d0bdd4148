// SPDX-License-Identifier: MIT
// @ts-check
// The model's module for a worker.

import { instance } from '../worker/create_module.js';

/** @param {import('../outward.d.ts').ModelHost} options of the module @returns {Promise<import('../wasm.d.ts').Instance>} an instance */
export const createModel = (options) =>
  instance(
    {
      script: new URL('../model.js', import.meta.url),
      code: new URL('../model.wasm', import.meta.url),
      later: () => new URL('../model.later.wasm', import.meta.url),
    },
    options,
  );
