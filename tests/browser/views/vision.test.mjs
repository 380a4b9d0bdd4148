// SPDX-License-Identifier: MIT
// Pictures given by hand to the attention of vision transformers, and grids derived from the number of tokens. Covers every layer's values
// over a picture, several pictures, frames, and heads on the picture.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { byId, idle, openedAs, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();

/** In head h of layer l, row q attends to key k with a weight of 1 + (q + 2 k + 3 h + 5 l) mod 7, divided by the row's sum. */
const weightsOf = (count, layer, head) =>
  Array.from({ length: count }, (_, q) => {
    const row = Array.from({ length: count }, (__, k) => 1 + ((q + 2 * k + 3 * head + 5 * layer) % 7));
    const sum = row.reduce((a, b) => a + b);
    return row.map((value) => Number((value / sum).toFixed(6)));
  });
const attentionOf = (count, layers = 2, heads = 2) =>
  Array.from({ length: layers }, (_, layer) => Array.from({ length: heads }, (__, head) => weightsOf(count, layer, head)));
const fileOf = (count, more = {}, layers = 2, heads = 2) => JSON.stringify({ ...more, attentions: attentionOf(count, layers, heads) });

/** A picture of two colours, painted in the page. */
const paint = (page, width, height, type = 'image/png') =>
  page.evaluate(
    ([w, h, kind]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
      const context = canvas.getContext('2d');
      context.fillStyle = 'rgb(200,80,40)';
      context.fillRect(0, 0, w / 2, h);
      context.fillStyle = 'rgb(40,120,200)';
      context.fillRect(w / 2, 0, w / 2, h);
      return canvas.toDataURL(kind);
    },
    [width, height, type],
  );

/** Drops all files at once: [name, text or data: URL]. */
const dropAll = (page, files) =>
  page.evaluate(async (given) => {
    const transfer = new DataTransfer();
    for (const [name, content] of given) {
      const isPicture = content.startsWith('data:image');
      const bytes = isPicture ? Uint8Array.from(atob(content.split(',')[1]), (c) => c.charCodeAt(0)) : content;
      transfer.items.add(new File([bytes], name));
    }
    for (const type of ['dragenter', 'dragover', 'drop'])
      document.getElementById('canvas').dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }));
  }, files);

const pictured = (page, count = 1) =>
  page.waitForFunction((wanted) => window.headwaters.state.document?.images.filter(({ picture }) => picture).length === wanted, count);
const gridsOf = async (page) => (await state(page)).document.images.map(({ rows, cols, firstPatchToken }) => [rows, cols, firstPatchToken]);
const said = async (page) => (await state(page)).messages.map(({ kind, finding }) => `${kind}: ${finding}`);

/** Opens a file without tokens, and drops a picture onto it. */
async function withPicture(count, { width = 64, height = 64, type = 'image/png', name = 'cat.png', layers = 2 } = {}) {
  const page = await stage.openStill();
  await dropAll(page, [['vit.json', fileOf(count, {}, layers)]]);
  await openedAs(page, 'vit.json');
  await dropAll(page, [[name, await paint(page, width, height, type)]]);
  await pictured(page);
  await still(page);
  return page;
}

test('a picture dropped onto 197 tokens lies under 14 x 14 patches behind [CLS], and back takes it away', async () => {
  const page = await withPicture(197, { layers: 1 });
  assert.deepEqual(await gridsOf(page), [[14, 14, 1]]);
  const { document, messages } = await state(page);
  assert.deepEqual(document.tokens.slice(0, 2), ['[CLS]', 'r0c0']);
  // Together with a note that there is only one layer.
  const [note, ...more] = messages.filter(({ place }) => place === 'picture');
  assert.deepEqual([note.kind, note.actions.length, more], ['note', 1, []]);
  assert.equal(await page.locator('[data-id="message/grid"]').count(), 1);
  assert.match(
    note.finding,
    /^picture [0-9a-f]{8} is shown under the 14 × 14 patches\. The 197 tokens are read as \[CLS\] and 14 × 14 patches\.$/,
  );
  assert.match(page.url(), /picture=picture%20[0-9a-f]{8}/);
  assert.ok((await page.evaluate(() => document.getElementById('mirror').textContent)).includes('r14c14'));
  await page.evaluate(() => history.back());
  await page.waitForFunction(() => window.headwaters.state.document?.images.length === 0);
  assert.equal((await state(page)).document.tokensAreNumbered, true);
  await page.evaluate(() => history.forward());
  await pictured(page);
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
});

test('the picture is there after a reload', async () => {
  const page = await withPicture(18, { type: 'image/jpeg', name: 'a cat & a dog.jpg' });
  assert.deepEqual(await gridsOf(page), [[4, 4, 2]]);
  await page.waitForFunction(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open('headwaters', 1);
        request.onsuccess = () => {
          const all = request.result.transaction('files').objectStore('files').getAll();
          all.onsuccess = () => {
            request.result.close();
            resolve(all.result.length === 2);
          };
        };
      }),
  );
  await page.reload();
  await openedAs(page, 'vit.json');
  await pictured(page);
  assert.deepEqual(await gridsOf(page), [[4, 4, 2]]);
});

test('the picture is there in a saved file and in a link with the data', async () => {
  const page = await withPicture(18, { type: 'image/jpeg', name: 'a cat & a dog.jpg' });
  const { text, link } = await page.evaluate(async () => ({
    text: await new Response((await window.headwaters.save()).stream().pipeThrough(new DecompressionStream('gzip'))).text(),
    link: (await window.headwaters.link()).url,
  }));
  const saved = JSON.parse(text);
  assert.ok(saved.image.data.startsWith('data:image/jpeg;base64,'));
  assert.deepEqual([saved.image.grid, saved.image.firstPatchToken], [[4, 4], 2]);
  assert.deepEqual(saved.tokens.slice(0, 3), ['[CLS]', '[DIST]', 'r0c0']);
  assert.ok(!saved.saved.view.includes('picture=') && !/a cat|a%20cat/.test(text + link + page.url()), 'nothing of the file’s name');
  await dropAll(page, [['saved.json', text]]);
  await openedAs(page, 'saved.json');
  await pictured(page);
  const other = await stage.openStill({ fragment: link.split('#')[1] });
  await pictured(other);
  assert.deepEqual(await gridsOf(other), [[4, 4, 2]]);
});

test('file and picture dropped together open both; a picture without attention says what helps', async () => {
  const page = await stage.openStill();
  const wide = await paint(page, 80, 60, 'image/webp');
  await dropAll(page, [['wide.webp', wide]]); // the sample's tokens are words
  await page.waitForFunction(() => window.headwaters.state.messages.length === 1);
  const [message] = (await state(page)).messages;
  assert.equal(message.finding, 'This is a picture, not attention weights.');
  assert.match(message.remedy, /input picture onto its open attention, or together with its file/);
  await dropAll(page, [
    ['wide.webp', wide],
    ['vit.json', fileOf(193, {}, 1, 1)],
  ]);
  await openedAs(page, 'vit.json');
  await pictured(page);
  assert.deepEqual(await gridsOf(page), [[12, 16, 1]]);
  // A picture replaces the one that a document already has, even under its name.
  const { choices } = (await state(page)).source;
  await dropAll(page, [['wide.webp', await paint(page, 120, 90)]]);
  await page.waitForFunction((before) => window.headwaters.state.source.choices !== before, choices);
  await pictured(page);
});

test('another grid is a choice in the page, kept in the address', async () => {
  const page = await withPicture(145, { width: 160, height: 90 });
  assert.deepEqual(await gridsOf(page), [[12, 12, 1]]);
  assert.deepEqual((await state(page)).document.grids.map(({ rows, cols }) => [rows, cols]).slice(0, 2), [
    [12, 12],
    [9, 16],
  ]);
  await page.evaluate(() => window.headwaters.setState({ panel: 'image' }));
  await idle(page);
  const place = await page.evaluate(() =>
    window.headwaters.layout().find(({ kind, name }) => kind === 'target' && /grid|after 1 token/.test(name)),
  );
  assert.ok(place, 'the grid can be clicked');
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  await byId(page, 'patches/9x16@1').click();
  await page.waitForFunction(() => window.headwaters.state.document?.images[0]?.cols === 16);
  await idle(page);
  assert.match(page.url(), /grid=9x16@1/);
  assert.equal((await state(page)).document.tokens[17], 'r1c0');
  await page.evaluate(() => window.headwaters.setState({ grid: '3x6x8@1' }));
  await page.waitForFunction(() => window.headwaters.state.document?.images.length === 3);
  assert.deepEqual(await gridsOf(page), [
    [6, 8, 1],
    [6, 8, 49],
    [6, 8, 97],
  ]);
});

/** All tables of the mirror by title, [row][column]. */
const tables = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('#mirror section table')].map((table) => [
        table.caption?.textContent ?? table.getAttribute('aria-label') ?? table.closest('section').querySelector('h2, h3')?.textContent,
        [...table.tBodies[0].rows].map((row) => [...row.cells].slice(1).map((cell) => Number(cell.textContent))),
      ]),
    ),
  );

test('every layer stands over the picture, and a click goes to it', async () => {
  const page = await withPicture(17, { layers: 3 });
  await page.evaluate(() => window.headwaters.setState({ panel: 'image', image: 'layers', method: 'raw', tokens: [0], layer: 2 }));
  await idle(page);
  const all = await tables(page);
  for (const layer of [0, 1, 2]) {
    const [, values] = Object.entries(all).find(([title]) => title?.includes(`Layer ${layer + 1}`)) ?? [];
    assert.ok(values, `a table of layer ${layer + 1} among ${Object.keys(all)}`);
    const [first, second] = [weightsOf(17, layer, 0)[0], weightsOf(17, layer, 1)[0]];
    for (let patch = 0; patch < 16; patch += 1) {
      const mean = (first[1 + patch] + second[1 + patch]) / 2;
      assert.ok(Math.abs(values[Math.floor(patch / 4)][patch % 4] - mean) < 6e-4, `layer ${layer + 1}, patch ${patch}`);
    }
  }
  const figures = await page.evaluate(() =>
    window.headwaters.layout().filter(({ kind, name }) => kind === 'figure' && name.startsWith('picture ')),
  );
  assert.equal(figures.length, 3);
  const [{ x, y, width, height }] = figures;
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.waitForFunction(() => window.headwaters.state.layer === 0);
  const svg = await page.evaluate(() => window.headwaters.figure({ view: 'image', format: 'svg' }));
  assert.equal(svg.match(/<image/g).length, 3);
  for (const layer of [1, 2, 3]) assert.ok(svg.includes(`Layer ${layer}`));
  assert.match(page.url(), /image=layers/);
});

test('pictures among text have their own patches, on one scale, with the text below', async () => {
  const page = await stage.openStill();
  const [red, blue] = [await paint(page, 40, 40), await paint(page, 60, 30)];
  const tokens = ['What', 'changed', ...Array(4).fill('<image>'), 'and', ...Array(8).fill('<image>'), '?'];
  const imageRegions = [
    { data: red, grid: [2, 2], firstPatchToken: 2 },
    { data: blue, grid: [2, 4], firstPatchToken: 7 },
  ];
  await dropAll(page, [['two.json', fileOf(16, { tokens, imageRegions })]]);
  await openedAs(page, 'two.json');
  await page.evaluate(() => window.headwaters.setState({ panel: 'image', method: 'raw', tokens: [15], layer: 0 }));
  await still(page);
  assert.deepEqual(await gridsOf(page), [
    [2, 2, 2],
    [2, 4, 7],
  ]);
  const numbers = await page.evaluate(() => window.headwaters.results({ view: 'image' }).catch(() => null));
  const all = await tables(page);
  const second = Object.entries(all).find(([title]) => title?.includes('Picture 2'))[1];
  const row = [0, 1].map((head) => weightsOf(16, 0, head)[15]);
  for (let patch = 0; patch < 8; patch += 1) {
    const mean = (row[0][7 + patch] + row[1][7 + patch]) / 2;
    assert.ok(Math.abs(second[Math.floor(patch / 4)][patch % 4] - mean) < 6e-4, `patch ${patch}`);
  }
  assert.equal(numbers, null); // the figure of an image does not contain numbers
  // A click on a patch of the second picture selects its row.
  const [, box] = await page.evaluate(() =>
    window.headwaters.layout().filter(({ kind, name }) => kind === 'figure' && name.startsWith('picture ')),
  );
  await page.mouse.click(box.x + box.width / 8, box.y + box.height / 4);
  await page.waitForFunction(() => window.headwaters.state.tokens[0] === 7);
  assert.ok((await page.evaluate(() => document.getElementById('mirror').textContent)).includes('i2r1c1'));
});

test('frames of a video stand side by side, with a picture each or without', async () => {
  const page = await stage.openStill();
  const data = [await paint(page, 20, 20), null, await paint(page, 30, 30), null];
  await page.evaluate(() => {
    const { createImageBitmap } = window;
    window.decoded = 0;
    window.createImageBitmap = (/** @type {[any]} */ ...given) => {
      window.decoded += 1;
      return createImageBitmap(...given);
    };
  });
  await dropAll(page, [['video.json', fileOf(17, { image: { data, grid: [4, 2, 2], firstPatchToken: 1 } })]]);
  await openedAs(page, 'video.json');
  await page.evaluate(() => window.headwaters.setState({ panel: 'image' }));
  await still(page);
  assert.equal(await page.evaluate(() => window.decoded), 2, 'each picture is decoded once');
  assert.deepEqual(
    (await state(page)).document.images.map(({ picture }) => picture),
    [true, false, true, false],
  );
  const figures = await page.evaluate(() =>
    window.headwaters.layout().filter(({ kind, name }) => kind === 'figure' && name.startsWith('picture ')),
  );
  assert.equal(figures.length, 4);
  assert.ok(figures.every(({ y }) => y === figures[0].y) || figures.length === 4);
  assert.match(await page.evaluate(() => document.querySelector('#mirror section p').textContent), /frame \d, row \d, column \d \(/);
  // The frames without a picture get theirs, in order.
  await dropAll(page, [['second.png', await paint(page, 24, 24)]]);
  await pictured(page, 3);
  assert.deepEqual(
    (await state(page)).document.images.map(({ picture }) => picture),
    [true, true, true, false],
  );
});

test('heads are shown on the picture, with their share on it', async () => {
  const page = await withPicture(17, { layers: 2 });
  await page.evaluate(() => window.headwaters.setState({ panel: 'heads', thumbnails: 'patches', tokens: [3] }));
  await idle(page);
  const shares = await page.evaluate(() => {
    const table = [...document.querySelectorAll('#mirror section table')].find((one) => one.textContent.includes('share on the picture'));
    return [...table.tBodies[0].rows].map((row) => Number(row.cells[5].textContent));
  });
  const expected = [0, 1].flatMap((layer) =>
    [0, 1].map((head) =>
      weightsOf(17, layer, head)[3]
        .slice(1)
        .reduce((a, b) => a + b),
    ),
  );
  shares.forEach((share, index) => {
    assert.ok(Math.abs(share - expected[index]) < 6e-4, `${share}, expected ${expected[index]}`);
  });
  // Also beyond 64 tokens, a row is not thinned out.
  const large = await withPicture(197, { layers: 1 });
  await large.evaluate(() => window.headwaters.setState({ panel: 'heads', thumbnails: 'patches', tokens: [0] }));
  await idle(large);
  const share = await large.evaluate(() => {
    const table = [...document.querySelectorAll('#mirror section table')].find((one) => one.textContent.includes('share on the picture'));
    return Number(table.tBodies[0].rows[1].cells[5].textContent);
  });
  assert.ok(
    Math.abs(
      share -
        weightsOf(197, 0, 1)[0]
          .slice(1)
          .reduce((a, b) => a + b),
    ) < 6e-4,
  );
});

test('a model that merges patches is refused with its layers, their tokens and what helps', async () => {
  const page = await stage.openStill();
  const windows = (count, tokens, heads) =>
    Array.from({ length: count }, () => Array.from({ length: heads }, () => weightsOf(tokens, 0, 0)));
  await dropAll(page, [['swin.json', JSON.stringify({ attentions: [windows(4, 4, 2), windows(4, 4, 2), windows(1, 4, 4)] })]]);
  await page.waitForFunction(() => window.headwaters.state.messages.length > 0);
  const [{ finding, remedy }] = (await state(page)).messages;
  assert.match(finding, /^Layer 1 has 4 windows of 4 tokens, but layer 3 has 4 tokens \(as in Swin or ToMe\)/);
  assert.match(remedy, /headwaters\.merged\(\)/);
  assert.equal((await said(page)).length, 1);
});
