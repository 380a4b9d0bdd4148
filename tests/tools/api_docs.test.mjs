// SPDX-License-Identifier: MIT
// docs/api.md describes the page's state, its settings and opening as the types do, with every member documented.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { document, withTables } from '../../tools/lib/api_docs.mjs';
import { pageOf } from '../../tools/lib/markdown.mjs';

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, document), 'utf8');

test('the tables of the document are those of the types: node tools/lib/api_docs.mjs writes them', () => {
  assert.equal(withTables(text, root), text);
  assert.equal(text.match(/<!-- end -->/g)?.length, 3);
});

test('every member is explained, unless its name and type say it', () => {
  const clear = ['name', 'fusion', 'heads', 'tokenTexts', 'decoderTexts', 'panel'];
  const silent = [...text.matchAll(/^\| `(\w+)` \| `[^\n]*` \| {2}\|$/gm)].map(([, name]) => name);
  assert.deepEqual(
    silent.filter((name) => !clear.includes(name)),
    [],
  );
});

test('a table is taken from the interface that it names, strokes and line breaks made fit for a cell', () => {
  const made = withTables('a\n<!-- web/state.d.ts ComparedColumn -->\nold\n<!-- end -->\nb', root);
  assert.match(made, /^a\n<!-- web\/state\.d\.ts ComparedColumn -->\n\| member \| type \| meaning \|\n/);
  assert.match(made, /\n\| `weights` \| `'contributions' \\\| 'attentions'` \| {2}\|\n/);
  assert.doesNotMatch(made, /old/);
  assert.throws(() => withTables('<!-- web/state.d.ts Nothing -->\nx\n<!-- end -->', root), /no interface Nothing/);
});

test('as a page of the site it has its tables and the places that it links to', () => {
  const page = pageOf(text);
  assert.doesNotMatch(page, /&lt;!--/);
  assert.match(page, /<td><code>segments<\/code><\/td>\n<td><code>&#39;all&#39; \| &#39;a-a&#39;/);
  for (const [, place] of text.matchAll(/\]\(#([\w-]+)\)/g)) assert.ok(page.includes(`id="${place}"`), place);
});
