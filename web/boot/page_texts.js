// SPDX-License-Identifier: MIT
// @ts-check
// The texts of index.html in the current language, and the page's address in another language.

import { language, languages, tr } from '../base/language.js';

/** Translates the texts of index.html, which are in English there. */
export function translatePage() {
  if (language === 'en') return;
  const set = (/** @type {string} */ selector, /** @type {string} */ text) => {
    const element = document.querySelector(selector);
    if (element) element.textContent = text;
  };
  set('.skip', tr('Text version'));
  document.getElementById('canvas')?.setAttribute('aria-label', tr('Figures of attention by layer. A text version follows.'));
  const drop = document.querySelector('#drop p')?.firstChild;
  if (drop) drop.nodeValue = tr('Drop to open the file.');
  set('#drop span', tr('It stays on this device.'));
  set('#wait', tr('Loading Headwaters …'));
}

/** False where the page has no address, such as a frame of `srcdoc`. */
export const hasLanguages = () => location.protocol !== 'about:';

/** The address of the current view in another language. @param {string} name one of `languages` */
export function addressIn(name) {
  const address = new URL(location.href);
  address.searchParams.set('language', name);
  return address.href;
}

/** All languages except the current one. @returns {[string, string][]} each with its own name */
export const otherLanguages = () => (hasLanguages() ? Object.entries(languages).filter(([name]) => name !== language) : []);
