// The static checks, over the files that git knows or would add. Errors fail. Debts are only listed.
//   1. Includes, imports, folders and files as src/rooms.json and web/rooms.json have them (rooms.mjs, check/web_rooms.mjs), which limit
//      dependencies, lengths and numbers.
//   2. The browser is named in src/platform only.            5. Layout by clang-format 19 (debt)
//   3. No registry's host and no machine's path in a file.
//   4. Types of JavaScript (web, python, tools and tests, each by its jsconfig.json)   6. clang-tidy over changed lines
//   7. Texts of the interface without a translation, or unused in a language's table (words.mjs, docs/languages.md)
//   8. Layout and rules of JavaScript by Biome (biome.jsonc)  9. No test of the page waits for a set time
//  10. Tests of the page name no more texts of the interface than before (check/words_in_tests.mjs)
//  11. Layout, rules and types of the Python package by ruff and mypy (check/python.mjs, pyproject.toml)
//  12. Habits that make English hard to read, in documents, interface, lessons and comments (check/prose.mjs)
//  13. One version in every file that has one (release/versions.mjs)
//  14. No type in web/ is `any` (check/any_types.mjs)
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { checkRooms, checkSizes } from './rooms.mjs';
import { tidy } from './tidy.mjs';
import { checkVersions } from './release/versions.mjs';
import { checkLanguage, languagesOf } from './words.mjs';
import { checkAnyTypes } from './check/any_types.mjs';
import { checkProse } from './check/prose.mjs';
import { checkPython } from './check/python.mjs';
import { checkWebRooms } from './check/web_rooms.mjs';
import { checkTextsInTests } from './check/texts_in_tests.mjs';

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..');
process.chdir(root);

const errors = [];
const debts = [];

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
const files = git('ls-files', '--cached', '--others', '--exclude-standard', '-z')
  .split('\0')
  .filter((file) => file && existsSync(file));
const text = new Map();
for (const file of files) {
  const bytes = readFileSync(file);
  if (!bytes.subarray(0, 4096).includes(0)) text.set(file, bytes.toString('utf8'));
}

/** Calls visit(file, line number, line) for each line of the files that match. */
function eachLine(pattern, visit) {
  for (const [file, content] of text) {
    if (pattern.test(file))
      content.split('\n').forEach((line, index) => {
        visit(file, index + 1, line);
      });
  }
}

function checkBrowser() {
  eachLine(/^src\/(?!platform\/)/, (file, number, line) => {
    if (/__EMSCRIPTEN__|\bEM_JS\b|\bEM_ASM|EMSCRIPTEN_KEEPALIVE/.test(line)) {
      errors.push(`${file}:${number}: the browser may be named in src/platform only.`);
    }
  });
}

/** Package hosts configured for this machine's npm and apt. */
function registryHosts() {
  const hosts = new Set();
  const add = (address) => {
    const host = address?.match(/^\w+:\/\/(?:[^@/]*@)?([^/:\s]+)/)?.[1];
    if (host && host !== 'localhost') hosts.add(host);
  };
  add(spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout?.trim());
  const apt = '/etc/apt';
  const folder = join(apt, 'sources.list.d');
  const lists = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  for (const list of [join(apt, 'sources.list'), ...lists]) {
    if (!existsSync(list)) continue;
    for (const [address] of readFileSync(list, 'utf8').matchAll(/\w+:\/\/\S+/g)) add(address);
  }
  return [...hosts];
}

function checkAddresses() {
  const quote = (words) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // The well-known ones, written so that this file does not match itself.
  const hosts = ['registry\\.npm[j]s', 'deb\\.debia[n]', 'archive\\.ubunt[u]', 'pyp[i]\\.org', ...registryHosts().map(quote)];
  const paths = [
    '/hom[e]/\\w',
    '/User[s]/\\w',
    '/roo[t]/',
    '/wor[k]/',
    ...[root, homedir()].filter((path) => path.length > 5).map((path) => `${quote(path)}\\b`),
  ];
  const host = new RegExp(hosts.join('|'));
  const path = new RegExp(`(?<![\\w.}$-])(${paths.join('|')})`);
  eachLine(/./, (file, number, line) => {
    if (host.test(line)) errors.push(`${file}:${number}: names a package registry's host.`);
    if (path.test(line)) errors.push(`${file}:${number}: names a path of one machine.`);
  });
}

/** A fixed time is too short on a busy machine and too long on every other, and a missing event is not noticed. */
function checkWaits() {
  eachLine(/^tests\/browser\/.*\.mjs$/, (file, number, line) => {
    if (/\bwaitForTimeout\b|^\s*await (sleep\(|new Promise\(\(\w+\) => setTimeout\(\w+, )/.test(line) && !waitsItself.test(file))
      errors.push(
        `${file}:${number}: waits for a set time; tests/browser/harness.mjs has until, comes, idle and, where nothing is to come, nothingComes.`,
      );
  });
}
/** Files that define the waits, or that simulate slow lines and servers. */
const waitsItself = /^tests\/browser\/(harness|slow_line|slow\/servers|drivers\/\w+)\.mjs$/;

function checkTypes() {
  const compiler = 'node_modules/typescript/bin/tsc';
  if (!existsSync(compiler)) return void debts.push('JavaScript types were not checked: run npm ci.');
  for (const folder of ['web', 'python', 'tools', 'tests'].filter((name) => existsSync(`${name}/jsconfig.json`))) {
    const run = spawnSync(process.execPath, [compiler, '-p', `${folder}/jsconfig.json`], { encoding: 'utf8' });
    if (run.status !== 0) errors.push(...run.stdout.trim().split('\n'));
  }
}

function checkLayout(repair) {
  const sources = files.filter((file) => /^(src|tests)\/.*\.(h|cpp)$/.test(file));
  const program = ['clang-format-19', 'clang-format'].find((name) =>
    /version 19\./.test(spawnSync(name, ['--version'], { encoding: 'utf8' }).stdout ?? ''),
  );
  if (!program) return void debts.push('Layout was not checked: clang-format 19 is not installed.');
  if (!sources.length) return;
  if (repair) execFileSync(program, ['-i', ...sources]);
  const run = spawnSync(program, ['--dry-run', '--ferror-limit=1', '-Werror', ...sources], { encoding: 'utf8' });
  const bad = new Set([...run.stderr.matchAll(/^([^:\n]+):\d+:\d+: /gm)].map((match) => match[1]));
  if (bad.size) debts.push(`${bad.size} of ${sources.length} files are not laid out by .clang-format (tools/check --format does it).`);
}

function checkScripts(repair) {
  const program = 'node_modules/.bin/biome';
  if (!existsSync(program)) return void debts.push('Layout and rules of JavaScript were not checked: run npm ci.');
  const biome = (/** @type {string[]} */ ...how) => {
    const { status, stdout, stderr } = spawnSync(program, [...how, '--max-diagnostics=none', '--colors=off'], { encoding: 'utf8' });
    return { isGood: status === 0, output: `${stdout}${stderr}` };
  };
  const layout = biome('format', ...(repair ? ['--write'] : []));
  if (!layout.isGood) {
    const bad = [...layout.output.matchAll(/^(\S+) format ━/gm)].map(([, name]) => name);
    errors.push(
      ...(bad.length ? bad : ['JavaScript']).map((name) => `${name}: not laid out by biome.jsonc (tools/check --format does it).`),
    );
  }
  const rules = biome('lint', '--error-on-warnings', '--reporter=concise');
  if (!rules.isGood) errors.push(...rules.output.split('\n').filter((line) => line.includes('lint/')));
}

const sizes = checkSizes(text);
errors.push(...checkRooms(text), ...checkWebRooms(text), ...sizes.errors);
debts.push(...sizes.debts);
for (const language of languagesOf(root)) {
  const { missing, faults, texts: all } = checkLanguage(root, language);
  errors.push(
    ...faults,
    ...[...all]
      .filter(([one]) => missing.includes(one))
      .map(([one, { file, line }]) => `${file}:${line}: no ${language} text for ${JSON.stringify(one)}.`),
  );
}
checkBrowser();
checkAddresses();
checkWaits();
errors.push(...checkProse(text), ...checkVersions(text), ...checkAnyTypes(text));
const words = checkTextsInTests(root, text);
errors.push(...words.errors);
debts.push(...words.debts);
checkTypes();
checkLayout(process.argv.includes('--format'));
checkScripts(process.argv.includes('--format'));
const python = checkPython(process.argv.includes('--format'));
errors.push(...python.errors);
debts.push(...python.debts);
const read = await tidy();
errors.push(...read.errors);
debts.push(...read.debts);

if (debts.length) console.log(`Debts:\n${debts.map((line) => `  ${line}`).join('\n')}`);
if (errors.length) console.log(`Errors:\n${errors.map((line) => `  ${line}`).join('\n')}`);
console.log(`Checked ${files.length} files: ${errors.length} errors, ${debts.length} debts.`);
process.exitCode = errors.length ? 1 : 0;
