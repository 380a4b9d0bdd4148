// SPDX-License-Identifier: MIT
// A saved analysis and a page that is one file. They are made in one browser and opened by a reader who has nothing else.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { clickTarget } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { byId, drop, opened, openedAs, readData, readJson, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();
const folder = mkdtempSync(join(tmpdir(), 'headwaters-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A page with the dropped file and changed view settings. */
async function sender(file = 'references/date_gradients.json') {
  const page = await stage.open({ fragment: 'v=1&sample=digit-4' });
  await drop(page, 'given.json', readData(file));
  await openedAs(page, 'given.json');
  await page.evaluate(() =>
    window.headwaters.setState({ method: 'rollout', layer: 1, tokens: [2], panel: 'matrix', settings: { residual: 0.25, fusion: 'max' } }),
  );
  await still(page);
  return page;
}

/** A promised Blob's bytes. @param {'save' | 'page'} member of window.headwaters @param {object} [options] its own */
async function bytesOf(page, member, options = {}) {
  const base64 = await page.evaluate(
    async ([name, given]) => {
      const blob = await window.headwaters[name](given);
      const bytes = new Uint8Array(await blob.arrayBuffer());
      let text = '';
      for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
      return btoa(text);
    },
    [member, options],
  );
  return Buffer.from(base64, 'base64');
}

const results = (page, wanted) => page.evaluate((what) => window.headwaters.results(what), wanted);
/** Across encoder and decoder the methods differ from those within one of them. */
const wantedOf = (side) => [
  { method: 'raw' },
  { method: 'rollout' },
  { method: 'rollout', layer: 1 },
  { method: 'relevance' },
  ...(side === 'cross' ? [] : [{ method: 'flow' }, { method: 'gradient-rollout' }]),
];

/** Both show the same, and their numbers are the same to the last digit. */
async function compare(mine, theirs) {
  const [a, b] = [await state(mine), await state(theirs)];
  for (const member of ['method', 'layer', 'tokens', 'panel', 'side', 'settings', 'example'])
    assert.deepEqual(b[member], a[member], member);
  for (const member of ['tokens', 'heads', 'layers', 'title', 'model', 'examples'])
    assert.deepEqual(b.document[member], a.document[member], member);
  for (const what of wantedOf(a.side)) assert.deepEqual(await results(theirs, what), await results(mine, what), JSON.stringify(what));
}

test('a saved analysis opens where it was left, dropped or by its address, with the same numbers to the last digit', async () => {
  const page = await sender();
  const packed = await bytesOf(page, 'save');
  const plain = await bytesOf(page, 'save', { gzip: false });
  const { saved } = JSON.parse(plain.toString());
  assert.equal(saved.address, stage.page.url);
  assert.deepEqual({ ...JSON.parse(gunzipSync(packed).toString()), saved: 0 }, { ...JSON.parse(plain.toString()), saved: 0 });
  for (const [name, bytes] of [
    ['left.headwaters.json.gz', packed],
    ['left.headwaters.json', plain],
  ]) {
    const stranger = await stage.open({ fragment: 'v=1&sample=agreement-keys' });
    await drop(stranger, name, bytes);
    await openedAs(stranger, name);
    await still(stranger);
    await compare(page, stranger);
    for (const side of ['encoder', 'cross']) {
      for (const one of [page, stranger]) {
        await one.evaluate((shown) => window.headwaters.setState({ side: shown, layer: 1, tokens: [2] }), side);
        await still(one);
      }
      await compare(page, stranger);
    }
    assert.ok((await state(stranger)).document.check.some(({ name: what, text }) => what === 'Saved' && text.includes(stage.page.url)));
    assert.deepEqual(stranger.faults, []);
  }
});

test('several examples, a picture and scores are all in the file', async () => {
  const inFloats = (attentions) => JSON.stringify(attentions.flat(3).map(Math.fround));
  const same = (saved, original) => {
    assert.deepEqual(saved.tokens, original.tokens);
    assert.deepEqual(saved.importance.blankout, original.importance.blankout);
    assert.equal(inFloats(saved.attentions), inFloats(original.attentions));
  };
  for (const name of ['references/vit_digit_4.json', 'references/agreement/agreement_6.json']) {
    const page = await sender(name);
    const file = JSON.parse((await bytesOf(page, 'save', { gzip: false })).toString());
    const original = readJson(name);
    if (!original.examples) same(file, original);
    if (original.meta?.image) assert.equal(file.image.data, `data:image/png;base64,${original.meta.image.png_base64}`);
    assert.equal(file.examples?.length, original.examples?.length);
    original.examples?.forEach((example, i) => {
      same(file.examples[i], example);
    });
  }
});

test('without a document nothing is saved, and two saves at once both come', async () => {
  const page = await sender();
  const sizes = await page.evaluate(async () =>
    (await Promise.all([window.headwaters.save(), window.headwaters.save()])).map(({ size }) => size),
  );
  assert.ok(sizes.every((size) => size > 1000));
});

test('a page that is one file opens from a disk without a network, says who made it, and makes another', async () => {
  const page = await sender();
  const bytes = await bytesOf(page, 'page');
  const html = bytes.toString();
  assert.match(html, new RegExp(`<meta name="generator" content="Headwaters [^"]*${stage.page.url.replaceAll('.', '\\.')}, \\d{4}-`));
  const file = join(folder, 'one.html');
  writeFileSync(file, bytes);
  const reader = await stage.open({ url: pathToFileURL(file).href, context: { offline: true } });
  await still(reader);
  await compare(page, reader);
  assert.deepEqual(reader.faults, []);
  assert.deepEqual(await reader.evaluate(() => window.violations), []);
  const fonts = await reader.evaluate(() => [...document.fonts].map(({ family, weight, status }) => `${family} ${weight} ${status}`));
  assert.ok(
    ['Inter 400', 'Inter 600', 'JetBrains Mono 400'].every((face) => fonts.some((one) => one.replaceAll('"', '') === `${face} loaded`)),
    fonts.join(),
  );
  assert.ok(!fonts.some((one) => one.endsWith('error')), fonts.join());
  const others = reader.asked.filter((address) => !/^(file|blob|data):/.test(address));
  assert.deepEqual(others, []);
  const { document } = await state(reader);
  assert.ok(document.check.some(({ name, text }) => name === 'Saved' && text.includes(stage.page.url)));
  // The file does not contain the samples. A reload would bring none.
  await reader.keyboard.press('Escape');
  await clickTarget(reader, 'samples');
  const dialog = byId(reader, 'dialog/samples');
  await dialog.getByText('This one-file page contains no samples.').waitFor({ timeout: 5000 });
  assert.equal(await dialog.getByRole('link').getAttribute('href'), stage.page.url);
  assert.doesNotMatch(await dialog.textContent(), /Reload/);
  await reader.keyboard.press('Escape');
  // A link in it leads to the site that the program came from.
  assert.ok((await reader.evaluate(() => window.headwaters.link({ data: 'fused' }))).url.startsWith(`${stage.page.url}#`));
  // The view is in its URL, and a reload shows it.
  await reader.evaluate(() => window.headwaters.setState({ layer: 0, method: 'raw' }));
  await still(reader);
  await reader.reload();
  await opened(reader);
  assert.equal((await state(reader)).layer, 0);
  await still(reader);
  const again = join(folder, 'two.html');
  writeFileSync(again, await bytesOf(reader, 'page'));
  const third = await stage.open({ url: pathToFileURL(again).href, context: { offline: true } });
  await still(third);
  await compare(reader, third);
  assert.deepEqual(third.faults, []);
});

test('a page that is one file is opened like any other file', async () => {
  const page = await sender();
  const bytes = await bytesOf(page, 'page');
  const stranger = await stage.open({ fragment: 'v=1&sample=agreement-keys' });
  await drop(stranger, 'one.html', bytes);
  await openedAs(stranger, 'one.html');
  await still(stranger);
  await compare(page, stranger);
  assert.equal((await state(stranger)).document.form, 'saved');
});

test('the dialog offers page and analysis as files, and says what was written', async () => {
  const page = await sender();
  await byId(page, 'share').press('Enter');
  const dialog = page.locator('dialog[open]');
  for (const [button, ending] of [
    ['share/page', '.html'],
    ['share/analysis', '.headwaters.json.gz'],
  ]) {
    const download = page.waitForEvent('download');
    await byId(dialog, button).click();
    assert.ok((await download).suggestedFilename().endsWith(ending));
    await dialog.getByText(new RegExp(`${ending.replaceAll('.', '\\.')}, \\d`)).waitFor();
  }
});

test('the export says what a paper has to say', async () => {
  const page = await sender();
  const { sentence, bibtex } = await page.evaluate(() => window.headwaters.citation());
  assert.match(
    sentence,
    /^Attention rollout \(Abnar and Zuidema, 2020\) was computed with Headwaters .* fused by their maximum.*A = 0\.25 I \+ 0\.75 W/,
  );
  assert.match(bibtex, /@inproceedings\{abnar-zuidema-2020,/);
  await byId(page, 'export').press('Enter');
  await page.locator('dialog[open] summary').click();
  assert.equal(await page.locator('[data-id="export/bibtex"]').inputValue(), bibtex);
});
