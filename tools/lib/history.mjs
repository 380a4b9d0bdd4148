// SPDX-License-Identifier: MIT
// @ts-check
// Earlier measurements (docs/history/*.jsonl), with one line per table row or note. tools/history prints it, tools/bench --keep and
// tools/reliability add to it.
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{date: string, commit?: string, machine?: string, part: string, row?: Record<string, string>, text?: string}} Kept */

/** The existing kinds. @type {readonly string[]} */
export const kinds = ['performance', 'reliability'];

const root = join(fileURLToPath(new URL('.', import.meta.url)), '../..');
/** @param {string} kind @param {string} [folder] */
export const fileOf = (kind, folder = join(root, 'docs/history')) => join(folder, `${kind}.jsonl`);

/** @param {string} kind @param {string} [folder] @returns {Kept[]} */
export const keptOf = (kind, folder) =>
  readFileSync(fileOf(kind, folder), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/**
 * Adds rows with today's date and the commit that is checked out.
 * @param {string} kind @param {string} part @param {Record<string, string>[]} rows @param {string} [folder]
 */
export function keep(kind, part, rows, folder) {
  const git = (/** @type {string[]} */ ...words) => {
    try {
      return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      return ''; // an archive of the sources has no commits
    }
  };
  const changed = git('status', '--porcelain', '--untracked-files=no') ? ' and changes' : '';
  const about = {
    date: new Date().toISOString().slice(0, 10),
    commit: `${git('rev-parse', '--short=8', 'HEAD') || 'unknown'}${changed}`,
    machine: `${cpus().length} x ${cpus()[0].model.trim()}`,
    part,
  };
  appendFileSync(fileOf(kind, folder), rows.map((row) => `${JSON.stringify({ ...about, row })}\n`).join(''));
}

const lineOf = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;

/** Rows of one part and day become one table, with the columns of all of them. @param {Kept[]} kept */
export function shown(kept) {
  /** @type {string[]} */
  const blocks = [];
  /** @type {Record<string, string>[]} */
  let rows = [];
  let last = '';
  const endTable = () => {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const lines = [columns, columns.map(() => '---'), ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
    if (rows.length > 0) blocks.push(lines.map(lineOf).join('\n'));
    rows = [];
  };
  for (const { date, commit, machine, part, row, text } of kept) {
    const about = `## ${part} (${[date, commit, machine].filter(Boolean).join(', ')})`;
    // A row that shares no column with the rows before it belongs to another table.
    if (about !== last || !row || (rows.length > 0 && !Object.keys(row).some((column) => column in rows[0]))) endTable();
    if (about !== last) {
      last = about;
      blocks.push(last);
    }
    if (row) rows.push(row);
    else blocks.push(text ?? '');
  }
  endTable();
  return blocks.join('\n\n');
}

/** Rows that contain all words, in any case. @param {Kept[]} kept @param {string[]} words */
export const withWords = (kept, words) =>
  kept.filter((one) => {
    const all = JSON.stringify(one).toLowerCase();
    return words.every((word) => all.includes(JSON.stringify(word).slice(1, -1).toLowerCase()));
  });

/** The parts with their days and numbers of rows. @param {Kept[]} kept */
export function partsOf(kept) {
  /** @type {Map<string, {days: Set<string>, rows: number}>} */
  const parts = new Map();
  for (const { part, date, row } of kept) {
    const found = parts.get(part) ?? { days: new Set(), rows: 0 };
    found.days.add(date);
    found.rows += row ? 1 : 0;
    parts.set(part, found);
  }
  return [...parts].map(([part, { days, rows }]) => `${part}: ${[...days].sort().join(', ')}; ${rows} rows`).join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [first, ...others] = process.argv.slice(2);
  const asked = kinds.filter((kind) => kind === first);
  const words = asked.length > 0 ? others : process.argv.slice(2);
  for (const kind of asked.length > 0 ? asked : kinds) {
    const kept = keptOf(kind);
    if (words.length === 0) console.log(`# ${kind}\n\n${partsOf(kept)}\n`);
    else if (withWords(kept, words).length > 0) console.log(`# ${kind}\n\n${shown(withWords(kept, words))}\n`);
  }
}
