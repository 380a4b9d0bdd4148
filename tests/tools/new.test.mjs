// tools/new. Each skeleton touches the files listed in CONTRIBUTING.md, and nothing else. Its files follow the room tables, are formatted,
// and have German texts. HEADWATERS_NIGHTLY also builds all five in a copy and runs their tests (tools/test nightly).
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { checkRooms, checkSizes } from '../../tools/lib/rooms.mjs';
import { checkLanguage } from '../../tools/lib/words.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'headwaters-new-'));
after(() => rmSync(room, { recursive: true, force: true }));

/** The names of the skeletons written here. */
const names = { panel: 'spread', method: 'layer-mean', setting: 'symmetric', family: 'squeezebert', question: 'weight-ends' };
const nightly = process.env.HEADWATERS_NIGHTLY === '1';

/** The files that a skeleton may read or change. The nightly run includes everything that a build needs. */
const parts = nightly
  ? [
      '.clang-format',
      'CMakeLists.txt',
      'CMakePresets.json',
      'LICENSE',
      'cmake',
      'shaders',
      'src',
      'web',
      'docs',
      'tools',
      'tests',
      'changes',
      'CONTRIBUTING.md',
      'index.html',
      'package.json',
      'pyproject.toml',
      'README.md',
      'examples',
    ]
  : [
      '.clang-format',
      'src',
      'web',
      'docs',
      'tools',
      'tests/figures.mjs',
      'tests/browser/pictures.mjs',
      'tests/model/make/family_configurations.py',
      'changes',
      'CONTRIBUTING.md',
    ];

/** A copy of the tree. @param {string} name */
function copied(name) {
  const to = join(room, name);
  for (const part of parts) {
    if (!existsSync(join(root, part))) continue;
    mkdirSync(dirname(join(to, part)), { recursive: true });
    cpSync(join(root, part), join(to, part), { recursive: true });
  }
  return to;
}

/** Every file below a folder with its text. @param {string} folder @returns {Map<string, string>} */
function textsBelow(folder) {
  const found = new Map();
  for (const entry of readdirSync(folder, { recursive: true })) {
    const path = join(folder, String(entry));
    if (statSync(path).isFile()) found.set(relative(folder, path), readFileSync(path, 'latin1'));
  }
  return found;
}

/** @param {string} tree @param {string[]} words */
function run(tree, ...words) {
  return spawnSync(join(tree, 'tools/new'), words, { encoding: 'utf8', timeout: 60_000 });
}

const files = (/** @type {string} */ name) => name.replaceAll('-', '_');

/** The paths that an addition touches according to CONTRIBUTING.md, and their number. @param {string} kind @param {string} name */
function recipeOf(kind, name) {
  const item = new RegExp(`^- \\*A new ${kind}[^*]*:\\* (?:(?!\\n- )[\\s\\S])*`, 'm').exec(
    readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'),
  )?.[0];
  assert.ok(item, `CONTRIBUTING.md has a recipe for a ${kind}`);
  const [always] = item.split('*Where it applies:*');
  const paths = [...always.matchAll(/`([\w./]+(?:\/[\w.]+|\.md|\.mjs))`/g)]
    .map(([, path]) => path.replaceAll('NAME', files(name)))
    .filter((path) => path !== 'tools/new')
    .map((path) => (/^(src|web|docs|tests|changes)/.test(path) ? path : `src/${path}`));
  const counted = /: (\d+) files(?: and (\d+) in its folder)?\./.exec(always);
  assert.ok(counted, `the recipe for a ${kind} counts its files`);
  return { paths: [...new Set(paths)], outside: Number(counted[1]), inFolder: Number(counted[2] ?? 0) };
}

/** Rooms, sizes and German of a tree satisfy tools/check. @param {string} tree */
function keepsTheRules(tree) {
  const back = process.cwd();
  try {
    process.chdir(tree);
    const all = textsBelow(tree);
    assert.deepEqual([...checkRooms(all), ...checkSizes(new Map([...all].filter(([path]) => path.startsWith('src/')))).errors], []);
  } finally {
    process.chdir(back);
  }
  const { missing, faults } = checkLanguage(tree, 'de');
  assert.deepEqual({ missing, faults }, { missing: [], faults: [] });
}

for (const [kind, name] of Object.entries(names)) {
  test(`tools/new ${kind} touches the files of CONTRIBUTING.md's recipe`, () => {
    const tree = copied(kind);
    const before = textsBelow(tree);
    const made = run(tree, kind, name);
    assert.equal(made.status, 0, made.stderr);
    const touched = [...textsBelow(tree)].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
    const { paths, outside, inFolder } = recipeOf(kind, name);
    for (const path of touched)
      assert.ok(
        paths.some((said) => path === said || path.startsWith(`${said}/`)),
        `${path} is not in the recipe`,
      );
    for (const said of paths)
      assert.ok(
        touched.some((path) => path === said || path.startsWith(`${said}/`)),
        `${said} is in the recipe and was not touched`,
      );
    const own = touched.filter((path) => path.startsWith(`src/panels/${name}/`));
    assert.deepEqual({ outside: touched.length - own.length, inFolder: own.length }, { outside, inFolder }, touched.join('\n'));

    const again = run(tree, kind, name);
    assert.equal(again.status, 1, 'the same name twice');
    assert.match(again.stderr, /^error: There is a /);

    keepsTheRules(tree);
    const layout = spawnSync('clang-format-19', ['--dry-run', '--Werror', ...touched.filter((path) => /\.(h|cpp)$/.test(path))], {
      cwd: tree,
      encoding: 'utf8',
    });
    if (!layout.error) assert.equal(layout.status, 0, layout.stderr);
  });
}

test('there is room for all of them in one tree, and for a second method and setting', () => {
  const tree = copied('together');
  const more = { method: 'layer-sum', setting: 'sharpened' };
  for (const [kind, name] of [...Object.entries(names), ...Object.entries(more)]) assert.equal(run(tree, kind, name).status, 0);
  keepsTheRules(tree);
});

test('a name that is none, or no kind, is said and changes nothing', () => {
  const tree = copied('refused');
  const before = textsBelow(tree);
  assert.match(run(tree, 'panel', 'Two words').stderr, /no name of a panel/);
  assert.match(run(tree, 'method', 'rollout').stderr, /There is a method rollout/);
  assert.match(run(tree, 'lesson', 'first').stderr, /The kinds are panel, method, setting, family, question; not lesson/);
  assert.match(run(tree, 'setting').stderr, /takes one name/);
  assert.deepEqual(textsBelow(tree), before);
});

test('all five together build, and the native tests that know of them pass', {
  skip: !nightly && 'HEADWATERS_NIGHTLY=1 builds them',
}, () => {
  const tree = copied('all');
  for (const [kind, name] of Object.entries(names)) assert.equal(run(tree, kind, name).status, 0);
  const programs = ['core_tests', 'engine_tests', 'page_tests', 'figure_tests', 'view_tests', 'cli_tests'];
  const build = `for part in common progress packages debian build; do . tools/lib/$part.sh; done; build_native ${programs.join(' ')}`;
  const built = spawnSync('bash', ['-c', `set -euo pipefail; cd "$0"; ${build}`, tree], {
    encoding: 'utf8',
    cwd: tree,
    env: { ...process.env, CCACHE_BASEDIR: tree },
    maxBuffer: 1 << 28,
  });
  assert.equal(built.status, 0, `${built.stdout.slice(-4000)}\n${built.stderr.slice(-4000)}`);
  for (const program of programs) {
    const ran = spawnSync(join(tree, 'build/native/tests', program), ['--colour-mode', 'none'], { encoding: 'utf8', maxBuffer: 1 << 28 });
    assert.equal(ran.error, undefined, program);
    assert.equal(ran.status, 0, `${program}: ${ran.stdout.slice(-4000)}`);
  }
});
