// SPDX-License-Identifier: MIT
// @ts-check
// The user's choice of light or dark. It overrides the system's and is kept for the next visit.

const key = 'headwaters: theme';

/** @typedef {'light' | 'dark' | ''} Theme '' follows the system */

/** @type {Set<() => void>} */
const listeners = new Set();

/** Without storage a choice lasts as long as the page. @type {Theme} */
let chosen = '';

/** @param {string | null} name @returns {Theme} */
const known = (name) => (name === 'light' || name === 'dark' ? name : '');

/** The choice of this or an earlier visit. @returns {Theme} */
export function chosenTheme() {
  try {
    return known(localStorage.getItem(key)) || chosen;
  } catch {
    return chosen;
  }
}

/** Sets the colours of the texts around the canvas. @param {Theme} theme */
export function showTheme(theme) {
  const { dataset } = document.documentElement;
  if (theme) dataset.theme = theme;
  else delete dataset.theme;
}

/** @param {Theme} theme */
export function chooseTheme(theme) {
  chosen = theme;
  try {
    if (theme) localStorage.setItem(key, theme);
    else localStorage.removeItem(key);
  } catch {
    // Not stored, so the choice lasts for this visit.
  }
  showTheme(theme);
  for (const tell of listeners) tell();
}

/** Switches between light and dark. If the result equals the system's theme, follows the system again. @returns {'light' | 'dark'} */
export function switchTheme() {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const next = (chosenTheme() || system) === 'dark' ? 'light' : 'dark';
  chooseTheme(next === system ? '' : next);
  return next;
}

/** @param {() => void} tell called whenever the theme changes */
export const onTheme = (tell) => void listeners.add(tell);
