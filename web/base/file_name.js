// SPDX-License-Identifier: MIT
// @ts-check

/** A name for a file without its ending. @param {string} text a title or another file's name */
export const fileName = (text) =>
  text
    .replace(/\.[^. ]*$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'attention';
