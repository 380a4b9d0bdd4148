// SPDX-License-Identifier: MIT
// @ts-check
// The drawing of a contact map: one pixel per pair, and axes with numbers and the residues' colours.

import { inLanguage } from '../../base/language.js';
import { make } from '../../base/elements.js';

/** Distances in ångström that are drawn completely dark and completely white. */
const [near, far] = [8, 20];

/**
 * Probabilities, or with distances these below the diagonal.
 * @param {HTMLCanvasElement} canvas @param {number} residues @param {(i: number, j: number) => number} probability
 * @param {Float32Array} [distances] [n][n], NaN where one is missing
 */
export function drawMap(canvas, residues, probability, distances) {
  const count = Math.max(residues, 1);
  canvas.width = count;
  canvas.height = count;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.fillStyle = '#000'; // inverted in dark mode by its class
  for (let i = 0; i < residues; i += 1)
    for (let j = 0; j < residues; j += 1) {
      if (i === j) continue;
      const distance = distances && i > j ? distances[i * residues + j] : null;
      // A faint grey marks residues that the structure lacks.
      const missing = distance !== null && Number.isNaN(distance);
      const shade = distance === null ? probability(i, j) : missing ? 0.08 : (far - distance) / (far - near);
      pen.globalAlpha = Math.min(Math.max(shade, 0), 1);
      pen.fillRect(j, i, 1, 1);
    }
  pen.globalAlpha = 1;
}

/** @param {HTMLElement} across @param {HTMLElement} down @param {string[]} colours of the residues */
export function fillAxes(across, down, colours) {
  const count = Math.max(colours.length, 1);
  const step = [5, 10, 20, 50, 100, 200, 500].find((one) => count / one <= 8) ?? 1000;
  for (const [axis, isAcross] of /** @type {[HTMLElement, boolean][]} */ ([
    [across, true],
    [down, false],
  ])) {
    const strip = make('canvas', { width: isAcross ? count : 1, height: isAcross ? 1 : count });
    const pen = strip.getContext('2d');
    colours.forEach((colour, i) => {
      if (!pen) return;
      pen.fillStyle = colour;
      pen.fillRect(isAcross ? i : 0, isAcross ? 0 : i, 1, 1);
    });
    const numbers = [];
    for (let residue = step; residue <= count; residue += step) {
      const number = make('span', { textContent: inLanguage(String(residue)) });
      number.style[isAcross ? 'left' : 'top'] = `${(100 * (residue - 0.5)) / count}%`;
      numbers.push(number);
    }
    axis.replaceChildren(...numbers, strip);
  }
}
