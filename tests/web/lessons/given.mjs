// SPDX-License-Identifier: MIT
// Numbers in the lessons' texts that nothing computes, in their order, and why: settings that are chosen,
// facts about every row or matrix, wrong answers, counts. Counts of a file are held against it in
// tests/cli/lessons/lessons.test.mjs. Layers, steps, years and indices need no line here. Step 0 is the lesson's title.

/** @type {Record<string, Record<number, [string, string]>>} */
export const given = {
  'attention-weights': {
    3: ['4 13 1', 'the heads of the model, a row that is counted, and the sum of a row: tests/cli'],
    5: ['0 0', 'what a cut weight becomes'],
  },
  residual: {
    0: ['0.5', 'the method’s own half'],
    2: ['0.5 0.5 1 0 0.5 1 1 0.5 0.6 0.5 1 1 1', 'the method’s own half, the identity, sums that are written out, and what rows sum to'],
    3: ['0 0.5 0 0 0.5 0.5 0 0.5 0.5', 'settings'],
    4: ['0 0 0.9', 'settings'],
    5: ['0 0.1', 'what cut weights become, and a wrong answer'],
    6: ['0.5 0.5 0.9 0.9 0.5 0.9 0.9', 'the method’s own half, and settings'],
    7: ['0 0.5 0.9 0.5 0', 'settings'],
  },
  'rollout-by-hand': {
    2: ['0.5 0.5 1 0.5 0.5', 'the method’s own half, and what rows sum to'],
    3: ['1 0', 'the identity'],
    4: ['5 5 25', 'a sum that is written out'],
    5: ['1 1 0.5 1 1 1 1 91 200', 'rows and columns that are counted; a bound to predict by; the same as a fraction: tests/cli'],
    6: ['1 1', 'rows sum to 1'],
    7: ['1', 'rows sum to 1'],
    8: ['6 5 11 11', 'sizes of the file: tests/cli'],
  },
  'flow-by-hand': {
    1: ['0 1 1 1 0.5 0.25', 'a setting, the answers, and what rows sum to'],
    2: ['0', 'pipes that are not drawn'],
    8: ['0.7 0.7 0.7 0.7', 'a network that is not shown'],
  },
  pictures: {
    1: ['7 7 5 3 8', 'sizes of the picture: tests/cli; a name that is explained; the answer'],
    2: ['0.1 1 1 0.8 1', 'wrong answers, a bound: tests/cli, and the answer'],
    4: ['8 8 8 6', 'the digit that is asked about'],
    5: ['8', 'the same'],
    6: ['8 0.9 8 0.87 3 8 3 3 8 6 3', 'digits, a bound: tests/cli, and a wrong answer'],
    7: ['49 50', 'the answer and a wrong one'],
  },
  'is-it-true': {
    5: ['0', 'what cut weights become'],
    6: ['0', 'the same'],
    7: ['0 0', 'the same'],
    8: ['0', 'the same'],
  },
  'attention-and-answer': {
    7: ['64 64 11', 'test texts, as the page shows: tests/cli'],
  },
  'heads-that-specialise': {
    3: ['0', 'a wrong answer'],
    4: ['40 21 19', 'test sentences: tests/cli'],
    7: ['21 19', 'the same'],
  },
  'find-the-circuit': {
    1: ['0', 'a wrong answer'],
    2: ['4 0.1 0.5 0.9', 'a head, and bounds to predict by: tests/cli'],
    3: ['2022', 'a year'],
    4: ['5 50 4', 'the answer, a wrong one, and a head'],
    5: ['9 100 300', 'the same'],
    6: ['470', 'edges that are counted: tests/cli'],
  },
  'five-questions': {
    2: ['0.5 0.5 0.5 1 0', 'the method’s own half, and the identity'],
  },
  'which-to-believe': {
    1: ['0 1 0 75 0.1 69 0.48', 'what cut weights become, the sum of a row, a wrong answer, and test sentences: tests/cli'],
    5: ['1 0 0 0', 'what rows sum to, what cut weights become, and a wrong answer'],
    6: ['0 0', 'what cut weights become'],
  },
  'a-head-is-born': {
    1: ['0 250 250 175 250', 'a loss, and steps'],
    3: ['0', 'what a cut head becomes'],
    4: ['4', 'the heads of a name'],
    6: ['500', 'a step'],
  },
  'the-carry': {
    1: ['4 7 3 8 5 8 0 0 1 0 1', 'a sum, and the hundreds of all sums'],
    2: ['4 3 7 8 7 8 5 7 8 5 2 3 7 8 4 3 4 3', 'digits of a sum'],
    3: ['0 500 8', 'what a cut head becomes, sums that are tested, a digit'],
    4: ['51 22 73 7 7 6 8 8 8 500 8 500', 'a sum and its digits, and sums that are tested'],
  },
};
