// SPDX-License-Identifier: MIT
// @ts-check
// Reads the list of a data set (docs/batch.md), which is JSON Lines from any author. Reads line by line and yields to the page. Errors name
// the line and the member.

import { ProblemError } from '../base/problem.js';
import { amount, tr } from '../base/language.js';
import { unpackedIfGzip } from '../fetch/unpack.js';
import { methodName } from '../paper/method_colours.js';
import { readMeans } from './read_means.js';

/** @typedef {import('./read_means.js').Means} Means */
/**
 * @typedef {{key: string, label: string, layer: number, values: Float64Array}} Score layer: from 1, 0 for none; NaN if the example has no
 * value
 */
/**
 * @typedef {object} List examples in the order of the file
 * @property {string} name @property {string} base the list's address, '' for a file from the user
 * @property {Record<string, string>} settings @property {string} program
 * @property {number} count
 * @property {string[]} files paths relative to the list @property {Uint32Array} fileOf
 * @property {Float64Array} line from 1; 0 if the file is not JSON Lines
 * @property {Float64Array} from @property {Float64Array} to the line's byte range, 0 if not known
 * @property {Uint32Array} example @property {Uint32Array} tokens
 * @property {string[]} titles @property {string[]} texts
 * @property {Score[]} scores
 * @property {Means | null} means null if the batch was not finished
 */

export const mostExamples = 400_000;
/** Limit for examples, their folders, and blank lines. */
const mostLines = 2 * mostExamples;
const mostKinds = 120;
const mostLayers = 1000;
/** Limit for all scores together and for their table. Each takes 8 bytes. */
const mostNumbers = 2 ** 25;
const longestLine = 2 ** 26;
const longestText = 300;
/** Milliseconds of reading before each yield. */
const turn = 12;

const again = () => tr('Run headwaters batch summary again.');
const numbers = () =>
  /** @type {[string, string][]} */ ([
    ['entropy', tr('Entropy')],
    ['meanDistance', tr('Mean distance')],
    ['specialShare', tr('Share on special tokens')],
  ]);

export class Faulty {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.line = 0;
  }

  /** @param {string} place @param {string} finding @param {string} [remedy] @returns {never} */
  fail(place, finding, remedy = again()) {
    throw new ProblemError([this.name, this.line && tr('line {}', this.line), place].filter(Boolean).join(', '), finding, remedy);
  }

  /** @param {unknown} value @param {string} place @param {string} wanted @returns {never} */
  wrong(value, place, wanted) {
    const shown = value === undefined ? tr('nothing') : JSON.stringify(value).slice(0, 40);
    return this.fail(place, tr('Found {} instead of {}.', shown, wanted));
  }

  /** @param {unknown} value @param {string} place @param {number} least */
  whole(value, place, least = 0) {
    return Number.isSafeInteger(value) && Number(value) >= least ? Number(value) : this.wrong(value, place, tr('a whole number'));
  }

  /** @param {unknown} value @param {string} place @param {number} longest */
  text(value, place, longest) {
    if (typeof value !== 'string') return this.wrong(value, place, tr('a string'));
    return value.length > longest ? `${value.slice(0, longest)}…` : value;
  }

  /** @param {unknown} value @param {string} place @returns {Record<string, unknown>} */
  object(value, place) {
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? /** @type {Record<string, unknown>} */ (value)
      : this.wrong(value, place, tr('an object'));
  }
}

/** Growing lists, converted to arrays of numbers at the end. */
class Rows {
  files = /** @type {string[]} */ ([]);
  titles = /** @type {string[]} */ ([]);
  texts = /** @type {string[]} */ ([]);
  /** @type {Record<'fileOf' | 'line' | 'from' | 'to' | 'example' | 'tokens', number[]>} */
  numbers = { fileOf: [], line: [], from: [], to: [], example: [], tokens: [] };
  #ownScores = numbers();
  scores = new Map(this.#ownScores.map(([key, label]) => [key, { label, layer: 0, values: /** @type {number[]} */ ([]) }]));
  #kinds = new Set();
  #count = 0;
  #fileNumber = new Map();
  #folder = '';

  /** @param {Faulty} faulty @param {string[]} methods */
  constructor(faulty, methods) {
    this.faulty = faulty;
    this.methods = methods;
  }

  /** Paths of the following lines are relative to this folder. @param {unknown} folder */
  enter(folder) {
    this.#folder = `${this.faulty.text(folder, 'folder', 4096).replace(/\/+$/, '')}/`;
  }

  /** @param {Record<string, unknown>} row */
  add(row) {
    const { faulty, numbers: all } = this;
    const count = this.texts.length;
    if (count >= mostExamples)
      faulty.fail(
        '',
        tr('The list exceeds {} examples.', amount(mostExamples)),
        tr('Summarise and open parts of the data set separately.'),
      );
    const file = faulty.text(row.file, 'file', 4096);
    const path = file === '-' ? file : this.#folder + file;
    if (!this.#fileNumber.has(path)) this.#fileNumber.set(path, this.files.push(path) - 1);
    all.fileOf.push(this.#fileNumber.get(path));
    all.line.push(row.line === undefined ? 0 : faulty.whole(row.line, 'line', 1));
    const bytes = row.bytes ?? [0, 0];
    if (!Array.isArray(bytes) || bytes.length !== 2) return faulty.wrong(bytes, 'bytes', '[begin, length]');
    all.from.push(faulty.whole(bytes[0], 'bytes'));
    all.to.push(bytes[0] + faulty.whole(bytes[1], 'bytes'));
    all.example.push(faulty.whole(row.example ?? 0, 'example'));
    all.tokens.push(faulty.whole(row.tokens, 'tokens'));
    this.titles.push(faulty.text(row.title ?? '', 'title', longestText));
    this.texts.push(faulty.text(row.text ?? '', 'text', longestText));
    for (const [key, label] of this.#ownScores) this.#score(count, key, label, 0, row[key]);
    if (row.importance === undefined) return;
    for (const [name, values] of Object.entries(faulty.object(row.importance, 'importance'))) {
      if (!Array.isArray(values) || values.length > this.methods.length)
        return faulty.wrong(values, `importance.${name}`, tr('a list for each method'));
      values.forEach((value, i) => {
        this.#ofMethod(count, name, this.methods[i], value);
      });
    }
  }

  /**
   * One correlation per layer. Older lists had only the last layer's.
   * @param {number} row @param {string} name @param {string} method @param {unknown} value
   */
  #ofMethod(row, name, method, value) {
    const [key, label] = [`${name}\n${method}`, `${name.slice(0, longestText)}, ${methodName(method)}`];
    this.#kinds.add(key);
    if (this.#kinds.size > mostKinds)
      this.faulty.fail('importance', tr('More than {} kinds of scores.', mostKinds), tr('Keep fewer kinds.'));
    if (!Array.isArray(value)) return this.#score(row, key, tr('{}, last layer', label), 0, value);
    if (value.length > mostLayers) this.faulty.fail(`importance.${name}`, tr('More than {} layers.', mostLayers));
    value.forEach((one, layer) => {
      this.#score(row, `${key}\n${layer + 1}`, label, layer + 1, one);
    });
  }

  /** @param {number} row @param {string} key @param {string} label @param {number} layer @param {unknown} value */
  #score(row, key, label, layer, value) {
    if (value === undefined || value === null) return;
    if (typeof value !== 'number') this.faulty.wrong(value, key.replaceAll('\n', '.'), tr('a number'));
    if (++this.#count > mostNumbers)
      this.faulty.fail('importance', tr('The list exceeds 32 million scores.'), tr('Summarise and open parts of the data set separately.'));
    let score = this.scores.get(key);
    if (!score) {
      score = { label, layer, values: [] };
      this.scores.set(key, score);
    }
    score.values[row] = /** @type {number} */ (value);
  }

  /** @returns {Omit<List, 'name' | 'base' | 'settings' | 'program' | 'means'>} */
  finish() {
    const count = this.texts.length;
    // A few numbers of many kinds make a large, mostly empty table.
    if (this.scores.size * count > mostNumbers)
      this.faulty.fail(
        'importance',
        tr('{} kinds of scores for {} examples exceed 32 million numbers.', amount(this.scores.size), amount(count)),
        tr('Summarise and open parts of the data set separately.'),
      );
    const { fileOf, line, from, to, example, tokens } = this.numbers;
    const scores = [...this.scores].map(([key, { label, layer, values }]) => ({
      key,
      label,
      layer,
      values: Float64Array.from({ length: count }, (_, i) => values[i] ?? NaN),
    }));
    return {
      count,
      files: this.files,
      titles: this.titles,
      texts: this.texts,
      fileOf: Uint32Array.from(fileOf),
      line: Float64Array.from(line),
      from: Float64Array.from(from),
      to: Float64Array.from(to),
      example: Uint32Array.from(example),
      tokens: Uint32Array.from(tokens),
      scores: scores.filter(({ values }) => values.some((value) => !Number.isNaN(value))),
    };
  }
}

/**
 * @param {ReadableStream<Uint8Array>} stream may be gzipped @param {string} name @param {string} base
 * @param {(examples: number) => void} progress @returns {Promise<List>}
 */
export async function readList(stream, name, base, progress) {
  const faulty = new Faulty(name);
  /** @type {Rows | null} */
  let rows = null;
  /** @type {Means | null} */
  let means = null;
  let head = { program: '', settings: {} };
  let rested = performance.now();
  const rest = async () => {
    if (performance.now() - rested < turn) return;
    progress(rows?.texts.length ?? 0);
    await new Promise((resolve) => setTimeout(resolve));
    rested = performance.now();
  };
  for await (const text of lines(stream, faulty)) {
    await rest();
    faulty.line += 1;
    if (faulty.line > mostLines)
      faulty.fail('', tr('The list exceeds {} lines.', amount(mostLines)), tr('Summarise and open parts of the data set separately.'));
    if (!text.trim()) continue;
    const value = faulty.object(parsed(text, faulty), '');
    if (!rows) {
      if (typeof value.format !== 'string' || !value.format.startsWith('headwaters-dataset/'))
        faulty.wrong(value.format, 'format', '"headwaters-dataset/1"');
      if (value.format !== 'headwaters-dataset/1')
        faulty.fail('format', tr('This page doesn’t support {}.', value.format), tr('Use a newer version.'));
      const methods = Array.isArray(value.methods) ? value.methods.slice(0, 10).map((method) => faulty.text(method, 'methods', 40)) : [];
      const settings = Object.entries(faulty.object(value.settings ?? {}, 'settings'))
        .slice(0, 100)
        .map(([key, text]) => [key.slice(0, 40), faulty.text(text, `settings.${key}`, longestText)]);
      head = { program: faulty.text(value.program ?? '', 'program', 100), settings: Object.fromEntries(settings) };
      rows = new Rows(faulty, methods);
    } else if (value.end === true) means = readMeans(value, faulty);
    else if (value.folder !== undefined) rows.enter(value.folder);
    else rows.add(value);
  }
  faulty.line = 0;
  if (!rows) throw new ProblemError(name, tr('The list is empty.'), again());
  if (rows.texts.length === 0) throw new ProblemError(name, tr('The list contains no examples.'), tr('Check failed.jsonl next to it.'));
  return { ...rows.finish(), ...head, name, base, means };
}

/** @param {string} text @param {Faulty} faulty */
function parsed(text, faulty) {
  try {
    return JSON.parse(text);
  } catch {
    return faulty.fail('', tr('This line is not JSON.'), tr('Copy or download the file again.'));
  }
}

/** @param {ReadableStream<Uint8Array>} stream @param {Faulty} faulty @returns {AsyncGenerator<string>} */
async function* lines(stream, faulty) {
  /** Pieces of the unfinished line. @type {string[]} */
  let parts = [];
  let length = 0;
  const reader = (await unpackedIfGzip(stream, faulty.name))
    .pipeThrough(/** @type {ReadableWritablePair<string, Uint8Array>} */ (new TextDecoderStream()))
    .getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const pieces = value.split('\n');
      const last = /** @type {string} */ (pieces.pop());
      for (const piece of pieces) {
        yield parts.length ? parts.join('') + piece : piece;
        parts = [];
        length = 0;
      }
      parts.push(last);
      length += last.length;
      if (length <= longestLine) continue;
      faulty.line += 1; // the unfinished line
      faulty.fail('', tr('A line exceeds 64 MB.'));
    }
    if (length) yield parts.join('');
  } finally {
    reader.cancel().catch(() => {});
  }
}
