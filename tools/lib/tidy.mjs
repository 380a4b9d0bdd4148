// clang-tidy over the lines that differ from the branch this one left (or from HEADWATERS_TIDY_BASE), with .clang-tidy's rules. Likely
// faults are errors, the rest debts. Part of check.mjs.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Seconds after which no further file is started. */
const budget = Number(process.env.HEADWATERS_TIDY_SECONDS ?? 90);
const database = 'build/commands';

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
const tried = (...args) => {
  try {
    return git(...args).trim();
  } catch {
    return '';
  }
};

/** The commit where this branch left the main one, or on the main one the commit before. */
function base() {
  if (process.env.HEADWATERS_TIDY_BASE) return process.env.HEADWATERS_TIDY_BASE;
  const head = tried('rev-parse', 'HEAD');
  for (const main of ['origin/main', 'main']) {
    const left = tried('merge-base', 'HEAD', main);
    if (left && left !== head) return left;
  }
  return tried('rev-parse', '--verify', '-q', 'HEAD~1') || head;
}

/** The changed lines of each C++ file. @returns {Map<string, number[][]>} pairs of first and last line */
export function changedLines() {
  const changed = new Map();
  let file = '';
  for (const line of git('diff', '-U0', '--no-color', '--diff-filter=d', base(), '--', '*.cpp', '*.h').split('\n')) {
    file = line.match(/^\+\+\+ b\/(.*)/)?.[1] ?? file;
    const [, first, count = '1'] = line.match(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/) ?? [];
    if (!first || count === '0') continue;
    changed.set(file, [...(changed.get(file) ?? []), [Number(first), Number(first) + Number(count) - 1]]);
  }
  for (const name of git('ls-files', '--others', '--exclude-standard', '*.cpp', '*.h').split('\n')) {
    if (name) changed.set(name, [[1, 1_000_000]]);
  }
  return changed;
}

/** @returns {string | undefined} */
const program = () =>
  ['clang-tidy-19', 'clang-tidy'].find((name) => /version 19\./.test(spawnSync(name, ['--version'], { encoding: 'utf8' }).stdout ?? ''));

/** @param {string} name @param {string} file @param {string} filter @returns {Promise<string>} its output */
const run = (name, file, filter) =>
  new Promise((resolve) => {
    const child = spawn(name, ['-p', database, '--quiet', `--line-filter=${filter}`, '--extra-arg=-Wno-unknown-warning-option', file]);
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
    });
    child.on('close', () => resolve(text));
    child.on('error', () => resolve(''));
  });

/** @returns {Promise<{errors: string[], debts: string[]}>} */
export async function tidy() {
  const changed = changedLines();
  // A header is checked with the file of the same name.
  const files = [...new Set([...changed.keys()].map((file) => file.replace(/\.h$/, '.cpp')))].filter(
    (file) => /^(src|tests)\//.test(file) && existsSync(file),
  );
  if (!files.length) return { errors: [], debts: [] };
  const name = program();
  if (!name) return { errors: [], debts: [`${files.length} changed files were not read by clang-tidy: version 19 is not installed.`] };
  if (!existsSync(`${database}/compile_commands.json`))
    return { errors: [], debts: ['clang-tidy was left out: tools/check configures what it reads.'] };
  const known = readFileSync(`${database}/compile_commands.json`, 'utf8');
  const waiting = files.filter((file) => known.includes(`/${file}"`)); // the page's own are not in the native build
  const filter = JSON.stringify([...changed].map(([file, lines]) => ({ name: file, lines })));
  const found = new Set();
  const end = Date.now() + 1000 * budget;
  const work = async () => {
    while (waiting.length && Date.now() < end) {
      const text = await run(name, /** @type {string} */ (waiting.shift()), filter);
      // Libraries have folders of these names, too.
      const ours = new RegExp(`^(?:${process.cwd()}/)?((?:src|tests)/[^:\\n]+:\\d+:\\d+: (?:warning|error): .*)$`, 'gm');
      for (const [, line] of text.matchAll(ours)) found.add(line);
    }
  };
  await Promise.all(Array.from({ length: Math.min(cpus().length, 4) }, work));
  const debts = waiting.length
    ? [`${waiting.length} of ${files.length} changed files were not read by clang-tidy in ${budget} s (HEADWATERS_TIDY_SECONDS).`]
    : [];
  const isFault = (/** @type {string} */ line) => /\[(bugprone|clang-analyzer|clang-diagnostic)-/.test(line);
  return { errors: [...found].filter(isFault), debts: [...[...found].filter((line) => !isFault(line)), ...debts] };
}
