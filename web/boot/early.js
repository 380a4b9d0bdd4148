// SPDX-License-Identifier: MIT
// @ts-check
// Starts to fetch and compile the page's WebAssembly as soon as any script runs. A preload in index.html
// would not do: WebKit does not give fetch() what it has preloaded, and loads it twice.

import { LaterCode } from '../worker/later_code.js';
import { compiled } from '../base/compiled.js';

/** @type {Promise<WebAssembly.Module>} */
export const code = compiled(new URL('../headwaters.wasm', import.meta.url));
/** Its second part: what a first visit does not call until its picture stands (tools/lib/split_by_visit.mjs). */
export const later = new LaterCode(() => new URL('../headwaters.later.wasm', import.meta.url));
code.catch(() => {}); // whoever awaits it says so
