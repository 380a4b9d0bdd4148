// SPDX-License-Identifier: MIT
// The strokes of a pen are run, given to the engine and shown. Every run has its own frame, the newest last.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PenFollower } from '../../../../web/model/picture/pen.js';

/** A page whose model, engine and frames answer on demand. */
class Page {
  log = [];
  frames = [];
  asked = [];
  given = '';
  onMessage = () => {};
  refuses = new Set();

  constructor() {
    globalThis.window = /** @type {any} */ ({ setTimeout: (done, wait) => setTimeout(done, wait) });
    this.pen = new PenFollower({
      run: ({ text }) =>
        new Promise((done) => {
          this.log.push(`ask ${text}`);
          this.asked.push(() =>
            done(
              this.refuses.has(text)
                ? undefined
                : () => {
                    this.log.push(`give ${text}`);
                    return () => this.log.push(`show ${text}`);
                  },
            ),
          );
        }),
      stands: ({ text }) => this.given === text,
      onMessage: (then) => {
        this.onMessage = then;
      },
      framed: (then) => this.frames.push(then),
      moves: (isMoving) => this.log.push(isMoving ? 'moves' : 'rests'),
    });
  }
  draw(text, isLifted = false) {
    void this.pen.follow({ text }, isLifted);
    this.pen.paint(() => this.log.push(`paint ${text}`));
  }
  async model() {
    this.asked.shift()();
    await settled();
  }
  async engine(text) {
    this.given = text;
    this.onMessage();
    await settled();
  }
  async frame() {
    for (const draw of this.frames.splice(0)) draw(0);
    await settled();
  }
  take() {
    return this.log.splice(0).join(', ');
  }
}

const settled = () => new Promise((done) => setImmediate(done));

test('a run is given to the engine with the frame that draws the one before', async () => {
  const page = new Page();
  page.draw('a');
  await page.model();
  assert.equal(page.take(), 'moves, ask a, paint a, give a');
  page.draw('b');
  page.draw('c');
  await page.engine('a');
  assert.equal(page.take(), 'paint b, paint c, ask c', 'the model begins with the newest before the frame');
  await page.model();
  assert.equal(page.take(), '', 'which the engine does not get before the frame');
  await page.frame();
  assert.equal(page.take(), 'show a, give c');
  await page.engine('c');
  await page.frame();
  assert.equal(page.take(), 'show c', 'the pen is down');
  page.draw('d', true);
  await page.model();
  await page.engine('d');
  await page.frame();
  assert.equal(page.take(), 'moves, ask d, give d, show d, paint d, rests');
});

test('where pictures come quickly, strokes wait for the next one, but not for long', async () => {
  const page = new Page();
  const round = async (text) => {
    page.draw(text);
    await page.model();
    await page.engine(text);
    await page.frame();
  };
  await round('a');
  await round('b');
  page.take();
  await new Promise((done) => setTimeout(done, 100));
  page.draw('c');
  await page.model();
  assert.equal(page.take(), 'moves, ask c, paint c, give c', 'after a rest at once');
  await page.engine('c');
  await page.frame();
  await round('d');
  page.take();
  page.draw('e');
  await page.model();
  page.draw('f');
  assert.equal(page.take(), 'moves, ask e, give e');
  await page.engine('e');
  await page.frame();
  assert.equal(page.take(), 'ask f, show e, paint f');
  page.draw('g');
  assert.equal(page.take(), '');
  await new Promise((done) => setTimeout(done, 100));
  assert.equal(page.take(), 'paint g');
});

test('a run that is refused holds nothing up', async () => {
  const page = new Page();
  page.refuses.add('a');
  page.draw('a');
  page.draw('b', true);
  await page.model();
  await page.model();
  await page.frame();
  assert.equal(page.take(), 'moves, ask a, paint a, paint b, ask b, give b');
  await page.engine('b');
  await page.frame();
  assert.equal(page.take(), 'show b, rests');
});

test('a run whose picture is never shown is given up after a while', async () => {
  const page = new Page();
  page.draw('a', true);
  await page.model();
  page.take();
  await new Promise((done) => setTimeout(done, 300));
  await page.frame();
  assert.equal(page.take(), 'show a, rests');
});

test('what fails while its answers are shown does not keep the next stroke from being followed', async () => {
  const page = new Page();
  const log = page.log;
  page.log = Object.assign([], {
    push: (line) => {
      if (line === 'show a') throw new Error('no');
      return log.push(line);
    },
  });
  const failed = page.pen.follow({ text: 'a' }, false).catch((error) => error.message);
  await page.model();
  await page.engine('a');
  await page.frame();
  assert.equal(await failed, 'no');
  page.log = log;
  log.length = 0;
  page.draw('b');
  assert.match(page.take(), /^moves, ask b/);
});
