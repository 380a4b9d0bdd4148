// SPDX-License-Identifier: MIT
// @ts-check
// Texts of a figure that hold letters of scripts which the figure's own fonts have not: drawn by the browser, with the fonts of this machine.
// As text, since the page's policy lets no markup be parsed.

/** Pixels in a unit of the figure: 600 dots an inch where text is as large as on a screen. */
const scale = 600 / 96;

const signs = /** @type {Record<string, string>} */ ({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' });
const unescaped = (/** @type {string} */ text) => text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => signs[name]);

/** @param {Record<string, string>} of the text's attributes @param {string} words @returns {string} a picture in its place */
function picture(of, words) {
  const size = Number(of['font-size'] ?? 10);
  const canvas = document.createElement('canvas');
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const font = `${of['font-weight'] ?? 400} ${size * scale}px ${of['font-family'] ?? 'Inter, sans-serif'}`;
  pen.font = font;
  const width = Math.max(Math.ceil(pen.measureText(words).width), 1);
  const [above, below] = [Math.ceil(1.1 * size * scale), Math.ceil(0.4 * size * scale)];
  canvas.width = width;
  canvas.height = above + below;
  pen.font = font; // a canvas forgets all when its size is set
  pen.fillStyle = of.fill ?? '#000';
  pen.fillText(words, 0, above);
  const share = { middle: 0.5, end: 1 }[of['text-anchor'] ?? ''] ?? 0;
  const box = {
    x: Number(of.x) - (share * width) / scale,
    y: Number(of.y) - above / scale,
    width: width / scale,
    height: (above + below) / scale,
  };
  const place = Object.entries(box)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ');
  return `<image ${place}${of.transform ? ` transform="${of.transform}"` : ''} preserveAspectRatio="none" href="${canvas.toDataURL('image/png')}"/>`;
}

/** @param {string} svg @param {string[]} missing letters @returns {string} the figure with pictures before such texts, which are there but not seen */
export const drawnLetters = (svg, missing) =>
  svg.replace(/<text([^>]*)>([^<]*)<\/text>/g, (whole, attributes, content) => {
    const words = unescaped(content);
    if (!missing.some((letter) => words.includes(letter))) return whole;
    const of = Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, unescaped(value)]));
    return `${picture(of, words)}<text${attributes} opacity="0">${content}</text>`;
  });
