// SPDX-License-Identifier: MIT
// @ts-check
// headwaters batch why. The word that each method ranks first is counted again here, from its lines and from `headwaters why`.
import assert from 'node:assert/strict';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters, output, result } from '../program.mjs';
import { jsonLines } from '../sentences.mjs';

const path = (/** @type {string} */ name) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const model = path('web/models/agreement');
const writer = path('tests/data/model/qwen3');
const all = path('tests/data/why/agreement.jsonl');
const room = mkdtempSync(join(tmpdir(), 'headwaters-batch-why-'));
after(() => rmSync(room, { recursive: true, force: true }));
let files = 0;
const fresh = (/** @type {string} */ name) => join(room, `${++files}-${name}`);

const texts = [
  { text: 'the keys to the cabinet [MASK] on the table', target: 'are-is', known: [2] },
  { text: 'the keys to the cabinet [MASK] on the table', target: 'are-is', known: ['cabinet', 'table'] },
  { text: 'the author that the guards like [MASK] very happy', known: ['author'] },
  { text: 'anna thanked tom because [MASK] had helped her', known: [1, 3] },
];

/** @param {object[]} given @param {string} named @param {string[]} words */
function batch(given, named, ...words) {
  const file = fresh('texts.jsonl');
  const out = fresh('out');
  writeFileSync(file, given.map((one) => JSON.stringify(one)).join('\n'));
  const run = headwaters(['batch', 'why', file, '--model', named, '--out', out, ...words]);
  return { run, out };
}
/** @param {object[]} given @param {string[]} words */
function measured(given, ...words) {
  const { run, out } = batch(given, model, ...words);
  assert.equal(run.code, 0, run.err);
  const table = JSON.parse(readFileSync(join(out, 'why.json'), 'utf8'));
  assert.deepEqual(JSON.parse(run.out), table); // in a pipe
  return { out, table, lines: jsonLines(join(out, 'results.jsonl')) };
}

test('each method’s first word is that of its numbers, and counts where it is known', () => {
  const { table, lines } = measured(texts);
  const hits = { hide: 0, 'rollout-without-sinks': 0 };
  let chance = 0;
  texts.forEach(({ text, target, known }, i) => {
    const made = result(['why', model, '--text', text, ...(target ? ['--target', target] : [])]);
    const places = known.map((one) => (typeof one === 'number' ? one : made.tokens.indexOf(one)));
    assert.deepEqual(lines[i].known, places);
    const may = made.tokens.flatMap((/** @type {string} */ token, /** @type {number} */ at) => (/^\[/.test(token) ? [] : [at]));
    const first = (/** @type {number[]} */ values, /** @type {number[]} */ among) =>
      among.reduce((/** @type {number} */ best, /** @type {number} */ at) => (values[at] > values[best] ? at : best));
    const found = {
      hide: first(made.needs.left_out, may),
      'rollout-without-sinks': first(
        made.attention.layers.at(-1),
        may.filter((/** @type {number} */ at) => !made.sinks.includes(at)),
      ),
    };
    for (const [name, place] of Object.entries(found)) {
      assert.equal(lines[i].first[name], place, `${text}: ${name}`);
      if (places.includes(place)) ++hits[/** @type {'hide'} */ (name)];
    }
    assert.equal(lines[i].named, made.named?.[0] ?? null);
    chance += places.length / may.length / texts.length;
  });
  assert.ok(Math.abs(table.chance - chance) < 1e-12);
  for (const [name, right] of Object.entries(hits))
    assert.deepEqual([right, texts.length], pick(table.methods.find((/** @type {any} */ one) => one.method === name)));
  assert.deepEqual(
    table.methods.map((/** @type {any} */ one) => one.method),
    ['hide', 'mask', 'delete', 'attention', 'rollout', 'flow', 'rollout-without-sinks'], // an encoder has no routes and no direct
  );
});
const pick = (/** @type {any} */ { right, texts: count }) => [right, count];

test('attention, rollout and gradients are those of the other commands', () => {
  const methods = ['attention', 'rollout', 'flow', 'relevance', 'gradient-rollout', 'alti', 'gradient-x-input'];
  const [{ text, target }] = texts;
  const { lines } = measured([texts[0]], '--methods', methods.join(','));
  const run = ['--model', model, '--text', text, '--token', '6', '--format', 'json'];
  const scores = result(['ask', model, '--text', text, '--target', 'are-is', '--scores', 'alti,gradient-x-input']).scores;
  for (const method of methods) {
    const named = method === 'attention' ? 'raw' : method;
    const asks = ['relevance', 'gradient-rollout'].includes(method) ? ['--target', /** @type {string} */ (target)] : [];
    const values =
      scores[method] ??
      result([named, ...run, ...asks])
        .layers.at(-1)
        .values.flat();
    const may = [1, 2, 3, 4, 5, 7, 8, 9];
    assert.equal(
      lines[0].first[method],
      may.reduce((best, at) => (values[at] > values[best] ? at : best)),
      method,
    );
  }
});

test('intervals are Wilson’s: at both ends the share is as far away as chance allows', () => {
  const { table } = measured(texts);
  const z = 1.959963984540054;
  for (const { share, low, high, right, texts: count } of table.methods) {
    assert.equal(share, right / count);
    for (const end of [low, high])
      assert.ok(Math.abs((share - end) ** 2 - (z * z * end * (1 - end)) / count) < 1e-12, `${share} in ${low} to ${high}`);
    assert.ok(low <= share && share <= high);
  }
});

test('of models of next words the votes are counted by how many agree', () => {
  const given = ['the keys to the cabinet', 'a dog near the houses', 'two of three words'].map((text) => ({ text, known: [2] }));
  const { run, out } = batch(given, writer);
  assert.equal(run.code, 0, run.err);
  const table = JSON.parse(run.out);
  const votes = given.map(({ text }) => result(['why', writer, '--text', text]));
  for (const [name, count] of /** @type {const} */ ([
    ['three', 3],
    ['two', 2],
  ])) {
    const those = votes.filter((one) => one.votes === count);
    assert.deepEqual(pick(table.rule[name]), [those.filter(({ named }) => named.includes(2)).length, those.length]);
  }
  assert.equal(table.apart, votes.filter((one) => one.votes === 1).length);
  const line = jsonLines(join(out, 'results.jsonl'))[0];
  assert.deepEqual([line.first.routes, line.first.direct], [votes[0].first.routes, votes[0].first.direct]);
});

test('words are tested together, and a table is for people', () => {
  const { out, table, lines } = measured(texts.slice(0, 2), '--by', 'words');
  assert.equal(table.by, 'words');
  assert.equal(lines[0].words[2], 'keys');
  const text = readFileSync(join(out, 'why.txt'), 'utf8');
  assert.match(text, /^2 texts whose deciding words are known, by words\. By chance /);
  assert.match(text, /\n +hide +1 of 2 +0\.50 +0\.0\d to 0\.9\d\n/);
  assert.match(text, /it takes half of the lead +1 of 2/);
});

test('the shipped encoder’s rate is what batch why measures, and why says it', () => {
  const out = fresh('out');
  const table = JSON.parse(output(['batch', 'why', all, '--model', model, '--out', out, '--methods', 'hide', '--quiet']));
  assert.deepEqual([table.texts, pick(table.rule.half), table.unnamed], [75, [64, 64], 11]);
  const made = result(['why', model, '--text', texts[0].text]);
  assert.ok(
    made.sentences.includes('A word whose hiding took half of the lead was right in 64 of 64 test texts. Your text may differ.'),
    made.sentences.join(' '),
  );
  const masked = result(['why', model, '--text', texts[0].text, '--test-words', 'mask']);
  assert.ok(
    masked.sentences.every((/** @type {string} */ one) => !/test texts|rule/.test(one)),
    'measured by hiding alone',
  );
});

test('a model’s own rates are a file beside its weights, and another model’s are not read', () => {
  const own = fresh('model');
  cpSync(model, own, { recursive: true });
  writeFileSync(join(own, 'config.json'), ` ${readFileSync(join(own, 'config.json'), 'utf8')}`); // another model
  const last = () => result(['why', own, '--text', texts[0].text]).sentences.at(-1);
  assert.equal(last(), 'The accuracy of this rule has not been measured for this model.');
  const { run, out } = batch(texts.slice(0, 2), own);
  assert.equal(run.code, 0, run.err);
  copyFileSync(join(out, 'why.json'), join(own, 'why_rates.json'));
  assert.equal(last(), 'A word whose hiding took half of the lead was right in 1 of 2 test texts. Your text may differ.');
  // The batch resumes, because rates are no part of the model.
  assert.equal(headwaters(['batch', 'why', join(room, `${files - 1}-texts.jsonl`), '--model', own, '--out', out]).code, 0);
  const rates = JSON.parse(readFileSync(join(own, 'why_rates.json'), 'utf8'));
  const asked = texts.slice(0, 2).map(({ text, target }) => result(['why', own, '--text', text, ...(target ? ['--target', target] : [])]));
  const likely = asked.map(({ question }) => question.answer.probability);
  assert.deepEqual(
    jsonLines(join(out, 'results.jsonl')).map(({ probability }) => probability),
    likely,
  );
  assert.equal(rates.rule.answer_probability, Math.min(...likely));
  // A rate holds for answers as likely as those that it was measured on.
  writeFileSync(join(own, 'why_rates.json'), JSON.stringify({ ...rates, rule: { ...rates.rule, answer_probability: 0.999 } }));
  assert.match(last(), /^The model gives “are” only 6\d(\.\d)? %\. .* above 99\.9 %\.$/);
  const { answer_probability: _, ...older } = rates.rule;
  writeFileSync(join(own, 'why_rates.json'), JSON.stringify({ ...rates, rule: older }));
  assert.match(last(), /was right in 1 of 2/);
  for (const wrong of [{ mark: '0' }, { test: 'mask' }, { rule: { half: { right: 3, texts: 2 } } }, { format: 'other' }]) {
    writeFileSync(join(own, 'why_rates.json'), JSON.stringify({ ...rates, ...wrong }));
    assert.match(last(), /not measured/, JSON.stringify(wrong));
  }
  writeFileSync(join(own, 'why_rates.json'), '{');
  assert.match(last(), /not measured/);
});

test('rates of a GGUF file are next to it, by any name with this end', () => {
  const own = fresh('model.gguf');
  copyFileSync(path('tests/data/model/gguf/qwen2-Q5_0.gguf'), own);
  const given = [{ text: 'the keys to the cabinet', known: [2] }];
  const vote = () => result(['why', own, '--text', given[0].text]);
  assert.match(vote().sentences.at(-1), /not measured/);
  const { run, out } = batch(given, own, '--methods', 'hide');
  assert.equal(run.code, 0, run.err);
  const { two } = JSON.parse(run.out).rule;
  assert.deepEqual([two.texts, vote().votes], [1, 2]);
  copyFileSync(join(out, 'why.json'), `${own}.why_rates.json`);
  assert.equal(vote().sentences.at(-1), `Such a vote was right in ${two.right} of 1 test texts. Your text may differ.`);
});

test('what is not known, or does not belong, is refused', () => {
  const failed = (/** @type {object} */ given) => {
    const { run, out } = batch([texts[0], given], model);
    assert.equal(run.code, 1);
    return jsonLines(join(out, 'failed.jsonl'))[0].problem;
  };
  const [{ text }] = texts;
  assert.match(failed({ text }), /list of known words is empty/);
  assert.match(failed({ text, known: ['doors'] }), /no word "doors"/);
  assert.match(failed({ text, known: ['the'] }), /no word "the"/); // "the (1)", "the (2)", "the (3)"
  assert.match(failed({ text, known: [40] }), /There is no token 40; the text has 11/);
  assert.match(failed({ text, known: [6] }), /"\[MASK\]" is not tested/);
  assert.match(failed({ text, known: [-1] }), /neither a text nor a pair/);
  assert.match(failed({ text, known: [2], target: 'zzz-is' }), /zzz/);
  const wrong = (/** @type {string[]} */ ...words) => {
    const made = headwaters(['batch', 'why', all, '--out', fresh('out'), ...words]);
    assert.equal(made.code, 2, words.join(' '));
    return made.err;
  };
  assert.match(wrong(), /batch why needs a model/);
  assert.match(wrong('--model', model, '--most', '3'), /--most has no effect on why\. It works with: experiment\./);
  assert.match(wrong('--model', model, '--format', 'csv'), /Remove --format/);
  assert.match(wrong('--model', model, '--token', '2'), /--token has no effect on why/);
  const unknown = batch(texts, model, '--methods', 'hide,guess').run;
  assert.match(unknown.err, /"guess" is not a score/);
});
