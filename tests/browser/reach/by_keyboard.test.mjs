// SPDX-License-Identifier: MIT
// Keys can do everything that a pointer can do. Each target that any view draws has a way by keyboard, and those ways work.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { layout, partOf, seen } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { everyView, show } from '../every_view.mjs';
import { byId, drawn, idle, openedAs, openSide, Stage, state } from '../harness.mjs';

const stage = Stage.forFile();

/** The table of actions, with their keys (src/session/actions/action_table.cpp). */
const actions = [
  ...readFileSync(new URL('../../../src/session/actions/action_table.cpp', import.meta.url), 'utf8').matchAll(/^ {4}\{"([a-z-]+)", /gm),
].map(([, id]) => id);

/** By the name of a target, a key of the table of actions or an element of the text version. Names on the target itself (a method, a
 * setting) are those of a control of the text version. */
const ways = {
  'more views': '#side select[name="panel"]',
  method: '#side select[name="method"]',
  limits: 'about',
  chip: '#mirror .token',
  output: '#mirror .token, #side select[name=outputs]',
  row: '#mirror .token',
  token: '#mirror .token',
  one: 'output-next',
  mean: '#side select[name=outputs]',
  max: '#side select[name=outputs]',
  layers: 'layer-next',
  play: 'play',
  loop: 'loop',
  speed: 'faster',
  name: '#side select[name="panel"]',
  about: 'about',
  shape: 'shape-next',
  divider: 'pane-wider',
  close: 'pane-close',
  fill: 'shape-one',
  menu: 'commands',
  theme: 'theme',
  undo: 'undo',
  redo: 'redo',
  view: 'commands',
  settings: '#side .controls',
  more: '#side .controls',
  fold: '#mirror .token',
  open: '#mirror > .actions button',
  samples: '#mirror > .actions button',
  lessons: 'lessons',
  share: '#mirror > .actions button',
  export: 'export',
  help: 'help',
  check: 'check',
  examples: 'examples',
  source: 'check',
  file: 'check',
  head: '#side input[name="heads"]',
  'head weights': '#side input[name="heads"]',
  node: '#side select[name="sink"], #mirror .token',
  sink: '#side select[name="sink"]',
  cells: '#mirror table',
  cell: '#mirror table',
  matrix: '#mirror table',
  plot: '#mirror table',
  flow: '#mirror table',
  picture: '#mirror table',
  evolution: '#mirror table',
  lines: '#mirror table',
  header: '#side select[name="compare-1"]',
  correlation: '#side select[name="difference"]',
  weight: '#side select[name="terms"]',
  below: '#side select[name="terms"]',
  line: '#side select[name="terms"]',
  'ranked left': '#mirror table',
  'ranked right': '#mirror table',
  'discard-ratio': '#side [name=discard]',
  score: 'sort',
  'scale-layers': '#side [name=scale]',
  'scale-layer': '#side [name=scale]',
  ghost: 'ghost',
  absolute: '#side [name=flow]',
  original: '#side [name=opacity]',
  'this head in every layer': '#side [name=heads]',
  'this head of this layer': '#side [name=head-of-layer]',
  'discard ratios': '#side [name=compare-1-discard]',
  'add a column': '#side [name=compare-columns]',
  '‹ back': 'explain-back',
  'open the largest ›': 'explain-next',
  'next path ›': 'explain-next',
  '‹ input': '#side select[name="sink"]',
  'input ›': '#side select[name="sink"]',
};

/** Targets that only change the display for a pointer. The order of thumbnails has its numbers in a table, and a path that lights up has a
 * sentence. */
const looks = new Set(['by number', 'by entropy', 'by distance', 'by share on special tokens', 'path']);

test('each target of each view has a way by keyboard', { timeout: 240_000 }, async () => {
  const without = new Set();
  const used = new Set();
  for (const [sample, views] of everyView) {
    const page = await stage.openStill({ fragment: `v=1&sample=${sample}&layer=4` });
    for (const view of views) {
      await show(page, view);
      const names = [
        ...new Set(
          seen(await layout(page))
            .filter(({ kind }) => kind === 'target')
            .map(({ name }) => name),
        ),
      ];
      const told = await page.evaluate(() => ({
        options: [...document.querySelectorAll('#side :is(option, label, button, summary), #mirror :is(label, button, legend)')].map(
          (one) => one.textContent.toLowerCase().trim(),
        ),
      }));
      for (const name of names) {
        const way = ways[name];
        used.add(name);
        if (looks.has(name)) continue;
        if (way?.startsWith('#')) {
          if (!(await page.locator(way).count())) without.add(`${view}: ${name} has no ${way}`);
        } else if (way) {
          if (!actions.includes(way)) without.add(`${view}: ${name}: there is no action ${way}`);
        } else if (!told.options.some((option) => option.includes(name.toLowerCase()))) without.add(`${view}: ${name}`);
      }
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
  assert.deepEqual([...without], []);
  assert.ok(used.size > 20);
});

/** The window of the matrix, as the names of its rows. */
const rowsOf = async (page) => {
  const plot = await partOf(page, 'figure', 'cells');
  return (await layout(page))
    .filter(
      (part) =>
        part.kind === 'text' &&
        part.x + part.width < plot.x &&
        part.x > plot.x - 110 &&
        part.y > plot.y - 4 &&
        part.y < plot.y + plot.height,
    )
    .map(({ name }) => name);
};

test('a matrix and a flow are enlarged, moved and shown whole by keys, as by two fingers', { timeout: 60_000 }, async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6&panel=matrix&method=raw' });
  await page.focus('#canvas');
  const press = async (...keys) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await drawn(page);
    }
  };
  const isWhole = async () => !(await layout(page)).some(({ name }) => name === 'show all');
  const all = await rowsOf(page);
  assert.ok(await isWhole());
  await press('>', '>', '>');
  assert.ok(!(await isWhole()));
  const some = await rowsOf(page);
  assert.ok(some.length < all.length && !some.includes(all[0]), `${some}`);
  await press(...Array.from({ length: 10 }, () => 'Shift+ArrowUp'));
  assert.equal((await rowsOf(page))[0], all[0], 'moved to the first row');
  assert.equal((await state(page)).layer, 5);
  await press(...Array.from({ length: 6 }, () => '<'));
  assert.deepEqual(await rowsOf(page), all);
  // Where nothing is zoomed, Shift and an arrow act as the arrow.
  await press('Shift+ArrowLeft');
  assert.equal((await state(page)).layer, 4);
  await page.evaluate(() => window.headwaters.setState({ panel: 'flow', method: 'flow' }));
  await idle(page);
  await press('>', '>');
  assert.ok(!(await isWhole()), 'the flow');
  assert.deepEqual(page.faults, []);
});

test('output, sums, spans, layer, method, residual, views, dividers and notes by keys alone', { timeout: 90_000 }, async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=3' });
  await page.focus('#canvas');
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
    await idle(page);
    return state(page);
  };
  assert.deepEqual((await press('ArrowDown', 'ArrowDown')).tokens, [2]);
  assert.ok((await press(']')).settings.residual > 0.5);
  assert.equal((await press('v')).panes.length, 2);
  const { dividers } = await state(page);
  assert.notDeepEqual((await press('}')).dividers, dividers);
  const { panel } = await state(page);
  assert.notEqual((await press('o')).panel, panel);
  assert.equal((await press('x')).panes.length, 0);
  await page.keyboard.press('p');
  const dialog = byId(page, 'dialog/notes');
  await dialog.waitFor();
  await page.keyboard.type('Look here');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await state(page)).notes[0].text, 'Look here');
  // Several tokens as one span.
  await page.locator('#mirror .token[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Enter');
  await page.waitForFunction(() => window.headwaters.state.tokens.length === 2);
  await page.keyboard.press('Escape');
  await press('m');
  assert.equal((await state(page)).spans.length, 1);
  assert.deepEqual(page.faults, []);
});

test('each input can be the one that a flow goes to', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6&method=flow&panel=flow&token=0' });
  const {
    document: { tokens },
  } = await state(page);
  const sinks = page.locator('#side select[name="sink"]');
  await sinks.focus();
  const labels = await sinks.locator('option').allTextContents();
  for (const token of tokens)
    assert.ok(
      labels.some((label) => label.includes(token)),
      `${token} among ${labels}`,
    );
  await openSide(page);
  await sinks.selectOption({ index: labels.findIndex((label) => label.includes('cabinet')) });
  await idle(page);
  await page.waitForFunction((at) => window.headwaters.state.sink === at, tokens.indexOf('cabinet'));
});

test('each input can be the one whose number is explained, and what was opened of another is closed', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6&method=rollout&panel=explain&token=0&terms=2' });
  const {
    document: { tokens },
  } = await state(page);
  const inputs = page.locator('#side select[name="sink"]');
  const labels = await inputs.locator('option').allTextContents();
  assert.equal(labels.length, tokens.length + 1);
  await openSide(page);
  await inputs.selectOption({ index: labels.findIndex((label) => label.includes('cabinet')) });
  await page.waitForFunction((at) => window.headwaters.state.sink === at, tokens.indexOf('cabinet'));
  await idle(page);
  assert.match(
    await page.locator('#mirror table', { hasText: 'cabinet' }).first().locator('caption').textContent(),
    /from .cabinet. to .* after layer 6/,
  );
  assert.ok(!(await state(page)).terms, 'nothing is opened of the new one');
});

test('a file of one’s own from the keyboard: pasted, typed, and picked', async () => {
  const page = await stage.openStill();
  const text = '{"tokens":["a","b"],"attentions":[[[[0.5,0.5],[0.25,0.75]]]]}';
  await byId(page, 'open').focus();
  await page.keyboard.press('Enter');
  await page.locator('dialog textarea').focus();
  await page.keyboard.type(text);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await openedAs(page, 'pasted text');
  assert.deepEqual((await state(page)).document.tokens, ['a', 'b']);
});
