// SPDX-License-Identifier: MIT
// @ts-check
// Sounds in the page: WAV files, words from tokens, silent stretches.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { alsoSilent } from '../../../../web/model/sequences/sound.js';
import { rowsOf, wordsOf } from '../../../../web/model/sequences/sound_drawing.js';
import { isWav, monoOf, toneWav, wavOf } from '../../../../web/model/sound/wav.js';

test('a WAV file has its rate and its samples', () => {
  const bytes = wavOf(Float32Array.from([0, 0.5, -1]), 8000);
  assert.ok(isWav(bytes));
  assert.ok(!isWav(new TextEncoder().encode('RIFF....WEBPVP8 ')));
  const view = new DataView(bytes.buffer);
  assert.equal(view.getUint32(4, true), bytes.length - 8);
  assert.equal(view.getUint32(24, true), 8000);
  assert.equal(view.getUint32(40, true), 12);
  assert.deepEqual(
    [0, 1, 2].map((i) => view.getFloat32(44 + 4 * i, true)),
    [0, 0.5, -1],
  );
  assert.ok(isWav(toneWav()));
  assert.equal(toneWav().length, 44 + 4 * 32_000);
});

test('channels become their mean', () => {
  const channels = [Float32Array.from([1, 0]), Float32Array.from([0, -1])];
  assert.deepEqual([...monoOf({ numberOfChannels: 2, length: 2, getChannelData: (i) => channels[i] })], [0.5, -0.5]);
});

test('tokens become words at spaces, with the time of all their tokens', () => {
  const token = (/** @type {string} */ text, /** @type {number} */ position) => ({ text, position, from: position, to: position + 1 });
  assert.deepEqual(wordsOf([token(' Hel', 3), token('lo', 4), token(' you', 5), token('.', 6)]), [
    { text: ' Hello', position: 3, from: 3, to: 5 },
    { text: ' you.', position: 5, from: 5, to: 7 },
  ]);
  assert.equal(wordsOf([token('7', 1), token('8', 2)]).length, 2);
  assert.deepEqual(wordsOf([]), []);
});

test('a silent stretch is added in frames', () => {
  assert.equal(alsoSilent(undefined, 0.02, 0.06, 0.01), '2-6');
  assert.equal(alsoSilent('2-6', 0.1, 0.25, 0.01), '2-6;10-25');
  assert.equal(alsoSilent('2-6', 0.1, 0.1, 0.01), '2-6');
});

test('words that would cover each other are in rows of their own', () => {
  const word = (/** @type {number} */ from, /** @type {number} */ to) => ({ text: 'a', position: 0, from, to });
  assert.deepEqual(rowsOf([word(0, 1), word(1, 1.1), word(1.1, 2), word(2, 3), word(2.2, 2.3)], 0.5), [0, 0, 1, 0, 1]);
  assert.deepEqual(rowsOf([word(0, 0), word(0, 0), word(0, 0)], 0.1), [0, 1, 2]);
});
