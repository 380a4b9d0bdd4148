// The program's WebAssembly modules. src/programs.json documents a row.
import { readFileSync } from 'node:fs';

/** @typedef {{name: string, folder?: string, kind: 'page' | 'worker' | 'tool', starts: string[]}} Program */

/** @type {{programs: Program[]}} */
const { programs: rows } = JSON.parse(readFileSync(new URL('../../src/programs.json', import.meta.url), 'utf8'));

export const programs = rows;

/** The files of a module. @param {Program} program */
export const filesOf = ({ name }) => [`${name}.js`, `${name}.wasm`];

/** Fails if a script that starts without an import is in no row, or the reverse. @param {string[]} entries */
export function checkEntries(entries, list = programs) {
  const known = list.flatMap(({ starts }) => starts);
  const unknown = entries.filter((entry) => /^(main|.*\/(worker|helper))\.js$/.test(entry) && !known.includes(entry));
  const missing = known.filter((entry) => !entries.includes(entry));
  if (unknown.length + missing.length > 0)
    throw new Error(`src/programs.json and the scripts that start by themselves differ: ${[...unknown, ...missing].join(', ')}`);
}
