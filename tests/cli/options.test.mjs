// SPDX-License-Identifier: MIT
// @ts-check
// Every option that a command accepts takes effect, or the command refuses it. Each command runs with and without each option of the help.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters, output } from './program.mjs';

const room = mkdtempSync(join(tmpdir(), 'headwaters-options-'));
after(() => rmSync(room, { recursive: true, force: true }));
const models = fileURLToPath(new URL('../data/model', import.meta.url));
const model = `${models}/distilbert_cls`;
const decoder = `${models}/qwen3`;

/** Numbers from 0 to 1, the same each time. @param {number} seed */
const random = (seed) => () => {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
};
/** [layers][heads][n][n] @param {number} seed @param {number} n @param {(value: number, query: number, key: number) => number} make */
const stack = (seed, n, make) => {
  const next = random(seed);
  return Array.from({ length: 3 }, () =>
    Array.from({ length: 2 }, () =>
      Array.from({ length: n }, (_, query) => Array.from({ length: n }, (_, key) => make(next(), query, key))),
    ),
  );
};
/** Rows that sum to 1, with a sink at the first token. @param {number} seed @param {number} n @param {boolean} causal */
const weights = (seed, n, causal) =>
  stack(seed, n, (value, query, key) => (causal && key > query ? 0 : value + (key === 0 ? 3 : 0.05))).map((layer) =>
    layer.map((head) => head.map((row) => row.map((value) => value / row.reduce((sum, one) => sum + one, 0)))),
  );
const tokens = ['[CLS]', '=keys', '##ing', 'are', 'here', 'to', 'stay', 'now', '[SEP]'];
/** Data for every option. @param {number} seed */
const rich = (seed, causal = false) => ({
  title: `t${seed}`,
  tokens,
  attentions: weights(seed, tokens.length, causal),
  gradients: stack(seed + 7, tokens.length, (value) => value - 0.4),
  importance: { '=score': [0.1, 0.7, 0.3, 0.35, 0.3, 0.9, 0.3, 0.05, 0.9] },
  words: [0, 1, 1, 2, 3, 4, 5, 6, 7],
  segments: [0, 0, 0, 0, 1, 1, 1, 1, 1],
  contributions: weights(seed + 3, tokens.length, causal).map(([head]) => head),
  contributionKind: 'alti',
  outputToken: 3,
});
/** @param {string} name @param {any} content */
const write = (name, content) => {
  const path = join(room, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const file = write('rich.json', { format: 'headwaters/1', examples: [rich(1), rich(2)] });
const plain = write('plain.json', { ...rich(1), contributions: undefined });
const causal = write('causal.json', { ...rich(1, true), contributions: undefined });
const pair = fileURLToPath(new URL('../data/references/date_day_month.json', import.meta.url));
/** An option corrects the odd part of the file. */
const odd = write('odd.json', {
  tokens,
  attentions: weights(5, tokens.length, false).map((layer) =>
    layer.map((head) => head.map((row, i) => row.map((value, j) => (i === 1 && j === 2 ? -value : value * 0.9)))),
  ),
});
const long = write('long.json', { tokens: tokens.slice(0, 4), attentions: weights(1, tokens.length, false) });
const texts = write('texts.txt', 'the key to the lake\nthe lake is old');
const listed = write('tokens.json', [...'abcdefghi']);
const pairs = write('pairs.jsonl', {
  clean: 'the keys to the cabinet [MASK] on the table',
  corrupt: 'the key to the cabinet [MASK] on the table',
  answer: 'are',
  against: 'is',
});
const otherPairs = write('other.jsonl', {
  clean: 'the boys to the door [MASK] on the table',
  corrupt: 'the boy to the door [MASK] on the table',
  answer: 'are',
  against: 'is',
});
const partial = join(room, 'partial');
assert.equal(headwaters(['batch', 'correlate', plain, '--out', partial, '--partial']).code, 0);

let folders = 0;
/** @type {Record<string, (data: string) => string[]>} how each command is called on a file, a model with a text, or texts */
const commands = {
  info: (data) => ['info', data],
  ...Object.fromEntries(
    ['raw', 'rollout', 'flow', 'gradient-rollout', 'relevance', 'grad-sam', 'joint'].map((name) => [
      name,
      (/** @type {string} */ data) => [name, data],
    ]),
  ),
  correlate: (data) => ['correlate', data],
  explain: (data) => ['explain', data, '--token', '3', '--input', '1'],
  link: (data) => ['link', data],
  save: (data) => ['save', data],
  figure: (data) => ['figure', data],
  'batch rollout': (data) => ['batch', 'rollout', data, '--out', '*'],
  'batch correlate': (data) => ['batch', 'correlate', data, '--out', '*'],
  'batch summary': (data) => ['batch', 'summary', data, '--out', '*'],
  'batch experiment': () => ['batch', 'experiment', texts, '--model', model, '--out', '*', '--most', '2', '--draws', '2'],
  'batch experiment tokens': () => [
    'batch',
    'experiment',
    texts,
    '--model',
    model,
    '--out',
    '*',
    '--units',
    'tokens',
    '--most',
    '2',
    '--draws',
    '2',
  ],
  merge: () => ['merge', partial],
  tokenize: () => ['tokenize', model, '--text', 'the key to the lake'],
  run: () => ['run', model, '--text', 'the key to the lake'],
  'run generate': () => ['run', decoder, '--text', 'the key to', '--generate', '4'],
  model: () => ['model', model],
  ask: () => ['ask', model, '--text', 'the key to the lake'],
  why: () => ['why', model, '--text', 'the key to the lakez'],
  circuit: () => ['circuit', model, '--pairs', pairs],
  train: () => ['train', 'largest', '--steps', '3', '--out', '*'],
};

/**
 * Each option with its value, data that it affects, options that it needs, and the command if only one that runs a model has it.
 * @type {Record<string, {value?: string, values?: Record<string, string>, data?: string, given?: string[], of?: Record<string, string[]>, alone?: string[], quiet?: string}>}
 */
const options = {
  '--preset': { value: 'no-residual' },
  '--fusion': { value: 'max' },
  '--gradient-norm': { value: 'l1', given: ['--fusion', 'gradient-norm'] },
  '--heads': { value: '0' },
  '--head-of-layer': { value: '2:0' },
  '--heads-at': { value: '2:max' },
  '--head-weights': { value: '1,3' },
  '--residual': { value: '0.2' },
  '--discard': { value: '0.4' },
  '--discard-scope': { value: 'row', given: ['--discard', '0.4'] },
  '--discard-ties': { value: 'keep', given: ['--discard', '0.4'] },
  '--protect': { value: '1', given: ['--discard', '0.8'] },
  '--order': { value: 'discard-first', given: ['--discard', '0.6'] },
  '--normalise': { value: 'none', data: odd },
  '--layers': { value: '1,3' },
  '--start-layer': { value: '2' },
  '--gradient-form': { value: 'mean-then-positive' },
  '--gradient-normalise': { value: 'rows-first' },
  '--form': { value: 'gradient' },
  '--barrier': { value: '0.1' },
  '--scale': { value: 'largest' },
  '--sinks': { value: 'exclude', values: { why: 'include' } },
  '--own-one': { value: 'drop' },
  '--token': { value: '1' },
  '--example': { value: '1', data: file },
  '--part': { value: 'encoder', data: pair },
  '--weights': { value: 'attentions', data: file },
  '--over': { value: 'uniform-causal', data: causal },
  '--words': {},
  '--spans': { value: '1,3' },
  '--segments': { value: 'a-b' },
  '--exclude': { value: 'here', values: { 'batch experiment tokens': 'key' } },
  '--renormalise': { given: ['--exclude', 'here'] },
  '--format': { value: 'csv', values: { explain: 'json', link: 'json', model: 'json' } },
  '--json': { quiet: 'the form of a pipe' },
  '--color': { value: 'never', quiet: 'a pipe has none' },
  '--csv-safe': { given: ['--format', 'csv'] },
  '--normalise-rows': { data: odd },
  '--absolute': { data: odd },
  '--transpose': {},
  '--softmax': {},
  '--axes': { value: 'layers,heads', quiet: 'what is right already changes nothing' },
  '--average-heads': { quiet: 'the mean is the usual fusion' },
  '--half': { quiet: 'digits that are not always seen' },
  '--memory': { value: '900MB', quiet: 'there is enough of it' },
  '--keep-padding': { quiet: 'files with padding have tests of their own' },
  '--tokens': { value: listed },
  '--decoder-tokens': { value: 'a b c', quiet: 'files with decoders have tests of their own' },
  '--first-tokens': { value: '4', data: long },
  '--missing-share': { data: odd },
  '--layers-from': { value: 'x.*', quiet: 'arrays with names have tests of their own' },
  '--layer': { value: '2' },
  '--relative': {},
  '--certificate': {},
  '--source': { value: '1' },
  '--method': { value: 'raw' },
  '--input': { value: '2' },
  '--terms': { value: '1', of: { figure: ['--view', 'explain'] } },
  '--among': { value: 'all', of: { figure: ['--view', 'faithfulness'] } },
  '--ranks': { value: 'dense' },
  '--all': {},
  '--pairs': { value: otherPairs },
  '--score': { value: 'eap' },
  '--metric': { value: 'probability_difference' },
  '--share': { value: '0.5' },
  '--data': { value: 'heads' },
  '--error': { value: '0.2' },
  '--room': { value: '1' },
  '--view': { value: 'matrix' },
  '--state': { value: 'v=1&layer=2' },
  '--second': { value: causal, quiet: 'only a comparison shows it' },
  '--out': { value: join(room, 'out.svg'), quiet: 'where it goes' },
  '--size': { value: '500' },
  '--width': { value: '83mm' },
  '--font-size': { value: '9', given: ['--width', '83mm'] },
  '--pdf': {},
  '--png': {},
  '--dpi': { value: '100', given: ['--png'] },
  '--palette': { value: 'grey', given: ['--view', 'heads'] },
  '--theme': { value: 'dark' },
  '--no-title': {},
  '--no-caption': {},
  '--plain': {},
  '--threads': { value: '1', quiet: 'the numbers are the same' },
  '--partial': { quiet: 'a file more' },
  '--model': { value: model, quiet: 'in place of the file' },
  '--units': { value: 'heads' },
  '--methods': { value: 'attention' },
  '--most': { value: '1' },
  '--draws': { value: '1' },
  '--seed': { value: '5' },
  '--at': { value: '1' },
  '--chat': { quiet: 'models with templates have tests of their own' },
  '--said': { value: 'x', quiet: 'it is one of two' },
  '--texts': { value: texts, quiet: 'in place of --text' },
  '--text': { value: 'other', quiet: 'it is given' },
  '--pair': { value: 'the lake' },
  '--image': { value: 'x.png', quiet: 'in place of --text' },
  '--split-images': { quiet: 'of models that read pictures in prompts: tests/cli/model/run_picture.test.mjs' },
  '--sound': { value: 'x.wav', quiet: 'in place of --text: tests/cli/model/run_sequences.test.mjs' },
  '--language': { value: 'en', quiet: 'of --sound' },
  '--task': { value: 'transcribe', quiet: 'of --sound' },
  '--output-ids': { value: '1,2', quiet: 'of --sound' },
  '--prompt-name': { value: 'query', quiet: 'of models with prompts: tests/cli/model/sentences.test.mjs' },
  '--name': { value: 'mine', quiet: 'in files and captions: tests/cli/model/run_model.test.mjs' },
  '--ignore-keys': { quiet: 'of models with unknown keys: tests/cli/model/run_model.test.mjs' },
  '--class': { value: 'x', quiet: 'of models that read pictures' },
  '--gradients': { quiet: 'a file with them has tests of its own' },
  '--scores': { value: 'alti' },
  '--target': { value: '1' },
  '--as': { value: 'probability' },
  '--generate': { value: '2' },
  '--temperature': { value: '5' },
  '--top-k': { value: '2', given: ['--temperature', '9'] },
  '--top-p': { value: '0.1', given: ['--temperature', '9'] },
  '--output': { value: 'x', quiet: 'of models that translate' },
  '--beams': { value: '2', quiet: 'of models that translate' },
  '--max-tokens': { value: '2', quiet: 'of models that translate' },
  '--position': { value: '1', quiet: 'logits are in the file' },
  '--cut': { value: '1:0:2>1' },
  '--cut-head': { value: '1:0' },
  '--cut-residual': { value: '1:1' },
  '--cut-min': { value: '2>1' },
  '--hide': { value: '1' },
  '--by': { value: 'words' },
  '--question': { value: 'lens', quiet: 'of questions: tests/cli/model/ask_question.test.mjs' },
  '--with': { value: 'count=1', quiet: 'of questions: tests/cli/model/ask_question.test.mjs' },
  '--swap-text': { value: 'x', quiet: 'of questions: tests/cli/model/ask_question.test.mjs' },
  '--swap-places': { value: 's0:1', quiet: 'of questions: tests/cli/model/ask_question.test.mjs' },
  '--wiped': { value: '1', quiet: 'of models that read pictures' },
  '--silent': { value: '1-2', quiet: 'of --sound: tests/cli/model/run_sequences.test.mjs' },
  '--step': { value: '1', quiet: 'of folders of checkpoints: tests/cli/model/steps.test.mjs' },
  '--rule': { value: 'renormalise', given: ['--cut', '1:0:2>1'], alone: ['batch experiment'] },
  '--test-words': { value: 'replace:zero-embedding' },
  '--steps': { value: '4', given: ['--scores', 'integrated-gradients'] },
  '--quiet': { quiet: 'warnings' },
};

/** The results of a call, which are the output and the files of a batch without its recorded settings. @param {string[]} args */
function outcome(args) {
  const out = join(room, `out${++folders}`);
  const run = headwaters(args.map((one) => (one === '*' ? out : one)));
  const withoutSettings = (/** @type {string} */ text) => text.replaceAll(/"settings":\{(?:[^{}]|\{[^{}]*\})*\},?/g, '');
  const files =
    args.includes('*') && run.code === 0 ? readdirSync(out).filter((name) => name !== 'record.jsonl' && name !== 'sums.json') : [];
  const contents = files.map((name) => `${name}: ${withoutSettings(readFileSync(join(out, name), 'latin1'))}`);
  return { code: run.code, err: run.err, all: [withoutSettings(run.out).replaceAll(out, ''), ...contents].join('\n') };
}

/**
 * Ranks of few tokens, and one number's terms, need not change with every setting of every method. @param {string} command @param {string} name
 */
const isCoarse = (command, name) =>
  ['correlate', 'batch correlate', 'batch summary', 'explain'].includes(command) &&
  ['--gradient-norm', '--discard-ties', '--protect', '--barrier', '--scale', '--own-one'].includes(name);

test('every option of --help is in the table', () => {
  const known = [...output(['help', 'all']).matchAll(/^ {2,4}(?:headwaters .*)?(--[a-z-]+)(?:[^\n]*?, (--[a-z-]+))*/gm)].map(
    ([, name]) => name,
  );
  assert.ok(known.length > 80, String(known.length));
  assert.deepEqual(
    known.filter((name) => !(name in options) && !['--help', '--version'].includes(name)),
    [],
  );
});

for (const [command, call] of Object.entries(commands))
  test(`${command}: each option takes effect or is refused`, () => {
    const before = new Map();
    const ignored = [];
    for (const [name, { values = {}, value = values[command], data = plain, given = [], of = {}, alone, quiet }] of Object.entries(
      options,
    )) {
      const needs = alone?.includes(command) ? [] : (of[command] ?? given);
      const base = [...call(data), ...needs];
      if (base.includes(name)) continue;
      const words = [...base, name, ...(value === undefined ? [] : [values[command] ?? value])];
      if (!before.has(base.join(' '))) before.set(base.join(' '), outcome(base));
      const without = before.get(base.join(' '));
      if (without.code !== 0) continue; // this command refuses an option that it needs
      const made = outcome(words);
      if (made.code !== 0) assert.match(made.err, /^(headwaters: [^\n]+\n)+$/, words.join(' '));
      else if (made.all === without.all && !quiet && !isCoarse(command, name)) ignored.push(name);
    }
    assert.deepEqual(ignored, []);
  });
