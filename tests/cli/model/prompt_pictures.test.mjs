// SPDX-License-Identifier: MIT
// @ts-check
// Pictures in prompts on the command line, with the site's model of shapes (tests/data/model/shapes/examples.json has the library's numbers).
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters, output } from '../program.mjs';

const shapes = fileURLToPath(new URL('../../../web/models/shapes', import.meta.url));
const data = fileURLToPath(new URL('../../data/model/shapes', import.meta.url));
const { examples } = JSON.parse(readFileSync(join(data, 'examples.json'), 'utf8'));
const room = mkdtempSync(join(tmpdir(), 'headwaters-prompt-'));
after(() => rmSync(room, { recursive: true, force: true }));

/** The arrays of a safetensors file. @param {string} file */
function arraysOf(file) {
  const bytes = readFileSync(file);
  const size = Number(bytes.readBigUInt64LE(0));
  const { __metadata__: texts, ...header } = JSON.parse(bytes.toString('utf8', 8, 8 + size));
  const arrays = Object.entries(header).map(
    ([
      name,
      {
        shape,
        data_offsets: [begin, end],
      },
    ]) => [
      name,
      { shape, values: new Float32Array(bytes.buffer.slice(bytes.byteOffset + 8 + size + begin, bytes.byteOffset + 8 + size + end)) },
    ],
  );
  return { texts, arrays: Object.fromEntries(arrays) };
}

test('a prompt with a picture is answered, and its file has the library’s numbers', () => {
  for (const one of examples.slice(0, 4)) {
    const words = ['run', shapes, '--image', join(data, one.picture), '--text', `<image> ${one.question}`];
    assert.equal(
      output([...words, '--generate', '1'])
        .trim()
        .split(' ')
        .at(-1),
      one.answer,
    );
    const file = join(room, 'run.safetensors');
    output([...words, '--out', file]);
    const { texts, arrays } = arraysOf(file);
    assert.deepEqual(JSON.parse(texts.ids), one.input_ids);
    const n = one.input_ids.length;
    assert.deepEqual(Object.fromEntries(Object.entries(arrays).map(([name, { shape }]) => [name, shape])), {
      pixels: [1, 3, 48, 48],
      'vision.attention': [1, 3, 4, 36, 36],
      'vision.hidden': [1, 4, 36, 96],
      connector: [1, 36, 96],
      'text.rollout': [n, n],
      'picture.rollout': [n, 1, 36],
      'text.attention': [4, 4, n, n],
      'text.hidden': [5, n, 96],
      logits: [32],
    });
    for (const [i, value] of one.logits.entries()) assert.ok(Math.abs(arrays.logits.values[i] - value) < 2e-4);
    const last = arrays['picture.rollout'].values.subarray(-36);
    for (const [i, value] of one.rollout_decoder_and_tower.entries()) assert.ok(Math.abs(last[i] - value) < 1e-5);
  }
});

test('the question about patches has a value for each, by several methods at once', () => {
  const one = examples[0];
  const lines = output([
    ...['ask', shapes, '--image', join(data, one.picture), '--text', one.question, '--target', one.answer],
    ...['--as', 'log-probability', '--question', 'patches', '--with', 'method=hide,wipe,rollout'],
  ]);
  const [hide, wipe, rollout] = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const [found, wanted, allowed] of [
    [hide, one.hide, 1e-3],
    [wipe, one.wipe_background, 1e-3],
    [rollout, one.rollout_decoder, 1e-5],
  ]) {
    const { rows, columns, values } = found.frames[0];
    assert.deepEqual([rows, columns, found.complete], [6, 6, true]);
    for (const [i, value] of values.entries()) assert.ok(Math.abs(value - wanted[i]) <= allowed, `${found.method} ${i}`);
  }
  assert.equal(wipe.fill.length, 3);
  assert.equal(hide.squares.length, 36);
  assert.ok(hide.parts.pictures.effect > 0.3);
});

test('wrong numbers of pictures are refused', () => {
  const image = join(data, examples[0].picture);
  /** @param {string[]} words */
  const error = (...words) => headwaters(['run', shapes, ...words]).err;
  assert.match(
    error('--image', image, '--image', image, '--text', '<image> what is red ?'),
    /1 places for pictures, <image>, and there are 2/,
  );
  assert.match(error('--text', 'what is red ?', '--split-images'), /--split-images needs --image/);
  assert.equal(error('--text', 'what is red ?'), '');
  assert.match(
    headwaters(['ask', shapes, '--text', 'what is red ?', '--question', 'patches', '--with', 'method=hide']).err,
    /This prompt has no picture/,
  );
});
