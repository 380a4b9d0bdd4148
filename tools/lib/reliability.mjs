// SPDX-License-Identifier: MIT
// The measured part of docs/reliability.md: node tools/lib/reliability.mjs ROOT. See tools/reliability. Its numbers are archived
// (tools/history), since the next run overwrites them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { keep } from './history.mjs';

const root = process.argv[2];

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

/** "7 of 8, 1 skipped". */
function passedOf(lines) {
  const tests = lines.filter((line) => line.test);
  if (tests.length === 0) return '–';
  const [asked, out] = [tests.filter((line) => !line.leftOut), tests.filter((line) => line.leftOut)];
  const passed = asked.filter((line) => line.passed).length;
  return `${asked.length ? `${passed} of ${asked.length}` : 'none'}${out.length ? `, ${out.length} skipped` : ''}`;
}

const parts = [];
const part = (title, text) => text && parts.push(`### ${title}\n\n${text}`);

part(
  'Tests that passed',
  `${tableOf(
    ['engine', 'passed'],
    found.map((engine) => [labels[engine], passedOf(runs[engine])]),
  )}\n\n\`tests/browser/unsupported.mjs\` gives the reason for each test that an engine or its driver cannot run.`,
);

const failed = found.flatMap((engine) =>
  runs[engine].filter((line) => line.passed === false).map(({ file, test }) => [labels[engine], file, test]),
);
part('Tests that failed', failed.length ? tableOf(['engine', 'file', 'test'], failed) : 'None.');

/** The results of a kind of measurement, one row for each of its names. */
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
const shareOf = (line) => `${(line.share * 100).toFixed(2)} %`;
const pictures = rowsOf('picture', shareOf);
/** The maximum over the pictures, in each engine that drew some. */
const most = found.map((engine) => {
  const drawn = runs[engine].filter((line) => line.picture);
  return drawn.length > 0 ? shareOf(drawn.reduce((one, other) => (other.share > one.share ? other : one))) : '–';
});
part(
  'Pixels that differ from Chromium’s picture, at most',
  pictures.length > 0 && tableOf(['pictures', ...found.map((engine) => labels[engine])], [[String(pictures.length), ...most]]),
);
const pace = rowsOf('pace', ({ value, unit }) => `${value} ${unit}`.trim());
part('Pace, with software rendering on a busy machine', measured('pace', pace));

const doc = join(root, 'docs/reliability.md');
const heading = '## In three engines';
const text = readFileSync(doc, 'utf8').split(`\n${heading}\n`)[0].trimEnd();
const date = new Date().toISOString().slice(0, 10);
writeFileSync(
  doc,
  `${text}\n\n${heading}\n\n\`tools/reliability\` wrote this section on ${date}, from the results of \`tools/test browser\`, \`firefox\` and \`webkit\` in \`build/results\`. A dash means that the engine has not run this.\n\n${parts.join('\n\n')}\n`,
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
