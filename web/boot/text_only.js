// SPDX-License-Identifier: MIT
// @ts-check
// If nothing can be drawn, the text version becomes the page. It has all values of the figures, and every control, as elements.

import { adopt } from '../base/adopted_style.js';
import { make } from '../base/elements.js';
import { tr } from '../base/language.js';

const css = `
html[data-text] canvas { visibility: hidden; }
html[data-text] .mirror.mirror { inset: 0; width: auto; height: auto; padding: 24px max(24px, calc(50vw - 400px)); border: 0; overflow: auto; clip-path: none; }
html[data-text][data-lesson] .mirror.mirror { right: var(--lesson); padding: 24px; }
html[data-text][data-first] .mirror.mirror { bottom: var(--first, 0px); }
html[data-text] .mirror .back { display: none; }
.mirror .why { padding: 12px 16px; margin-bottom: 16px; background: var(--panel); border-left: 3px solid var(--selection); }
@media (max-width: 720px) and (orientation: portrait) { html[data-text][data-lesson] .mirror.mirror { right: 0; bottom: var(--sheet); } }
`;

const remedy = () =>
  tr(
    'Figures appear here as text and numbers, and Export saves them as pictures. To draw them, allow hardware acceleration and WebGL, or use a current browser.',
  );

const why = make('p', { className: 'why', role: 'status' });

/** @param {boolean} alone false if there is a picture again @param {string} finding why there is no picture */
export function show(alone, finding) {
  adopt(css);
  document.documentElement.toggleAttribute('data-text', alone);
  if (!alone) return why.remove();
  document.getElementById('mirror')?.prepend(why);
  why.textContent = `${finding} ${remedy()}`;
}
