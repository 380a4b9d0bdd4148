// SPDX-License-Identifier: MIT
// @ts-check
// Controls next to the line of text that change it.

import { recipeOf } from '../run/recipe.js';
import { upperButton } from './residues.js';
import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';

/** @param {string} id @param {string} textContent @param {() => void} onclick @param {object} [more] */
export const lineButton = (id, textContent, onclick, more) =>
  make('button', { 'data-id': `line/${id}`, type: 'button', textContent, onclick, ...more });

/** The text field. */
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

/** A menu that sets the decoding of a model that translates. */
export const beamsMenu = () =>
  make(
    'select',
    { 'data-id': 'line/beams', className: 'beams', 'aria-label': tr('Decoding'), title: tr('Decoding') },
    make('option', { value: '1', textContent: tr('likeliest token') }),
    make('option', { value: '4', textContent: tr('beam search, 4') }),
  );

/**
 * A button that inserts the masked word at the cursor. @param {string} mask in the text; '' if the model has none
 * @param {HTMLTextAreaElement} field @param {() => void} typed @param {boolean} isResidue without a space before it
 */
function maskButton(mask, field, typed, isResidue = false) {
  if (!mask) return '';
  return make('button', {
    'data-id': 'line/mask',
    type: 'button',
    className: 'mask',
    textContent: mask,
    title: isResidue ? tr('Insert a masked residue at the cursor') : tr('Insert the masked word at the cursor'),
    onclick: () => {
      const { selectionStart: from, selectionEnd: to } = field;
      const before = field.value.slice(0, from);
      field.setRangeText(before && !isResidue && !/\s$/.test(before) ? ` ${mask}` : mask, from, to, 'end');
      field.focus();
      typed();
    },
  });
}

/** The buttons that change the text. @param {import('../run/about.js').About} about @param {HTMLTextAreaElement} field @param {() => void} typed */
export const textButtons = (about, field, typed) => [
  maskButton(about.mask, field, typed, about.residues),
  ...(about.residues ? [upperButton(field, typed)] : []),
];

/**
 * A field for a second sentence, or for the decoder's input. Null if the model accepts none.
 * @param {import('../run/about.js').About} about
 */
export function pairField({ decoder, kind, takesPairs, picture, sound }) {
  if (!(takesPairs || decoder) || picture || sound) return null;
  const name = decoder ? tr('Your own output') : kind === 'embedding' ? tr('Sentence to compare with') : tr('Second sentence');
  const own = { 'data-id': 'line/pair', rows: 1, dir: 'auto', spellcheck: false, className: 'pair', hidden: true };
  return make('textarea', { ...own, placeholder: name, 'aria-label': name });
}

/**
 * A button that shows the second field, or hides and clears it. '' if there is none.
 * @param {import('../run/about.js').About} about decides its purpose: a decoder's output, a text to compare with, or a second sentence
 * @param {HTMLTextAreaElement | null} pair @param {() => void} moved @param {() => void} changed
 */
export function pairButton({ kind, decoder }, pair, moved, changed) {
  if (!pair) return '';
  const [name, title] = decoder
    ? [tr('Own output'), tr('Feed the decoder your own text instead of its output')]
    : kind === 'embedding'
      ? [tr('Compare with'), tr('Compare it with a sentence of your own')]
      : [tr('Pair'), tr('Add a second sentence')];
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

/** @typedef {{name: string, text: string}} Prompt a prefix that a sentence encoder's authors define, such as "query" with "query: " */

/** A text with this prompt in place of its current one. @param {string} text @param {Prompt[]} prompts @param {string} name '' for none */
export function withPrompt(text, prompts, name) {
  const own = promptOf(text, prompts)?.text ?? '';
  return (prompts.find((one) => one.name === name)?.text ?? '') + text.slice(own.length);
}

/** The prompt at the beginning of a text, the longest of several. @param {string} text @param {Prompt[]} prompts */
export function promptOf(text, prompts) {
  return prompts.filter((one) => text.startsWith(one.text)).sort((a, b) => b.text.length - a.text.length)[0];
}

/**
 * A menu that sets the text's prompt. '' if the model has none.
 * @param {Prompt[]} prompts @param {HTMLTextAreaElement} field @param {() => void} changed
 */
export function promptMenu(prompts, field, changed) {
  if (prompts.length === 0) return '';
  const menu = make(
    'select',
    {
      'data-id': 'line/prompts',
      className: 'prompts',
      'aria-label': tr('Prompt'),
      title: tr('Prefix chosen by the model’s authors'),
    },
    make('option', { value: '', textContent: tr('no prompt') }),
    ...prompts.map(({ name, text }) => make('option', { value: name, textContent: name, title: text })),
  );
  const follow = () => {
    menu.value = promptOf(field.value, prompts)?.name ?? '';
  };
  // The text may have been set by other code.
  menu.onfocus = follow;
  field.addEventListener('input', follow);
  menu.onchange = () => {
    field.value = withPrompt(field.value, prompts, menu.value);
    changed();
  };
  return menu;
}

/** A field that searches all answers for a word. */
export const findField = () =>
  make('input', {
    'data-id': 'line/find',
    type: 'search',
    placeholder: tr('Find a word …'),
    'aria-label': tr('Find a word among all answers'),
  });

/** A menu of example texts. @param {string[]} texts in the format of links @param {(recipe: import('../run/recipe.js').Recipe) => void} chosen */
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

/** Pixels for four lines with their padding. */
const tallest = 104;

/** Sets the height to the number of lines, at most four. @param {HTMLTextAreaElement[]} fields */
export function fitLines(fields) {
  for (const field of fields) field.style.height = 'auto';
  const heights = fields.map(({ scrollHeight }) => Math.min(scrollHeight, tallest));
  fields.forEach((field, i) => {
    field.style.height = `${heights[i]}px`;
  });
}

/** Makes a scrolling box reachable by keys, if nothing inside it is. @param {HTMLElement} box */
export function reachByKeys(box) {
  const scrolls = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
  const all = { tabindex: '0', role: 'group', 'aria-label': tr('Tokens') };
  for (const [name, value] of Object.entries(all)) {
    if (scrolls && !box.querySelector('button')) box.setAttribute(name, value);
    else box.removeAttribute(name);
  }
}

/**
 * For a model that runs in the embedding page, a note that it receives the typed text. '' for others.
 * @param {import('../run/about.js').About} about
 */
export const outsideNote = ({ asks, picture }) =>
  asks
    ? make('p', {
        className: 'status',
        textContent: picture
          ? tr('This model runs outside this page. Your pictures and texts go to the surrounding page.')
          : tr('This model runs outside this page. Your text goes to the surrounding page.'),
      })
    : '';
