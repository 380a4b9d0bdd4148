// SPDX-License-Identifier: MIT
// axe-core's rules for WCAG 2.2, levels A and AA, over every view and every dialog, light and dark.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { engine, note, test } from '../engine.mjs';
import { byId, drop, idle, opened, openedAs, readData, Stage, state, still, wholeDialog } from '../harness.mjs';
import { textPanels } from '../panels.mjs';

const stage = Stage.forFile();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const open = async (colorScheme, fragment = '') => {
  const page = await stage.openStill({ fragment, context: { colorScheme } });
  await page.evaluate(axe);
  return page;
};

/** The violations on the page in each of the schemes, one per line. @param {string[]} inSchemes the first is that of the page */
async function violations(page, inSchemes, where) {
  const lines = [];
  for (const scheme of inSchemes) {
    if (inSchemes.length > 1) {
      await page.emulateMedia({ colorScheme: scheme });
      await idle(page);
    }
    const found = await page.evaluate(
      (only) => window.axe.run(document, { runOnly: only, resultTypes: ['violations'] }).then((result) => result.violations),
      tags,
    );
    note({ axe: `${where}, ${scheme}`, count: found.length });
    for (const { id, help, nodes } of found)
      lines.push(...nodes.map(({ target, failureSummary }) => `${where}, ${scheme}: ${id} (${help}) at ${target}: ${failureSummary}`));
  }
  if (inSchemes.length > 1) await page.emulateMedia({ colorScheme: inSchemes[0] });
  return lines;
}

const show = async (page, panel) => {
  await page.evaluate((name) => window.headwaters.setState({ panel: name }), panel);
  await idle(page);
  await page.focus('#mirror'); // now the text version is visible
};

const views = {
  'v=1&sample=agreement-keys': textPanels,
  'v=1&sample=digit-4': ['image'],
  'v=1&sample=date-gradients': ['overview', 'matrix'],
};

/** Both schemes are tested in one page, which follows the system. WebKit's driver cannot change the scheme while a page is open. */
for (const schemes of engine === 'webkit' ? [['light'], ['dark']] : [['light', 'dark']]) {
  test(`no view breaks a rule of WCAG 2.2 AA, ${schemes.join(' and ')}`, async () => {
    const wrong = [];
    for (const [fragment, panels] of Object.entries(views)) {
      const page = await open(schemes[0], fragment);
      for (const panel of panels) {
        await show(page, panel);
        assert.equal((await state(page)).panel, panel);
        wrong.push(...(await violations(page, schemes, `${panel} of ${fragment}`)));
      }
      assert.deepEqual(page.faults, []);
      await page.context().close();
    }
    assert.deepEqual(wrong, []);
  });

  test(`no dialog does, ${schemes.join(' and ')}`, async () => {
    const page = await open(schemes[0]);
    await drop(page, 'six.json', readData('references/agreement/agreement_6.json'));
    await openedAs(page, 'six.json');
    await page.evaluate(() => window.headwaters.setState({ panel: 'overview' }));
    await still(page);
    const wrong = [];
    for (const name of ['open', 'samples', 'share', 'export', 'commands', 'help', 'examples', 'check', 'about-overview']) {
      const button = byId(page, name);
      assert.equal(await button.count(), 1, name);
      await button.focus();
      await page.keyboard.press('Enter');
      const dialog = await wholeDialog(page);
      wrong.push(...(await violations(page, schemes, `dialog ${name}`)));
      if (name === 'check') {
        await byId(dialog, 'check/tokens').click();
        wrong.push(...(await violations(page, schemes, 'dialog tokens')));
      }
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    assert.deepEqual(wrong, []);
  });

  test(`nor does the page with messages, with many tokens, or on a phone, ${schemes.join(' and ')}`, async () => {
    const wrong = [];
    const page = await open(schemes[0]);
    await drop(page, 'no.json', Buffer.from('{"attentions": [[[true]]]}'));
    await page.waitForFunction(() => window.headwaters.state.messages.length > 0);
    await page.focus('#mirror');
    wrong.push(...(await violations(page, schemes, 'messages')));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.focus('#mirror');
    wrong.push(...(await violations(page, schemes, 'phone')));
    await page.evaluate(() => {
      const count = 160;
      const row = Array.from({ length: count }, () => 1 / count);
      return window.headwaters.open({ attentions: [[Array.from({ length: count }, () => row)]] }, { name: 'many' });
    });
    await opened(page);
    await still(page);
    await page.focus('#mirror');
    wrong.push(...(await violations(page, schemes, 'many tokens')));
    assert.deepEqual(wrong, []);
  });
}
