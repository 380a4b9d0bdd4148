// SPDX-License-Identifier: MIT
// The page in another language than English, chosen by the browser or the URL. It is complete, with the same numbers and links.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { layout } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { everyView, show } from '../every_view.mjs';
import { byId, drop, idle, opened, Stage, state, still, wholeDialog } from '../harness.mjs';
import { speakPseudo, untranslated } from '../pseudo.mjs';

const stage = Stage.forFile();
const rollout = 'v=1&sample=agreement-keys&method=rollout&layer=6&panel=bars';

const languageOf = (page) => page.evaluate(() => document.documentElement.lang);
const drawnTexts = async (page) => (await layout(page)).filter(({ kind }) => kind === 'text').map(({ name }) => name);
/** The values of the input tokens, as the text version has them. */
const values = (page) =>
  page.evaluate(() => [...document.querySelectorAll('#mirror .token [data-value]')].map(({ textContent }) => textContent));
const openGerman = (fragment = rollout) => stage.openStill({ url: `${stage.page.url}?language=de`, fragment });

test('the address asks for German: labels, numbers, controls and what screen readers hear', async () => {
  const page = await openGerman();
  assert.equal(await languageOf(page), 'de');
  const buttons = await page.locator('#mirror > .actions button').allTextContents();
  for (const name of ['Öffnen', 'Teilen', 'Hilfe']) assert.ok(buttons.includes(name), `${buttons}`);
  const views = await page.evaluate(() =>
    [...document.querySelectorAll('#side select[name="panel"] option')].map(({ textContent }) => textContent),
  );
  for (const name of ['Überblick', 'Balken', 'Köpfe']) assert.ok(views.includes(name), `${views}`);
  assert.equal(await page.locator('#mirror-layer').getAttribute('aria-valuetext'), 'nach Schicht 6 von 6');
  const shown = await values(page);
  assert.ok(shown.length > 0 && shown.some((text) => /\d,\d\d/.test(text)) && !shown.some((text) => text.includes('.')), `${shown}`);
  const drawn = await drawnTexts(page);
  assert.ok(drawn.includes('Teilen') && drawn.includes('Balken'), drawn.join(' | '));
  assert.ok(
    drawn.some((text) => /\d,\d\d/.test(text)),
    drawn.join(' | '),
  );
  assert.deepEqual(page.faults, []);
});

test('English comes without a table, and the address has the last word', async () => {
  for (const url of [stage.page.url, `${stage.page.url}?language=en`, `${stage.page.url}?language=tlh`]) {
    const page = await stage.openStill({ url, fragment: rollout });
    assert.equal(await languageOf(page), 'en');
    assert.ok(!page.asked.some((address) => address.includes('/languages/')), `${page.asked}`);
    assert.ok((await drawnTexts(page)).includes('Share'));
    assert.ok((await values(page)).some((text) => /\d\.\d\d/.test(text)));
  }
});

test('of the languages that a browser prefers the page takes the first that it speaks', async () => {
  const page = await stage.newPage();
  await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { get: () => ['fr', 'de-AT', 'en'] }));
  await page.goto(`${stage.page.url}#${rollout}`);
  await opened(page);
  assert.equal(await languageOf(page), 'de');
  await page.goto('about:blank');
  await page.goto(`${stage.page.url}?language=en#${rollout}`);
  await opened(page);
  assert.equal(await languageOf(page), 'en');
});

test('what programs read, and links, are the same in every language', async () => {
  const read = (page) =>
    page.evaluate(async () => {
      const { document: open, messages, ...view } = window.headwaters.state;
      const { check, warnings, ...rest } = open; // these texts are for people
      const { url, errorBound } = await window.headwaters.link();
      return {
        view,
        open: rest,
        checked: check.map(({ name, unusual }) => [name, unusual]),
        fragment: location.hash,
        url,
        errorBound,
        results: await window.headwaters.results(),
        csv: await window.headwaters.results({ format: 'csv' }),
        heads: await window.headwaters.results({ view: 'heads', format: 'csv' }),
        compared: await window.headwaters.results({ view: 'compare', format: 'csv' }),
        explained: await window.headwaters.explain({ query: 0, key: 2 }),
        citation: window.headwaters.citation(),
      };
    });
  const english = await stage.openStill({ fragment: rollout });
  assert.deepEqual(await read(await openGerman()), await read(english));
});

test('a file that cannot be read is refused in German, with the forms of German numbers', async () => {
  const page = await openGerman();
  const refusal = async (file, rows) => {
    await drop(page, file, Buffer.from(JSON.stringify({ attentions: [[rows]] })));
    await page.waitForFunction((wanted) => window.headwaters.state.messages.some((message) => message.file === wanted), file);
    return (await state(page)).messages.find((message) => message.file === file).finding;
  };
  assert.match(await refusal('one.json', [[0.5, 0.5], [1]]), /^Diese Zeile hat 1 Wert statt 2\./);
  assert.match(
    await refusal('two.json', [
      [0.5, 0.2, 0.3],
      [0.5, 0.5],
    ]),
    /^Diese Zeile hat 2 Werte statt 3\./,
  );
});

test('Help offers the other languages and keeps the view', async () => {
  const page = await stage.openStill({ fragment: rollout });
  await page.evaluate(() => window.headwaters.setState({ layer: 2 }));
  await still(page);
  await page.focus('#canvas');
  await page.keyboard.press('?');
  await byId(page, 'language/de').click();
  await page.waitForFunction(() => document.documentElement.lang === 'de' && Boolean(window.headwaters?.state.document));
  await idle(page);
  assert.equal((await state(page)).layer, 2);
  assert.match(page.url(), /\?language=de#/);
});

// Names, and texts that are the same in every language: signs, units, parts of formulas, authors.
const names =
  /^(?:Headwaters|English|Deutsch|MIT|CC|BY|GPT|BERT|ViT|DeiT|CLS|SEP|MASK|JSON|CSV|NPY|SVG|PDF|PNG|APNG|mm|HTML|BibTeX|NumPy|Python|GitHub|CSP|URL|QR|KB|MB|viridis|cividis|relu|max|min|log|https|headwaters|py)$/;
/** Signs, and an operator's name before a matrix, as in "A = 0,50 I + 0,50 mean W; R = A2 A1." */
const formula = /^[A-Z] = (?:[A-Z]\d*|(?:mean|max|min) (?=[A-Z])|[\d\s,.;=+()-])+$/;
const json = /^\{".*\}$/; // what a file looks like
const cited = /\p{Lu}\p{L}+,? [^.]*\b(?:19|20)\d\d\b/u;
const wordsOf = (text) => text.match(/\p{L}{2,}/gu) ?? [];

/** Whether a text contains only names, tokens and other words of its sample's file. @param {string} sample */
function dataOf(sample) {
  const { tokens, model, source, importance } = JSON.parse(
    readFileSync(new URL(`../../../web/samples/${sample}.json`, import.meta.url), 'utf8'),
  );
  const known = new Set([sample, ...tokens, model, source, ...Object.keys(importance), importance.method].flatMap(wordsOf));
  /** The last word of a truncated text. */
  const isCut = (/** @type {string} */ text, /** @type {string} */ word) =>
    text.endsWith(`${word}…`) && [...known].some((whole) => whole.startsWith(word));
  return (text) =>
    [cited, formula, json].some((data) => data.test(text)) ||
    wordsOf(text).every((word) => names.test(word) || known.has(word) || isCut(text, word));
}

async function openPseudo(sample) {
  const page = await stage.newPage({ viewport: { width: 1280, height: 800 } });
  await speakPseudo(page);
  await page.goto(`${stage.page.url}?language=de#v=1&sample=${sample}`);
  await opened(page);
  await still(page);
  return page;
}

for (const [sample, views] of everyView) {
  test(`with ${sample} every text of each view comes from the table of its language`, { timeout: 240_000 }, async () => {
    const page = await openPseudo(sample);
    const found = {};
    for (const view of views) {
      await show(page, view);
      for (const text of await untranslated(page, dataOf(sample))) {
        found[text] ??= [];
        found[text].push(view);
      }
    }
    assert.deepEqual(found, {});
  });
}

test('every text of each dialog and of a lesson comes from the table of its language', { timeout: 240_000 }, async () => {
  const page = await openPseudo('agreement-keys');
  const isData = dataOf('agreement-keys');
  const found = {};
  const look = async (where) => {
    for (const text of await untranslated(page, isData)) {
      found[text] ??= [];
      found[text].push(where);
    }
  };
  const dialog = page.locator('dialog[open]');
  const actions = page.locator('#mirror > .actions button:not([data-id=settings])'); // a sidebar, which stays open
  const buttons = await actions.count();
  assert.ok(buttons >= 8);
  for (let i = 0; i < buttons; ++i) {
    await actions.nth(i).press('Enter');
    await wholeDialog(page);
    await look(await dialog.locator('h2').first().textContent());
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  await page.focus('#canvas');
  for (const key of ['a', 'i', 'h']) {
    await page.keyboard.press(key);
    await wholeDialog(page);
    await look(key);
    if (key === 'h') break;
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  await dialog.locator('li button').nth(3).press('Enter'); // of a file of single letters, because a model's line has words of its own
  await page.locator('.lesson h3').waitFor();
  await idle(page);
  await look('lesson');
  assert.deepEqual(found, {});
});
