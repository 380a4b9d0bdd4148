// SPDX-License-Identifier: MIT
// @ts-check
// Draws texts that need letters outside the figure's own fonts, with the browser and the fonts of this machine. Works on the SVG's text,
// because the page's policy forbids parsing markup.

/** Pixels per unit of the figure. 600 dpi where text has its screen size. */
const scale = 600 / 96;

const signs = /** @type {Record<string, string>} */ ({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' });
const unescaped = (/** @type {string} */ text) => text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => signs[name]);

/**
 * @param {Record<string, string>} of the text's attributes @param {string} words @returns {string} an image element at the text's position
 */
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
  pen.font = font; // setting the size resets the canvas
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

/** @param {string} svg @param {string[]} missing letters @returns {string} the figure with a picture before each such text, which becomes invisible */
export const drawnLetters = (svg, missing) =>
  svg.replace(/<text([^>]*)>([^<]*)<\/text>/g, (whole, attributes, content) => {
    const words = unescaped(content);
    if (!missing.some((letter) => words.includes(letter))) return whole;
    const of = Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, unescaped(value)]));
    return `${picture(of, words)}<text${attributes} opacity="0">${content}</text>`;
  });
