// SPDX-License-Identifier: MIT
// @ts-check
// Formulas as MathML, which browsers draw and screen readers read. Syntax: letters, numbers, signs, _ index, ^ power, ( … ), "words", [1 2;
// 3 4] for a matrix, { … } for groups.

import { inLanguage, tr } from '../../base/language.js';

const space = 'http://www.w3.org/1998/Math/MathML';

/** @param {string} tag @param {(Element | string)[]} children */
function math(tag, ...children) {
  const element = document.createElementNS(space, tag);
  element.append(...children);
  return element;
}

/** @typedef {{tag: string, text: string} | {tag: string, parts: Tree[]} | {tag: 'matrix', rows: Tree[][][]}} Tree */

const names = new Set(['min', 'max', 'relu', 'softmax']);
/** Two characters that form one sign. */
const signs = /** @type {Record<string, string>} */ ({ '*': '·', '-': '−', '<=': '≤', '>=': '≥', '->': '→' });

/** Maximum depth of brackets, because browsers lay out elements recursively. */
const deepest = 24;

class Parser {
  /** @type {string[]} */
  #left;
  #depth = 0;
  /** @param {string} text */
  constructor(text) {
    this.#left = text.match(/"[^"]*"|\d*\.?\d+|[A-Za-z\u0370-\u03ff]+|<=|>=|->|\S/gu) ?? [];
  }
  /** @param {string[]} ends @returns {Tree[]} */
  row(ends) {
    const parts = [];
    while (this.#left.length && !ends.includes(this.#left[0])) parts.push(this.#scripts(this.#one()));
    return parts;
  }
  get isDone() {
    return this.#left.length === 0;
  }
  /** @param {string} sign */
  #take(sign) {
    if (this.#left.shift() !== sign) throw new Error(tr('a "{}" is missing', sign));
  }
  /** @param {Tree} base @returns {Tree} */
  #scripts(base) {
    const script = (/** @type {string} */ sign) => {
      if (this.#left[0] === sign) {
        this.#left.shift();
        return this.#one();
      }
      return null;
    };
    const index = script('_');
    const power = script('^');
    if (index && power) return { tag: 'msubsup', parts: [base, index, power] };
    if (index) return { tag: 'msub', parts: [base, index] };
    return power ? { tag: 'msup', parts: [base, power] } : base;
  }
  /** @returns {Tree} */
  #one() {
    const token = this.#left.shift();
    if (token === undefined) throw new Error(tr('it ends too early'));
    if (!'{(['.includes(token)) return this.#leaf(token);
    this.#depth += 1;
    if (this.#depth > deepest) throw new Error(tr('it is nested too deeply'));
    const inner = this.#bracket(token);
    this.#depth -= 1;
    return inner;
  }
  /** @param {string} token the opening bracket @returns {Tree} */
  #bracket(token) {
    if (token === '{' || token === '(') {
      const end = token === '{' ? '}' : ')';
      const parts = this.row([end]);
      this.#take(end);
      const sign = (/** @type {string} */ text) => ({ tag: 'mo', text });
      return { tag: 'mrow', parts: token === '{' ? parts : [sign('('), ...parts, sign(')')] };
    }
    return this.#matrix();
  }
  /** @param {string} token @returns {Tree} */
  #leaf(token) {
    if (token === '_' || token === '^' || token === '}' || token === ')') throw new Error(tr('unmatched "{}"', token));
    if (token.startsWith('"')) return { tag: 'mtext', text: token.slice(1, -1) };
    if (/^[\d.]+$/.test(token)) return { tag: 'mn', text: token };
    if (/^[A-Za-z\u0370-\u03ff]/u.test(token)) return { tag: 'mi', text: token };
    return { tag: 'mo', text: signs[token] ?? token };
  }
  /** @returns {Tree} */
  #matrix() {
    /** @type {Tree[][][]} */
    const rows = [[]];
    for (;;) {
      if (this.#left[0] === ']') break;
      if (this.#left[0] === ';') {
        this.#left.shift();
        rows.push([]);
      } else if (this.#left.length === 0) throw new Error(tr('a "{}" is missing', ']'));
      else rows[rows.length - 1].push([this.#scripts(this.#one())]);
    }
    this.#take(']');
    return { tag: 'matrix', rows };
  }
}

/** @param {Tree} tree @returns {Element} */
function drawn(tree) {
  if ('rows' in tree) {
    const table = math('mtable', ...tree.rows.map((row) => math('mtr', ...row.map((cell) => math('mtd', ...cell.map(drawn))))));
    return table; // CSS draws its brackets, because some machines have no formula font with brackets that grow
  }
  if ('parts' in tree) return math(tree.tag, ...tree.parts.map(drawn));
  const element = math(tree.tag, tree.tag === 'mn' ? inLanguage(tree.text) : tree.text);
  if (tree.tag === 'mi' && names.has(tree.text)) element.setAttribute('mathvariant', 'normal');
  return element;
}

/** @param {string} text @returns {Tree[]} */
function parsed(text) {
  const parser = new Parser(text);
  const parts = parser.row([]);
  if (!parser.isDone || parts.length === 0) throw new Error(tr('it is empty'));
  return parts;
}

/** The error in a formula, or ''. @param {string} text */
export function formulaFault(text) {
  try {
    parsed(text);
    return '';
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}

/** @param {string} text @returns {Element} */
export function formulaElement(text) {
  return math('math', math('mrow', ...parsed(text).map(drawn)));
}

/** Its rows are separated by semicolons. @param {string} text @returns {Element} */
export const matrixElement = (text) => formulaElement(`[${text.trim().replace(/\s*;\s*/g, ' ; ')}]`);
