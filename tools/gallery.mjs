// Makes a gallery of a folder of analyses: node tools/gallery.mjs --from FOLDER [--site build/site] [--title TEXT]
//
//   FOLDER/*                   files of any form that the page opens, saved analyses among them
//   FOLDER/gallery.json        optional {"title", "about", "analyses": {"FILE": {"title", "text", "view"}}}, where
//                              "view" is the fragment of a link
//   -> SITE/gallery/files/     the same files
//   -> SITE/gallery/pictures/  a thumbnail of each, for light and for dark screens, drawn by headwaters figure
//   -> SITE/gallery/index.json the data of gallery.html (format in docs/hosting.md)
//
// --program FILE names the command line program, --figure NAME the figure for analyses without a view in gallery.json
// (default is the saved view's figure, or else bars). Files that the program cannot read are listed and skipped.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { command } from './lib/command.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const form = 'headwaters-gallery/1';
const own = 'gallery.json';
const size = '720x360';

/** Runs the program. Its one-line error message becomes the error. @param {string} program @param {string[]} words */
function run(program, words) {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error) throw new Error(`${program} cannot be started (${error.message}): tools/build native makes it, --program names another.`);
  if (status !== 0) throw new Error(stderr.trim());
  return stdout;
}

/** A name that is safe in URLs and on every system. @param {string} name */
const plainName = (name) =>
  name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+/, '') || 'analysis';

/** The sentence of a figure's caption with method, layers and output. @param {string} svg */
function methodOf(svg) {
  const caption = /<desc>([^<]*)<\/desc>/.exec(svg)?.[1] ?? '';
  const text = caption.replace(/\. (Heads|Data|Settings): .*$/s, '');
  return text.replace(/&(amp|lt|gt|quot);/g, (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name]);
}

/**
 * @param {{program: string, from: string, out: string, figure: string}} where
 * @param {string} file its name in the folder @param {Record<string, string>} given its entry in gallery.json
 * @param {Set<string>} taken names of the others
 */
function addAnalysis({ program, from, out, figure }, file, given, taken) {
  const path = join(from, file);
  const info = JSON.parse(run(program, ['info', path, '--format', 'json']));
  const view = (given.view ?? '').replace(/^[^#]*#/, '');
  const look = view ? ['--state', view] : figure ? ['--view', figure] : [];
  const drawn = ['light', 'dark'].map((theme) =>
    run(program, ['figure', path, ...look, '--quiet', '--plain', '--theme', theme, '--size', size]),
  );
  const name = uniqueName(plainName(file), taken);
  copyFileSync(path, join(out, 'files', name));
  const pictures = drawn.map((svg, dark) => {
    const picture = `pictures/${name}${dark ? '.dark' : ''}.svg`;
    writeFileSync(join(out, picture), svg);
    return picture;
  });
  return {
    file: `files/${name}`,
    ...(view ? { view } : {}),
    title: given.title ?? (info.title || file),
    text: given.text ?? info.text,
    method: given.method ?? methodOf(drawn[0]),
    model: info.model,
    thumbnail: pictures[0],
    darkThumbnail: pictures[1],
  };
}

/** @param {string} name @param {Set<string>} taken */
function uniqueName(name, taken) {
  let unique = name;
  for (let i = 2; taken.has(unique.toLowerCase()); i += 1) unique = name.replace(/^([^.]*)/, `$1-${i}`);
  taken.add(unique.toLowerCase());
  return unique;
}

/**
 * @param {{from: string, site: string, title?: string, program: string, figure: string}} options
 * @returns {{analyses: object[], refused: string[]}}
 */
export function makeGallery({ from, site, title, program, figure }) {
  if (!existsSync(from) || !statSync(from).isDirectory()) throw new Error(`${from} is no folder: --from names the one with the analyses.`);
  const given = existsSync(join(from, own)) ? JSON.parse(readFileSync(join(from, own), 'utf8')) : {};
  const out = join(site, 'gallery');
  rmSync(out, { recursive: true, force: true });
  for (const folder of ['files', 'pictures']) mkdirSync(join(out, folder), { recursive: true });
  const names = readdirSync(from)
    .filter((name) => name !== own && !name.startsWith('.') && statSync(join(from, name)).isFile())
    .sort();
  const taken = new Set();
  const refused = [];
  const analyses = names.flatMap((file) => {
    try {
      return [addAnalysis({ program, from, out, figure }, file, given.analyses?.[file] ?? {}, taken)];
    } catch (error) {
      if (/cannot be started/.test(error.message)) throw error;
      refused.push(error.message.replace(/^headwaters: /, ''));
      return [];
    }
  });
  const index = { format: form, title: title ?? given.title ?? 'Gallery', about: given.about ?? '', analyses };
  writeFileSync(join(out, 'index.json'), `${JSON.stringify(index, null, 1)}\n`);
  return { analyses, refused };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  command(
    import.meta.url,
    {
      from: { type: 'string' },
      site: { type: 'string', default: join(root, 'build/site') },
      title: { type: 'string' },
      program: { type: 'string', default: process.env.HEADWATERS ?? join(root, 'build/native/headwaters') },
      figure: { type: 'string', default: '' },
    },
    (options) => {
      if (!options.from) throw new Error('No folder is given: --from names the one with the analyses.');
      const { analyses, refused } = makeGallery(options);
      for (const why of refused) console.error(`left out: ${why}`);
      console.log(`${join(options.site, 'gallery')}: ${analyses.length} analyses`);
      if (analyses.length === 0) process.exitCode = 1;
    },
  );
}
