// SPDX-License-Identifier: MIT
// @ts-check
/** Whether a text means to be a lesson and not data. @param {string} text its beginning is enough */
export const looksLikeLesson = (text) =>
  /^\s*\{[^{}[\]]{0,2000}("form"\s*:\s*"headwaters-lesson\/|"steps"\s*:\s*\[\s*\{)/.test(text.slice(0, 4000));
