// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';

import { isModelFolder, modelIn, modelInZip, partsOf } from '../../../web/model/files/parts.js';
import { readZip } from '../../../web/model/files/zip.js';
import { modelAmong } from '../../../web/model/files/receive.js';
import { zipOf } from '../../../tools/lib/zip.mjs';

const file = (/** @type {string} */ path, content = 'x') => ({ path, blob: new Blob([content]) });
const names = (/** @type {{name: string}[]} */ parts) => parts.map(({ name }) => name).sort();

test('files are a model if there are weights beside a config, or a .gguf', () => {
  assert.ok(isModelFolder(['config.json', 'model.safetensors']));
  assert.ok(isModelFolder(['my-model/config.json', 'my-model/pytorch_model.bin']), 'whose remedy only a model’s reader knows');
  assert.ok(isModelFolder(['a/b/llama.Q4_K.GGUF']));
  assert.ok(!isModelFolder(['attention.safetensors']), 'may be attention');
  assert.ok(!isModelFolder(['config.json', 'attention.json']));
  assert.ok(!isModelFolder(['a.json', 'b.npz']));
});

test('a folder gives its parts without its name, and nothing of other folders', async () => {
  const parts = await partsOf([
    file('m/config.json'),
    file('m/model-00001-of-00002.safetensors'),
    file('m/model-00002-of-00002.safetensors'),
    file('m/model.safetensors.index.json'),
    file('m/tokenizer.json'),
    file('m/1_Pooling/config.json'),
    file('m/README.md'),
    file('other/vocab.txt'),
  ]);
  assert.deepEqual(names(parts), [
    '1_Pooling/config.json',
    'config.json',
    'model-00001-of-00002.safetensors',
    'model-00002-of-00002.safetensors',
    'model.safetensors.index.json',
    'tokenizer.json',
  ]);
});

test('the folders of a sentence encoder’s modules are parts of it, as modules.json names them', async () => {
  const list = JSON.stringify([
    { path: '', type: 'sentence_transformers.models.Transformer' },
    { path: '1_Pooling', type: 'sentence_transformers.models.Pooling' },
    { path: 'own/2_Dense/', type: 'sentence_transformers.models.Dense' },
    { path: '../3_Normalize', type: 'sentence_transformers.models.Normalize' },
  ]);
  const parts = await partsOf([
    file('m/modules.json', list),
    file('m/config.json'),
    file('m/model.safetensors'),
    file('m/sentence_bert_config.json'),
    file('m/config_sentence_transformers.json'),
    file('m/1_Pooling/config.json'),
    file('m/own/2_Dense/config.json'),
    file('m/own/2_Dense/pytorch_model.bin'),
    file('m/4_Dense/model.safetensors'),
    file('3_Normalize/config.json'),
  ]);
  assert.deepEqual(names(parts), [
    '1_Pooling/config.json',
    'config.json',
    'config_sentence_transformers.json',
    'model.safetensors',
    'modules.json',
    'own/2_Dense/config.json',
    'own/2_Dense/pytorch_model.bin',
    'sentence_bert_config.json',
  ]);
  const alone = [
    file('m/modules.json', '[{"path": "0_Transformer"}]'),
    file('m/0_Transformer/config.json'),
    file('m/0_Transformer/model.safetensors'),
  ];
  assert.deepEqual(names(await partsOf(alone)), ['0_Transformer/config.json', '0_Transformer/model.safetensors', 'modules.json']);
});

test('of nested folders the model is the one nearest to the top', async () => {
  const parts = await partsOf([file('m/onnx/config.json', 'inner'), file('m/config.json', 'outer'), file('m/model.safetensors')]);
  assert.equal(parts.filter(({ name }) => name === 'config.json').length >= 1, true);
  assert.ok(names(parts).includes('model.safetensors'));
});

test('a zip of a folder is read, packed or stored', async () => {
  const content = 'weights '.repeat(1000);
  const zip = new Blob([
    zipOf(
      new Map([
        ['m/config.json', Buffer.from('{}')],
        ['m/model.safetensors', Buffer.from(content)],
        ['m/photo.jpg', Buffer.from('no')],
      ]),
    ),
  ]);
  const { parts } = await modelInZip(zip);
  assert.deepEqual(names(parts), ['config.json', 'model.safetensors']);
  assert.equal(await parts.find(({ name }) => name === 'model.safetensors')?.blob.text(), content);
});

test('a zip without a model gives nothing', async () => {
  assert.deepEqual(await modelInZip(new Blob([zipOf(new Map([['a.npy', Buffer.from('x')]]))])), { parts: [] });
});

test('a damaged zip is refused in words', async () => {
  const whole = zipOf(new Map([['config.json', Buffer.from('{"a": 1}'.repeat(100))]]));
  const all = () => true;
  await assert.rejects(readZip(new Blob([whole.subarray(0, whole.length - 30)]), all), { finding: /no directory/ });
  const moved = Buffer.from(whole);
  moved.writeUInt32LE(whole.length * 2, whole.length - 6); // where the directory is
  await assert.rejects(readZip(new Blob([moved]), all), { finding: /damaged/ });
  const bent = Buffer.from(whole);
  bent[48] ^= 0xff; // within the packed bytes
  await assert.rejects(readZip(new Blob([bent]), all), { finding: /damaged/ });
  const bomb = Buffer.from(whole);
  bomb.writeUInt32LE(0x7fffffff, whole.length - 22 - 46 - 'config.json'.length + 24); // declares that it unpacks to 2 GB
  await assert.rejects(readZip(new Blob([bomb]), all), { finding: /unpack to 2048 MB/ });
});

test('members of a zip have one name each, share no bytes, and have the right checksum', async () => {
  const all = () => true;
  const bytes = (/** @type {[string, string][]} */ files) =>
    Buffer.from(zipOf(new Map(files.map(([name, text]) => [name, Buffer.from(text)]))));
  const whole = bytes([
    ['a.json', '{"a": 1}'.repeat(100)],
    ['b.json', '{"b": 1}'.repeat(100)],
  ]);
  const second = whole.lastIndexOf('PK\x01\x02', undefined, 'latin1');
  const named = Buffer.from(whole);
  named.write('a.json', second + 46);
  await assert.rejects(readZip(new Blob([named]), all), { finding: /Two files in this zip are named a\.json/ });
  const shared = Buffer.from(whole);
  shared.writeUInt32LE(0, second + 42); // where the second begins
  await assert.rejects(readZip(new Blob([shared]), all), { finding: /overlaps/ });
  const stored = bytes([['model.safetensors', 'x']]); // too short to be packed
  const at = stored.indexOf('model.safetensors') + 'model.safetensors'.length;
  const directory = stored.lastIndexOf('PK\x01\x02', undefined, 'latin1');
  assert.equal(stored.readUInt16LE(directory + 10), 0, 'is stored');
  assert.equal(await (await readZip(new Blob([stored]), all))[0].blob.text(), 'x');
  stored[at] ^= 1;
  await assert.rejects(readZip(new Blob([stored]), all), { finding: /damaged/ });
  const folders = bytes([['m\\config.json', '{}']]);
  assert.equal((await readZip(new Blob([folders]), all))[0].path, 'm/config.json');
});

test('a zip gives the model at its top, whatever folders come first', async () => {
  const files = [
    ['run/checkpoint-500/config.json', 'inner'],
    ['run/checkpoint-500/model.safetensors', 'inner'],
    ['run/config.json', '{}'],
    ['run/model.safetensors', 'outer'],
    ['run/1_Pooling/config.json', '{}'],
  ].map(([path, text]) => file(path, text));
  const parts = await partsOf(files);
  assert.deepEqual(names(parts), ['1_Pooling/config.json', 'config.json', 'model.safetensors']);
  assert.equal(await parts.find(({ name }) => name === 'model.safetensors')?.blob.text(), 'outer');
});

test('a graph is a part only where there are no weights: it is the reason for that', async () => {
  const given = ['m/config.json', 'm/tokenizer.json', 'm/onnx/model.onnx', 'm/onnx/model_int8.onnx'].map((path) => file(path, 'x'));
  assert.deepEqual(names(await partsOf(given)), ['config.json', 'model.onnx', 'tokenizer.json']);
  assert.deepEqual(names(await partsOf([...given, file('m/model.safetensors', 'x')])), [
    'config.json',
    'model.safetensors',
    'tokenizer.json',
  ]);
});

test('dropped files are looked at together', async () => {
  const given = [
    ['config.json', '{}'],
    ['model.safetensors', 'x'],
    ['notes.txt', 'y'],
  ].map(([name, text]) => new File([text], name));
  const model = await modelAmong(given[0], { files: given, entries: [] });
  assert.deepEqual(names(model?.parts ?? []), ['config.json', 'model.safetensors']);
  assert.equal(model?.name, 'unnamed model');
  // Without a folder's name, it uses its config's, or else its family's.
  for (const [config, name] of [
    ['{"_name_or_path": "sentence-transformers/all-MiniLM-L6-v2", "model_type": "bert"}', 'all-MiniLM-L6-v2'],
    ['{"_name_or_path": "C:\\\\runs\\\\keys\\\\", "model_type": "bert"}', 'keys'],
    ['{"_name_or_path": "./", "model_type": "gpt2"}', 'unnamed gpt2'],
    ['{"_name_or_path": "runs/bert-tiny/checkpoint-500"}', 'bert-tiny'],
    ['{"_name_or_path": "model"}', 'unnamed model'],
    ['{"_name_or_path": 3, "model_type": {}}', 'unnamed model'],
    ['[', 'unnamed model'],
    ['null', 'unnamed model'],
  ]) {
    const files = [new File([config], 'config.json'), given[1]];
    assert.equal((await modelAmong(files[0], { files, entries: [] }))?.name, name, config);
  }
  const single = [new File(['x'], 'tiny.gguf')];
  assert.equal((await modelAmong(single[0], { files: single, entries: [] }))?.name, 'tiny.gguf');
  // A folder with a meaningless name gives way to the config's name, and that to a folder around it.
  const inFolder = async (/** @type {string} */ folder, /** @type {string} */ config) => {
    const files = [new File([config], 'config.json'), new File(['x'], 'model.safetensors')];
    for (const one of files) Object.defineProperty(one, 'webkitRelativePath', { value: `${folder}/${one.name}` });
    return (await modelAmong(files[0], { files, entries: [] }))?.name;
  };
  assert.equal(await inFolder('my-bert', '{"_name_or_path": "bert-base"}'), 'my-bert');
  assert.equal(await inFolder('model', '{"_name_or_path": "bert-base"}'), 'bert-base');
  assert.equal(await inFolder('my-bert/checkpoint-500', '{}'), 'my-bert');
  assert.equal(await inFolder('model', '{}'), 'unnamed model');
  const plain = [new File(['x'], 'model.gguf')];
  assert.equal((await modelAmong(plain[0], { files: plain, entries: [] }))?.name, 'unnamed model');
  const data = [new File(['{}'], 'attention.json')];
  assert.equal(await modelAmong(data[0], { files: data, entries: [] }), null);
});

test('the list of models that come with the page says how large their files are', () => {
  const folder = new URL('../../../web/models/', import.meta.url);
  for (const { id, files, bytes } of JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')))
    assert.equal(
      bytes,
      files.reduce((sum, name) => sum + statSync(new URL(`${id}/${name}`, folder)).size, 0),
      id,
    );
});

test('folders with a step in their name are checkpoints of one model, and the last opens first', async () => {
  const { parts, training } = await modelIn([
    file('run/tokenizer.json', 'shared'),
    file('run/checkpoint-100/config.json', 'first'),
    file('run/checkpoint-100/model.safetensors'),
    file('run/checkpoint-100/optimizer.pt'),
    file('run/checkpoint-1000/model.safetensors', 'last'),
    file('run/checkpoint-20/model.safetensors'),
    file('run/checkpoint-20/1_Pooling/config.json'),
    file('run/checkpoint-30/trainer_state.json'),
  ]);
  assert.deepEqual(
    training?.steps.map(({ step }) => step),
    [20, 100, 1000],
  );
  assert.equal(training?.usual, 1000);
  assert.deepEqual(names(training?.steps[0].parts ?? []), ['1_Pooling/config.json', 'model.safetensors']);
  assert.deepEqual(names(training?.steps[1].parts ?? []), ['config.json', 'model.safetensors']);
  // What the last one lacks comes from the folder around it, then from the others.
  assert.deepEqual(names(parts), ['1_Pooling/config.json', 'config.json', 'model.safetensors', 'tokenizer.json']);
  const content = async (/** @type {string} */ name) => parts.find((one) => one.name === name)?.blob.text();
  assert.equal(await content('model.safetensors'), 'last');
  assert.equal(await content('config.json'), 'first');
});

test('weights beside checkpoints open first and have no step', async () => {
  const files = ['config.json', 'model.safetensors', 'step1/model.safetensors', 'step2/model.safetensors'];
  const { parts, training } = await modelIn(files.map((path) => file(path)));
  assert.deepEqual(names(parts), ['config.json', 'model.safetensors']);
  assert.equal(training?.usual, -1);
});

test('one checkpoint is a model without steps, and two of the same step are refused', async () => {
  const one = await modelIn([file('checkpoint-5/config.json'), file('checkpoint-5/model.safetensors')]);
  assert.deepEqual(names(one.parts), ['config.json', 'model.safetensors']);
  assert.equal(one.training, undefined);
  const twice = ['a/step7/model.safetensors', 'b/step7/model.safetensors', 'a/config.json'];
  await assert.rejects(modelIn(twice.map((path) => file(path))), { place: 'step 7' });
});
