// SPDX-License-Identifier: MIT
// @ts-check
// The tasks that a small transformer learns in the page, in words (recipes in src/model/train/recipes.cpp). The numbers of the outcomes are
// those of docs/train.md.

import { tr } from '../../base/language.js';

/** @typedef {{id: string, name: string, outcome: string}} Variation */
/**
 * @typedef {object} Task
 * @property {string} id of the recipe @property {string} name @property {string} about what is learned
 * @property {number} seconds until 99 of 100 answers are right, at full speed
 * @property {(steps: number, right: string) => string} result right: of 100 answers
 * @property {Variation[]} variations
 */

/** Seeds whose outcome is known. */
export const testedSeeds = [1, 2, 3, 4, 5];
export const largestSeed = 2147483647;

const noPositions = (/** @type {string} */ task, /** @type {string} */ outcome) => ({
  id: `${task}-no-positions`,
  name: tr('No positions'),
  outcome,
});
const oneLayer = (/** @type {string} */ task, /** @type {string} */ outcome) => ({
  id: `${task}-one-layer`,
  name: tr('One layer'),
  outcome,
});

/** @returns {Task[]} */
const firstTasks = () => [
  {
    id: 'largest',
    name: tr('Find the largest'),
    about: tr('Eight letters. The answer is the last in the alphabet.'),
    seconds: 1,
    result: (steps, right) => tr('After {} steps it finds the largest letter in {} of 100 cases.', steps, right),
    variations: [],
  },
  {
    id: 'copy',
    name: tr('Copy'),
    about: tr('Letters, then the same letters again. The model predicts the next letter, which takes two heads that work together.'),
    seconds: 2,
    result: (steps, right) => tr('After {} steps it names the next letter in {} of 100 cases.', steps, right),
    variations: [
      oneLayer('copy', tr('It gets about 27 of 100 right, because copying takes two layers.')),
      { id: 'copy-fixed-length', name: tr('Always 16 letters'), outcome: tr('It counts positions, and fails when the text is shorter.') },
      noPositions('copy', tr('It gets half of the letters right after 500 steps.')),
      { id: 'copy-four-heads', name: tr('Four heads'), outcome: tr('Several heads do the same work. One of layer 1 matters most.') },
      { id: 'copy-no-warm-up', name: tr('No warm-up'), outcome: tr('It learns to copy all the same.') },
    ],
  },
  {
    id: 'agreement',
    name: tr('Is or are'),
    about: tr('A short sentence with several nouns. The verb has to agree with its subject.'),
    seconds: 1,
    result: (steps, right) => tr('After {} steps it chooses the right verb in {} of 100 cases.', steps, right),
    variations: [
      {
        id: 'agreement-no-attractors',
        name: tr('Nouns of one number'),
        outcome: tr('It gets all such sentences right, but only half of those whose other nouns differ in number.'),
      },
    ],
  },
  {
    id: 'add',
    name: tr('Add'),
    about: tr('Two numbers of two digits and their sum, units first, tested on unseen sums.'),
    seconds: 5,
    result: (steps, right) => tr('After {} steps it writes the right digit in {} of 100 cases.', steps, right),
    variations: [
      oneLayer('add', tr('The seed decides whether it works.')),
      noPositions('add', tr('It gets 87 to 88 of 100 digits right, and 61 to 66 of 100 sums.')),
      { id: 'add-no-mlp', name: tr('No MLP'), outcome: tr('It works nearly as well.') },
    ],
  },
];

/** @returns {Task[]} */
const moreTasks = () => [
  {
    id: 'recall',
    name: tr('Recall'),
    about: tr('Six letters with a number each, then a letter again. It answers with the letter’s number.'),
    seconds: 4,
    result: (steps, right) => tr('After {} steps it recalls the right number in {} of 100 cases.', steps, right),
    variations: [oneLayer('recall', tr('It guesses one of the numbers, and is right in 35 to 38 of 100 cases.'))],
  },
  {
    id: 'reverse',
    name: tr('Reverse'),
    about: tr('Eight letters, then the same letters backwards.'),
    seconds: 1,
    result: (steps, right) => tr('After {} steps it names the next letter in {} of 100 cases.', steps, right),
    variations: [noPositions('reverse', tr('It guesses.'))],
  },
  {
    id: 'sort',
    name: tr('Sort'),
    about: tr('Eight letters, then the same letters in the order of the alphabet.'),
    seconds: 1,
    result: (steps, right) => tr('After {} steps it names the next letter in {} of 100 cases.', steps, right),
    variations: [],
  },
  {
    id: 'first',
    name: tr('First letter'),
    about: tr('Eight letters. The answer is the first one.'),
    seconds: 1,
    result: (steps, right) => tr('After {} steps it names the first letter in {} of 100 cases.', steps, right),
    variations: [
      noPositions('first', tr('It guesses one of the letters.')),
      {
        id: 'first-no-positions-two-layers',
        name: tr('No positions, two layers'),
        outcome: tr('It works. Two layers can infer positions from the visible tokens.'),
      },
    ],
  },
  {
    id: 'add23',
    name: tr('Add on a clock of 23'),
    about: tr('a + b modulo 23. It knows the training sums early, and finds the rule for the others much later.'),
    seconds: 25,
    result: (steps, right) => tr('After {} steps it adds right in {} of 100 unseen cases.', steps, right),
    variations: [{ id: 'add23-no-decay', name: tr('No weight decay'), outcome: tr('At the end it is still wrong about unseen sums.') }],
  },
];

/** Those to begin with first. */
export const tasks = () => [...firstTasks(), ...moreTasks()];

/** The task and the variation of a recipe's name. @param {string} id @returns {{task: Task, variation: Variation | null} | null} */
export function taskOf(id) {
  for (const task of tasks()) {
    if (task.id === id) return { task, variation: null };
    const variation = task.variations.find((one) => one.id === id);
    if (variation) return { task, variation };
  }
  return null;
}

/** A recipe's name for people. @param {string} recipe a name or JSON */
export function recipeTitle(recipe) {
  const found = taskOf(recipe);
  if (!found) return tr('Your own task');
  return found.variation ? `${found.task.name}, ${found.variation.name.toLocaleLowerCase()}` : found.task.name;
}

/** What was learned, in one sentence. @param {string} recipe @param {number} steps @param {number} share from 0 to 1 */
export function resultOf(recipe, steps, share) {
  const right = inHundred(share);
  return taskOf(recipe)?.task.result(steps, right) ?? tr('After {} steps it is right in {} of 100 cases.', steps, right);
}

/** A share as a number of 100 cases, where 99.6 is not yet all. @param {number} share from 0 to 1 */
export const inHundred = (share) => String(share < 1 ? Math.min(99, Math.round(share * 100)) : 100);
