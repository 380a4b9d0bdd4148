// SPDX-License-Identifier: MIT
// headwaters.open(object). Every JSON form opens as an object just as it does as a file, even if it names its model.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';

import { test } from '../engine.mjs';
import { Stage } from '../harness.mjs';

const stage = Stage.forFile();
const root = new URL('../../data/forms/', import.meta.url);
const samples = readdirSync(root, { recursive: true })
  .map(String)
  .filter((path) => path.endsWith('.json') && !path.endsWith('.meta.json'))
  .filter((path) => {
    try {
      const { expect } = JSON.parse(readFileSync(new URL(`${path}.meta.json`, root), 'utf8'));
      JSON.parse(readFileSync(new URL(path, root), 'utf8'));
      return expect === 'ok';
    } catch {
      return false;
    }
  });

test('every format opens as an object', async () => {
  const page = await stage.openStill();
  assert.ok(samples.length > 20, `${samples.length}`);
  for (const path of samples) {
    const text = readFileSync(new URL(path, root), 'utf8');
    const opened = await page.evaluate(
      ([given, name]) =>
        window.headwaters
          .open(JSON.parse(given), { name })
          .then((document) => document.name)
          .catch((error) => `refused: ${error.message}`),
      [text, path],
    );
    assert.equal(opened, path);
  }
});

test('an analysis that names a model opens as an analysis', async () => {
  const page = await stage.openStill();
  const document = await page.evaluate(() =>
    window.headwaters.open(
      {
        model: 'agreement',
        tokens: ['a', 'b'],
        attentions: [
          [
            [
              [1, 0],
              [0.5, 0.5],
            ],
          ],
        ],
      },
      { name: 'mine' },
    ),
  );
  assert.deepEqual([document.name, document.form === 'model'], ['mine', false]);
});
