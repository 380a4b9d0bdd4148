// SPDX-License-Identifier: MIT
// @ts-check
// Fetches and compiles the page's WebAssembly as soon as any script runs. A preload in index.html does not help, because WebKit does not
// pass it to fetch() and loads the file twice.

import { LaterCode } from '../worker/later_code.js';
import { compiled } from '../base/compiled.js';

/** @type {Promise<WebAssembly.Module>} */
export const code = compiled(new URL('../headwaters.wasm', import.meta.url));
/** The module's second part, with functions that a first visit does not call before its first picture (tools/lib/split_by_visit.mjs). */
export const later = new LaterCode(() => new URL('../headwaters.later.wasm', import.meta.url));
code.catch(() => {}); // the code that awaits it reports the error
