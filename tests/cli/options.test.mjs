// SPDX-License-Identifier: MIT
// @ts-check
// Each option that a command accepts has an effect on what it prints or writes, or is refused: all commands with and without each option of
// the help.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters } from './program.mjs';

const folder = mkdtempSync(join(tmpdir(), 'headwaters-options-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const model = fileURLToPath(new URL('../../web/models/agreement', import.meta.url));

/** @param {string} name @param {unknown} value */
const written = (name, value) => {
  const path = join(folder, name);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
};

const tokens = ['[CLS]', '=the', 'keys', 'ar', '##e', '[SEP]'];
/** Weights that differ from row to row. @param {number} seed @param {number} rows @param {number} columns @param {boolean} causal */
const matrix = (seed, rows = 6, columns = rows, causal = false) =>
  Array.from({ length: rows }, (_, q) => {
    const row = Array.from({ length: columns }, (__, k) => (causal && k > q ? 0 : 1 + ((q * 7 + k * 3 + seed * 5) % 11)));
    const sum = row.reduce((a, b) => a + b);
    return row.map((value) => value / sum);
  });
/** [layers][1][heads][rows][columns] @param {(seed: number) => number[][]} [make] @param {number} [first] */
const layers = (make = matrix, first = 0) => [0, 1, 2].map((layer) => [[0, 1].map((head) => make(first + 2 * layer + head))]);
const signed = layers((seed) => matrix(seed + 3).map((row) => row.map((value, k) => (k % 2 ? -1 : 1) * value)));
const plain = {
  tokens,
  attentions: layers(),
  gradients: signed,
  token_type_ids: [0, 0, 0, 1, 1, 1],
  importance: { deleted: [0.1, 0.5, 0.5, 0.3, 0.2, 0.1], '=zeroed': [0.3, 0.1, 0.2, 0.6, 0.2, 0.1] },
};
/** A causal model's, with padding in front: its rows mean nothing, and nobody looks at it. @param {number} seed */
const padding = (seed) =>
  matrix(seed, 4, 4, true)
    .map((row) => [0, 0, ...row])
    .toSpliced(0, 0, Array(6).fill(1 / 6), Array(6).fill(1 / 6));
/** Weights of which many are equal, and others differ by less than 16 bits tell. @param {number} seed */
const close = (seed) =>
  matrix(seed).map((row, q) => row.map((_, k) => (1 + ((q + k + seed) % 3) + 1e-5 * ((q * 5 + k * 7 + seed) % 4)) / 12));

const files = {
  plain: written('plain.json', plain),
  odd: written('odd.json', {
    ...plain,
    attentions: layers((seed) => matrix(seed).map((row) => row.map((w, k) => (k === 1 ? -w : 0.9 * w)))),
  }),
  scores: written('scores.json', { ...plain, attentions: layers((seed) => matrix(seed).map((row) => row.map((w) => 30 * w - 4))) }),
  close: written('close.json', { ...plain, attentions: layers(close) }),
  padded: written('padded.json', { tokens, attentions: layers(padding), importance: plain.importance }),
  long: written('long.json', { ...plain, gradients: undefined, attentions: layers((seed) => matrix(seed, 8)), importance: undefined }),
  causal: written('causal.json', { ...plain, attentions: layers((seed) => matrix(seed, 6, 6, true)), gradients: undefined }),
  unnamed: written('unnamed.json', { attentions: plain.attentions, importance: { deleted: plain.importance.deleted } }),
  list: written('list.json', [plain, { tokens: tokens.slice(1), attentions: layers((seed) => matrix(seed, 5), 9) }]),
  axes: written('axes.json', { attentions: [0, 1].map((a) => [0, 1].map((b) => [matrix(2 * a + b), matrix(5 + 2 * a + b)])) }),
  families: written('families.json', { first_map: layers(), second_map: layers(matrix, 9) }),
  translated: written('translated.json', {
    encoder_gradients: signed,
    decoder_gradients: layers((seed) => matrix(seed + 1, 4)),
    encoder_attentions: layers(),
    decoder_attentions: layers((seed) => matrix(seed, 4, 4, true)),
    cross_attentions: layers((seed) => matrix(seed, 4, 6)),
    encoder_tokens: tokens,
    decoder_tokens: ['<s>', 'die', 'sind', '</s>'],
    importance: { deleted: plain.importance.deleted },
  }),
  unnamedPair: written('unnamed_pair.json', {
    encoder_attentions: layers(),
    decoder_attentions: layers((seed) => matrix(seed, 4, 4, true)),
    cross_attentions: layers((seed) => matrix(seed, 4, 6)),
  }),
  contributions: written('contributions.json', {
    ...plain,
    contributions: { kind: 'vector-norms', values: layers(matrix, 20).map(([[first]]) => first) },
  }),
  model: '',
};
const texts = written('texts.txt', 'the key is here\nthe keys are here\n');
const textList = written('texts.json', ['the key is here']);

/** @typedef {keyof typeof files} File */

const methods = ['raw', 'rollout', 'flow', 'gradient-rollout', 'relevance', 'grad-sam', 'joint'];
const readers = [...methods, 'info', 'correlate', 'explain', 'link', 'save', 'figure'];
const batches = ['batch rollout', 'batch correlate', 'batch summary', 'batch experiment'];
const runs = ['run', 'ask', 'model', 'tokenize'];

/**
 * What shows the effect of an option: its value (null: it is a switch), files on one of which it has one, options beside it, and more of them for some commands.
 * @type {Record<string, {value: string | null, on?: File[], beside?: string[], also?: Record<string, string[]>}>}
 */
const shown = {
  '--absolute': { value: null, on: ['odd'] },
  '--as': {
    value: 'probability',
    on: ['model'],
    beside: ['--target', 'is@3'],
    also: {
      link: ['--scores', 'deletion'],
      save: ['--scores', 'deletion'],
      figure: [...['--scores', 'deletion'], '--view', 'faithfulness'],
    },
  },
  '--average-heads': { value: null, on: ['unnamed', 'list'], beside: ['--heads', '1'] },
  '--axes': { value: 'inputs,layers,heads', on: ['axes'] },
  '--barrier': { value: '0.1', on: ['translated'], also: { figure: ['--method', 'joint'] } },
  '--certificate': { value: null, on: ['plain'] },
  '--csv-safe': { value: null, beside: ['--format', 'csv'] },
  '--cut': { value: '1:0:2>1', on: ['model'] },
  '--cut-head': { value: '1:0', on: ['model'] },
  '--cut-min': { value: '3>1', on: ['model'] },
  '--cut-residual': { value: '1:2', on: ['model'] },
  '--data': { value: 'heads' },
  '--decoder-tokens': { value: '["a","b","c","d"]', on: ['unnamedPair'] },
  '--discard': { value: '0.4' },
  '--discard-scope': { value: 'row', beside: ['--discard', '0.4'] },
  '--discard-ties': { value: 'keep', on: ['close'], beside: ['--discard', '0.4'] },
  '--dpi': { value: '90', beside: ['--png'] },
  '--draws': { value: '2', on: ['model'] },
  '--error': { value: '0.05' },
  '--example': { value: '1', on: ['list'] },
  '--first-tokens': { value: '6', on: ['long'] },
  '--font-size': { value: '12', beside: ['--width', '83mm'] },
  '--form': { value: 'gradient', on: ['translated'], also: { figure: ['--method', 'joint'] } },
  '--fusion': { value: 'max' },
  '--gradient-form': { value: 'mean-then-positive', also: { figure: ['--method', 'relevance'] } },
  '--gradient-norm': { value: 'l1', on: ['plain', 'close'], beside: ['--fusion', 'gradient-norm'] },
  '--gradient-normalise': { value: 'rows-first', also: { figure: ['--method', 'gradient-rollout'] } },
  '--gradients': { value: null, on: ['model'] },
  '--half': { value: null, on: ['plain', 'close'] },
  '--head-of-layer': { value: '2:1' },
  '--head-weights': { value: '0.2,0.8' },
  '--heads': { value: '1' },
  '--heads-at': { value: '2:1' },
  '--hide': { value: '1' },
  '--input': { value: '2' },
  '--keep-padding': { value: null, on: ['padded'] },
  '--layer': { value: '2' },
  '--layers': { value: '2-3' },
  '--layers-from': { value: 'second_map', on: ['families'] },
  '--leave-out': { value: '[CLS]', also: { figure: ['--view', 'faithfulness'] } },
  '--memory': { value: '1KB' },
  '--method': { value: 'raw' },
  '--methods': { value: 'attention', on: ['model'] },
  '--missing-share': { value: null, on: ['odd'] },
  '--most': { value: '1', on: ['model'] },
  '--no-caption': { value: null },
  '--no-title': { value: null },
  '--normalise': { value: 'none', on: ['odd', 'plain'], beside: ['--residual', '0.3', '--discard', '0.3'] },
  '--normalise-rows': { value: null, on: ['odd'] },
  '--order': { value: 'discard-first', beside: ['--discard', '0.4'] },
  '--over': { value: 'uniform-causal', on: ['causal'] },
  '--own-one': { value: 'drop', also: { figure: ['--method', 'relevance'] } },
  '--palette': { value: 'grey' },
  '--part': { value: 'encoder', on: ['translated', 'contributions'] },
  '--partial': { value: null },
  '--pdf': { value: null },
  '--plain': { value: null },
  '--png': { value: null },
  '--position': { value: '2', on: ['model'], beside: ['--out', join(folder, 'written.safetensors')] },
  '--preset': { value: 'no-residual' },
  '--protect': { value: '2', on: ['plain', 'close'], beside: ['--discard', '0.9'] },
  '--ranks': { value: 'dense' },
  '--relative': { value: null },
  '--renormalise': { value: null, beside: ['--hide', '1'] },
  '--residual': { value: '0.2' },
  '--room': { value: '150' },
  '--rule': { value: 'renormalise', on: ['model'], beside: ['--cut', '1:0:2>1'] },
  '--scale': { value: 'largest', on: ['translated'], also: { figure: ['--method', 'joint'] } },
  '--scores': { value: 'mask', on: ['model'] },
  '--second': { value: files.causal, beside: ['--view', 'compare', '--state', 'v=1&layer=3&token=2&compare=rollout/rollout,file:earlier'] },
  '--seed': { value: '7', on: ['model'] },
  '--segments': { value: 'a-b' },
  '--size': { value: '500' },
  '--softmax': { value: null, on: ['scores'] },
  '--source': { value: '2' },
  '--spans': { value: '2,3' },
  '--start-layer': { value: '2' },
  '--state': { value: 'panel=matrix' },
  '--steps': { value: '3', on: ['model'], beside: ['--scores', 'integrated-gradients'], also: { figure: ['--view', 'faithfulness'] } },
  '--target': {
    value: 'keys@2',
    on: ['model'],
    also: {
      link: ['--scores', 'deletion'],
      save: ['--scores', 'deletion'],
      figure: [...['--scores', 'deletion'], '--view', 'faithfulness'],
    },
  },
  '--terms': { value: '2', also: { figure: ['--view', 'explain', '--token', '3', '--layer', '3'] } },
  '--theme': { value: 'dark' },
  '--token': { value: '2' },
  '--tokens': {
    value: '["a","b","[CLS]","d","e","f"]',
    on: ['unnamed'],
    also: { correlate: ['--leave-out', '[CLS]'], 'batch correlate': ['--leave-out', '[CLS]'] },
  },
  '--transpose': { value: null },
  '--units': { value: 'heads', on: ['model'], beside: ['--methods', 'gradients'] },
  '--view': { value: 'matrix' },
  '--weights': { value: 'attentions', on: ['contributions'] },
  '--width': { value: '83mm' },
  '--words': { value: null },
};

/** What this cannot show, and where it is shown. */
const elsewhere = {
  '--beams': 'needs a model that translates: tests/cli/model',
  '--chat': 'needs a chat template: tests/cli/model/chat.test.mjs',
  '--class': 'needs CLIP: tests/cli/picture',
  '--format': 'its values differ by command: tests/cli/results.test.mjs',
  '--generate': 'needs a model that writes: tests/cli/model',
  '--help': 'is no option of a command',
  '--image': 'needs a model of pictures: tests/cli/picture',
  '--max-tokens': 'needs a model that translates: tests/cli/model',
  '--model': 'takes the place of a file: below, wherever a model is named',
  '--out': 'says where, not what',
  '--output': 'needs a model that translates: tests/cli/model',
  '--pair': 'needs a model of two texts: tests/cli/model',
  '--quiet': 'is of standard error, and every command takes it: scripts give it to all',
  '--said': 'needs a chat template: tests/cli/model/chat.test.mjs',
  '--temperature': 'needs a model that writes: tests/cli/model',
  '--text': 'takes the place of a file: below, wherever a model is named',
  '--texts': 'is the input of tokenize: below',
  '--threads': 'must not change results: tests/cli/batch.test.mjs',
  '--top-k': 'needs a model that writes: tests/cli/model',
  '--top-p': 'needs a model that writes: tests/cli/model',
  '--version': 'is no option of a command',
};

/** The command with a file or, of `model`, with the model and its text. @param {string} command @param {File} on */
function words(command, on) {
  const parts = command.split(' ');
  if (command === 'tokenize') return [...parts, model, '--texts', textList];
  if (command === 'model') return [...parts, model];
  if (runs.includes(command)) return [...parts, model, '--text', 'the key is here'];
  const asked = command === 'explain' ? ['--token', '3', '--input', '1'] : [];
  if (command === 'batch experiment') return [...parts, texts, '--model', model, '--draws', '1', '--most', '2', '--methods', 'rollout'];
  if (on !== 'model') return [...parts, files[on], ...asked];
  const scores = /correlate/.test(command) ? ['--scores', 'deletion'] : [];
  return command.startsWith('batch')
    ? [...parts, texts, '--model', model, ...scores]
    : [...parts, '--model', model, '--text', 'the key is here', ...asked, ...scores];
}

/** @param {string} command @param {File} on @param {string[]} options */
function told(command, on, options) {
  const out = join(folder, 'out');
  const given = words(command, on);
  // An option that is given anew takes the place of the first.
  const own = options.reduce((list, option) => {
    const at = option.startsWith('--') ? list.indexOf(option) : -1;
    return at < 0 ? list : list.toSpliced(at, 2);
  }, given);
  const run = headwaters([...own, ...options, ...(command.startsWith('batch') ? ['--out', out] : [])]);
  let all = run.out;
  if (command.startsWith('batch') && run.code !== 2)
    for (const name of readdirSync(out, { recursive: true }).sort())
      if (!['record.jsonl', 'warnings.jsonl'].includes(String(name)) && /\./.test(String(name)))
        all += `${name}${readFileSync(join(out, String(name)), 'latin1')}`;
  const file = join(folder, 'written.safetensors');
  if (existsSync(file)) all += readFileSync(file, 'latin1');
  for (const each of [out, file]) rmSync(each, { recursive: true, force: true });
  return { code: run.code, all };
}

const help = headwaters(['--help']).out;
const fields = /--FIELD VALUE(.*?)Settings, selection/s.exec(help)?.[1] ?? '';
const ofLinks = new Set(fields.match(/--[a-z-]+/g));
const documented = [...new Set(help.match(/(?<=[ (,])--[a-z][a-z-]*/g))]
  .filter((name) => !ofLinks.has(name) || name in shown || name in elsewhere)
  .sort();

test('every option of the help is tried here, or it is said where', () => {
  assert.ok(documented.length > 80);
  assert.deepEqual(
    documented.filter((name) => !(name in shown) && !(name in elsewhere)),
    [],
  );
  assert.deepEqual(
    [...Object.keys(shown), ...Object.keys(elsewhere)].filter((name) => !documented.includes(name)),
    [],
  );
});

for (const [option, { value, on = ['plain'], beside = [], also = {} }] of Object.entries(shown)) {
  test(`${option} has an effect on what takes it`, () => {
    let takers = 0;
    for (const command of [...readers, ...batches, ...runs]) {
      const options = [...beside, ...(also[command] ?? [])];
      const given = value === null ? [option] : [option, value];
      const tries = on.map((file) => [told(command, file, options), told(command, file, [...options, ...given])]);
      const taken = tries.filter(([before, now]) => now.code !== 2 && (before.code === 0 || now.code === 0));
      if (taken.length === 0) continue;
      const isSeen = taken.some(([before, now]) => before.code !== now.code || before.all !== now.all);
      assert.ok(isSeen, `${command} ${given.join(' ')}: accepted without an effect`);
      takers += 1;
    }
    assert.ok(takers > 0, 'no command takes it');
  });
}
