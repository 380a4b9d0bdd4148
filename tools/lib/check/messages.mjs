// SPDX-License-Identifier: MIT
// Finds the error messages of the page, the command line and Python in the sources. A message is an argument list: in C++
// that of a Problem or of a function that makes one, in scripts of an error or a function with a `finding`, in Python of an
// exception. Its sentences are the finding and the remedy. The argument before them is the place.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { below } from '../words.mjs';

/** @typedef {{area: string, place: string, finding: string, remedy: string, file: string, line: number}} Message */

const strings = {
  cpp: /(?:R"\((?<raw>[\s\S]*?)\)"|"(?<text>(?:[^"\\\n]|\\.)*)")(?<marked>_tr\b)?/y,
  js: /'(?<text>(?:[^'\\\n]|\\.)*)'|"(?<double>(?:[^"\\\n]|\\.)*)"|`(?<raw>(?:[^`\\]|\\.)*)`/y,
  py: /(?<![\w])(?<format>[rfb]{0,2})(?:"(?<text>(?:[^"\\\n]|\\.)*)"|'(?<double>(?:[^'\\\n]|\\.)*)')/y,
};
const comments = { cpp: /\/\/.*|\/\*[\s\S]*?\*\//y, js: /\/\/.*|\/\*[\s\S]*?\*\//y, py: /#.*/y };

/** @typedef {keyof typeof strings} Language */

/** @param {string} source @param {number} at @param {RegExp} pattern */
function matchAt(source, at, pattern) {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

/**
 * The pieces of a source: its literals, and the code between them. Comments are skipped.
 * @param {string} source @param {Language} language
 * @returns {{code: string, text: string | null, isMarked: boolean}[]}
 */
function piecesOf(source, language) {
  const pieces = [];
  let code = '';
  for (let at = 0; at < source.length; ) {
    const comment = /[/#]/.test(source[at]) && matchAt(source, at, comments[language]);
    const found = !comment && /[\w"'`]/.test(source[at]) && !/\w/.test(source[at - 1] ?? '') && matchAt(source, at, strings[language]);
    if (comment) at += comment[0].length;
    else if (found) {
      if (code) pieces.push({ code, text: null, isMarked: false });
      code = '';
      const { raw, text, double, format, marked } = found.groups ?? {};
      const body = (raw ?? text ?? double ?? '').replace(/\\(.)/g, (_, c) => (c === 'n' ? ' ' : c));
      const filled = language === 'js' ? body.replace(/\$\{[^}]*\}/g, '{}') : format?.includes('f') ? withoutParts(body) : body;
      pieces.push({ code: '', text: filled, isMarked: marked !== undefined });
      at += found[0].length;
    } else {
      code += source[at];
      at += 1;
    }
  }
  if (code) pieces.push({ code, text: null, isMarked: false });
  // "a" "b"_tr is one literal.
  for (let at = pieces.length - 3; at >= 0; at -= 1)
    if (pieces[at].text !== null && pieces[at + 2].isMarked && /^\s*$/.test(pieces[at + 1].code)) pieces[at].isMarked = true;
  return pieces;
}

/** Python's {expression!r} as {}. @param {string} body */
const withoutParts = (body) =>
  body.replace(/\{\{|\}\}|\{(?:[^{}]|\{[^{}]*\})*\}/g, (part) => (part === '{{' ? '{' : part === '}}' ? '}' : '{}'));

/** The arguments from an opening bracket on, as source. @param {string} source @param {number} open @param {Language} language */
function argumentsAt(source, open, language) {
  const found = [];
  let depth = 0;
  let own = '';
  for (let at = open; at < source.length; ) {
    const comment = matchAt(source, at, comments[language]);
    const literal = !comment && !/\w/.test(source[at - 1] ?? '') && matchAt(source, at, strings[language]);
    if (comment || literal) {
      const [whole] = /** @type {RegExpExecArray} */ (comment || literal);
      if (literal) own += whole;
      at += whole.length;
      continue;
    }
    const sign = source[at];
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    if (depth === 0) return { found: [...found, own], end: at };
    if (sign === ',' && depth === 1) {
      found.push(own);
      own = '';
    } else if (at > open) own += sign;
    at += 1;
  }
  return { found, end: source.length };
}

/** The text of an argument: its literals, with {} for values, and / between alternatives. @param {string} argument @param {Language} language */
function textOf(argument, language) {
  const marked = /_tr\b|\btr(?:Count)?\(/.test(argument);
  let text = '';
  let before = '';
  for (const { code, text: literal, isMarked } of piecesOf(argument, language)) {
    const counts = !marked || isMarked || /\b(?:tr\(|trCount\([^,]*,|\+)\s*$/.test(before);
    before = code;
    if (literal !== null) text += counts ? literal : '';
    else if (text === '') text = marked || !/\+\s*(?:std::string\()?$/.test(code) ? '' : '{}';
    else if (/^\s*:/.test(code) || (marked && code.includes(':'))) text += ' / ';
    else if (!marked && /\w/.test(code.replace(/std::string|\w+ \?/g, ''))) text += '{}';
  }
  return text.replace(/ \/ $/, '').replace(/\s+/g, ' ').trim();
}

/** The functions that take a message: those that make a Problem, or have a parameter for the finding. @param {string[]} sources @param {Language} language */
function makersIn(sources, language) {
  const names = new Set();
  const patterns =
    language === 'cpp'
      ? [
          /(?:std::unexpected<Problem>|\bProblem) (?:\w+::)*(\w+)\(/g,
          /\b(\w+)\((?:[^;{}()]|\(\))*(?:string|string_view|string&|Words) (?:finding|remedy)\b/g,
        ]
      : language === 'js'
        ? [
            /\b(ProblemError|Error|TypeError|RangeError)\(/g,
            /(?:function|const|^ +#?)\s*(\w+)(?: = )?\((?:[^;{}()]|\(\))*\bfinding\b(?:[^;{}()]|\(\))*\)(?: =>| \{)/gm,
          ]
        : [/raise (\w+)\(/g, /\b(warn)\(/g];
  for (const source of sources) for (const pattern of patterns) for (const [, name] of source.matchAll(pattern)) names.add(name);
  for (const other of ['string', 'move', 'formatText', 'if', 'for', 'switch', 'return', 'translated', 'map', 'super']) names.delete(other);
  return names;
}

const isSentence = (/** @type {string} */ text) => / /.test(text) || /\w[.?]$/.test(text);
const isWhole = (/** @type {string} */ text) => /[^ .][.?](?:$|[ {|])/.test(text);

/** @param {string} source @param {Language} language @param {Set<string>} makers @returns {Omit<Message, 'area' | 'file'>[]} */
function messagesIn(source, language, makers) {
  const messages = [];
  const opening = /(?:\b(?<name>\w+)\s*)?(?<bracket>[({])(?=(?<code>\s*(?:\.code = )?Code::)?)/g;
  for (let match = opening.exec(source); match; match = opening.exec(source)) {
    const { name = '', code } = match.groups ?? {};
    const start = source.lastIndexOf('\n', match.index) + 1;
    if (/^\s*(?:\/\/|\*|#)/.test(source.slice(start, match.index + 1))) continue;
    if (!code && !makers.has(name)) continue;
    const { found } = argumentsAt(source, match.index + match[0].length - 1, language);
    // A message within a message is found by itself.
    if (found.some((one) => new RegExp(`\\b(?:${[...makers].join('|')})\\(|[({]\\s*Code::`).test(one.replace(/"[^"]*"/g, '""')))) continue;
    if (found.some((one) => /^\s*(?:std::string|std::string_view|Words|const std::string&) \w+/.test(one))) continue; // a declaration
    const own = found.filter((one) => !/^\s*(?:\.code = )?Code::|Offer::|std::nullopt/.test(one));
    const texts = own.map((one) => textOf(one, language));
    const sentences = texts.flatMap((text, at) => (isSentence(text) && !/\.place = /.test(own[at]) ? [at] : []));
    if (sentences.length === 0) continue;
    const first = sentences.find((at) => isWhole(texts[at])) ?? sentences[0];
    const line = source.slice(0, match.index).split('\n').length;
    // The one sentence of a function that receives the finding is the remedy.
    const isRemedy = /\bfinding\b(?!\s*=)/.test(own[first - 1] ?? '');
    const at = isRemedy ? first - 1 : first;
    const place = at > 0 ? texts[at - 1] || own[at - 1].replace(/\.place = |std::move\(|\)$/g, '').trim() : '';
    const rest = texts
      .slice(at + 1)
      .filter(isSentence)
      .join(' / ');
    messages.push({ place: place.replace(/^['"]|['"]$/g, ''), finding: isRemedy ? '' : texts[first], remedy: rest, line });
  }
  for (const { 0: whole, 1: part, index } of source.matchAll(
    /\b(finding|remedy) (?:\+?= |\()(?=[^;]*["'`])[^;{}]*(?:\{[^;{}]*\}[^;{}]*)*;/g,
  )) {
    const text = textOf(whole.slice(whole.search(/[=(]/) + 1), language);
    const line = source.slice(0, index).split('\n').length;
    if (isSentence(text)) messages.push({ place: '', finding: '', remedy: '', [part]: text, line });
  }
  return messages.sort((a, b) => a.line - b.line);
}

/** All messages, by area. @param {string} root of the project @returns {Message[]} */
export function messagesOf(root) {
  const rooms = /** @type {[string, RegExp, Language][]} */ ([
    ['src', /\.(cpp|h)$/, 'cpp'],
    ['web', /\.js$/, 'js'],
    ['python', /\.py$/, 'py'],
  ]);
  return rooms.flatMap(([room, ending, language]) => {
    const files = below(join(root, room), ending).map((path) => ({ file: relative(root, path), source: readFileSync(path, 'utf8') }));
    const makers = makersIn(
      files.map(({ source }) => source),
      language,
    );
    return files.flatMap(({ file, source }) =>
      messagesIn(source, language, makers).map((one) => ({ area: file.split('/').slice(0, -1).join('/'), ...one, file })),
    );
  });
}

/** The list for reading. @param {Message[]} messages */
export function messageList(messages) {
  const lines = [];
  for (const area of new Set(messages.map((one) => one.area))) {
    const own = messages.filter((one) => one.area === area);
    lines.push(`## ${area} (${own.length})`, '');
    for (const { place, finding, remedy, file, line } of own)
      lines.push(`- ${place && `*${place}*: `}${finding || '-'} **${remedy || '-'}** (${file.split('/').at(-1)}:${line})`);
    lines.push('');
  }
  return lines.join('\n');
}
