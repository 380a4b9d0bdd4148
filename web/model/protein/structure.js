// SPDX-License-Identifier: MIT
// @ts-check
// Protein structures: the atoms of PDB and mmCIF files that distances need, and the chain that a sequence belongs to. The readers take only
// these record kinds of files from strangers, within limits.
// PDB: columns of ATOM and HETATM (format 3.3). mmCIF: the loop of _atom_site.

import { ProblemError } from '../../base/problem.js';
import { tr } from '../../base/language.js';

/** @typedef {[number, number, number]} Point in ångström */
/** @typedef {{name: string, letters: string, points: (Point | null)[]}} Chain points: Cβ, or Cα of glycine and of residues without Cβ */
/** @typedef {{atom: string, residue: string, chain: string, number: string, point: number[]}} Atom */

const mostBytes = 2 ** 26;
const longestLine = 4096;
const mostAtoms = 2_000_000;
const mostResidues = 5000;
/** Chains with different sequences that are compared with the model's. */
const mostChains = 16;
const mostSteps = 2 ** 25;

/** Letters by the names of residues. Selenomethionine is read as methionine. */
const letters = new Map(
  'ALA A ARG R ASN N ASP D CYS C GLN Q GLU E GLY G HIS H ILE I LEU L LYS K MET M PHE F PRO P SER S THR T TRP W TYR Y VAL V MSE M SEC U PYL O'
    .split(' ')
    .flatMap((name, i, all) => (i % 2 === 0 ? [/** @type {[string, string]} */ ([name, all[i + 1]])] : [])),
);

/** @param {string} finding */
const refused = (finding) =>
  new ProblemError(tr('structure'), finding, tr('Use the PDB or mmCIF file of a protein, as the Protein Data Bank has them.'));

/** Whether a file begins like a structure. @param {string} start its first thousands of characters */
export const isStructure = (start) =>
  /^(HEADER {4}|ATOM {2}|HETATM|CRYST1|TITLE {5}|REMARK {1,3}\d|MODEL {8})/m.test(start) ||
  /^data_\S*\s/.test(start.replace(/^(#[^\n]*\n|\s)*/, ''));

/** @param {string} text @yields {Atom} */
function* atomsOfPdb(text) {
  for (const [line] of text.matchAll(/^.*$/gm)) {
    if (line.startsWith('ENDMDL')) return; // further models are the same protein
    if (!line.startsWith('ATOM  ') && !line.startsWith('HETATM')) continue;
    const cut = (/** @type {number} */ from, /** @type {number} */ to) => line.slice(from - 1, to).trim();
    const point = [cut(31, 38), cut(39, 46), cut(47, 54)].map((part) => (part ? Number(part) : NaN));
    yield { atom: cut(13, 16), residue: cut(18, 20), chain: cut(22, 22), number: cut(23, 27), point };
  }
}

/** A value of a CIF file, a comment or a text field. */
const cifToken = /(?<=\n);[^\n]*\n(?:(?!;)[^\n]*\n)*;|#[^\n]*|'(?:[^'\n]|'(?=\S))*'(?=\s|$)|"(?:[^"\n]|"(?=\S))*"(?=\s|$)|\S+/g;

/** @param {string} text @yields {Atom} */
function* atomsOfCif(text) {
  const start = text.search(/^_atom_site\./m);
  if (start < 0) return;
  /** @type {string[]} */
  const names = [];
  /** @type {string[]} */
  let row = [];
  let model = '';
  const own = text.slice(start);
  for (const [token] of own.matchAll(cifToken)) {
    if (token.startsWith('#')) continue;
    if (row.length === 0 && token.startsWith('_')) {
      if (!token.toLowerCase().startsWith('_atom_site.')) return;
      if (names.length >= 64) throw refused(tr('This file’s list of atoms is damaged.'));
      names.push(token.slice('_atom_site.'.length).toLowerCase());
      continue;
    }
    if (row.length === 0 && /^(loop_|data_|save_|stop_|global_)/i.test(token)) return;
    row.push(/^['"]/.test(token) ? token.slice(1, -1) : token);
    if (row.length < names.length) continue;
    const value = (/** @type {string} */ name) => {
      const found = row[names.indexOf(name)] ?? '';
      return found === '.' || found === '?' ? '' : found;
    };
    model ||= value('pdbx_pdb_model_num');
    if (value('pdbx_pdb_model_num') !== model) return;
    yield {
      atom: value('label_atom_id'),
      residue: value('label_comp_id'),
      chain: value('auth_asym_id') || value('label_asym_id'),
      number: (value('auth_seq_id') || value('label_seq_id')) + value('pdbx_pdb_ins_code'),
      point: ['cartn_x', 'cartn_y', 'cartn_z'].map((name) => (value(name) ? Number(value(name)) : NaN)),
    };
    row = [];
  }
}

/** The chains of amino acids in a PDB or mmCIF file. Throws a ProblemError if there are none. @param {string} text @returns {Chain[]} */
export function chainsOf(text) {
  if (text.length > mostBytes) throw refused(tr('This file is larger than {} MB.', mostBytes / 2 ** 20));
  for (let from = 0, to = 0; to >= 0; from = to + 1) {
    to = text.indexOf('\n', from);
    if ((to < 0 ? text.length : to) - from > longestLine) throw refused(tr('This file’s list of atoms is damaged.'));
  }
  /** @type {Map<string, Map<string, {letter: string, alpha?: number[], beta?: number[]}>>} */
  const chains = new Map();
  let count = 0;
  for (const { atom, residue, chain, number, point } of /^_atom_site\./m.test(text) ? atomsOfCif(text) : atomsOfPdb(text)) {
    count += 1;
    if (count > mostAtoms) throw refused(tr('This file has more than {} atoms.', mostAtoms));
    const letter = letters.get(residue.toUpperCase());
    if (!letter || (atom !== 'CA' && atom !== 'CB')) continue;
    if (!point.every((one) => Math.abs(one) < 1e5)) throw refused(tr('This file’s list of atoms is damaged.'));
    const residues = chains.get(chain) ?? new Map();
    chains.set(chain, residues);
    const key = `${number} ${letter}`;
    const known = residues.get(key) ?? { letter };
    residues.set(key, known);
    if (residues.size > mostResidues) throw refused(tr('A chain of this file has more than {} residues.', mostResidues));
    // The first of several alternative places.
    if (atom === 'CA') known.alpha ??= point;
    else known.beta ??= point;
  }
  if (chains.size === 0) throw refused(tr('This file has no protein with Cα and Cβ atoms.'));
  return [...chains].map(([name, residues]) => ({
    name,
    letters: [...residues.values()].map(({ letter }) => letter).join(''),
    points: [...residues.values()].map(({ alpha, beta }) => /** @type {Point | null} */ (beta ?? alpha ?? null)),
  }));
}

/**
 * The residue of the chain for each residue of the sequence, -1 for none, by a global alignment (Needleman and Wunsch 1970: +2 for equal
 * residues, -1 for others and for each gap, ends are free).
 * @param {string[]} sequence one letter for each residue, others match nothing @param {string} chain
 */
export function aligned(sequence, chain) {
  const [rows, columns] = [sequence.length, chain.length];
  if (rows * columns > mostSteps) throw refused(tr('This sequence is too long to find it in the file.'));
  const steps = new Uint8Array((rows + 1) * (columns + 1)); // 0 both, 1 the sequence alone, 2 the chain alone
  let before = new Int32Array(columns + 1);
  for (let i = 1; i <= rows; i += 1) {
    const now = new Int32Array(columns + 1);
    for (let j = 1; j <= columns; j += 1) {
      const both = before[j - 1] + (sequence[i - 1] === chain[j - 1] ? 2 : -1);
      const alone = before[j] - (j === columns ? 0 : 1);
      const other = now[j - 1] - (i === rows ? 0 : 1);
      now[j] = Math.max(both, alone, other);
      steps[i * (columns + 1) + j] = now[j] === both ? 0 : now[j] === alone ? 1 : 2;
    }
    before = now;
  }
  const found = new Int32Array(rows).fill(-1);
  for (let [i, j] = [rows, columns]; i > 0 && j > 0; ) {
    const step = steps[i * (columns + 1) + j];
    if (step === 0) found[i - 1] = j - 1;
    if (step !== 2) i -= 1;
    if (step !== 1) j -= 1;
  }
  return found;
}

/** @typedef {{chain: string, equal: number, distances: Float32Array}} Fitted distances: [n][n] in ångström, NaN if one is not resolved */

/**
 * The distances of a sequence's residues in the chain that has most of them. Throws a ProblemError if no chain resembles the sequence.
 * @param {string[]} sequence @param {Chain[]} chains @returns {Fitted}
 */
export function fitted(sequence, chains) {
  const different = chains.filter(({ letters: own }, at) => chains.findIndex((one) => one.letters === own) === at).slice(0, mostChains);
  const all = different.map((chain) => {
    const places = aligned(sequence, chain.letters);
    return { chain, places, equal: sequence.filter((letter, i) => chain.letters[places[i]] === letter).length };
  });
  const best = all.reduce((most, one) => (one.equal > most.equal ? one : most));
  if (best.equal < 0.3 * Math.min(sequence.length, best.chain.letters.length) || best.equal < 2)
    throw refused(tr('No chain of this file resembles the sequence.'));
  const points = sequence.map((_, i) => best.chain.points[best.places[i]] ?? null);
  const distances = new Float32Array(sequence.length ** 2).fill(NaN);
  points.forEach((one, i) => {
    points.forEach((other, j) => {
      if (one && other) distances[i * sequence.length + j] = Math.hypot(...one.map((value, axis) => value - other[axis]));
    });
  });
  return { chain: best.chain.name, equal: best.equal, distances };
}

/** Two residues touch if they are nearer than this, in ångström, as in Rao et al. 2021. */
export const touching = 8;

/**
 * The share of real contacts among the likeliest pairs that are at least `apart` residues from each other, of those that the structure
 * resolves.
 * @param {[number, number, number][]} pairs residues and probability @param {Float32Array} distances @param {number} residues
 * @param {number} apart @param {number} count of pairs @returns {{precision: number, pairs: number}} precision: NaN without pairs
 */
export function precisionOf(pairs, distances, residues, apart, count) {
  const known = pairs.filter(([i, j]) => Math.abs(i - j) >= apart && !Number.isNaN(distances[i * residues + j]));
  const best = known.sort((a, b) => b[2] - a[2]).slice(0, Math.max(1, count));
  const right = best.filter(([i, j]) => distances[i * residues + j] < touching).length;
  return { precision: right / best.length, pairs: best.length };
}
