// SPDX-License-Identifier: MIT
// @ts-check
// The interface's language: tr() for texts of scripts, Intl for numbers, and the table for the two WebAssembly modules (src/core/localized_text.h
// has the same rules). Chosen by ?language=de in the address, else by the browser. docs/languages.md explains how to add a language.
//
// No module may call tr() while it loads, because the table may not be there yet.

/** The supported languages, each with its own name for itself. */
export const languages = /** @type {Record<string, string>} */ ({ en: 'English', de: 'Deutsch' });

/** @type {Map<string, string>} */
let texts = new Map();
let rules = new Intl.PluralRules('en');
/** The current language. */
export let language = 'en';

/** @returns {string} one of `languages` */
function chosen() {
  if (!globalThis.document) return 'en';
  const asked = new URLSearchParams(location.search).get('language');
  const wished = asked === null ? navigator.languages : [asked];
  return wished.map((one) => one.split('-')[0].toLowerCase()).find((one) => one in languages) ?? 'en';
}

/** @param {string} sentence @param {unknown[]} parts */
function filled(sentence, parts) {
  let next = 0;
  return sentence.replace(/\{(\d?)\}/g, (place, digit) => {
    const at = digit ? Number(digit) - 1 : next++;
    return at in parts ? String(parts[at]) : place;
  });
}

/** The order of a text's plural forms. */
const categories = /** @type {const} */ (['zero', 'one', 'two', 'few', 'many', 'other']);

/** The index of the plural form for a number. @param {number} number */
function formOf(number) {
  const { pluralCategories } = rules.resolvedOptions();
  return categories.filter((one) => pluralCategories.includes(one)).indexOf(rules.select(number));
}

/** A text in the current language. `{}` takes the next part, `{2}` the second. @param {string} english @param {unknown[]} parts */
export const tr = (english, ...parts) => filled(texts.get(english) ?? english, parts);

/**
 * The form for `number` in '{} file|{} files'.
 * @param {number} number @param {string} english @param {unknown[]} parts the number itself if there are none
 */
export function trCount(number, english, ...parts) {
  const forms = (texts.get(english) ?? english).split('|');
  return filled(forms[Math.min(formOf(number), forms.length - 1)], parts.length > 0 ? parts : [amount(number)]);
}

/** A number in the format of the current language. @param {number} number @param {Intl.NumberFormatOptions} [how] */
export const amount = (number, how) => number.toLocaleString(language, how);

/** A decimal number's text, such as 0.25, in the format of the current language. @param {string} digits */
export const inLanguage = (digits) => digits.replace('.', decimalMark());
const decimalMark = () => new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** @type {Map<string, Promise<void>>} */
const loads = new Map();
/**
 * Loads a part of the language's table once. Every visit needs 'words'. English has no table. If a table fails to load, the interface stays
 * English.
 * @param {'words' | 'lessons'} part
 */
export function loadTexts(part) {
  const known = loads.get(part);
  if (known) return known;
  const load = read(part).catch(() => {});
  loads.set(part, load);
  return load;
}

/** @param {string} part */
async function read(part) {
  const wanted = chosen();
  if (wanted === 'en') return;
  const response = await fetch(new URL(`../languages/${wanted}.${part}.json`, import.meta.url));
  if (!response.ok) return;
  setTexts(wanted, await response.json());
}

/** Adds texts of a language and makes it the current one. @param {string} name @param {Record<string, string>} more */
export function setTexts(name, more) {
  texts = new Map([...texts, ...Object.entries(more)]);
  language = name;
  rules = new Intl.PluralRules(name);
  if (globalThis.document) document.documentElement.lang = name;
}

/** The table for a worker. Null in English. @returns {{language: string, texts: Record<string, string>} | null} */
export const workerTexts = () => (language === 'en' ? null : { language, texts: Object.fromEntries(texts) });

/** The table for the modules. Null in English. @returns {string[] | null} decimal mark, plural forms of 0 to 999, texts in pairs */
export function moduleTexts() {
  if (language === 'en') return null;
  const forms = Array.from({ length: 1000 }, (_, number) => formOf(number)).join('');
  return [decimalMark(), forms, ...[...texts].flat()];
}
