// SPDX-License-Identifier: MIT
// @ts-check
// The engine's module for a worker. In the page that is one file web/one_file/create_engine.js stands in its place.

/** @param {object} options of the module @returns {Promise<any>} an instance */
export async function createEngine(options) {
  const address = new URL('../engine.js', import.meta.url).href;
  const { default: create } = await import(address);
  return create(options);
}
