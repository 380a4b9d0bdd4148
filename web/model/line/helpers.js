// SPDX-License-Identifier: MIT
// @ts-check
// What stands beside the line of text and writes into it.

import { recipeOf } from '../run/recipe.js';
import { tr } from '../../base/words.js';
import { make } from '../../base/elements.js';

/** @param {string} id @param {string} textContent @param {() => void} onclick @param {object} [more] */
export const lineButton = (id, textContent, onclick, more) =>
  make('button', { 'data-id': `line/${id}`, type: 'button', textContent, onclick, ...more });

/** The text itself. */
export const textField = () =>
  make('textarea', {
    'data-id': 'line/text',
    rows: 1,
    id: 'prompt',
    dir: 'auto',
    spellcheck: false,
    autocomplete: 'off',
    autocapitalize: 'off',
    'aria-label': tr('Text for the model'),
    enterkeyhint: 'done',
  });

/** How a model that translates writes. */
export const beamsMenu = () =>
  make(
    'select',
    { 'data-id': 'line/beams', className: 'beams', 'aria-label': tr('How it writes'), title: tr('How it writes') },
    make('option', { value: '1', textContent: tr('likeliest token') }),
    make('option', { value: '4', textContent: tr('beam search, 4') }),
  );

/**
 * Puts the masked word where the cursor is. @param {string} mask as it is written; '': the model has none
 * @param {HTMLTextAreaElement} field @param {() => void} typed
 */
export function maskButton(mask, field, typed) {
  if (!mask) return '';
  return make('button', {
    'data-id': 'line/mask',
    type: 'button',
    className: 'mask',
    textContent: mask,
    title: tr('Put the masked word where the cursor is'),
    onclick: () => {
      const { selectionStart: from, selectionEnd: to } = field;
      const before = field.value.slice(0, from);
      field.setRangeText(before && !/\s$/.test(before) ? ` ${mask}` : mask, from, to, 'end');
      field.focus();
      typed();
    },
  });
}

/** A field for a second sentence, or for what the decoder reads; null: the model takes none. @param {import('../run/about.js').About} about */
export function pairField({ decoder, kind, takesPairs, picture }) {
  if (!(takesPairs || decoder) || picture) return null;
  const name = decoder ? tr('Output of your own') : kind === 'embedding' ? tr('Sentence to compare with') : tr('Second sentence');
  const own = { 'data-id': 'line/pair', rows: 1, dir: 'auto', spellcheck: false, className: 'pair', hidden: true };
  return make('textarea', { ...own, placeholder: name, 'aria-label': name });
}

/**
 * Shows a second field, or takes it away with what stands in it; '': there is none.
 * @param {import('../run/about.js').About} about what it is for: a decoder's output, a text to compare with, or a second sentence @param {HTMLTextAreaElement | null} pair @param {() => void} moved @param {() => void} changed
 */
export function pairButton({ kind, decoder }, pair, moved, changed) {
  if (!pair) return '';
  const [name, title] = decoder
    ? [tr('Own output'), tr('Give the decoder your own text to read instead of what it writes')]
    : kind === 'embedding'
      ? [tr('Compare with'), tr('Compare it with a sentence of your own')]
      : [tr('Pair'), tr('Give the model a second sentence')];
  return make('button', {
    'data-id': 'line/second',
    type: 'button',
    textContent: name,
    title,
    onclick: () => {
      pair.hidden = !pair.hidden;
      if (pair.hidden) pair.value = '';
      moved();
      if (pair.hidden) changed();
      else pair.focus();
    },
  });
}

/** @typedef {{name: string, text: string}} Prompt what a sentence encoder's authors put in front of texts: "query", "query: " */

/**
 * A text with this prompt in front, in place of another one. @param {string} text @param {Prompt[]} prompts @param {string} name '': none
 */
export function withPrompt(text, prompts, name) {
  const own = promptOf(text, prompts)?.text ?? '';
  return (prompts.find((one) => one.name === name)?.text ?? '') + text.slice(own.length);
}

/** The prompt that a text begins with, the longest of several. @param {string} text @param {Prompt[]} prompts */
export function promptOf(text, prompts) {
  return prompts.filter((one) => text.startsWith(one.text)).sort((a, b) => b.text.length - a.text.length)[0];
}

/**
 * Puts a prompt in front of the text; '': the model has none. @param {Prompt[]} prompts @param {HTMLTextAreaElement} field @param {() => void} changed
 */
export function promptMenu(prompts, field, changed) {
  if (prompts.length === 0) return '';
  const menu = make(
    'select',
    {
      'data-id': 'line/prompts',
      className: 'prompts',
      'aria-label': tr('Prompt'),
      title: tr('What the model’s authors put in front of a text'),
    },
    make('option', { value: '', textContent: tr('no prompt') }),
    ...prompts.map(({ name, text }) => make('option', { value: name, textContent: name, title: text })),
  );
  const follow = () => {
    menu.value = promptOf(field.value, prompts)?.name ?? '';
  };
  // The text may have come from elsewhere.
  menu.onfocus = follow;
  field.addEventListener('input', follow);
  menu.onchange = () => {
    field.value = withPrompt(field.value, prompts, menu.value);
    changed();
  };
  return menu;
}

/** Where a word is searched among all answers. */
export const findField = () =>
  make('input', {
    'data-id': 'line/find',
    type: 'search',
    placeholder: tr('Find a word …'),
    'aria-label': tr('Find a word among all answers'),
  });

/** Texts to begin with, of which one is chosen. @param {string[]} texts as links have them @param {(recipe: import('../run/recipe.js').Recipe) => void} chosen */
export function examplesMenu(texts, chosen) {
  if (texts.length === 0) return '';
  const menu = make(
    'select',
    { 'data-id': 'line/examples', 'aria-label': tr('Examples'), className: 'examples' },
    make('option', { textContent: tr('Examples'), value: '' }),
    ...texts.map((text) => make('option', { textContent: recipeOf(text).text, value: text })),
  );
  menu.onchange = () => {
    const text = menu.value;
    menu.value = '';
    if (text) chosen(recipeOf(text));
  };
  return menu;
}

/** Four lines, with what stands around them, in pixels. */
const tallest = 104;

/** As many lines as the text has, four at the most. @param {HTMLTextAreaElement[]} fields */
export function fitLines(fields) {
  for (const field of fields) field.style.height = 'auto';
  const heights = fields.map(({ scrollHeight }) => Math.min(scrollHeight, tallest));
  fields.forEach((field, i) => {
    field.style.height = `${heights[i]}px`;
  });
}

/** A box that scrolls, with nothing in it that keys reach, is reached by them itself. @param {HTMLElement} box */
export function reachByKeys(box) {
  const scrolls = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
  const all = { tabindex: '0', role: 'group', 'aria-label': tr('Tokens') };
  for (const [name, value] of Object.entries(all)) {
    if (scrolls && !box.querySelector('button')) box.setAttribute(name, value);
    else box.removeAttribute(name);
  }
}

/** Of a model that runs with the page around this one: where what is typed goes; '': nowhere. @param {import('../run/about.js').About} about */
export const outsideNote = ({ asks, picture }) =>
  asks
    ? make('p', {
        className: 'status',
        textContent: picture
          ? tr('This model runs outside this page: pictures and texts that you give it go to the page around it.')
          : tr('This model runs outside this page: what you type goes to the page around it.'),
      })
    : '';
