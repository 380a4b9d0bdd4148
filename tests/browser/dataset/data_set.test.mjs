// SPDX-License-Identifier: MIT
// A data set in the page, with its list and its means, from the list to an example and back.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before } from 'node:test';
import { gzipSync } from 'node:zlib';

import { test } from '../engine.mjs';
import { assertClose, byId, idle, opened, Stage, state, until } from '../harness.mjs';
import { data, dropAll, faithfulness, host, list, means, row, scoreOf, shown, texts } from './made.mjs';

const stage = Stage.forFile();
let site;
let address;
before(async () => {
  site = await host({ '/results/dataset.headwaters.jsonl': list(), '/packed.jsonl.gz': gzipSync(list()), '/data/texts.jsonl': data });
  address = encodeURIComponent(`${site.url}/results/dataset.headwaters.jsonl`);
});
after(() => site.close());

/** @param {string} fragment */
async function openList(fragment = `url=${address}`, more = {}) {
  const page = await stage.open({ fragment, ...more });
  await page.waitForSelector('.data-set .room .row');
  await idle(page);
  return page;
}
const count = (page) => page.textContent('.data-set .count');
const atExample = async (page, number) => {
  await until(
    page,
    (wanted) => document.querySelector('.data-set-bar')?.hidden === false && window.headwaters.state.row === wanted,
    number,
  );
  await idle(page);
};
/** Numbers of a table by its caption, without the words before them. */
const numbersOf = (page, caption) =>
  page.evaluate((begin) => {
    const table = [...document.querySelectorAll('.data-set table')].find((one) => one.caption.textContent.startsWith(begin));
    return [...table.tBodies[0].rows].map((tr) => [
      tr.cells[0].textContent,
      ...[...tr.cells].slice(1).map((cell) => Number.parseFloat(cell.textContent.replace('−', '-'))),
    ]);
  }, caption);

test('a list opens by its address, and its means are those of an independent computation', async () => {
  const page = await openList();
  assert.equal(await page.textContent('.data-set h2'), 'results');
  assert.equal(await count(page), '60 examples, 2 failed');
  assert.equal((await state(page)).dataset, `${site.url}/results/dataset.headwaters.jsonl`);
  const mean = (cells) => cells.map((cell) => cell[2]);
  const heads = await numbersOf(page, 'Entropy');
  assert.deepEqual(
    heads.map(([name]) => name),
    ['1', '2'],
  );
  heads.forEach(([, ...values], layer) => {
    assertClose(values, mean(means.statistics.entropy[layer]), 0.0051, 'entropy');
  });
  for (const of of ['output', 'all']) {
    await page.selectOption('[data-id="means/of"]', of);
    for (const layer of [0, 1]) {
      await page.selectOption('[data-id="means/layer"]', String(layer));
      const distances = await numbersOf(page, 'Rollout share by distance');
      assertClose(
        distances.map(([, value]) => value),
        mean(means.distances[of][layer]),
        0.000051,
        `distances of ${of}`,
      );
      const classes = await numbersOf(page, 'Rollout share by pos');
      assert.equal(classes.length, 4);
      for (const [name, , mass, share] of classes) {
        const [tokens, output, all] = means.classes.pos[name === 'none' ? '' : name];
        assertClose([mass, share], [(of === 'output' ? output : all)[layer][2], tokens[0][2]], 0.00051, name);
      }
    }
  }
  const table = await page.evaluate(
    () => [...document.querySelectorAll('.data-set table')].find((one) => one.caption.textContent.includes('blankout')).textContent,
  );
  for (const { method, cells } of faithfulness) {
    assert.match(
      table,
      new RegExp(`${method}${cells.map(([n, , value, squares]) => `${value.toFixed(3)} ±${Math.sqrt(squares / n).toFixed(3)}`).join('')}`),
    );
  }
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
});

test('it is sorted by any score both ways, and filtered by words', async () => {
  const page = await openList();
  const rows = texts.map((_, index) => index);
  const by = (values, descending) =>
    rows
      .toSorted((a, b) => {
        const [x, y] = [values[a], values[b]];
        if (x === null || y === null) return Number(x === null) - Number(y === null) || a - b;
        return (descending ? y - x : x - y) || a - b;
      })
      .map((index) => String(index + 1));
  /** @type {[string, number[], number?][]} */
  const keys = [
    ['blankout, flow', rows.map((index) => scoreOf(index, 0, 2))],
    ['blankout, flow', rows.map((index) => scoreOf(index, 0, 5)), 1],
    ['gradient, raw, last layer', rows.map((index) => scoreOf(index, 1, 0))],
    ['entropy', rows.map((index) => index)],
    ['meanDistance', rows.map((index) => -index)],
    ['tokens', texts.map(({ tokens }) => tokens.length)],
    ['row', rows],
  ];
  for (const [label, values, layer] of keys) {
    await page.selectOption('[data-id="data-set/sort"]', /,/.test(label) ? { label } : label);
    const layers = '[data-id="data-set/layer"]';
    assert.equal(await page.isVisible(layers), label.startsWith('blankout'), label);
    if (layer) await page.selectOption(layers, String(layer));
    for (const largest of [true, false]) {
      const button = page.locator('.data-set .turn');
      if ((await button.textContent()) !== (largest ? '↓' : '↑')) await button.click();
      const seen = (await shown(page)).map(([number]) => number);
      assert.ok(seen.length > 12);
      assert.deepEqual(seen, by(values, largest).slice(0, seen.length), `${label}, ${largest}`);
    }
  }
  const wanted = texts.filter(({ tokens }) => tokens.includes('word7') && tokens.includes('word10')).length;
  await page.fill('.data-set .found', 'word7 WORD10');
  await until(
    page,
    (text) => document.querySelector('.data-set .count')?.textContent === text,
    `${texts.filter(({ tokens }) => tokens.some((token) => token.includes('word7')) && tokens.includes('word10')).length} of 60 examples`,
  );
  assert.ok(wanted > 0 && (await shown(page)).every(([, text]) => text.includes('word7') && text.includes('word10')));
  await page.fill('.data-set .found', 'eighth');
  await until(page, () => document.querySelector('.data-set .count')?.textContent === '1 of 60 examples');
  await page.fill('.data-set .found', 'nothing has this');
  await until(page, () => document.querySelector('.data-set .count')?.textContent === '0 of 60 examples');
});

test('a click opens the example from beside the list, and back leads to where the list was', async () => {
  const page = await openList();
  await page.selectOption('[data-id="data-set/sort"]', 'row');
  await page.evaluate(() => {
    document.querySelector('.data-set .grid').scrollTop = 1200;
  });
  await page.waitForSelector('.data-set [data-place="30"]');
  site.asked.length = 0;
  // A driver may scroll the element that it clicks.
  await page.evaluate(() => {
    const grid = document.querySelector('.data-set .grid');
    grid.addEventListener(
      'click',
      () => {
        window.left = grid.scrollTop;
      },
      { capture: true, once: true },
    );
  });
  await page.click('.data-set [data-place="30"]');
  await atExample(page, 30);
  const [from, size] = row(30).bytes;
  assert.deepEqual(site.asked, [`/data/texts.jsonl ${from}-${from + size - 1}`]);
  assert.deepEqual((await state(page)).document.tokens, texts[30].tokens);
  assert.match(await page.textContent('.data-set-bar p'), /^31 of 60$/);
  await page.evaluate(() => window.headwaters.setState({ method: 'raw', layer: 1 }));
  // The next one is shown like this one.
  await page.click('[data-id="data-set/next"]');
  await atExample(page, 31);
  const next = await state(page);
  assert.deepEqual([next.document.tokens, next.method], [texts[31].tokens, 'raw']);
  await page.click('.data-set-bar .back');
  await page.waitForSelector('.data-set:not([hidden])');
  assert.ok(await page.evaluate(() => window.left > 500 && document.querySelector('.data-set .grid').scrollTop === window.left));
  assert.equal((await state(page)).row, -1);
  await page.goBack();
  await atExample(page, 31);
  await page.goBack();
  await atExample(page, 30);
  assert.deepEqual(page.faults, []);
});

test('keys move in the list and open what they stand on', async () => {
  const page = await openList();
  await page.selectOption('[data-id="data-set/sort"]', 'tokens');
  await page.focus('.data-set .grid');
  for (const key of ['End', 'Home', 'ArrowDown', 'ArrowDown', 'PageDown', 'PageUp']) await page.keyboard.press(key);
  const order = texts.map((_, index) => index).toSorted((a, b) => texts[a].tokens.length - texts[b].tokens.length || a - b);
  assert.equal(await page.evaluate(() => document.querySelector('.data-set [aria-selected]').dataset.place), '2');
  await page.keyboard.press('Enter');
  await atExample(page, order[2]);
  assert.deepEqual((await state(page)).document.tokens, texts[order[2]].tokens);
});

test('a link leads to the list, or to one of its examples', async () => {
  const page = await stage.open({ fragment: `dataset=${address}&row=5` });
  await atExample(page, 4);
  assert.deepEqual((await state(page)).document.tokens, texts[4].tokens);
  const whole = await stage.open({ fragment: new URL(page.url()).hash.slice(1) });
  await atExample(whole, 4);
  assert.deepEqual((await state(whole)).document.tokens, texts[4].tokens);
  const beyond = await stage.open({ fragment: `dataset=${encodeURIComponent(`${site.url}/packed.jsonl.gz`)}&row=99` });
  await beyond.waitForSelector('.data-set .problem:not([hidden])');
  assert.match(await beyond.textContent('.data-set .problem'), /example 99: The list has 60 examples/);
  assert.ok((await shown(beyond)).length > 10);
});

test('a list that is dropped takes its data by hand, and opens what waited for them', async () => {
  const page = await stage.open();
  await opened(page);
  await dropAll(page, { 'dataset.headwaters.jsonl': list() });
  await page.waitForSelector('.data-set .room .row');
  await page.selectOption('[data-id="data-set/sort"]', 'row');
  await page.click('.data-set [data-place="3"]');
  await page.waitForSelector('.data-set .problem:not([hidden])');
  assert.match(await page.textContent('.data-set .problem'), /without its data.*drop \.\.\/data\/texts\.jsonl or its folder here/i);
  await dropAll(page, { 'texts.jsonl': data });
  await atExample(page, 3);
  assert.deepEqual((await state(page)).document.tokens, texts[3].tokens);
  const reference = await page.evaluate(() => window.headwaters.results({ method: 'rollout', layer: 1 }));
  assert.equal(reference.layers[0].values.length, texts[3].tokens.length);
  // Opening another document closes the data set.
  await page.evaluate((text) => window.headwaters.open(JSON.parse(text)), JSON.stringify(texts[9]));
  assert.deepEqual([(await state(page)).dataset, (await state(page)).document.tokens], ['', texts[9].tokens]);
  assert.equal(await page.isVisible('.data-set-bar'), false);
  // List and data in one drop.
  await dropAll(page, { 'texts.jsonl': data, 'dataset.headwaters.jsonl': list() });
  await page.waitForSelector('.data-set .room .row:not([hidden])');
  await page.click('.data-set [data-place="0"]');
  await until(page, () => window.headwaters.state.row >= 0);
  assert.deepEqual(page.faults, []);
});

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
for (const [place, scheme, size] of /** @type {[string, 'light' | 'dark', number[]][]} */ ([
  ['1280 pixels, light', 'light', [1280, 800]],
  ['1280 pixels, dark', 'dark', [1280, 800]],
  ['390 pixels, light', 'light', [390, 844]],
])) {
  test(`no rule of WCAG 2.2 AA is broken at ${place}`, async () => {
    const page = await openList(undefined, { size, context: { colorScheme: scheme } });
    await page.evaluate(axe);
    const check = async (where) => {
      const found = await page.evaluate(() =>
        window.axe
          .run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] })
          .then((result) => result.violations),
      );
      assert.deepEqual(
        found.flatMap(({ id, help, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${where}: ${id} (${help}) at ${target}: ${failureSummary}`),
        ),
        [],
      );
    };
    await check('list');
    await page.evaluate(() =>
      document.querySelectorAll('.data-set details').forEach((one) => {
        one.open = true;
      }),
    );
    if (size[0] < 800) await page.click('.data-set .switch');
    await check('means');
    if (size[0] < 800) await page.click('.data-set .switch');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    await page.click('.data-set [data-place="1"]');
    await until(page, () => window.headwaters.state.row >= 0);
    await idle(page);
    await check('example');
  });
}

test('a chart is saved for a paper, with the intervals of its means', async () => {
  const page = await openList();
  const saved = async (name) => {
    const [download] = await Promise.all([page.waitForEvent('download'), byId(page, `chart/${name}`).first().click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const chart = await saved('svg');
  assert.match(chart.name, /^faithfulness-blankout-83mm\.svg$/);
  const svg = chart.bytes.toString();
  assert.match(svg, /<svg[^>]* width="83\.00mm"/);
  assert.match(svg.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '), /95 % confidence intervals of the mean/);
  // The bar's length is t times the standard error, on the chart's own scale, from two of its ticks.
  const number = (line, name) => Number(new RegExp(`${name}="([-\\d.]+)"`).exec(line)[1]);
  const rules = [...svg.matchAll(/<line (?=[^>]*x1="34")[^>]*>/g)].map(([line]) => number(line, 'y1'));
  const ticks = [...svg.matchAll(/<text (?=[^>]*x="28")[^>]*>([^<]*)</g)].map(([, text]) => Number(text.replace('−', '-')));
  const unit = Math.abs((rules[0] - rules.at(-1)) / (ticks[0] - ticks.at(-1)));
  const strokes = [...svg.matchAll(/<line (?![^>]*x1="34")[^>]*>/g)].map(([line]) => Math.abs(number(line, 'y1') - number(line, 'y2')));
  const expected = faithfulness.flatMap(({ cells }) => cells.map(([n, , , squares]) => 2 * 2.0 * Math.sqrt(squares / n / (n - 1))));
  assert.equal(strokes.length, expected.length);
  strokes.forEach((length, i) => {
    assert.ok(Math.abs(length / unit - expected[i]) < 0.03 * expected[i] + 0.4 / unit, `${length / unit} is not ${expected[i]}`);
  });
  await byId(page, 'chart/width').first().selectOption('170');
  const pdf = await saved('pdf');
  assert.match(pdf.name, /170mm\.pdf$/);
  assert.match(pdf.bytes.toString('latin1'), /\/MediaBox \[0 0 481\.\d+ /);
  assert.match(pdf.bytes.toString('latin1'), /\+Inter-Regular /);
  const png = await saved('300dpi');
  assert.ok(Math.abs(png.bytes.readUInt32BE(16) - (170 / 25.4) * 300) <= 2);
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
});
