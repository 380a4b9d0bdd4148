// SPDX-License-Identifier: MIT
// @ts-check
// QR codes for bytes at error correction level L or better. An independent reader checks them (tests/web/qr.test.mjs).

import { encode } from 'uqr';

import { draw } from '../base/elements.js';

/** Maximum bytes: version 40 (ISO/IEC 18004, table 7). */
export const mostBytes = 2953;

/**
 * The modules of a text's code, row by row, true for dark. Null if the text is too long.
 * @param {string} text @returns {boolean[][] | null}
 */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  return bytes.length > mostBytes ? null : encode([...bytes], { ecc: 'L', boostEcc: true, border: 0 }).data;
}

/** The code as a figure, with a margin of four modules. @param {boolean[][]} modules @param {string} label */
export function qrFigure(modules, label) {
  const size = modules.length + 8;
  const d = modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return draw('svg', { viewBox: `-4 -4 ${size} ${size}`, role: 'img', 'aria-label': label, class: 'code' }, draw('path', { d }));
}
