// SPDX-License-Identifier: MIT
// @ts-check
// Creates a worker's module in the single-file page. There a worker cannot load files, so its script contains the module, preceded by the
// code as text (web/one_file/boot.js). tools/lib/one_file.mjs replaces create_NAME.js by this file.

/**
 * @param {(options: object) => Promise<import('../wasm.d.ts').Instance>} create the module's own function
 * @param {object} options of the module @returns {Promise<import('../wasm.d.ts').Instance>} an instance
 */
export async function instance(create, options) {
  const letters = atob(/** @type {typeof self & {headwatersCode: string}} */ (self).headwatersCode);
  const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  // A Blob does not work, because WebKit does not let such a worker read it.
  const stream = new ReadableStream({
    start: (controller) => {
      controller.enqueue(packed);
      controller.close();
    },
  });
  const code = await new Response(stream.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  return create({ ...options, wasmBinary: code, locateFile: (/** @type {string} */ name) => name });
}
