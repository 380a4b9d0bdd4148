// Assembles the page: node tools/site.mjs [--wasm build/wasm] [--out build/site] [--readable] [--versioned] [--zip FILE] [--with-model NAME=FOLDER]...
//
//   index.html, web/**              -> /            (page, scripts, CSS, samples, by lib/scripts.mjs)
//   build/wasm/{headwaters,engine}  -> /            (.js and .wasm, the engine in two parts if it was split)
//   Inter, JetBrains Mono           -> /fonts/      (woff2, fonts.css, licences)
//   python/headwaters           -> /python/headwaters.py (the package as one file; see one_module.py)
//   web/languages/*/*.json      -> /languages/   (the tables of each language; see lib/words.mjs)
//   licences of what is linked in   -> /licences/
//   the program                 -> /saved-page.html (as one file, to save an analysis in; see lib/one_file.mjs)
//   with samples and models     -> /one-file.html (the page as one file, which opens by double click)
//   docs/{api,lessons}.md       -> /api.html, /lessons.html   (what Share and the writing of lessons link to)
//   paths, hashes and sizes     -> /offline.json (what the page keeps for use without a network)
//
// --versioned puts all of that into versions/VERSION/ and a small page that leads to the newest version in front. Other
//   existing versions stay, so that an old link keeps its program (docs/hosting.md).
// --with-model hosts a model's files under models/NAME, and lists it among the page's own models (docs/hosting.md).
// --zip also writes the site as an archive, with the same bytes for the same site.
// --readable keeps scripts and styles as written, one file per module, and WebAssembly's symbols.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import subsetFont from 'subset-font';

import { command } from './lib/command.mjs';
import { writeFront } from './lib/front.mjs';
import { pageOf } from './lib/markdown.mjs';
import { addModels } from './lib/models.mjs';
import { offlineList } from './lib/offline_list.mjs';
import { oneFilePage, shippedFiles } from './lib/one_file.mjs';
import { bundle, entriesOf, smaller } from './lib/scripts.mjs';
import { checkEntries, filesOf, programs } from './lib/programs.mjs';
import { versionOf } from './lib/release/versions.mjs';
import { languagesOf, siteTables } from './lib/words.mjs';
import { zipOf } from './lib/zip.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const web = join(root, 'web');

// The scripts in which the page is written. Other scripts use the DOM's own fallback fonts.
const subsets = ['latin', 'latin-ext', 'greek', 'cyrillic'];
const fonts = [
  { package: '@fontsource/inter', weights: [400, 600] },
  { package: '@fontsource/jetbrains-mono', weights: [400] },
];

/** @typedef {{wasm: string, out: string, readable: boolean, versioned?: boolean, zip?: string, models?: string[]}} Options */

/** The files of a site. An existing file with the same content is not touched. Other existing files are deleted. */
class Site {
  /** @type {Set<string>} */
  #written = new Set();

  /** @param {string} out */
  constructor(out) {
    this.out = out;
  }

  /** @param {string} from @param {string} to */
  copy(from, to) {
    this.write(readFileSync(from), to);
  }

  /** The written files. */
  read(to) {
    return readFileSync(join(this.out, to));
  }

  /** Whether this run has written it. @param {string} to */
  has(to) {
    return this.#written.has(join(this.out, to));
  }

  /** @param {Uint8Array | string} content @param {string} to */
  write(content, to) {
    const target = join(this.out, to);
    const bytes = Buffer.from(/** @type {Uint8Array} */ (content));
    this.#written.add(target);
    if (existsSync(target) && readFileSync(target).equals(bytes)) return;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, bytes);
  }

  /** The files written in this run, by their paths with forward slashes. @returns {Map<string, Buffer>} */
  files() {
    return new Map([...this.#written].map((file) => [relative(this.out, file).split(sep).join('/'), readFileSync(file)]));
  }

  /** Deletes files that this run has not written, except a gallery added by the user. Returns a summary. */
  finish() {
    for (const file of filesBelow(this.out)) {
      if (!this.#written.has(file) && !file.startsWith(join(this.out, 'gallery') + sep)) rmSync(file);
    }
    const bytes = [...this.#written].reduce((sum, file) => sum + statSync(file).size, 0);
    return `${relative(process.cwd(), this.out) || '.'}: ${this.#written.size} files, ${(bytes / 1e6).toFixed(1)} MB`;
  }
}

/** @param {string} folder @returns {Generator<string>} */
function* filesBelow(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.') || entry.name === '__pycache__') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

// Text is drawn a character at a time and the style switches contextual forms off, so their rules and the glyphs that only these reach
// (ligatures of code, small figures) would be a third of the files, sent for nothing.
const keepFeatures = ['ccmp', 'kern', 'locl', 'mark', 'mkmk'];

/** The characters of a rule's `unicode-range`. @param {string} rule */
function charactersOf(rule) {
  let all = '';
  for (const [, first, last] of rule.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)) {
    for (let code = parseInt(first, 16); code <= parseInt(last ?? first, 16); code += 1) all += String.fromCodePoint(code);
  }
  return all;
}

/** The chosen subsets' @font-face rules of a package's stylesheet, with our URLs. */
async function fontRules(site, css, folder) {
  const rules = [];
  for (const [, name, rule] of css.matchAll(/\/\* (\S+) \*\/\s*(@font-face \{[^}]*\})/g)) {
    const file = `${name}.woff2`;
    // Names end in -latin-400-normal. -latin-ext-400-normal is another subset.
    if (!subsets.some((subset) => new RegExp(`-${subset}-\\d+-normal$`).test(name))) continue;
    const whole = readFileSync(join(folder, 'files', file));
    site.write(await subsetFont(whole, charactersOf(rule), { targetFormat: 'woff2', keepFeatures }), `fonts/${file}`);
    rules.push(rule.replace(/src:[^;]*;/, `src: url("${file}") format("woff2");`));
  }
  return rules;
}

async function copyFonts(site, readable) {
  const rules = [];
  for (const font of fonts) {
    const folder = join(root, 'node_modules', font.package);
    if (!existsSync(folder)) throw new Error(`${font.package} is missing: run npm ci.`);
    for (const weight of font.weights) {
      rules.push(...(await fontRules(site, readFileSync(join(folder, `${weight}.css`), 'utf8'), folder)));
    }
    site.copy(join(folder, 'LICENSE'), `fonts/${basename(font.package)}-LICENSE.txt`);
  }
  const css = `${rules.join('\n')}\n`;
  site.write(readable ? css : await smaller(css, 'css'), 'fonts/fonts.css');
}

/**
 * The page's files, except the tables of languages, which become others (writeTables), and the files of the article's tag that only npm
 * reads.
 */
const ownFiles = () =>
  [...filesBelow(web)].filter(
    (file) =>
      !file.startsWith(join(web, 'languages')) && !/[\\/](jsconfig\.json|rooms\.json|figure[\\/](package\.json|README\.md))$/.test(file),
  );

/** Libraries that the page's modules import by their names, with the files to copy if modules are not bundled. */
const libraries = { uqr: 'dist/index.mjs' };

/** The page, its modules and styles as written, except that libraries are imported by their paths, because a browser needs these. */
function copyWeb(site) {
  site.copy(join(root, 'index.html'), 'index.html');
  for (const file of ownFiles()) {
    const to = relative(web, file);
    const up = relative(dirname(file), web).split(sep).join('/') || '.';
    const placed = (text) =>
      Object.keys(libraries).reduce((all, name) => all.replaceAll(`from '${name}'`, `from '${up}/libraries/${name}.js'`), text);
    if (file.endsWith('.js')) site.write(placed(readFileSync(file, 'utf8')), to);
    else site.copy(file, to);
  }
  for (const [name, file] of Object.entries(libraries)) site.copy(join(root, 'node_modules', name, file), `libraries/${name}.js`);
}

/** The pages as they are sent, with bundled scripts and early requests for their imports. */
async function bundleWeb(site, wasm) {
  const all = ownFiles();
  const modules = all.filter((file) => file.endsWith('.js') && !file.startsWith(join(web, 'samples')));
  const pages = new Map([
    ['index.html', join(root, 'index.html')],
    ...all.filter((file) => file.endsWith('.html')).map((file) => /** @type {const} */ ([relative(web, file), file])),
  ]);
  for (const [to, file] of pages) pages.set(to, readFileSync(file, 'utf8'));
  const entries = entriesOf(web, [...pages.values()].join('\n'), modules);
  checkEntries(entries);
  for (const entry of entries) {
    const { files, first } = await bundle(web, entry);
    for (const { path, bytes } of files) site.write(bytes, path);
    const script = `<script type="module" src="${entry}">`;
    const early = [...first.map((path) => `<link rel="modulepreload" href="${path}" />`), script].join('\n    ');
    for (const [to, html] of pages) pages.set(to, html.replace(script, early));
  }
  // Tells the page that there is a list of files (web/offline/offline.js), and that its module is in two parts (web/main.js).
  const parts = existsSync(join(wasm, 'headwaters.first.wasm')) ? 'data-parts ' : '';
  for (const [to, html] of pages) site.write(to === 'index.html' ? html.replace('<html ', `<html data-offline ${parts}`) : html, to);
  site.write(await smaller(readFileSync(join(web, 'service_worker.js'), 'utf8'), 'js'), 'service_worker.js');
  for (const file of all) {
    const to = relative(web, file);
    if (file.endsWith('.css')) site.write(await smaller(readFileSync(file, 'utf8'), 'css'), to);
    else if (!modules.includes(file) && !pages.has(to)) site.copy(file, to);
  }
}

/** The tables of other languages, with one file for each part that is fetched at once (web/base/language.js). */
function writeTables(site) {
  const tables = languagesOf(root).flatMap((language) => [...siteTables(root, language)]);
  for (const [path, text] of tables) site.write(text, path);
  return tables.map(([path]) => path);
}

async function copyPrograms(site, wasm, readable) {
  for (const name of programs.flatMap(filesOf)) {
    const file = join(wasm, name);
    const first = file.replace(/\.wasm$/, '.first.wasm');
    if (!existsSync(file)) console.error(`Not built yet, left out: ${name}`);
    else if (first !== file && existsSync(first)) {
      site.copy(first, name);
      site.copy(file.replace(/\.wasm$/, '.later.wasm'), name.replace(/\.wasm$/, '.later.wasm'));
    } else if (readable || !name.endsWith('.js')) site.copy(file, name);
    else site.write(await smaller(readFileSync(file, 'utf8'), 'js'), name);
    if (readable && existsSync(`${file}.map`)) site.write(withSources(`${file}.map`), `${name}.map`);
  }
  for (const file of filesBelow(join(wasm, 'licences'))) site.copy(file, `licences/${basename(file)}`);
  for (const name of Object.keys(libraries)) site.copy(join(root, 'node_modules', name, 'LICENSE'), `licences/${name}.txt`);
  site.copy(join(root, 'LICENSE'), 'licences/headwaters.txt');
}

/** The Python package as one file. @param {Site} site */
function writePackage(site) {
  const file = join(root, 'build/python/headwaters.py');
  execFileSync('python3', [join(root, 'python/one_module.py'), file], { stdio: 'inherit' });
  site.copy(file, 'python/headwaters.py');
}

/** The page as one file, alone and as the page saves it with data (web/one_file). All its parts are there from the beginning. */
async function writeOneFile(site, wasm, tables) {
  const names = programs.flatMap(filesOf);
  if (!names.every((name) => site.has(name))) return;
  const fontFiles = readdirSync(join(site.out, 'fonts'))
    .filter((name) => /\.(css|woff2)$/.test(name))
    .map((name) => `fonts/${name}`);
  const files = new Map(
    [...names, ...tables, ...fontFiles.filter((name) => site.has(name))].map((name) => [
      name,
      name.endsWith('.wasm') ? readFileSync(join(wasm, name)) : site.read(name),
    ]),
  );
  const { saved, whole } = await oneFilePage(web, readFileSync(join(root, 'index.html'), 'utf8'), files, programs, shippedFiles(web));
  site.write(saved, 'saved-page.html');
  site.write(whole, 'one-file.html');
}

/** A map of WebAssembly with the sources in it, because the browser's debugger could not reach them. @param {string} file */
function withSources(file) {
  const map = JSON.parse(readFileSync(file, 'utf8'));
  const paths = map.sources.map((source) => join(dirname(file), source));
  map.sourcesContent = paths.map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : null));
  map.sources = paths.map((path) => (path.startsWith(root) ? relative(root, path) : path));
  return JSON.stringify(map);
}

/** @param {Options} options @returns {Promise<string>} a short summary of the written files */
export async function assemble({ wasm, out, readable, versioned = false, zip = '', models = [] }) {
  const version = versionOf(root);
  const site = new Site(versioned ? join(out, 'versions', version) : out);
  if (readable) copyWeb(site);
  else await bundleWeb(site, wasm);
  addModels(site, models);
  const tables = writeTables(site);
  writePackage(site);
  await copyPrograms(site, wasm, readable);
  for (const name of ['api', 'lessons']) site.write(pageOf(readFileSync(join(root, `docs/${name}.md`), 'utf8')), `${name}.html`);
  await copyFonts(site, readable);
  await writeOneFile(site, wasm, tables);
  if (!readable) site.write(offlineList(version, site.files()), 'offline.json');
  if (zip) writeFileSync(zip, zipOf(new Map([...site.files()].map(([path, bytes]) => [`headwaters-${version}/${path}`, bytes]))));
  if (versioned) writeFront(out);
  return site.finish();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  command(
    import.meta.url,
    {
      wasm: { type: 'string', default: join(root, 'build/wasm') },
      out: { type: 'string', default: join(root, 'build/site') },
      readable: { type: 'boolean', default: false },
      versioned: { type: 'boolean', default: false },
      zip: { type: 'string' },
      'with-model': { type: 'string', multiple: true },
    },
    async ({ 'with-model': models, ...options }) => console.log(await assemble({ ...options, models })),
  );
}
