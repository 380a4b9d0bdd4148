// SPDX-License-Identifier: MIT
// @ts-check
// Adds the styles of parts of the page that load on demand.

/** @type {Set<string>} */
const adopted = new Set();

/** Adds the rules to the page, once. @param {string} css */
export function adopt(css) {
  if (adopted.has(css)) return;
  adopted.add(css);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
