// SPDX-License-Identifier: MIT
// Real models that a site hosts next to the page, opened in it by name. Nightly only, with HEADWATERS_HOSTED as the folder of a site made
// by tools/build --with-model. Without it the tests report that they are skipped.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';

import { serve } from '../../../tools/serve.mjs';
import { test } from '../engine.mjs';
import { Stage, until } from '../harness.mjs';

const folder = process.env.HEADWATERS_HOSTED ?? '';
const options = folder ? {} : { skip: 'HEADWATERS_HOSTED names no site with models' };
const stage = Stage.forFile();
/** @type {Awaited<ReturnType<typeof serve>>} */
let hosted;
before(async () => {
  if (folder) hosted = await serve({ folder });
});
after(() => hosted?.close());

for (const [id, about, answers] of /** @type {[string, RegExp, RegExp | null][]} */ ([
  ['minilm', /MiniLM/, null],
  ['smollm2', /SmolLM2/, / Paris/],
])) {
  test(`${id} opens by its name, after its size was said, and runs a text`, options, async () => {
    const prompt = 'The capital of France is';
    const page = await stage.open({ url: hosted.url, fragment: `v=1&model=${id}&prompt=${encodeURIComponent(prompt)}`, ready: false });
    await page.waitForSelector('dialog button.primary');
    const said = await page.textContent('dialog[open]');
    assert.match(said, about);
    assert.match(said, /9\d MB will be downloaded/);
    await page.click('dialog[open] button.primary');
    await until(page, (wanted) => window.headwaters?.prompt === wanted && window.headwaters.idle, prompt);
    const { tokens, layers } = await page.evaluate(() => window.headwaters.state.document);
    assert.equal(layers, id === 'minilm' ? 6 : 30);
    assert.ok(tokens.join(' ').toLowerCase().includes('france'));
    if (answers) {
      const words = await page.evaluate(() =>
        [...document.querySelectorAll('.answer-line .answer-text')].map(({ textContent }) => ` ${textContent.trim()}`),
      );
      assert.match(words.slice(0, 3).join(), answers);
    }
    assert.deepEqual(page.faults, []);
    assert.deepEqual(await page.evaluate(() => window.violations), []);
  });
}
