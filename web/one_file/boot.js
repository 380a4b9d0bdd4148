// SPDX-License-Identifier: MIT
// @ts-check
// The only script in the single-file page. It decompresses the program's parts, which are text in the page, and starts them from blob
// addresses, because a page from a disk may not fetch any file. The build writes it into one-file.html and saved-page.html (tools/lib/one_file.mjs).

(() => {
  /** @param {string} text base64 */
  function bytesOf(text) {
    const step = 1 << 20; // a multiple of four letters
    const pieces = [];
    for (let at = 0; at < text.length; at += step) {
      const letters = atob(text.slice(at, at + step));
      const bytes = new Uint8Array(letters.length);
      for (let i = 0; i < letters.length; i += 1) bytes[i] = letters.charCodeAt(i);
      pieces.push(bytes);
    }
    return new Blob(pieces);
  }

  /** @param {HTMLElement} part @returns {Promise<Blob>} */
  async function unpacked(part) {
    const packed = bytesOf(/** @type {string} */ (part.textContent));
    const stream = packed.stream().pipeThrough(new DecompressionStream('gzip'));
    return new Blob([await new Response(stream).blob()], { type: part.dataset.type });
  }

  /**
   * The script of a worker. In a page from a disk, a worker cannot fetch parts, not even from blob addresses. So its script contains the
   * parts: its module's code and the scripts of the workers that it starts.
   * @param {HTMLElement} worker @param {HTMLElement[]} parts @param {(part: string) => Blob} take
   */
  async function workerOf(worker, parts, take) {
    const own = /** @type {string} */ (worker.dataset.part);
    const siblings = parts.filter(({ dataset }) => dataset.module === worker.dataset.module);
    const code = `self.headwatersCode=${JSON.stringify(siblings.find(({ dataset }) => dataset.type === 'application/wasm')?.textContent)};`;
    const others = siblings
      .map(({ dataset }) => /** @type {string} */ (dataset.part))
      .filter((name) => name !== own && name.endsWith('.js'));
    const scripts = JSON.stringify(Object.fromEntries(await Promise.all(others.map(async (name) => [name, await take(name).text()]))));
    const inside = `self.headwatersPart=(part)=>new URL(URL.createObjectURL(new Blob(["self.headwatersCode="+JSON.stringify(self.headwatersCode)+";",${scripts}[part]],{type:"text/javascript"})));`;
    return new Blob([code, inside, take(own)], { type: 'text/javascript' });
  }

  async function start() {
    const whole = /** @type {HTMLElement} */ (document.documentElement.cloneNode(true));
    const holder = /** @type {HTMLElement} */ (document.getElementById('headwaters-analysis'));
    const { name = '', from = '', program = '', time = '', form = '' } = holder.dataset;
    /** @type {Record<string, string>} */
    const addresses = {};
    /** Parts are found by name. Any other name is resolved against the page's origin. */
    const find = (/** @type {string} */ part) => new URL(addresses[part] ?? part, from || undefined);
    const there = (/** @type {Blob} */ blob) => URL.createObjectURL(blob);
    const parts = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('script[data-part]')]);
    const blobs = new Map(
      await Promise.all(parts.map(async (part) => /** @type {[string, Blob]} */ ([part.dataset.part, await unpacked(part)]))),
    );
    const take = (/** @type {string} */ part) => /** @type {Blob} */ (blobs.get(part));
    const isModule = (/** @type {HTMLElement} */ part) => part.dataset.module !== undefined;
    for (const part of parts) {
      const name = /** @type {string} */ (part.dataset.part);
      if (!isModule(part) && !/^(main|style)\./.test(name)) addresses[name] = there(take(name));
    }
    for (const worker of parts.filter((part) => isModule(part) && part.dataset.type === 'text/javascript'))
      addresses[/** @type {string} */ (worker.dataset.part)] = there(await workerOf(worker, parts, take));
    const text = (await take('style.css').text()).replace(/url\("?([^")]+)"?\)/g, (all, part) =>
      addresses[part] ? `url("${addresses[part]}")` : all,
    );
    const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: there(new Blob([text], { type: 'text/css' })) });
    const styled = new Promise((resolve) => {
      style.onerror = resolve;
      style.onload = style.onerror;
    });
    document.head.append(style);
    await styled;
    const data = holder.textContent ? bytesOf(holder.textContent) : null;
    const isWhole = blobs.has('samples/index.json');
    Object.assign(globalThis, {
      headwatersPart: find,
      headwatersFile: { name, from, program, time, form, data, isWhole, template: () => `<!doctype html>\n${whole.outerHTML}\n` },
    });
    for (const part of [...parts, holder]) part.remove(); // their content is decompressed
    document.body.append(Object.assign(document.createElement('script'), { src: there(take('main.js')) }));
  }

  start().catch((error) => {
    const box = /** @type {HTMLElement} */ (document.getElementById('failure'));
    box.textContent = `This browser cannot open the page (${error.message}). Try a current Firefox, Chrome, Edge or Safari.`;
    box.hidden = false;
  });
})();
