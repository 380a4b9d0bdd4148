// SPDX-License-Identifier: MIT
// How often a method puts first the token that matters most: the one whose blanking out moves the question furthest. Special tokens, and the one
// that the answer stands at, are left out. Models that are shipped, on sentences of one pattern, on those of their list and on its drawings; MiniLM
// with the cosine of a sentence and its paraphrase. By the command line program, the same on every machine.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { drawnPng } from '../cli/model/drawn_png.mjs';
import { root } from './common.mjs';

/** Rows of the last layer, with the settings of the command line's own preset. */
const views = ['raw', 'rollout', 'flow', 'gradient-rollout', 'relevance'];
/** The views that depend on the question; the others refuse it. */
const byGradients = ['gradient-rollout', 'relevance'];
const scores = ['gradient-x-input', 'integrated-gradients', 'alti', 'value-zeroing'];
const names = {
  raw: 'attention of the last layer',
  rollout: 'rollout',
  flow: 'flow',
  'gradient-rollout': 'gradient rollout',
  relevance: 'relevance',
  'gradient-x-input': 'gradient × input',
  'integrated-gradients': 'integrated gradients',
  alti: 'ALTI',
  'value-zeroing': 'value zeroing',
};

const pattern = ['key', 'author', 'book', 'dog']
  .flatMap((noun) => [noun, `${noun}s`])
  .flatMap((noun) => ['near the windows', 'behind the guard', 'with the pictures'].map((phrase) => `the ${noun} ${phrase} [MASK] here`));
const paraphrases = [
  ['the cat sat on the mat', 'a cat was sitting on a rug'],
  ['the key to the cabinet is on the table', 'you will find the cabinet key lying on the table'],
  ['the doctor treated the patient for a fever', 'a physician cured a sick man'],
  ['she plays the violin in an orchestra', 'a musician who performs with strings'],
  ['the stock market fell sharply today', 'shares lost much of their value'],
  ['he drove his old car to the beach', 'a man travelled to the sea by automobile'],
  ['the children are building a sandcastle', 'kids make a castle out of sand'],
  ['we ate pizza in a small restaurant', 'dinner at an Italian place'],
  ['the train to Berlin was two hours late', 'a delayed railway journey to Germany'],
  ['a dog chased the ball across the garden', 'a puppy was running after its toy'],
  ['scientists discovered a new planet', 'astronomers found an unknown world'],
  ['the river flooded the village in spring', 'high water covered the houses'],
];

const run = (...words) =>
  JSON.parse(
    execFileSync(join(root, 'build/native/headwaters'), words, {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
const largest = (values, places) => places.reduce((best, at) => (values[at] > values[best] ? at : best));

/**
 * @param {string} model its folder @param {string[]} input --text or --image, with the question @param {string} blank
 * @param {string} [at] the token whose row is read; without it the one that the answer stands at
 * @returns {{places: number, first: Record<string, boolean>}}
 */
function firstTokens(model, input, blank, at) {
  const [what, given, ...question] = input;
  const asked = run('ask', model, what, given, ...question, '--scores', [blank, ...scores].join(','));
  const place = asked.target.position ?? 0;
  const special = (/** @type {string} */ token, /** @type {number} */ i) =>
    /^(\[(CLS|SEP|MASK)\]|<.+>)$/.test(token) || (at === undefined && i === place);
  const places = asked.tokens.flatMap((/** @type {string} */ token, /** @type {number} */ i) => (special(token, i) ? [] : [i]));
  const matters = largest(
    asked.scores[blank].map((/** @type {number} */ value) => Math.abs(value - asked.value)),
    places,
  );
  const rows = Object.fromEntries(
    views.map((view) => [
      view,
      run(
        ...[view, '--model', model, what, given, ...(byGradients.includes(view) ? question : [])],
        ...['--token', at ?? String(place), '--format', 'json'],
      ).layers.at(-1).values,
    ]),
  );
  for (const score of scores) rows[score] = asked.scores[score].map(Math.abs);
  return {
    places: places.length,
    first: Object.fromEntries(Object.entries(rows).map(([name, values]) => [name, largest(values.flat(), places) === matters])),
  };
}

/** @returns {Promise<import('./main.mjs').Row[]>} */
export async function measure() {
  const shipped = JSON.parse(readFileSync(join(root, 'web/models/index.json'), 'utf8'));
  const examples = (/** @type {string} */ id) => shipped.find((/** @type {{id: string}} */ one) => one.id === id).examples;
  const folder = (/** @type {string} */ id) => join(root, 'web/models', id);
  const minilm = process.env.HW_BENCH_MINILM;
  /** @type {[string, ReturnType<typeof firstTokens>[]][]} */
  const sets = [
    ['agreement, is or are', pattern.map((text) => firstTokens(folder('agreement'), ['--text', text, '--target', 'are-is'], 'mask'))],
    ['agreement, its examples', examples('agreement').map((text) => firstTokens(folder('agreement'), ['--text', text], 'mask'))],
    ['digits, its drawings', examples('digits').map((text) => firstTokens(folder('digits'), ['--image', drawnPng(text)], 'zero-pixels'))],
    ...(minilm
      ? [
          /** @type {[string, ReturnType<typeof firstTokens>[]]} */ ([
            'MiniLM, a paraphrase',
            paraphrases.map(([text, other]) => firstTokens(minilm, ['--text', text, '--target', other], 'mask', 'mean')),
          ]),
        ]
      : []),
  ];
  if (!minilm) console.error('first: MiniLM is not there, and left out');
  return sets.flatMap(([set, all]) => {
    const chance = all.reduce((sum, { places }) => sum + 1 / places, 0);
    return [...views, ...scores].map((method) => {
      const count = all.filter(({ first }) => first[method]).length;
      return {
        what: `${set}: ${names[method]}`,
        measured: `${count} of ${all.length}`,
        against: `chance ${chance.toFixed(1)}`,
        ratio: count / chance,
      };
    });
  });
}
