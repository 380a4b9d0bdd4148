// SPDX-License-Identifier: MIT
// A model that hears: it opens with a tone, a dropped WAV file runs, its words have times, and a stretch can be silenced.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { wavOf } from '../../../web/model/sound/wav.js';
import { test } from '../engine.mjs';
import { drop, dropAll, pressId, Stage, until } from '../harness.mjs';
import { openSheet } from '../model/sheets.mjs';

const stage = Stage.forFile();
const folder = new URL('../../data/model/families/whisper/', import.meta.url);
/** Without the suppressed tokens of its class, which this small vocabulary lacks. */
const config = readFileSync(new URL('config.json', folder), 'utf8').replace(/("begin_suppress_tokens": )\[[^\]]*\]/, '$1[]');
const idle = (page) =>
  until(page, () => window.headwaters.idle && document.querySelector('[data-id="sheet/sound"] .sound-words button') !== null);

test('a dropped sound runs, its words have times and curves, and a silenced stretch is a run of its own', async () => {
  const page = await stage.openStill({ fragment: 'v=1' });
  await dropAll(page, {
    'config.json': config,
    'model.safetensors': readFileSync(new URL('model.safetensors', folder)),
  });
  await until(page, () => window.headwaters.state.document?.form === 'model');
  await openSheet(page, 'sound');
  await idle(page);
  assert.equal(await page.evaluate(() => window.headwaters.prompt), 'tone');
  const samples = Float32Array.from({ length: 800 }, (_, i) => (i % 20 < 10 ? 0.5 : -0.5));
  await drop(page, 'talk.wav', wavOf(samples, 8000));
  await until(page, () => window.headwaters.prompt.startsWith('sound:') && window.headwaters.idle);
  await idle(page);
  // 0.1 s are ten frames of five bins.
  await until(page, () => document.querySelector('[data-id="sound/features"]')?.width === 10);
  assert.equal(await page.$eval('[data-id="sound/features"]', (canvas) => canvas.height), 5);
  assert.match(await page.textContent('[data-id="sheet/sound"]'), /talk\.wav/);
  await pressId(page, 'sound/word-1');
  await until(page, () => /rollout is in the silence/.test(document.querySelector('[data-id="sheet/sound"] .detail')?.textContent ?? ''));
  await page.fill('[data-id="sound/from"]', '0.02');
  await page.fill('[data-id="sound/to"]', '0.06');
  await pressId(page, 'sound/silence');
  await until(page, () => window.headwaters.prompt.includes('"silent":"2-6"') && window.headwaters.idle);
  await idle(page);
  await until(page, () => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('[data-id="sound/features"]'));
    const at = (x) => canvas.getContext('2d').getImageData(x, 2, 1, 1).data[3];
    return at(3) === 0 && at(8) > 0;
  });
  await pressId(page, 'sound/hear-all');
  await until(page, () => !window.headwaters.prompt.includes('silent') && window.headwaters.idle);
  assert.deepEqual(page.faults, []);
});
