// SPDX-License-Identifier: MIT
// @ts-check
// Saves a chart of a data set, or a view of a model, for a paper. Redraws it at the chosen width.

import { tr } from '../base/language.js';
import { keep } from '../base/files.js';
import { make } from '../base/elements.js';
import { svgText } from '../paper/svg.js';
import { fileOf, millimetresOf, widths } from '../paper/figure_file.js';

/** Widths of one and of two columns, in millimetres. */
const columns = [83, 170];
const pixels = 96 / 25.4;

/**
 * @param {SVGElement} chart laid out in CSS pixels @param {string} caption @param {number} millimetres width of the file
 * @param {Element | null} around source of the styles @returns {string} the file's text
 */
export function chartSvg(chart, caption, millimetres, around) {
  const within = make('div', { className: 'print' });
  around?.append(within);
  const svg = svgText(chart, caption, within);
  within.remove();
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const size = `width="${millimetres.toFixed(2)}mm" height="${((Number(height) / Number(width)) * millimetres).toFixed(2)}mm"`;
  return svg.replace(/<svg([^>]*)>/, (_, rest) => `<svg${rest.replace(/ (width|height)="[^"]*"/g, '')} ${size}>`);
}

/**
 * @param {(width: number) => SVGElement} draw in CSS pixels @param {string} name of the files @param {string} caption
 * @param {() => Element | null} [around] source of the styles
 * @returns {HTMLElement} the row of save buttons
 */
export function saveRow(draw, name, caption, around = () => document.querySelector('.data-set')) {
  const width = make(
    'select',
    { 'data-id': 'chart/width', 'aria-label': tr('Width of the chart') },
    ...columns.map((one, i) =>
      make('option', { value: String(one), textContent: i === 0 ? tr('One column, {} mm', one) : tr('Two columns, {} mm', one) }),
    ),
    make('option', { value: '', textContent: tr('Another width') }),
  );
  const own = make('input', {
    'data-id': 'chart/own-width',
    type: 'number',
    min: String(widths.least),
    max: String(widths.most),
    step: '1',
    value: '120',
    hidden: true,
    'aria-label': tr('Width, mm'),
  });
  own.style.width = '5.5em';
  width.onchange = () => {
    own.hidden = width.value !== '';
  };
  const problem = make('span', { className: 'problem', role: 'alert', hidden: true });
  /** @param {string} text @param {{format: string, dpi?: number}} wanted @param {string} ending */
  const button = (text, wanted, ending) =>
    make('button', {
      'data-id': `chart/${ending.replace('.png', '')}`,
      textContent: text,
      'aria-label': tr('Save chart: {}', text),
      onclick: async () => {
        problem.hidden = true;
        if (!own.hidden && !own.reportValidity()) return;
        try {
          const wide = millimetresOf(width.value || own.value);
          const svg = chartSvg(draw(wide * pixels), caption, wide, around());
          const file = await fileOf(svg, wanted, 'Headwaters');
          keep(
            file instanceof Blob ? file : new Blob([file], { type: 'image/svg+xml' }),
            `${name.replace(/[^\w-]+/g, '-')}-${wide}mm.${ending}`,
          );
        } catch (error) {
          const { finding, remedy, message } = /** @type {Partial<import('../base/problem.js').ProblemError>} */ (error);
          problem.textContent = `${finding ?? message} ${remedy ?? ''}`;
          problem.hidden = false;
        }
      },
    });
  return make(
    'p',
    { className: 'row' },
    width,
    own,
    button('SVG', { format: 'svg' }, 'svg'),
    button('PDF', { format: 'pdf' }, 'pdf'),
    button(tr('PNG {} dpi', 300), { format: 'png', dpi: 300 }, '300dpi.png'),
    button(tr('PNG {} dpi', 600), { format: 'png', dpi: 600 }, '600dpi.png'),
    problem,
  );
}
