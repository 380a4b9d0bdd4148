// SPDX-License-Identifier: MIT
// @ts-check
// The examples of a file with the beginnings of their texts, for search and choice. If there are thousands, elements exist only for the
// part that was scrolled to.

import { amount, tr } from '../base/language.js';
import { make } from '../base/elements.js';
import { folded } from './fuzzy.js';
import { rove } from '../base/roving.js';

/** @typedef {{title: string, text: string, index: number, id: number}} Example */

/** Number of lines added at a time. */
const atOnce = 60;

/**
 * The examples that contain all typed words. For a number, the example of that number comes first. @param {string} typed
 * @param {Example[]} examples @param {string[]} keys their folded titles and texts
 */
export function findExamples(typed, examples, keys) {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const hits = examples.filter(({ index }) => words.every((word) => keys[index].includes(word)));
  const numbered = /^\d+$/.test(typed.trim()) ? examples[Number(typed) - 1] : undefined;
  return numbered ? [numbered, ...hits.filter((hit) => hit !== numbered)] : hits;
}

/**
 * @param {{ids: number[], titles: string[], texts: string[]}} open @param {number} chosen its id @param {(id: number) => void} choose
 * @returns {{content: HTMLElement[], focus: () => void}}
 */
export function examplesContent({ ids, titles, texts }, chosen, choose) {
  const examples = titles.map((title, index) => ({ title, text: texts[index] ?? '', index, id: ids[index] }));
  const keys = examples.map(({ title, text }) => folded(`${title} ${text}`));
  const field = make('input', {
    'data-id': 'examples/find',
    type: 'search',
    className: 'found',
    'aria-label': tr('Find an example'),
    placeholder: tr('Words of the text, or a number'),
    spellcheck: false,
    autocomplete: 'off',
  });
  const count = make('p', { className: 'muted', role: 'status' });
  const list = make('ul', { className: 'samples examples', 'aria-label': tr('Examples') });
  const settle = rove(list, 'button');
  /** @type {Example[]} */
  let hits = [];

  const more = (/** @type {number} */ until) => {
    const from = list.children.length;
    if (from >= hits.length) return;
    list.append(...hits.slice(from, until).map((example) => item(example, chosen, choose)));
    settle();
  };
  const filter = () => {
    hits = findExamples(field.value, examples, keys);
    count.textContent =
      hits.length === examples.length
        ? tr('{} examples', amount(hits.length))
        : tr('{} of {} examples', amount(hits.length), amount(examples.length));
    list.replaceChildren();
    more(atOnce);
  };
  const reach = () => {
    if (list.scrollTop + 2 * list.clientHeight > list.scrollHeight) more(list.children.length + atOnce);
  };
  list.addEventListener('scroll', reach);
  list.addEventListener('focusin', reach); // with arrow keys the focus reaches the end before the scroll position does
  field.addEventListener('input', filter);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') list.querySelector('button')?.focus();
    else if (event.key === 'Enter' && hits[0]) choose(hits[0].id);
    else return;
    event.preventDefault();
  });
  filter();
  return {
    content: [make('p', { className: 'row' }, field), count, list],
    focus: () => {
      more(ids.indexOf(chosen) + atOnce);
      field.focus();
      const current = list.querySelector('[aria-current=true]');
      if (current instanceof HTMLElement) {
        settle(current);
        current.scrollIntoView({ block: 'center' });
      }
    },
  };
}

/** @param {Example} example @param {number} chosen @param {(id: number) => void} choose */
function item({ title, text, id }, chosen, choose) {
  const words = [make('strong', {}, make('bdi', { textContent: title }))];
  const isSame = text === '' || text === title;
  const button = make(
    'button',
    { 'data-id': `examples/${id}`, 'aria-current': String(id === chosen), onclick: () => choose(id) },
    ...words,
    ...(isSame ? [] : [make('span', {}, make('bdi', { textContent: text }))]),
  );
  return make('li', {}, button);
}
