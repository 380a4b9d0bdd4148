// SPDX-License-Identifier: MIT
// @ts-check
// The engine's module for a worker. The single-file page uses web/one_file/create_engine.js instead.

/** @param {object} options of the module @returns {Promise<any>} an instance */
export async function createEngine(options) {
  const address = new URL('../engine.js', import.meta.url).href;
  const { default: create } = await import(address);
  return create(options);
}
