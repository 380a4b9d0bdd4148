// SPDX-License-Identifier: MIT
// The largest files that open in the page, with the time from the URL to the document. JSON and npy files double in size until one is
// refused. The bytes are generated while they are sent.
import { createServer } from 'node:http';

import { withBrowser } from './common.mjs';

const tokens = 128;
const heads = 12;
const matrix = tokens * tokens;
const longest = 180_000;

/** Text of one head, numbers as Python prints float32. */
function headText() {
  let seed = 7;
  const uniform = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const rows = Array.from({ length: tokens }, () => {
    const row = Array.from({ length: tokens }, () => uniform() ** 4 + 1e-4);
    const sum = row.reduce((a, b) => a + b);
    return `[${row.map((value) => Math.fround(value / sum)).join(', ')}]`;
  });
  return `[${rows.join(', ')}]`;
}

const forms = {
  json: {
    head: headText(),
    length: (layers) => 16 + layers * (2 + heads * forms.json.head.length + 2 * (heads - 1)) + 2 * (layers - 1) + 2,
    *parts(layers) {
      const layer = Buffer.from(`[${Array(heads).fill(forms.json.head).join(', ')}]`);
      yield Buffer.from('{"attentions": [');
      for (let i = 0; i < layers; i += 1) {
        if (i > 0) yield Buffer.from(', ');
        yield layer;
      }
      yield Buffer.from(']}');
    },
  },
  npy: {
    length: (layers) => 128 + layers * heads * matrix * 4,
    *parts(layers) {
      const header = `${`{'descr': '<f4', 'fortran_order': False, 'shape': (${layers}, ${heads}, ${tokens}, ${tokens}), }`.padEnd(117)}\n`;
      yield Buffer.concat([Buffer.from([0x93]), Buffer.from('NUMPY'), Buffer.from([1, 0, 118, 0]), Buffer.from(header)]);
      const layer = Buffer.from(new Float32Array(heads * matrix).fill(1 / tokens).buffer);
      for (let i = 0; i < layers; i += 1) yield layer;
    },
  },
};

/** Answers /json/LAYERS and /npy/LAYERS. */
function serveLarge() {
  const server = createServer(async (request, response) => {
    const [, form, layers] = request.url.split('/');
    const { length, parts } = forms[form];
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Length': length(Number(layers)) });
    for (const part of parts(Number(layers))) {
      if (response.destroyed) return;
      if (!response.write(part)) await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
    }
    response.end();
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Seconds until the file is open, or why it does not open. */
async function openIt(page, url) {
  return page.evaluate(async (address) => {
    const start = performance.now();
    try {
      await window.headwaters.open(address);
      return { seconds: (performance.now() - start) / 1000 };
    } catch (error) {
      return { reason: error.finding ?? String(error) };
    }
  }, url);
}

async function largestOf(form, browser, siteUrl, url) {
  let best = null;
  let refused = '';
  for (let gigabytes = 0.5; gigabytes <= 8 && !refused; gigabytes *= 2) {
    const layers = Math.floor((gigabytes * 1e9) / (forms[form].length(2) - forms[form].length(1)));
    const page = await browser.newPage();
    await page.goto(`${siteUrl}#sample=use-keys`);
    await page.waitForFunction(() => window.headwaters?.state.document);
    const waited = new Promise((resolve) => setTimeout(() => resolve({ reason: `${longest / 1000} s were not enough` }), longest).unref());
    const { seconds, reason } = await Promise.race([openIt(page, `${url}/${form}/${layers}`), waited]);
    await page.close();
    if (reason) refused = `${gigabytes} GB: ${reason}`;
    else best = { bytes: forms[form].length(layers), seconds };
  }
  const measured = best ? `${(best.bytes / 1e9).toFixed(1)} GB in ${best.seconds.toFixed(1)} s` : 'none';
  return { what: `largest ${form} opened in Chromium`, measured, against: refused.slice(0, 120), aim: form === 'json' ? '0.5 GB' : '' };
}

export async function measure() {
  const server = await serveLarge();
  const url = `http://127.0.0.1:${server.address().port}`;
  try {
    return await withBrowser(async ({ browser, siteUrl }) => {
      const rows = [];
      for (const form of Object.keys(forms)) rows.push(await largestOf(form, browser, siteUrl, url));
      return rows;
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
