// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

globalThis.window = globalThis;
const { Gestures } = await import('../../web/gestures.js');

let log;
let isPlot;
let gestures;
beforeEach(() => {
  log = [];
  isPlot = false;
  gestures = new Gestures(
    {
      move: (x, y) => log.push(`move ${x},${y}`),
      press: (down) => log.push(down ? 'press' : 'release'),
      scroll: (dx, dy) => log.push(`scroll ${dx},${dy}`),
      zoom: (factor) => log.push(`zoom ${factor.toFixed(2)}`),
      leave: () => log.push('leave'),
    },
    () => isPlot,
  );
});

test('a tap is a click', () => {
  gestures.down(1, 10, 10);
  gestures.move(1, 12, 11);
  gestures.up(1, false);
  assert.deepEqual(log, ['move 10,10', 'press', 'release', 'leave']);
});

test('a finger that moves down scrolls and presses nothing', () => {
  gestures.down(1, 10, 100);
  gestures.move(1, 11, 80);
  gestures.move(1, 11, 70);
  gestures.up(1, false);
  assert.deepEqual(log, ['move 10,100', 'scroll -1,20', 'scroll 0,10', 'leave']);
});

test('a finger that moves sideways drags from where it began', () => {
  gestures.down(1, 10, 10);
  gestures.move(1, 30, 12);
  gestures.up(1, false);
  assert.deepEqual(log, ['move 10,10', 'move 10,10', 'press', 'move 30,12', 'release', 'leave']);
});

test('over a plot a finger that moves down drags', () => {
  isPlot = true;
  gestures.down(1, 10, 10);
  gestures.move(1, 10, 40);
  assert.deepEqual(log.slice(-2), ['press', 'move 10,40']);
});

test('two fingers that part zoom about their middle and press nothing', () => {
  gestures.down(1, 0, 0);
  gestures.down(2, 100, 0);
  gestures.move(2, 200, 0);
  gestures.up(2, false);
  gestures.up(1, false);
  assert.deepEqual(log, ['move 0,0', 'move 100,0', 'zoom 2.00', 'scroll -50,0', 'leave']);
});

test('a touch that the browser takes away presses nothing', () => {
  gestures.down(1, 10, 10);
  gestures.up(1, true);
  assert.deepEqual(log, ['move 10,10', 'leave']);
});

test('a finger that rests shows what hovering shows until the next touch', async () => {
  gestures.down(1, 10, 10);
  await new Promise((resolve) => setTimeout(resolve, 500));
  gestures.move(1, 10, 60);
  gestures.up(1, false);
  assert.deepEqual(log, ['move 10,10', 'move 10,60']);
});
