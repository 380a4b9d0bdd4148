// SPDX-License-Identifier: MIT
// Slow machines, slow lines and little memory. The page loads, shows what it waits for, answers, and loses nothing.
import assert from 'node:assert/strict';

import { driver, note, test } from '../engine.mjs';
import { assertClose, drop, idle, opened, openedAs, readData, readJson, site, Stage, state, still } from '../harness.mjs';
import { atNight } from '../nightly.mjs';
import { lines, prepare, serveSlowly } from '../slow_line.mjs';

const stage = Stage.forFile();
const known = readJson('references/toy_agreement_keys.expected.json');
const fragment = 'v=1&sample=agreement-keys&layer=6';

/** Milliseconds from the navigation to the first bars, and kilobytes received until then, for a line. */
async function firstBars(line) {
  const host = await serveSlowly(site, line);
  try {
    const page = await stage.open({ url: host.url, fragment, ready: false });
    const time = await page.evaluate(async () => {
      while (!window.headwaters?.layout().some(({ kind, name }) => kind === 'text' && name === 'cabinet'))
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now();
    });
    const kilobytes = Math.round(host.sent() / 1000);
    assert.deepEqual(page.faults, []);
    await page.context().close();
    return { time: Math.round(time), kilobytes };
  } finally {
    host.close();
  }
}

for (const [name, line, longest] of /** @type {[string, typeof lines['4G'], number][]} */ ([
  ['4G', lines['4G'], 12_000],
  ['3G', lines['3G'], 20_000],
])) {
  test(`on ${name} (${line.rate / 1e6} Mbit/s, ${line.delay} ms) the first bars come`, {
    timeout: 120_000,
    skip: name === '4G' && atNight,
  }, async () => {
    prepare(site, ['headwaters.wasm', 'engine.wasm']);
    const runs = [];
    for (let i = 0; i < 3; ++i) runs.push(await firstBars(line));
    const { time, kilobytes } = runs.sort((a, b) => a.time - b.time)[1];
    note({ pace: `first bars on ${name}, ${line.rate / 1e6} Mbit/s and ${line.delay} ms (${kilobytes} KB)`, value: time, unit: 'ms' });
    assert.ok(time < longest, `${time} ms`);
  });
}

test('on a slow line the page says that it is loading, and does not say so any more when it is there', { timeout: 60_000 }, async () => {
  const host = await serveSlowly(site, lines['3G']);
  try {
    const page = await stage.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(`${host.url}#${fragment}`, { waitUntil: 'commit' });
    const waiting = page.getByText('Loading Headwaters');
    await waiting.waitFor();
    await page.waitForFunction(() => getComputedStyle(document.getElementById('wait')).opacity === '1');
    await opened(page);
    await idle(page);
    await waiting.waitFor({ state: 'detached' });
  } finally {
    host.close();
  }
});

test('a machine four times as slow has the same numbers, and a key its answer', { timeout: 180_000 }, async () => {
  const page = await stage.openStill({ fragment });
  await driver.slowDown(page, 4);
  const times = [];
  for (const [key, layer] of /** @type {[string, number][]} */ ([
    ['Home', 0],
    ['ArrowRight', 1],
    ['ArrowRight', 2],
    ['End', 5],
  ])) {
    const begin = performance.now();
    await page.keyboard.press(key);
    await idle(page);
    times.push(performance.now() - begin);
    assert.equal((await state(page)).layer, layer);
  }
  const median = times.sort((a, b) => a - b)[2];
  note({ pace: 'a key, until all is at rest, four times as slow', value: Math.round(median), unit: 'ms' });
  assert.ok(median < 8000, `${times}`);
  const { layers } = await page.evaluate(() => window.headwaters.results({ method: 'rollout' }));
  layers.forEach(({ values }, layer) => {
    assertClose(values, known.rollout_source_rows[layer], 1e-6, `layer ${layer}`);
  });
  await page.evaluate(() => window.headwaters.setState({ layer: 0 }));
  const seen = await page.evaluate(async () => {
    const layers = [];
    window.headwaters.on('layer', (layer) => layers.push(layer));
    window.headwaters.play();
    while (layers.at(-1) !== 5) await new Promise((resolve) => setTimeout(resolve, 50));
    window.headwaters.pause();
    return layers;
  });
  assert.deepEqual(
    seen.filter((layer, i) => i > 0 && layer !== seen[i - 1] + 1),
    [],
    `no layer is left out: ${seen}`,
  );
  assert.equal(seen.at(-1), 5);
  assert.deepEqual(page.faults, []);
});

/** A module with this much memory, in megabytes, runs in the worker instead of the browser's own limit. */
const limited = (megabytes) => `{
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * 65536 > ${megabytes} * 2 ** 20) throw new RangeError('WebAssembly.Memory.grow(): Maximum memory size exceeded');
    return grow.call(this, pages);
  };
}
`;

/** Opens an .npy of one layer and one head over this number of tokens, made in the page. Returns the reason for the refusal. */
const openWide = (page, tokens) =>
  page.evaluate((count) => {
    const header = `${`{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, ${count}, ${count}), }`.padEnd(117)}\n`;
    const bytes = new Uint8Array(128 + 4 * count * count);
    bytes.set([0x93, ...new TextEncoder().encode('NUMPY'), 1, 0, 118, 0]);
    bytes.set(new TextEncoder().encode(header), 10);
    new Float32Array(bytes.buffer, 128).fill(1 / count);
    return window.headwaters.open(bytes, { name: 'wide.npy' }).then(
      () => '',
      ({ message }) => message,
    );
  }, tokens);

test('where the browser gives no more memory a file is refused with a remedy, and the page goes on', { timeout: 180_000 }, async () => {
  const page = await stage.open({ ready: false, url: 'about:blank' });
  await page.route('**/worker.js', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: limited(64) + (await answer.text()) });
  });
  await page.goto(`${stage.page.url}#${fragment}`);
  await opened(page);
  await still(page);
  const refused = await openWide(page, 4200); // a tensor of 70 MB
  assert.match(refused, /memory.*\. \S.*\./i, 'what is missing, and what to do');
  await idle(page);
  assert.equal((await state(page)).document.name, 'agreement-keys', 'what was open is open');
  const { layers } = await page.evaluate(() => window.headwaters.results({ method: 'rollout', layer: 5 }));
  layers[0].values.forEach((row, q) => {
    assertClose(row, known.rollout[5][q], 1e-6, `row ${q}`);
  });
  await drop(page, 'keys.json', readData('references/toy_agreement_keys.json'));
  await openedAs(page, 'keys.json');
  assert.deepEqual(await page.evaluate(() => window.violations), []);
});
