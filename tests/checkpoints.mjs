// SPDX-License-Identifier: MIT
// @ts-check
// Checkpoints of one model for tests.

/**
 * Other weights of the same shapes: the sign of one number in many is changed.
 * @param {Buffer} file model.safetensors in float16 or float32 @param {number} [every] bytes @returns {Buffer}
 */
export function otherWeights(file, every = 204) {
  const changed = Buffer.from(file);
  const header = Number(changed.readBigUInt64LE(0));
  for (let at = 8 + header + 3; at < changed.length; at += every) changed[at] ^= 0x80;
  return changed;
}
