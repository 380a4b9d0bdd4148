// SPDX-License-Identifier: MIT
// @ts-check
// The introduction for first-time visitors who do not come by a link: what this is, what is shown, how to run a model
// and open a file. A click closes it for good, and so does whatever else comes in place of the sample that it tells of.
// It is below the figure, which makes room for it.

import { oneFile } from '../boot/parts.js';
import { tr } from '../boot/words.js';
import { around, make } from '../mirror/elements.js';
import { endFirstVisit, isFirstVisit } from './first_visit.js';

const css = `
html[data-first] canvas { height: calc(100% - var(--first, 0px)); }
.first { position: fixed; left: 0; right: 0; bottom: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 6px 24px; align-items: center; padding: 12px 24px; background: var(--panel); border-top: 1px solid var(--rule); font-size: 14px; }
.first p { margin: 0; flex: 1 1 420px; }
.first div { display: flex; flex-wrap: wrap; gap: 6px 20px; align-items: center; }
.first button { color: var(--quantity); padding: 6px 0; }
.first p button { padding: 0; text-decoration: underline; }
.first .what { order: -1; flex-basis: 100%; }
.first button.primary { background: var(--ink); color: var(--ground); border-radius: 4px; padding: 8px 16px; font-weight: 600; }
@media (max-width: 560px) { .first { font-size: 13px; padding: 8px 16px; } .first p { flex-basis: 100%; } }
@media (max-width: 560px) and (max-height: 640px) { .first { padding-top: 6px; row-gap: 0; } .first .toy { display: none; } .first .methods { position: absolute; overflow: hidden; width: 1px; height: 1px; clip-path: inset(50%); } }
@media (max-height: 480px) and (min-width: 561px) { .first .toy { display: none; } .first, .first div { flex-wrap: nowrap; } .first { padding: 0 16px; } .first p { flex: 1 1 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } .first button { min-height: 40px; } }
@media (pointer: coarse) { .first button { min-height: 40px; } }
`;

/** @param {import('../headwaters.d.ts').Headwaters} surface @param {(name: string) => void} showDialog */
export function showFirstMinute(surface, showDialog) {
  const { document: open, lesson } = surface.state;
  if (!open && isFirstVisit()) {
    // A slow line: the sample is still on its way.
    const later = () => (surface.off('open', later), showFirstMinute(surface, showDialog));
    surface.on('open', later);
    return;
  }
  if (!isFirstVisit() || !open || lesson || document.querySelector('.first, .lesson, dialog[open]')) return;
  const title = tr(open.title || open.name); // a sample's title comes with the page, in its language
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
  // Another document, a model, a lesson: what the introduction says is not what is seen any more.
  const gone = () => {
    const { document: now, lesson: begun, prompt } = surface.state;
    if (begun || prompt !== null || now?.name !== open.name) end();
  };
  const ends = /** @type {const} */ (['open', 'change']);
  for (const name of ends) surface.on(name, gone);
  const button = (/** @type {string} */ id, /** @type {string} */ textContent, /** @type {() => void} */ onclick, className = '') =>
    make('button', { 'data-id': `first/${id}`, textContent, onclick, className });
  const go = (/** @type {string} */ name) => () => (end(), showDialog(name));
  // What a toy is stands where the word does, one click away.
  const isToy = open.model.startsWith('toy ');
  const what = make('p', {
    className: 'what',
    hidden: true,
    textContent: tr(
      'A toy: a small model, trained for this page on sentences made from templates. It shows what the methods do, not what large models are like.',
    ),
  });
  const toy = button('toy', tr('toy'), () => {
    what.hidden = !what.hidden;
    toy.setAttribute('aria-expanded', String(!what.hidden));
  });
  toy.setAttribute('aria-expanded', 'false');
  const strip = make(
    'section',
    { className: 'first', 'aria-label': tr('What this is') },
    make(
      'p',
      {},
      make('strong', { textContent: `${tr('This page shows where a transformer’s answer could come from, layer by layer.')} ` }),
      make(
        'span',
        { className: 'methods' },
        `${tr('It opens with “{}”.', title)} `,
        ...around(
          tr(
            '{} follows attention through all layers by multiplying them; {} takes the layers as a network of pipes and asks how much can get through.',
          ),
          make('em', { textContent: tr('Rollout') }),
          make('em', { textContent: tr('attention flow') }),
        ),
        ' ',
      ),
      ...(isToy ? [make('span', { className: 'toy' }, ...around(tr('The model behind it is a {}.'), toy), ' ')] : []),
      `${oneFile() ? tr('Drop a file of your own anywhere: it never leaves your machine.') : tr('Type a sentence into a model that runs in this page, or drop a file of your own: neither leaves your machine.')}`,
    ),
    what,
    make(
      'div',
      {},
      // The one file that a page is saved as has no models.
      ...(oneFile()
        ? []
        : [button('sentence', tr('Type a sentence'), () => (end(), void surface.open({ model: 'agreement' }).catch(() => {})))]),
      button('lessons', tr('Lessons'), go('lessons')),
      button('open', tr('Open my file'), go('open')),
      button('end', tr('Got it'), end, 'primary'),
    ),
  );
  const watch = new ResizeObserver(() => document.documentElement.style.setProperty('--first', `${strip.offsetHeight}px`));
  document.getElementById('mirror')?.before(strip);
  document.documentElement.setAttribute('data-first', '');
  watch.observe(strip);
}
