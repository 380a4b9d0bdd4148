// SPDX-License-Identifier: MIT
// @ts-check

import { make } from './elements.js';

/** Offers a file as a download. @param {Blob} blob @param {string} name */
export function keep(blob, name) {
  const link = make('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
