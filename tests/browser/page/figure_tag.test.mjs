// SPDX-License-Identifier: MIT
// <headwaters-figure> in an article of another origin. It loads late, obeys attributes, follows the reader's dark mode, and falls back to a
// picture.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';

import { serve } from '../../../tools/serve.mjs';
import { test } from '../engine.mjs';
import { comes, dataFolder, nothingComes, site, Stage, still, until } from '../harness.mjs';

const stage = Stage.forFile();
const folder = mkdtempSync(join(tmpdir(), 'headwaters-article-'));
let host;

const picture = '<svg xmlns="http://www.w3.org/2000/svg" class="picture" width="300" height="200"><rect width="300" height="200"/></svg>';
/** An article with one figure, far below its beginning. */
const article = (attributes, head = '', space = 4000) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self' ${new URL(stage.page.url).origin}">
<title>An article</title>${head}
<script type="module" src="figure/headwaters-figure.js"></script><script src="listen.js"></script>
<svg height="${space}" width="1"></svg>
<headwaters-figure ${attributes}>${picture}</headwaters-figure>`;

before(async () => {
  cpSync(join(site, '../../web/figure'), join(folder, 'figure'), { recursive: true });
  cpSync(join(dataFolder, 'references/toy_agreement_keys.json'), join(folder, 'attention.json'));
  writeFileSync(
    join(folder, 'listen.js'),
    `window.heard = [];
    for (const name of ['headwaters-ready', 'headwaters-change', 'headwaters-problem'])
      document.addEventListener(name, ({ type, detail }) => window.heard.push({ type, detail }), true);`,
  );
  host = await serve({ folder });
});
after(async () => {
  await host?.close();
  rmSync(folder, { recursive: true });
});

/** Opens an article. */
async function read(attributes, { head = '', space = 4000, context = {} } = {}) {
  writeFileSync(join(folder, 'article.html'), article(attributes, head, space));
  const page = await stage.newPage({ viewport: { width: 800, height: 600 }, ...context });
  await page.goto(`${host.url}article.html`);
  return page;
}

const at = () => `page="${stage.page.url}"`;
const frameOf = (page) => page.frames().find((one) => one.url().startsWith(stage.page.url));
const look = (page) =>
  page.evaluate(() => {
    const figure = document.querySelector('headwaters-figure');
    return {
      state: figure.state,
      hasFrame: Boolean(figure.shadowRoot?.querySelector('iframe')),
      height: figure.offsetHeight,
      picture: document.querySelector('.picture').checkVisibility(),
    };
  });

/** Waits until the figure has finished. */
const settled = (page, state = 'live') => until(page, (wanted) => document.querySelector('headwaters-figure').state === wanted, state);

/** Waits until the article has received an event that its figure shows this. @param {Record<string, unknown>} view */
const shows = (page, view) =>
  until(
    page,
    (wanted) => {
      const { detail } = window.heard.findLast(({ type }) => type === 'headwaters-change') ?? {};
      return detail && Object.entries(wanted).every(([name, value]) => detail[name] === value);
    },
    view,
  );

test('a figure is loaded when it comes near the window, and its picture stands there until then', async () => {
  const page = await read(`${at()} src="attention.json" view="matrix" method="flow" layer="2" height="420"`);
  await until(page, () => Boolean(customElements.get('headwaters-figure')));
  assert.deepEqual(await nothingComes(() => look(page), 300), { state: 'waiting', hasFrame: false, height: 420, picture: true });
  await page.evaluate(() => document.querySelector('headwaters-figure').scrollIntoView());
  await settled(page);
  assert.deepEqual(await look(page), { state: 'live', hasFrame: true, height: 420, picture: false });
  await shows(page, { method: 'flow', layer: 1, panel: 'matrix' });
  assert.equal(
    await page.evaluate(() => document.querySelector('headwaters-figure').shadowRoot.querySelector('iframe').src),
    `${stage.page.url}?mode=embed#v=1`,
  );
});

test('the background of the article shows through a transparent figure, light and dark', async () => {
  const eye = await stage.openStill(); // the article's policy prevents it from decoding pictures
  for (const theme of ['light', 'dark']) {
    const page = await read(`${at()} src="attention.json" view="bars" theme="${theme}" background="transparent" loading="eager"`, {
      space: 1,
      head: '<body bgcolor="#ffe0c0">',
    });
    await settled(page);
    const corner = await page.evaluate(() => {
      const { x, y } = document.querySelector('headwaters-figure').getBoundingClientRect();
      return { x: x + 3, y: y + 3, width: 1, height: 1 };
    });
    await comes(async () => {
      const png = await page.screenshot({ clip: corner });
      const colour = await eye.evaluate(async (base64) => [...(await window.pixelsOf(base64)).data].slice(0, 3), png.toString('base64'));
      return String(colour) === '255,224,192';
    });
    await page.close();
  }
});

test('attributes steer a running figure', async () => {
  const page = await read(`${at()} src="attention.json" view="bars" layer="1" loading="eager"`, { space: 1 });
  await settled(page);
  await page.evaluate(() => document.querySelector('headwaters-figure').setAttribute('layer', '3'));
  await shows(page, { layer: 2, panel: 'bars' });
  await page.evaluate(() => document.querySelector('headwaters-figure').setAttribute('method', 'raw'));
  await page.evaluate(() => document.querySelector('headwaters-figure').setAttribute('view', 'matrix'));
  await shows(page, { layer: 2, method: 'raw', panel: 'matrix' });
});

test('a figure tells where its reader has gone', async () => {
  const page = await read(`${at()} src="attention.json" view="bars" layer="1" loading="eager"`, { space: 1 });
  await settled(page);
  await still(frameOf(page));
  assert.equal((await frameOf(page).evaluate(() => window.headwaters.state)).document.name, 'attention.json');
  await frameOf(page).evaluate(() => window.headwaters.setState({ layer: 0, method: 'raw' }));
  await shows(page, { layer: 0, method: 'raw' });
});

test('a link or a sample needs no file, and fields of the tag come before those of the link', async () => {
  const linked = await read(
    `link="${stage.page.url}#v=1&amp;sample=agreement-keys&amp;method=rollout" view="matrix" layer="4" loading="eager"`,
    { space: 1 },
  );
  await settled(linked);
  await shows(linked, { method: 'rollout', panel: 'matrix', layer: 3 });
  const named = await read('sample="agreement-keys" loading="eager"', {
    head: `<meta name="headwaters-page" content="${stage.page.url}">`,
    space: 1,
  });
  await settled(named);
  assert.equal((await look(named)).picture, false);
});

test('what goes wrong leaves the picture, and is said', async () => {
  for (const [attributes, finding] of [
    [`${at()} src="none.json"`, 'The file could not be fetched.'],
    ['src="attention.json"', 'The Headwaters page is unknown.'],
    ['page="javascript:document.title=1" src="attention.json"', 'The Headwaters page is unknown.'],
  ]) {
    const page = await read(`${attributes} loading="eager"`, { space: 1 });
    await settled(page, 'failed');
    assert.deepEqual(await page.evaluate(() => window.heard.map(({ type, detail }) => [type, detail.finding])), [
      ['headwaters-problem', finding],
    ]);
    assert.equal((await look(page)).picture, true);
  }
  writeFileSync(join(folder, 'broken.json'), '{"attentions": [[[[1, 0], [1]]]]}');
  const page = await read(`${at()} src="broken.json" loading="eager"`, { space: 1 });
  await settled(page, 'failed');
  assert.match(await page.evaluate(() => window.heard[0].detail.place), /^attentions/);
  assert.equal((await look(page)).picture, true);
});

test('without JavaScript it is its picture', async () => {
  const page = await read(`${at()} src="attention.json"`, { context: { javaScriptEnabled: false }, space: 1 });
  const box = await page.locator('.picture').boundingBox();
  assert.deepEqual([box.width, box.height], [300, 200]);
});

test('it is dark where the article is, changes with it, and keeps its view', async () => {
  const ground = (page) => frameOf(page).evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [dark, light] = ['rgb(21, 24, 27)', 'rgb(250, 250, 247)'];
  const page = await read(`${at()} src="attention.json" layer="1" loading="eager"`, { context: { colorScheme: 'light' }, space: 1 });
  await settled(page);
  await still(frameOf(page));
  assert.equal(await ground(page), light);
  await frameOf(page).evaluate(() => window.headwaters.setState({ layer: 2, panel: 'matrix' }));
  await shows(page, { layer: 2, panel: 'matrix' });
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await until(page, () => window.heard.filter(({ type }) => type === 'headwaters-ready').length === 2);
  await still(frameOf(page));
  assert.equal(await ground(page), dark);
  await shows(page, { layer: 2, panel: 'matrix' });
  const system = await read(`${at()} src="attention.json" loading="eager"`, { context: { colorScheme: 'dark' }, space: 1 });
  await settled(system);
  assert.equal(await ground(system), dark);
});

test('it believes its own frame alone, and gives its file to the page alone', async () => {
  const page = await read(`${at()} src="attention.json" loading="eager"`, { space: 1 });
  await settled(page);
  await page.evaluate(() => {
    window.heard = [];
    window.postMessage({ type: 'headwaters:failed', id: 'open', problem: { place: 'forged', finding: 'forged', remedy: '' } }, '*');
    window.postMessage({ type: 'headwaters:event', event: 'state', state: { layer: 99 } }, '*');
  });
  assert.deepEqual(await nothingComes(() => page.evaluate(() => window.heard), 200), []);
  assert.equal((await look(page)).state, 'live');
  // A frame that has navigated elsewhere receives nothing, because its origin differs.
  writeFileSync(join(folder, 'stranger.html'), '<!doctype html><script src="stranger.js"></script>');
  writeFileSync(
    join(folder, 'stranger.js'),
    "window.got = []; addEventListener('message', ({ data }) => window.got.push(data)); parent.postMessage({ type: 'headwaters:ready' }, '*');",
  );
  await page.evaluate((url) => {
    document.querySelector('headwaters-figure').shadowRoot.querySelector('iframe').src = url;
  }, `${host.url}stranger.html`);
  const gone = await comes(() => page.frames().find((one) => one.url().endsWith('stranger.html')));
  await until(gone, () => Array.isArray(window.got));
  assert.deepEqual(await nothingComes(() => gone.evaluate(() => window.got), 300), []);
});

test('taken out of the article it is gone, and put back it begins again', async () => {
  const page = await read(`${at()} sample="agreement-keys" loading="eager"`, { space: 1 });
  await settled(page);
  await page.evaluate(() => {
    window.figure = document.querySelector('headwaters-figure');
    window.figure.remove();
  });
  assert.equal(await page.evaluate(() => window.figure.shadowRoot.querySelectorAll('iframe').length), 0);
  await page.evaluate(() => document.body.append(window.figure));
  await settled(page);
  assert.equal(await page.evaluate(() => window.figure.shadowRoot.querySelectorAll('iframe').length), 1);
});

test('the page that shows how has one, by the script beside the page', async () => {
  const page = await stage.newPage({ viewport: { width: 800, height: 600 } });
  await page.goto(`${stage.page.url}embedding.html`);
  await until(page, () => Boolean(customElements.get('headwaters-figure')));
  await page.evaluate(() => {
    window.heard = [];
    document.addEventListener('headwaters-change', (/** @type {any} */ { type, detail }) => window.heard.push({ type, detail }), true);
    document.querySelector('headwaters-figure').scrollIntoView();
  });
  await shows(page, { method: 'flow', layer: 5, panel: 'matrix' });
  await settled(page);
});
