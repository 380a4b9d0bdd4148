// The page's scripts and styles as they are sent. There is one file per entry (page, worker, helper) and one for each part that is loaded
// by import() on demand. esbuild minifies them, each with a map for the browser's debugger.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const scripts = /<script type="module" src="([^"]+)"/g;
const workers = /new Worker\((?:trusted\()?new URL\('([^']+)', import\.meta\.url\)/g;

/** Loads esbuild, with a hint if it is not installed. */
async function esbuild() {
  try {
    return await import('esbuild');
  } catch {
    throw new Error('esbuild is missing: run npm ci.');
  }
}

/**
 * The modules that start without an import, named by index.html or started as a worker.
 * @param {string} web the folder of the sources @param {string} html @param {string[]} modules paths of all sources
 * @returns {string[]} relative to web
 */
export function entriesOf(web, html, modules) {
  const entries = new Set([...html.matchAll(scripts)].map(([, name]) => name));
  for (const module of modules) {
    for (const [, name] of readFileSync(module, 'utf8').matchAll(workers)) entries.add(relative(web, join(dirname(module), name)));
  }
  return [...entries];
}

/** Rewrites URLs that a module makes relative to itself for the file that includes it. @param {string} base */
const placed = (base) => ({
  name: 'placed',
  setup: (build) =>
    build.onLoad({ filter: /\.js$/ }, ({ path }) => {
      const own = relative(base, path);
      const contents = readFileSync(path, 'utf8').replaceAll('import.meta.url', `new URL('${own}', import.meta.url)`);
      return { contents, loader: 'js' };
    }),
});

/**
 * @param {string} web @param {string} entry relative to it
 * @returns {Promise<{files: {path: string, bytes: Uint8Array}[], first: string[]}>} files to write, with paths relative to the site, and
 *   those that the entry needs at once, in addition to itself
 */
export async function bundle(web, entry) {
  const { build } = await esbuild();
  const base = dirname(join(web, entry));
  const { outputFiles, metafile } = await build({
    absWorkingDir: web,
    entryPoints: [entry],
    outbase: web,
    outdir: web,
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    sourcemap: 'linked',
    legalComments: 'none',
    logLevel: 'error',
    chunkNames: join(dirname(entry), '[name]-[hash]'),
    plugins: [placed(base)],
  });
  const first = new Set();
  const follow = (path) => {
    for (const { path: next, kind } of metafile.outputs[path].imports) {
      if (kind === 'import-statement' && !first.has(next)) {
        first.add(next);
        follow(next);
      }
    }
  };
  follow(entry);
  const files = outputFiles.map(({ path, contents }) => ({ path: relative(web, path), bytes: contents }));
  return { files, first: [...first] };
}

/** @param {string} text @param {'js' | 'css'} loader @returns {Promise<string>} */
export async function smaller(text, loader) {
  const { transform } = await esbuild();
  const options = loader === 'js' ? { format: /** @type {const} */ ('esm'), target: 'es2022' } : {};
  return (await transform(text, { loader, minify: true, charset: 'utf8', legalComments: 'none', ...options })).code;
}
