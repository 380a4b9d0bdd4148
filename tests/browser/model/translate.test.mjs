// SPDX-License-Identifier: MIT
// A model that translates, in the page. It is dropped as a folder and writes. The views show the encoder, decoder and cross-attention of
// its run. Its tokens are asked about, a text of the user replaces its own, and cuts go across.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { test } from '../engine.mjs';
import { byId, dropAll, openSide, pressId, Stage, state, until } from '../harness.mjs';
import { openSheet } from './sheets.mjs';

const stage = Stage.forFile();
const folder = new URL('../../data/model/t5_tied/', import.meta.url);
const written = (page) => page.evaluate(() => [...document.querySelectorAll('.output-text .piece')].map(({ textContent }) => textContent));
const recipe = (page, wanted) =>
  until(
    page,
    (all) => {
      const { prompt, idle } = window.headwaters;
      if (!idle || !prompt) return false;
      const given = prompt.startsWith('{"') ? JSON.parse(prompt) : { text: prompt };
      return Object.entries(all).every(([key, value]) => JSON.stringify(given[key]) === JSON.stringify(value));
    },
    wanted,
  );

async function dropped(from = folder) {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys' });
  await dropAll(
    page,
    Object.fromEntries(
      ['config.json', 'generation_config.json', 'tokenizer.json', 'model.safetensors'].map((name) => [
        name,
        readFileSync(new URL(name, name === 'tokenizer.json' ? folder : from)),
      ]),
    ),
  );
  await page.waitForSelector('.model textarea');
  await page.fill('.model textarea', 'the keys to the door');
  await recipe(page, { text: 'the keys to the door' });
  await until(page, () => document.querySelectorAll('.output-text .piece').length > 0);
  return page;
}

test('a text is written for a text, and the views across encoder and decoder show the run', async () => {
  const page = await dropped();
  assert.deepEqual(await written(page), ['t', 't', '</s>']);
  const { document, side } = await state(page);
  assert.equal(document.kind, 'encoder-decoder');
  assert.equal(side, 'cross');
  const rollout = await page.evaluate(() => window.headwaters.results({ method: 'rollout' }));
  assert.ok(JSON.stringify(rollout).length > 0);
  await page.selectOption('.model .beams', '4');
  await recipe(page, { beams: 4 });
  await until(page, () => document.querySelectorAll('.output-text .piece').length === 4);
  assert.deepEqual(await written(page), ['t', 't', 'a', '</s>']);
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
});

test('a token that was written is asked about; an output of one’s own is read instead', async () => {
  const page = await dropped();
  await openSide(page);
  await page.click('.output-text li:nth-child(2) button');
  await recipe(page, { target: 'lp:32@1' });
  await until(page, () => document.querySelector('.output-text li:nth-child(2) button')?.getAttribute('aria-pressed') === 'true');
  assert.equal(await page.evaluate(() => document.querySelector('.model-pane h3').textContent), 'Token 2 of the output');
  await pressId(page, 'line/second');
  await page.fill('.model textarea.pair', 'the door is');
  await recipe(page, { pair: 'the door is' });
  await until(page, () => document.querySelectorAll('.output-text .piece')[1]?.textContent === 'door');
  assert.deepEqual(await written(page), ['the', 'door', 'is']);
  assert.deepEqual(page.faults, []);
});

test('an edge from decoder to encoder is cut from the list, with the answer before and after', async () => {
  const page = await dropped();
  await openSide(page);
  await page.selectOption('[data-id="cut/stack"]', 'C');
  await page.selectOption('[data-id="cut/from"]', '0');
  await page.selectOption('[data-id="cut/to"]', '1');
  await pressId(page, 'cut/add');
  await recipe(page, { rule: 'zero' });
  const cuts = await page.evaluate(() => JSON.parse(window.headwaters.prompt).cuts);
  assert.match(cuts[0].text, /^C\d+:\*:0>1$/);
  await until(page, () => document.querySelector('.cuts li')?.textContent.includes('cross-attention, layer'));
  assert.ok(await page.evaluate(() => document.querySelectorAll('.difference tr').length > 1));
  assert.deepEqual(page.faults, []);
});

const cuts = JSON.parse(readFileSync(new URL('../../data/model/translation_cuts.json', import.meta.url), 'utf8'));
/** T5, and BART with its tokenizer, because the checkpoint lacks one. */
for (const name of ['t5_tied', 'bart_small']) {
  test(`${name}: cuts in encoder, decoder and across give the library’s numbers under either rule`, async () => {
    const { text, output, read, index, value, edges } = cuts[name].typed;
    const page = await dropped(new URL(`../${name}/`, folder));
    await openSide(page);
    /** The answer's score without the cut, and with it. */
    const row = () => page.evaluate(() => [...document.querySelectorAll('.difference tr')].at(-1)?.textContent);
    const number = (/** @type {number} */ one) => `${one > 0 ? '+' : ''}${one.toFixed(2)}`.replace('-', '−');
    for (const rule of ['zero', 'renormalise']) {
      for (const cut of ['E*:*:*>1', 'D*:*:3>0,3>1', 'C*:*:*>1']) {
        const prompt = JSON.stringify({
          text,
          pair: output,
          target: `${index}@${read.length - 1}`,
          rule,
          cuts: [{ kind: 'edges', text: cut }],
        });
        await page.evaluate((given) => {
          window.headwaters.prompt = given;
        }, prompt);
        const wanted = `question${number(value)}${number(edges[rule][cut])}`;
        await until(page, (words) => [...document.querySelectorAll('.difference tr')].at(-1)?.textContent === words, wanted).catch(
          async () => assert.fail(`${rule} ${cut}: ${await row()}, not ${wanted}`),
        );
      }
    }
    assert.deepEqual(page.faults, []);
  });
}

test('each layer of the decoder is asked what it would write, and words of the text are left out', async () => {
  const page = await dropped();
  assert.deepEqual(
    await page.evaluate(() =>
      [...document.querySelectorAll('#side [data-id^="panel/"]')].slice(0, 3).map((one) => one.getAttribute('data-id')),
    ),
    ['panel/words', 'panel/lens', 'panel/heads'],
  );
  await openSheet(page, 'lens');
  await until(
    page,
    () => document.querySelectorAll('.model-view table.lens tbody tr').length === 4 && !document.querySelector('.model-view td.waiting'),
  );
  // The decoder's input is its start token and the tokens that it wrote.
  assert.deepEqual(
    await page.evaluate(() => [...document.querySelectorAll('.model-view thead th')].map(({ textContent }) => textContent)),
    ['<pad>', 't (1)', 't (2)'],
  );
  assert.match(await page.evaluate(() => document.querySelector('.model-view tbody td').textContent), /^t/);
  await openSheet(page, 'words');
  await until(page, () => document.querySelector('.why[aria-busy="false"]') !== null);
  assert.equal(await byId(page, 'why/scores').count(), 0);
  assert.deepEqual(page.faults, []);
});

test('edges, heads and words of both stacks are cut in an experiment, and what decides is cut in the figure', async () => {
  const page = await dropped();
  await openSide(page);
  await openSheet(page, 'experiment');
  const said = () => page.evaluate(() => document.querySelector('.model-view .answer-text')?.textContent);
  for (const [kind, letters] of /** @type {const} */ ([
    ['edge', /^(encoder|decoder|cross-attention), layer \d+, head \d+: .+ → .+: predicted/],
    ['head', /^(encoder|decoder|cross-attention), layer \d+, head \d+: predicted/],
    ['token', /^“.+” \(\d\), hidden: predicted/],
  ])) {
    await page.selectOption('[data-id="experiment/kind"]', kind);
    await until(
      page,
      (one) =>
        document.querySelector('.model-view select').value === one &&
        document.querySelectorAll('.model-view .units li').length > 1 &&
        document.querySelector('.model-view .answer-text')?.textContent.includes('p = '),
      kind,
    ).catch(async () => assert.fail(`${kind}: ${await said()}`));
    await until(
      page,
      (source) => new RegExp(source).test(document.querySelector('.model-view .units li:nth-child(2) span')?.textContent ?? ''),
      letters.source,
    );
  }
  // The minimum cut of a flow belongs to one stack.
  assert.equal(await byId(page, 'minimum-cut').evaluate((section) => section.hidden), true);
  await openSheet(page, 'decides');
  await until(page, () => / turns? “|No set of up to/.test(document.querySelector('.model-view .answer-text')?.textContent ?? ''));
  if (/ turns? “/.test(String(await said()))) {
    await pressId(page, 'decides/cut');
    await recipe(page, { rule: 'zero' });
    assert.match(await page.evaluate(() => JSON.parse(window.headwaters.prompt).cuts[0].text), /^[EDC]/);
  }
  assert.deepEqual(page.faults, []);
});

test('what stands in another text’s run is swapped into the encoder, and shown', async () => {
  const page = await dropped();
  await openSide(page);
  await openSheet(page, 'swap');
  await page.fill('.model-view input.clean', 'the door to the keys');
  await page.press('.model-view input.clean', 'Enter');
  await until(page, () => document.querySelectorAll('.model-view table.grid tbody tr').length > 2);
  assert.match(
    await page.evaluate(() => document.querySelector('.model-view .answer-text')?.textContent),
    /at token 1 of the output: .+ here, .+ in the other text/,
  );
  // Copying all streams of a column from the other text brings nothing back at the first token, where both texts are the same.
  const first = await page.evaluate(
    () => [...document.querySelectorAll('.model-view table.grid tbody tr')].at(-1)?.querySelector('button')?.textContent,
  );
  assert.equal(first, '0 %');
  await page.evaluate(() =>
    [...document.querySelectorAll('.model-view table.grid tbody tr')].at(-1)?.querySelectorAll('button')[1].click(),
  );
  await until(page, () => window.headwaters.prompt.startsWith('{') && JSON.parse(window.headwaters.prompt).swap?.places === 's0:1');
  assert.deepEqual(page.faults, []);
});
