// SPDX-License-Identifier: MIT
// headwaters.open(object). Every form of file as an object is an analysis, whatever model it names. Only {model, prompt} asks for a model.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { namesModel, bytesOf } from '../../web/api/bytes_of.js';

const root = new URL('../../', import.meta.url);
const objects = ['tests/data/forms/', 'web/samples/'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.json') && !path.endsWith('.meta.json'))
    .map((path) => ({ path, text: readFileSync(new URL(folder + path, root), 'utf8') })),
);

test('every format as an object is opened as data, with all that it holds', async () => {
  let named = 0;
  let opened = 0;
  for (const { path, text } of objects) {
    let object;
    try {
      object = JSON.parse(text);
    } catch {
      continue; // a file with NaN, or damaged on purpose, is no object in JavaScript
    }
    assert.equal(namesModel(object), false, path);
    const own = /** @type {Blob} */ (bytesOf(object));
    assert.deepEqual(JSON.parse(await own.text()), object, path);
    named += typeof object.model === 'string' ? 1 : 0;
    opened += 1;
  }
  assert.ok(opened > 30 && named > 5, `${opened} objects, ${named} of which name their model`);
});

test('a model is asked for by its name, with or without a text', () => {
  assert.ok(namesModel({ model: 'agreement' }));
  assert.ok(namesModel({ model: 'agreement', prompt: 'the keys' }));
  assert.ok(namesModel({ model: 'agreement', prompt: undefined }));
  assert.equal(namesModel({ model: 'BERT', tokens: ['a'], attentions: [[[[1]]]] }), false);
  assert.equal(namesModel({ model: {}, prompt: '' }), false);
  for (const other of ['agreement', null, undefined, new Uint8Array(2), [1]]) assert.equal(namesModel(other), false);
});
