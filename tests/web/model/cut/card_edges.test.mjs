// SPDX-License-Identifier: MIT
// The deciding attention in the sentences of the shipped model's card, by the model's own program. Finds the cuts that another program's
// greedy search with the real library found, or smaller ones.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { ask, askAbout, asked, open, run, start } from '../model_instance.mjs';

before(async () => {
  await start();
  open();
});

const trophy = 'the trophy does not fit in the suitcase because it is too big. so the [MASK] is too big.';
const movie = "the movie wasn't bad. so it was [MASK].";
const most = 20;
/**
 * Edges as layer, head, query, key from 0 (for those 12 sentences whose edges the card's search tried), and whether they turn the answer.
 * `pair` has the two numbers of the verb, whose difference is the score. Without it the answer is compared with all others.
 * @type {{text: string, pair?: [string, string], rule: string, edges: string[], turns: boolean}[]}
 */
const card = [
  { text: 'the keys to the cabinet [MASK] on the table', pair: ['are', 'is'], rule: 'zero', edges: ['0:0:6:2'], turns: true },
  { text: 'the keys to the cabinet [MASK] on the table', pair: ['are', 'is'], rule: 'renormalise', edges: ['0:0:6:2'], turns: true },
  {
    text: 'the key to the cabinets [MASK] on the table',
    pair: ['is', 'are'],
    rule: 'zero',
    edges: ['0:0:6:2', '0:3:6:3', '1:3:9:8', '0:3:7:6'],
    turns: false,
  },
  {
    text: 'the key to the cabinets [MASK] on the table',
    pair: ['is', 'are'],
    rule: 'renormalise',
    edges: ['0:3:6:3', '0:0:6:2', '0:0:6:3', '0:2:6:3'],
    turns: false,
  },
  {
    text: 'the author that the guards like [MASK] very happy',
    pair: ['is', 'are'],
    rule: 'zero',
    edges: ['0:0:7:2', '1:0:7:5', '0:3:7:6', '0:3:7:3'],
    turns: false,
  },
  { text: 'the author that the guards like [MASK] very happy', pair: ['is', 'are'], rule: 'renormalise', edges: ['0:0:7:2'], turns: true },
  { text: trophy, rule: 'zero', edges: ['3:3:17:2', '3:2:17:2'], turns: true },
  { text: trophy, rule: 'renormalise', edges: ['3:2:17:2', '0:0:17:2'], turns: true },
  { text: movie, rule: 'zero', edges: ['2:2:11:9', '1:1:11:9', '3:3:11:11', '1:2:11:5'], turns: false },
  { text: movie, rule: 'renormalise', edges: ['2:2:11:9', '2:2:11:8', '3:0:11:11'], turns: true },
];
/** The card's sentences whose edges its search did not try. */
const others = [
  'the picture of the flowers near the windows [MASK] old',
  'the dogs that chased the cat [MASK] tired',
  'the zebras near the lake [MASK] hungry',
  'the pile of books [MASK] on the floor',
  trophy.replaceAll('big', 'small'),
  'anna thanked tom because [MASK] had helped her',
  'the boys near the queen saw [MASK] in the mirror',
];

const place = ({ layer, head, query, key }) => [layer, head, query, key].join(':');
const written = (/** @type {string[]} */ edges) =>
  edges
    .map((edge) => edge.split(':').map(Number))
    .map(([layer, head, query, key]) => `${layer + 1}:${head}:${query}>${key}`)
    .join(';');
const first = (text, how) => run(text, how).result.says.answers[0].text;
const decide = (text, rule, target = '') => askAbout('decide', ['edge', rule, String(most)], asked(text, { target })).result;
const output = (text, word) =>
  ask({ call: 'find', part: word, recipe: asked(text) }).result.answers.find((answer) => answer.text.trim() === word).id;

for (const { text, pair, rule, edges, turns } of card) {
  test(`${rule}: ${text}`, () => {
    // The card's sentences whose edges its search did not try.
    assert.equal(first(text, { edges: written(edges), rule }) !== first(text), turns);
    const target = pair ? pair.map((word) => output(text, word)).join('-') : '';
    const { found, units, after } = decide(text, rule, target);
    if (!turns)
      return assert.ok(!found || units.length > edges.length || first(text, { edges: written(units.map(place)), rule }) === after);
    assert.ok(found);
    assert.ok(units.length <= edges.length, `${units.map(place)} where ${edges} are enough`);
    if (edges.length === 1) {
      assert.deepEqual(units.map(place), edges);
      // The caller need not name the word that would win.
      assert.deepEqual(decide(text, rule).units.map(place), edges);
    }
    assert.equal(first(text, { edges: written(units.map(place)), rule }), after);
  });
}

test('in every sentence of the card what decides turns the answer, and without any of it the answer stays', () => {
  for (const text of [...new Set([...card.map((one) => one.text), ...others])]) {
    for (const rule of ['zero', 'renormalise']) {
      const { found, units, before: was, after } = decide(text, rule);
      assert.equal(first(text), was);
      if (!found) continue; // an answer, too
      const edges = units.map(place);
      assert.equal(first(text, { edges: written(edges), rule }), after, `${rule}: ${text}`);
      assert.notEqual(after, was);
      if (edges.length > 1)
        edges.forEach((_, i) => {
          assert.equal(first(text, { edges: written(edges.toSpliced(i, 1)), rule }), was, `${rule}: ${text}: ${edges[i]} is not needed`);
        });
    }
  }
});
