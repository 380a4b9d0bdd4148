// SPDX-License-Identifier: MIT
// @ts-check
// headwaters why. Prints the word that may be named, as JSON and as a table.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { drawnPng } from './drawn_png.mjs';
import { headwaters, output } from '../program.mjs';

const model = fileURLToPath(new URL('../../../web/models/agreement', import.meta.url));
const writer = fileURLToPath(new URL('../../data/model/qwen3', import.meta.url));
const keys = 'the keys to the cabinet [MASK] on the table';
const room = mkdtempSync(join(tmpdir(), 'headwaters-why-'));
after(() => rmSync(room, { recursive: true, force: true }));
const why = (/** @type {string[]} */ ...more) => ['why', model, '--text', keys, ...more];

test('in a pipe it is JSON with a number for each token', () => {
  const made = JSON.parse(output(why()));
  const tokens = made.tokens.length;
  assert.deepEqual(
    [made.question.kind, made.question.answer.text, made.question.second.text, made.asked],
    ['difference', ' are', ' is', 6],
  );
  assert.ok(Math.abs(made.question.answer.logit - made.question.second.logit - made.value) < 1e-5);
  assert.deepEqual([made.sinks, made.named, made.first.hidden, made.votes, made.routes], [[0], [2], 2, null, null]);
  assert.equal(made.attention.layers.length, 4);
  for (const row of made.attention.layers) {
    assert.equal(row[0], 0); // the sink's share stays with its readers
    assert.ok(Math.abs(row.reduce((/** @type {number} */ sum, /** @type {number} */ one) => sum + one, 0) - 1) < 1e-5);
  }
  const { left_out: lost, answer, read_up_to: upTo, layers } = made.needs;
  assert.deepEqual([lost.length, lost[6], answer[6], answer[2]], [tokens, null, null, ' is']);
  assert.deepEqual(layers, [1, 2, 3, 4]);
  assert.deepEqual(upTo[3], lost); // the last layer reads everything
  assert.equal(made.sentences[0], '“keys” matters most.');
});

test('attention is shown with sinks where they are asked for, and the verdict stays', () => {
  const [without, has] = [why(), why('--sinks', 'include')].map((call) => JSON.parse(output(call)));
  assert.deepEqual([without.attention.sinks, has.attention.sinks], ['exclude', 'include']);
  assert.ok(has.attention.layers[3][0] > 0.3, 'what [CLS] draws');
  assert.deepEqual({ ...has, attention: null }, { ...without, attention: null });
  // The same as rollout with sinks.
  const rollout = JSON.parse(output(['rollout', '--model', model, '--text', keys, '--token', '6']));
  const own = rollout.layers[3].values;
  assert.ok(has.attention.layers[3].every((/** @type {number} */ one, /** @type {number} */ at) => Math.abs(one - own[at]) < 1e-5));
  const words = output(why('--format', 'text', '--sinks', 'include'));
  assert.match(words, /attention with sinks/);
  assert.match(output(why('--format', 'text')), / sink\n/);
});

test('a hidden word takes what a cut of the same token takes', () => {
  const made = JSON.parse(output(why('--target', 'are-is')));
  const cut = JSON.parse(output(['ask', model, '--text', keys, '--target', 'are-is', '--hide', '2']));
  assert.ok(Math.abs(made.value - made.needs.left_out[2] - cut.cuts[0].value) < 2e-5);
});

test('words are tested together, and in other ways', () => {
  const text = 'the unbelievably keys [MASK] here'; // pieces of an unknown word
  const made = JSON.parse(output(['why', model, '--text', text, '--by', 'words']));
  const single = JSON.parse(output(['why', model, '--text', text]));
  assert.deepEqual(made.tokens, single.tokens);
  const masked = JSON.parse(output(why('--test-words', 'mask')));
  assert.deepEqual([masked.needs.by, masked.needs.inserted, masked.needs.layers.length], ['mask', '[MASK]', 0]);
  assert.deepEqual(masked.named, [2]);
});

test('another word that takes nearly as much is named, and no word that takes clearly less', () => {
  const counts = [0, 0];
  for (const text of [
    'the dog and the cat [MASK] here',
    'the dogs that the dogs like [MASK] very happy',
    'the keys to the cabinet [MASK] on the table',
  ])
    for (const target of ['are-is', 'are-were', 'is-was']) {
      const { needs, sentences, tokens, first } = JSON.parse(output(['why', model, '--text', text, '--target', target]));
      const lost = needs.left_out.filter(
        (/** @type {number | null} */ one, /** @type {number} */ at) => one !== null && !/^\[/.test(tokens[at]),
      );
      const [most, next] = lost.sort((/** @type {number} */ a, /** @type {number} */ b) => b - a);
      const isTie = first?.hidden !== -1 && most > needs.noise && next >= 0.9 * most;
      assert.equal(
        sentences.some((/** @type {string} */ one) => one.includes('nearly as much')),
        isTie,
        `${text}, ${target}: ${most}, ${next}`,
      );
      counts[Number(isTie)] += 1;
    }
  assert.ok(counts[0] > 0 && counts[1] > 0, `${counts}`);
});

test('a mark at the end of a word is tested apart from it, as in the page', () => {
  const text = 'the keys, to the cabinet';
  const [single, words] = [[], ['--by', 'words']].map((by) => JSON.parse(output(['why', writer, '--text', text, ...by])));
  const mark = single.tokens.indexOf(',');
  assert.ok(mark > 0);
  assert.equal(words.needs.left_out[mark], single.needs.left_out[mark]);
});

test('of a model of next words three tests vote on the likeliest word’s log-probability', () => {
  const made = JSON.parse(output(['why', writer, '--text', 'the keys to the cabinet']));
  assert.equal(made.question.kind, 'log_probability');
  assert.equal(made.question.second, null);
  assert.equal(made.routes.length, made.tokens.length);
  assert.equal(made.direct.length, made.tokens.length);
  const { hidden, routes, direct } = made.first;
  const most = Math.max(...[hidden, routes, direct].map((one) => [hidden, routes, direct].filter((other) => other === one).length));
  assert.equal(made.votes, most);
  assert.equal(made.named === null, most === 1);
});

test('a word behind the place that is asked about is never named', () => {
  const made = JSON.parse(output(['why', writer, '--text', 'the keys to the cabinet', '--target', '7@2']));
  assert.equal(made.asked, 2);
  assert.ok(made.needs.left_out.slice(3).every((/** @type {number} */ lost) => Math.abs(lost) < 1e-3));
  for (const token of [...Object.values(made.first), ...(made.named ?? [])]) assert.ok(token === null || token < 2, String(token));
});

test('what is said without a name is true: nothing is lost, or the rule was not asked', () => {
  const first = (/** @type {string[]} */ ...call) => JSON.parse(output(['why', ...call])).sentences[0];
  assert.equal(first(model, '--text', 'the key [MASK] here', '--target', 'are-is'), 'No single missing word weakens the answer.');
  assert.equal(first(writer, '--text', 'ab', '--target', '5-7'), 'There are no words to compare.');
  // One word takes more than half of the lead. One is too few for a vote, and no other rule names words of a model of next words.
  const made = JSON.parse(output(['why', writer, '--text', 'the', '--target', '7-5']));
  assert.ok(made.needs.left_out[0] > made.value / 2);
  assert.deepEqual([made.named, made.sentences[0]], [null, 'Only “t” can be hidden.']);
});

test('a difference of log-probabilities is one of logits', () => {
  const [plain, log] = ['are-is', 'lp:are-is'].map((target) => JSON.parse(output(why('--target', target))));
  assert.deepEqual(log.question, plain.question);
  assert.equal(log.sentences[0], plain.sentences[0]);
});

test('for people it is a table of words', () => {
  const text = output(why('--format', 'text'));
  assert.match(text, /^“keys” matters most\. /);
  assert.match(text, /\n *keys +10\.7 +is 0\.65 +0\.07\n/);
  assert.match(text, /\[MASK\] +the answer is read here/);
  assert.match(text, /\[CLS\].* sink\n/);
});

test('names from right to left have no isolates on a terminal, which would show them as escapes', () => {
  const call = ['why', writer, '--text', 'שלום the world שלום of it', '--by', 'words'];
  assert.equal(JSON.parse(output(call)).sentences[0], '“\u2068שלום (1)\u2069” matters most.');
  const text = output([...call, '--format', 'text']);
  assert.match(text, /^“שלום \(1\)” matters most\./);
  assert.doesNotMatch(text, /[\u2068\u2069]/);
});

test('of a picture patches are tested', () => {
  const picture = drawnPng('draw:GgKBKH_X');
  const digits = fileURLToPath(new URL('../../../web/models/digits', import.meta.url));
  const text = output(['why', digits, '--image', picture, '--format', 'text']);
  assert.match(text, /\n *patch +lost without it/);
  assert.doesNotMatch(text, /\bword\b/);
  const wiped = JSON.parse(output(['why', digits, '--image', picture, '--wiped', '24']));
  assert.notEqual(wiped.value, JSON.parse(output(['why', digits, '--image', picture])).value);
});

test('a model that translates is asked about what a beam search writes', () => {
  const translator = fileURLToPath(new URL('../../data/model/marian_small', import.meta.url));
  const call = [translator, '--text', 'the cat sat', '--beams', '4', '--max-tokens', '3'];
  const made = JSON.parse(output(['why', ...call]));
  const asked = JSON.parse(output(['ask', ...call]));
  assert.ok(Math.abs(made.value - asked.value) < 1e-5);
});

test('the answer of a head that gives a score is the score', () => {
  const own = join(room, 'scores');
  cpSync(fileURLToPath(new URL('../../data/model/distilbert_cls', import.meta.url)), own, { recursive: true });
  const config = JSON.parse(readFileSync(join(own, 'config.json'), 'utf8'));
  writeFileSync(join(own, 'config.json'), JSON.stringify({ ...config, problem_type: 'regression' }));
  const call = ['why', own, '--text', 'the keys to the cabinet'];
  const { answer, probability } = JSON.parse(output(call)).needs;
  assert.ok(probability.every((/** @type {number | null} */ one) => one === null));
  const shown = answer.filter((/** @type {string | null} */ one) => one !== null);
  for (const one of shown) assert.match(one, / -?\d+(\.\d{1,2})?$/);
  assert.ok(output([...call, '--by', 'tokens', '--format', 'text']).includes(`  ${shown[1]}  `));
});

test('what belongs to other commands is refused', () => {
  const refused = (/** @type {string[]} */ ...more) => {
    const made = headwaters(why(...more));
    assert.equal(made.code, 2, more.join(' '));
    assert.equal(made.out, '');
  };
  refused('--cut', '1:0:6>2');
  refused('--scores', 'alti');
  refused('--format', 'csv');
  refused('--test-words', 'hide,mask');
  refused('--by', 'letters');
  const ask = headwaters(['ask', model, '--text', keys, '--by', 'words']);
  assert.equal(ask.code, 2);
});

test('a word of several tokens is measured as one, behind the text or where it stands', () => {
  const text = 'the keys to the cabinet';
  const word = JSON.parse(output(['why', writer, '--text', text, '--target', 'foxes']));
  assert.equal(word.question.answer.text, ' foxes');
  const ids = word.question.answer.ids;
  assert.ok(ids.length > 1);
  const plain = JSON.parse(output(['why', writer, '--text', text]));
  assert.deepEqual(word.tokens.slice(0, plain.tokens.length), plain.tokens);
  assert.equal(word.asked, plain.tokens.length - 1);
  // The sum of single tokens, each given the tokens before it.
  const behind = (/** @type {string} */ target) => JSON.parse(output(['why', writer, '--text', `${text} foxes`, '--target', target]));
  const single = ids.map((/** @type {number} */ id, /** @type {number} */ at) => behind(`lp:${id}@${word.asked + at}`));
  const sum = (/** @type {(one: any) => number} */ of) =>
    single.reduce((/** @type {number} */ all, /** @type {any} */ one) => all + of(one), 0);
  assert.ok(Math.abs(word.value - sum((one) => one.value)) < 1e-4);
  assert.ok(Math.abs(word.needs.left_out[1] - sum((one) => one.needs.left_out[1])) < 1e-4);
  assert.ok(Math.abs(Math.exp(word.value) - word.question.answer.probability) < 1e-6);
  assert.deepEqual(behind(`${ids.join('+')}@${word.asked}`).needs, word.needs);
  assert.match(output(['why', writer, '--text', text, '--target', 'foxes', '--format', 'text']), /\n +foxes +part of the answer/);
  // No votes exist for such words.
  assert.deepEqual([word.votes, word.routes], [null, null]);
  const asked = JSON.parse(output(['ask', writer, '--text', text, '--target', 'foxes', '--hide', '1']));
  assert.ok(Math.abs(asked.value - word.value) < 1e-5);
  assert.ok(Math.abs(asked.value - asked.cuts[0].value - word.needs.left_out[1]) < 1e-4);
});

test('a table names the patches of a picture as figures do, from 1', () => {
  const picture = drawnPng('draw:GgszTEwucx-eJr1CvWaZj3OyR9aA28fZ');
  const digits = fileURLToPath(new URL('../../../web/models/digits', import.meta.url));
  const table = output(['why', digits, '--image', picture, '--format', 'text']);
  assert.match(table, /\n *r1c1 /);
  assert.match(table, /\n *r7c7 /);
  assert.doesNotMatch(table, /\br0c|\bc0\b/);
});
