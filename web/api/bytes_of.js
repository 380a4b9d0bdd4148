// SPDX-License-Identifier: MIT
// @ts-check
// Data that a program wants to open, as bytes.

import { ProblemError } from '../base/problem.js';

const requested = new Set(['model', 'prompt']);

/** Whether the source asks for a model by name. An analysis names its model too, but also has weights. @param {unknown} source @returns {source is {model: string, prompt?: string}} */
export const namesModel = (source) =>
  typeof (/** @type {{model?: unknown} | null} */ (source)?.model) === 'string' &&
  Object.keys(/** @type {object} */ (source)).every((key) => requested.has(key));

/** @param {unknown} source @returns {Blob | ArrayBuffer | Uint8Array} */
export function bytesOf(source) {
  if (source instanceof Blob || source instanceof ArrayBuffer || source instanceof Uint8Array) return source;
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  if (source && typeof source === 'object') return new Blob([JSON.stringify(source)]);
  throw new ProblemError('open', `Cannot open ${typeof source}.`, 'Give a File, bytes, an object or a URL.');
}
