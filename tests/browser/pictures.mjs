// SPDX-License-Identifier: MIT
// Views with a reference picture in pictures/, and a measure for the difference of two pictures.

import { engine } from './engine.mjs';
import { panelNames } from './panels.mjs';

/** Share of pixels that may differ visibly. Another version of the browser smooths letters differently, another engine more so. */
export const tolerated = { chromium: 0.015, firefox: 0.03, webkit: 0.04 }[engine];

export const keys = 'v=1&sample=agreement-keys';
/** @typedef {{name: string, fragment: string, says: string, size?: [number, number], context?: import('playwright-core').BrowserContextOptions}} Picture */

/** @type {Picture[]} */
const chosen = [
  { name: 'overview', fragment: `${keys}&layer=6`, says: 'bars, matrices and evolution after the last layer' },
  { name: 'overview-dark', fragment: `${keys}&layer=3`, context: { colorScheme: 'dark' }, says: 'the same in the dark, half way' },
  {
    name: 'panes',
    fragment: `${keys}&layer=6&panes=flow,bars/matrix,heads&dividers=0.55,0.5,0.4`,
    says: 'four views side by side, their dividers moved',
  },
  { name: 'phone', fragment: `${keys}&layer=6`, size: [390, 844], says: 'one column on a phone' },
  { name: 'flow', fragment: `${keys}&layer=6&method=flow&panel=flow`, says: 'ribbons with the minimum cut marked' },
  { name: 'graph', fragment: `${keys}&layer=6&method=rollout&panel=graph`, says: 'rollout traced from one output' },
  { name: 'explain', fragment: `${keys}&layer=6&method=rollout&token=0&sink=4&panel=explain`, says: 'a rollout as row times column' },
  { name: 'explain-flow', fragment: `${keys}&layer=3&method=flow&token=0&sink=4&panel=explain&paths=2`, says: 'the second path of a flow' },
  { name: 'graph-lines', fragment: `${keys}&layer=2&method=raw&panel=graph&graph=lines`, says: 'the weights of every head as lines' },
  { name: 'heads', fragment: `${keys}&panel=heads`, says: 'a thumbnail for every head' },
  { name: 'matrix', fragment: `${keys}&layer=2&panel=matrix&colors=viridis`, says: 'two large matrices in viridis' },
  { name: 'evolution', fragment: `${keys}&layer=4&panel=evolution`, says: 'layers by tokens above a matrix for each layer' },
  { name: 'compare', fragment: `${keys}&layer=6&panel=compare&difference=1,2`, says: 'three columns, a difference and rank correlations' },
  {
    name: 'bars',
    fragment: `${keys}&layer=5&panel=bars&sort=score`,
    says: 'bars in the order of their values, the layer before as outlines',
  },
  {
    name: 'compare-matrices',
    fragment: `${keys}&layer=6&panel=compare&compare=raw/rollout&compare-as=matrices`,
    says: 'two matrices and their difference',
  },
  { name: 'image', fragment: 'v=1&sample=digit-4&layer=4&panel=image', says: 'patches over a digit' },
  { name: 'faithfulness', fragment: `${keys}&layer=6&panel=faithfulness`, says: 'curves and a table against the scores' },
];
/** Panels without their own row. */
const others = panelNames.filter((panel) => !chosen.some(({ name }) => name === panel));
/** @type {Picture[]} */
export const pictures = [
  ...chosen,
  ...others.map((panel) => ({ name: panel, fragment: `${keys}&layer=6&panel=${panel}`, says: `the view ${panel}` })),
];

/** Share of pixels that differ by more than 40 of 255 in a channel, or 1 if the sizes differ. */
export const difference = (page, first, second) =>
  page.evaluate(
    async (both) => {
      const [a, b] = await Promise.all(both.map(window.pixelsOf));
      if (a.width !== b.width || a.height !== b.height) return 1;
      let different = 0;
      for (let i = 0; i < a.data.length; i += 4) {
        const far = [0, 1, 2].some((c) => Math.abs(a.data[i + c] - b.data[i + c]) > 40);
        if (far) different += 1;
      }
      return different / (a.data.length / 4);
    },
    [first.toString('base64'), second.toString('base64')],
  );
