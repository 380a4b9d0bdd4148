// SPDX-License-Identifier: MIT
// A model of pictures that runs with the program around the page. Its pictures are sent along, and its answer becomes the same message to
// the engine as from the page's own.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';

import { aboutOf, GivenLink } from '../../../../web/model/given/given_link.js';
import { Pictures } from '../../../../web/model/picture/pictures.js';
import { runRequest } from '../../../../web/model/run/requests.js';
import { give, keepPicture, keyOf, open, root, run, start } from '../model_instance.mjs';
import { titleOf } from '../../../../web/model/given/example.js';
import { drawingOf, paperSide, pixelsOf } from '../../../../web/model/picture/drawing.js';

before(start);

const drawing = 'draw:GgszTEwucx-eJr1CvWaZj3OyR9aA28fZ';

function linked(about = {}) {
  const calls = /** @type {any[]} */ ([]);
  let hear = (/** @type {any} */ _) => {};
  const link = new GivenLink({
    about: aboutOf(about),
    first: '',
    ask: (call) => calls.push(call),
    answers: (own) => {
      hear = own;
    },
  });
  return { link, calls, reply: (/** @type {any} */ message) => hear(message) };
}

/** The part of the message to the engine between two texts. @param {Uint8Array} bytes */
const latin = (bytes) => new TextDecoder('latin1').decode(bytes);

/** Without the text that identifies the example. @param {Uint8Array} bytes @param {string} text */
function unnamed(bytes, text) {
  const letters = latin(bytes);
  const at = letters.indexOf(text);
  assert.ok(at > 0);
  return letters.slice(0, at - 4) + letters.slice(at + text.length);
}

test('a run of a picture, with cuts and a question, is the same message as one of the page’s own', async () => {
  const folder = new URL('web/models/digits/', root);
  const about = open(
    ['config.json', 'preprocessor_config.json', 'model.safetensors'].map((name) => [name, readFileSync(new URL(name, folder))]),
  ).result;
  const { firstPatch, ...seen } = about.picture;
  assert.deepEqual(aboutOf({ ...about, name: 'toy' }).picture, seen);
  const pixels = pixelsOf(drawingOf(drawing));
  give([new Uint8Array(pixels.buffer)]);
  keepPicture(drawing, 'Drawing', paperSide, paperSide);
  const [first, second] = run(drawing).result.says.answers;
  const target = `${first.id}-${second.id}`;
  const edges = '1:0:0>3';
  const own = run(drawing, { target, edges, wiped: '3;8', residuals: '2:7', rule: 'renormalise' });
  const n = own.result.pieces.length;
  const view = new DataView(own.bytes.buffer, own.bytes.byteOffset);
  const count = about.layers * about.heads * n * n;
  const stacks = [...Array(own.bytes.length - 20).keys()].filter(
    (at) =>
      [about.layers, about.heads, n, n].every((size, i) => view.getUint32(at + 4 * i, true) === size) &&
      view.getUint32(at + 17, true) === count,
  );
  const [attentions, gradients] = stacks.map((at) => own.bytes.slice(at + 21, at + 21 + 4 * count).buffer);
  const url = /data:image\/png;base64,[A-Za-z0-9+/]+=*/.exec(latin(own.bytes))?.[0];
  const { link, calls, reply } = linked({ ...about, name: 'toy', asks: ['lens', 'blanked', 'experiment', 'decide'] });
  const recipe = {
    text: drawing,
    wiped: '3;8',
    cuts: [
      { kind: /** @type {const} */ ('residual'), text: '2:7' },
      { kind: /** @type {const} */ ('edges'), text: edges },
    ],
    rule: /** @type {const} */ ('renormalise'),
    target,
  };
  const pictures = new Pictures();
  pictures.send(link, drawing);
  const made = link.call(runRequest(recipe, { ticket: 3, name: 'toy' }));
  assert.deepEqual(
    { ...calls[0], pixels: calls[0].pixels.byteLength },
    {
      id: 1,
      what: 'picture',
      name: drawing,
      title: 'Drawing',
      width: paperSide,
      height: paperSide,
      pixels: pixels.length,
      recipe: { text: drawing },
    },
  );
  reply({ id: 1, result: {} });
  assert.deepEqual(calls[1].recipe, recipe);
  const cuts = [
    { layer: 0, query: 0, key: 3, heads: 1 },
    { layer: 1, query: 7, key: 7, heads: 0 },
  ];
  const tokens = own.result.pieces.map(({ text }) => text);
  reply({
    id: 2,
    result: own.result,
    example: {
      title: 'Drawing',
      model: 'toy',
      tokens,
      layers: about.layers,
      heads: about.heads,
      attentions,
      gradients,
      specialTokens: ['[CLS]'],
      outputToken: 0,
      cuts,
      image: { url, rows: 7, columns: 7, firstPatch },
    },
  });
  const { result, bytes } = /** @type {any} */ (await made);
  assert.equal(
    unnamed(/** @type {Uint8Array} */ (bytes), JSON.stringify(recipe)),
    unnamed(own.bytes, keyOf(drawing, { target, edges, wiped: '3;8', residuals: '2:7', rule: 'renormalise' })),
  );
  assert.deepEqual(result.seen, { title: 'Drawing', url }); // for the pad, if the picture is the program's own
  const says = link.call({ call: 'says', recipe });
  reply({ id: 3, result: own.result });
  assert.deepEqual(/** @type {any} */ (await says).result.seen, { title: 'Drawing', url });
});

test('a picture of the program’s own is not sent to it, and what is no picture is refused', async () => {
  const { link, calls, reply } = linked();
  new Pictures().send(link, 'photo:theirs');
  assert.deepEqual(calls, []);
  const pieces = [{ id: 0, text: '[CLS]', special: true, joins: false, bits: null }];
  const result = { pieces, says: { kind: 'classes', position: 0, vocabulary: 1, answers: [] }, before: null, question: null };
  const example = { title: 'a', model: 'toy', tokens: ['[CLS]', 'r0c0'], layers: 1, heads: 1, attentions: new Float32Array(4).buffer };
  for (const url of ['https://elsewhere.example/a.png', 'data:text/html;base64,AAAA', 'data:image/png;base64,"><b>', 3]) {
    const refused = link.call(runRequest({ text: 'photo:theirs' }, { name: 'toy' })).catch((error) => error.finding);
    reply({ id: calls.at(-1).id, result, example: { ...example, image: { url, rows: 1, columns: 1, firstPatch: 1 } } });
    assert.match(await refused, /sent an invalid answer/, String(url));
  }
  const picture = aboutOf({
    picture: { width: -3, height: 1e300, rows: 'x', columns: 2, seenAcross: 0, seenDown: NaN, comparesTexts: 1 },
  }).picture;
  assert.deepEqual(picture, {
    width: 1,
    height: 2 ** 31 - 1,
    rows: 1,
    columns: 2,
    isShortest: false,
    seenAcross: 0.01,
    seenDown: 1,
    comparesTexts: false,
  });
});

test('the title of a picture of theirs says which patches are wiped, as one of the page’s own', () => {
  const made = /** @type {any} */ ({ title: 'cat.png', tokens: [], image: { rows: 7, columns: 7 } });
  const titled = (/** @type {string} */ wiped) => titleOf(made, null, { text: 'photo:1', wiped });
  assert.equal(titled('24;16;17'), 'cat.png · wiped: r3c3, r3c4, r4c4');
  assert.equal(titled('0;1;2;3;4;5;6'), 'cat.png · 7 patches wiped');
  assert.equal(titled(''), 'cat.png');
});
