// SPDX-License-Identifier: MIT
// The page in a frame of another page. Shows only figure and timeline, with its events and the data that the embedder may see.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { byId, drop, opened, openedAs, readData, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();

/** A page of another origin with this one in a frame. */
async function embedder(search = '?mode=embed', size = [640, 400]) {
  const page = await stage.newPage();
  await page.goto(`${stage.data.url}bad/INDEX.json`);
  await page.evaluate(
    ([address, width, height]) => {
      window.got = [];
      addEventListener('message', ({ data }) => window.got.push(data));
      const frame = document.createElement('iframe');
      Object.assign(frame, { src: address, width, height });
      document.body.prepend(frame); // in sight, because hidden frames do not draw
      window.say = (message) => frame.contentWindow.postMessage(message, '*');
    },
    [`${stage.page.url}${search}#v=1&sample=agreement-keys&panel=bars`, ...size],
  );
  await page.waitForFunction(() => window.got.length > 0);
  const frame = page.frames().find((one) => one.url().startsWith(stage.page.url));
  await opened(frame);
  await still(frame);
  return { page, frame };
}

const answersOf = (page, type) => page.evaluate((wanted) => window.got.filter((one) => one.type === wanted), type);

for (const size of [
  [640, 400],
  [320, 480],
]) {
  test(`embedded at ${size.join(' x ')} there are figure, timeline and the link to the whole page, and nothing is cut off`, async () => {
    const page = await stage.openStill({
      url: `${stage.page.url}?mode=embed`,
      fragment: 'v=1&sample=agreement-keys&method=rollout&layer=6&panel=bars',
      size,
    });
    const laid = await page.evaluate(() => window.headwaters.layout());
    const names = laid.map(({ name }) => name);
    for (const chrome of ['settings', 'share', 'export', 'open', 'menu', 'residual']) assert.ok(!names.includes(chrome), chrome);
    const figure = laid.find(({ kind }) => kind === 'figure');
    assert.ok(figure && figure.height > size[1] * 0.4, JSON.stringify(figure));
    for (const { name, x, width } of laid) assert.ok(x >= -1 && x + width <= size[0] + 1, name);
    const link = page.locator('a.full-link');
    await page.evaluate(() => window.headwaters.setState({ layer: 2 }));
    await still(page);
    await link.focus();
    const href = await link.getAttribute('href');
    assert.ok(href.startsWith(`${stage.page.url}#v=1`) && href.includes('layer=3'), href);
    const box = await link.boundingBox();
    const covered = laid.filter(
      ({ kind, x, y, width, height }) =>
        kind === 'text' && x < box.x + box.width && x + width > box.x && y < box.y + box.height && y + height > box.y,
    );
    assert.deepEqual(covered, []);
    assert.deepEqual(page.faults, []);
  });
}

test('the embedder chooses light or dark, whatever the system says', async () => {
  for (const [theme, ground] of [
    ['dark', 'rgb(21, 24, 27)'],
    ['light', 'rgb(250, 250, 247)'],
  ]) {
    const page = await stage.openStill({
      url: `${stage.page.url}?mode=embed&theme=${theme}`,
      fragment: 'v=1&sample=agreement-keys',
      context: { colorScheme: theme === 'dark' ? 'light' : 'dark' },
    });
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), ground);
  }
});

test('an embedder that listens is told layer, selection and state, and one that does not is told nothing', async () => {
  const { page, frame } = await embedder();
  await frame.evaluate(() => window.headwaters.setState({ layer: 1 }));
  await still(frame);
  assert.deepEqual(await answersOf(page, 'headwaters:event'), []);
  await page.evaluate(() => window.say({ type: 'headwaters:listen', id: 1, events: ['layer', 'selection', 'nonsense'] }));
  await page.waitForFunction(() => window.got.some(({ type }) => type === 'headwaters:listening'));
  await frame.evaluate(() => window.headwaters.setState({ layer: 3, tokens: [2] }));
  await page.waitForFunction(() => window.got.some(({ event, layer }) => event === 'layer' && layer === 3));
  await page.waitForFunction(() => window.got.some(({ event, tokens }) => event === 'selection' && tokens[0] === 2));
  assert.deepEqual(
    (await answersOf(page, 'headwaters:event')).filter(({ event }) => event === 'state'),
    [],
  );
});

test('the user may allow an embedder to see a file, and only that file', async () => {
  const { page, frame } = await embedder('', [900, 600]);
  const ask = async (id) => {
    await page.evaluate((number) => window.say({ type: 'headwaters:ask', id: number }), id);
    return () =>
      page
        .waitForFunction((number) => window.got.find((one) => one.type === 'headwaters:allowed' && one.id === number), id)
        .then((found) => found.jsonValue());
  };
  const seen = async (id) => {
    await page.evaluate((number) => window.say({ type: 'headwaters:state', id: number }), id);
    return page
      .waitForFunction((number) => window.got.find((one) => one.type === 'headwaters:state' && one.id === number), id)
      .then((found) => found.jsonValue());
  };
  await drop(frame, 'diagnosis.json', readData('references/toy_agreement_keys.json'));
  await openedAs(frame, 'diagnosis.json');
  await page.evaluate(() => window.say({ type: 'headwaters:listen', id: 9, events: ['state'] }));
  let answer = await ask(1);
  await byId(frame, 'ask/no').click();
  assert.equal((await answer()).allowed, false);
  assert.equal((await seen(2)).state.document, null);
  answer = await ask(3); // is not asked again
  assert.equal((await answer()).allowed, false);
  assert.ok(!JSON.stringify(await page.evaluate(() => window.got)).includes('cabinet'));
  await drop(frame, 'other.json', readData('references/toy_agreement_keys.json'));
  await openedAs(frame, 'other.json');
  answer = await ask(4);
  await byId(frame, 'ask/yes').click();
  assert.equal((await answer()).allowed, true);
  assert.ok((await seen(5)).state.document.tokens.length > 3);
  await drop(frame, 'third.json', readData('references/toy_agreement_keys.json'));
  await openedAs(frame, 'third.json');
  assert.equal((await seen(6)).state.document, null);
  assert.equal((await state(frame)).document.name, 'third.json');
});
