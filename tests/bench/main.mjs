// SPDX-License-Identifier: MIT
// Run as `node tests/bench/main.mjs [--keep] PART...`. Measures the builds of tools/bench and prints one table. --keep adds it to
// docs/history.
import { execFileSync } from 'node:child_process';
import { arch, cpus, loadavg, totalmem, type } from 'node:os';

import { keep } from '../../tools/lib/history.mjs';
import { root } from './common.mjs';

/**
 * A line of the table has the name, the measured value, the comparison, the ratio and the aim.
 * @typedef {{what: string, measured: string, against?: string, ratio?: number, aim?: string}} Row
 */

const describe = (what, ...args) => {
  try {
    return execFileSync(what, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
};

function printHead() {
  const changed = describe('git', 'status', '--porcelain', '--untracked-files=no') ? ' and changes not committed' : '';
  const load = loadavg()[0];
  console.log(`- date: ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`);
  console.log(`- commit: ${describe('git', 'rev-parse', '--short', 'HEAD') || 'unknown'}${changed}`);
  console.log(`- machine: ${cpus().length} x ${cpus()[0].model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, ${type()} ${arch()}`);
  console.log(
    `- load at the start: ${load.toFixed(1)} on ${cpus().length} processors${load > 1 ? ' (busy: times on the wall are longer than on a quiet machine)' : ''}`,
  );
  console.log(
    `- node ${process.version}; ${describe(process.env.HEADWATERS_CHROMIUM ?? 'chromium', '--version') || 'no Chromium'}; ${describe('c++', '--version').split('\n')[0]}`,
  );
}

/** @param {Row} row */
const ratio = ({ ratio: value }) => (value === undefined ? '' : value >= 20 ? value.toFixed(0) : value.toFixed(2));

/** @param {Row[]} rows */
function printTable(rows) {
  const cells = [
    ['what', 'measured', 'against', 'ratio', 'aim'],
    ...rows.map((row) => [row.what, row.measured, row.against ?? '', ratio(row), row.aim ?? '']),
  ];
  const widths = cells[0].map((_, column) => Math.max(...cells.map((line) => line[column].length)));
  cells.forEach((line, number) => {
    console.log(`| ${line.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`);
    if (number === 0) console.log(`| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  });
}

const keeping = process.argv.includes('--keep');
const parts = process.argv.slice(2).filter((word) => word !== '--keep');
printHead();
/** @type {Row[]} */
const rows = [];
for (const part of parts) {
  const start = performance.now();
  try {
    const folder = ['flow', 'growth', 'long', 'ranges'].includes(part) ? 'flow/' : '';
    const { measure } = await import(`./${folder}${part}.mjs`);
    /** @type {Row[]} */
    const measured = await measure();
    rows.push(...measured);
    if (keeping)
      keep(
        'performance',
        part,
        measured.map((row) => {
          const cells = { what: row.what, measured: row.measured, against: row.against ?? '', ratio: ratio(row), aim: row.aim ?? '' };
          return Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ''));
        }),
      );
  } catch (error) {
    console.error(`error: ${part}: ${error.message}`);
    process.exitCode = 1;
  }
  console.error(`${part}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
}
console.log();
printTable(rows);
