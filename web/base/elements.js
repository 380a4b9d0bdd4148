// SPDX-License-Identifier: MIT
// @ts-check
// Creates elements in one expression.

/**
 * An element with properties (or attributes, if no such property exists) and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, unknown>} properties @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element))[name] = value;
    else element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** An element of a figure. @param {string} tag @param {Record<string, string | number>} attributes @param {(Node | string)[]} children */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** A sentence with elements in place of `{}` or `{2}`. @param {string} sentence @param {(Node | Node[])[]} parts @returns {(Node | string)[]} */
export function around(sentence, ...parts) {
  let next = 0;
  return sentence.split(/\{(\d?)\}/).flatMap((piece, i) => (i % 2 === 0 ? piece : parts[piece ? Number(piece) - 1 : next++]));
}

/** Sets text only where it differs, so that screen readers announce only changes. @param {Node} node @param {string} text */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
