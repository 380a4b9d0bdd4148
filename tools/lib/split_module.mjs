// SPDX-License-Identifier: MIT
// Splits a WebAssembly module in two by the functions called in a run. NAME.first.wasm has these, with a stand-in for each of the others,
// which are in NAME.later.wasm. NAME.wasm stays whole. split_by_run.mjs runs models, split_by_visit.mjs the page's module and the engine's
// together. The two parts have the same custom section "pair", by which a page checks that they belong to one build.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const magic = 8;
const custom = 0;

/** LEB128. @param {Buffer} bytes @param {number} at @returns {[number, number]} the number, and where it ends */
function number(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, at];
  }
}

/** The module without its custom sections (names, producers, features). @param {Buffer} bytes */
export function withoutNames(bytes) {
  const kept = [bytes.subarray(0, magic)];
  for (let start = magic; start < bytes.length; ) {
    const [size, content] = number(bytes, start + 1);
    if (bytes[start] !== custom) kept.push(bytes.subarray(start, content + size));
    start = content + size;
  }
  return Buffer.concat(kept);
}

/** The module with one more custom section, of up to 120 letters. @param {Buffer} bytes @param {string} name @param {string} text */
const withSection = (bytes, name, text) =>
  Buffer.concat([bytes, Buffer.from([custom, 1 + name.length + text.length, name.length]), Buffer.from(name + text)]);

const pairOf = (/** @type {string} */ file) =>
  existsSync(file)
    ? WebAssembly.Module.customSections(new WebAssembly.Module(readFileSync(file)), 'pair')
        .map((bytes) => Buffer.from(bytes).toString())
        .join()
    : '';

/** The features that LLVM's code may use. With all features Binaryen would write code that today's browsers cannot read. */
const features = ['bulk-memory', 'sign-ext', 'mutable-globals', 'nontrapping-float-to-int', 'simd', 'reference-types', 'multivalue'].map(
  (name) => `--enable-${name}`,
);

/** @param {string} split Binaryen's wasm-split */
const optimiserBeside = (split) => join(dirname(split), 'wasm-opt');
const part = (/** @type {string} */ wasm, /** @type {string} */ name) => wasm.replace(/\.wasm$/, `.${name}.wasm`);

/** Writes next to it a module that records its called functions. @param {string} wasm @param {string} split Binaryen's wasm-split @returns {string} its path */
export function instrumented(wasm, split) {
  execFileSync(split, ['--all-features', '--instrument', wasm, '-o', part(wasm, 'instrumented')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return part(wasm, 'instrumented');
}

/** A module that is in one file or another, and its instance's exports. @param {string} script @param {string} wasm @param {object} options of the module @param {(imports: WebAssembly.Imports) => WebAssembly.Imports} [among] */
export async function instanceOf(script, wasm, options, among = (imports) => imports) {
  /** @type {any} */
  let exported;
  const { default: create } = await import(pathToFileURL(script).href);
  const module = await create({
    ...options,
    instantiateWasm: (/** @type {WebAssembly.Imports} */ imports, /** @type {(instance: WebAssembly.Instance) => void} */ done) => {
      void WebAssembly.instantiate(new WebAssembly.Module(readFileSync(wasm)), among(imports)).then((instance) => {
        exported = instance.exports;
        done(instance);
      });
      return {};
    },
  });
  return { module, exported };
}

/**
 * The record of wasm-split's instrumentation. @param {{module: any, exported: any}} instance @returns {Buffer} a number of 64 bits, then for each function when it was called first
 */
export function profileOf({ module, exported }) {
  const room = 1 << 20;
  const at = module._malloc(room) >>> 0;
  const length = exported.__write_profile(at, room);
  if (length > room) throw new Error(`A profile of ${length} bytes`);
  return Buffer.from(module.HEAPU8.slice(at, at + length));
}

/** For the functions in their order, whether each was called. @param {Buffer} profile */
export const calledIn = (profile) =>
  Array.from({ length: (profile.length - 8) / 4 }, (_, index) => profile.readUInt32LE(8 + 4 * index) !== 0);

/**
 * Writes NAME.first.wasm and NAME.later.wasm. If they exist for the same module and the same run, only their date is renewed.
 * @param {string} wasm @param {string} split Binaryen's wasm-split @param {string} level the optimisation level of the parts, -O3 or -Oz,
 * with further options @param {Buffer} profile
 */
export function inTwo(wasm, split, level, profile) {
  const called = calledIn(profile);
  if (!called.includes(false)) throw new Error(`${wasm}: none of its functions comes later`);
  const pair = createHash('sha256')
    .update(readFileSync(wasm))
    .update(`${level} ${called.map(Number).join('')}`)
    .digest('hex');
  const [first, later] = [part(wasm, 'first'), part(wasm, 'later')];
  const now = new Date();
  if (pairOf(first) === pair && pairOf(later) === pair)
    return [first, later].forEach((one) => {
      utimesSync(one, now, now);
    });
  const noted = part(wasm, 'profile');
  writeFileSync(noted, profile);
  try {
    execFileSync(split, ['--all-features', '--split', wasm, `--profile=${noted}`, '-o1', first, '-o2', later], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } finally {
    rmSync(noted);
  }
  // Functions that both parts shared, or called once, can be made smaller now, which saves 2 % of the first part.
  for (const one of [first, later])
    execFileSync(optimiserBeside(split), [...level.split(' '), ...features, one, '-o', one], { stdio: ['ignore', 'ignore', 'inherit'] });
  for (const one of [first, later]) writeFileSync(one, withSection(withoutNames(readFileSync(one)), 'pair', pair));
}
