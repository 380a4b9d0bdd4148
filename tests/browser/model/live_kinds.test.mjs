// SPDX-License-Identifier: MIT
// Models of a page around that translate or look at pictures. Covers all of their answers and the messages to them.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { assertClose, Stage, until } from '../harness.mjs';
import { begun, pageAround } from './page_around.mjs';

const stage = Stage.forFile();
const raw = (frame) => frame.evaluate(async () => (await window.headwaters.results({ method: 'raw', layer: 0 })).layers[0].values);
const said = (frame) =>
  frame.evaluate(() => [...document.querySelectorAll('.answer-line .answer-text')].map(({ textContent }) => textContent));

test('a model that translates: all three attentions, its output, and questions and cuts in each', async () => {
  const page = await pageAround(stage);
  const frame = await begun(stage, page, () => {
    const words = ['das', 'haus', 'ist', 'klein'];
    const uniform = (queries, keys, sees) =>
      Float32Array.from({ length: queries * keys }, (_, at) =>
        sees(Math.floor(at / keys), at % keys) ? 1 / (sees(Math.floor(at / keys), keys - 1) ? keys : Math.floor(at / keys) + 1) : 0,
      ).buffer;
    const answer = ({ recipe, what }) => {
      const tokens = recipe.text.split(' ');
      const n = tokens.length;
      const place = Number(/@(\d+)$/.exec(recipe.target ?? '')?.[1] ?? 0);
      const read = ['<pad>', ...words.slice(0, n - 1)];
      const cross = new Float32Array(uniform(n, n, () => true));
      const cut = /^C1:0:(\d)>(\d)$/.exec(recipe.cuts?.[0]?.text ?? '');
      if (cut) cross[Number(cut[1]) * n + Number(cut[2])] = 0;
      const answers = words
        .map((text, id) => ({ id, text: ` ${text}`, logit: -Math.abs(id - place), probability: id === place ? 0.7 : 0.1 }))
        .sort((a, b) => b.logit - a.logit);
      const written = words.slice(0, n).map((text, at) => ({
        id: at,
        text: ` ${text}`,
        special: false,
        position: at,
        probability: 0.7,
        bits: 0.5,
        expected: [{ text: ' der', probability: 0.1 }],
      }));
      return {
        result: {
          pieces: tokens.map((text, id) => ({ id, text, special: false, joins: false, bits: null })),
          says: { kind: 'translation', position: place, vocabulary: 4, answers },
          before: cut ? { answers } : null,
          question: {
            kind: 'logit',
            index: place,
            name: ` ${words[place]}`,
            minus: -1,
            against: '',
            position: place,
            place,
            isOutput: true,
            before: 1,
            after: cut ? 0 : 1,
          },
          output: { text: words.join(' '), given: recipe.pair !== undefined, cutOff: false, read, written },
        },
        ...(what === 'run' && {
          example: {
            title: recipe.text,
            model: 'toy',
            tokens,
            layers: 1,
            heads: 1,
            attentions: uniform(n, n, () => true),
            outputToken: place,
            decoder: { tokens: read, layers: 1, heads: 1, attentions: uniform(n, n, (query, key) => key <= query), cross: cross.buffer },
            cuts: cut ? [{ of: 2, layer: 0, query: Number(cut[1]), key: Number(cut[2]), heads: 1 }] : [],
          },
        }),
      };
    };
    window.begin(answer);
  });
  const model = {
    name: 'toy',
    family: 't5',
    kind: 'translation',
    layers: 1,
    heads: 1,
    decoder: { layers: 1, heads: 1 },
    parameters: 12,
    bytes: 48,
    examples: ['the house is small'],
  };
  await page.evaluate(
    (one) => window.say({ type: 'headwaters:open', id: 1, model: one, state: { method: 'raw', panel: 'matrix', side: 'cross' } }),
    model,
  );
  await frame.waitForSelector('.model textarea');
  await until(frame, () => window.headwaters.prompt === 'the house is small');
  await until(frame, () => window.headwaters.state.side === 'cross');
  assert.match(await frame.locator('.model .output-text').innerText(), /das\s+haus\s+ist\s+klein/);
  assertClose((await raw(frame)).flat(), Array(16).fill(0.25), 1e-6, 'cross-attention');
  await frame.locator('.model .output-text button').nth(2).click();
  await until(frame, () => /"target":"lp:2@2"/.test(window.headwaters.prompt ?? ''));
  assert.equal((await page.evaluate(() => window.calls.at(-1).recipe)).target, 'lp:2@2');
  const cut = JSON.stringify({ text: 'the house is small', cuts: [{ kind: 'edges', text: 'C1:0:2>1' }], rule: 'zero' });
  await page.evaluate((prompt) => window.say({ type: 'headwaters:state', id: 3, state: { prompt } }), cut);
  await until(frame, (wanted) => window.headwaters.prompt === wanted, cut);
  assertClose((await raw(frame))[2], [0.25, 0, 0.25, 0.25], 1e-6, 'what was cut');
});

test('a model of pictures: the pad shows what it saw, and a picture of the reader’s is sent to it with its pixels', async () => {
  const page = await pageAround(stage);
  const frame = await begun(stage, page, () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 8, height: 8 });
    const context = canvas.getContext('2d');
    const answer = ({ recipe, what }) => {
      if (what === 'picture') return { result: {} };
      const tokens = ['[CLS]', 'r0c0', 'r0c1', 'r1c0', 'r1c1'];
      const own = recipe.text === 'photo:theirs';
      const wiped = (recipe.wiped ?? '').split(';').filter(Boolean).map(Number);
      context.fillStyle = own ? '#ff0000' : '#00ff00';
      context.fillRect(0, 0, 8, 8);
      const weights = Float32Array.from({ length: 25 }, (_, at) => (wiped.includes((at % 5) - 1) ? 0 : 1 / (5 - wiped.length)));
      const answers = ['red', 'green']
        .map((text, id) => ({ id, text, logit: own === (id === 0) ? 2 : 0, probability: own === (id === 0) ? 0.9 : 0.1 }))
        .sort((a, b) => b.logit - a.logit);
      return {
        result: {
          pieces: tokens.map((text, id) => ({ id, text, special: id === 0, joins: id > 0, bits: null })),
          says: { kind: 'classes', position: 0, vocabulary: 2, answers },
          before: null,
          question: {
            kind: 'logit',
            index: answers[0].id,
            name: answers[0].text,
            minus: -1,
            against: '',
            position: 0,
            place: -1,
            isOutput: false,
            before: 2,
            after: 2,
          },
        },
        ...(what === 'run' && {
          example: {
            title: own ? 'theirs.png' : 'mine',
            model: 'toy',
            tokens,
            layers: 1,
            heads: 1,
            attentions: weights.buffer,
            specialTokens: ['[CLS]'],
            outputToken: 0,
            image: { url: canvas.toDataURL('image/png'), rows: 2, columns: 2, firstPatch: 1 },
          },
        }),
      };
    };
    window.begin(answer);
  });
  const picture = { width: 8, height: 8, rows: 2, columns: 2, isShortest: false, seenAcross: 1, seenDown: 1, comparesTexts: false };
  const model = {
    name: 'toy',
    family: 'vit',
    kind: 'classes',
    layers: 1,
    heads: 1,
    parameters: 12,
    bytes: 48,
    examples: [],
    asks: ['experiment', 'scores'],
    picture,
  };
  await page.evaluate(
    (one) => window.say({ type: 'headwaters:open', id: 1, model: one, prompt: 'photo:theirs', state: { method: 'raw' } }),
    model,
  );
  await until(frame, () => window.headwaters.prompt === 'photo:theirs' && document.querySelector('.picture .pad'));
  const painted = (colour) =>
    until(
      frame,
      (wanted) => [...document.querySelector('.picture .pad').getContext('2d').getImageData(40, 40, 1, 1).data].join() === wanted,
      colour,
    );
  await painted('255,0,0,255');
  assert.match(await frame.locator('.model').innerText(), /Your pictures and texts go to the surrounding page/);
  assert.equal((await said(frame))[0], 'red');
  assert.equal(await frame.getAttribute('.picture .pad', 'aria-label'), 'theirs.png');
  // Its pixels come before the run that needs them. If the file is here, the pad shows that.
  const blue = await frame.evaluate(async () => {
    const canvas = new OffscreenCanvas(6, 4);
    const context = canvas.getContext('2d');
    context.fillStyle = '#0000ff';
    context.fillRect(0, 0, 6, 4);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
  await frame.setInputFiles('.picture input[type=file]', { name: 'blue.png', mimeType: 'image/png', buffer: Buffer.from(blue) });
  await until(frame, () => /^photo:[0-9a-f]{16}$/.test(window.headwaters.prompt ?? ''));
  const sent = await page.evaluate(() => window.calls.find(({ what }) => what === 'picture'));
  const { pixels, title, width, height } = await page.evaluate(() => {
    const { pixels: bytes, ...rest } = window.calls.find(({ what }) => what === 'picture');
    return { ...rest, pixels: [...new Uint8Array(bytes)].slice(0, 4) };
  });
  assert.deepEqual([pixels, title, width, height], [[0, 0, 255, 255], 'Photo', 6, 4]);
  assert.equal(sent.name, await frame.evaluate(() => window.headwaters.prompt));
  await painted('0,0,255,255');
  assert.equal((await said(frame))[0], 'green');
  await page.evaluate(
    (prompt) => window.say({ type: 'headwaters:state', id: 3, state: { prompt } }),
    JSON.stringify({ text: 'photo:theirs', wiped: '0;3' }),
  );
  await until(frame, () => window.headwaters.prompt?.includes('"wiped":"0;3"'));
  assertClose((await raw(frame))[0], [1 / 3, 0, 1 / 3, 1 / 3, 0], 1e-6, 'what was wiped');
  await until(frame, () => document.querySelector('.picture .pad').getAttribute('aria-label') === 'theirs.png, 2 patches wiped');
});
