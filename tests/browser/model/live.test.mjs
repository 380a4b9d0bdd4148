// SPDX-License-Identifier: MIT
// A model that runs with the page around this one (headwaters.live() in a notebook). It receives its questions as messages, and its answers
// are shown like those of a model of the page. Here the page around replaces Python.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { assertClose, byId, openSide, Stage, state, still, until } from '../harness.mjs';
import { begun, pageAround } from './page_around.mjs';

const stage = Stage.forFile();

/** A page around with its own model. The model attends equally from each token to all tokens before it. Cut attention is 0. */
async function around(prompt = 'the keys are') {
  const page = await pageAround(stage);
  const frame = await begun(stage, page, () => {
    const words = ['is', 'are', 'was', 'were'];
    const answer = ({ recipe, what, word }) => {
      const tokens = recipe.text.split(' ');
      const n = tokens.length;
      const isCut = (recipe.cuts ?? []).some(({ text }) => text === '1:0:2>1');
      const answers = words
        .map((text, id) => ({ id, text: ` ${text}`, logit: isCut ? -id : id, probability: [0.1, 0.2, 0.3, 0.4][isCut ? 3 - id : id] }))
        .sort((a, b) => b.logit - a.logit);
      if (what === 'find') return { result: { answers: answers.filter(({ text }) => text.includes(word)) } };
      if (recipe.text.includes('broken')) return { problem: { place: 'toy', finding: 'CUDA out of memory.', remedy: '' } };
      const weights = new Float32Array(2 * n * n);
      for (let head = 0; head < 2; head += 1)
        for (let q = 0; q < n; q += 1)
          for (let k = 0; k <= q; k += 1) weights[(head * n + q) * n + k] = isCut && head === 0 && q === 2 && k === 1 ? 0 : 1 / (q + 1);
      const asked = {
        kind: 'logit',
        index: 3,
        name: ' were',
        minus: 2,
        against: ' was',
        position: n - 1,
        before: 1,
        after: isCut ? -1 : 1,
      };
      const says = { kind: 'next', position: n - 1, vocabulary: 4, answers };
      return {
        result: {
          pieces: tokens.map((text, id) => ({ id, text, special: false, joins: false, bits: id || null })),
          says,
          before: isCut ? { answers: answers.toReversed() } : null,
          question: asked,
        },
        ...(what === 'run' && {
          example: {
            title: recipe.text,
            model: 'toy',
            tokens,
            layers: 1,
            heads: 2,
            attentions: weights.buffer,
            ...(recipe.target && { gradients: weights.slice().buffer }),
            outputToken: n - 1,
            cuts: isCut ? [{ layer: 0, query: 2, key: 1, heads: 1 }] : [],
          },
        }),
      };
    };
    window.begin(answer, ({ recipe }) => (recipe.text.includes('slow') ? 2000 : 0));
  });
  await page.evaluate(
    (text) =>
      window.say({
        type: 'headwaters:open',
        id: 1,
        model: { name: 'toy', family: 'toy', kind: 'next', layers: 1, heads: 2, parameters: 12, bytes: 48, examples: ['a b'] },
        prompt: text,
        state: { method: 'raw', panel: 'matrix' },
      }),
    prompt,
  );
  await frame.waitForSelector('.model textarea');
  await until(frame, (wanted) => window.headwaters.prompt === wanted, prompt);
  return { page, frame };
}

const raw = (frame) => frame.evaluate(async () => (await window.headwaters.results({ method: 'raw', layer: 0 })).layers[0].values);
const said = (frame) =>
  frame.evaluate(() => [...document.querySelectorAll('.answer-line .answer-text')].map(({ textContent }) => textContent));

test('an answer that takes long is waited for in sight: what stands there is dimmed until it comes', async () => {
  const { frame } = await around();
  const runs = () => frame.evaluate(() => document.querySelector('.answer-line').dataset.runs ?? '');
  assert.equal(await runs(), '');
  await frame.fill('.model textarea', 'a slow river is');
  await until(
    frame,
    () =>
      document.querySelector('.answer-line').dataset.runs === 'Running …' &&
      document.querySelector('.model').getAttribute('aria-busy') === 'true',
  );
  assert.ok(Number(await frame.evaluate(() => getComputedStyle(document.querySelector('.answer-line .line')).opacity)) < 1);
  await until(frame, () => window.headwaters.prompt === 'a slow river is');
  assert.equal(await runs(), '');
});

test('its line of text asks the page around, and shows what comes back; the line says where the text goes', async () => {
  const { page, frame } = await around();
  await until(frame, () => window.headwaters.state.method === 'raw' && window.headwaters.state.panel === 'matrix');
  assert.deepEqual((await state(frame)).document.tokens, ['the', 'keys', 'are']);
  assertClose((await raw(frame)).flat(), [1, 0, 0, 0.5, 0.5, 0, 1 / 3, 1 / 3, 1 / 3], 1e-6, 'attention');
  assert.deepEqual((await said(frame)).slice(0, 2), ['were', 'was']);
  assert.match(await frame.locator('.model').innerText(), /Your text goes to the surrounding page/);
  // It answers none of the views, and the page reports that.
  const views = ['lens', 'words', 'experiment', 'decides', 'swap'];
  assert.deepEqual(
    await frame.evaluate((all) => all.filter((name) => document.querySelector(`#side [data-id="panel/${name}"]`)), views),
    [],
  );
  assert.equal(await frame.locator('.question-panel + .muted').evaluate((one) => one.textContent.split(',').length), views.length);
  await frame.fill('.model textarea', 'one two three four');
  await until(frame, () => window.headwaters.prompt === 'one two three four' && window.headwaters.state.document.tokens.length === 4);
  assert.equal((await raw(frame)).length, 4);
  const calls = await page.evaluate(() => window.calls);
  assert.deepEqual(Object.keys(calls[0]).sort(), ['id', 'recipe', 'settled', 'type', 'what']);
  assert.deepEqual(calls[0].recipe, { text: 'the keys are' });
  await frame.fill('.model textarea', 'a broken one');
  await until(frame, () => document.querySelector('.model .problem')?.textContent.includes('CUDA out of memory.'));
  assert.deepEqual((await state(frame)).document.tokens, ['one', 'two', 'three', 'four']); // the shown document stays
});

test('cuts and questions from the page and from around it are the same run, and both are told', async () => {
  const { page, frame } = await around();
  await page.evaluate(() => window.say({ type: 'headwaters:listen', id: 2, events: ['state'] }));
  const cut = JSON.stringify({ text: 'the keys are', cuts: [{ kind: 'edges', text: '1:0:2>1' }], rule: 'zero' });
  await page.evaluate((prompt) => window.say({ type: 'headwaters:state', id: 3, state: { prompt } }), cut);
  await until(frame, (wanted) => window.headwaters.prompt === wanted, cut);
  assertClose((await raw(frame))[2], [1 / 3, 1 / 6, 1 / 3], 1e-6, 'the mean of a head that was cut and one that was not');
  await until(frame, () => document.querySelector('.answer-line .answer-text')?.textContent === 'is');
  await openSide(frame);
  const shown = await frame.locator('.difference').innerText();
  assert.match(shown, /before[\s\S]*with the cuts/);
  assert.equal(await byId(frame, 'question/scores').isVisible(), false);
  await frame.click('.cuts input[type=checkbox]'); // taken back in the page
  await page.waitForFunction(() => window.got.findLast(({ event }) => event === 'state')?.state.prompt === 'the keys are');
  await frame.locator('.answers .answer').first().click();
  await until(frame, () => window.headwaters.prompt?.includes('"target"'));
  await frame.evaluate(() => window.headwaters.setState({ method: 'gradient-rollout' }));
  await until(frame, () => window.headwaters.state.method === 'gradient-rollout'); // the run has gradients
  const told = await page.evaluate(() => window.got.findLast(({ event }) => event === 'state').state);
  assert.equal(told.private, undefined); // it was typed into the other page's model
});

test('a file that the visitor opens afterwards is not told, and the model is closed', async () => {
  const { page, frame } = await around();
  await page.evaluate(() => window.say({ type: 'headwaters:listen', id: 2, events: ['state'] }));
  const count = await page.evaluate(() => window.calls.length);
  await frame.evaluate(() =>
    window.headwaters.open({
      tokens: ['SECRET', 'b'],
      attentions: [
        [
          [
            [1, 0],
            [0.5, 0.5],
          ],
        ],
      ],
    }),
  );
  await still(frame);
  assert.equal(await frame.locator('.model').count(), 0);
  const sent = JSON.stringify(await page.evaluate(() => window.got));
  assert.ok(!sent.includes('SECRET'));
  assert.equal(await page.evaluate(() => window.calls.length), count);
});
