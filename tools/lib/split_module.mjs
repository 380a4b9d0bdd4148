// Splits a WebAssembly module in two (cmake/WebModules.cmake calls this after linking it):
//
//   node split_module.mjs NAME.wasm NM WASM_SPLIT LEVEL PATTERN OBJECT-OR-ARCHIVE... --whole OBJECT-OR-ARCHIVE...
//
// NAME.later.wasm gets the functions that are defined in nothing but objects whose path the pattern matches (none of those behind
// --whole), and those that nothing else calls; NAME.first.wasm the rest with a stand-in for each of them, and NAME.wasm stays whole; no function has a
// name any more. LEVEL is what the parts are optimised for once more, as in -O3 or -Oz.
// split_by_run.mjs beside it tells the functions apart by running the module.
// The two parts have the same custom section "pair", by which a page sees that they are of one build.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const magic = 8;
const custom = 0;
const imports = 2;
const code = 10;
const functionNames = 1;
/** Bytes of a function that stays in the first part when that calls it: it may be there under another name, as one that does the same. */
const small = 500;

/** Reads a module's numbers, one after the other. */
class Reader {
  /** @param {Buffer} bytes @param {number} [at] */
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** LEB128. */
  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }

  text() {
    const length = this.number();
    this.at += length;
    return this.bytes.toString('utf8', this.at - length, this.at);
  }
}

/** Sections of a module, or of its names. @param {Buffer} bytes @param {number} [from] */
function* sections(bytes, from = magic) {
  const reader = new Reader(bytes, from);
  while (reader.at < bytes.length) {
    const start = reader.at;
    const id = reader.byte();
    const size = reader.number();
    const content = reader.at;
    reader.at += size;
    yield { id, whole: bytes.subarray(start, reader.at), content: bytes.subarray(content, reader.at) };
  }
}

/** The module without its custom sections: names, producers, features. @param {Buffer} bytes */
export function withoutNames(bytes) {
  return Buffer.concat([bytes.subarray(0, magic), ...[...sections(bytes)].filter(({ id }) => id !== custom).map(({ whole }) => whole)]);
}

/** The module with a custom section more, of up to 120 letters. @param {Buffer} bytes @param {string} name @param {string} text */
const withSection = (bytes, name, text) =>
  Buffer.concat([bytes, Buffer.from([custom, 1 + name.length + text.length, name.length]), Buffer.from(name + text)]);

/** Its functions' names, and the bytes of each that it defines. @param {Buffer} bytes @returns {Map<string, number>} */
export function functionsIn(bytes) {
  const names = new Map();
  const sizes = [];
  let imported = 0;
  for (const { id, content } of sections(bytes)) {
    const reader = new Reader(content);
    if (id === imports) imported = functionsAmong(reader);
    if (id === code) {
      for (let left = reader.number(); left > 0; left -= 1) {
        const size = reader.number();
        sizes.push(size);
        reader.at += size;
      }
    }
    if (id !== custom || reader.text() !== 'name') continue;
    for (const part of sections(content, reader.at)) {
      if (part.id !== functionNames) continue;
      const inside = new Reader(part.content);
      for (let left = inside.number(); left > 0; left -= 1) names.set(inside.number(), inside.text());
    }
  }
  return new Map([...names].map(([index, name]) => [name, sizes[index - imported] ?? 0]));
}

/** How many of what a module imports are functions. @param {Reader} reader of its imports */
function functionsAmong(reader) {
  let count = 0;
  const limits = () => reader.number() & 1 ? (reader.number(), reader.number()) : reader.number();
  const types = [() => (count += 1, reader.number()), () => (reader.byte(), limits()), limits, () => (reader.byte(), reader.byte())];
  for (let left = reader.number(); left > 0; left -= 1) {
    reader.text(), reader.text();
    types[reader.byte()]();
  }
  return count;
}

/** Lines of nm that name functions. */
const functions = /^(.+?): (\S+) ([TtW]) /gm;

/**
 * The functions that no other object than those of the pattern defines. Templates and what is inline stay in the first part:
 * other objects have the same, and Binaryen keeps one of several that do the same under whichever name.
 * @param {string} listed what nm says in POSIX form, a line a symbol: `archive[object]: name T address size`
 * @param {RegExp} pattern @param {string} [whole] the same of libraries that stay whole: files of theirs keep functions of the same names to themselves
 */
export function onlyIn(listed, pattern, whole = '') {
  const symbols = [...listed.matchAll(functions)].map(([, place, name, kind]) => ({ name, isLater: kind !== 'W' && pattern.test(place) }));
  const elsewhere = new Set([...symbols.filter(({ isLater }) => !isLater).map(({ name }) => name), ...[...whole.matchAll(functions)].map(([, , name]) => name)]);
  return [...new Set(symbols.map(({ name }) => name))].filter((name) => !elsewhere.has(name));
}

/** Local functions of objects that match, by names that others have too. @param {string} listed as in onlyIn @param {RegExp} pattern */
export const sharedNames = (listed, pattern) =>
  new Set([...listed.matchAll(functions)].filter(([, place, , kind]) => kind === 't' && pattern.test(place)).map(([, , name]) => name));

/**
 * All that goes into the second part: those functions; what only those call (templates, copies and destructors of what comes later; not
 * what is in the table or exported, which anyone may call); of local functions of one name, which Binaryen has numbered, those that
 * call something large of these; and nothing small that the first part calls.
 * @param {string} graph what `wasm-opt --print-call-graph` says @param {Map<string, number>} sizes of all functions
 * @param {Iterable<string>} names @param {Set<string>} [shared] sharedNames()
 */
export function secondPart(graph, sizes, names, shared = new Set()) {
  const calls = [...graph.matchAll(/^ *"(.+)" -> "(.+)"; \/\/ call$/gm)].map(([, from, to]) => ({ from, to }));
  /** @type {Map<string, Set<string>>} */
  const callers = new Map();
  for (const { from, to } of calls) callers.set(to, (callers.get(to) ?? new Set()).add(from));
  // What is imported or exported is filled with a colour, what is in the table is rounded; all functions come once in white.
  const called = (/** @type {string} */ look) => new Set([...graph.matchAll(new RegExp(`^ {2}"(.+)" \\[style="filled${look}"\\];$`, 'gm'))].map(([, name]) => name));
  const outside = called('", fillcolor="(?:gray|turquoise)');
  const inTable = called(', rounded');
  const isSmall = (/** @type {string} */ name) => (sizes.get(name) ?? 0) <= small;
  const own = new Set(names);
  const later = new Set(own);
  for (const { from, to } of calls) if (own.has(to) && !isSmall(to) && !isSmall(from) && !outside.has(from) && shared.has(from.replace(/_\d+$/, ''))) later.add(from);
  for (let before = -1; before < later.size;) {
    before = later.size;
    for (const [name, by] of callers) if (!outside.has(name) && !inTable.has(name) && [...by].every((caller) => caller === name || later.has(caller))) later.add(name);
  }
  for (let before = -1; before !== later.size;) {
    before = later.size;
    for (const { from, to } of calls) if (isSmall(to) && !later.has(from)) later.delete(to);
  }
  return [...later];
}

/** @param {string} split */
const optimiserBeside = (split) => join(dirname(split), 'wasm-opt');

/** What LLVM's code may hold: with all features Binaryen would write what browsers of today do not read. */
const features = ['bulk-memory', 'sign-ext', 'mutable-globals', 'nontrapping-float-to-int', 'simd', 'reference-types', 'multivalue'].map((name) => `--enable-${name}`);

/**
 * Writes NAME.first.wasm and NAME.later.wasm, and NAME.wasm without its names.
 * @param {string} wasm @param {string} split Binaryen's wasm-split @param {string} level @param {string[]} names of the functions that come later
 */
export function inTwo(wasm, split, level, names) {
  if (names.length === 0) throw new Error(`${wasm}: none of its functions comes later`); // wasm-split would take all
  const named = readFileSync(wasm);
  const optimiser = optimiserBeside(split);
  const list = join(tmpdir(), `later-${process.pid}.txt`);
  writeFileSync(list, names.join('\n'));
  const [first, later] = ['first', 'later'].map((part) => wasm.replace(/\.wasm$/, `.${part}.wasm`));
  try {
    execFileSync(split, ['--all-features', '--split', wasm, `--split-funcs=@${list}`, '-o1', first, '-o2', later], { stdio: ['ignore', 'ignore', 'inherit'] });
  } finally {
    rmSync(list);
  }
  // What was shared by both parts, or called once, can be made smaller now: 2 % of the first part.
  for (const part of [first, later]) execFileSync(optimiser, [level, ...features, part, '-o', part], { stdio: ['ignore', 'ignore', 'inherit'] });
  const pair = createHash('sha256').update(named).update(names.join('\n')).digest('hex');
  for (const part of [first, later]) writeFileSync(part, withSection(withoutNames(readFileSync(part)), 'pair', pair));
  writeFileSync(wasm, withoutNames(named));
}

function main([wasm, nm, split, level, pattern, ...given]) {
  const objects = given.filter((path) => /^--whole$|\.(o|a)$/.test(path)); // precompiled headers are listed among them
  const end = objects.indexOf('--whole');
  const [listed, whole] = [objects.slice(0, end), objects.slice(end + 1)].map((some) =>
    (some.length > 0 ? execFileSync(nm, ['-A', '-P', '--defined-only', ...some], { maxBuffer: 1 << 28 }).toString() : ''));
  const sizes = functionsIn(readFileSync(wasm));
  const graph = execFileSync(optimiserBeside(split), ['--all-features', '--print-call-graph', wasm], { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] }).toString();
  const comes = new RegExp(pattern);
  const names = secondPart(graph, sizes, onlyIn(listed, comes, whole).filter((name) => sizes.has(name)), sharedNames(listed, comes));
  inTwo(wasm, split, level, names);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv.slice(2));
