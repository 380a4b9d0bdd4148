// SPDX-License-Identifier: MIT
// @ts-check
// Figures that the page (tests/browser/files/figure_program.test.mjs) and the command line (tests/cli/figure.test.mjs) both have to draw,
// byte for byte, as tests/data/figures/NAME.svg. HEADWATERS_FIGURES=write makes the command line's test write them anew. Look at each.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { panelNames } from './browser/panels.mjs';

export const figureFolder = fileURLToPath(new URL('data/figures', import.meta.url));

/** @type {{name: string, sample: string, view: string, fields: string}[]} samples and fields of a link */
const chosen = [
  { name: 'bars', sample: 'agreement-keys', view: 'bars', fields: 'method=rollout&layer=6&token=0' },
  { name: 'bars-spans', sample: 'use-negation', view: 'bars', fields: 'method=rollout&layer=2&spans=3,4&sort=score' },
  { name: 'matrix', sample: 'agreement-keys', view: 'matrix', fields: 'method=raw&layer=3&token=0&fusion=max&colors=viridis' },
  { name: 'evolution', sample: 'negation', view: 'evolution', fields: 'method=flow&layer=4' },
  { name: 'multiples', sample: 'negation', view: 'multiples', fields: 'method=rollout&layer=4&residual=0.3' },
  { name: 'flow', sample: 'agreement-keys', view: 'flow', fields: 'layer=6&token=0&sink=2&flow=raw' },
  { name: 'heads', sample: 'date-slash', view: 'heads', fields: 'layer=2&side=encoder' },
  { name: 'compare', sample: 'agreement-keys', view: 'compare', fields: 'layer=6&compare=raw/rollout,discard:0.1/flow' },
  { name: 'image', sample: 'digit-4', view: 'image', fields: 'layer=4' },
  { name: 'faithfulness', sample: 'agreement-keys', view: 'faithfulness', fields: 'layer=6' },
  { name: 'graph', sample: 'agreement-keys', view: 'graph', fields: 'layer=6&token=0' },
  { name: 'cross', sample: 'date-slash', view: 'bars', fields: 'side=cross&method=raw&layer=1&token=mean' },
];
/** Panels without their own row. The overview consists of others. */
const others = panelNames.filter((name) => name !== 'overview' && !chosen.some(({ view }) => view === name));
export const figures = [...chosen, ...others.map((name) => ({ name, sample: 'agreement-keys', view: name, fields: 'layer=6&token=0' }))];

/** @param {string} name */
export const written = (name) => readFileSync(`${figureFolder}/${name}.svg`, 'utf8');
