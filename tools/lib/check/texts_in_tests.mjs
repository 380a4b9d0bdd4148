// Finds the places where the browser tests name the interface's texts. Tests find controls by data-id (docs/architecture.md, "What controls
// are called"), so that texts can change. Texts that are a test's subject remain. They are counted, so that there are never more.
import { textsOf } from '../words.mjs';

/** The limit of each kind. It falls with each conversion, and does not rise. */
export const mostTexts = { found: 29, compared: 172 };

/** A call that finds an element by its text or its name, up to the text. */
const finds =
  /(?:getBy(?:Text|Label|Placeholder|Title|AltText)\(|\b(?:name|hasText|label): |\b(?:textContent|innerText|ariaLabel)(?:\.trim\(\))? === )\s*$/;

/**
 * The literals of a script, which are texts and patterns, each with the part of its line before it. Comments are ignored. @param {string} source
 */
function* literalsOf(source) {
  const pattern =
    /\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=[=(,:?[!&|]\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//g;
  for (const { 0: whole, index } of source.matchAll(pattern)) {
    if (/^\/[/*]/.test(whole)) continue;
    const line = source.lastIndexOf('\n', index) + 1;
    yield { text: whole.slice(1, -1), before: source.slice(line, index), isPattern: whole[0] === '/', at: index };
  }
}

/** Three consecutive words of a text of the interface, or a whole text that begins like a sentence or has a space. */
class Interface {
  #whole = new Set();
  #threes = new Set();
  /** @param {Iterable<string>} texts */
  constructor(texts) {
    for (const text of texts) {
      if (/^\p{Lu}| /u.test(text)) this.#whole.add(text);
      for (const three of threesOf(text)) this.#threes.add(three);
    }
  }
  /** @param {string} text */
  has(text) {
    return this.#whole.has(text) || [...threesOf(text)].some((three) => this.#threes.has(three));
  }
}

/** The names of the keyboard's keys. */
const keys = new Set(['Enter', 'Escape', 'Home', 'End', 'Tab', 'Space', 'Backspace']);

/** @param {string} text */
function* threesOf(text) {
  for (const [run] of text.matchAll(/\p{L}[\p{L}’-]*(?: \p{L}[\p{L}’-]*)+/gu)) {
    const words = run.split(' ');
    for (let i = 0; i + 2 < words.length; i += 1) yield words.slice(i, i + 3).join(' ');
  }
}

/**
 * The places, by kind. `found` means that an element is found by its words, `compared` that words of the interface appear elsewhere.
 * @param {string} root of the project @param {Iterable<[string, string]>} files path and text
 * @returns {{kind: 'found' | 'compared', place: string, text: string}[]}
 */
export function textsInTests(root, files) {
  // The texts of samples and lessons are data.
  const known = new Interface([...textsOf(root).texts].filter(([, { file }]) => !file.endsWith('.json')).map(([text]) => text));
  /** @type {ReturnType<typeof textsInTests>} */
  const places = [];
  for (const [file, source] of files) {
    if (!/^tests\/browser\/(?!drivers\/).*\.mjs$/.test(file)) continue;
    for (const { text, before, isPattern, at } of literalsOf(source)) {
      // Titles of tests, failure messages, modules and kinds of elements.
      if (/\b(?:test|describe|import)\(\s*$|^\s*(?:import|export) .*from $|\btest\($/.test(before)) continue;
      const place = `${file}:${source.slice(0, at).split('\n').length}`;
      const selector = /\[(?:aria-label|alt|title|placeholder)[*^$]?=["']?\p{Lu}|:(?:has-text|text-is)\(|\btext=\p{Lu}/u.test(text);
      if ((finds.test(before) && /\p{L}{2}/u.test(text.replace(/\$\{[^}]*\}/g, '')) && /\p{Lu}| /u.test(text)) || selector)
        places.push({ kind: 'found', place, text });
      else if (isPattern ? known.has(text.replace(/\\(.)/g, '$1')) : /^\W*\p{Lu}/u.test(text) && !keys.has(text) && known.has(text))
        places.push({ kind: 'compared', place, text });
    }
  }
  return places;
}

/**
 * Errors if there are more places than allowed, a debt if there are fewer than the limit.
 * @param {string} root @param {Iterable<[string, string]>} files
 */
export function checkTextsInTests(root, files) {
  const places = textsInTests(root, files);
  const errors = [];
  const debts = [];
  for (const [kind, most] of Object.entries(mostTexts)) {
    const of = places.filter((one) => one.kind === kind);
    const count = `tools/lib/check/texts_in_tests.mjs: ${of.length} places in browser tests have words of the interface (${kind}), at most ${most}`;
    if (of.length > most)
      errors.push(
        `${count}: find controls by their ids (byId), or the text by its id.`,
        ...of.slice(-8).map(({ place, text }) => `${place}: ${text.slice(0, 60)}`),
      );
    else if (of.length < most) debts.push(`${count}: lower the limit.`);
  }
  return { errors, debts };
}
