// SPDX-License-Identifier: MIT
// @ts-check
// One colour per method for all charts that scripts draw. Equal to src/core/report/ranked_colours.h, which explains the choice (a test
// compares them), plus one for gradients, which only Experiment ranks by.

import { adopt } from '../base/adopted_style.js';
import { tr } from '../base/language.js';

/** @type {Record<string, {light: string, dark: string, dash: string}>} by the names of methods in files */
export const methodColours = {
  raw: { light: '#666b71', dark: '#949aa1', dash: '2 2' },
  rollout: { light: '#135c96', dark: '#5ba4d6', dash: '7 3' },
  flow: { light: '#1b1d20', dark: '#e9e7e2', dash: 'none' },
  'gradient-rollout': { light: '#00705c', dark: '#4fc3a1', dash: '9 3 2 3' },
  relevance: { light: '#7a3e9d', dark: '#c79be8', dash: '4 2' },
  'grad-sam': { light: '#a3196b', dark: '#f08cc0', dash: '1 3' },
  joint: { light: '#8a6100', dark: '#d9b44a', dash: '12 3' },
  contributions: { light: '#4d6b00', dark: '#a9c95a', dash: '5 2 1 2' },
  gradients: { light: '#00708c', dark: '#4cbfdd', dash: '8 2' },
};

const names = Object.keys(methodColours);

/** Variables of CSS, such as "method-flow", with their colours on white paper. @returns {Record<string, string>} */
export const onPaper = () => Object.fromEntries(names.map((name) => [`method-${name}`, methodColours[name].light]));

/**
 * The CSS class of a method's marks. An unknown method is drawn in the text colour.
 * @param {string} method from a file, so it may be any text
 */
export const classOf = (method) => (Object.hasOwn(methodColours, method) ? `of-${method}` : 'of-other');

/**
 * The method's name in the page's tables and figures (src/core/report/ranked_rows.h).
 * @param {string} method from a file, so it may be any text
 */
export const methodName = (method) =>
  new Map([
    ['raw', tr('raw')],
    ['rollout', tr('rollout')],
    ['flow', tr('flow')],
    ['gradient-rollout', tr('gradient rollout')],
    ['relevance', tr('relevance')],
    ['grad-sam', tr('Grad-SAM')],
    ['joint', tr('joint')],
    ['contributions', tr('contributions')],
  ]).get(method) ?? method;

/** @param {'light' | 'dark'} ground */
const variables = (ground) => names.map((name) => `--method-${name}: ${methodColours[name][ground]};`).join(' ');

const css = `
:root { ${variables('light')} }
@media (prefers-color-scheme: dark) { :root:where(:not([data-theme])) { ${variables('dark')} } }
:root:where([data-theme='dark']) { ${variables('dark')} }
${names.map((name) => `.of-${name} { --own: var(--method-${name}); --dash: ${methodColours[name].dash}; }`).join('\n')}
.of-other { --own: var(--ink); --dash: none; }
`;

/** Defines the classes' colours `--own`, and `--dash` to distinguish lines in grey too. */
export const adoptMethodColours = () => adopt(css);
