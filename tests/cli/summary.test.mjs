// SPDX-License-Identifier: MIT
// @ts-check
// batch summary. Compares means over a data set with float64 arithmetic written here. Runs are stopped, resumed and merged.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { headwaters, output, result } from './program.mjs';
import { jsonLines, lines, sentences } from './sentences.mjs';
import { expectedMeans, slotOf } from './data_set_means.mjs';

const room = mkdtempSync(join(tmpdir(), 'headwaters-summary-'));
after(() => rmSync(room, { recursive: true, force: true }));
let folders = 0;
const fresh = () => join(room, `out${++folders}`);
/** @param {string} name
 * @param {string | Buffer} content */
const file = (name, content) => {
  mkdirSync(join(room, name, '..'), { recursive: true });
  writeFileSync(join(room, name), content);
  return join(room, name);
};
/** @param {string} out */
const list = (out) => jsonLines(join(out, 'dataset.headwaters.jsonl'));
/** @param {string} out */
const end = (out) => list(out).at(-1);

const kinds = ['DET', 'NOUN', 'VERB', 'ADP'];
/** @type {any[]} */
const texts = sentences(23, 4).map((each, index) => ({
  ...each,
  title: index === 2 ? 'The third' : '',
  outputToken: index % 3,
  specialTokens: ['w0'],
  tokenClasses: {
    pos: each.tokens.map((_, token) => (token === 0 ? null : kinds[(token * 5 + index) % (index < 9 ? 2 : 4)])),
    ...(index % 4 === 1 ? { role: each.tokens.map((_, token) => (token < 2 ? 'subject' : 'rest')) } : {}),
  },
}));
// A text that is longer than the distances with a slot, without scores.
texts.push({ ...sentences(1, 70)[0], title: 'Long', outputToken: 69, specialTokens: [], tokenClasses: {}, importance: {} });
const jsonl = file('data/lines.jsonl', lines(texts));

/** The same shape, and numbers that differ by no more than `tolerance`.
 * @param {any} a
 * @param {any} b
 * @param {number} tolerance
 * @param {string} [path] */
function close(a, b, tolerance, path = '') {
  if (typeof b === 'number') {
    assert.ok(Math.abs(a - b) <= tolerance, `${path}: ${a} and ${b}`);
  } else if (typeof b === 'object' && b !== null) {
    assert.deepEqual(Object.keys(a).toSorted(), Object.keys(b).toSorted(), path);
    for (const key of Object.keys(b)) close(a[key], b[key], tolerance, `${path}.${key}`);
  } else {
    assert.equal(a, b, path);
  }
}

/** The parts of the last line that do not depend on the order of examples. @param {any} line */
const byName = ({ tokenClasses, importance, ...rest }) => ({
  ...rest,
  importance: Object.fromEntries(importance.map((/** @type {any} */ each) => [each.name, each])),
  classes: Object.fromEntries(
    tokenClasses.map((/** @type {any} */ { name, classes, tokens, output: one, all }) => [
      name,
      Object.fromEntries(
        classes.map((/** @type {string} */ label, /** @type {number} */ slot) => [
          label,
          [tokens, one, all].map((rows) => rows.map((/** @type {any[]} */ row) => row[slot])),
        ]),
      ),
    ]),
  ),
});

test('the means are those of an independent computation', () => {
  const out = fresh();
  output(['batch', 'summary', jsonl, '--out', out, '--quiet']);
  const expected = expectedMeans(texts);
  const found = end(out);
  assert.equal(found.examples, 24);
  assert.deepEqual(found.rolloutByDistance.from.slice(30), [30, 31, 32, 48, 64]);
  const { classes, statistics, rolloutByDistance } = byName(found);
  close(statistics, expected.statistics, 1e-6, 'statistics');
  close({ output: rolloutByDistance.output, all: rolloutByDistance.all }, expected.distances, 1e-6, 'distances');
  close(classes, expected.classes, 1e-6, 'classes');
  for (const row of [...rolloutByDistance.output, ...rolloutByDistance.all]) {
    assert.ok(Math.abs(row.reduce((/** @type {number} */ sum, /** @type {number[]} */ cell) => sum + cell[2], 0) - 1) < 1e-12);
  }
  assert.deepEqual([slotOf(31), slotOf(47), slotOf(48), slotOf(64), slotOf(69)], [31, 32, 33, 34, 34]);
});

test('the table of faithfulness is that of correlate', () => {
  const out = fresh();
  output(['batch', 'summary', jsonl, '--out', out, '--quiet']);
  const table = result(['correlate', file('whole.json', JSON.stringify({ examples: texts })), '--format', 'json']).importance;
  const found = end(out).importance;
  assert.deepEqual(
    found.map((/** @type {any} */ { name }) => name),
    Object.keys(table),
  );
  for (const { name, methods } of found) {
    for (const { method, cells } of methods) {
      close(
        cells.map((/** @type {number[]} */ [count, , mean, squares], /** @type {number} */ layer) => ({
          layer: layer + 1,
          mean,
          sd: Math.sqrt(squares / count),
        })),
        table[name][method].map((/** @type {any} */ { layer, mean, sd }) => ({ layer, mean, sd })),
        1e-12,
        `${name}.${method}`,
      );
    }
  }
});

test('each example stands in the list with its place, its text and its numbers', () => {
  const out = fresh();
  const packed = file('data/packed.jsonl.gz', gzipSync(lines(texts.slice(0, 2))));
  const whole = file('data/two.json', JSON.stringify({ examples: texts.slice(3, 5) }));
  output(['batch', 'summary', jsonl, packed, whole, '--out', out, '--quiet', '--threads', '1']);
  const [head, ...rows] = list(out).slice(0, -1);
  assert.equal(head.format, 'headwaters-dataset/1');
  assert.equal(head.settings.method, 'summary');
  assert.deepEqual(head.methods, ['raw', 'rollout', 'flow', 'gradient-rollout', 'relevance', 'grad-sam', 'joint', 'contributions']);
  assert.equal(rows.length, 28);
  const bytes = readFileSync(jsonl);
  const correlations = jsonLines(join(out, 'results.jsonl'));
  rows.slice(0, 24).forEach((row, index) => {
    assert.deepEqual(
      [row.file, row.line, row.example, row.title ?? '', row.tokens],
      ['../data/lines.jsonl', index + 1, 0, texts[index].title, texts[index].tokens.length],
    );
    assert.deepEqual(JSON.parse(bytes.subarray(row.bytes[0], row.bytes[0] + row.bytes[1]).toString()), texts[index]);
    if (index < 23) assert.equal(row.text, texts[index].tokens.join(' '));
    else assert.ok(row.text.startsWith('w0 w1') && row.text.endsWith('…') && row.text.length < 130);
    for (const name of Object.keys(texts[index].importance)) {
      const printed = head.methods.map((/** @type {string} */ method) => correlations[index].importance[name][method]);
      for (const [method, layers] of row.importance[name].entries()) {
        if (printed[method] === undefined) {
          assert.equal(layers, null, head.methods[method]); // no contributions are there
          continue;
        }
        assert.equal(layers.length, printed[method].length);
        for (const { layer, correlation } of printed[method])
          assert.ok(Math.abs((layers[layer - 1] ?? 9) - (correlation ?? 9)) < 1e-6, `${name}, layer ${layer}`);
      }
    }
    const { entropy, meanDistance, specialShare } = expectedMeans([texts[index]]).statistics;
    const mean = (/** @type {number[][][]} */ cells) => cells.flat().reduce((sum, cell) => sum + cell[2], 0) / cells.flat().length;
    close([row.entropy, row.meanDistance, row.specialShare], [entropy, meanDistance, specialShare].map(mean), 1e-5, `row ${index}`);
  });
  assert.deepEqual(
    rows.slice(24).map(({ file: name, line, bytes: place, example }) => [name, line, place, example]),
    [
      ['../data/packed.jsonl.gz', 1, undefined, 0],
      ['../data/packed.jsonl.gz', 2, undefined, 0],
      ['../data/two.json', undefined, undefined, 0],
      ['../data/two.json', undefined, undefined, 1],
    ],
  );
});

test('a batch that was stopped goes on, to the same last line', () => {
  const whole = fresh();
  output(['batch', 'summary', jsonl, '--out', whole, '--quiet', '--threads', '1']);
  for (const cut of [0.05, 0.3, 0.72]) {
    const out = fresh();
    cpSync(whole, out, { recursive: true });
    const record = readFileSync(join(out, 'record.jsonl')).length;
    truncateSync(join(out, 'record.jsonl'), Math.floor(record * cut));
    output(['batch', 'summary', jsonl, '--out', out, '--quiet', '--threads', '1']);
    for (const name of ['results.jsonl', 'dataset.headwaters.jsonl']) {
      assert.equal(readFileSync(join(out, name), 'utf8'), readFileSync(join(whole, name), 'utf8'), `${name} cut at ${cut}`);
    }
  }
});

test('parts in any order merge to the means of all at once', () => {
  const whole = fresh();
  output(['batch', 'summary', jsonl, '--out', whole, '--quiet']);
  const expected = byName(end(whole));
  const parts = [texts.slice(0, 1), texts.slice(1, 9), texts.slice(9, 10), texts.slice(10)].map((part, index) => {
    const out = fresh();
    output(['batch', 'summary', file(`data/part${index}.jsonl`, lines(part)), '--out', out, '--quiet']);
    return out;
  });
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [2, 0, 3, 1],
  ]) {
    const out = join(fresh(), 'deeper');
    const [first, , ...tables] = output(['merge', ...order.map((index) => parts[index]), '--out', out]).split('\n');
    // The means of each layer, and the table of correlate with its tests.
    assert.match(
      tables.join('\n'),
      /^24 examples: means over heads[\s\S]*\nentropy +L1 \d[\s\S]*\nblankout, 24 examples: .* p of the difference/,
    );
    assert.equal(first, `24 examples in ${out}/dataset.headwaters.jsonl`);
    close(byName(end(out)), expected, 1e-12);
    let folder = '';
    const found = [];
    for (const row of list(out).slice(1, -1)) {
      if (row.folder) folder = row.folder;
      else found.push(JSON.parse(readFileSync(join(out, folder, row.file), 'utf8').split('\n')[row.line - 1]).tokens.length === row.tokens);
    }
    assert.deepEqual(
      found,
      texts.map(() => true),
    );
  }
  // A merge of merges.
  const [left, right, all] = [fresh(), fresh(), fresh()];
  output(['merge', parts[0], parts[1], '--out', left]);
  output(['merge', parts[2], parts[3], '--out', right]);
  output(['merge', right, left, '--out', all]);
  close(byName(end(all)), expected, 1e-12);
  const folder = list(all).findLast((row) => row.folder).folder;
  assert.ok(existsSync(join(all, folder, list(all).at(-2).file)));
});

test('settings and the output token reach the means', () => {
  const out = fresh();
  output(['batch', 'summary', jsonl, '--out', out, '--quiet', '--token', '1', '--residual', '0.3', '--start-layer', '2']);
  const expected = expectedMeans(texts, { token: 1, residual: 0.3, first: 1 });
  const { rolloutByDistance, classes } = byName(end(out));
  close({ output: rolloutByDistance.output, all: rolloutByDistance.all }, expected.distances, 1e-6);
  close(classes, expected.classes, 1e-6);
});

test('rollout of contributions is their plain product, with attention beside them or without', () => {
  const some = texts.slice(0, 6);
  const contributions = some.map(({ attentions }) =>
    attentions.map(([one, other]) => one.map((row, i) => row.map((value, j) => (value + other[i][j]) / 2))),
  );
  const expected = expectedMeans(some, { residual: 0 });
  const both = fresh();
  output([
    'batch',
    'summary',
    file('data/both.jsonl', lines(some.map((each, index) => ({ ...each, contributions: contributions[index], contributionKind: 'ALTI' })))),
    '--out',
    both,
    '--quiet',
  ]);
  const { statistics, rolloutByDistance } = byName(end(both));
  close({ output: rolloutByDistance.output, all: rolloutByDistance.all }, expected.distances, 1e-5, 'distances');
  close(statistics, expected.statistics, 1e-6, 'statistics');
  const alone = fresh();
  output([
    'batch',
    'summary',
    file(
      'data/alone.jsonl',
      lines(
        some.map(({ attentions: _, ...each }, index) => ({ ...each, contributions: contributions[index], contributionKind: 'DecompX' })),
      ),
    ),
    '--out',
    alone,
    '--quiet',
  ]);
  assert.equal(end(alone).statistics.entropy[0].length, 1);
  // Global ones are shown, not multiplied, and have no flow.
  for (const row of list(alone).slice(1, -1)) assert.deepEqual([row.importance.blankout.length, row.importance.blankout[2]], [8, null]);
});

test('what cannot be merged or computed is said', () => {
  const [out, other] = [fresh(), fresh()];
  output(['batch', 'summary', jsonl, '--out', out, '--quiet']);
  output(['batch', 'summary', jsonl, '--out', other, '--quiet', '--residual', '0.2']);
  const says = (/** @type {string[]} */ words, /** @type {RegExp} */ what) => {
    const run = headwaters(words);
    assert.notEqual(run.code, 0);
    assert.match(run.err, what);
  };
  says(['merge', out], /needs --out/);
  says(['merge', out, out, '--out', fresh()], /named twice/);
  says(['merge', out, '--out', other], /contains a batch's results/);
  says(['merge', out, other, '--out', fresh()], /settings differ.*residual/s);
  says(['batch', 'summary', jsonl, '--out', fresh(), '--format', 'csv'], /JSON Lines/);
  const half = fresh();
  cpSync(out, half, { recursive: true });
  const path = join(half, 'dataset.headwaters.jsonl');
  writeFileSync(path, readFileSync(path, 'utf8').split('\n').slice(0, 5).join('\n'));
  says(['merge', half, '--out', fresh()], /did not finish/);
});

test('token classes that do not fit are left out, and said', () => {
  const one = {
    ...texts[0],
    tokenClasses: { pos: ['DET'], role: 'subject', fine: texts[0].tokens.map(() => 'x'), long: texts[0].tokens.map(() => 'x'.repeat(101)) },
  };
  const path = file('classes.json', JSON.stringify(one));
  const out = fresh();
  output(['batch', 'summary', path, '--out', out, '--quiet']);
  assert.deepEqual(
    end(out).tokenClasses.map((/** @type {any} */ { name, classes }) => [name, classes]),
    [['fine', ['x']]],
  );
  const warnings = jsonLines(join(out, 'warnings.jsonl'))
    .map(({ warning }) => warning)
    .join('\n');
  for (const words of [
    /tokenClasses.pos: 1 class for 4 tokens \(ignored\)/,
    /tokenClasses.role: These classes are not a list of strings/,
    /tokenClasses.long: A name is longer than 100 bytes/,
  ])
    assert.match(warnings, words);
  const plain = file('plain.json', JSON.stringify({ ...texts[0], tokenClasses: texts[0].tokens.map((_, index) => index % 2) }));
  const second = fresh();
  output(['batch', 'summary', plain, '--out', second, '--quiet']);
  assert.deepEqual(
    end(second).tokenClasses.map((/** @type {any} */ { name, classes }) => [name, classes]),
    [['class', ['0', '1']]],
  );
  // The saved file is read again.
  const saved = fresh();
  output(['batch', 'summary', file('saved.json', output(['save', plain])), '--out', saved, '--quiet']);
  close(end(saved).tokenClasses, end(second).tokenClasses, 0);
});
