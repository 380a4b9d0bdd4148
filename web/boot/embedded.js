// SPDX-License-Identifier: MIT
// @ts-check
// Options from the embedding page, in the address before the fragment: ?mode=embed&theme=dark&background=transparent.

import { make } from '../base/elements.js';
import { programAddress } from '../base/parts.js';
import { chosenTheme, showTheme } from './theme.js';
import { tr } from '../base/language.js';

const asked = new URLSearchParams(location.search);
const theme = asked.get('theme');

/** @type {{embedded: boolean, theme: 'light' | 'dark' | ''}} embedded: only figure and timeline. theme: overrides the system's. */
export const embedOptions = { embedded: asked.get('mode') === 'embed', theme: theme === 'light' || theme === 'dark' ? theme : '' };

// Read by the style sheet and by the program's window (src/platform/page/window.cpp).
if (embedOptions.embedded && asked.get('background') === 'transparent') document.documentElement.dataset.background = 'transparent';

// An embedding page decides the theme for canvas and page.
showTheme(embedOptions.theme || (embedOptions.embedded ? '' : chosenTheme()));

/** The link to the whole page, next to the line that describes the view. @param {() => string} fragment */
export function showWhole(fragment) {
  const link = make('a', {
    className: 'full-link',
    target: '_blank',
    rel: 'noopener',
    textContent: 'Headwaters ↗',
    title: tr('Open this view on its own page'),
  });
  const point = () => {
    link.href = `${programAddress()}#${fragment()}`;
  };
  for (const event of ['pointerenter', 'pointerdown', 'focus']) link.addEventListener(event, point);
  point();
  document.body.append(link);
}
