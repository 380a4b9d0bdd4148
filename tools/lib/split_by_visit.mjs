// SPDX-License-Identifier: MIT
// Splits the page's module and the engine's in two by a first visit (cmake/WebModules.cmake calls this when both are linked):
//
//   node split_by_visit.mjs PAGE.wasm LEVEL ENGINE.wasm LEVEL WASM_SPLIT
//
// The first parts get the functions that are called from the opening of the page to the first actions on it (visit/visit.mjs). The second
// parts come after the first picture. An earlier call fetches them within the call (web/worker/later_code.js), so the visit only decides
// how much is fetched first, never the drawing or the results.
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { inTwo, instrumented, profileOf } from './split_module.mjs';
import { Visit } from './visit/visit.mjs';

/** @param {string[]} words */
async function main([page, pageLevel, engine, engineLevel, split]) {
  const noting = [page, engine].map((wasm) => instrumented(wasm, split));
  try {
    const [ofPage, ofEngine] = [page, engine].map((wasm, index) => ({ script: wasm.replace(/\.wasm$/, '.js'), wasm: noting[index] }));
    const visit = await Visit.begin(ofPage, ofEngine);
    await visit.see();
    await visit.use();
    await visit.fail();
    inTwo(page, split, pageLevel, profileOf(visit.page));
    inTwo(engine, split, engineLevel, profileOf(visit.engine));
  } finally {
    for (const wasm of noting) rmSync(wasm, { force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));
