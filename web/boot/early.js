// SPDX-License-Identifier: MIT
// @ts-check
// The page's WebAssembly is on its way, and being compiled, as soon as there is any script. A preload in index.html
// would not do: WebKit gives fetch() nothing of what it has preloaded, and loads it twice.

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
