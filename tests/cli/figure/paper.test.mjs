// SPDX-License-Identifier: MIT
// @ts-check
// Figures for a paper. Checks PDF with other programs, if they are installed (poppler-utils, qpdf), PNG of a given resolution, and SVG of a
// given width.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { headwaters, output } from '../program.mjs';
import { samples, writeNarrowPdf } from './narrow_pdf.mjs';

const keys = `${samples}/agreement-keys.json`;
const scratch = mkdtempSync(join(tmpdir(), 'headwaters-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const isThere = (/** @type {string} */ program) => spawnSync(program, ['--version']).error === undefined;
const poppler = isThere('pdffonts') && isThere('pdftotext') ? false : 'poppler-utils is not installed';
const qpdf = isThere('qpdf') ? false : 'qpdf is not installed';

/** @type {[string, string, string][]} view, sample, fields */
const all = [
  ['bars', 'agreement-keys', 'layer=6&token=0'],
  ['matrix', 'agreement-keys', 'layer=3'],
  ['evolution', 'negation', 'method=flow&layer=4'],
  ['multiples', 'negation', 'layer=4'],
  ['flow', 'agreement-keys', 'layer=6&sink=2'],
  ['heads', 'date-slash', 'layer=2&side=encoder'],
  ['compare', 'agreement-keys', 'layer=6&compare=raw/rollout/flow'],
  ['image', 'digit-4', 'layer=4'],
  ['faithfulness', 'agreement-keys', 'layer=6'],
  ['graph', 'agreement-keys', 'layer=6'],
  ['explain', 'agreement-keys', 'layer=3'],
];

/** @param {string} view @param {string} sample @param {string} fields @param {string[]} more @returns {string} the file */
function pdfOf(view, sample, fields, ...more) {
  const file = join(scratch, `${view}-${more.join('')}.pdf`);
  writeNarrowPdf(file, view, sample, fields, ...more);
  return file;
}

/** @param {string} program @param {...string} words */
function told(program, ...words) {
  const run = spawnSync(program, words, { encoding: 'utf8' });
  assert.equal(run.status, 0, `${program}: ${run.stderr}`);
  return run.stdout;
}

test('every figure is a PDF whose fonts are all embedded, and whose words come back', { skip: poppler }, () => {
  for (const [view, sample, fields] of all) {
    for (const more of [[], ['--width', '170mm', '--theme', 'dark'], ['--palette', 'grey']]) {
      const file = pdfOf(view, sample, fields, ...more);
      const fonts = told('pdffonts', file).trim().split('\n').slice(2);
      assert.ok(fonts.length >= 2, view);
      for (const line of fonts)
        assert.match(line, /^[A-Z]{6}\+(Inter|JetBrainsMono)\S* +CID TrueType +Identity-H +yes yes yes /, `${view}: ${line}`);
      const words = told('pdftotext', file, '-').replace(/\s+/g, ' ');
      assert.match(words, /Drawn by Headwaters/, view);
      const svg = output(['figure', `${samples}/${sample}.json`, '--quiet', '--view', view, '--state', `v=1&${fields}`, '--width', '83mm']);
      const heading = /font-weight="600">([^<]+)</.exec(svg)?.[1].replaceAll('&amp;', '&') ?? '';
      assert.ok(words.includes(heading.trim()), `${view}: "${heading}" in ${words.slice(0, 200)}`);
    }
  }
});

test('a PDF is as wide as was asked for, and says its title', { skip: poppler }, () => {
  for (const [width, points] of /** @type {[string, number][]} */ ([
    ['83mm', 235.28],
    ['17cm', 481.89],
    ['3.25in', 234],
    ['236pt', 236],
  ])) {
    const info = told('pdfinfo', pdfOf('bars', 'agreement-keys', 'layer=6', '--width', width));
    assert.ok(Math.abs(Number(/Page size: +([\d.]+) x/.exec(info)?.[1]) - points) < 0.02, info);
    assert.match(info, /Title: +Where \[CLS\] could get information/);
    assert.match(info, /Pages: +1\n/);
  }
});

test('signs that the fonts are given and letters that they have not come back as words', { skip: poppler }, () => {
  const file = join(scratch, 'letters.json');
  const tokens = ['Straße', 'Ελλάδα', 'привет', 'Łódź', '漢字', '→', 'a≥b', '🚀'];
  const row = tokens.map(() => 1 / tokens.length);
  writeFileSync(file, JSON.stringify({ tokens, attentions: [[tokens.map(() => row)]] }));
  const out = join(scratch, 'letters.pdf');
  const run = headwaters(['figure', file, '--width', '83mm', '--out', out]);
  assert.equal(run.code, 0, run.err);
  assert.match(run.err, /fonts lack U\+5B57, U\+6F22, U\+1F680, drawn as boxes/);
  const words = told('pdftotext', out, '-');
  for (const token of tokens) assert.ok(words.includes(token), `${token} in ${words}`);
});

test('every PDF is sound, and the same every time', { skip: qpdf }, () => {
  for (const [view, sample, fields] of all) {
    const file = pdfOf(view, sample, fields);
    assert.match(told('qpdf', '--check', file), /No syntax or stream encoding errors/);
    assert.deepEqual(readFileSync(pdfOf(view, sample, fields)), readFileSync(file), view);
  }
});

test('a PNG has the dots per inch that were asked for', () => {
  for (const [dpi, width] of [
    [300, 980],
    [600, 1961],
  ]) {
    const file = join(scratch, `${dpi}.png`);
    output(['figure', keys, '--quiet', '--width', '83mm', '--dpi', String(dpi), '--out', file]);
    const png = readFileSync(file);
    assert.ok(Math.abs(png.readUInt32BE(16) - width) <= 1, String(png.readUInt32BE(16)));
    const at = png.indexOf('pHYs');
    assert.equal(png.readUInt32BE(at + 4), Math.round(dpi / 0.0254));
    assert.equal(png[at + 12], 1, 'per metre');
  }
  const file = join(scratch, 'by-name.png');
  output(['figure', keys, '--quiet', '--out', file]);
  assert.equal(readFileSync(file).readUInt32BE(16), 2250, '720 CSS pixels at 300 dots per inch');
});

test('the file is what its name ends in, or what an option says', () => {
  const kind = (/** @type {string} */ name, /** @type {string[]} */ ...more) => {
    output(['figure', keys, '--quiet', '--out', join(scratch, name), ...more]);
    return readFileSync(join(scratch, name)).subarray(0, 5).toString('latin1');
  };
  assert.equal(kind('a.pdf'), '%PDF-');
  assert.equal(kind('a.svg'), '<svg ');
  assert.equal(kind('a.out'), '<svg ');
  assert.equal(kind('b.out', '--pdf'), '%PDF-');
  assert.equal(kind('c.out', '--dpi', '100'), '\x89PNG\r');
  assert.equal(kind('d.pdf', '--dpi', '100'), '\x89PNG\r');
});

test('title and caption are switched off each by itself, and palettes differ in colours alone', () => {
  const svg = (/** @type {string[]} */ ...more) =>
    output(['figure', keys, '--quiet', '--width', '83mm', ...more]).replace(/<(desc|title)>.*<\/\1>/g, '');
  assert.match(svg(), /Where \[CLS\][\s\S]*Drawn by/);
  assert.ok(!svg('--no-title').includes('Where [CLS]'));
  assert.ok(svg('--no-title').includes('layers 1'));
  assert.ok(!svg('--no-caption').includes('Abnar'));
  assert.equal(svg('--plain'), svg('--no-title', '--no-caption'));
  const shape = (/** @type {string} */ text) => text.replace(/#[0-9a-f]{6}/g, '');
  for (const palette of ['safe', 'grey']) {
    assert.equal(shape(svg('--palette', palette)), shape(svg()), palette);
  }
  assert.notEqual(svg('--palette', 'grey'), svg());
  const heads = (/** @type {string[]} */ ...more) => svg('--view', 'graph', '--state', 'layer=6&graph=lines&method=raw', ...more);
  assert.notEqual(heads('--palette', 'safe'), heads());
});

test('widths and sizes that are none are told with those that fit', () => {
  for (const [words, finding] of /** @type {[string[], RegExp][]} */ ([
    [['--width', '83'], /83mm, 17cm/],
    [['--width', '3mm'], /50mm/],
    [['--width', 'wide'], /83mm/],
    [['--font-size', '7.5'], /--width 83mm/],
    [['--width', '83mm', '--font-size', '99'], /4 to 24/],
    [['--dpi', '1'], /30 to 2400/],
    [['--palette', 'pink'], /own, safe, grey/],
    [['--width', '83mm', '--size', '300'], /Remove one/],
  ])) {
    const run = headwaters(['figure', keys, ...words]);
    assert.equal(run.code, 2, run.err);
    assert.match(run.err, finding);
  }
  assert.match(
    headwaters(['figure', keys, '--width', '1000mm', '--dpi', '2400', '--out', join(scratch, 'x.png')]).err,
    /would have \d+ x \d+ pixels/,
  );
  assert.match(headwaters(['raw', keys, '--pdf']).err, /works with: figure/);
});
