// SPDX-License-Identifier: MIT
// @ts-check
// Reads the command line's safetensors output independently.
import { readFileSync } from 'node:fs';

/** Arrays by name, and the texts of the header. @param {string} path */
export function tensors(path) {
  const bytes = readFileSync(path);
  const length = Number(bytes.readBigUInt64LE(0));
  const { __metadata__: texts = {}, ...arrays } = JSON.parse(bytes.toString('utf8', 8, 8 + length));
  /** @type {Record<string, {shape: number[], values: Float32Array}>} */
  const found = {};
  for (const [
    name,
    {
      shape,
      data_offsets: [begin, end],
    },
  ] of Object.entries(arrays)) {
    found[name] = {
      shape,
      values: new Float32Array(bytes.buffer.slice(bytes.byteOffset + 8 + length + begin, bytes.byteOffset + 8 + length + end)),
    };
  }
  return { arrays: found, texts };
}
