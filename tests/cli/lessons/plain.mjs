// SPDX-License-Identifier: MIT
// @ts-check
// Sentences of the lessons that have a comparing word and compare no two numbers of a step's data: by their beginnings. They tell a
// step to take, define a word, report a paper, count layers and places, or state a fact about every network.

/** @type {Record<string, Record<number, string[]>>} */
export const plain = {
  'attention-and-answer': {
    8: ['Type a sentence with'],
  },
  'attention-weights': {
    6: ['After a layer a token'],
    7: ['(The token itself gets half'],
  },
  residual: {
    0: ['Why rollout gives half'],
    2: ['Half and half'],
    4: ['The weights are the same'],
    6: ['More than a half', 'The 0.5 assumes', 'Kobayashi et al. measured', 'So realistic weights'],
  },
  'rollout-by-hand': {
    2: ['Half of {0.6|'],
    3: ['Layer 2 in the same way', 'Take half of {0.8|'],
    5: ['The view now shows'],
    6: ['Compute the other numbers'],
    7: ['Both orders use the same'],
  },
  'flow-by-hand': {
    1: ['**Attention flow** is'],
    3: ['A first path', 'The narrowest pipe decides'],
    4: ['The water of the first path', 'But the first path'],
    7: ['All flow crosses', 'Find the smallest cut'],
    8: ['At most 0.7', 'Another cut might', 'A cut limits'],
  },
  pictures: {
    3: ['Larger models do that'],
  },
  'is-it-true': {
    7: ['The other tokens now get more', 'A cut without its rule'],
  },
  'which-to-believe': {
    3: ['Before you write'],
    4: ['But without it the sentence'],
    5: ['Jain and Wallace', 'Their models were mostly'],
  },
  'heads-that-specialise': {
    1: ['The heads of a layer read'],
    5: ['The same model fills'],
  },
  'find-the-circuit': {
    4: ['*Circuit* takes', 'A **patched** edge'],
    6: ['From four pairs on'],
  },
  'a-head-is-born': {
    1: ['Draw the loss first', 'Its *loss* is near 0'],
    2: ['The first `t` has no'],
    4: ['A second model'],
    5: ['Back to the first model', 'The last table', 'Rollout keeps half'],
  },
  'right-for-the-wrong-reason': {
    1: ['In its training and in its test'],
    3: ['The last table in the sidebar'],
  },
  'the-carry': {
    1: ['A transformer reads'],
  },
  'five-questions': {
    2: ['Half of the weight'],
    4: ['The narrower pipe decides'],
  },
};
