// SPDX-License-Identifier: MIT
// @ts-check
// Export settings of a figure: screen or paper, width and colours. Shows a preview, for paper under a ruler.

import { tr } from '../base/language.js';
import { draw, make } from '../base/elements.js';
import { sizeOf } from './figures.js';
import { millimetresOf, sizes, widths } from './figure_file.js';

/** @typedef {import('../headwaters.d.ts').FigureForm} FigureForm */

/**
 * The last choices of this visit, because most users export figures alike.
 * @type {{place: string, width: number, fontSize: number, theme: 'light' | 'dark', palette: 'own' | 'safe' | 'grey', title: boolean, caption: boolean}}
 */
const chosen = { place: 'screen', width: 120, fontSize: 7.5, theme: 'light', palette: 'own', title: true, caption: true };

/** Widths in millimetres of one and two columns in most journals. */
const columns = /** @type {Record<string, number>} */ ({ column: 83, columns: 170 });

/** Whether the figure is for paper. */
export const isPrint = () => chosen.place !== 'screen';

/** @returns {FigureForm} the argument of the API's figure() */
export const formOf = () => ({
  ...(isPrint() ? { width: columns[chosen.place] ?? chosen.width, fontSize: chosen.fontSize } : {}),
  theme: chosen.theme,
  palette: chosen.palette,
  title: chosen.title,
  caption: chosen.caption,
});

/** "-83mm-grey", which distinguishes the files of one figure. */
export const formName = () =>
  [
    isPrint() ? `-${columns[chosen.place] ?? chosen.width}mm` : '',
    chosen.palette === 'own' ? '' : `-${chosen.palette}`,
    chosen.theme === 'dark' ? '-dark' : '',
  ].join('');

/** @template {string} T @param {string} id @param {string} label @param {[T, string][]} choices @param {T} value @param {(value: T) => void} choose */
function select(id, label, choices, value, choose) {
  const control = make(
    'select',
    { 'data-id': `export/${id}`, 'aria-label': label },
    ...choices.map(([one, textContent]) => make('option', { value: one, textContent })),
  );
  control.value = value;
  control.addEventListener('change', () => choose(/** @type {T} */ (control.value)));
  return control;
}

/** @param {string} id @param {string} label @param {{least: number, most: number}} range @param {number} step @param {number} value @param {(value: number) => void} choose */
function number(id, label, { least, most }, step, value, choose) {
  const control = make('input', {
    'data-id': `export/${id}`,
    type: 'number',
    'aria-label': label,
    min: String(least),
    max: String(most),
    step: String(step),
    value: String(value),
  });
  control.style.width = '5.5em';
  control.addEventListener('change', () => {
    const given = Number(control.value);
    if (given >= least && given <= most) choose(given);
    else control.reportValidity();
  });
  return control;
}

/** @param {string} id @param {string} label @param {boolean} checked @param {(on: boolean) => void} choose */
function toggle(id, label, checked, choose) {
  const control = make('input', { 'data-id': `export/${id}`, type: 'checkbox', checked });
  control.addEventListener('change', () => choose(control.checked));
  return make('label', {}, control, ` ${label}`);
}

/** Controls for the figure's width and the text size in print. @param {() => void} changed @returns {HTMLElement[]} */
function sizeControls(changed) {
  const width = number('width', tr('Width, mm'), { least: widths.least, most: widths.most }, 1, chosen.width, (value) => {
    chosen.width = value;
    changed();
  });
  const fontSize = number('text-size', tr('Text size, pt'), { least: sizes.least, most: sizes.most }, 0.5, chosen.fontSize, (value) => {
    chosen.fontSize = value;
    changed();
  });
  const own = make('span', {}, width, ' mm');
  const text = make('label', {}, tr('Text size, pt'), ' ', fontSize);
  const offer = () => {
    own.hidden = chosen.place !== 'other';
    text.hidden = !isPrint();
  };
  const place = select(
    'layout',
    tr('Layout'),
    [
      ['screen', tr('Screen width')],
      ['column', tr('One column, {} mm', columns.column)],
      ['columns', tr('Two columns, {} mm', columns.columns)],
      ['other', tr('Another width')],
    ],
    chosen.place,
    (value) => {
      chosen.place = value;
      offer();
      changed();
    },
  );
  offer();
  return [place, own, text];
}

/** The controls. `changed` is called after each change. @param {() => void} changed @returns {HTMLElement[]} */
export function formControls(changed) {
  return [
    make(
      'p',
      { className: 'row files' },
      ...sizeControls(changed),
      select(
        'colours',
        tr('Colours'),
        [
          ['own', tr('Colours of the page')],
          ['safe', tr('Colour-blind safe')],
          ['grey', tr('Greyscale')],
        ],
        chosen.palette,
        (value) => {
          chosen.palette = value;
          changed();
        },
      ),
      select(
        'background',
        tr('Background'),
        [
          ['light', tr('White')],
          ['dark', tr('Dark')],
        ],
        chosen.theme,
        (value) => {
          chosen.theme = value;
          changed();
        },
      ),
      toggle('with-title', tr('With title'), chosen.title, (on) => {
        chosen.title = on;
        changed();
      }),
      toggle('with-caption', tr('With caption'), chosen.caption, (on) => {
        chosen.caption = on;
        changed();
      }),
    ),
  ];
}

/** A ruler in millimetres from 0, with a number at every ten. @param {number} length */
function ruler(length) {
  const svg = draw('svg', { class: 'ruler', viewBox: `0 0 ${length} 6`, 'aria-hidden': 'true' });
  const put = (/** @type {string} */ tag, /** @type {Record<string, string | number>} */ attributes, text = '') =>
    svg.append(draw(tag, attributes, text));
  const every = length > 400 ? 50 : length > 120 ? 20 : 10;
  for (let at = 0; at <= length; at += 1) {
    const high = at % 10 === 0 ? 2.4 : at % 5 === 0 ? 1.6 : 0.9;
    if (length > 300 && at % 5 !== 0) continue;
    put('line', { x1: at, x2: at, y1: 6 - high, y2: 6 });
    if (at % every === 0 && at > 0 && at < length - 4) put('text', { x: at, y: 3, 'text-anchor': 'middle', 'font-size': 2.6 }, String(at));
  }
  put('text', { x: 0.4, y: 3, 'font-size': 2.6 }, 'mm');
  return svg;
}

/**
 * The preview, for paper in true size if it fits, under a ruler.
 * @param {HTMLImageElement} image @param {string} svg @returns {HTMLElement} contains both
 */
export function framed(image, svg, holder = make('div', { className: 'preview' })) {
  const print = isPrint();
  holder.classList.toggle('print', print);
  const { width } = formOf();
  image.style.width = print ? `${millimetresOf(/** @type {number} */ (width))}mm` : '';
  image.style.aspectRatio = print ? `${sizeOf(svg).width} / ${sizeOf(svg).height}` : '';
  const scale = print ? [ruler(/** @type {number} */ (width))] : [];
  for (const one of scale) one.style.width = image.style.width;
  holder.replaceChildren(...scale, image);
  return holder;
}
