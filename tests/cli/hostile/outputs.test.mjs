// SPDX-License-Identifier: MIT
// @ts-check
// The rule about outputs, for every command. An output is never an input under any name, and never goes through a link or into anything
// other than a file.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { pngOf } from '../model/drawn_png.mjs';
import { headwaters, output } from '../program.mjs';
import { lines } from '../sentences.mjs';
import { data, file, fresh, refused, room, shell, texts, three } from './room.mjs';

const agreement = fileURLToPath(new URL('../../../web/models/agreement', import.meta.url));

/** A fresh copy of the model, and its files' contents. */
function model() {
  const folder = mkdtempSync(join(room, 'model-'));
  cpSync(agreement, folder, { recursive: true });
  mkdirSync(join(folder, '1_Pooling'));
  writeFileSync(join(folder, '1_Pooling', 'config.json'), '{"word_embedding_dimension":64}');
  return folder;
}

/** @param {string} folder @returns {Record<string, string>} */
const contents = (folder) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => [join(one.parentPath, one.name), readFileSync(join(one.parentPath, one.name), 'latin1')]),
  );

/** Every command that writes a file, with `--out OUT`. @param {string} folder @param {string} out */
const writing = (folder, out) => [
  ['run', folder, '--text', 'keys', '--out', out],
  ['run', join(folder, 'model.safetensors'), '--text', 'keys', '--out', out],
  ['ask', folder, '--text', 'keys [MASK]', '--out', out],
  ['figure', '--model', folder, '--text', 'keys', '--view', 'heads', '--out', out],
];

test('no file of a model is ever overwritten, by whatever command, path or link', () => {
  const folder = model();
  const before = contents(folder);
  const names = Object.keys(before).map((path) => path.slice(folder.length + 1));
  for (const name of names) {
    const path = join(folder, name);
    const plain = name.replaceAll('/', '-');
    const ending = name.endsWith('.safetensors') ? '.safetensors' : '.json';
    const link = join(room, `link-${plain}${ending}`);
    const hard = join(room, `hard-${plain}${ending}`);
    if (!existsSync(link)) {
      symlinkSync(path, link);
      linkSync(path, hard);
    }
    for (const out of [path, join(folder, '.', name), `${folder}/1_Pooling/../${name}`, link, hard])
      for (const words of writing(folder, out)) {
        const run = headwaters(words);
        assert.notEqual(run.code, 0, words.join(' '));
        assert.match(run.err, /is also an input|unknown ending|only \.safetensors/, words.join(' '));
      }
  }
  assert.deepEqual(contents(folder), before);
  // A folder reached through another path is the same folder.
  const around = join(room, 'around');
  symlinkSync(folder, around);
  refused(2, /is also an input/, ['run', folder, '--text', 'keys', '--out', join(around, 'config.json')]);
  refused(2, /is also an input/, ['run', around, '--text', 'keys', '--out', join(folder, 'config.json')]);
  assert.deepEqual(contents(folder), before);
  // A file that is no input is written, and again.
  for (const out of [join(room, 'new.json'), join(room, 'new.json')]) output(['run', folder, '--text', 'keys', '--out', out]);
});

test('nothing is written through a link, into a pipe, a device or a folder', () => {
  const folder = model();
  const made = file('target.json', 'mine');
  const places = {
    'link.json': (/** @type {string} */ path) => symlinkSync(made, path),
    'nowhere.json': (/** @type {string} */ path) => symlinkSync(join(room, 'not-there.json'), path),
    'pipe.json': (/** @type {string} */ path) => void spawnSync('mkfifo', [path]),
    'folder.json': (/** @type {string} */ path) => mkdirSync(path),
  };
  for (const [name, make] of Object.entries(places)) {
    const path = join(room, name);
    make(path);
    for (const words of [
      ['run', folder, '--text', 'keys', '--out', path],
      ['figure', three, '--out', path],
      ['figure', '--model', folder, '--text', 'keys', '--out', path],
    ]) {
      const run = shell('timeout 20 "$HW" "$@"'.replace('"$@"', words.map((word) => `'${word}'`).join(' ')));
      assert.deepEqual([run.code, /symbolic link|pipe or device|Is a directory/.test(run.err)], [1, true], `${words}: ${run.err}`);
    }
  }
  assert.equal(readFileSync(made, 'utf8'), 'mine');
  assert.ok(!existsSync(join(room, 'not-there.json')));
  assert.ok(statSync(join(room, 'pipe.json')).isFIFO());
});

test('what options name and standard input are inputs, too', () => {
  const words = file('words.txt', 'the keys');
  refused(2, /is also an input/, ['figure', three, '--tokens', words, '--out', words]);
  const run = shell('"$HW" figure - --out "$IN" < "$IN"', { IN: three });
  assert.deepEqual([run.code, /is also an input/.test(run.err)], [2, true], run.err);
  const picture = join(room, 'picture.svg');
  copyFileSync(three, picture);
  refused(2, /is also an input/, ['run', model(), '--image', picture, '--out', join(room, '.', 'picture.svg')]);
});

test('a folder of results is no model, no link, and holds no input', () => {
  const folder = model();
  const list = file('texts.txt', 'keys\nthe key\n');
  const before = contents(folder);
  refused(2, /output folder is also an input/, ['batch', 'rollout', list, '--model', folder, '--out', `${folder}/`]);
  const link = join(room, 'results-link');
  mkdirSync(join(room, 'results-there'));
  symlinkSync(join(room, 'results-there'), link);
  for (const out of [link, `${link}/`, `${link}/.`]) refused(1, /symbolic link/, ['batch', 'raw', data, '--out', out]);
  // A result's name that is a hard link to a file of the model.
  const out = fresh();
  mkdirSync(out);
  linkSync(join(folder, 'config.json'), join(out, 'failed.jsonl'));
  refused(2, /would overwrite an input/, ['batch', 'rollout', list, '--model', folder, '--out', out]);
  assert.deepEqual(contents(folder), before);
  // A folder inside the model's is not one of its files, and a batch resumes in it.
  const inside = join(folder, 'results');
  for (const _ of [1, 2]) assert.equal(headwaters(['batch', 'rollout', list, '--model', folder, '--out', inside, '--quiet']).code, 0);
});

test('a picture that a list of texts names is an input, too', () => {
  const digits = fileURLToPath(new URL('../../../web/models/digits', import.meta.url));
  const picture = join(room, 'listed.png');
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(3 * 28, 90)]);
  writeFileSync(picture, pngOf(28, 28, Array(28).fill(row), 2));
  const lists = [
    file('pictures.jsonl', `${JSON.stringify({ image: picture })}\n`),
    file('escaped.jsonl', `${JSON.stringify({ image: picture }).replace('image', '\\u0069mage')}\n`),
    file('pictures.json', JSON.stringify([{ image: picture }])),
  ];
  const before = readFileSync(picture);
  for (const list of lists)
    for (const own of ['results.jsonl', 'failed.jsonl', 'warnings.jsonl']) {
      const out = fresh();
      const words = ['batch', 'rollout', list, '--model', digits, '--out', out, '--quiet'];
      assert.equal(headwaters(words).code, 0);
      // Nothing prevents the batch from resuming.
      assert.equal(headwaters(words).code, 0);
      spawnSync('rm', [join(out, own)]);
      linkSync(picture, join(out, own));
      refused(2, /would overwrite an input/, words);
      assert.ok(readFileSync(picture).equals(before), `${list} ${own}`);
    }
});

test('merge writes over no part, by whatever name', () => {
  const parts = [0, 1].map((at) => {
    const out = fresh();
    const input = file(`merge-${at}.jsonl`, lines(texts.slice(at * 3, at * 3 + 3)));
    assert.equal(headwaters(['batch', 'summary', input, '--out', out, '--quiet']).code, 0);
    return out;
  });
  const name = 'dataset.headwaters.jsonl';
  const before = parts.map((part) => readFileSync(join(part, name), 'utf8'));
  const out = fresh();
  mkdirSync(out);
  for (const own of [name, `${name}.new`]) {
    linkSync(join(parts[0], name), join(out, own));
    refused(2, /would overwrite an input/, ['merge', ...parts, '--out', out]);
    spawnSync('rm', [join(out, own)]);
    symlinkSync(join(room, 'elsewhere'), join(out, own));
    refused(1, /symbolic link/, ['merge', ...parts, '--out', out]);
    spawnSync('rm', [join(out, own)]);
  }
  refused(2, /output folder is also an input/, ['merge', ...parts, '--out', parts[1]]);
  assert.deepEqual(
    parts.map((part) => readFileSync(join(part, name), 'utf8')),
    before,
  );
  assert.equal(headwaters(['merge', ...parts, '--out', out]).code, 0);
});

test('a message quotes no more of a file or an option than anybody reads', () => {
  const folder = model();
  const path = join(folder, 'config.json');
  const config = JSON.parse(readFileSync(path, 'utf8'));
  const long = 'x'.repeat(100_000);
  const spaced = 'ab '.repeat(40_000);
  for (const change of [
    { hidden_act: long },
    { hidden_act: spaced },
    { position_embedding_type: long },
    { num_hidden_layers: long },
    { [long.slice(0, 9000)]: 1 },
  ]) {
    writeFileSync(path, JSON.stringify({ ...config, ...change }));
    const run = headwaters(['run', folder, '--text', 'keys']);
    assert.ok(run.code !== 0 && run.err.length < 500 + folder.length, `${Object.keys(change)[0].slice(0, 20)}: ${run.err.length}`);
  }
  for (const words of [['raw', long], [`--${long}`], ['raw', three, '--format', long], ['figure', three, '--view', long], [long]])
    assert.ok(headwaters(words).err.length < 700, words[0].slice(0, 10));
});
