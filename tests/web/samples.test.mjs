// SPDX-License-Identifier: MIT
// The samples' words agree with their files. Checks the title, and the token at which a sample is read.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (name) => JSON.parse(readFileSync(new URL(`../../web/samples/${name}.json`, import.meta.url), 'utf8'));

for (const { id, title, about } of read('index')) {
  test(`the sample ${id} says at which token it is read`, () => {
    const file = read(id);
    assert.equal(file.title, title);
    // A decoder's token labels the one that it is about to write.
    const tokens = file.tokens ?? file.decoder.predicted;
    const token = tokens[file.outputToken]?.replace(/^▁/, '');
    assert.ok(token, 'the file chooses its output token');
    const named = /^\[.*\]$/.test(token) ? token : `“${token}”`;
    assert.ok(`${title} ${about}`.includes(named), `${named} is not in: ${title} ${about}`);
  });
}

test('a sample that has an answer says how sure it is, as the run that it was taken from was', () => {
  // The softmax's probability of the answer, to three digits, from the runs' own records.
  /** @type {Record<string, [string, number]>} */
  const sure = {
    'agreement-keys': ['plural', 1],
    'agreement-author': ['singular', 0.995],
    negation: ['positive', 0.861],
    'negation-gradients': ['positive', 0.974],
    'trophy-big': ['trophy', 0.918],
    'trophy-small': ['suitcase', 0.982],
    'question-context': ['trophy', 0.898],
    'digit-4': ['4', 0.974],
    'digit-8': ['8', 0.923],
    ocr: ['i', 0.905],
  };
  for (const [id, [word, probability]] of Object.entries(sure)) {
    const { predicted, predictedProbability, outputToken, importance } = read(id);
    assert.deepEqual([predicted[outputToken], predictedProbability[outputToken]], [word, probability], id);
    assert.deepEqual(
      predicted.map((text) => text !== ''),
      predictedProbability.map((one) => one !== null),
      id,
    );
    // Blanking out a token lowers the answer at most by its value.
    const blanked = importance?.blankout;
    if (blanked && id !== 'ocr') assert.ok(Math.max(...blanked) <= probability + 0.001, `${id}: ${Math.max(...blanked)} of ${probability}`);
  }
});
