// SPDX-License-Identifier: MIT
// Figures for a paper from the page. Covers PDF and PNG, the dialog's choices and its ruler.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

import { engine, test } from '../engine.mjs';
import { byId, drop, idle, opened, Stage, still, until } from '../harness.mjs';

const stage = Stage.forFile();
const scratch = mkdtempSync(join(tmpdir(), 'headwaters-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
const keys = 'v=1&sample=agreement-keys&layer=6';
const program = new URL('../../../build/native/headwaters', import.meta.url).pathname;
const samples = new URL('../../../web/samples/', import.meta.url).pathname;
const poppler = ['pdffonts', 'pdftotext', 'pdfimages'].every((name) => !spawnSync(name, ['-v']).error);

/** @returns {Promise<Buffer>} a figure's file */
const fileOf = async (page, wanted) =>
  Buffer.from(
    await page.evaluate(async (asked) => {
      const blob = await window.headwaters.figure(asked);
      return [...new Uint8Array(await blob.arrayBuffer())];
    }, wanted),
  );

/** The file that a button of the dialog saves. */
async function saved(page, name) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('dialog').getByRole('button', { name, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test('a PDF of the page is that of the command line, byte for byte', { skip: engine !== 'chromium' || !existsSync(program) }, async () => {
  const page = await stage.openStill({ fragment: keys });
  await idle(page);
  await still(page);
  for (const [view, more, words] of /** @type {[string, object, string[]][]} */ ([
    ['bars', { width: '83mm' }, ['--width', '83mm']],
    [
      'matrix',
      { width: 170, palette: 'grey', theme: 'dark', title: false },
      ['--width', '170mm', '--palette', 'grey', '--theme', 'dark', '--no-title'],
    ],
    ['flow', {}, []],
  ])) {
    const pdf = await fileOf(page, { view, format: 'pdf', ...more });
    const out = join(scratch, `${view}.pdf`);
    const run = spawnSync(
      program,
      [
        'figure',
        `${samples}agreement-keys.json`,
        '--quiet',
        '--view',
        view,
        '--state',
        `https://example.org/#${keys}`,
        '--out',
        out,
        ...words,
      ],
      { encoding: 'utf8' },
    );
    assert.equal(run.status, 0, run.stderr);
    assert.ok(pdf.equals(readFileSync(out)), view);
  }
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
});

test('letters of further scripts are drawn by the browser, and come back as words', { skip: !poppler }, async () => {
  const page = await stage.openStill({ fragment: keys });
  const tokens = ['漢字', 'مرحبا', 'plain', '🚀'];
  const row = tokens.map(() => 1 / tokens.length);
  await drop(page, 'scripts.json', JSON.stringify({ tokens, attentions: [[tokens.map(() => row)]] }));
  await until(
    page,
    () => window.headwaters.state.document?.tokens?.length === 4 || window.headwaters.state.document?.name === 'scripts.json',
  );
  await idle(page);
  const file = join(scratch, 'scripts.pdf');
  writeFileSync(file, await fileOf(page, { view: 'bars', format: 'pdf', width: 83 }));
  const words = spawnSync('pdftotext', [file, '-'], { encoding: 'utf8' }).stdout;
  for (const token of ['漢字', 'plain', '🚀']) assert.ok(words.includes(token), `${token} in ${words}`);
  const pictures = spawnSync('pdfimages', ['-list', file], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => /\bimage\b/.test(line));
  assert.ok(pictures.length >= 3, pictures.join('\n'));
  for (const line of spawnSync('pdffonts', [file], { encoding: 'utf8' }).stdout.trim().split('\n').slice(2))
    assert.match(line, /yes yes yes/);
});

test('the dialog lays a figure out for paper, shows it under a ruler, and saves it as PDF and PNG', async () => {
  const page = await stage.openStill({ fragment: `${keys}&panel=bars` });
  await opened(page);
  await page.keyboard.press('e');
  const dialog = page.locator('dialog');
  const image = dialog.locator('img.figure');
  await until(page, () => document.querySelector('dialog img.figure')?.src.startsWith('data:'));
  assert.equal(await dialog.locator('.ruler').count(), 0, 'for a screen there is none');
  await byId(dialog, 'export/layout').selectOption('column');
  await until(
    page,
    () =>
      document.querySelector('dialog .ruler') &&
      decodeURIComponent(document.querySelector('dialog img.figure').src).includes('width="83mm"'),
  );
  const [ruler, shown] = await Promise.all([dialog.locator('.ruler').boundingBox(), image.boundingBox()]);
  assert.ok(Math.abs(shown.width - (83 / 25.4) * 96) < 1, `${shown.width}`);
  assert.ok(Math.abs(ruler.width - shown.width) < 1 && Math.abs(ruler.x - shown.x) < 1);
  const pdf = await saved(page, 'PDF');
  assert.match(pdf.name, /bars-83mm\.pdf$/);
  assert.equal(pdf.bytes.subarray(0, 5).toString(), '%PDF-');
  assert.match(pdf.bytes.toString('latin1'), /\/MediaBox \[0 0 235\.\d+ /);
  for (const dpi of [300, 600]) {
    const png = await saved(page, `PNG ${dpi} dpi`);
    assert.match(png.name, new RegExp(`bars-83mm\\.${dpi}dpi\\.png$`));
    assert.ok(Math.abs(png.bytes.readUInt32BE(16) - (83 / 25.4) * dpi) <= 1);
    assert.equal(png.bytes.readUInt32BE(png.bytes.indexOf('pHYs') + 4), Math.round(dpi / 0.0254));
  }
  await byId(dialog, 'export/colours').selectOption('grey');
  await byId(dialog, 'export/with-title').uncheck();
  await until(page, () => !decodeURIComponent(document.querySelector('dialog img.figure').src).includes('could get information</text>'));
  const svg = await saved(page, 'SVG');
  assert.match(svg.name, /bars-83mm-grey\.svg$/);
  for (const [, r, g, b] of svg.bytes.toString().matchAll(/#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/g))
    assert.ok(r === g && g === b, `#${r}${g}${b}`);
  await byId(dialog, 'export/layout').selectOption('screen');
  await until(page, () => !document.querySelector('dialog .ruler'));
  await byId(dialog, 'export/colours').selectOption('own');
  await byId(dialog, 'export/with-title').check();
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
});
