// SPDX-License-Identifier: MIT
// src/programs.json is the only list of the program's WebAssembly modules. A third one is a row there.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';

import { oneFilePage } from '../../../tools/lib/one_file.mjs';
import { checkEntries, filesOf, programs } from '../../../tools/lib/programs.mjs';
import { entriesOf } from '../../../tools/lib/scripts.mjs';

const root = new URL('../../../', import.meta.url).pathname;
const web = join(root, 'web');
const scripts = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name));

test('every module has its entry points in C++, and its scripts are those that start by themselves', () => {
  for (const { folder, starts } of programs) {
    assert.ok(
      readdirSync(join(root, 'src/platform', folder)).some((name) => name.endsWith('.cpp')),
      folder,
    );
    for (const script of starts) assert.ok(readFileSync(join(web, script), 'utf8').length > 0, script);
  }
  const entries = entriesOf(web, readFileSync(join(root, 'index.html'), 'utf8'), scripts(web));
  checkEntries(entries);
  assert.throws(() => checkEntries([...entries, 'stray/worker.js']), /stray\/worker\.js/);
  assert.throws(() => checkEntries(entries.filter((entry) => entry !== 'worker/helper.js')), /worker\/helper\.js/);
});

test('a third module and its worker come into the page as one file by their row alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'));
  try {
    for (const sub of ['one_file', 'model', 'worker', 'fonts']) mkdirSync(join(folder, sub));
    cpSync(join(web, 'one_file/boot.js'), join(folder, 'one_file/boot.js'));
    cpSync(join(web, 'one_file/create_module.js'), join(folder, 'one_file/create_module.js'));
    const started = (name) => `new Worker(new URL('./${name}', import.meta.url), { type: 'module' });`;
    const maker = (name) => `import { create${name} } from './create_${name.toLowerCase()}.js';\nself.instance = create${name}({});`;
    const sources = {
      'style.css': 'body { margin: 0 }',
      'icon.svg': '<svg/>',
      'main.js': `${started('worker/worker.js')}\n${started('model/worker.js')}\nimport(new URL('./headwaters.js', import.meta.url).href);`,
      'worker/worker.js': maker('Engine'),
      'model/worker.js': maker('Model'),
    };
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text);
    /** @type {import('../../../tools/lib/programs.mjs').Program[]} */
    const rows = [
      { name: 'headwaters', kind: 'page', starts: ['main.js'] },
      { name: 'engine', kind: 'worker', starts: ['worker/worker.js'] },
      { name: 'model', kind: 'worker', starts: ['model/worker.js'] },
    ];
    const built = ['headwaters', 'engine', 'model'].flatMap((name) => [
      [`${name}.js`, `export default () => 'an ${name}';`],
      [`${name}.wasm`, `code of ${name}`],
    ]);
    const files = new Map([...built, ['fonts/fonts.css', '']].map(([name, text]) => [name, Buffer.from(text)]));
    assert.ok(rows.every((row) => filesOf(row).every((name) => files.has(name))));
    const html =
      '<html><head><meta http-equiv="Content-Security-Policy" content="x" /><link rel="icon" href="icon.svg" /><title>t</title></head><body></body></html>';
    const shipped = /** @type {[string, Buffer]} */ (['samples/index.json', Buffer.from('[]')]);
    const { saved: page, whole } = await oneFilePage(folder, html, files, rows, [shipped]);
    assert.match(whole, /data-part="samples\/index\.json" data-type="application\/json"/);
    const parts = new Map(
      [...page.matchAll(/data-part="([^"]+)"(?: data-module="([^"]+)")?[^>]*>([^<]*)</g)].map(([, name, module, text]) => [
        name,
        { module, text: gunzipSync(Buffer.from(text, 'base64')).toString() },
      ]),
    );
    assert.deepEqual([...parts.keys()].sort(), [
      'engine.wasm',
      'headwaters.js',
      'headwaters.wasm',
      'main.js',
      'model.wasm',
      'model/worker.js',
      'style.css',
      'worker/worker.js',
    ]);
    assert.equal(parts.get('model.wasm').module, 'model');
    assert.equal(parts.get('model/worker.js').module, 'model');
    assert.equal(parts.get('worker/worker.js').module, 'engine');
    assert.equal(parts.get('main.js').module, undefined);
    assert.match(parts.get('model/worker.js').text, /an model/);
    assert.doesNotMatch(parts.get('model/worker.js').text, /an engine/);
    assert.match(parts.get('main.js').text, /headwatersPart\(.model\/worker\.js.\)/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
