// SPDX-License-Identifier: MIT
// The deciding parts of the drawings on the shipped digit model's card, by the model's own program. The patches that another program's
// greedy search with the real library wiped, and the attention that it cut, have the same effect here, and no larger sets are found.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { inflateSync } from 'node:zlib';

import { askAbout, asked, give, keepPicture, open, root, run, start } from './model_instance.mjs';

const side = 28;
const most = 20;
/**
 * The card's drawings, with the grey of each pixel, compressed, and patches in the order in which they were wiped, with the answer after
 * each. Some also have the edges from [CLS] that were cut (layer, head, query, key from 0), and the log-odds of the answer against all
 * others.
 * @typedef {{digit: number, grey: string, answer: [string, number], wiped: {patch: number, answer: string, probability: number}[], turns: boolean,
 *   logOdds?: number, edges?: Record<'zero' | 'renormalise', {edges: string[], turns: boolean, after: string, logOdds: number}>}} Drawing
 * @type {Drawing[]}
 */
const card = JSON.parse(readFileSync(new URL('tests/data/model/digits_card.json', root), 'utf8'));

before(async () => {
  await start();
  const digits = new URL('web/models/digits/', root);
  open(['config.json', 'preprocessor_config.json', 'model.safetensors'].map((name) => [name, readFileSync(new URL(name, digits))]));
});

/** @param {Drawing} drawing @param {number} i */
function draw({ grey }, i) {
  const name = `card ${i}`;
  give([new Uint8Array([...inflateSync(Buffer.from(grey, 'base64'))].flatMap((ink) => [ink, ink, ink, 255]))]);
  assert.deepEqual(keepPicture(name, name, side, side).result, {});
  return name;
}
const answers = (name, how = {}) => run(name, how).result.says.answers;
const first = (name, how) => answers(name, how)[0].text;
const wiping = (patches) => ({ wiped: patches.join(';') });
const edgesText = (edges) =>
  edges
    .map((edge) => edge.split(':').map(Number))
    .map(([layer, head, query, key]) => `${layer + 1}:${head}:${query}>${key}`)
    .join(';');
const decide = (name, kind, rule) => askAbout('decide', [kind, rule, String(most)], asked(name)).result;
const near = (found, wanted, what) => assert.ok(Math.abs(found - wanted) < 0.01, `${what}: ${found} is not ${wanted}`);

/** Each unit is needed, and all together turn the answer into the expected one. */
function holds({ found, before: was, after, units }, name, how) {
  if (!found) return;
  assert.equal(first(name), was);
  assert.equal(first(name, how(units)), after);
  assert.notEqual(after, was);
  if (units.length > 1)
    units.forEach((_, i) => {
      assert.equal(first(name, how(units.toSpliced(i, 1))), was, `${name}: unit ${i} is not needed`);
    });
}

card.forEach((drawing, i) => {
  const { digit, answer, wiped, turns, edges } = drawing;
  test(`drawing ${i} of the card, a ${digit} read as ${answer[0]}: ${wiped.length} patches ${turns ? 'turn' : 'do not turn'} it`, () => {
    const name = draw(drawing, i);
    near(answers(name)[0].probability, answer[1], 'the answer');
    assert.equal(first(name), answer[0]);
    wiped.forEach((_, count) => {
      // The card's greys were not rounded, and two answers may be equally likely.
      const all = answers(name, wiping(wiped.slice(0, count + 1).map(({ patch }) => patch)));
      near(all.find(({ text }) => text === wiped[count].answer).probability, wiped[count].probability, `after ${count + 1}`);
      near(all[0].probability, wiped[count].probability, `the likeliest after ${count + 1}`);
      assert.equal(all[0].text === answer[0], wiped[count].answer === answer[0]);
    });
    const made = decide(name, 'patch', 'zero');
    holds(made, name, (units) => wiping(units.map(({ patch }) => patch)));
    if (turns) assert.ok(made.found && made.units.length <= wiped.length, `${made.units.length} patches where ${wiped.length} are enough`);
    for (const [rule, given] of Object.entries(edges ?? {})) {
      const cut = { edges: edgesText(given.edges), rule };
      assert.equal(first(name, cut), given.after, rule);
      const all = answers(name, cut);
      const odds = all.find(({ text }) => text === answer[0]).probability;
      near(Math.log(odds / (1 - odds)), given.logOdds, rule);
      const set = decide(name, 'edge', rule);
      holds(set, name, (units) => ({
        edges: edgesText(units.map(({ layer, head, query, key }) => [layer, head, query, key].join(':'))),
        rule,
      }));
      if (given.turns)
        assert.ok(set.found && set.units.length <= given.edges.length, `${set.units.length} edges where ${given.edges.length} are enough`);
    }
  });
});
