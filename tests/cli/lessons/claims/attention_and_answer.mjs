// SPDX-License-Identifier: MIT
// @ts-check
// Claims of the lesson on attention and the words that an answer needs, with the computation that proves each.
import { jsonLines } from '../../sentences.mjs';
import { largest, row, says, stepsOf } from '../rows.mjs';
import { fileOf, why } from '../values.mjs';

const id = 'attention-and-answer';
const list = new URL('../../../data/why/agreement.jsonl', import.meta.url).pathname;

/** The word that rollout puts first, without tokens that are no words. @param {any} data */
function firstWord(data) {
  const { tokens } = fileOf(data);
  const at = tokens.indexOf('[MASK]');
  const values = row(data, `rollout layer=4 token=${at}`, tokens.length);
  return tokens[largest(values.map((value, key) => (/^\[/.test(tokens[key]) ? 0 : value)))];
}
const withKey = (/** @type {any} */ data) => ({ ...data, text: data.text.replace('keys', 'key') });
const isNear = (/** @type {any} */ data, /** @type {string} */ answer, /** @type {string} */ change, within = 0.02) =>
  Math.abs(says(data, answer, change) - says(data, answer)) < within;

/** @type {import('../rows.mjs').Claim[]} */
export const claims = [
  [id, 1, 'It answers *are*, not *is*', (data) => says(data, 'are') > 0.5 && says(data, 'is') < 0.01],
  [id, 1, 'Which word of the sentence does rollout put first?', (data) => firstWord(data) === 'on'],
  [id, 1, 'The first word is `on`', (data) => firstWord(data) === 'on'],
  [
    id,
    1,
    '`[CLS]` and `[MASK]` have more',
    (data) => {
      const values = row(data, 'rollout layer=4 token=6', 11);
      return values[0] > values[7] && values[6] > values[7] && values.every((value, key) => [0, 6, 7].includes(key) || value < values[7]);
    },
  ],
  [
    id,
    2,
    'The verb stays plural',
    (data) => ['are', 'were'].every((plural) => says(data, plural, 'hide=7') > 0.15) && says(data, 'was', 'hide=7') < 0.01,
  ],
  [
    id,
    3,
    '`keys` has about a third of the rollout of `on`.',
    (data) => {
      const values = row(data, 'rollout layer=4 token=6', 11);
      return Math.abs(values[2] / values[7] - 1 / 3) < 0.05;
    },
  ],
  [id, 3, 'The verb needs `keys`.', (data) => says(data, 'is', 'hide=2') > 0.5 && firstWord(data) !== 'keys'],
  [
    id,
    4,
    'Rollout still puts `on` first. The picture is nearly the same, the answer is not.',
    (data) => {
      const [before, after] = [data, withKey(data)].map((one) => row(one, 'rollout layer=4 token=6', 11));
      return firstWord(withKey(data)) === 'on' && before.every((value, key) => Math.abs(value - after[key]) < 0.02);
    },
  ],
  [id, 4, 'rollout still puts `on` first among the words', (data) => firstWord(withKey(data)) === 'on'],
  [
    id,
    4,
    'The answer, but not rollout’s first word',
    (data) => says(withKey(data), 'is') > 0.5 && firstWord(withKey(data)) === firstWord(data),
  ],
  [id, 5, 'Rollout’s largest bar is not a word.', (data) => largest(row(data, 'rollout layer=4 token=6', 11)) === 0],
  [id, 5, 'The largest bar', (data) => largest(row(data, 'rollout layer=4 token=6', 11)) === 0],
  [id, 5, 'It hardly changes', (data) => isNear(data, 'are', 'hide=0')],
  [id, 5, 'A large share of attention is not a large effect.', (data) => why(data).sinks.includes(0) && isNear(data, 'are', 'hide=0')],
  [id, 5, 'A token that gets a large part of all attention is an *attention sink*', (data) => why(data).sinks.join() === '0'],
  [
    id,
    5,
    'hiding `[CLS]` costs the answer a quarter',
    () => {
      const [{ data }] = stepsOf('attention-weights');
      const small = { ...data, text: data.text.replace('big', 'small') };
      const [left, before] = [says(small, 'radio', 'hide=0'), says(small, 'radio')];
      return before > 0.9 && Math.abs(left / before - 0.75) < 0.03;
    },
  ],
  [
    id,
    6,
    'With the sink excluded, rollout leads to `good`',
    (data) => {
      const { attention, sinks } = why(data);
      return sinks.join() === '0' && largest(attention.layers.at(-1)) === 4;
    },
  ],
  [id, 6, 'It needs `movie` more', (data) => isNear(data, 'good', 'hide=2') && says(data, 'good', 'hide=4') < 0.5],
  [
    id,
    7,
    '*Why* names a word if hiding it takes at least half of the lead.',
    (data) => {
      const { named, lead, needs } = why(data);
      return (
        named.join() === '2' &&
        needs.left_out.every((/** @type {number} */ lost, /** @type {number} */ at) => at === 2 || !(lost >= lead / 2))
      );
    },
  ],
  [
    id,
    7,
    'Hiding `key` takes almost nothing',
    (data) => {
      const { named, lead, needs, question } = why(withKey(data));
      return named === null && question.answer.text.trim() === 'is' && Math.abs(needs.left_out[2]) < lead / 20;
    },
  ],
  [
    id,
    7,
    'Hiding `key` takes almost nothing, so the page names no word.',
    (data) => why(withKey(data)).named === null && says(withKey(data), 'is', 'hide=2') > 0.6,
  ],
  [id, 7, 'hiding `on` takes nothing of the lead', (data) => why(withKey(data)).needs.left_out[7] <= 0],
  [
    id,
    7,
    'Put `keys` back. Below the verdict, the page shows how often a word that it names was the right one, in 64 of 64 test texts. In 11 more, it named no word.',
    (data) => {
      const texts = jsonLines(list);
      const named = texts.flatMap(({ text, target, known }) => {
        const found = why({ model: data.model, text, target }).named;
        return found ? [found.every((/** @type {number} */ at) => known.includes(at))] : [];
      });
      return texts.length === 75 && named.length === 64 && named.every(Boolean);
    },
  ],
];
