// SPDX-License-Identifier: MIT
// @ts-check
// headwaters batch experiment. Its cuts are those of ask, and the table is recomputed here from its numbers.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters, result } from '../program.mjs';
import { encoder } from './encoder.mjs';
import { jsonLines } from '../sentences.mjs';

const model = fileURLToPath(new URL('../../../web/models/agreement', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'headwaters-experiment-'));
after(() => rmSync(room, { recursive: true, force: true }));
let folders = 0;
const fresh = () => join(room, `out${++folders}`);

const texts = [
  'the keys to the cabinet [MASK] on the table',
  'the key to the cabinets [MASK] on the table',
  'the zebras near the lake [MASK] hungry',
  'the author that the guards like [MASK] very happy',
  'the lake [MASK] cold',
  'anna thanked tom because [MASK] had helped her',
];
const file = join(room, 'texts.txt');
writeFileSync(file, texts.join('\n'));

/** @param {string[]} words */
function experiment(...words) {
  const out = fresh();
  const run = headwaters(['batch', 'experiment', file, '--model', model, '--out', out, ...words]);
  assert.equal(run.code, 0, run.err);
  const lines = jsonLines(join(out, 'results.jsonl'));
  return { out, lines, printed: run.out, table: JSON.parse(readFileSync(join(out, 'experiment.json'), 'utf8')) };
}

const mean = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const close = (/** @type {number} */ found, /** @type {number} */ wanted, /** @type {string} */ what, tolerance = 1e-9) =>
  assert.ok(Math.abs(found - wanted) <= tolerance, `${what}: ${found} is not ${wanted}`);
/** Two-sided, over every pattern of signs. @param {number[]} differences */
function flipP(differences) {
  const sum = (/** @type {number} */ pattern) =>
    Math.abs(differences.reduce((all, value, i) => all + ((pattern >> i) & 1 ? -value : value), 0));
  const patterns = 2 ** differences.length;
  return Array.from({ length: patterns }, (_, i) => sum(i)).filter((value) => value >= sum(0) - 1e-9).length / patterns;
}

test('tokens are cut as ask cuts them, in the order of a score', () => {
  const { lines } = experiment('--units', 'tokens', '--among', 'all', '--methods', 'mask,gradients', '--draws', '3', '--most', '2');
  lines.forEach((line, i) => {
    const n = line.tokens.length;
    const asked = result(['ask', model, '--text', texts[i], '--scores', 'mask']);
    assert.equal(line.value, asked.value);
    // The decrease of the value. The area counts only decreases.
    const change = asked.scores.mask.map((/** @type {number} */ value) => asked.value - value);
    const order = Array.from(change.keys()).toSorted((a, b) => change[b] - change[a]);
    const cut = (/** @type {number[]} */ keys) =>
      keys
        .flatMap((key) =>
          Array.from({ length: n }, (_, q) => q)
            .filter((q) => q !== key)
            .map((q) => `${q}>${key}`),
        )
        .join(',');
    const cuts = [1, 2].map((count) => [1, 2, 3, 4].map((layer) => `${layer}:*:${cut(order.slice(0, count))}`).join(';'));
    // Hidden tokens are masked before the softmax.
    const values = result(['ask', model, '--text', texts[i], '--rule', 'renormalise', ...cuts.flatMap((text) => ['--cut', text])]).cuts.map(
      (/** @type {any} */ one) => one.value,
    );
    assert.deepEqual(line.counts, [1, 2]);
    values.forEach((/** @type {number} */ value, /** @type {number} */ at) => {
      close(line.methods.mask.values[at], value, texts[i], 1e-4);
    });
  });
});

test('special tokens, sinks and the output’s own token are no units unless asked for, and words are tested in other ways', () => {
  const words = ['--units', 'tokens', '--methods', 'gradients', '--draws', '2', '--most', '2'];
  const usual = experiment(...words);
  const all = experiment(...words, '--among', 'all');
  usual.lines.forEach((line, i) => {
    const { sinks } = result(['rollout', '--model', model, '--text', texts[i]]);
    const special = line.tokens.flatMap((/** @type {string} */ token, /** @type {number} */ at) =>
      /^\[.*\]$/.test(token) && token !== '[UNK]' ? [at] : [],
    );
    assert.equal(line.units, line.tokens.length - new Set([...special, ...sinks]).size, texts[i]);
    assert.equal(all.lines[i].units, line.tokens.length);
    assert.deepEqual([line.test, line.among, all.lines[i].among], ['hide', 'words', 'all']);
  });
  assert.match(usual.printed, /Excludes special tokens, attention sinks and the output’s own token\./);
  assert.match(all.printed, /Includes all tokens\./);
  assert.equal(usual.table.test, 'hide');
  // The first token of the ranking is masked instead of hidden, as in the run of that text.
  const masked = experiment('--units', 'tokens', '--methods', 'mask', '--draws', '2', '--most', '1', '--test-words', 'mask');
  masked.lines.forEach((line, i) => {
    const { scores, tokens } = result(['ask', model, '--text', texts[i], '--test-words', 'mask']);
    const words_ = scores.mask.filter(
      (/** @type {number} */ _, /** @type {number} */ at) => !/^\[.*\]$/.test(tokens[at]) || tokens[at] === '[UNK]',
    );
    close(line.methods.mask.values[0], Math.min(...words_), texts[i], 1e-5);
    assert.equal(line.inserted, '[MASK]');
  });
  const refused = (/** @type {string[]} */ ...more) =>
    headwaters(['batch', 'experiment', file, '--model', model, '--out', fresh(), ...more]).err;
  assert.match(refused('--test-words', 'mask'), /--test-words works only with tokens/);
  assert.match(refused('--among', 'all'), /--among works only with tokens/);
  assert.match(refused('--exclude', 'keys'), /--exclude works only with tokens/);
  assert.match(refused('--units', 'tokens', '--rule', 'zero'), /--rule works only with edges/);
  const excluded = experiment(...words, '--exclude', 'lake');
  assert.equal(excluded.lines[4].units, usual.lines[4].units - 1);
});

test('the edge that the gradients put first is the one that ask predicts most of', () => {
  const { lines } = experiment('--methods', 'gradients', '--most', '1', '--draws', '1');
  const line = lines[4];
  const n = line.tokens.length;
  /** @type {string[]} */
  const all = [];
  for (let layer = 1; layer <= 4; ++layer)
    for (let head = 0; head < 4; ++head) for (let q = 0; q < n; ++q) for (let k = 0; k < n; ++k) all.push(`${layer}:${head}:${q}>${k}`);
  assert.equal(line.units, all.length);
  const { cuts } = result(['ask', model, '--text', texts[4], ...all.flatMap((text) => ['--cut', text])]);
  const first = cuts.toSorted((/** @type {any} */ a, /** @type {any} */ b) => a.first_order - b.first_order)[0];
  close(line.methods.gradients.values[0], first.value, 'value', 1e-4);
});

for (const units of ['edges', 'heads', 'tokens']) {
  test(`the table is that of the lines: ${units}`, () => {
    const { out, lines, table, printed } = experiment('--units', units, '--draws', '5');
    assert.equal(table.examples, texts.length);
    const areas = new Map();
    assert.equal(table.clusters, texts.length);
    // The control has its own row, if the units have positions.
    assert.equal(table.methods.at(-1).method === 'nearest', units !== 'heads');
    for (const { method, area, p, exact, flips, curve } of table.methods) {
      const own = lines.map((line) =>
        mean(
          line.counts.map(
            (/** @type {any} */ _, /** @type {number} */ i) => line.methods[method].random[i] - line.methods[method].values[i],
          ),
        ),
      );
      own.forEach((value, i) => {
        close(value, lines[i].methods[method].area, 'area of a text');
      });
      areas.set(method, own);
      close(area.mean, mean(own), method);
      // Student's t with 5 degrees of freedom.
      const half = 2.5705818 * Math.sqrt(own.reduce((sum, value) => sum + (value - mean(own)) ** 2, 0) / (texts.length - 1) / texts.length);
      close(area.low, area.mean - half, `low of ${method}`, 1e-6 * Math.max(1, half));
      close(area.high, area.mean + half, `high of ${method}`, 1e-6 * Math.max(1, half));
      assert.ok(exact);
      assert.equal(flips, 2 ** texts.length);
      close(p, flipP(own), `p of ${method}`);
      for (const { count, ranked, random } of curve) {
        const with_ = lines.filter((line) => line.counts.includes(count));
        const at = (/** @type {any} */ line) => line.counts.indexOf(count);
        assert.equal(ranked.examples, with_.length);
        close(ranked.mean, mean(with_.map((line) => line.methods[method].values[at(line)] - line.value)), `${method} ${count}`);
        close(random.mean, mean(with_.map((line) => line.methods[method].random[at(line)] - line.value)), `${method} ${count}`);
        assert.ok(ranked.low <= ranked.mean + 1e-12 && ranked.mean <= ranked.high + 1e-12);
      }
    }
    const ranked = table.methods.filter((/** @type {any} */ one) => one.method !== 'nearest');
    const below = ranked.map((/** @type {any} */ one) => one.p).toSorted((/** @type {number} */ a, /** @type {number} */ b) => a - b);
    for (const { p, holm } of ranked) {
      const steps = below.filter((/** @type {number} */ one) => one <= p);
      close(
        holm,
        Math.max(...steps.map((/** @type {number} */ one, /** @type {number} */ i) => Math.min(1, one * (below.length - i)))),
        'Holm',
      );
    }
    const better = ranked
      .filter((/** @type {any} */ one) => one.area.mean > 0 && one.holm < 0.05)
      .map((/** @type {any} */ one) => one.method);
    assert.match(printed, new RegExp(`Better than random cuts \\(p < 0\\.05 after Holm\\): ${better.join(', ') || 'none'}\n`));
    const methods = table.methods.map((/** @type {any} */ one) => one.method);
    assert.equal(table.pairs.length, (methods.length * (methods.length - 1)) / 2);
    const sorted = table.pairs
      .map((/** @type {any} */ pair) => pair.p)
      .toSorted((/** @type {number} */ a, /** @type {number} */ b) => a - b);
    for (const { first, second, difference, p, holm } of table.pairs) {
      const differences = areas.get(first).map((/** @type {number} */ value, /** @type {number} */ i) => value - areas.get(second)[i]);
      close(difference.mean, mean(differences), `${first} - ${second}`);
      close(p, flipP(differences), `p of ${first} - ${second}`);
      const holms = sorted
        .filter((/** @type {number} */ one) => one <= p)
        .map((/** @type {number} */ one, /** @type {number} */ i) => Math.min(1, one * (sorted.length - i)));
      close(holm, Math.max(...holms), 'Holm');
    }
    // Text and CSV have the same numbers.
    const csv = readFileSync(join(out, 'experiment.csv'), 'utf8')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    assert.ok(csv.every((line) => line.length === csv[0].length));
    const area = csv.find((line) => line[0] === 'area' && line[1] === methods[0]);
    assert.equal(Number(area?.[5]), table.methods[0].area.mean);
    assert.equal(Number(area?.[8]), table.methods[0].p);
    assert.equal(
      csv.length,
      1 +
        table.methods.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + 1 + 2 * one.curve.length, 0) +
        table.pairs.length,
    );
    assert.equal(printed, readFileSync(join(out, 'experiment.txt'), 'utf8'));
    const decimals = (/** @type {string} */ number) => number.split('.')[1]?.length ?? 0;
    const [, shown] = printed.match(new RegExp(`\n${methods[0]} +(-?[\\d.]+) \\[`)) ?? [];
    assert.ok(Math.abs(Number(shown) - table.methods[0].area.mean) <= 0.5 * 10 ** -decimals(shown) + 1e-12, shown);
    // Numbers of one column have the same number of decimals.
    const curves = printed.slice(printed.indexOf('Change of the value'), printed.indexOf('\nArea between'));
    assert.equal(new Set([...curves.matchAll(/-?\d+\.\d+/g)].map(([number]) => decimals(number))).size, 1, curves);
    assert.doesNotMatch(printed, /\de[-+]?\d/);
  });
}

test('gradients find what the answer needs better than chance, and the weights alone do not', () => {
  const { table } = experiment('--as', 'logit');
  const [gradients, attention] = ['gradients', 'attention'].map((name) =>
    table.methods.find((/** @type {any} */ one) => one.method === name),
  );
  assert.ok(gradients.area.low > 0.5, `area ${gradients.area.low}`);
  assert.equal(gradients.p, 2 / 64);
  assert.ok(attention.area.mean < gradients.area.mean / 4);
});

test('all of it is the same with any number of threads, and after a stop', () => {
  const words = ['--units', 'tokens', '--draws', '2'];
  const one = experiment(...words, '--threads', '1');
  const many = experiment(...words, '--threads', '4');
  const names = ['results.jsonl', 'experiment.json', 'experiment.csv', 'experiment.txt'];
  const bytes = (/** @type {string} */ out) => names.map((name) => readFileSync(join(out, name), 'utf8'));
  assert.deepEqual(bytes(many.out), bytes(one.out));
  // The state after a kill after the second text.
  const record = readFileSync(join(one.out, 'record.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('{"synced"'));
  writeFileSync(join(one.out, 'record.jsonl'), `${record.slice(0, 3).join('\n')}\n`);
  truncateSync(join(one.out, 'results.jsonl'), JSON.parse(record[2]).sizes[0] + 5);
  const again = headwaters(['batch', 'experiment', file, '--model', model, '--out', one.out, ...words]);
  assert.match(again.err, /4 examples in .*, beside 2 from before/);
  assert.deepEqual(bytes(one.out), bytes(many.out));
  // Another seed draws others.
  assert.notEqual(bytes(experiment(...words, '--seed', '2').out)[0], bytes(one.out)[0]);
});

test('a line that batch would not write is refused', () => {
  const { out } = experiment('--draws', '1', '--most', '1');
  const path = join(out, 'results.jsonl');
  const good = readFileSync(path, 'utf8');
  for (const bad of [
    good.replace('"counts":[1]', '"counts":[2,1]'),
    good.replace('"values":[', '"values":[1,'),
    good.replace('"value":', '"valve":'),
  ]) {
    assert.notEqual(bad, good);
    // The record contains the size, so the edited file must keep it.
    writeFileSync(path, bad.length > good.length ? bad : bad.padEnd(good.length));
    const run = headwaters(['batch', 'experiment', file, '--model', model, '--out', out, '--draws', '1', '--most', '1']);
    assert.equal(run.code, 1, run.err);
    assert.match(run.err, /Line 1 of its results.jsonl was not written by batch experiment|results\.jsonl/);
  }
});

test('what makes no sense is refused in a sentence', () => {
  const out = fresh();
  const wrong = (/** @type {string[]} */ ...words) => {
    const run = headwaters(['batch', ...words, '--out', out]);
    assert.equal(run.code, 2, run.err);
    return run.err;
  };
  assert.match(wrong('experiment', file), /needs a model/);
  const given = ['experiment', file, '--model', model];
  assert.match(wrong(...given, '--units', 'layers'), /edges, heads, tokens/);
  assert.match(wrong(...given, '--methods', 'mask'), /Use some of: gradients/);
  assert.match(wrong(...given, '--units', 'heads', '--methods', 'rollout'), /Use some of: gradients, attention/);
  assert.match(wrong(...given, '--rule', 'mean'), /zero, renormalise/);
  assert.match(wrong(...given, '--residual', '0.3'), /--residual has no effect on experiment/);
  assert.match(wrong(...given, '--token', '1'), /--token has no effect on experiment/);
  assert.match(wrong(...given, '--most', '0'), /1 to 65536/);
  assert.match(wrong('rollout', file, '--model', model, '--draws', '3'), /--draws has no effect on rollout\. It works with: experiment\./);
  // A score that the model lacks would fail for each text. The first text stops the batch.
  const run = headwaters(['batch', ...given, '--units', 'tokens', '--methods', 'nonsense', '--out', out]);
  assert.equal(run.code, 2);
  assert.match(run.err, /is not a score.* The batch stopped/);
  assert.equal(jsonLines(join(out, 'failed.jsonl')).length, 1);
  assert.match(jsonLines(join(out, 'failed.jsonl'))[0].problem, /is not a score/);
});

test('texts are compared with the sentence that --target gives', () => {
  const folder = encoder(fresh());
  const out = fresh();
  const run = headwaters([
    'batch',
    'experiment',
    file,
    '--model',
    folder,
    '--out',
    out,
    '--target',
    'the keys',
    '--methods',
    'gradients',
    '--most',
    '2',
    '--draws',
    '4',
  ]);
  assert.equal(run.code, 0, run.err);
  const lines = jsonLines(join(out, 'results.jsonl'));
  assert.equal(lines.length, texts.length);
  const line = lines[1];
  const n = line.tokens.length;
  const ask = (/** @type {string[]} */ ...words) => result(['ask', folder, '--text', texts[1], '--target', 'the keys', ...words]);
  assert.equal(line.target.kind, 'cosine');
  assert.equal(line.value, ask().value);
  assert.ok(Math.abs(line.value) <= 1);
  /** @type {string[]} */
  const all = [];
  for (let layer = 1; layer <= 2; ++layer)
    for (let head = 0; head < 4; ++head) for (let q = 0; q < n; ++q) for (let k = 0; k < n; ++k) all.push(`${layer}:${head}:${q}>${k}`);
  assert.equal(line.units, all.length);
  const first = ask(...all.flatMap((text) => ['--cut', text])).cuts.toSorted(
    (/** @type {any} */ a, /** @type {any} */ b) => a.first_order - b.first_order,
  )[0];
  close(line.methods.gradients.values[0], first.value, 'value', 1e-6);
  assert.ok(first.value < line.value);
  // The same text is the nearest possible.
  close(ask('--target', texts[1]).value, 1, 'itself', 1e-6);
});
