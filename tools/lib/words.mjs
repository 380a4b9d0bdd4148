// The table of the interface's texts. They are found in the sources by their marks ("..."_tr in C++, tr('...') and trCount(n, '...') in
// scripts, the texts of lessons and samples), and compared with the tables of web/languages.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

import { textsOfLesson, textsOfSamples } from '../../web/lessons/texts.js';

const escapes = { n: '\n', t: '\t', '\\': '\\', '"': '"', "'": "'", '`': '`' };
const plain = (body) => body.replace(/\\(.)/g, (_, c) => escapes[c] ?? c);

/** @param {string} source @returns {{text: string, at: number}[]} */
function ofCpp(source) {
  const found = [];
  for (const { 0: whole, index } of source.matchAll(/(?:"(?:[^"\\\n]|\\.)*"\s*)*"(?:[^"\\\n]|\\.)*"_tr\b/g)) {
    const pieces = [...whole.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map(([, body]) => plain(body));
    found.push({ text: pieces.join(''), at: index });
  }
  return found;
}

const literal = /^\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/;

/** The text that begins at `at`, which is one literal, or several joined by +. */
function literalAt(source, at) {
  let text = null;
  for (let rest = source.slice(at); ; ) {
    const match = literal.exec(rest);
    if (!match) return text;
    if (match[3]?.includes('${')) return null;
    text = (text ?? '') + plain(match[1] ?? match[2] ?? match[3]);
    rest = rest.slice(match[0].length);
    const plus = /^\s*\+/.exec(rest);
    if (!plus) return text;
    rest = rest.slice(plus[0].length);
  }
}

/** The end of an argument, which is the comma outside all brackets. */
function argumentEnd(source, at) {
  let depth = 0;
  for (let i = at; i < source.length; i += 1) {
    if ('([{'.includes(source[i])) depth += 1;
    else if (')]}'.includes(source[i])) depth -= 1;
    else if (source[i] === ',' && depth === 0) return i;
    if (depth < 0) return -1;
  }
  return -1;
}

/** @param {string} source @returns {{text: string | null, at: number}[]} null if it cannot be read */
function ofScript(source) {
  const found = [];
  for (const { 0: call, index } of source.matchAll(/(?<![\w.])tr(?:Count)?\(/g)) {
    let at = index + call.length;
    if (call === 'trCount(') {
      const comma = argumentEnd(source, at);
      if (comma < 0) continue; // its declaration
      at = comma + 1;
    }
    const text = literalAt(source, at);
    if (text !== null || /^\s*['"`]/.test(source.slice(at))) found.push({ text, at: index });
  }
  return found;
}

/** @param {string} folder @param {RegExp} name @returns {string[]} */
export function below(folder, name) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return below(path, name);
    return name.test(entry.name) ? [path] : [];
  });
}

/**
 * All texts, by their part of the table.
 * @param {string} root of the project
 * @returns {{texts: Map<string, {part: string, file: string, line: number}>, faults: string[]}}
 */
export function textsOf(root) {
  const texts = new Map();
  const faults = [];
  const add = (text, part, file, line) => {
    const place = relative(root, file);
    if (text === null) faults.push(`${place}:${line}: write the text itself, in quotes, without \${}.`);
    else if (text && !(texts.has(text) && part === 'lessons'))
      texts.set(text, texts.get(text)?.part === 'words' ? texts.get(text) : { part, file: place, line });
  };
  const lineOf = (source, at) => source.slice(0, at).split('\n').length;
  for (const file of below(join(root, 'src'), /\.(cpp|h)$/)) {
    const source = readFileSync(file, 'utf8').replace(/^\s*\/\/.*$/gm, '');
    for (const { text, at } of ofCpp(source)) add(text, 'words', file, lineOf(source, at));
  }
  for (const file of below(join(root, 'web'), /\.js$/)) {
    const source = readFileSync(file, 'utf8').replace(/^\s*(?:\/\/.*|\*.*|\/\*(?:(?!\*\/).)*(?:\*\/\s*)?)$/gm, '');
    const part = /web\/(dataset|lessons\/(?!first_minute|lessons_later|list\.))/.test(file) ? 'lessons' : 'words';
    for (const { text, at } of ofScript(source)) add(text, part, file, lineOf(source, at));
  }
  const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
  const lessons = join(root, 'web/lessons');
  for (const text of textsOfSamples(json(join(root, 'web/samples/index.json'))))
    add(text, 'words', join(root, 'web/samples/index.json'), 1);
  for (const file of readdirSync(lessons).filter((name) => name.endsWith('.json'))) {
    for (const text of textsOfLesson(json(join(lessons, file)))) add(text, 'lessons', join(lessons, file), 1);
  }
  return { texts, faults };
}

/** The languages other than English, by their folders. @param {string} root */
export const languagesOf = (root) => {
  const folder = join(root, 'web/languages');
  return existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
    : [];
};

/**
 * A language's own texts, as English -> translation. @param {string} root @param {string} language @returns {{table: Map<string, {own: string, file: string}>, faults: string[]}}
 */
export function tableOf(root, language) {
  const table = new Map();
  const faults = [];
  const folder = join(root, 'web/languages', language);
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
    const file = `web/languages/${language}/${name}`;
    const text = readFileSync(join(folder, name), 'utf8');
    // JSON.parse silently takes the last of several. Each entry has a line.
    const keys = [...text.matchAll(/^\s*("(?:[^"\\]|\\.)*"):/gm)].map(([, key]) => key);
    for (const key of keys.filter((one, at) => keys.indexOf(one) < at)) faults.push(`${file}: ${key} stands twice.`);
    for (const [english, own] of Object.entries(JSON.parse(text))) {
      const other = table.get(english);
      if (other && other.own !== own) faults.push(`${file}: ${JSON.stringify(english)} is another text in ${other.file}.`);
      table.set(english, { own, file });
    }
  }
  return { table, faults };
}

/** The places of a sentence in the order of their numbers, so `{} {}` and `{2} {1}` have the same. */
function places(text) {
  let next = 0;
  return [...text.matchAll(/\{(\d?)\}/g)]
    .map(([, digit]) => {
      if (digit) return Number(digit);
      next += 1;
      return next;
    })
    .sort((a, b) => a - b)
    .join();
}

/** The targets of lessons' marks may not differ. They are numbers of the page, code, links. */
const marks = (text) => (text.match(/\{[^{}]+\|[^{}]*\}|`[^`]*`|\]\([^)]*\)/g) ?? []).sort().join(' ');

/** The faults of a language. @param {string} root @param {string} language @returns {{missing: string[], faults: string[], texts: ReturnType<typeof textsOf>['texts']}} */
export function checkLanguage(root, language) {
  const { texts, faults } = textsOf(root);
  const { table, faults: own } = tableOf(root, language);
  faults.push(...own);
  const missing = [...texts.keys()].filter((text) => !table.get(text)?.own);
  for (const [english, { own: text, file }] of table) {
    const from = texts.get(english);
    const say = (what) => faults.push(`${file}: ${JSON.stringify(english)} ${what}`);
    if (!from) say('is in no source.');
    const forms = (one) => one.split('|');
    const counts = english.includes('{}') && forms(english).length > 1 && !/\{[^{}]+\|/.test(english);
    if (counts) {
      for (const form of forms(text)) {
        if (![places(forms(english)[0]), places(forms(english).at(-1))].includes(places(form))) say('has other places.');
      }
    } else if (places(english) !== places(text)) say('has other places.');
    if (from?.part === 'lessons' && marks(english) !== marks(text)) say('has other marks.');
    if (/^\s|\s$/.test(english) !== /^\s|\s$/.test(text)) say('has another space at an end.');
  }
  return { missing, faults, texts };
}

/** The files of a site for a language, by their paths. @param {string} root @param {string} language @returns {Map<string, string>} */
export function siteTables(root, language) {
  const { texts } = textsOf(root);
  const { table } = tableOf(root, language);
  const parts = /** @type {Record<string, Record<string, string>>} */ ({ words: {}, lessons: {} });
  for (const [english, { part }] of texts) {
    const found = table.get(english);
    if (found) parts[part][english] = found.own;
  }
  return new Map(Object.entries(parts).map(([part, own]) => [`languages/${language}.${part}.json`, JSON.stringify(own)]));
}
