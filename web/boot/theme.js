// SPDX-License-Identifier: MIT
// @ts-check
// Light or dark as somebody chose it here, which comes before the system and stays for the next visit.

const key = 'headwaters: theme';

/** @typedef {'light' | 'dark' | ''} Theme '': as the system says */

/** @type {Set<() => void>} */
const told = new Set();

/** Where nothing is kept, a choice lasts as long as the page. @type {Theme} */
let chosen = '';

/** @param {string | null} name @returns {Theme} */
const known = (name) => (name === 'light' || name === 'dark' ? name : '');

/** What was chosen, here or on an earlier visit. @returns {Theme} */
export function chosenTheme() {
  try {
    return known(localStorage.getItem(key)) || chosen;
  } catch {
    return chosen;
  }
}

/** Colours of the texts around the canvas. @param {Theme} theme */
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
    // Then it is for this visit.
  }
  showTheme(theme);
  for (const tell of told) tell();
}

/** The other one of light and dark; what the system says is followed again where it says that. @returns {'light' | 'dark'} */
export function switchTheme() {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const next = (chosenTheme() || system) === 'dark' ? 'light' : 'dark';
  chooseTheme(next === system ? '' : next);
  return next;
}

/** @param {() => void} tell called whenever another theme is chosen */
export const onTheme = (tell) => void told.add(tell);
