// SPDX-License-Identifier: MIT
// @ts-check
// Converts the markup of a lesson's text to elements. No text is ever interpreted as HTML.
//
//     *emphasis*   **strong**   `a token or code`   $A = a I + (1 - a) W$   [words](https://…)
//     {0.455|rollout layer=2 token=0 key=0}    a number, and the formula for tests (docs/lessons.md)
//     {0.75 0.15; 0.05 0.8|rollout layer=1}    the same for a matrix
//     \* \{ \$ ...                             the sign itself

import { formulaElement, formulaFault, matrixElement } from './formula.js';
import { inLanguage, tr } from '../../base/language.js';
import { make } from '../../base/elements.js';

/** @typedef {{kind: 'text' | 'em' | 'strong' | 'code' | 'formula' | 'number' | 'matrix' | 'link', text: string, about: string}} Part */

const marks =
  /\\([\\*`${}[\]])|\*\*((?:[^*\\]|\\.)+?)\*\*|\*((?:[^*\\]|\\.)+?)\*|`([^`]+)`|\$([^$]+)\$|\{([^{}|]*)\|([^{}|]*)\}|\[([^[\]]+)\]\(([^()\s]+)\)/g;

/** @param {string} text @returns {Part[]} */
export function partsOf(text) {
  /** @type {Part[]} */
  const parts = [];
  const add = (/** @type {Part['kind']} */ kind, /** @type {string} */ words, about = '') => {
    const last = parts[parts.length - 1];
    if (kind === 'text' && last?.kind === 'text') last.text += words;
    else if (words) parts.push({ kind, text: words, about });
  };
  let end = 0;
  for (const found of text.matchAll(marks)) {
    add('text', text.slice(end, found.index));
    end = found.index + found[0].length;
    const [, sign, strong, em, code, formula, shown, reference, words, address] = found;
    if (sign) add('text', sign);
    else if (strong) add('strong', strong);
    else if (em) add('em', em);
    else if (code) add('code', code);
    else if (formula) add('formula', formula);
    else if (shown !== undefined) add(/[\s;]/.test(shown.trim()) ? 'matrix' : 'number', shown.trim(), reference.trim());
    else if (words) add('link', words, address);
  }
  add('text', text.slice(end));
  return parts;
}

/** The errors in a text's markup. @param {string} text @returns {{finding: string, remedy: string}[]} */
export function markupFaults(text) {
  const faults = [];
  const alone = /[{}$`]/.exec(text.replace(marks, ' '))?.[0];
  if (alone) {
    faults.push({
      finding: tr('Unmatched "{}".', alone),
      remedy: tr(
        'Write numbers as {0.455|rollout layer=2 token=0 key=0}, formulas as $…$, code as `…`, and the sign itself as \\{}.',
        alone,
      ),
    });
  }
  for (const { kind, text: words, about } of partsOf(text)) {
    if (kind === 'formula') {
      const fault = formulaFault(words);
      if (fault)
        faults.push({
          finding: tr('Invalid formula "{}" ({}).', words, fault),
          remedy: tr('Use letters, numbers and signs, _ for an index, ^ for a power, [1 2; 3 4] for a matrix, and "…" for words.'),
        });
    }
    if ((kind === 'number' || kind === 'matrix') && !about)
      faults.push({
        finding: tr('The number {} has no source.', `{${words}|}`),
        remedy: tr('Write {0.455|rollout layer=2 token=0 key=0}, or {0.3|= 0.5 * 0.6}.'),
      });
    const numbers = kind === 'number' ? [words] : kind === 'matrix' ? words.split(/[\s;]+/) : [];
    if (numbers.some((one) => !/^[-+−]?[0-9]*\.?[0-9]+$/.test(one)))
      faults.push({ finding: tr('{} is not a number.', `{${words}|…}`), remedy: tr('Write numbers like 0.455.') });
    if (kind === 'link' && !/^(https:\/\/|#)/.test(about))
      faults.push({
        finding: tr('"{}" can’t be a link.', about),
        remedy: tr('Start links with https://, or with # for another view.'),
      });
  }
  return faults;
}

/** @param {string} text @returns {Node[]} */
export function elementsOf(text) {
  return partsOf(text).map(({ kind, text: words, about }) => {
    const plain = words.replace(/\\([\\*`${}[\]])/g, '$1');
    switch (kind) {
      case 'em':
        return make('em', {}, ...elementsOf(words));
      case 'strong':
        return make('strong', {}, ...elementsOf(words));
      case 'code':
        return make('code', { textContent: words, dir: 'auto' });
      case 'formula':
        return formulaElement(words);
      case 'matrix':
        return matrixElement(words);
      case 'number':
        if (about.startsWith('live '))
          return make('output', {
            className: 'number',
            textContent: inLanguage(words),
            'data-live': about,
            title: tr('follows the figure: {}', about.slice('live '.length)),
          });
        return make('span', {
          className: 'number',
          textContent: inLanguage(words),
          title: about.startsWith('=') ? about : tr('computed here: {}', about),
        });
      case 'link':
        return about.startsWith('#')
          ? make('a', { href: about, textContent: plain })
          : make('a', { href: about, textContent: plain, target: '_blank', rel: 'noopener noreferrer' });
      default:
        return document.createTextNode(plain);
    }
  });
}

/** Paragraphs, and lists where an entry is a list. @param {(string | string[])[]} paragraphs @returns {HTMLElement[]} */
export const blocksOf = (paragraphs) =>
  paragraphs.map((one) =>
    Array.isArray(one) ? make('ul', {}, ...one.map((point) => make('li', {}, ...elementsOf(point)))) : make('p', {}, ...elementsOf(one)),
  );
