// SPDX-License-Identifier: MIT
// @ts-check
// Figures as PDF, from a separate module (src/platform/paper) that loads on first use.

import { ProblemError } from '../base/problem.js';
import { tr } from '../base/language.js';
import { drawnLetters } from './letters.js';

const encoder = new TextEncoder();

/** @type {Promise<import('../wasm.d.ts').Instance> | undefined} */
let loading;

const wasm = () => {
  loading ??= import(new URL('../paper.js', import.meta.url).href)
    .then(({ default: create }) => create({ locateFile: () => new URL('../paper.wasm', import.meta.url).href }))
    .catch((error) => {
      loading = undefined; // the next call tries again
      throw new ProblemError('figure', tr('Could not load the PDF writer ({}).', error.message), tr('Try again, or use SVG.'));
    });
  return loading;
};

/** @param {import('../wasm.d.ts').Instance} module @param {string} svg @param {string} program */
function write(module, svg, program) {
  const bytes = encoder.encode(`${program}\n${svg}`);
  const at = module._hw_paper_buffer(bytes.length) >>> 0;
  module.HEAPU8.set(bytes, at);
  const size = module._hw_paper_pdf();
  if (size === 0) throw new ProblemError('figure', tr('This figure can’t be saved as PDF.'), tr('Use SVG.'));
  const from = module._hw_paper_bytes() >>> 0;
  const missing = Array.from({ length: module._hw_paper_missing() }, (_, i) => String.fromCodePoint(module._hw_paper_missing_at(i)));
  return { file: new Blob([module.HEAPU8.slice(from, from + size)], { type: 'application/pdf' }), missing };
}

/**
 * The figure as PDF. Texts with letters that the embedded fonts lack become pictures drawn by the browser, with selectable text under them.
 * @param {string} svg @param {string} program its name and version @returns {Promise<Blob>}
 */
export async function pdfOf(svg, program) {
  const module = await wasm();
  const { file, missing } = write(module, svg, program);
  return missing.length === 0 ? file : write(module, drawnLetters(svg, missing), program).file;
}
