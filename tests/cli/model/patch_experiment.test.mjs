// SPDX-License-Identifier: MIT
// @ts-check
// headwaters batch experiment --units patches. The patches that a method ranks first are wiped, as in a picture without these patches.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters, result } from '../program.mjs';
import { jsonLines } from '../sentences.mjs';
import { drawingOf, pixelsOf } from '../../../web/model/picture/drawing.js';
import { drawnPng } from './drawn_png.mjs';

const root = new URL('../../../', import.meta.url);
const digits = fileURLToPath(new URL('web/models/digits', root));
/** @type {{examples: string[]}} */
const { examples } = JSON.parse(readFileSync(new URL('web/models/index.json', root), 'utf8')).find(
  (/** @type {any} */ { id }) => id === 'digits',
);
const room = mkdtempSync(join(tmpdir(), 'headwaters-patches-'));
after(() => rmSync(room, { recursive: true, force: true }));

const texts = examples.slice(2, 6);
const list = join(room, 'pictures.jsonl');
writeFileSync(list, texts.map((text) => `${JSON.stringify({ image: drawnPng(text) })}\n`).join(''));

test('patches are wiped in the order of a method, beside random ones', () => {
  const out = join(room, 'out');
  const run = headwaters([
    'batch',
    'experiment',
    list,
    '--model',
    digits,
    '--units',
    'patches',
    '--methods',
    'rollout,zero-pixels',
    '--most',
    '4',
    '--draws',
    '6',
    '--out',
    out,
  ]);
  assert.equal(run.code, 0, run.err);
  jsonLines(join(out, 'results.jsonl')).forEach((line, i) => {
    const pixels = pixelsOf(drawingOf(texts[i]));
    const inked = new Set(
      Array.from({ length: 28 * 28 }, (_, at) => at)
        .filter((at) => pixels[4 * at] > 0)
        .map((at) => Math.floor(at / 28 / 4) * 7 + Math.floor((at % 28) / 4)),
    );
    assert.equal(line.units, inked.size);
    assert.deepEqual(line.counts, [1, 2, 4]);
    const image = drawnPng(texts[i]);
    const target = `${line.target.index}-${line.target.minus}`;
    // The class token is excluded, because it is no patch.
    const patchesBy = (/** @type {number[]} */ scores) =>
      [...inked].sort((a, b) => a - b).toSorted((a, b) => scores[b + 1] - scores[a + 1]);
    const rollout = result(['rollout', '--model', digits, '--image', image, '--token', '0']).layers.at(-1).values;
    const asked = result(['ask', digits, '--image', image, '--target', target, '--scores', 'zero-pixels']);
    assert.equal(line.value, asked.value);
    const orders = {
      rollout: patchesBy(rollout.flat()),
      'zero-pixels': patchesBy(asked.scores['zero-pixels'].map((/** @type {number} */ value) => asked.value - value)),
    };
    for (const [method, order] of Object.entries(orders)) {
      line.counts.forEach((/** @type {number} */ count, /** @type {number} */ at) => {
        const { value } = result(['ask', digits, '--image', drawnPng(texts[i], order.slice(0, count)), '--target', target]);
        assert.ok(
          Math.abs(line.methods[method].values[at] - value) < 1e-3,
          `${method} ${count}: ${line.methods[method].values[at]} is not ${value}`,
        );
      });
      assert.equal(line.methods[method].random.length, 3);
      assert.ok(line.methods[method].randomHigh[2] > line.methods[method].randomLow[2]);
    }
  });
  assert.match(run.out, /zero-pixels/);
});

test('a model of texts has no patches', () => {
  const text = join(room, 'texts.txt');
  writeFileSync(text, 'the keys [MASK] here');
  const model = fileURLToPath(new URL('web/models/agreement', root));
  const out = join(room, 'texts');
  const run = headwaters(['batch', 'experiment', text, '--model', model, '--units', 'patches', '--out', out]);
  // Every text would fail in the same way, so the first ends the batch.
  assert.equal(run.code, 2);
  assert.match(run.err, /reads text, so use edges, heads or tokens/);
});
