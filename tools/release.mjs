// Prepares and checks a release (docs/release.md): node tools/release.mjs [--set VERSION | --tag TAG | --notes | --collect FOLDER --out FOLDER] [--root FOLDER]
//
// Without an option, checks the tree and lists the missing parts of a release. Exits with 1 if there are any.
// --set VERSION  writes the version into every file that has one, moves the lines of changes/*.md into its section of CHANGELOG.md,
//                and deletes the files
// --tag TAG      checks the tree, and that the tag (such as v0.2.0) is the version's
// --notes        prints the version's section of CHANGELOG.md, the notes of its release
// --collect FOLDER --out FOLDER   writes the files of a release out of the workflow's artifacts, with SHA256SUMS
// --root FOLDER  another tree than this one
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { command } from './lib/command.mjs';
import { checkVersions, setVersion, versionFiles, versionOf } from './lib/release/versions.mjs';

const own = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} root */
const fragments = (root) =>
  readdirSync(join(root, 'changes'))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort();

/** @param {string} root */
const changelog = (root) => readFileSync(join(root, 'CHANGELOG.md'), 'utf8');

/**
 * The place of a version's section in CHANGELOG.md, with its heading, its first line and its end. @param {string} root @param {string} version
 */
function sectionOf(root, version) {
  const text = changelog(root);
  const heading = `## ${version}\n`;
  const at = `\n${text}`.indexOf(`\n${heading}`);
  if (at < 0) return null;
  const begin = at + heading.length;
  const next = text.indexOf('\n## ', begin);
  return { begin, end: next < 0 ? text.length : next + 1 };
}

/** @param {string} root @param {string} version */
const notesOf = (root, version) => {
  const section = sectionOf(root, version);
  return section ? changelog(root).slice(section.begin, section.end).trim() : '';
};

/** The parts that a release of the tree lacks. @param {string} root @param {string} version @param {string} [tag] */
function lacking(root, version, tag) {
  const files = fragments(root);
  return [
    tag !== undefined &&
      tag !== `v${version}` &&
      `The tag is ${tag}, the version ${version}. Delete the tag, or run node tools/release.mjs --set.`,
    !notesOf(root, version) && `CHANGELOG.md has no section for ${version}. Run node tools/release.mjs --set ${version}.`,
    files.length > 0 &&
      `These changes are not in CHANGELOG.md: ${files.map((name) => `changes/${name}`).join(', ')}. Run node tools/release.mjs --set ${version}.`,
    ...checkVersions(versionFiles(root)),
  ].filter((line) => typeof line === 'string');
}

/** Moves the fragments into the version's section, which is created if there is none. @param {string} root @param {string} version */
function joinChanges(root, version) {
  const lines = fragments(root).map((name) => `${readFileSync(join(root, 'changes', name), 'utf8').trim()}\n`);
  const text = changelog(root);
  const section = sectionOf(root, version);
  const first = text.search(/^## /m);
  const top = first < 0 ? text.length : first;
  const [before, after] = section
    ? [`${text.slice(0, section.end).trimEnd()}\n`, text.slice(section.end)]
    : [`${text.slice(0, top).trimEnd()}\n\n## ${version}\n\n`, text.slice(top)];
  writeFileSync(join(root, 'CHANGELOG.md'), `${before}${lines.join('')}${after ? `\n${after}` : ''}`);
  for (const name of fragments(root)) rmSync(join(root, 'changes', name));
  return lines.length;
}

command(
  import.meta.url,
  {
    set: { type: 'string' },
    tag: { type: 'string' },
    notes: { type: 'boolean', default: false },
    collect: { type: 'string' },
    out: { type: 'string' },
    root: { type: 'string', default: own },
  },
  async ({ set, tag, notes, collect: from, out, root }) => {
    if (set !== undefined) {
      if (!/^\d+\.\d+\.\d+$/.test(set)) throw new Error(`${set} is not a version. Give three numbers, such as 0.2.0.`);
      setVersion(root, set);
      console.log(`${set}: ${joinChanges(root, set)} changes joined. Read CHANGELOG.md, then commit.`);
      return;
    }
    const version = versionOf(root);
    if (notes) return void console.log(notesOf(root, version));
    if (from !== undefined) {
      if (!out) throw new Error('--collect needs --out FOLDER.');
      const { collect } = await import('./lib/release/files.mjs');
      return void console.log((await collect(from, out, version)).join('\n'));
    }
    const all = lacking(root, version, tag);
    if (all.length > 0) throw new Error(all.join('\n  '));
    console.log(`${version} can be released. docs/release.md has the steps.`);
  },
);
