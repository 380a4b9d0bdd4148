// SPDX-License-Identifier: MIT
// @ts-check

/** A file name without its extension. @param {string} text a title or the name of another file */
export const fileName = (text) =>
  text
    .replace(/\.[^. ]*$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'attention';
