// SPDX-License-Identifier: MIT
// @ts-check
// Many elements of one kind as a single Tab stop. Arrows, Home and End move among them (the ARIA pattern of a roving tabindex).

/**
 * @param {HTMLElement} box @param {string} selector of the elements inside it
 * @returns {(first?: HTMLElement) => void} call it when the elements have changed. Tab leads to `first`.
 */
export function rove(box, selector) {
  const items = () => /** @type {HTMLElement[]} */ ([...box.querySelectorAll(selector)]);
  const settle = (/** @type {HTMLElement | undefined} */ chosen) => {
    for (const item of items()) item.tabIndex = item === chosen ? 0 : -1;
  };
  box.addEventListener('focusin', ({ target }) => {
    const item = /** @type {Element} */ (target).closest(selector);
    if (item) settle(/** @type {HTMLElement} */ (item));
  });
  box.addEventListener('keydown', (event) => {
    const all = items();
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const goals = /** @type {Record<string, number>} */ ({
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      PageDown: at + 10,
      PageUp: at - 10,
      Home: 0,
      End: all.length - 1,
    });
    if (at < 0 || !(event.key in goals) || event.ctrlKey || event.altKey || event.metaKey) return;
    all[Math.min(Math.max(goals[event.key], 0), all.length - 1)].focus();
    event.preventDefault();
  });
  return (first) => settle(first ?? items().find((item) => item.tabIndex === 0) ?? items()[0]);
}
