// The page as one file: every part of the program as text, and the script that starts them (web/one_file/boot.js). With samples, models
// and lessons it opens by double click. Without them the page saves an analysis in it (web/one_file/one_file.js).
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';

import { smaller } from './scripts.mjs';

const types = { js: 'text/javascript', wasm: 'application/wasm', css: 'text/css', json: 'application/json', woff2: 'font/woff2' };

/** URLs of the program's own files become those of its parts. */
const partAddress = /new URL\(\s*(['`])([^'`]+)\1,\s*import\.meta\.url\s*\)/g;

/** A page opened from a disk may not load a module worker, not even from memory. Its script is complete without that option. */
const moduleWorker = /,\s*\{ type: 'module' \}(?=\))/g;

/** The name exported by create_NAME.js, createName. @param {string} name */
const creator = (name) => `create${name[0].toUpperCase()}${name.slice(1)}`;

/** @param {string} web @param {string} name of the module @param {string} built its script, for workers */
const asParts = (web, name, built) => ({
  name: 'parts',
  setup: (build) => {
    build.onResolve({ filter: new RegExp(`/create_${name}\\.js$`) }, () => ({ path: name, namespace: 'creator' }));
    build.onResolve({ filter: /^built$/ }, () => ({ path: name, namespace: 'built' }));
    build.onLoad({ filter: /./, namespace: 'built' }, () => ({ contents: built, loader: 'js' }));
    build.onLoad({ filter: /./, namespace: 'creator' }, () => ({
      contents: `import create from 'built';\nimport { instance } from './one_file/create_module.js';\nexport const ${creator(name)} = (options) => instance(create, options);`,
      loader: 'js',
      resolveDir: web,
    }));
    build.onLoad({ filter: /\.js$/ }, ({ path }) => {
      const folder = posix.dirname(path.slice(web.length + 1));
      const contents = readFileSync(path, 'utf8')
        .replace(moduleWorker, '')
        .replace(partAddress, (_, quote, to) => `self.headwatersPart(${quote}${posix.join(folder, to)}${quote})`);
      if (/new Worker\(.*type:/.test(contents))
        throw new Error(`${path}: a page that is one file knows no worker of another kind than { type: 'module' }.`);
      if (contents.includes('import.meta'))
        throw new Error(`${path}: a page that is one file has no import.meta; write new URL('...', import.meta.url).`);
      return { contents, loader: 'js' };
    });
  },
});

/**
 * An entry with all its imports, static and dynamic. @param {string} web @param {string} entry @param {string} name @param {string} built
 */
async function whole(web, entry, name, built) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: web,
    entryPoints: [entry],
    write: false,
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'error',
    external: ['module'],
    plugins: [asParts(web, name, built)],
    logOverride: { 'empty-import-meta': 'silent' }, // a worker's module asks for its own URL, and locateFile answers
  });
  return outputFiles[0].contents;
}

/** @param {string} script */
const hashOf = (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * @param {string} web the folder of the sources @param {string} html index.html
 * @param {Map<string, Uint8Array>} files of the site that it needs: modules, WebAssembly, fonts and styles, by name
 * @param {import('./programs.mjs').Program[]} programs @param {Iterable<[string, Uint8Array]>} [shipped] samples, models and lessons
 * @returns {Promise<{saved: string, whole: string}>} without and with samples, models and lessons
 */
export async function oneFilePage(web, html, files, programs, shipped = []) {
  const text = (name) => Buffer.from(/** @type {Uint8Array} */ (files.get(name))).toString();
  const style = await smaller(
    `${text('fonts/fonts.css').replace(/url\("?/g, '$&fonts/')}\n${readFileSync(join(web, 'style.css'), 'utf8')}`,
    'css',
  );
  const parts = new Map([...files].filter(([name]) => !name.endsWith('.css')));
  parts.set('style.css', Buffer.from(style));
  /** The worker of each script. @type {Map<string, string>} */
  const modules = new Map();
  for (const { name, kind, starts } of programs) {
    for (const entry of starts) {
      parts.set(entry, await whole(web, entry, name, text(`${name}.js`)));
      if (kind === 'worker') modules.set(entry, name);
    }
    if (kind === 'worker') {
      parts.delete(`${name}.js`); // is in its workers
      modules.set(`${name}.wasm`, name);
    }
  }
  const boot = (await smaller(readFileSync(join(web, 'one_file/boot.js'), 'utf8'), 'js')).trim();
  const policy = `default-src 'none'; script-src ${hashOf(boot)} blob: 'wasm-unsafe-eval'; worker-src blob:; style-src blob:; font-src blob:; img-src data: blob:; connect-src https: http: data: blob:; base-uri 'none'; form-action 'none'`;
  const icon = `data:image/svg+xml;base64,${readFileSync(join(web, 'icon.svg')).toString('base64')}`;
  const scriptOf = ([name, bytes]) =>
    `<script type="application/gzip" data-part="${name}"${modules.has(name) ? ` data-module="${modules.get(name)}"` : ''} data-type="${types[name.split('.').pop()] ?? 'application/octet-stream'}">${gzipSync(bytes, { level: 9 }).toString('base64')}</script>`;
  const held = [...parts].map(scriptOf);
  const before = html
    .replace(/\s*<link rel="(modulepreload|preload|stylesheet)"[^>]*>/g, '')
    .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replace(/(http-equiv="Content-Security-Policy"\s+content=")[^"]*/, (_, start) => start + policy)
    .replace(/href="icon.svg"/, `href="${icon}"`)
    .replace(
      '<title>',
      '<meta name="generator" content="Headwaters" />\n    <script type="application/gzip" id="headwaters-analysis"></script>\n    <title>',
    );
  const pageWith = (/** @type {string[]} */ more) =>
    before.replace('</body>', () => `${[...held, ...more].join('\n')}\n<script>${boot}</script>\n  </body>`);
  return { saved: pageWith([]), whole: pageWith([...shipped].map(scriptOf)) };
}

/** Samples, models and lessons with their licences. @param {string} web @returns {Generator<[string, Buffer]>} */
export function* shippedFiles(web) {
  for (const folder of ['samples', 'models', 'lessons']) {
    const names = readdirSync(join(web, folder), { encoding: 'utf8', recursive: true }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    );
    for (const name of names.sort()) if (/\.(json|safetensors|md|txt)$/.test(name)) yield [name, readFileSync(join(web, name))];
  }
}
