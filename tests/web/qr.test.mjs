// SPDX-License-Identifier: MIT
// The QR codes drawn by web/paper/qr.js, read by an independent reader (jsQR).
import assert from 'node:assert/strict';
import { test } from 'node:test';

import jsQR from 'jsqr';

import { mostBytes, qrCode } from '../../web/paper/qr.js';

/** The picture of a camera, with modules of some points, and a margin of 4 modules. */
function readAt(modules, scale) {
  const margin = 4;
  const side = (modules.length + 2 * margin) * scale;
  const pixels = new Uint8ClampedArray(4 * side * side).fill(255);
  modules.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (!dark) return;
      for (let dy = 0; dy < scale; ++dy) {
        for (let dx = 0; dx < scale; ++dx) {
          const at = 4 * (((y + margin) * scale + dy) * side + (x + margin) * scale + dx);
          pixels.fill(0, at, at + 3);
        }
      }
    });
  });
  return /** @type {any} */ (jsQR)(pixels, side, side);
}

/** From near or from far, because jsQR misses some sharp pictures at one size. */
function read(modules) {
  for (const scale of [3, 4, 5, 2]) {
    const seen = readAt(modules, scale);
    if (seen) return seen;
  }
  return null;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const textOf = (length) =>
  `https://example.org/#v=1&data=${Array.from({ length }, (_, i) => letters[(i * 37 + (i >> 3) * 11) % 64]).join('')}`;

test('a code is read as the text that it was made of, in each of the 40 versions', () => {
  const versions = new Set();
  for (let length = 0; length < mostBytes - 40; length += 33) {
    const text = length === 0 ? 'keys' : textOf(length);
    const modules = qrCode(text);
    const version = (modules.length - 17) / 4;
    if (versions.has(version)) continue;
    versions.add(version);
    // jsQR 1.4.0 expects version 23's marks at 74 instead of 78 (table E.1 of the standard).
    if (version === 23) continue;
    const seen = read(modules);
    assert.ok(seen, `version ${version} can be read`);
    assert.equal(seen.data, text);
    assert.equal(seen.version, version);
  }
  assert.ok(versions.size >= 36, `${versions.size} versions`);
});

test('the longest text fills version 40, and a longer one has no code', () => {
  const longest = 'a'.repeat(mostBytes);
  assert.equal(read(qrCode(longest)).data, longest);
  assert.equal(qrCode(`${longest}a`), null);
});

test('letters of other scripts are read as they are', () => {
  assert.equal(read(qrCode('אב α “keys”')).data, 'אב α “keys”');
});
