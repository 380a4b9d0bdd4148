// SPDX-License-Identifier: MIT
// A protein: ESM opens from its files, a FASTA entry is pasted, and Contacts shows the map and the heads of a pair.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { test } from '../engine.mjs';
import { drop, dropAll, pressId, Stage, until } from '../harness.mjs';
import { openSheet, shows } from '../model/sheets.mjs';

const stage = Stage.forFile();
const folder = new URL('../../data/model/families/esm/', import.meta.url);
const vocabulary = '<cls> <pad> <eos> <unk> L A G V S <mask> R T I D P K Q N F Y M H W C'.split(' ').join('\n');
const names = Object.fromEntries(
  'LEU L ALA A GLY G VAL V SER S ARG R THR T ILE I ASP D PRO P LYS K GLN Q ASN N PHE F TRP W'
    .match(/\w+ \w/g)
    .map((one) => [one[4], one.slice(0, 3)]),
);
const sequence = 'LAGVSRTIDPKQNF';

async function openProtein() {
  const page = await stage.openStill({ fragment: 'v=1' });
  await dropAll(page, {
    'config.json': readFileSync(new URL('config.json', folder)),
    'model.safetensors': readFileSync(new URL('model.safetensors', folder)),
    'vocab.txt': vocabulary,
  });
  await page.waitForSelector('.model textarea');
  await until(page, () => window.headwaters.idle && window.headwaters.state.document?.tokens.includes('<mask>'));
  return page;
}

test('a dropped ESM folder runs a pasted FASTA entry, and Contacts shows its pairs and their heads', async () => {
  const page = await openProtein();
  await page.evaluate((text) => {
    const field = /** @type {HTMLTextAreaElement} */ (document.querySelector('.model textarea'));
    field.select();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', `>sp|X1 a protein\n${text.slice(0, 5)}\n${text.slice(5)}\n`);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, sequence.toLowerCase());
  await pressId(page, 'line/upper');
  await shows(page, sequence);
  assert.deepEqual(await page.evaluate(() => window.headwaters.state.document.tokens), ['<cls>', ...sequence, '<eos>']);
  assert.ok(await page.isHidden('[data-id="line/upper"]'));
  await openSheet(page, 'contacts');
  await until(page, () => document.querySelectorAll('[data-id^="contacts/"].do').length === 12);
  assert.equal(await page.$eval('[data-id="contacts/map"]', (canvas) => /** @type {HTMLCanvasElement} */ (canvas).width), sequence.length);
  await page.click('[data-id^="contacts/"].do');
  await until(page, () => document.querySelectorAll('[data-id="sheet/contacts"] tbody .guess').length === 4);
  const said = await page.textContent('.contacts .muted');
  const [bias, logit] = [...String(said).matchAll(/[+−-]?\d+\.\d+/g)].map(([number]) => Number(number.replace('−', '-')));
  const terms = await page.$$eval('[data-id="sheet/contacts"] tbody .guess', (all) =>
    all.map(({ textContent }) => Number(String(textContent).replace('−', '-'))),
  );
  assert.ok(Math.abs(terms.reduce((sum, one) => sum + one, bias) - logit) < 0.05, String(said));
  assert.deepEqual(page.faults, []);
});

/** Residues with Cα along a line, 2 ångström apart, numbered from 11. @param {string} residues */
const pdbOf = (residues) =>
  [...residues]
    .map(
      (_, i) =>
        `ATOM  ${String(i + 1).padStart(5)}  CA  ${names[residues[i]]} A${String(i + 11).padStart(4)}    ${(2 * i).toFixed(3).padStart(8)}   0.000   0.000`,
    )
    .join('\n');

test('a FASTA file is a text, and a structure gives distances and precision', async () => {
  const page = await openProtein();
  await drop(page, 'two.fasta', `>first\n${sequence}\n>second\nGG\n`);
  await shows(page, sequence);
  assert.equal(await page.evaluate(() => document.querySelector('.sentence .residue')?.title.startsWith('residue 1, hydrophobic')), true);
  await openSheet(page, 'contacts');
  await until(page, () => document.querySelectorAll('[data-id^="contacts/"].do').length === 12);
  // The first residue is not resolved.
  await drop(page, 'part.pdb', pdbOf(sequence.slice(1)));
  await until(page, () =>
    /part\.pdb, chain A: 13 of 14 residues match/.test(document.querySelector('.contacts .against')?.textContent ?? ''),
  );
  // No pair that is six residues apart is nearer than 12 ångström.
  assert.match(await page.textContent('.contacts .against'), /At least 6 residues apart: top L\/5 0(\.0+)? ?%, top L 0(\.0+)? ?%/);
  await drop(page, 'other.pdb', pdbOf('WWWWWWWW'));
  await until(page, () => /resembles/.test(document.querySelector('[data-id="sheet/contacts"] .problem')?.textContent ?? ''));
  assert.deepEqual(page.faults, []);
});
