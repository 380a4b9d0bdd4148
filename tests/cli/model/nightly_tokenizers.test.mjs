// SPDX-License-Identifier: MIT
// @ts-check
// Tokens of random Unicode, compared with @huggingface/tokenizers for every available tokenizer. Nightly only. npm fetches the library with
// HEADWATERS_NIGHTLY=1. Otherwise the test reports that it is skipped. HEADWATERS_SEED repeats a run.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { output } from '../program.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'headwaters-tokenizers-'));
after(() => rmSync(room, { recursive: true, force: true }));

async function library() {
  if (!process.env.HEADWATERS_NIGHTLY) return { skip: 'HEADWATERS_NIGHTLY=1 lets npm fetch @huggingface/tokenizers' };
  const run = spawnSync('npm', ['install', '--prefix', room, '--no-save', '--no-package-lock', '@huggingface/tokenizers@0.2.0'], {
    encoding: 'utf8',
  });
  if (run.status !== 0) return { skip: `npm cannot fetch @huggingface/tokenizers: ${run.stderr.trim().split('\n').at(-1)}` };
  const module = await import(pathToFileURL(createRequire(join(room, 'package.json')).resolve('@huggingface/tokenizers')).href);
  return { Tokenizer: (module.default ?? module).Tokenizer, skip: false };
}

const { Tokenizer, skip } = await library();

/** Folders with a tokenizer: the project's own, those next to the checkout, and real ones in the cache. */
function folders() {
  const places = [join(root, 'tests/data/model'), join(root, '../shared/data/models')];
  return places
    .filter(existsSync)
    .flatMap((place) =>
      readdirSync(place, { recursive: true, encoding: 'utf8' })
        .filter((name) => /(^|[\\/])tokenizer\.json$/.test(name))
        .map((name) => dirname(join(place, name))),
    )
    .sort();
}

/** Numbers in [0, 1) that are the same for each seed (mulberry32). @param {number} seed */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

// Characters that tokenizers treat in different ways, as ranges of code points. Chinese characters beyond U+FFFF are missing, because
// BERT's splitting puts spaces around them in the Hugging Face library but not in its JavaScript version. Capital sigma is missing, because
// JavaScript lowercases it depending on the next character.
const ranges = [
  [0x20, 0x7e],
  [0x61, 0x7a],
  [0xa1, 0x17f],
  [0x300, 0x32f],
  [0x3b1, 0x3c9],
  [0x410, 0x44f],
  [0x5d0, 0x5ea],
  [0x627, 0x64a],
  [0x905, 0x94d],
  [0xe01, 0xe3a],
  [0x1100, 0x1112],
  [0x2010, 0x2027],
  [0x2030, 0x205e],
  [0x20a0, 0x20bf],
  [0x2150, 0x218b],
  [0x3041, 0x30fe],
  [0x4e00, 0x4fff],
  [0xac00, 0xac80],
  [0xff01, 0xff5e],
  [0x1f300, 0x1f64f],
  [0x1d400, 0x1d44f],
];
const pieces = [
  ' ',
  ' ',
  '  ',
  '\n',
  '\t',
  'the',
  'keys',
  "Don't",
  "we'LL",
  '3.14',
  '1234567',
  '...',
  '\u00a0',
  '\u3000',
  'e\u0301',
  '\u1112\u1161\u11ab',
  'ﬁ',
  '²',
  'ẞ',
  '👩‍🔬',
  '🇩🇪',
  '',
  '\u200d',
];

/** @param {() => number} next */
function randomText(next) {
  const pick = (/** @type {any[]} */ list) => list[Math.floor(next() * list.length)];
  const length = 1 + Math.floor(next() * 24);
  let text = '';
  for (let i = 0; i < length; i += 1) {
    if (next() < 0.4) text += pick(pieces);
    else {
      const [first, last] = pick(ranges);
      const many = 1 + Math.floor(next() * 4);
      for (let k = 0; k < many; k += 1) text += String.fromCodePoint(first + Math.floor(next() * (last - first + 1)));
    }
  }
  return text;
}

for (const folder of folders()) {
  test(`${relative(root, folder)}: tokens of random texts are the library's`, { skip }, (t) => {
    const json = (/** @type {string} */ name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
    let tokenizer;
    try {
      tokenizer = new Tokenizer(
        json('tokenizer.json'),
        existsSync(join(folder, 'tokenizer_config.json')) ? json('tokenizer_config.json') : {},
      );
    } catch (error) {
      if (!/^Unknown \w+ type/.test(error.message)) throw error;
      return t.skip(`the library does not know it: ${error.message}`);
    }
    const seed = Number(process.env.HEADWATERS_SEED ?? Date.now() % 2 ** 31);
    const next = random(seed);
    // The Hugging Face library accepts letters of every script as parts of a word. Its JavaScript version accepts only ASCII.
    const asciiOnly = json('tokenizer.json').pre_tokenizer?.type === 'Whitespace';
    const texts = Array.from({ length: 400 }, () => (asciiOnly ? randomText(next).replace(/\P{ASCII}/gu, '') : randomText(next)));
    const lines = output(['tokenize', join(folder, 'tokenizer.json'), '--texts', '-'], JSON.stringify(texts))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const wrong = texts.flatMap((text, index) => {
      const ids = tokenizer.encode(text).ids;
      return JSON.stringify(ids) === JSON.stringify(lines[index].ids)
        ? []
        : [`${JSON.stringify(text)}: ${lines[index].ids} against ${ids}`];
    });
    assert.deepEqual(wrong.slice(0, 3), [], `seed ${seed}: ${wrong.length} of ${texts.length} differ`);
  });
}
