// SPDX-License-Identifier: MIT
// @ts-check
// Makes a single-file page from the program, which the build puts next to index.html, and the open analysis.

import { ProblemError } from '../base/problem.js';
import { oneFile, programAddress } from '../base/parts.js';
import { tr } from '../base/language.js';
import { timeText } from './saved.js';

const holder = /<script[^>]* id="headwaters-analysis"[^>]*>[^<]*<\/script>/;
const generator = /<meta name="generator"[^>]*>/;
const title = /<title>[^<]*<\/title>/;
/** Samples, models and lessons, which a saved page has no use for. */
const shipped = /<script [^>]*data-part="(?:samples|models|lessons)\/[^>]*>[^<]*<\/script>\n/g;

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The program without data. @returns {Promise<string>} */
async function template() {
  const own = oneFile();
  if (own) return own.template().replace(shipped, '');
  const response = await fetch(new URL('../saved-page.html', import.meta.url)).catch(() => null);
  if (!response?.ok) throw new ProblemError('page', tr('Could not load the program.'), tr('Are you online?'));
  return response.text();
}

/** @param {Blob} blob @returns {Promise<string[]>} */
async function base64(blob) {
  const step = 3 << 13; // a multiple of three bytes, and few enough for the arguments of a call
  const pieces = [];
  const bytes = new Uint8Array(await blob.arrayBuffer());
  for (let at = 0; at < bytes.length; at += step) pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + step))));
  return pieces;
}

/** @param {string} text */
export const compressed = (text) => new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();

/**
 * @param {Blob} data compressed: a saved analysis, or a model's view @param {'' | 'result'} form of the data @param {string} name the file name without extension
 * @param {string} about its title @param {string} program with its version
 * @returns {Promise<Blob>}
 */
export async function pageBlob(data, form, name, about, program) {
  const [time, from] = [timeText(), programAddress()];
  const text = (await template())
    .replace(title, () => `<title>${escaped(about ? `${about} · Headwaters` : 'Headwaters')}</title>`)
    .replace(generator, () => `<meta name="generator" content="${escaped(`${program}, ${from}, ${time}`)}" />`);
  const place = holder.exec(text);
  if (!place) throw new ProblemError('page', tr('Program and page versions differ.'), tr('Reload the page.'));
  const attributes = Object.entries({ name: `${name}.html`, from, program, time, form }).map(
    ([key, value]) => ` data-${key}="${escaped(value)}"`,
  );
  const open = `<script type="application/gzip" id="headwaters-analysis"${attributes.join('')}>`;
  const [before, after] = [text.slice(0, place.index), text.slice(place.index + place[0].length)];
  return new Blob([before, open, ...(await base64(data)), '</script>', after], { type: 'text/html' });
}
