// SPDX-License-Identifier: MIT
// A user's action with an open model is one command to the page, with a recipe, whether it is settled, the step it goes back to, and
// fields.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Acts } from '../../../../web/model/open/acts.js';
import { recipeText } from '../../../../web/model/run/recipe.js';

const shown = { text: 'the keys', cuts: [{ kind: 'head', text: '1:0' }], rule: 'zero', target: 'lp:3@1' };

/** @param {any} recipe of the line @param {{about?: any, before?: any[]}} [more] */
function actsOn(recipe, { about = { kind: 'next' }, before = [] } = {}) {
  /** @type {any[]} */
  const commands = [];
  const page = {
    line: JSON.stringify({ text: recipeText(recipe) }),
    runs: () => ({ texts: [], before: before.map(recipeText) }),
    run: (...command) => commands.push(command),
    beginText: (text) => commands.push(['begin', text]),
    apply: (fields) => commands.push(['apply', fields]),
  };
  const asked = /** @type {any} */ ({ page, typed: () => {}, changed: () => {} });
  /** @type {any[]} */
  const measured = [];
  const hooks = {
    commanded: () => commands.push('commanded'),
    position: () => 4,
    measured: (/** @type {any[]} */ ...score) => void measured.push(score),
  };
  const acts = new Acts(asked, about, hooks);
  return { acts, commands, measured };
}
/** The only command of an act. @param {any} recipe @param {(acts: Acts) => void} act @param {Parameters<typeof actsOn>[1]} [more] */
function commandOf(recipe, act, more) {
  const { acts, commands } = actsOn(recipe, more);
  act(acts);
  assert.equal(commands.length, 2);
  assert.equal(commands[1], 'commanded');
  const [text, ...how] = commands[0];
  return [text.startsWith('{"') ? JSON.parse(text) : text, ...how];
}

test('what is typed begins a run without cuts and question; a model that translates waits until its user pauses', () => {
  assert.deepEqual(
    commandOf(shown, (acts) => acts.typed('the key', undefined, false)),
    ['the key', false, -1, ''],
  );
  const { acts, commands } = actsOn(shown, { about: { kind: 'translation', decoder: {} } });
  acts.typed('the key', undefined, false);
  assert.deepEqual(commands, []);
});

test('a question keeps its place, and a model that translates is asked about the output before', () => {
  assert.equal(commandOf(shown, (acts) => acts.ask({ id: 7, text: '', probability: 0, logit: 0 }))[0].target, 'lp:7@1');
  const translates = { about: { kind: 'translation', decoder: {} } };
  assert.equal(commandOf({ text: 'a' }, (acts) => acts.target('lp:7'), translates)[0].target, 'lp:7@4');
  assert.equal(commandOf(shown, (acts) => acts.target(''))[0].target, undefined);
});

test('scores lead to the view that shows them', () => {
  const { acts, commands, measured } = actsOn({ text: 'a' });
  const score = { name: 'mask', values: [1] };
  acts.score(score);
  const recipe = recipeText({ text: 'a', scores: 'mask' });
  assert.deepEqual(commands[0], [recipe, true, -1, 'panel=faithfulness']);
  assert.deepEqual(measured, [[recipe, score]], 'its run takes them');
});

test('a cut is taken back with the question that was asked since, at its step', () => {
  const { target: _, ...cut } = shown;
  const before = [{ text: 'the keys' }, cut];
  const command = commandOf(shown, (acts) => acts.undo(), { before });
  assert.deepEqual(command, [{ text: 'the keys', target: shown.target }, true, 0, '']);
  assert.equal(commandOf(shown, (acts) => acts.undo())[2], -1, 'of a link nothing is known');
});

test('a stroke that is taken back is a step back if it was drawn here', () => {
  const [one, two] = [{ text: 'draw:a' }, { text: 'draw:ab' }];
  assert.deepEqual(
    commandOf(two, (acts) => acts.draw(one, true, true), { before: [one] }),
    ['draw:a', true, 0, ''],
  );
  assert.deepEqual(
    commandOf(two, (acts) => acts.draw(one, true, true)),
    ['draw:a', true, -1, ''],
  );
  assert.equal(actsOn({ text: 'draw:a', wiped: '1' }, { before: [{ text: 'draw:a' }] }).acts.wipedBefore(), '');
  assert.equal(actsOn({ text: 'draw:a', wiped: '1' }).acts.wipedBefore(), null);
});
