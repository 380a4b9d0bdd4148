// SPDX-License-Identifier: MIT
// @ts-check
// A figure (SVG, from src/figure) as pixels. An SVG inside an <img> cannot use the page's fonts, so
// they are embedded in it.

import { ProblemError } from '../base/problem.js';
import { tr } from '../base/language.js';
import { crcOf } from '../base/crc.js';

/** A larger canvas stays empty in some browsers. */
export const longestSide = 16_000;

const faces = [
  { family: 'Inter', weight: 400, file: 'inter-latin-400-normal' },
  { family: 'Inter', weight: 600, file: 'inter-latin-600-normal' },
  { family: 'JetBrains Mono', weight: 400, file: 'jetbrains-mono-latin-400-normal' },
];

/** @param {Blob} blob @returns {Promise<string>} */
const dataUrl = (blob) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

const signs = /** @type {Record<string, string>} */ ({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' });

/** The figure's own description as text. @param {string} svg */
export const descriptionOf = (svg) =>
  (/<desc>([^<]*)<\/desc>/.exec(svg)?.[1] ?? '').replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => signs[name]);

/** The figure with the page's fonts embedded. Unchanged if they cannot be loaded. @param {string} svg */
export async function withFonts(svg) {
  const rules = faces.map(async ({ family, weight, file }) => {
    const response = await fetch(new URL(`../fonts/${file}.woff2`, import.meta.url));
    const url = await dataUrl(await response.blob());
    return `@font-face{font-family:'${family}';font-weight:${weight};src:url(${url})}`;
  });
  try {
    return svg.replace('<title>', `<style>${(await Promise.all(rules)).join('')}</style><title>`);
  } catch {
    return svg;
  }
}

/** Width and height in CSS pixels, from the figure's first tag. @param {string} svg */
export function sizeOf(svg) {
  const [, width, unit, height] = svg.match(/<svg[^>]* width="([\d.]+)(mm)?" height="([\d.]+)/) ?? [];
  const pixels = unit ? 96 / 25.4 : 1;
  return { width: Number(width) * pixels, height: Number(height) * pixels };
}

/** Adds the resolution in dots per inch to a PNG (pHYs, after its header). @param {Blob} png @param {number} dpi */
async function withDensity(png, dpi) {
  const bytes = new Uint8Array(await png.arrayBuffer());
  const chunk = new Uint8Array(21);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, 9);
  chunk.set([0x70, 0x48, 0x59, 0x73], 4);
  for (const at of [8, 12]) view.setUint32(at, Math.round(dpi / 0.0254));
  chunk[16] = 1; // the unit is the metre
  view.setUint32(17, crcOf(chunk.subarray(4, 17)));
  const header = 33;
  return new Blob([bytes.subarray(0, header), chunk, bytes.subarray(header)], { type: 'image/png' });
}

/** The figure as an image for a canvas. @param {string} svg */
export async function imageOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await withFonts(svg))}`;
  await image.decode();
  return image;
}

/**
 * @param {string} svg @param {number} scale pixels per pixel of the figure @param {number} [dpi] the resolution that the file states
 * @returns {Promise<Blob>}
 */
export async function pngOf(svg, scale, dpi) {
  const size = sizeOf(svg);
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  if (!(width > 0 && height > 0) || Math.max(width, height) > longestSide) {
    const finding = tr('A PNG of {} × {} pixels is too large for browsers.', width, height);
    throw new ProblemError('figure', finding, tr('Choose a smaller scale, or SVG.'));
  }
  const image = await imageOf(svg);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(dpi ? withDensity(blob, dpi) : blob);
      else reject(new ProblemError('figure', tr('The browser couldn’t create the PNG.'), tr('Choose a smaller scale, or SVG.')));
    }, 'image/png');
  });
}
