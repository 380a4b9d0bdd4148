// SPDX-License-Identifier: MIT
// @ts-check
// The interface's language: the texts of scripts by tr(), numbers by Intl, and the table for the two WebAssembly
// modules (src/core/words.h, which has the same rules). Chosen by ?language=de in the address, else by the
// browser. docs/languages.md says how one is added.
//
// No module may call tr() while it is being loaded: the table may not be there yet.

/** Those that the page speaks, by the name that each has in itself. */
export const languages = /** @type {Record<string, string>} */ ({ en: 'English', de: 'Deutsch' });

/** @type {Map<string, string>} */
let texts = new Map();
let rules = new Intl.PluralRules('en');
/** The present one. */
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

/** The forms of a text stand in this order. */
const categories = /** @type {const} */ (['zero', 'one', 'two', 'few', 'many', 'other']);

/** Which of a text's forms a number takes. @param {number} number */
function formOf(number) {
  const { pluralCategories } = rules.resolvedOptions();
  return categories.filter((one) => pluralCategories.includes(one)).indexOf(rules.select(number));
}

/** A text in the present language: `{}` takes the next part, `{2}` the second. @param {string} english @param {unknown[]} parts */
export const tr = (english, ...parts) => filled(texts.get(english) ?? english, parts);

/** Of '{} file|{} files', the form for `number`. @param {number} number @param {string} english @param {unknown[]} parts none: the number */
export function trCount(number, english, ...parts) {
  const forms = (texts.get(english) ?? english).split('|');
  return filled(forms[Math.min(formOf(number), forms.length - 1)], parts.length > 0 ? parts : [amount(number)]);
}

/** A number as the present language writes it. @param {number} number @param {Intl.NumberFormatOptions} [how] */
export const amount = (number, how) => number.toLocaleString(language, how);

/** A decimal number's text, 0.25, as the present language writes it. @param {string} digits */
export const inLanguage = (digits) => digits.replace('.', decimalMark());
const decimalMark = () => new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** @type {Map<string, Promise<void>>} */
const loads = new Map();
/**
 * Loads a part of the language's table, once: 'words' is what every visit needs. English has none. A table that does
 * not come leaves English.
 * @param {'words' | 'lessons'} part
 */
export function loadWords(part) {
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
  setWords(wanted, await response.json());
}

/** Adds texts of a language and makes it the present one. @param {string} name @param {Record<string, string>} more */
export function setWords(name, more) {
  texts = new Map([...texts, ...Object.entries(more)]);
  language = name;
  rules = new Intl.PluralRules(name);
  if (globalThis.document) document.documentElement.lang = name;
}

/** What a worker is told: null in English. @returns {{language: string, texts: Record<string, string>} | null} */
export const ownWords = () => (language === 'en' ? null : { language, texts: Object.fromEntries(texts) });

/** What the modules are told: null in English. @returns {string[] | null} decimal mark, forms of 0 to 999, texts in pairs */
export function moduleWords() {
  if (language === 'en') return null;
  const forms = Array.from({ length: 1000 }, (_, number) => formOf(number)).join('');
  return [decimalMark(), forms, ...[...texts].flat()];
}
