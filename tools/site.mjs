// Assembles the page: node tools/site.mjs [--wasm build/wasm] [--out build/site]
//
//   index.html, web/**              -> /            (page, ES modules, CSS, samples)
//   build/wasm/{headwaters,engine}  -> /            (.js and .wasm)
//   Inter, JetBrains Mono           -> /fonts/      (woff2, fonts.css, licences)
//   licences of what is linked in   -> /licences/
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { values: options } = parseArgs({
  options: {
    wasm: { type: 'string', default: join(root, 'build/wasm') },
    out: { type: 'string', default: join(root, 'build/site') },
  },
});

// What the page is written in; other scripts reach it through the DOM's own fallback fonts.
const subsets = ['latin', 'latin-ext', 'greek', 'cyrillic'];
const fonts = [
  { package: '@fontsource/inter', weights: [400, 600] },
  { package: '@fontsource/jetbrains-mono', weights: [400] },
];

const written = new Set();

/** Copies a file unless the same one is there already, so that a rebuild touches only what changed. */
function put(from, to) {
  putBytes(readFileSync(from), to);
}

function putBytes(bytes, to) {
  const target = join(options.out, to);
  written.add(target);
  if (existsSync(target) && readFileSync(target).equals(Buffer.from(bytes))) return;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, bytes);
}

function* filesBelow(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.') || entry.name === '__pycache__') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/** The chosen subsets' @font-face rules of a package's stylesheet, their addresses made ours. */
function fontRules(css, folder) {
  const rules = [];
  for (const [, name, rule] of css.matchAll(/\/\* (\S+) \*\/\s*(@font-face \{[^}]*\})/g)) {
    const file = `${name}.woff2`;
    // Names end in -latin-400-normal; -latin-ext-400-normal is another subset.
    if (!subsets.some((subset) => new RegExp(`-${subset}-\\d+-normal$`).test(name))) continue;
    put(join(folder, 'files', file), `fonts/${file}`);
    rules.push(rule.replace(/src:[^;]*;/, `src: url("${file}") format("woff2");`));
  }
  return rules;
}

function copyFonts() {
  const rules = [];
  for (const font of fonts) {
    const folder = join(root, 'node_modules', font.package);
    if (!existsSync(folder)) throw new Error(`${font.package} is missing: run npm ci.`);
    for (const weight of font.weights) {
      rules.push(...fontRules(readFileSync(join(folder, `${weight}.css`), 'utf8'), folder));
    }
    put(join(folder, 'LICENSE'), `fonts/${basename(font.package)}-LICENSE.txt`);
  }
  putBytes(Buffer.from(rules.join('\n') + '\n'), 'fonts/fonts.css');
}

put(join(root, 'index.html'), 'index.html');
for (const file of filesBelow(join(root, 'web'))) put(file, relative(join(root, 'web'), file));
for (const name of ['headwaters.js', 'headwaters.wasm', 'engine.js', 'engine.wasm']) {
  const file = join(options.wasm, name);
  if (existsSync(file)) put(file, name);
  else console.error(`Not built yet, left out: ${name}`);
}
for (const file of filesBelow(join(options.wasm, 'licences'))) put(file, `licences/${basename(file)}`);
put(join(root, 'LICENSE'), 'licences/headwaters.txt');
copyFonts();
for (const file of filesBelow(options.out)) if (!written.has(file)) rmSync(file);

const bytes = [...written].reduce((sum, file) => sum + statSync(file).size, 0);
console.log(`${relative(process.cwd(), options.out) || '.'}: ${written.size} files, ${(bytes / 1e6).toFixed(1)} MB`);
