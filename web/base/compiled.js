// SPDX-License-Identifier: MIT
// @ts-check
// A WebAssembly module from its address, compiled while it downloads.

/** @param {URL} address @returns {Promise<WebAssembly.Module>} */
export async function compiled(address) {
  const fetched = () => fetch(address, { credentials: 'same-origin' });
  try {
    return await WebAssembly.compileStreaming(fetched());
  } catch (error) {
    // Some hosts send it with another media type. Then it can be compiled only after the download.
    const response = await fetched();
    if (!response.ok) throw error;
    return WebAssembly.compile(await response.arrayBuffer());
  }
}
