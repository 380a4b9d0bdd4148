// SPDX-License-Identifier: MIT
// The links of the course sheet, opened: what they say is what the page shows, and nothing is left out.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { linksOf } from '../../web/lessons/links.mjs';
import { test } from '../engine.mjs';
import { idle, opened, Stage, state } from '../harness.mjs';

const stage = Stage.forFile();
const links = linksOf(readFileSync(join(import.meta.dirname, '../../../docs/course.md'), 'utf8'));

test('every link of the course sheet opens what it says', { timeout: 300_000 }, async () => {
  assert.ok(links.length >= 11);
  const page = await stage.open();
  for (const link of links) {
    const wanted = Object.fromEntries(new URLSearchParams(link.slice(1)));
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto('about:blank');
    await page.goto(`${stage.page.url}${link}`);
    await opened(page);
    if (wanted.lesson) await page.waitForFunction((id) => window.headwaters.state.lesson?.id === id, wanted.lesson);
    await idle(page);
    const shown = await state(page);
    assert.deepEqual(shown.messages, [], link);
    assert.equal(await page.locator('.lesson .faults, .lesson .problem').count(), 0, link);
    if (wanted.sample) assert.deepEqual(shown.source, { kind: 'sample', text: wanted.sample, choices: '' }, link);
    const { method, panel, layer, token, flow, sort } = wanted;
    const said = {
      method,
      panel,
      layer: layer && Number(layer) - 1,
      tokens: token && [Number(token)],
      relativeFlow: flow && flow === 'relative',
      sort,
    };
    for (const [key, value] of Object.entries(said)) if (value !== undefined) assert.deepEqual(shown[key], value, `${link}: ${key}`);
    assert.deepEqual(page.faults, [], link);
  }
});

test('a link that does not fit is said, so the test above can fail', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=trophy-big&layer=7' });
  assert.match((await state(page)).messages[0].finding, /layer=7/);
});
