// Splits a WebAssembly module in two (cmake/WebModules.cmake calls this after linking it):
//
//   node split_module.mjs NAME.wasm NM WASM_SPLIT PATTERN OBJECT-OR-ARCHIVE...
//
// NAME.later.wasm gets the functions that are defined in nothing but objects whose path the pattern matches,
// NAME.first.wasm the rest with a stand-in for each of them, and NAME.wasm stays whole; no function has a name any more.
// The two parts have the same custom section "pair", by which a page sees that they are of one build.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const magic = 8;
const custom = 0;
const functionNames = 1;

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

/** The names of its functions. @param {Buffer} bytes @returns {string[]} */
export function namesIn(bytes) {
  const names = [];
  for (const { id, content } of sections(bytes)) {
    const outer = new Reader(content);
    if (id !== custom || outer.text() !== 'name') continue;
    for (const part of sections(content, outer.at)) {
      if (part.id !== functionNames) continue;
      const reader = new Reader(part.content);
      for (let left = reader.number(); left > 0; left -= 1) {
        reader.number();
        names.push(reader.text());
      }
    }
  }
  return names;
}

/**
 * The functions that no other object than those of the pattern defines. Templates and what is inline stay in the first part:
 * other objects have the same, and Binaryen keeps one of several that do the same under whichever name.
 * @param {string} listed what nm says in POSIX form, a line a symbol: `archive[object]: name T address size`
 * @param {RegExp} pattern
 */
export function onlyIn(listed, pattern) {
  const symbols = [...listed.matchAll(/^(.+?): (\S+) ([TtW]) /gm)].map(([, place, name, kind]) => ({ name, isLater: kind !== 'W' && pattern.test(place) }));
  const elsewhere = new Set(symbols.filter(({ isLater }) => !isLater).map(({ name }) => name));
  return [...new Set(symbols.map(({ name }) => name))].filter((name) => !elsewhere.has(name));
}

/** What LLVM's code may hold: with all features Binaryen would write what browsers of today do not read. */
const features = ['bulk-memory', 'sign-ext', 'mutable-globals', 'nontrapping-float-to-int', 'simd', 'reference-types', 'multivalue'].map((name) => `--enable-${name}`);

function main([wasm, nm, split, pattern, ...given]) {
  const objects = given.filter((path) => /\.(o|a)$/.test(path)); // precompiled headers are listed among them
  const named = readFileSync(wasm);
  const listed = execFileSync(nm, ['-A', '-P', '--defined-only', ...objects], { maxBuffer: 1 << 28 }).toString();
  const names = onlyIn(listed, new RegExp(pattern));
  const there = new Set(namesIn(named));
  const list = join(tmpdir(), `later-${process.pid}.txt`);
  writeFileSync(list, names.filter((name) => there.has(name)).join('\n'));
  const [first, later] = ['first', 'later'].map((part) => wasm.replace(/\.wasm$/, `.${part}.wasm`));
  try {
    execFileSync(split, ['--all-features', '--split', wasm, `--split-funcs=@${list}`, '-o1', first, '-o2', later], { stdio: ['ignore', 'ignore', 'inherit'] });
  } finally {
    rmSync(list);
  }
  // What was shared by both parts, or called once, can be made smaller now: 2 % of the first part.
  for (const part of [first, later]) execFileSync(join(dirname(split), 'wasm-opt'), ['-O3', ...features, part, '-o', part], { stdio: ['ignore', 'ignore', 'inherit'] });
  const pair = createHash('sha256').update(named).digest('hex');
  for (const part of [first, later]) writeFileSync(part, withSection(withoutNames(readFileSync(part)), 'pair', pair));
  writeFileSync(wasm, withoutNames(named));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv.slice(2));
