// SPDX-License-Identifier: MIT
// @ts-check
// Page and engine in two parts, in Node. A first visit calls nothing of the second parts. Everything after it gives the same results as
// with the unsplit modules, and by then the second parts have come.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { Visit } from '../../../tools/lib/visit/visit.mjs';

const path = (/** @type {string} */ name) => fileURLToPath(new URL(`../../../build/wasm/${name}`, import.meta.url));
const skip = !existsSync(path('engine.first.wasm')) && 'the modules are built as wholes here (no wasm-split)';

/** A module's first part, and the number of calls to its stand-ins. @param {string} name */
function inParts(name) {
  const calls = { count: 0 };
  /** @type {WebAssembly.Exports | null} */
  let first = null;
  let isThere = false;
  const at = (/** @type {number} */ place) => {
    calls.count += 1;
    if (!isThere)
      new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path(`${name}.later.wasm`))), { primary: /** @type {any} */ (first) });
    isThere = true;
    return /** @type {any} */ (Object.values(/** @type {any} */ (first)).find((one) => one instanceof WebAssembly.Table)).get(place);
  };
  const placeholder = new Proxy(
    {},
    {
      get:
        (_, place) =>
        (/** @type {any[]} */ ...all) =>
          at(Number(place))(...all),
    },
  );
  const module = {
    script: path(`${name}.js`),
    wasm: path(`${name}.first.wasm`),
    among: (/** @type {WebAssembly.Imports} */ imports) => ({ ...imports, placeholder }),
    made: (/** @type {WebAssembly.Exports} */ exports) => {
      first = exports;
    },
  };
  return { calls, module };
}
const whole = (/** @type {string} */ name) => ({ script: path(`${name}.js`), wasm: path(`${name}.wasm`) });

test('a first visit calls the first parts alone, and all of it says what it says with the whole modules', { skip }, async () => {
  const [page, engine] = ['headwaters', 'engine'].map(inParts);
  const parts = await Visit.begin(page.module, engine.module);
  page.module.made(parts.page.exported);
  engine.module.made(parts.engine.exported);
  const all = await Visit.begin(whole('headwaters'), whole('engine'));
  assert.equal(await parts.see(), await all.see());
  assert.equal(await parts.use(), await all.use());
  assert.deepEqual([page.calls.count, engine.calls.count], [0, 0]);
  // From the later actions, views, all methods, the flow of all pairs.
  for (const view of ['graph', 'heads', 'compare', 'explain', 'faithfulness', 'bars']) {
    for (const method of ['flow', 'joint', 'rollout'])
      assert.equal(await parts.show(view, method), await all.show(view, method), `${view}, ${method}`);
  }
  assert.ok(page.calls.count > 0 && engine.calls.count > 0);
  assert.equal(await parts.fail(), await all.fail());
});
