// SPDX-License-Identifier: MIT
// @ts-check
// The page's WebAssembly is on its way, and being compiled, as soon as there is any script. A preload in index.html
// would not do: WebKit gives fetch() nothing of what it has preloaded, and loads it twice.

import { compiled } from './compiled.js';

/** @type {Promise<WebAssembly.Module>} */
export const code = compiled(new URL('../headwaters.wasm', import.meta.url));
code.catch(() => {}); // whoever awaits it says so
