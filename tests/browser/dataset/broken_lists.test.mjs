// SPDX-License-Identifier: MIT
// Lists of examples that are broken, refer to other places or contain markup. Each gives one message with its place, and nothing is lost.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';

import { test } from '../engine.mjs';
import { idle, opened, Stage, state, until } from '../harness.mjs';
import { data, dropAll, end, faithfulness, host, list, row, shown } from './made.mjs';

const stage = Stage.forFile();
let site;
before(async () => {
  site = await host({ '/results/dataset.headwaters.jsonl': list(), '/data/texts.jsonl': data });
});
after(() => site.close());

/** @param {string} [fragment] */
async function openList(fragment = `url=${encodeURIComponent(`${site.url}/results/dataset.headwaters.jsonl`)}`) {
  const page = await stage.open({ fragment });
  await page.waitForSelector('.data-set .room .row');
  await idle(page);
  return page;
}

test('data on another host, or that are gone, are named and not asked for', async () => {
  const other = await host({ '/x.json': '{}' });
  site.files['/other/list.jsonl'] = list([
    row(0, { file: `${other.url}/x.json`, line: undefined, bytes: undefined }),
    row(1, { file: '//127.0.0.1/x', line: undefined, bytes: undefined }),
    row(2, { file: '../data/gone.json', line: undefined, bytes: undefined }),
    row(3, { file: '../texts.txt', line: 4, bytes: [9, 8] }),
  ]);
  const page = await openList(`dataset=${encodeURIComponent(`${site.url}/other/list.jsonl`)}`);
  await page.selectOption('[data-id="data-set/sort"]', 'row');
  const before = (await state(page)).document.name;
  for (const [place, words] of /** @type {[number, RegExp][]} */ ([
    [0, /./],
    [1, /./],
    [2, /gone\.json: The server answered 404.*drop \.\.\/data\/gone\.json or its folder here/],
    [3, /texts\.txt.*This text’s attention was not saved/],
  ])) {
    await page.click(`.data-set [data-place="${place}"]`);
    await page.waitForSelector('.data-set .problem:not([hidden])');
    assert.match(await page.textContent('.data-set .problem'), words);
    await page.click('.data-set .problem button:last-child');
  }
  assert.deepEqual(other.asked, []);
  assert.equal((await state(page)).document.name, before);
  assert.ok(
    page.asked.every(
      (url) => url.startsWith(stage.page.url) || url.startsWith(site.url) || url.startsWith('blob:') || url.startsWith('data:'),
    ),
    page.asked.join('\n'),
  );
  await other.close();
});

/** @type {[string, string, RegExp][]} */
const faults = [
  ['no JSON', `${JSON.stringify({ format: 'headwaters-dataset/1' })}\n{"file":`, /line 2: This line is not JSON/],
  [
    'another version',
    '{"format":"headwaters-dataset/2"}\n',
    /format: This page doesn’t support headwaters-dataset\/2\. Use a newer version/,
  ],
  ['nothing', '{"format":"headwaters-dataset/1"}\n', /The list contains no examples/],
  ['a number as file', list([row(0), row(1, { file: 5 })]), /line 3, file: Found 5 instead of a string/],
  ['a text as tokens', list([row(0, { tokens: 'many' })]), /line 2, tokens: Found "many" instead of a whole number/],
  [
    'scores that are no numbers',
    list([row(0, { importance: { blankout: ['high'] } })]),
    /line 2, blankout\.raw: Found "high" instead of a number/,
  ],
  [
    'too many scores',
    list([row(0, { importance: { blankout: [0, 0, 0, 0] } })]),
    /importance\.blankout: Found \[0,0,0,0\] instead of a list for each method/,
  ],
  [
    'cells that are no cells',
    list([row(0)], { statistics: { entropy: [[[1, 2, 3]]], meanDistance: [], specialShare: [] } }),
    /line 3, statistics\.entropy\[0\]\[0\]: Found \[1,2,3\] instead of \[count, constant, mean, squares\]/,
  ],
  ['means without distances', list([row(0)], { rolloutByDistance: null }), /rolloutByDistance: Found null instead of an object/],
  [
    'more classes than names',
    list([row(0)], { tokenClasses: [{ name: 'pos', classes: [], tokens: [[[1, 0, 1, 0]]], output: [], all: [] }] }),
    /tokenClasses\[0\]: More numbers than classes/,
  ],
];
test('a broken list ends in one message with its place, and what was open stays', async () => {
  const page = await openList();
  for (const [name, text, words] of faults) {
    await dropAll(page, { [`${name}.jsonl`]: text });
    await until(page, ([source]) => new RegExp(source).test(document.querySelector('.data-set .problem')?.textContent), [words.source]);
    assert.match(await page.textContent('.data-set .problem'), words, name);
    assert.ok((await shown(page)).length > 10, name);
    await until(page, (wanted) => window.headwaters.state.dataset === wanted, `${site.url}/results/dataset.headwaters.jsonl`);
    assert.equal(await page.textContent('.data-set h2'), 'results');
  }
  const first = await stage.open({ fragment: `dataset=${encodeURIComponent(`${site.url}/none.jsonl`)}` });
  await first.waitForSelector('.data-set .problem:not([hidden])');
  assert.match(await first.textContent('.data-set .problem'), /none\.jsonl: The server answered 404/);
  await first.click('.data-set .close');
  await opened(first);
  assert.equal(await first.isVisible('.data-set'), false);
  assert.deepEqual(page.faults, []);
});

test('markup and directions in a list stay text', async () => {
  const evil = '<img src=x onerror="window.hurt=1">\u202eevil';
  const page = await stage.open();
  await dropAll(page, {
    'a.jsonl': list([row(0, { title: evil, text: evil, file: evil, importance: { [evil]: [1, 0, 1] } })], {
      tokenClasses: [{ ...end().tokenClasses[0], name: evil, classes: [evil, 'b', 'c', 'd'] }],
      importance: [{ name: evil, methods: faithfulness }],
    }),
  });
  await page.waitForSelector('.data-set .room .row');
  assert.equal(await page.evaluate(() => document.querySelectorAll('.data-set img').length + Number(Boolean(window.hurt))), 0);
  assert.ok((await shown(page))[0][1].includes('<img src=x'));
});
