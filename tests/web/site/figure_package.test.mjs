// SPDX-License-Identifier: MIT
// web/figure as an npm package. Checks its contents, that site generators can import it in Node, and its types.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const source = join(root, 'web/figure');

/** The package as npm installs it, in its own folder. @param {import('node:test').TestContext} context */
function installed(context) {
  const folder = mkdtempSync(join(tmpdir(), 'headwaters-figure-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', source, '--json', '--pack-destination', folder], { encoding: 'utf8', cwd: folder }),
  );
  const to = join(folder, 'node_modules/headwaters-figure');
  mkdirSync(to, { recursive: true });
  execFileSync('tar', ['xzf', join(folder, packed.filename), '-C', to, '--strip-components=1']);
  return { folder, files: packed.files.map(({ path }) => path).sort() };
}

test('the package holds the element, its types and a word about it', (context) => {
  const { files } = installed(context);
  assert.deepEqual(files, ['README.md', 'headwaters-figure.d.ts', 'headwaters-figure.js', 'package.json']);
});

test('generators of sites import it in Node, and its types hold', (context) => {
  const { folder } = installed(context);
  writeFileSync(
    join(folder, 'site.mjs'),
    "import { HeadwatersFigure } from 'headwaters-figure';\nconsole.log(typeof HeadwatersFigure, globalThis.HTMLElement);\n",
  );
  assert.equal(execFileSync('node', ['site.mjs'], { cwd: folder, encoding: 'utf8' }), 'function undefined\n');
  const check = (line) => {
    writeFileSync(
      join(folder, 'site.mts'),
      `import { HeadwatersFigure } from 'headwaters-figure';\nHeadwatersFigure.page = '/headwaters/';\nconst figure = document.createElement('headwaters-figure');\nfigure.addEventListener('headwaters-change', ({ detail }) => console.log(detail.layer?.toFixed()));\n${line}\n`,
    );
    execFileSync(
      'node',
      [
        join(root, 'node_modules/typescript/bin/tsc'),
        '--noEmit',
        '--strict',
        '--target',
        'es2022',
        '--module',
        'nodenext',
        '--moduleResolution',
        'nodenext',
        '--lib',
        'es2023,dom',
        'site.mts',
      ],
      { cwd: folder, stdio: 'pipe' },
    );
  };
  check('figure.state satisfies string;');
  assert.throws(() => check('figure.state = 1;'));
});
