// SPDX-License-Identifier: MIT
// Low and small windows: a phone held sideways, a frame in an article. In each, every view draws its figure, and nothing
// lies on anything else; scrolling.test.mjs reaches what does not fit.
import assert from 'node:assert/strict';

import { clickTarget, collisions, layout, middleOf, overlap, partOf } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { everyView, show } from '../every_view.mjs';
import { drop, idle, openedAs, Stage, state, still } from '../harness.mjs';
import { textPanels } from '../panels.mjs';

const stage = Stage.forFile();
/** Five more, light and dark, are drawn without a browser (tests/view/every_panel_test.cpp). */
const sizes = [[640, 400], [960, 400], [320, 480], [390, 844], [1280, 620]];
const isLow = ([, height]) => height < 560;

/** What holds all of these. */
function around(parts) {
  const [x, y] = [Math.min(...parts.map((part) => part.x)), Math.min(...parts.map((part) => part.y))];
  return { x, y, width: Math.max(...parts.map((part) => part.x + part.width)) - x, height: Math.max(...parts.map((part) => part.y + part.height)) - y };
}

/** Share of the pixels in a part of the canvas that differ from the page's ground. */
async function inkIn(page, { x, y, width, height }) {
  const png = await page.screenshot({ clip: { x, y, width, height } });
  return page.evaluate(async (base64) => {
    const { data } = await window.pixelsOf(base64);
    const ground = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
    let ink = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (Math.abs(data[i] - ground[0]) + Math.abs(data[i + 1] - ground[1]) + Math.abs(data[i + 2] - ground[2]) > 24) ink += 1;
    }
    return ink / (data.length / 4);
  }, png.toString('base64'));
}

for (const size of sizes) {
  test(`at ${size.join(' x ')} every view draws its figure, and nothing lies on anything else`, { timeout: 240_000 }, async () => {
    for (const [sample, views] of everyView) {
      const page = await stage.openStill({ fragment: `v=1&sample=${sample}&layer=4`, size });
      await page.mouse.move(1, 1);
      for (const view of views) {
        await show(page, view);
        const where = `${view} of ${sample}`;
        const parts = await layout(page);
        assert.deepEqual(collisions(parts), [], where);
        const texts = parts.filter(({ kind }) => kind === 'text');
        for (const part of texts) assert.ok(part.x >= -1 && part.x + part.width <= size[0] + 1, `${where}: "${part.name}" ends at ${part.x + part.width}`);
        if (size[0] < 500 && !isLow(size)) continue; // a phone held upright scrolls to its figure
        const figure = around(parts.filter(({ kind }) => kind === 'figure'));
        assert.ok(figure.height >= 90 && figure.width >= 100, `${where}: the figure is ${figure.width} x ${figure.height}`);
        const ink = await inkIn(page, figure);
        assert.ok(ink > 0.02, `${where}: ${ink} of the figure is drawn`);
      }
      assert.deepEqual(page.faults, []);
      await page.context().close();
    }
  });
}

test('on a narrow screen titles are whole, and four columns with a difference have all their numbers', { timeout: 120_000 }, async () => {
  for (const size of [[320, 480], [320, 568], [390, 844]]) {
    const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=4', size });
    await page.mouse.move(1, 1);
    for (const view of textPanels) {
      await show(page, view);
      const cut = (await layout(page)).filter(({ kind, name }) => kind === 'text' && /^(Where|Maximum|How|Rollout|Raw|Heads|Flow) .*…$/.test(name));
      assert.deepEqual(cut.map(({ name }) => name), [], `${view} at ${size}`);
    }
    await page.evaluate(() => {
      location.hash = 'v=1&sample=agreement-keys&layer=4&panel=compare&compare=raw/rollout/flow/rollout,residual:0.3&difference=1,2';
    });
    await page.waitForFunction(() => window.headwaters.state.compare.length === 4);
    await idle(page);
    // Down to the first token's numbers: one for each column, and the difference with its sign.
    const numbers = async () => (await layout(page)).filter(({ kind, name }) => kind === 'text' && /^[+−]?0\.\d{3,}$/.test(name));
    await page.mouse.move(size[0] / 2, size[1] / 2);
    const signed = (all) => all.filter(({ name }) => /^[+−]/.test(name));
    const isThere = (all) => all.length >= 10 && signed(all).length >= 2;
    for (let i = 0; i < 8 && !isThere(await numbers()); ++i) {
      await page.mouse.wheel(0, 120);
      await idle(page);
    }
    await page.mouse.move(1, 1);
    await idle(page);
    const parts = await layout(page);
    assert.deepEqual(collisions(parts), [], `${size}`);
    const told = await numbers();
    assert.ok(isThere(told), `${size}: ${told.map(({ name }) => name)}`);
    for (const name of ['Raw', 'Rollout 2', 'Flow', 'Rollout 4']) assert.ok(parts.some((part) => part.name === name), `${size}: ${name} is named`);
    await page.evaluate(() => window.headwaters.setState({ compareAs: 'matrices' }));
    await idle(page);
    const cells = (await layout(page)).filter(({ kind, name }) => kind === 'figure' && name === 'cells');
    for (const { width } of cells) assert.ok(width >= 60, `${size}: a matrix is ${width} wide`);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('on a phone held sideways a matrix has the height, and its words stand beside it', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6&panel=matrix', size: [844, 390] });
  await page.mouse.move(1, 1);
  await idle(page);
  const parts = await layout(page);
  const cells = parts.filter(({ kind, name }) => kind === 'figure' && name === 'cells');
  assert.equal(cells.length, 2);
  for (const part of cells) {
    assert.ok(part.height >= 170 && part.width >= 170, `${part.width} x ${part.height}`);
    const title = parts.find(({ kind, name, x }) => kind === 'text' && /^(Raw|Rollout)/.test(name) && x > part.x + part.width - 1);
    assert.ok(title, 'its title stands at its right');
  }
  assert.deepEqual(collisions(parts), []);
  // A pointed cell is read there too.
  await page.mouse.move(...middleOf(cells[1]));
  await idle(page);
  assert.ok((await layout(page)).some(({ kind, name }) => kind === 'text' && /^0\.\d{6,}$/.test(name)));
  assert.deepEqual(page.faults, []);
});

test('a sender’s title stands above the figure of a phone held sideways, whole or cut, and takes no more than its line', async () => {
  for (const size of [[844, 390], [640, 400], [320, 480]]) {
    for (const title of ['', 'The verb looks at its subject', 'A title as long as somebody may make it, which no phone has the room for '.repeat(3)]) {
      const page = await stage.openStill({ fragment: `v=1&sample=agreement-keys&layer=6&panel=bars&title=${encodeURIComponent(title)}`, size });
      const parts = await layout(page);
      assert.deepEqual(collisions(parts), []);
      const figure = around(parts.filter(({ kind }) => kind === 'figure'));
      const first = parts.find(({ kind, name, y }) => kind === 'text' && y < figure.y && name.startsWith(title.slice(0, 20)) && title !== '');
      assert.equal(Boolean(first), title !== '', `${size}: "${title.slice(0, 20)}"`);
      if (first) assert.ok(first.x >= 0 && first.x + first.width <= size[0], `${size}`);
      assert.ok(figure.height >= 90, `${size}: ${figure.height}`);
      assert.deepEqual(page.faults, []);
    }
  }
});

test('in a low window settings are a sheet that leaves the figure in sight', { timeout: 120_000 }, async () => {
  for (const size of [[844, 390], [640, 400], [320, 480]]) {
    const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6&panel=matrix', size });
    assert.ok(!(await layout(page)).some(({ name }) => name === 'METHOD' || name === 'residual'));
    await clickTarget(page, 'settings');
    const parts = await layout(page);
    assert.deepEqual(collisions(parts), [], `${size}`);
    const sheet = parts.find(({ kind }) => kind === 'cover');
    const cells = parts.filter(({ kind, name }) => kind === 'figure' && name === 'cells');
    assert.ok(cells.some((part) => part.height >= 60 && overlap(part, sheet) === 0), `${size}: the figure is in sight`);
    // All of the settings: the last of them by wheel.
    await page.mouse.move(...middleOf(sheet));
    for (let i = 0; i < 12; ++i) await page.mouse.wheel(0, 100);
    await idle(page);
    await clickTarget(page, 'viridis');
    assert.equal((await state(page)).colors, 'viridis');
    await page.keyboard.press('Escape');
    await idle(page);
    assert.ok(!(await layout(page)).some(({ kind }) => kind === 'cover'), 'Escape closes it');
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('on every small screen everything that can be done with the page is in reach', { timeout: 120_000 }, async () => {
  const dialogs = { open: 'Open a file or a model', samples: 'Samples', share: 'Share this view', export: 'Export', help: 'Help' };
  for (const size of [[844, 390], [320, 480], [390, 844], [320, 568]]) {
    const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6', size });
    for (const [target, title] of Object.entries(dialogs)) {
      if (!(await layout(page)).some(({ kind, name }) => kind === 'target' && name === target)) await clickTarget(page, 'menu');
      await clickTarget(page, target);
      await page.getByRole('dialog', { name: title }).waitFor({ timeout: 5000 });
      const fits = () => {
        const dialog = document.querySelector('dialog[open]');
        const { left, top, right, bottom } = dialog.getBoundingClientRect();
        return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && dialog.scrollWidth <= dialog.clientWidth;
      };
      await page.waitForFunction(fits, null, { timeout: 5000 }).catch(() => assert.fail(`${title} does not fit ${size}`));
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await idle(page);
    }
    // Every view as well.
    for (const name of ['Heads', 'Compare', 'Flow']) {
      if (!(await layout(page)).some(({ kind, name: target }) => kind === 'target' && target === name)) await clickTarget(page, 'view');
      await clickTarget(page, name);
      assert.equal((await state(page)).panel, name.toLowerCase());
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('menus in a low window stand within it, and scroll', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6&discard=0.3', size: [844, 390] });
  await clickTarget(page, 'settings');
  for (const menu of [0, 1]) {
    const rows = (await layout(page)).filter(({ kind, name }) => kind === 'target' && name === 'row').filter(({ x }) => x > 500);
    await page.mouse.click(...middleOf(rows[menu]));
    await idle(page);
    const cover = (await layout(page)).filter(({ kind }) => kind === 'cover').at(-1);
    assert.notEqual(cover.name, 'settings');
    assert.ok(cover.y >= 0 && cover.y + cover.height <= 390, `${cover.name} from ${cover.y} to ${cover.y + cover.height}`);
    await page.keyboard.press('Escape');
    await idle(page);
    assert.ok(await partOf(page, 'target', 'residual'), 'the sheet stays');
  }
});

test('what a finger is meant to hit is at least 40 pixels high', async () => {
  const words = /^(open|samples|share|menu|play|speed|loop|settings|view|Overview|Bars|Matrix|Evolution|Flow|Heads|Compare|Raw|Rollout|chip|about|residual|discard-ratio|start|one|mean|max|position|score|blues|viridis|cividis)$/;
  for (const [size, toOpen] of [[[390, 844], []], [[844, 390], ['settings']], [[844, 390], ['menu']]]) {
    const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6&panel=matrix', size, context: { hasTouch: true, isMobile: true } });
    for (const target of toOpen) await clickTarget(page, target);
    const targets = (await layout(page)).filter(({ kind, name }) => kind === 'target' && words.test(name));
    assert.ok(targets.length > 10);
    // What scrolls may be cut at the window's end.
    const whole = targets.filter(({ y, height }) => y > 45 && y + height < size[1] - 60);
    for (const { name, width, height } of whole) {
      assert.ok(height >= 39 && width >= (name === 'chip' ? 24 : 39), `${name} is ${width} x ${height} at ${size}`);
    }
    await page.context().close();
  }
});

for (const [width, height] of [[320, 640], [390, 844]]) {
  test(`at ${width} x ${height} the line on position and long titles are whole, on as many lines as they take`, async () => {
    const page = await stage.openStill({ size: [width, height] });
    const row = (q) => Array.from({ length: 4 }, (_, k) => (k <= q ? 1 / (q + 1) : 0));
    const matrix = [0, 1, 2, 3].map(row);
    const file = { tokens: ['In', 'the', 'beginning', 'was'], attentions: [[matrix], [matrix]], gradients: [[matrix], [matrix]] };
    await drop(page, 'causal.json', Buffer.from(JSON.stringify(file)));
    await openedAs(page, 'causal.json');
    await still(page);
    const words = async () => (await layout(page)).filter(({ kind }) => kind === 'text').map(({ name }) => name).join(' ').replace(/\s+/g, ' ');
    for (const panel of ['overview', 'bars']) {
      await page.evaluate((view) => window.headwaters.setState({ panel: view, method: 'rollout' }), panel);
      await idle(page);
      assert.ok((await words()).includes('In a causal model early tokens win by position alone.'), await words());
      await partOf(page, 'target', 'position');
      await page.evaluate(() => window.headwaters.setState({ method: 'gradient-rollout', tokens: [2] }));
      await idle(page);
      assert.ok((await words()).includes('What the answer at “beginning” owes to each token'), await words());
    }
    assert.deepEqual(collisions(await layout(page)), []);
    assert.deepEqual(page.faults, []);
  });
}
