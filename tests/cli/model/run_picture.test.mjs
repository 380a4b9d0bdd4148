// SPDX-License-Identifier: MIT
// @ts-check
// headwaters run and ask with a picture, compared with the real library's numbers (shared/data/models, skipped without it).
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters, output } from '../program.mjs';
import { pngOf } from './drawn_png.mjs';

const models = fileURLToPath(new URL('../../../../shared/data/models', import.meta.url));
const skip = existsSync(models) ? false : 'shared/data is not beside the checkout';
const room = mkdtempSync(join(tmpdir(), 'headwaters-picture-'));
after(() => rmSync(room, { recursive: true, force: true }));

/** @param {string} name */
const casesOf = (name) => JSON.parse(readFileSync(join(models, name, 'expected.json'), 'utf8')).cases;

/** @param {number[]} found @param {number[]} wanted @param {string} name */
function near(found, wanted, name) {
  assert.equal(found.length, wanted.length, name);
  wanted.forEach((value, i) => {
    assert.ok(Math.abs(found[i] - value) <= 2e-4, `${name}[${i}]: ${found[i]} is not ${value}`);
  });
}

test("a picture becomes a file with its grid, and questions about it have the library's answers", { skip }, () => {
  for (const one of casesOf('dinov2_registers')) {
    const image = join(models, one.image);
    const folder = join(models, 'dinov2_registers');
    const file = join(room, 'file.json');
    output(['run', folder, '--image', image, '--out', file]);
    const example = JSON.parse(readFileSync(file, 'utf8'));
    assert.deepEqual(example.image.grid, [4, 4]);
    assert.equal(example.image.firstPatchToken, 4);
    assert.match(example.image.data, /^data:image\/png;base64,/);
    assert.deepEqual(example.tokens.slice(0, 6), ['[CLS]', '[REG1]', '[REG2]', '[REG3]', 'r0c0', 'r0c1']);
    const answer = JSON.parse(output(['ask', folder, '--image', image, '--as', 'logit']));
    near([answer.value], [one.target.value], 'value');
    assert.equal(answer.target.name, one.target.label);
    // The file opens as any other.
    assert.match(output(['info', file]), /20 tokens/);
  }
  for (const one of casesOf('beit')) {
    const asked = ['ask', join(models, 'beit'), '--image', join(models, one.image), '--target', String(one.target.index), '--as', 'logit'];
    near([JSON.parse(output(asked)).value], [one.target.value], 'value of BEiT');
    assert.match(headwaters([...asked, '--scores', 'deletion']).err, /deletion/);
  }
  for (const one of casesOf('vit').filter((/** @type {any} */ one) => one.blank_out)) {
    const found = JSON.parse(
      output([
        'ask',
        join(models, 'vit'),
        '--image',
        join(models, one.image),
        '--target',
        String(one.target.index),
        '--as',
        'logit',
        '--scores',
        'zero-pixels,zero-embedding,deletion',
      ]),
    ).scores;
    near(found['zero-pixels'].slice(1), one.blank_out.zero_pixels, 'zero-pixels');
    near(found['zero-embedding'].slice(1), one.blank_out.zero_patch, 'zero-embedding');
    near(found.deletion.slice(1), one.blank_out.dropped, 'deletion');
  }
});

test('CLIP compares a picture with texts', { skip }, () => {
  for (const one of casesOf('clip')) {
    const answer = JSON.parse(
      output([
        'ask',
        join(models, 'clip'),
        '--image',
        join(models, one.image),
        '--class',
        'the',
        '--class',
        one.text,
        '--target',
        '1',
        '--as',
        'logit',
      ]),
    );
    near([answer.value], [one.target.value], one.name);
    assert.equal(answer.target.name, one.text);
  }
});

test('what is no picture, or given to a model of texts, is said', { skip }, () => {
  const text = join(room, 'text.png');
  writeFileSync(text, 'no picture');
  const vit = join(models, 'vit');
  const image = join(models, 'images/a.png');
  /** @param {string[]} words */
  const error = (...words) => headwaters(words).err;
  assert.match(error('run', vit, '--image', text), /text\.png.*PNG/s);
  assert.match(error('run', vit, '--text', 'cat'), /needs a picture/);
  assert.match(error('run', join(models, 'gpt2'), '--image', image), /needs a text/);
  assert.match(error('run', vit, '--image', image, '--class', 'cat'), /can’t compare pictures with texts/);
  assert.match(error('run', vit, '--image', image, '--text', 'cat'), /--text and --image/);
  assert.match(error('run', vit), /The text is missing/);
});

test('a JPEG is what its pixels are, upright', () => {
  const digits = fileURLToPath(new URL('../../../web/models/digits', import.meta.url));
  const { cases } = JSON.parse(readFileSync(new URL('../../data/jpeg/decoded.json', import.meta.url), 'utf8'));
  const one = cases.find((/** @type {any} */ each) => each.name === 'orientation 6');
  const photo = join(room, 'photo.jpg');
  writeFileSync(photo, Buffer.from(one.jpeg, 'hex'));
  const drawn = join(room, 'drawn.png');
  writeFileSync(
    drawn,
    pngOf(
      one.width,
      one.height,
      Array.from({ length: one.height }, (_, y) =>
        Buffer.concat([Buffer.from([0]), Buffer.from(one.rgb, 'hex').subarray(3 * y * one.width, 3 * (y + 1) * one.width)]),
      ),
      2,
    ),
  );
  const run = (/** @type {string} */ image) => JSON.parse(output(['run', digits, '--image', image])).attentions.flat(3);
  const [ofPhoto, ofPng] = [run(photo), run(drawn)];
  const worst = Math.max(...ofPhoto.map((/** @type {number} */ value, /** @type {number} */ i) => Math.abs(value - ofPng[i])));
  assert.ok(worst < 0.02, `${worst}`);
  for (const [name, bytes, words] of /** @type {[string, Buffer, RegExp][]} */ ([
    ['cut.jpg', Buffer.from(one.jpeg, 'hex').subarray(0, one.jpeg.length / 4), /cut\.jpg.*incomplete/],
    ['print.jpg', Buffer.from(cases.find((/** @type {any} */ each) => each.name === 'print').jpeg, 'hex'), /print\.jpg.*CMYK/],
  ])) {
    const file = join(room, name);
    writeFileSync(file, bytes);
    assert.match(headwaters(['run', digits, '--image', file]).err, words);
  }
});
