// SPDX-License-Identifier: MIT
// The network of pipes in a step's text, with its open paths, the capacity of a cut, and the messages to a student.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { held, judged, pipesOf, reached, wayThrough } from '../../../web/lessons/act/network.js';

const lesson = JSON.parse(readFileSync(new URL('../../../web/lessons/flow-by-hand.json', import.meta.url), 'utf8'));
const { tokens, attentions } = lesson.steps[0].data;
const layers = attentions.map(([head]) => head);
const pipes = pipesOf(layers, 0);
const pipe = (layer, query, key) => pipes.find((one) => one.layer === layer && one.query === query && one.key === key);
const [output, input, flow] = [0, 2, 0.9];

/** The capacity of the smallest cut, and how many cuts have it, over every way to divide the dots between both ends. */
function smallest() {
  const inner = [2, 1].flatMap((layer) => tokens.map((_, token) => `${layer} ${token}`));
  const all = Array.from({ length: 2 ** inner.length }, (_, bits) => {
    const above = new Set([
      `3 ${output}`,
      ...inner.filter((_, i) => bits & (1 << i)),
      ...tokens.map((_, token) => `0 ${token}`).filter((_, token) => token !== input),
    ]);
    return new Set(pipes.filter(({ layer, query, key }) => above.has(`${layer} ${query}`) && !above.has(`${layer - 1} ${key}`)));
  });
  const least = Math.min(...all.map(held));
  const same = new Set(
    all
      .filter((cut) => held(cut) < least + 1e-9)
      .map((cut) =>
        [...cut]
          .map(({ layer, query, key }) => `${layer} ${query} ${key}`)
          .sort()
          .join(),
      ),
  );
  return { least, same: [...same] };
}

test('pipes are what the residual weight makes of the weights, from the first layer up, and those of 0 are none', () => {
  assert.equal(pipes.length, layers.flat(2).filter((weight) => weight > 0).length);
  assert.deepEqual(
    pipes.map(({ layer }) => layer),
    pipes.map(({ layer }) => layer).sort((a, b) => a - b),
  );
  assert.equal(pipe(2, 1, 0).capacity, 1);
  const half = pipesOf(layers, 0.5);
  assert.equal(half.find(({ layer, query, key }) => layer === 2 && query === 1 && key === 1).capacity, 0.5);
  assert.equal(half.find(({ layer, query, key }) => layer === 2 && query === 0 && key === 1).capacity, 0.2);
});

test('an open way leads from the input to the output through pipes that are not cut', () => {
  const cut = new Set();
  for (let count = 0; count <= pipes.length; count += 1) {
    const way = wayThrough(pipes, cut, output, input);
    if (!way) break;
    assert.deepEqual([way[0], way.at(-1), way.length], [input, output, layers.length + 1]);
    const steps = way.slice(1).map((query, at) => pipe(at + 1, query, way[at]));
    for (const one of steps) assert.ok(one && !cut.has(one));
    cut.add(steps.at(-1));
  }
  assert.equal(wayThrough(pipes, cut, output, input), null);
  assert.ok(!reached(pipes, cut, input)[layers.length].has(output));
});

test('the lesson’s smallest cut is the only one, holds as much as flows, and is told to be so', () => {
  const { least, same } = smallest();
  assert.ok(Math.abs(least - flow) < 1e-9);
  assert.deepEqual(same, ['1 0 2,2 0 1']);
  const cut = new Set([pipe(2, 0, 1), pipe(1, 0, 2)]);
  assert.deepEqual(judged(pipes, cut, output, input, flow, tokens), {
    words: 'This cut separates them with capacity 0.9, equal to the flow. No cut is smaller.',
    isSmallest: true,
  });
});

test('a cut that lets water through, one that holds more, and a pipe that is cut in vain are told', () => {
  const say = (...cut) => judged(pipes, new Set(cut), output, input, flow, tokens).words;
  assert.equal(say(), 'Water still gets through: c → a → a → a.');
  assert.equal(say(pipe(1, 0, 2)), 'Water still gets through: c → b → a → a.');
  assert.equal(say(pipe(3, 0, 0), pipe(3, 0, 1)), 'This cut separates them with capacity 1, but only 0.9 flows. A smaller cut exists.');
  assert.equal(
    say(pipe(2, 0, 1), pipe(1, 0, 2), pipe(1, 2, 2)),
    'This cut separates them with capacity 1, but only 0.9 flows. A smaller cut exists. Closed unnecessarily: layer 1, c → c.',
  );
});
