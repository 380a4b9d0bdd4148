// SPDX-License-Identifier: MIT
// @ts-check
/** Whether a text is a lesson rather than data. @param {string} text or only its beginning */
export const isLessonText = (text) =>
  /^\s*\{[^{}[\]]{0,2000}("form"\s*:\s*"headwaters-lesson\/|"steps"\s*:\s*\[\s*\{)/.test(text.slice(0, 4000));
