// SPDX-License-Identifier: MIT
// @ts-check
// The introduction for first-time visitors, a line below the figure, which shrinks to fit it. It explains the figure and the next step. For
// visitors who follow a link, it explains the page. A click closes it for good, and so does a change of document, model or lesson.

import { hasSamples } from '../base/parts.js';
import { tr } from '../base/language.js';
import { make } from '../base/elements.js';
import { endFirstVisit, isFirstVisit } from './first_visit.js';

const css = `
html[data-first] canvas { height: calc(100% - var(--first, 0px)); }
/* One thing at first: what else there is to do and to know comes with the second step. */
html[data-first='plain'] :is(.model .typing, .why .under-table label, .why .steps > :nth-child(n + 3), .model-view .choose) { display: none; }
.first { position: fixed; left: 0; right: var(--beside); bottom: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 6px 24px; align-items: center; padding: 12px 24px; background: var(--panel); border-top: 1px solid var(--rule); font-size: 14px; }
.first p { margin: 0; flex: 1 1 420px; }
.first div { display: flex; flex-wrap: wrap; gap: 6px 20px; align-items: center; }
.first button { color: var(--quantity); padding: 6px 0; }
.first .toy button { padding: 0; text-decoration: underline; color: inherit; }
.first .toy { color: var(--muted); }
.first .what { order: -1; flex-basis: 100%; }
.first button.primary { background: var(--ink); color: var(--ground); border-radius: 4px; padding: 8px 16px; font-weight: 600; }
@media (max-width: 560px) { .first { font-size: 13px; padding: 8px 16px; } .first p { flex-basis: 100%; } .first .toy { display: none; } }
@media (max-height: 480px) and (min-width: 561px) { .first .toy { display: none; } .first, .first div { flex-wrap: nowrap; } .first { padding: 0 16px; } .first p { flex: 1 1 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } .first button { min-height: 40px; } }
@media (pointer: coarse) { .first button { min-height: 40px; } }
`;

/** @param {string} id @param {string} textContent @param {() => void} onclick */
const button = (id, textContent, onclick, className = '') => make('button', { 'data-id': `first/${id}`, textContent, onclick, className });

/** Explains toy models on demand. */
function aboutToy() {
  const what = make('p', {
    className: 'what',
    hidden: true,
    textContent: tr(
      'A small toy model, trained for this page on template sentences. It shows how the methods work, not how large models behave.',
    ),
  });
  const toy = button('toy', tr('toy model'), () => {
    what.hidden = !what.hidden;
    toy.setAttribute('aria-expanded', String(!what.hidden));
  });
  toy.setAttribute('aria-expanded', 'false');
  return { toy, what };
}

/** @param {import('../headwaters.d.ts').Headwaters} surface @param {boolean} isPlain the page's default data; false for a link */
export function showFirstMinute(surface, isPlain) {
  const { document: open, lesson, prompt: first } = surface.state;
  if (!open && isFirstVisit()) {
    // On a slow network the first picture is still loading.
    const later = () => {
      surface.off('open', later);
      showFirstMinute(surface, isPlain);
    };
    surface.on('open', later);
    return;
  }
  if (!isFirstVisit() || !open || lesson || document.querySelector('.first, .file-line, .lesson, dialog[open]')) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const end = () => {
    endFirstVisit();
    for (const name of ends) surface.off(name, gone);
    watch.disconnect();
    if (strip.contains(document.activeElement)) document.getElementById('canvas')?.focus({ preventScroll: true });
    strip.remove();
    document.documentElement.removeAttribute('data-first');
  };
  // After a change of document, model or lesson, the introduction no longer fits.
  const gone = () => {
    const { document: now, lesson: begun, prompt } = surface.state;
    if (begun || prompt !== first || now?.name !== open.name) end();
  };
  const ends = /** @type {const} */ (['open', 'change']);
  for (const name of ends) surface.on(name, gone);
  const type = async () => {
    end();
    if (open.form !== 'model') await surface.open({ model: 'agreement' });
    const field = /** @type {HTMLTextAreaElement | null} */ (document.getElementById('prompt'));
    field?.focus();
    field?.select();
  };
  const { toy, what } = aboutToy();
  const isModel = isPlain && open.form === 'model';
  const strip = make(
    'section',
    { className: 'first', 'aria-label': tr('About this page') },
    isModel
      ? make(
          'p',
          {},
          make('strong', { textContent: tr('A small model fills the gap with “are”.') }),
          ` ${tr('The longer a word’s first bar, the more the model needs it. Your text stays here.')} `,
          make('span', { className: 'toy' }, toy),
        )
      : make('p', { textContent: tr('This page shows which words a language model’s answer needs, layer by layer.') }),
    what,
    make(
      'div',
      {},
      ...(hasSamples() ? [button('sentence', tr('Type a sentence'), () => void type().catch(() => {}))] : []),
      button('end', tr('Got it'), end, 'primary'),
    ),
  );
  const watch = new ResizeObserver(() => document.documentElement.style.setProperty('--first', `${strip.offsetHeight}px`));
  document.getElementById('mirror')?.before(strip);
  document.documentElement.setAttribute('data-first', isModel ? 'plain' : '');
  watch.observe(strip);
}
