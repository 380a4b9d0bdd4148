// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { amount, inLanguage, moduleTexts, workerTexts, setTexts, tr, trCount } from '../../../web/base/language.js';

// English comes first, because a language stays set.
test('without a table texts are English, and nobody is told of one', () => {
  assert.equal(tr('Copy: {}', 'link'), 'Copy: link');
  assert.equal(tr('{2} of {1}', 'a', 'b'), 'b of a');
  assert.equal(tr('Copy: {}'), 'Copy: {}');
  assert.equal(trCount(1, '{} file|{} files'), '1 file');
  assert.equal(trCount(0, '{} file|{} files'), '0 files');
  assert.equal(trCount(1200, '{} file|{} files'), '1,200 files');
  assert.equal(trCount(1, '{} of {} file|{} of {} files', 1, 2), '1 of 2 file');
  assert.equal(amount(1234.5), '1,234.5');
  assert.equal(inLanguage('0.25'), '0.25');
  assert.equal(moduleTexts(), null);
  assert.equal(workerTexts(), null);
});

test('a table gives texts in its order of parts, with its numbers and forms', () => {
  const texts = { '{} of {}': 'von {2} {1}', '{} file|{} files': '{} Datei|{} Dateien' };
  setTexts('de', texts);
  assert.equal(tr('{} of {}', 1, 2), 'von 2 1');
  assert.equal(tr('not in it: {}', 1), 'not in it: 1');
  assert.equal(trCount(1, '{} file|{} files'), '1 Datei');
  assert.equal(trCount(2500, '{} file|{} files'), '2.500 Dateien');
  assert.equal(inLanguage('0.25'), '0,25');
  assert.deepEqual(workerTexts(), { language: 'de', texts });
});

test('a second table adds to the first, and modules are told of both', () => {
  setTexts('de', { Lesson: 'Lektion' });
  const [mark, forms, ...pairs] = /** @type {string[]} */ (moduleTexts());
  assert.equal(mark, ',');
  assert.equal(forms.length, 1000);
  assert.equal(forms.slice(0, 4), '1011');
  assert.deepEqual(pairs.slice(-2), ['Lesson', 'Lektion']);
  assert.equal(pairs.length, 6);
});

test('a language with more forms counts by its own rules', () => {
  setTexts('pl', { '{} file|{} files': '{} plik|{} pliki|{} plików' });
  assert.deepEqual(
    [1, 3, 5, 22].map((count) => trCount(count, '{} file|{} files')),
    ['1 plik', '3 pliki', '5 plików', '22 pliki'],
  );
});
