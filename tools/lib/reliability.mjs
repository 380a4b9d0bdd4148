// SPDX-License-Identifier: MIT
// The part of docs/reliability.md that is measured: node tools/lib/reliability.mjs ROOT. See tools/reliability. What it says in numbers is kept
// (tools/history), since the next run writes over it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { keep } from './history.mjs';

const root = process.argv[2];
const { cannot } = await import(pathToFileURL(join(root, 'tests/browser/cannot.mjs')).href);

const engines = ['chromium', 'firefox', 'webkit'];
const labels = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKitGTK' };
const row = (cells) => `| ${cells.join(' | ')} |`;
const tableOf = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** Lines of one engine's last whole run. */
function linesOf(engine) {
  const file = join(root, 'build/results', `${engine}.jsonl`);
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
}
const runs = Object.fromEntries(engines.map((engine) => [engine, linesOf(engine)]));
const found = engines.filter((engine) => runs[engine].length > 0);
if (found.length === 0) {
  console.error('error: There are no results in build/results.\n  Run tools/test browser, tools/test firefox or tools/test webkit first.');
  process.exit(1);
}

/** "7 of 8, 1 left out". */
function passedOf(lines) {
  const tests = lines.filter((line) => line.test);
  if (tests.length === 0) return '–';
  const [asked, out] = [tests.filter((line) => !line.leftOut), tests.filter((line) => line.leftOut)];
  const passed = asked.filter((line) => line.passed).length;
  return `${asked.length ? `${passed} of ${asked.length}` : 'none'}${out.length ? `, ${out.length} left out` : ''}`;
}

/** Paths below tests/browser; results know the file's own name. */
const files = readdirSync(join(root, 'tests/browser'), { recursive: true })
  .flatMap((name) => String(name).match(/^(.+)(?=\.test\.mjs$)/)?.[1] ?? [])
  .sort();
const parts = [];
const part = (title, text) => text && parts.push(`### ${title}\n\n${text}`);

const byFile = files.map((file) => [file, ...found.map((engine) => passedOf(runs[engine].filter((line) => line.file === basename(file))))]);
/** Every test of the file ran and passed, in every engine. */
const isWhole = (/** @type {string[]} */ [, ...cells]) => cells.every((cell) => /^(\d+) of \1$/.test(cell));
part(
  'Tests that passed, by file',
  `${tableOf(
    ['tests/browser', ...found.map((engine) => labels[engine])],
    [...byFile.filter((cells) => !isWhole(cells)), ['**all**', ...found.map((engine) => `**${passedOf(runs[engine])}**`)]],
  )}

All of them, in ${found.length === 1 ? 'this engine' : 'each of these engines'}: ${byFile
    .filter(isWhole)
    .map(([file, cell]) => `${file} (${cell.split(' ')[0]})`)
    .join(', ')}.`,
);

const failed = found.flatMap((engine) =>
  runs[engine].filter((line) => line.passed === false).map(({ file, test }) => [labels[engine], file, test]),
);
part('Tests that failed', failed.length ? tableOf(['engine', 'file', 'test'], failed) : 'None.');

/** What a kind of measurement gave, a row for each name of it. */
function rowsOf(kind, valueAt) {
  const names = [...new Set(found.flatMap((engine) => runs[engine].filter((line) => line[kind]).map((line) => line[kind])))];
  return names.map((name) => [
    name,
    ...found.map(
      (engine) =>
        runs[engine]
          .filter((line) => line[kind] === name)
          .map(valueAt)
          .at(-1) ?? '–',
    ),
  ]);
}
const measured = (kind, rows) => (rows.length > 0 ? tableOf([kind, ...found.map((engine) => labels[engine])], rows) : '');

const axe = rowsOf('axe', ({ count }) => count);
const broken = axe.filter(([, ...counts]) => counts.some((count) => count > 0));
part(
  'Rules of WCAG 2.2 AA that axe-core finds broken',
  axe.length > 0 && (broken.length > 0 ? measured('axe', broken) : `None, in ${axe.length} views and dialogs.`),
);
const pictures = rowsOf('picture', ({ share }) => `${(share * 100).toFixed(2)} %`);
part('Pixels of a view that differ from Chromium’s picture', measured('picture', pictures));
const pace = rowsOf('pace', ({ value, unit }) => `${value} ${unit}`.trim());
part('Pace, with software rendering on a busy machine', measured('pace', pace));

const rows = [
  ...cannot,
  ...found.flatMap((engine) =>
    runs[engine]
      .filter((line) => line.leftOut && !cannot.some((one) => one.reason === line.leftOut))
      .map(({ file, test, leftOut }) => ({ engine, file, test, reason: leftOut })),
  ),
];
/** Of one engine and reason: "kept: how it was read; share". @type {Map<string, Map<string, string[]>>} */
const reasons = new Map();
for (const { engine, file, test, reason } of rows) {
  const key = `${labels[engine]} | ${reason}`;
  const tests = reasons.get(key) ?? new Map();
  tests.set(file, [...(tests.get(file) ?? []), ...(test ? [test] : [])]);
  reasons.set(key, tests);
}
part(
  'What an engine or its driver cannot be asked',
  tableOf(
    ['engine', 'reason', 'tests, by the words in their names'],
    [...reasons].map(([key, tests]) => [
      ...key.split(' | '),
      [...tests].map(([file, names]) => (names.length > 0 ? `${file}: ${names.join(', ')}` : `all of ${file}`)).join('; '),
    ]),
  ),
);

const doc = join(root, 'docs/reliability.md');
const heading = '## In three engines';
const text = readFileSync(doc, 'utf8').split(`\n${heading}\n`)[0].trimEnd();
const date = new Date().toISOString().slice(0, 10);
writeFileSync(
  doc,
  `${text}\n\n${heading}\n\nWritten by \`tools/reliability\` from what \`tools/test browser\`, \`firefox\` and \`webkit\` left in \`build/results\`, ${date}; a dash is\nwhat has not been run.\n\n${parts.join('\n\n')}\n`,
);
console.log(`docs/reliability.md: ${found.map((engine) => `${labels[engine]} ${passedOf(runs[engine])}`).join('; ')}`);
const kept = [
  ...found.map((engine) => ({
    engine: labels[engine],
    passed: passedOf(runs[engine]),
    failed: failed
      .filter(([label]) => label === labels[engine])
      .map(([, file, test]) => `${file}: ${test}`)
      .join('; '),
  })),
  ...[...pictures, ...pace].map(([what, ...cells]) => ({
    what,
    ...Object.fromEntries(found.map((engine, i) => [labels[engine], cells[i]])),
  })),
];
keep('reliability', 'In three engines', kept, join(root, 'docs/history'));
