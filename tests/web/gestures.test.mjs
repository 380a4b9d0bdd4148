// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

globalThis.window = /** @type {any} */ (globalThis);
const { Gestures } = await import('../../web/input/gestures.js');

let log;
let isPlot;
let isCell;
let gestures;
beforeEach(() => {
  log = [];
  isCell = false;
  isPlot = isCell;
  gestures = new Gestures(
    {
      move: (x, y) => log.push(`move ${x},${y}`),
      press: (down) => log.push(down ? 'press' : 'release'),
      scroll: (dx, dy) => log.push(`scroll ${dx},${dy}`),
      pinch: (x, y, factor, dx, dy) => log.push(`pinch ${x},${y} ${factor.toFixed(2)} ${dx},${dy}`),
      pinchEnd: () => log.push('pinch ends'),
      leave: () => log.push('leave'),
      hasNumber: () => isCell,
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

test('a tap on a cell is a click, and its number stays to be read until the next touch', () => {
  isCell = true;
  gestures.down(1, 10, 10);
  gestures.up(1, false);
  assert.deepEqual(log, ['move 10,10', 'press', 'release']);
  gestures.down(1, 50, 50);
  assert.equal(log.at(-1), 'move 50,50');
  gestures.up(1, true);
  assert.equal(log.at(-1), 'leave');
});

test('a finger that moves down scrolls and presses nothing', async () => {
  gestures.down(1, 10, 100);
  gestures.move(1, 11, 80);
  gestures.move(1, 11, 70);
  await new Promise((resolve) => setTimeout(resolve, 80)); // it rests before it leaves
  gestures.up(1, false);
  assert.deepEqual(log, ['move 10,100', 'scroll -1,20', 'scroll 0,10', 'leave']);
});

test('what a finger leaves in motion rolls on, ever slower, until it rests or the next touch', async () => {
  const frames = [];
  globalThis.requestAnimationFrame = (frame) => frames.push(frame);
  globalThis.cancelAnimationFrame = () => {
    frames.length = 0;
  };
  gestures.down(1, 10, 300);
  for (let y = 300; y >= 200; y -= 20) {
    gestures.move(1, 10, y);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  log.length = 0;
  gestures.up(1, false, 10, 200);
  let now = performance.now();
  for (let i = 0; i < 3; ++i) {
    now += 16;
    frames.shift()(now);
  }
  const rolled = log.map((line) => Number(line.match(/^scroll [-\d.]+,([-\d.]+)$/)?.[1]));
  assert.ok(
    rolled.every((by) => by > 0),
    `${log}`,
  );
  assert.ok(rolled.at(-1) < rolled.at(-2), 'slower');
  gestures.down(2, 10, 200);
  assert.ok(log.includes('leave'));
  assert.equal(frames.length, 0, 'the next touch stops it');
});

test('the release has its position, also where no move came before it', () => {
  isPlot = true;
  gestures.down(1, 10, 10);
  gestures.move(1, 30, 10);
  gestures.up(1, false, 90, 10);
  assert.deepEqual(log.slice(-4), ['move 30,10', 'move 90,10', 'release', 'leave']);
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
  assert.deepEqual(log, ['move 0,0', 'move 50,0', 'pinch 100,0 2.00 50,0', 'pinch ends', 'leave']);
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
