// SPDX-License-Identifier: MIT
// The part of docs/reliability.md that is measured: node tools/lib/reliability.mjs ROOT. See tools/reliability.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

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

part(
  'Tests that passed, by file',
  tableOf(
    ['tests/browser', ...found.map((engine) => labels[engine])],
    [
      ...files.map((file) => [file, ...found.map((engine) => passedOf(runs[engine].filter((line) => line.file === basename(file))))]),
      ['**all**', ...found.map((engine) => `**${passedOf(runs[engine])}**`)],
    ],
  ),
);

const failed = found.flatMap((engine) =>
  runs[engine].filter((line) => line.passed === false).map(({ file, test }) => [labels[engine], file, test]),
);
part('Tests that failed', failed.length ? tableOf(['engine', 'file', 'test'], failed) : 'None.');

/** What a kind of measurement gave, a row for each name of it. */
function measured(kind, valueOf) {
  const names = [...new Set(found.flatMap((engine) => runs[engine].filter((line) => line[kind]).map((line) => line[kind])))];
  return (
    names.length &&
    tableOf(
      [kind, ...found.map((engine) => labels[engine])],
      names.map((name) => [
        name,
        ...found.map(
          (engine) =>
            runs[engine]
              .filter((line) => line[kind] === name)
              .map(valueOf)
              .at(-1) ?? '–',
        ),
      ]),
    )
  );
}
part(
  'Rules of WCAG 2.2 AA that axe-core finds broken',
  measured('axe', ({ count }) => count),
);
part(
  'Pixels of a view that differ from Chromium’s picture',
  measured('picture', ({ share }) => `${(share * 100).toFixed(2)} %`),
);
part(
  'Pace, with software rendering on a busy machine',
  measured('pace', ({ value, unit }) => `${value} ${unit}`),
);

const rows = [
  ...cannot,
  ...found.flatMap((engine) =>
    runs[engine]
      .filter((line) => line.leftOut && !cannot.some((one) => one.reason === line.leftOut))
      .map(({ file, test, leftOut }) => ({ engine, file, test, reason: leftOut })),
  ),
];
part(
  'What an engine or its driver cannot be asked',
  tableOf(
    ['engine', 'file', 'test', 'reason'],
    rows.map(({ engine, file, test, reason }) => [labels[engine], file, test ?? 'all', reason]),
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
