// SPDX-License-Identifier: MIT
// Attention by hand. It begins from nothing and is typed, dragged and stepped. The page follows, and the original comes back.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { exposedSite, inEngine } from '../exposed_site.mjs';
import { byId, idle, Stage, state, until } from '../harness.mjs';

const stage = Stage.forFile();

const titled = (page, title) => page.waitForFunction((wanted) => window.headwaters?.state.document?.title === wanted, title);

/** @param {{size?: number[], context?: object, url?: string}} [how] */
async function editor({ size = [1280, 800], context = {}, url } = {}) {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys', size, context, url });
  await page.evaluate(() => document.getElementById('canvas').focus());
  await page.keyboard.press('/');
  await page.waitForSelector('dialog input');
  await page.keyboard.type('open a file');
  await page.keyboard.press('Enter');
  await byId(page, 'open/by-hand').click();
  await page.waitForSelector('dialog.editor');
  return page;
}

const rowOf = (page, layer, query) =>
  page.evaluate(async ([l, q]) => (await window.headwaters.results({ method: 'raw', layer: l })).layers[0].values[q], [layer, query]);
const follows = (page, layer, query, key, value) =>
  until(
    page,
    async ([l, q, k, wanted]) => {
      if (!window.headwaters.idle) return false;
      const { layers } = await window.headwaters.results({ method: 'raw', layer: l }).catch(() => ({ layers: [{ values: [] }] }));
      return Math.abs((layers[0].values[q]?.[k] ?? -1) - wanted) < 1e-6;
    },
    [layer, query, key, value],
  );

test('from nothing, a weight typed: its row makes room, captions say so, a link holds it, the original comes back', async () => {
  const page = await editor();
  const { title } = (await state(page)).document;
  await byId(page, 'by-hand/begin').click();
  await titled(page, '3 tokens by hand');
  assert.deepEqual((await state(page)).document.tokens, ['a', 'b', 'c']);
  await byId(page, 'by-hand/weight/0/2').fill('1/2');
  await follows(page, 0, 0, 2, 0.5);
  assert.deepEqual(await rowOf(page, 0, 0), [0.25, 0.25, 0.5]);
  assert.match(await page.evaluate(() => window.headwaters.figure({ view: 'bars' })), /by hand/);
  const { url } = await page.evaluate(() => window.headwaters.link({ data: 'heads' }));
  assert.match(url, /data=/);
  const saved = await page.evaluate(async () => (await window.headwaters.save({ gzip: false })).text());
  assert.match(saved, /made by hand in Headwaters/);
  assert.doesNotMatch(saved, /"examples"/, 'what is in no file is saved alone');
  await byId(page, 'by-hand/back').click();
  await page.waitForFunction((wanted) => window.headwaters.state.document?.title === wanted, title);
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
});

test('arrow keys and dragging change a weight, and a row that does not sum to 1 is named', async () => {
  const page = await editor();
  await page.getByLabel('weights', { exact: true }).selectOption('identity');
  await byId(page, 'by-hand/begin').click();
  await titled(page, '3 tokens by hand');
  await byId(page, 'by-hand/weight/1/1').focus();
  await page.keyboard.press('ArrowDown');
  await follows(page, 0, 1, 1, 0.95);
  await byId(page, 'by-hand/keep-sum').uncheck();
  const { x, y } = await byId(page, 'by-hand/weight/1/1').boundingBox();
  await page.mouse.move(x + 10, y + 10);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 10 + 40, { steps: 3 });
  await page.mouse.up();
  await follows(page, 0, 1, 1, 0.7);
  await page.waitForFunction(() => /1 row does not sum to 1/.test(document.querySelector('dialog.editor [role=status]').textContent));
  await byId(page, 'by-hand/weight/0/0').fill('7');
  assert.equal(await byId(page, 'by-hand/weight/0/0').getAttribute('aria-invalid'), 'true');
  assert.equal((await rowOf(page, 0, 0))[0], 1);
});

test('a copy of what is open is edited, and says of what; view and method stay', async () => {
  const page = await editor({ size: [390, 844], context: { hasTouch: true } });
  await page.evaluate(() =>
    window.headwaters.open(
      {
        tokens: ['x', 'y'],
        title: 'Two',
        attentions: [
          [
            [
              [0.4, 0.6],
              [0.5, 0.5],
            ],
            [
              [0.2, 0.8],
              [0, 1],
            ],
          ],
        ],
      },
      { name: 'two' },
    ),
  );
  await idle(page);
  await page.evaluate(() => window.headwaters.setState({ method: 'raw', tokens: [1], panel: 'bars' }));
  await byId(page, 'by-hand/copy').click();
  await titled(page, 'Two, edited by hand');
  const { document: copy, method, tokens, panel } = await state(page);
  assert.equal(copy.title, 'Two, edited by hand');
  await byId(page, 'by-hand/weight/1/0').fill('0');
  await follows(page, 0, 1, 0, 0);
  const now = await state(page);
  assert.deepEqual([now.method, now.tokens, now.panel], ['raw', [1], 'bars']);
  assert.ok(method && tokens && panel);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog.editor'));
});

test('each change that is settled is a step for "back", a reload keeps the draft, and a link makes it elsewhere', async () => {
  const page = await editor();
  await byId(page, 'by-hand/begin').click();
  await titled(page, '3 tokens by hand');
  await page.evaluate(() => window.headwaters.setState({ panel: 'bars', tokens: [1], layer: 0 }));
  const field = byId(page, 'by-hand/weight/1/1');
  await field.focus();
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowUp');
  await follows(page, 0, 1, 1, 0.53);
  const row = await rowOf(page, 0, 1);
  await idle(page);
  const { tokens, panel, layer } = await state(page);
  assert.deepEqual([tokens, panel, layer], [[1], 'bars', 0], 'the view stays where it was');
  const address = await page.evaluate(() => location.hash);
  assert.match(address, /sample=agreement-keys&draft=/);
  await page.evaluate(() => history.back());
  await follows(page, 0, 1, 1, 0.48);
  await page.evaluate(() => history.forward());
  await follows(page, 0, 1, 1, 0.53);
  await page.reload();
  await titled(page, '3 tokens by hand');
  await idle(page);
  assert.deepEqual(await rowOf(page, 0, 1), row);
  assert.deepEqual((await state(page)).tokens, [1]);
  const other = await stage.openStill({ fragment: address.slice(1) });
  await titled(other, '3 tokens by hand');
  assert.deepEqual(await rowOf(other, 0, 1), row);
  const wrong = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&draft=nonsense' });
  await wrong.waitForFunction(() => window.headwaters.state.messages.some(({ finding }) => /not hand-made attention/.test(finding)));
  assert.equal((await state(wrong)).document.tokens.length, 11);
});

test('a thousand drafts in a row: memory stays level, Compare and links name the right ones', { timeout: 180_000 }, async (t) => {
  const page = await editor({ url: await exposedSite(t) });
  const memory = async () => {
    const engine = page.evaluate(
      () =>
        new Promise((resolve) => {
          const channel = new BroadcastChannel('memory');
          channel.onmessage = ({ data }) => {
            channel.close();
            resolve(data);
          };
        }),
    );
    await inEngine(page, "new BroadcastChannel('memory').postMessage(globalThis.instance.HEAPU8.length);");
    return [await engine, await page.evaluate(() => globalThis.instance.HEAPU8.length)];
  };
  await byId(page, 'by-hand/begin').click();
  await titled(page, '3 tokens by hand');
  await page.evaluate(() => window.headwaters.setState({ panel: 'compare' }));
  const change = (from, until) =>
    page.evaluate(
      async ([first, last]) => {
        const field = document.querySelector('[aria-label="weight of a on a"]');
        for (let i = first; i < last; i += 1) {
          field.value = String(i / 1000);
          field.dispatchEvent(new Event('input'));
          if (i % 10 === 0) field.dispatchEvent(new Event('change'));
          if (i % 20 === 0) await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      },
      [from, until],
    );
  await change(0, 200);
  await follows(page, 0, 0, 0, 0.199);
  const early = await memory();
  await change(200, 1001);
  await follows(page, 0, 0, 0, 1);
  const late = await memory();
  for (const [index, name] of ['the engine', 'the page'].entries())
    assert.ok(late[index] - early[index] <= 2 ** 21, `${name}: ${early[index]} to ${late[index]}`);
  // An old one next to the present one, and both by the URL in another tab.
  await page.evaluate(() => {
    const present = new URLSearchParams(location.hash.slice(1)).get('draft');
    const early = present.replace('/1,0,0,', '/0.01,0.495,0.495,').replace(/[%,/:]/g, encodeURIComponent);
    location.hash += `&compare=${encodeURIComponent(`raw,layer:1/raw,layer:1,draft:${early}`)}`;
  });
  // Each column is recomputed when its URL is read, and appears when it is ready.
  const both = (of) => until(of, async () => JSON.stringify(await window.headwaters.results({ view: 'compare' })).includes('0.495'), null);
  await both(page);
  const { hash } = await page.evaluate(() => ({ hash: location.hash }));
  const other = await stage.openStill({ fragment: hash.slice(1) });
  await both(other);
  assert.deepEqual(await rowOf(other, 0, 0), [1, 0, 0]);
});
