// SPDX-License-Identifier: MIT
// @ts-check
// Starts to fetch and compile the page's WebAssembly as soon as any script runs. A preload in index.html
// would not do: WebKit does not give fetch() what it has preloaded, and loads it twice.

const address = new URL('../headwaters.wasm', import.meta.url);
const fetched = () => fetch(address, { credentials: 'same-origin' });

/** @type {Promise<WebAssembly.Module>} */
export const code = compiled();
code.catch(() => {}); // whoever awaits it says so

async function compiled() {
  try {
    return await WebAssembly.compileStreaming(fetched());
  } catch (error) {
    // Some hosts send it as another type, which can be compiled only when it is all there.
    const response = await fetched();
    if (!response.ok) throw error;
    return WebAssembly.compile(await response.arrayBuffer());
  }
}
