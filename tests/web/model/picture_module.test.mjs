// SPDX-License-Identifier: MIT
// The model's WebAssembly module with models that read pictures. Uses the shipped digits, and CLIP where the references are.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { inflateSync } from 'node:zlib';

import { askAbout, asked, give, keepPicture, open, root, run, start } from './model_instance.mjs';
import { drawingOf, paperSide, pixelsOf } from '../../../web/model/picture/drawing.js';

before(start);

const digits = new URL('web/models/digits/', root);
/** A drawing of each digit, from 0 on. */
const { examples } = JSON.parse(readFileSync(new URL('web/models/index.json', root), 'utf8')).find(({ id }) => id === 'digits');
const openDigits = () =>
  open(['config.json', 'preprocessor_config.json', 'model.safetensors'].map((name) => [name, readFileSync(new URL(name, digits))]));

/** Sends a drawing as the page does. @param {string} text */
function draw(text) {
  const pixels = pixelsOf(drawingOf(text));
  give([new Uint8Array(pixels.buffer)]);
  return keepPicture(text, 'Drawing', paperSide, paperSide);
}

test('the shipped digit model reads its own examples, and says what it sees', () => {
  const { result: about } = openDigits();
  assert.equal(about.kind, 'classes');
  assert.deepEqual([about.picture.rows, about.picture.columns, about.picture.firstPatch, about.picture.comparesTexts], [7, 7, 1, false]);
  assert.deepEqual([about.picture.isShortest, about.picture.seenAcross, about.picture.seenDown], [false, 1, 1]);
  assert.equal(examples.length, 10);
  examples.forEach((text, digit) => {
    assert.deepEqual(draw(text).result, {});
    const { result, bytes } = run(text);
    assert.equal(result.says.answers[0].text, String(digit));
    assert.ok(result.says.answers[0].probability > 0.9, `${digit}: ${result.says.answers[0].probability}`);
    assert.equal(result.pieces.length, 50);
    assert.equal(result.pieces[1].text, 'r0c0');
    // The picture and its grid reach the engine.
    assert.ok(Buffer.from(bytes).includes('data:image/png;base64,'));
  });
});

test('wiped patches change the answer, and all of them make every digit the same', () => {
  openDigits();
  const [first, second] = examples.slice(3);
  draw(first);
  draw(second);
  const before = run(first).result.says.answers;
  const after = run(first, { wiped: '16;17;18;24' }).result.says.answers;
  assert.notEqual(before[0].logit, after.find(({ id }) => id === before[0].id).logit);
  const all = Array.from({ length: 49 }, (_, i) => i).join(';');
  const logits = (text) => run(text, { wiped: all }).result.says.answers.map(({ logit }) => logit);
  assert.deepEqual(logits(first), logits(second));
  assert.match(run(first, { wiped: '49' }).problem.finding, /no patch 49/);
});

test('the title of a run says which patches are wiped, and counts many', () => {
  openDigits();
  const [, text] = examples;
  draw(text);
  const titled = (/** @type {string} */ wiped) => Buffer.from(run(text, { wiped, target: '' }).bytes);
  assert.ok(titled('24;16;17').includes('Drawing · wiped: r3c3, r3c4, r4c4'));
  assert.ok(titled('0;1;2;3;4;5;6').includes('Drawing · 7 patches wiped'));
  assert.ok(!titled('').includes('wiped'));
  // A question follows it.
  assert.ok(Buffer.from(run(text, { wiped: '48', target: '1' }).bytes).includes('Drawing · wiped: r7c7 · question: logit of “1”'));
});

test('gradients and scores of a picture come with its run; what is not there is said', () => {
  openDigits();
  const text = 'draw:GgszTEwucx-eJr1CvWaZj3OyR9aA28fZ';
  assert.match(run(text).problem.finding, /not on this device/);
  draw(text);
  const plain = run(text).bytes.length;
  assert.ok(run(text, { target: '2-3' }).bytes.length > plain + 4 * 4 * 50 * 50);
  const scored = run(text, { target: '2', scores: 'usual' });
  assert.ok(Buffer.from(scored.bytes).includes('hide'));
  assert.match(keepPicture('x', 'x', 0, 4).problem.finding, /whole number from 1/);
  give([new Uint8Array(3)]);
  assert.match(keepPicture('x', 'x', 2, 2).problem.finding, /This picture can’t be read/);
});

test('the patches that a method ranks first are wiped, beside random ones; each alone, and those that decide', () => {
  openDigits();
  const text = examples[6];
  draw(text);
  const target = '6';
  const wiped = (patches) => run(text, { target, wiped: patches.join(';') }).result.says.answers.find(({ id }) => id === 6).logit;
  const asks = (name, ...args) => askAbout(name, [...args], asked(text, { target })).result;
  for (const ranking of ['gradients', 'relevance', 'rollout', 'attention', 'search']) {
    const { value, all, counts, ranked, random, units } = asks('experiment', 'patch', ranking, 'zero', ranking === 'search' ? '0' : '12');
    assert.ok(all < 49 && all > 8, `${all} patches have ink`);
    assert.deepEqual(counts.slice(0, 4), [1, 2, 4, 8]);
    assert.ok(units.every(({ patch, key }) => key === patch + 1));
    assert.ok(Math.abs(value - wiped([])) < 1e-4);
    counts.forEach((count, i) => {
      assert.ok(Math.abs(ranked[i] - wiped(units.slice(0, count).map(({ patch }) => patch))) < 1e-4, `${ranking} ${count}`);
    });
    random.mean.forEach((mean, i) => {
      assert.ok(random.low[i] <= mean && mean <= random.high[i]);
    });
  }
  const { units, value } = asks('alone', 'patch', 'zero', '5');
  for (const { patch, actual } of units) assert.ok(Math.abs(value + actual - wiped([patch])) < 1e-4);
  const decided = asks('decide', 'patch', 'zero', '20');
  assert.equal(decided.found, true);
  assert.equal(run(text, { wiped: decided.units.map(({ patch }) => patch).join(';') }).result.says.answers[0].text, decided.after);
  assert.notEqual(decided.after, '6');
  open();
  assert.equal(askAbout('experiment', ['patch', 'gradients', 'zero', '5'], asked('the keys [MASK] here')).problem.place, 'kind');
});

const shared = new URL('../../shared/data/models/', root);
const skip = existsSync(shared) ? false : 'shared/data is not beside the checkout';

test('CLIP has the texts that are typed as its classes, and its vector without them', { skip }, () => {
  const clip = ['config.json', 'preprocessor_config.json', 'tokenizer.json', 'tokenizer_config.json', 'model.safetensors'];
  const { result: about } = open(clip.map((name) => [name, readFileSync(new URL(`clip/${name}`, shared))]));
  assert.equal(about.picture.comparesTexts, true);
  assert.equal(about.kind, 'embedding');
  const text = 'draw:GgszTEwucx-eJr1CvWaZj3OyR9aA28fZ';
  draw(text);
  assert.equal(run(text).result.says.kind, 'embedding');
  const { says, question } = run(text, { pair: 'the keys\n\nthe author\n' }).result;
  assert.equal(says.kind, 'classes');
  assert.deepEqual(says.answers.map(({ text: label }) => label).sort(), ['the author', 'the keys']);
  assert.ok(Math.abs(says.answers[0].probability + says.answers[1].probability - 1) < 1e-9);
  assert.equal(question.kind, 'logit');
  // Other texts give other classes, and none gives the vector again.
  assert.equal(run(text, { pair: 'the' }).result.says.answers.length, 1);
  assert.equal(run(text).result.says.kind, 'embedding');
});

/** The pixels of a PNG of 8 bits and three colours, red, green, blue, opacity. @param {Buffer} png */
function pixelsOfPng(png) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const parts = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const bytes = inflateSync(Buffer.concat(parts));
  const row = 3 * width;
  const seen = Buffer.alloc(row * height);
  for (let y = 0; y < height; ++y) {
    const filter = bytes[y * (row + 1)];
    for (let i = 0; i < row; ++i) {
      const left = i < 3 ? 0 : seen[y * row + i - 3];
      const up = y === 0 ? 0 : seen[(y - 1) * row + i];
      const corner = i < 3 || y === 0 ? 0 : seen[(y - 1) * row + i - 3];
      const guess = left + up - corner;
      const [a, b, c] = [left, up, corner].map((one) => Math.abs(guess - one));
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      seen[y * row + i] = bytes[y * (row + 1) + 1 + i] + [0, left, up, (left + up) >> 1, paeth][filter];
    }
  }
  return {
    width,
    height,
    pixels: new Uint8Array(Array.from({ length: width * height }, (_, i) => [...seen.subarray(3 * i, 3 * i + 3), 255]).flat()),
  };
}

test("BEiT and its kin give the library's classes in WebAssembly", { skip }, () => {
  for (const name of ['beit', 'vit', 'deit', 'dinov2_registers']) {
    open(
      ['config.json', 'preprocessor_config.json', 'model.safetensors'].map((file) => [
        file,
        readFileSync(new URL(`${name}/${file}`, shared)),
      ]),
    );
    for (const { image, target } of JSON.parse(readFileSync(new URL(`${name}/expected.json`, shared), 'utf8')).cases) {
      const { width, height, pixels } = pixelsOfPng(readFileSync(new URL(image, shared)));
      give([pixels]);
      keepPicture(image, image, width, height);
      const answer = run(image).result.says.answers.find(({ id }) => id === target.index);
      assert.ok(Math.abs(answer.logit - target.value) < 1e-4, `${name} ${image}: ${answer.logit} is not ${target.value}`);
      assert.equal(answer.text, target.label);
    }
  }
});
