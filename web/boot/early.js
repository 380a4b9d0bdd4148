// SPDX-License-Identifier: MIT
// @ts-check
// Starts to fetch and compile the page's WebAssembly as soon as any script runs. A preload in index.html
// would not do: WebKit does not give fetch() what it has preloaded, and loads it twice.

import { LaterCode } from '../worker/later_code.js';
import { compiled } from './compiled.js';

/** @type {Promise<WebAssembly.Module>} */
export const code = compiled(new URL('../headwaters.wasm', import.meta.url));
/** Its second part: views that no first visit begins with, figures to take away. */
export const later = new LaterCode(() => new URL('../headwaters.later.wasm', import.meta.url));
code.catch(() => {}); // whoever awaits it says so
