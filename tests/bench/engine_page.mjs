// SPDX-License-Identifier: MIT
// The engine's module in a page without the site's own content security policy, and a function for each way of
// reading a file.

/** Runs in the page: fetches `name` and prepares window.bench. Returns the number of bytes. */
export async function prepare({ rootUrl, name, flattenText }) {
  const messages = await import(`${rootUrl}web/worker/messages.js`);
  const { default: create } = await import(`${rootUrl}build/wasm/engine.js`); // whole
  const bytes = new Uint8Array(await (await fetch(name)).arrayBuffer());
  const flatten = flattenText && new Function(`return (${flattenText})`)();
  let opened = 0;
  let failure = '';
  const engine = await create({
    onMessage: (message) => {
      const kind = new DataView(message.buffer, message.byteOffset).getUint32(0, true);
      if (kind === 66) opened += 1;
      if (kind === 67) failure = new TextDecoder().decode(message);
    },
  });
  const give = (message, more = new Uint8Array(0)) => {
    const length = message.length + more.length;
    const at = engine._hw_buffer(length) >>> 0;
    engine.HEAPU8.set(message, at);
    engine.HEAPU8.set(more, at + message.length);
    return engine._hw_message(length) === 1;
  };
  let ticket = 0;
  let text = '';
  window.bench = {
    // As web/worker/worker.js does, in the same chunks of 256 KB.
    engine() {
      ticket += 1;
      give(messages.openBegin(ticket, bytes.length, 0, name));
      for (let at = 0; at < bytes.length; at += 1 << 18) give(messages.chunkHead(ticket), bytes.subarray(at, at + (1 << 18)));
      let more = give(messages.openEnd(ticket));
      while (more) more = engine._hw_work() === 1;
      if (opened !== ticket) throw new Error(`The engine did not open ${name}: ${failure}`);
    },
    flatten: () => void flatten(bytes),
    decode: () => {
      text = new TextDecoder().decode(bytes);
    },
    parse: () => void JSON.parse(text),
  };
  return bytes.length;
}

/**
 * The fastest of `runs` of each way, in the main thread's processor time.
 * @param {import('playwright-core').Page} page @param {() => Promise<number>} clock
 * @param {string[]} ways @param {number} runs
 * @returns {Promise<Record<string, number>>} milliseconds
 */
export async function fastest(page, clock, ways, runs) {
  const best = Object.fromEntries(ways.map((way) => [way, Infinity]));
  await page.evaluate(() => window.bench.decode());
  for (let i = 0; i <= runs; i += 1) {
    for (const way of ways) {
      const start = await clock();
      await page.evaluate((name) => window.bench[name](), way);
      const ms = (await clock()) - start;
      if (i > 0) best[way] = Math.min(best[way], ms); // the first run compiles
    }
  }
  return best;
}
