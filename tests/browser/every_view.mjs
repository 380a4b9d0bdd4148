// SPDX-License-Identifier: MIT
// Every view, one after the other.
import { idle } from './harness.mjs';
import { textPanels } from './panels.mjs';

/** Samples that together have every view, and the views of each. @type {[string, string[]][]} */
export const everyView = [
  ['agreement-keys', textPanels],
  ['digit-4', ['overview', 'image', 'matrix', 'compare']],
];

/** @param {import('playwright-core').Page} page @param {string} panel */
export const show = async (page, panel) => {
  // Graph traces no flow.
  await page.evaluate((view) => window.headwaters.setState({ panel: view, ...(view === 'graph' ? { method: 'rollout' } : {}) }), panel);
  await idle(page);
};
