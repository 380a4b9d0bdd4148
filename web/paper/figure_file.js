// SPDX-License-Identifier: MIT
// @ts-check
// Lays out a figure and converts it to an SVG, PDF or PNG file.

import { ProblemError } from '../base/problem.js';
import { tr } from '../base/language.js';
import { pngOf } from './figures.js';

/** @typedef {import('../headwaters.d.ts').FigureForm} FigureForm */

const units = /** @type {Record<string, number>} */ ({ mm: 1, cm: 10, in: 25.4, pt: 25.4 / 72 });
export const widths = { least: 50, most: 1000 };
export const sizes = { least: 4, most: 24 };

/** A width in millimetres. Accepts "83mm", "17cm", "3.3in", "236pt". @param {number | string} width */
export function millimetresOf(width) {
  const [, number, unit] = /^([\d.]+)(mm|cm|in|pt)?$/.exec(String(width).trim()) ?? [];
  const length = Number(number) * units[unit ?? 'mm'];
  if (length >= widths.least && length <= widths.most) return length;
  throw new ProblemError(
    'figure',
    tr('"{}" is not a figure width.', width),
    tr('Use millimetres from {} to {}, or 83mm, 17cm, 3.3in, 236pt.', widths.least, widths.most),
  );
}

/** In the format of the page's module (readForm of src/panels/figures.h). @param {FigureForm} form */
export function formText({ width, fontSize = 7.5, theme = 'light', palette = 'own', title = true, caption = true }) {
  if (!(fontSize >= sizes.least && fontSize <= sizes.most))
    throw new ProblemError(
      'figure',
      tr('Text of {} points doesn’t fit in a figure.', fontSize),
      tr('Use {} to {} points.', sizes.least, sizes.most),
    );
  const print = width === undefined ? '' : `print=${Math.round(millimetresOf(width) * 100)} points=${Math.round(fontSize * 100)} `;
  return `${print}paper=${theme} palette=${palette} title=${title ? 'on' : 'off'} caption=${caption ? 'on' : 'off'}`;
}

/**
 * @param {string} svg @param {{format?: string, scale?: number, dpi?: number}} wanted @param {string} program its name and version
 * @returns {Promise<string | Blob>}
 */
export async function fileOf(svg, { format = 'svg', scale = 1, dpi }, program) {
  if (format === 'pdf') return (await import('./pdf.js')).pdfOf(svg, program);
  return format === 'png' ? pngOf(svg, dpi ? dpi / 96 : scale, dpi) : svg;
}
