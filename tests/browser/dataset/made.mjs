// SPDX-License-Identifier: MIT
// Data sets for the tests. Texts, their list with means computed here, and a host that serves them.
import { createServer } from 'node:http';

import { expectedMeans } from '../../cli/data_set_means.mjs';
import { lines, sentences } from '../../cli/sentences.mjs';
import { portOf } from '../../../tools/serve.mjs';

const kinds = ['NOUN', 'VERB', 'DET', null];
export const texts = sentences(60, 6).map((each, index) => {
  const tokens = each.tokens.map((_, k) => (k === 0 ? '[CLS]' : `word${(k * 3 + index) % 40}`));
  return {
    ...each,
    gradients: undefined,
    tokens,
    title: index === 7 ? 'The eighth' : '',
    outputToken: 0,
    specialTokens: ['[CLS]'],
    tokenClasses: { pos: tokens.map((_, k) => kinds[(k + index) % 4]) },
  };
});
export const data = lines(texts);
export const methods = ['raw', 'rollout', 'flow'];
const layers = [0, 1];

/** A number in [-1, 1] for each row, kind and method, and sometimes null. */
export const scoreOf = (row, kind, method) => (row % 17 === 3 ? null : Math.round(Math.sin(row * 7.3 + kind * 2.1 + method) * 1e4) / 1e4);

export const means = expectedMeans(texts);
/** Made-up cells of the faithfulness table. */
export const faithfulness = methods.map((method, i) => ({
  method,
  firstLayer: 0,
  cells: layers.map((layer) => [60, 0, 0.1 * (i + 1) + 0.25 * layer, 60 * (0.05 * (i + 1)) ** 2]),
}));

export const head = (more = {}) => ({
  format: 'headwaters-dataset/1',
  program: 'Headwaters',
  settings: { method: 'summary', residual: '0.5' },
  methods,
  ...more,
});

export function row(index, more = {}) {
  const at = lines(texts.slice(0, index)).length;
  const [entropy, meanDistance, specialShare] = [1 + index / 100, 2 - index / 100, 0.25];
  return {
    file: '../data/texts.jsonl',
    line: index + 1,
    bytes: [at, JSON.stringify(texts[index]).length],
    example: 0,
    ...(texts[index].title && { title: texts[index].title }),
    text: texts[index].tokens.join(' '),
    tokens: texts[index].tokens.length,
    entropy,
    meanDistance,
    specialShare,
    // For each layer, and for the last layer only, as in older lists.
    importance: {
      blankout: methods.map((_, m) => layers.map((layer) => scoreOf(index, 0, m + 3 * (1 - layer)))),
      gradient: methods.map((_, m) => scoreOf(index, 1, m)),
    },
    ...more,
  };
}

const labels = Object.keys(means.classes.pos);
export const end = (more = {}) => ({
  end: true,
  examples: texts.length,
  failed: 2,
  statistics: means.statistics,
  rolloutByDistance: { from: Array.from({ length: means.distances.all[0].length }, (_, i) => i), ...means.distances },
  tokenClasses: [
    {
      name: 'pos',
      classes: labels,
      tokens: [labels.map((label) => means.classes.pos[label][0][0])],
      output: layers.map((layer) => labels.map((label) => means.classes.pos[label][1][layer])),
      all: layers.map((layer) => labels.map((label) => means.classes.pos[label][2][layer])),
    },
  ],
  importance: [{ name: 'blankout', methods: faithfulness }],
  ...more,
});
export const list = (rows = texts.map((_, index) => row(index)), more = {}) => lines([head(), ...rows, end(more)]);

/** Hosts these files by path, supports ranges and records the requests. @param {Record<string, string | Buffer>} files */
export async function host(files) {
  const asked = [];
  const server = createServer((request, response) => {
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    asked.push(request.url + (range ? ` ${range[1]}-${range[2]}` : ''));
    const found = files[request.url];
    const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'range' };
    if (found === undefined) return response.writeHead(404, headers).end();
    const bytes = Buffer.from(found);
    if (range && !files.plain) return response.writeHead(206, headers).end(bytes.subarray(Number(range[1]), Number(range[2]) + 1));
    return response.writeHead(200, headers).end(bytes);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  server.unref(); // a test that fails before it closes this one must end all the same
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    asked,
    files,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** Drops files, by their names, in one drop. @param {Record<string, string>} files */
export const dropAll = (page, files) =>
  page.evaluate((all) => {
    const transfer = new DataTransfer();
    for (const [name, text] of Object.entries(all)) transfer.items.add(new File([text], name));
    for (const type of ['dragenter', 'dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }));
  }, files);

/** The rows of the list from its top: [number, text, tokens, value]. */
export const shown = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.data-set .room .row:not([hidden])')]
      .sort((a, b) => Number(a.dataset.place) - Number(b.dataset.place))
      .map((one) => [...one.children].map((cell) => cell.textContent)),
  );
