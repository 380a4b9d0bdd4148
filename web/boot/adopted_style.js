// SPDX-License-Identifier: MIT
// @ts-check
// Style of a part of the page that is fetched when it is asked for.

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
