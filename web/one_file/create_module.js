// SPDX-License-Identifier: MIT
// @ts-check
// A worker's module in the single-file page: a worker of such a page may not load anything else, so its script contains
// the module, and before it the code as text (web/one_file/boot.js). tools/lib/one_file.mjs puts this in place of
// create_NAME.js.

/**
 * @param {(options: object) => Promise<any>} create the module's own
 * @param {object} options of the module @returns {Promise<any>} an instance
 */
export async function instance(create, options) {
  const letters = atob(/** @type {any} */ (self).headwatersCode);
  const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  // Not by way of a Blob, which WebKit does not let such a worker read.
  const stream = new ReadableStream({
    start: (controller) => {
      controller.enqueue(packed);
      controller.close();
    },
  });
  const code = await new Response(stream.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  return create({ ...options, wasmBinary: code, locateFile: (/** @type {string} */ name) => name });
}
