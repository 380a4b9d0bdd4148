// SPDX-License-Identifier: MIT
// @ts-check
// Figures in a LaTeX document (texlive-latex-base, poppler-utils), if they are installed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { writeNarrowPdf } from './narrow_pdf.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'headwaters-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const missing = [
  ['pdflatex', '--version'],
  ['pdffonts', '-v'],
  ['pdftotext', '-v'],
].filter(([program, ask]) => spawnSync(program, [ask]).error !== undefined);
const skip = missing.length > 0 ? `${missing.map(([program]) => program).join(', ')} not installed` : false;

/** @type {[string, string, string, string][]} view, sample, fields, words that it draws */
const figures = [
  ['bars', 'agreement-keys', 'layer=6&token=0', 'cabinet'],
  ['matrix', 'agreement-keys', 'layer=3', 'cabinet'],
  ['flow', 'agreement-keys', 'layer=6&sink=2', 'cabinet'],
  ['heads', 'date-slash', 'layer=2&side=encoder', 'in use'],
  ['image', 'digit-4', 'layer=4', 'Drawn by Headwaters'],
  ['graph', 'agreement-keys', 'layer=6', 'cabinet'],
];

test('figures at 83 mm go into a LaTeX document as they are: of their size, every font embedded, every word there', { skip }, () => {
  for (const [view, sample, fields] of figures) writeNarrowPdf(join(scratch, `${view}.pdf`), view, sample, fields);
  writeFileSync(
    join(scratch, 'paper.tex'),
    String.raw`\documentclass[twocolumn]{article}
\usepackage{graphicx}
\begin{document}
A text beside its figures.
${figures.map(([view]) => String.raw`\begin{figure}\includegraphics{${view}.pdf}\caption{A figure of ${view}.}\end{figure}\clearpage`).join('\n')}
\end{document}
`,
  );
  const run = spawnSync('pdflatex', ['-interaction=nonstopmode', '-halt-on-error', 'paper.tex'], { cwd: scratch, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stdout);
  const log = readFileSync(join(scratch, 'paper.log'), 'latin1').replace(/\n/g, ' ');
  assert.doesNotMatch(log, /PDF inclusion/); // complains about a version or a page
  // 83 mm are 236.157 of TeX's points.
  const sizes = [...log.matchAll(/Requested size: ([\d.]+)pt/g)].map(([, width]) => Number(width));
  assert.equal(sizes.length, figures.length, log);
  for (const width of sizes) assert.ok(Math.abs(width - 236.157) < 0.2, `${width}`);

  const fonts = spawnSync('pdffonts', ['paper.pdf'], { cwd: scratch, encoding: 'utf8' }).stdout.trim().split('\n').slice(2);
  assert.ok(
    fonts.some((line) => /Inter/.test(line)),
    fonts.join('\n'),
  );
  for (const line of fonts) assert.match(line, / yes (?:yes|no) +(?:yes|no) +\d+ +\d+$/, line);
  figures.forEach(([view, , , word], i) => {
    const page = spawnSync('pdftotext', ['-f', `${i + 1}`, '-l', `${i + 1}`, 'paper.pdf', '-'], {
      cwd: scratch,
      encoding: 'utf8',
    }).stdout.replace(/\s+/g, ' ');
    for (const words of [word, `A figure of ${view}.`]) assert.ok(page.includes(words), `${view}: "${words}" in ${page.slice(0, 300)}`);
  });
});
