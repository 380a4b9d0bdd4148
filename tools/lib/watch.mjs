// The implementation of tools/run --watch. Serves the page's source files, builds saved files and lets the page load them.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { serveAloud } from '../serve.mjs';
import { assemble } from '../site.mjs';
import { command } from './command.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const wasm = join(root, 'build/wasm-debug');
const out = join(root, 'build/watch');
/** Milliseconds between two checks of the sources. Several files of one save are built together. */
const pause = 400;

const compiled = ['src', 'shaders', 'cmake', 'CMakeLists.txt'];
const copied = ['web', 'index.html'];

/** The last change of each file below the names. @param {string[]} names @returns {Map<string, number>} */
function times(names) {
  const found = new Map();
  const look = (path) => {
    const info = statSync(path, { throwIfNoEntry: false });
    if (info?.isDirectory()) for (const name of readdirSync(path)) look(join(path, name));
    else if (info) found.set(path, info.mtimeMs);
  };
  for (const name of names) look(join(root, name));
  return found;
}

/** @param {Map<string, number>} before @param {Map<string, number>} after @returns {string[]} */
const changes = (before, after) => [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));

/** Compiles. If that fails, returns false and the compiler's output. */
async function compile() {
  const build = ['--build', wasm, '--target', 'page_modules', '-j', process.env.HEADWATERS_JOBS ?? String(availableParallelism())];
  try {
    await promisify(execFile)('cmake', build, { maxBuffer: 1 << 26, env: { ...process.env, CCACHE_BASEDIR: root } });
    return true;
  } catch (error) {
    const lines = `${error.stdout ?? ''}${error.stderr ?? error}`.split('\n').filter((line) => line && !/^\[\d+\/\d+\]/.test(line));
    console.error([...lines.slice(0, 40), '  not built; the page stays as it was'].join('\n'));
    return false;
  }
}

/** Assembles the site, and makes the open page look for a newer one. */
async function publish() {
  await assemble({ wasm, out, readable: true });
  const html = readFileSync(join(out, 'index.html'), 'utf8');
  writeFileSync(join(out, 'index.html'), html.replace('</head>', '  <script type="module" src="reload.js"></script>\n  </head>'));
  writeFileSync(
    join(out, 'reload.js'),
    `// Made by tools/run --watch.
const now = async () => (await fetch('built.txt', { cache: 'no-store' })).text();
const first = await now();
setInterval(async () => { if ((await now().catch(() => first)) !== first) location.reload(); }, ${pause});
`,
  );
  writeFileSync(join(out, 'built.txt'), new Date().toISOString());
}

async function watch(options) {
  if (!existsSync(join(wasm, 'headwaters.wasm'))) throw new Error('Nothing is built yet: start this with tools/run --watch.');
  await publish();
  await serveAloud({ folder: out, ...options });
  let seen = [times(compiled), times(copied)];
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const now = [times(compiled), times(copied)];
    const code = changes(seen[0], now[0]);
    const files = [...code, ...changes(seen[1], now[1])];
    if (!files.length) continue;
    seen = now;
    const started = performance.now();
    console.log(
      files
        .slice(0, 3)
        .map((file) => relative(root, file))
        .join(', ') + (files.length > 3 ? ` and ${files.length - 3} more` : ''),
    );
    if (code.length && !(await compile())) continue;
    await publish();
    console.log(`  built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
}

command(import.meta.url, { port: { type: 'string' }, cors: { type: 'boolean', default: false } }, watch);
