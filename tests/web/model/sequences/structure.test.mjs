// SPDX-License-Identifier: MIT
// @ts-check
// PDB and mmCIF files: the atoms that distances need, the chain of a sequence, precision, and damaged files.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { groupOf, groups } from '../../../../web/model/protein/groups.js';
import { aligned, chainsOf, fitted, isStructure, precisionOf } from '../../../../web/model/protein/structure.js';

const names = { A: 'ALA', G: 'GLY', K: 'LYS', L: 'LEU', M: 'MSE', W: 'TRP' };
const pad = (value, width) => String(value).padStart(width);

/** A line of the PDB format. */
const atomLine = (atom, residue, chain, number, [x, y, z], { alternative = ' ', record = 'ATOM  ' } = {}) =>
  `${record}    1 ${` ${atom}`.padEnd(4)}${alternative}${residue} ${chain}${pad(number, 4)}    ${[x, y, z].map((one) => pad(one.toFixed(3), 8)).join('')}  1.00  0.00`;

/** Residues along x, 3.8 apart, with Cβ one above Cα. */
function pdbOf(sequence, chain = 'A', first = 1) {
  return [...sequence].flatMap((letter, i) => {
    const place = (/** @type {number} */ y) => /** @type {[number, number, number]} */ ([3.8 * i, y, 0]);
    const lines = [atomLine('CA', names[letter], chain, first + i, place(0)), atomLine('N', names[letter], chain, first + i, place(9))];
    if (letter !== 'G') lines.push(atomLine('CB', names[letter], chain, first + i, place(1)));
    return lines;
  });
}

test('a PDB file gives Cβ, for glycine Cα, of the first model and the first alternative', () => {
  const text = [
    'HEADER    A PROTEIN',
    'MODEL        1',
    ...pdbOf('AGK'),
    atomLine('CB', 'ALA', 'A', 1, [50, 50, 50], { alternative: 'B' }),
    atomLine('CA', 'HOH', 'A', 9, [0, 0, 0], { record: 'HETATM' }),
    'ENDMDL',
    ...pdbOf('WWW', 'B'),
  ].join('\r\n');
  assert.ok(isStructure(text));
  assert.deepEqual(chainsOf(text), [
    {
      name: 'A',
      letters: 'AGK',
      points: [
        [0, 1, 0],
        [3.8, 0, 0],
        [7.6, 1, 0],
      ],
    },
  ]);
});

test('an mmCIF file gives the same, with quotes, text fields and any order of columns', () => {
  const rows = [
    `ATOM CA . ALA A ? 1 1.0 2.0 3.0 1`,
    `ATOM "CB" . 'ALA' A ? 1 1.5 2.0 3.0 1 # a comment`,
    `ATOM "C5'" . ALA A ? 1 0 0 0 1`,
    `ATOM CA . GLY A ? 2 4.0 -2.0`,
    `3.0 1`,
    `ATOM CA . TRP A ? 1 9 9 9 2`,
  ];
  const columns = ['group_PDB', 'label_atom_id', 'label_alt_id', 'label_comp_id', 'auth_asym_id', 'pdbx_PDB_ins_code', 'auth_seq_id'];
  const numbers = ['Cartn_x', 'Cartn_y', 'Cartn_z', 'pdbx_PDB_model_num'];
  const text = `data_1ABC\n_struct.title\n;a title\nATOM\n;\nloop_\n${[...columns, ...numbers].map((one) => `_atom_site.${one}\n`).join('')}${rows.join('\n')}\nloop_\n_other.id\n1\n`;
  assert.ok(isStructure(text));
  assert.deepEqual(chainsOf(text), [
    {
      name: 'A',
      letters: 'AG',
      points: [
        [1.5, 2, 3],
        [4, -2, 3],
      ],
    },
  ]);
});

test('a sequence finds its residues over gaps, mutations, masks and another numbering', () => {
  assert.deepEqual([...aligned([...'AGKLW'], 'GKW')], [-1, 0, 1, -1, 2]);
  assert.deepEqual([...aligned(['A', '<mask>', 'K'], 'AGK')], [0, 1, 2]);
  const chains = chainsOf([...pdbOf('WWWWW', 'X'), ...pdbOf('LAGKLW', 'B', 40)].join('\n'));
  const { chain, equal, distances } = fitted([...'MAGKLW'], chains);
  assert.equal(chain, 'B');
  assert.equal(equal, 5);
  // Between Cβ at (3.8, 1) and (11.4, 1), and Cα of glycine at (7.6, 0).
  assert.ok(Math.abs(distances[1 * 6 + 3] - 7.6) < 1e-5);
  assert.ok(Math.abs(distances[1 * 6 + 2] - Math.hypot(3.8, 1)) < 1e-5);
  assert.equal(distances[3 * 6 + 1], distances[1 * 6 + 3]);
});

test('precision counts real contacts among the likeliest pairs that the structure resolves', () => {
  const residues = 10;
  const distances = new Float32Array(100).fill(20);
  for (const [i, j] of [
    [0, 6],
    [1, 9],
  ])
    distances[i * residues + j] = 7.9;
  distances[0 * residues + 9] = NaN;
  const pairs = /** @type {[number, number, number][]} */ ([
    [0, 9, 0.99],
    [0, 6, 0.9],
    [0, 7, 0.8],
    [1, 9, 0.7],
    [2, 3, 0.6],
    [2, 8, 0.1],
  ]);
  assert.deepEqual(precisionOf(pairs, distances, residues, 6, 2), { precision: 0.5, pairs: 2 });
  assert.deepEqual(precisionOf(pairs, distances, residues, 6, 10), { precision: 0.5, pairs: 4 });
  assert.deepEqual(precisionOf(pairs, distances, residues, 8, 1), { precision: 1, pairs: 1 });
  assert.deepEqual(precisionOf(pairs, distances, residues, 9, 1), { precision: NaN, pairs: 0 });
});

test('damaged and huge files are refused, and other proteins do not fit', () => {
  const finding = (/** @type {() => unknown} */ action) => {
    try {
      action();
    } catch (error) {
      return /** @type {{finding: string}} */ (error).finding;
    }
    return '';
  };
  assert.match(
    finding(() => chainsOf('')),
    /no protein/,
  );
  assert.match(
    finding(() => chainsOf(pdbOf('A').join('\n').replace('0.000', '  nan'))),
    /damaged/,
  );
  assert.match(
    finding(() => chainsOf(`data_x\nloop_\n${'_atom_site.a\n'.repeat(70)}`)),
    /damaged/,
  );
  assert.match(
    finding(() => chainsOf(`ATOM  ${"'a ".repeat(5000)}`)),
    /damaged/,
  );
  const long = Array.from({ length: 5001 }, (_, i) => atomLine('CA', 'ALA', 'A', i % 10_000, [i, 0, 0])).join('\n');
  assert.match(
    finding(() => chainsOf(long)),
    /5,?000/,
  );
  assert.match(
    finding(() => fitted([...'KKKKKK'], chainsOf(pdbOf('WWWWWW').join('\n')))),
    /resembles/,
  );
  assert.match(
    finding(() => aligned(Array(9000).fill('A'), 'A'.repeat(5000))),
    /too long/,
  );
  const cut = `data_x\nloop_\n_atom_site.label_atom_id\n_atom_site.label_comp_id\nCA ALA\n`;
  assert.match(
    finding(() => chainsOf(cut)),
    /damaged/,
  );
  assert.equal(isStructure('{"attentions": []}'), false);
  assert.equal(isStructure('>sp|P0CG48\nMQIF'), false);
});

test('each amino acid has one group, each group its own colour', () => {
  for (const letter of 'ACDEFGHIKLMNPQRSTVWY') assert.equal(groups.filter(({ letters }) => letters.includes(letter)).length, 1, letter);
  assert.equal(new Set(groups.map(({ colour }) => colour)).size, groups.length);
  assert.equal(groupOf('<mask>'), undefined);
  assert.equal(groupOf('K')?.name(), 'positive');
});
