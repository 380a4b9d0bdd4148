// SPDX-License-Identifier: MIT
// @ts-check
// FASTA files.

/** The residues of a FASTA text's first entry, without its header and white space; other texts unchanged. @param {string} text */
export function residuesIn(text) {
  if (!text.trimStart().startsWith('>')) return text;
  const [, ...lines] = text.trim().split(/\r\n?|\n/);
  const next = lines.findIndex((line) => line.startsWith('>'));
  const entry = lines.slice(0, next < 0 ? lines.length : next).join('');
  return entry.replace(/\s/g, '').replace(/\*$/, ''); // * marks the end
}
