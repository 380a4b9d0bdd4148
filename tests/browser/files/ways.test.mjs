// SPDX-License-Identifier: MIT
// Every form by every way in. Drop, paste, picker, URL, gist, and a message from another page.
import assert from 'node:assert/strict';
import { basename } from 'node:path';

import { test } from '../engine.mjs';
import { byId, drop, pressId, readData, readJson, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();
const data = readData;

/** One file of each form, most of them written by the original tool. */
const forms = [
  ['headwaters', 'forms/headwaters/full.json'],
  ['headwaters', 'forms/headwaters/contributions.json'],
  ['headwaters', 'forms/headwaters/encoder_decoder.json'],
  ['saved', 'forms/headwaters/saved.json'],
  ['huggingface', 'forms/huggingface/batch1.json'],
  ['huggingface', 'forms/huggingface/encoder_decoder.json'],
  ['bertviz', 'forms/bertviz/head_view_sentencepiece.html'],
  ['bertviz', 'forms/bertviz/model_view.params.json'],
  ['bertviz', 'forms/bertviz/head_view_cross_only.html'],
  ['notebook', 'forms/bertviz/notebook.ipynb'],
  ['circuitsvis', 'forms/circuitsvis/attention_heads.html'],
  ['exbert', 'forms/exbert/attend_with_meta.json'],
  ['transformersjs', 'forms/transformersjs/v3_encdec_named.json'],
  ['transformer-explainer', 'forms/transformer_explainer/module.js'],
  ['lit', 'forms/lit/slash_attention.json'],
  ['huggingface', 'forms/generate/steps.json'],
  ['huggingface', 'forms/numpy/f16.npy'],
  ['huggingface', 'forms/numpy/compressed.npz'],
  ['huggingface', 'forms/safetensors/attentions_bf16.safetensors'],
  ['huggingface', 'forms/gzip/batch1.json.gz'],
];

/** The sizes in the file's .meta.json, for the part that is shown first. */
function expectedShape(file) {
  const meta = readJson(`${file}.meta.json`);
  if (meta.parts) return { kind: 'encoder-decoder', heads: meta.parts.cross.shape[1], layers: meta.parts.cross.shape[0] };
  return { kind: meta.kind, heads: meta.shape[1], layers: meta.shape[0] };
}

function checkOpened(document, form, file) {
  const { kind, heads, layers } = expectedShape(file);
  assert.equal(document.form, form, file);
  assert.equal(document.kind, kind, file);
  const decoder = kind === 'encoder-decoder';
  assert.deepEqual(
    [decoder ? document.decoderLayers : document.layers, decoder ? document.decoderHeads : document.heads],
    [layers, heads],
    file,
  );
  assert.ok(document.check.length >= 7, file);
}

/** Waits until a document of that name is open, and returns it. */
async function openedAs(page, name) {
  await page.waitForFunction((n) => window.headwaters.state.document?.name === n, name);
  return (await state(page)).document;
}

/** Each way has its own page, on which every form is opened one after the other. */
async function eachForm(open) {
  const page = await stage.open({ fragment: 'sample=use-keys' });
  for (const [form, file] of forms) {
    const name = await open(page, file, `${form} ${basename(file)}`);
    checkOpened(await openedAs(page, name), form, file);
  }
  await still(page);
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

test('every form opens by a drop', () =>
  eachForm(async (page, file, name) => {
    await drop(page, name, data(file));
    return name;
  }));

test('every form opens by pasting the file', () =>
  eachForm(async (page, file, name) => {
    await page.evaluate(
      ([fileName, base64]) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], fileName));
        const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
        document.body.dispatchEvent(Object.defineProperty(event, 'clipboardData', { value: clipboardData }));
      },
      [name, data(file).toString('base64')],
    );
    return name;
  }));

test('every form opens by the file picker', () =>
  eachForm(async (page, file, name) => {
    await pressId(page, 'open');
    const chooser = page.waitForEvent('filechooser');
    await byId(page, 'open/file').click();
    await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer: data(file) });
    return name;
  }));

test('every form opens by its address', () =>
  eachForm(async (page, file) => {
    await page.evaluate((url) => {
      location.hash = `url=${encodeURIComponent(url)}`;
    }, `${stage.data.url}${file}`);
    return basename(file);
  }));

test('every form opens out of a gist', async () => {
  const files = new Map();
  await eachForm(async (page, file, _name) => {
    const id = (files.size + 1).toString(16).padStart(20, '0');
    if (files.size === 0) {
      await page.context().route('https://gist.githubusercontent.com/**', (route) => {
        const asked = route.request().url().split('/').at(-2);
        route.fulfill({ body: data(files.get(asked)), headers: { 'access-control-allow-origin': '*' } });
      });
    }
    files.set(id, file);
    await page.evaluate((gist) => {
      location.hash = `gist=someone/${gist}`;
    }, id);
    return `gist someone/${id}`;
  });
});

test('every form opens by a message from another page', () =>
  eachForm(async (page, file, name) => {
    const answer = await page.evaluate(
      ([fileName, base64]) =>
        new Promise((resolve) => {
          const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
          const listen = ({ data: message }) => {
            if (message?.id !== fileName || message.type === 'headwaters:open') return;
            removeEventListener('message', listen);
            resolve(message.type);
          };
          addEventListener('message', listen);
          postMessage({ type: 'headwaters:open', id: fileName, data: bytes.buffer, name: fileName }, '*');
        }),
      [name, data(file).toString('base64')],
    );
    assert.equal(answer, 'headwaters:opened', file);
    return name;
  }));
