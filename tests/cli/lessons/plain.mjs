// SPDX-License-Identifier: MIT
// @ts-check
// Sentences of the lessons that have a comparing word and compare no two numbers of a step's data: by their beginnings. They tell a
// step to take, define a word, report a paper, count layers and places, or say what is true of every network.

/** @type {Record<string, Record<number, string[]>>} */
export const plain = {
  'attention-and-answer': {
    8: ['Type a sentence with'],
  },
  'attention-weights': {
    5: ['Many people look at the weights'],
    8: ['(Before that, half of each row'],
  },
  residual: {
    0: ['Why half of each row'],
    2: ['Half and half', 'To put this into the matrix'],
    7: ['More than a half', 'It assumes that', 'Kobayashi et al. measured it', 'So realistic weights'],
  },
  'rollout-by-hand': {
    2: ['Half of the weights', 'Half of {0.6|'],
    3: ['After layer 1 rollout *is*'],
    4: ['Layer 2 in the same way', 'Half of {0.8|'],
    7: ['Compute the other eight numbers'],
    8: ['The residual weight is the same in both'],
  },
  'flow-by-hand': {
    2: ['Copy the three matrices'],
    3: ['Find any path', 'The narrowest pipe decides'],
    4: ['It pushes back some', 'It takes over the last pipe', 'But the first path was one choice'],
    5: ['After the first path'],
    6: ['Rollout of the same pair', '{0.5|= min(0.5,0.6,0.5)} less'],
    7: ['Whatever flows must cross every cut'],
    8: ['Any flow must cross any cut', 'It is at most 0.7', 'The smallest cut might be', 'A cut limits the flow from above'],
  },
  pictures: {
    1: ['In front of them is one more token'],
    2: ['*1* gets {0.884|model answer=1}, the digit with the least ink'],
    3: ['That happens in larger models'],
    5: ['`[CLS]` itself keeps'],
    7: ['This model’s attention cannot point'],
    8: ['A map whose brightest colour'],
  },
  'is-it-true': {
    1: ['Many language models fall for that'],
    5: ['In most models no single edge decides'],
    8: ['*Faithfulness* then has', 'It counts the last places', 'Report both'],
  },
  'which-to-believe': {
    1: ['Cut all of it'],
    3: ['What would be above the ceiling'],
    4: ['Before you say that a causal model'],
    5: ['And yet the sentence would mean the opposite'],
    6: ['Jain and Wallace', 'They studied mostly'],
    9: ['sinks (', 'there is more than one example', 'But above all it claims'],
  },
  'five-questions': {
    2: ['It has to be halved', 'Half of the weight'],
    3: ['There are two more'],
    4: ['In pipes, whatever fits', 'The narrower pipe decides'],
    5: ['Each wrong answer tells you'],
  },
};
