// SPDX-License-Identifier: MIT
// @ts-check
// Options from the page that embeds this one, in the address before the fragment: ?mode=embed&theme=dark&background=transparent.

import { make } from '../base/elements.js';
import { programAddress } from '../base/parts.js';
import { chosenTheme, showTheme } from './theme.js';
import { tr } from '../base/words.js';

const asked = new URLSearchParams(location.search);
const theme = asked.get('theme');

/** @type {{embedded: boolean, theme: 'light' | 'dark' | ''}} figure and timeline alone; colours whatever the system says */
export const wish = { embedded: asked.get('mode') === 'embed', theme: theme === 'light' || theme === 'dark' ? theme : '' };

// The style and the program's window (src/platform/page/window.cpp) read it.
if (wish.embedded && asked.get('background') === 'transparent') document.documentElement.dataset.background = 'transparent';

// A page that embeds this one chooses for both.
showTheme(wish.theme || (wish.embedded ? '' : chosenTheme()));

/** The link to the whole page, which stands beside the line that says what is shown. @param {() => string} fragment */
export function showWhole(fragment) {
  const link = make('a', {
    className: 'whole',
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
