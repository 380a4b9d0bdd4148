// SPDX-License-Identifier: MIT
// @ts-check
// The dialog Help describes the page, its keys and its languages.

import { addressIn, hasLanguages } from '../boot/page_texts.js';
import { language, languages, tr } from '../base/language.js';
import { make } from '../base/elements.js';

/** The keys in the groups of the table of actions. @param {import('../boot/module.js').PageModule} page */
export function helpContent(page) {
  /** @type {Map<string, import('./palette.js').Action[]>} */
  const groups = new Map();
  for (const action of page.actions().filter(({ keys }) => keys.length)) {
    groups.set(action.group, [...(groups.get(action.group) ?? []), action]);
  }
  const keysOf = (/** @type {import('./palette.js').Action[]} */ actions) =>
    make(
      'dl',
      { className: 'keys' },
      ...actions.flatMap(({ keys, name }) => [make('dt', { textContent: keys.join(' ') }), make('dd', { textContent: name })]),
    );
  return [
    make('p', { textContent: page.about('overview').paragraphs[0] }),
    ...(hasLanguages() ? [languageLine()] : []),
    ...[...groups].flatMap(([group, actions]) => [make('h3', { textContent: group }), keysOf(actions)]),
    make('h3', { textContent: tr('Pointer') }),
    make('p', {
      textContent: tr(
        'Click a token to choose it. Shift-click adds it to a sum. Zoom a matrix with Ctrl and the wheel, by pinching, or with > and <. Pan by dragging, or with Shift and the arrow keys. Drag the line between two views to resize them. The browser’s Back and Forward undo and redo.',
      ),
    }),
    make('h3', { textContent: tr('Letters in formulas') }),
    make('p', {
      textContent: tr(
        'W is a layer’s attention with fused heads, A adds the residual connection, and C is the fused cross-attention of the same decoder layer. G is the gradients, R is the result up to a layer, F is the flow, and I is the identity. A number after a letter is its layer. The letter q stands for the decoder, and i for the encoder.',
      ),
    }),
    make('p', { className: 'muted', textContent: tr('Press Tab for tokens, values and controls as text.') }),
  ];
}

/** A link for each language. It keeps the view. */
function languageLine() {
  const links = Object.entries(languages).flatMap(([name, own]) => {
    const link = make('a', { 'data-id': `language/${name}`, href: addressIn(name), lang: name, hreflang: name, textContent: own });
    link.addEventListener('click', () => {
      link.href = addressIn(name);
    }); // the view may have changed since
    if (name === language) link.setAttribute('aria-current', 'true');
    return [' ', link];
  });
  return make('p', {}, tr('Language:'), ...links);
}
