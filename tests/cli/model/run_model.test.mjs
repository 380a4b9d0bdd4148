// SPDX-License-Identifier: MIT
// @ts-check
// headwaters run, model and ask. Compares the model library's results, through the program, with the real library's numbers
// (tests/data/model).
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters, output } from '../program.mjs';
import { tensors } from './tensors.mjs';

const models = fileURLToPath(new URL('../../data/model', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'headwaters-model-'));
after(() => rmSync(room, { recursive: true, force: true }));

/** @param {number[] | Float32Array} found
 * @param {number[] | Float32Array} wanted
 * @param {string} name
 * @param {number[] | Float32Array} [counts] */
function near(found, wanted, name, counts) {
  assert.equal(found.length, wanted.length, name);
  const most = Math.max(...Array.from(wanted, Math.abs));
  wanted.forEach((/** @type {number} */ value, /** @type {number} */ i) => {
    if (counts && counts[i] === 0) return;
    assert.ok(Math.abs(found[i] - value) <= 5e-5 * Math.max(most, 1), `${name}[${i}]: ${found[i]} is not ${value}`);
  });
}

/** @param {string} name */
const expected = (name) => JSON.parse(readFileSync(join(models, name, 'expected.json'), 'utf8'));
const out = join(room, 'out.safetensors');

for (const name of ['distilbert_cls', 'qwen3', 'gpt2_bare']) {
  const folder = join(models, name);
  const wanted = tensors(join(folder, 'expected.safetensors')).arrays;

  test(`run and ask give the library's numbers: ${name}`, () => {
    for (const one of expected(name).cases) {
      output(['run', folder, '--text', one.text, '--out', out]);
      const run = tensors(out);
      for (const key of ['ids', 'tokens', 'offsets', 'special']) assert.deepEqual(JSON.parse(run.texts[key]), one[key], key);
      const attention = wanted[`${one.name}.attention`];
      assert.deepEqual(run.arrays.attention.shape, attention.shape);
      near(run.arrays.attention.values, attention.values, 'attention');
      near(run.arrays.logits.values, wanted[`${one.name}.logits`].values, 'logits');
      if (wanted[`${one.name}.hidden`]) near(run.arrays.hidden.values, wanted[`${one.name}.hidden`].values, 'hidden');

      const place = one.target.position === undefined ? '' : `@${one.target.position}`;
      const cuts = (one.edges ?? []).flatMap((/** @type {any} */ edge) => [
        '--cut',
        `${edge.layer + 1}:${edge.head}:${edge.query}>${edge.key}`,
      ]);
      const answer = JSON.parse(
        output([
          'ask',
          folder,
          '--text',
          one.text,
          '--target',
          one.target.index + place,
          '--as',
          'logit',
          '--gradients',
          '--scores',
          'deletion,blank-out:zero-embedding,alti,value-zeroing',
          '--out',
          out,
          ...cuts,
        ]),
      );
      near([answer.value], [one.target.value], 'value');
      near(
        answer.cuts.map((/** @type {any} */ cut) => cut.value),
        (one.edges ?? []).map((/** @type {any} */ edge) => edge.zeroed),
        'cuts',
      );
      near(
        answer.cuts.map((/** @type {any} */ cut) => cut.first_order),
        (one.edges ?? []).map((/** @type {any} */ edge) => edge.first_order),
        'first order',
      );
      if (one.blank_out) {
        near(answer.scores.deletion, one.blank_out.deletion, 'deletion');
        near(answer.scores['zero-embedding'], one.blank_out.zero_embedding, 'zero embedding');
      }
      const asked = tensors(out).arrays;
      near(asked.attention_gradient.values, wanted[`${one.name}.attention_gradient`].values, 'attention_gradient', attention.values);
      for (const key of ['input_gradient', 'stream_gradient', 'chefer', 'alti', 'value_zeroing']) {
        if (wanted[`${one.name}.${key}`]) near(asked[key].values, wanted[`${one.name}.${key}`].values, key);
      }
    }
  });
}

const bert = join(models, 'distilbert_cls');

test('a model with a text takes the place of a file', () => {
  const text = ['--model', bert, '--text', 'the keys to the cabinet'];
  const info = JSON.parse(output(['info', ...text, '--format', 'json']));
  assert.equal(info.examples?.[0]?.layers ?? info.layers, 2);
  const saved = join(room, 'saved.json');
  output(['run', bert, '--text', 'the keys to the cabinet', '--out', saved]);
  assert.equal(output(['rollout', ...text]), output(['rollout', saved]));
  const npz = join(room, 'run.npz');
  output(['run', bert, '--text', 'the keys to the cabinet', '--out', npz]);
  assert.equal(output(['rollout', npz]), output(['rollout', saved]));
});

test('what a model is, is said before it is read', () => {
  const facts = JSON.parse(output(['model', bert, '--format', 'json']));
  assert.deepEqual([facts.family, facts.task, facts.layers, facts.heads, facts.mostTokens], ['distilbert', 'classes', 2, 4, 64]);
  assert.ok(facts.memoryWithGradients > facts.memory && facts.memory > facts.bytes);
  assert.match(output(['model', bert]), /DistilBERT: 2 layers, 4 heads/);
});

test('heads, residuals, minimum cuts and differences are asked in words', () => {
  const ask = (/** @type {string[]} */ ...options) => JSON.parse(output(['ask', bert, '--text', 'the keys to the cabinet', ...options]));
  const plain = ask('--target', '0-1');
  assert.equal(plain.target.minus, 1);
  const [a, b] = ['0', '1'].map((target) => ask('--target', target, '--as', 'logit').value);
  near([plain.value], [a - b], 'difference');
  const cut = ask(
    '--target',
    '0',
    '--cut-head',
    '1:*',
    '--cut-residual',
    '2:0',
    '--cut-min',
    '0>2',
    '--cut',
    '*:*:0>2',
    '--rule',
    'renormalise',
  );
  assert.equal(cut.cuts.length, 4);
  for (const one of cut.cuts) assert.notEqual(one.value, cut.value);
  assert.ok(cut.cuts[2].edges.length > 0);
  // The remainder of integrated gradients is reported, and decreases with more steps.
  const integrated = [4, 256].map((steps) =>
    Math.abs(ask('--as', 'logit', '--scores', 'integrated-gradients', '--steps', String(steps)).integrated_gradients_error),
  );
  assert.ok(integrated[1] < integrated[0] / 10, integrated.join());
  const odds = ask('--target', '0', '--as', 'probability').value + ask('--target', '1', '--as', 'probability').value;
  near([odds], [1], 'probabilities');
});

test('an answer is asked about against the next one, a named one by its log-probability', () => {
  const ask = (/** @type {string[]} */ ...options) => JSON.parse(output(['ask', bert, '--text', 'the keys to the cabinet', ...options]));
  const usual = ask();
  assert.equal(usual.target.kind, 'logit');
  assert.notEqual(usual.target.minus, undefined);
  near([usual.value], [ask('--target', `${usual.target.index}-${usual.target.minus}`).value], 'difference');
  const named = ask('--target', '0');
  assert.equal(named.target.kind, 'log-probability');
  near([Math.exp(named.value)], [ask('--target', '0', '--as', 'probability').value], 'probability');
});

test('words are hidden by default; several ways are columns with their agreement', () => {
  const ask = (/** @type {string[]} */ ...options) => JSON.parse(output(['ask', bert, '--text', 'the keys to the cabinet', ...options]));
  const usual = ask();
  assert.deepEqual(Object.keys(usual.scores), ['hide']);
  assert.deepEqual(usual.agreement, []);
  assert.match(usual.sentence, /^The value falls most without “.+” \(hide\)\.$/);
  // Hiding is cutting every edge to the token before the softmax.
  const n = usual.tokens.length;
  const others = (/** @type {number} */ key) =>
    `*:*:${Array.from({ length: n }, (_, query) => query)
      .filter((query) => query !== key)
      .map((query) => `${query}>${key}`)
      .join()}`;
  const keys = Array.from({ length: n }, (_, key) => key).slice(1);
  const hidden = ask(...keys.flatMap((key) => ['--hide', String(key)]));
  const cut = ask('--rule', 'renormalise', ...keys.flatMap((key) => ['--cut', others(key)]));
  for (const [i, key] of keys.entries()) {
    near([hidden.cuts[i].value], [cut.cuts[i].value], `token ${key}`);
    near([usual.scores.hide[key]], [hidden.cuts[i].value], `token ${key}`);
    assert.equal(hidden.cuts[i].hide, String(key));
  }
  // The class is read at the first token, which cannot be hidden from itself. From the last layer on less is lost.
  assert.equal(usual.scores.hide[0], null);
  assert.notEqual(ask('--hide', '2:3').cuts[0].value, ask('--hide', '3').cuts[0].value);
  const several = ask('--test-words', 'hide,mask,delete,replace');
  assert.deepEqual(Object.keys(several.scores), ['hide', 'mask', 'delete', 'replace']);
  assert.equal(several.agreement.length, 6);
  assert.equal(several.tests[1].inserted, '[MASK]');
  assert.match(several.sentence, /In every test, the value falls most without|The tests disagree on/);
  assert.match(headwaters(['ask', bert, '--text', 'the keys', '--test-words', 'blank']).err, /Use some of: hide, mask, delete, replace/);
  assert.match(headwaters(['ask', bert, '--text', 'the keys', '--hide', '99']).err, /out of range/);
});

test('what is not there is refused by name', () => {
  const wrong = (/** @type {string[]} */ ...words) => headwaters(words).err;
  const ask = ['ask', bert, '--text', 'the keys'];
  assert.match(wrong(...ask, '--cut', '9:0:1>0'), /9.*out of range/);
  assert.match(wrong(...ask, '--target', 'no such class at all'), /no such class/i);
  assert.match(wrong(...ask, '--target', '0@99'), /no such token/);
  assert.match(wrong(...ask, '--scores', 'magic'), /magic/);
  const n = JSON.parse(output(ask)).tokens.length;
  for (const cut of ['3:0:1>0', '0:0:1>0', '1:4:1>0', `1:0:${n}>0`, `1:0:0>${n}`])
    assert.match(wrong(...ask, '--cut', cut), /out of range/, cut);
  for (const cut of [`${n}>0`, `0>${n}`, '-1>0', '1', '1>2>3', 'a>b', '']) {
    const said = wrong(...ask, '--cut-min', cut);
    assert.match(said, /is not a pair of tokens/, cut);
    assert.ok(said.includes(`from 0 to ${n - 1}, such as`), said);
  }
  assert.equal(JSON.parse(output([...ask, '--cut-min', `${n - 1}>0`])).cuts.length, 1);
  // Only heads have a mean.
  for (const cut of [
    ['--cut', '1:0:1>0'],
    ['--cut-min', '0>2'],
    ['--cut-head', '1:0', '--cut', '1:0:1>0'],
  ])
    assert.match(wrong(...ask, ...cut, '--rule', 'mean'), /--rule mean works only with heads.*--cut-head/s, cut.join(' '));
  assert.equal(JSON.parse(output([...ask, '--cut-head', '1:0', '--rule', 'mean'])).cuts.length, 1);
  assert.match(wrong('run', bert), /--text/);
  assert.match(wrong('run', room, '--text', 'a'), /missing/);
  assert.match(wrong('run', bert, '--text', 'a', '--out', join(room, 'a.png')), /safetensors/);
  assert.match(wrong('info', '--model', bert), /--text/);
  assert.match(wrong('rollout', 'file.json', '--cut', '1:0:0>0'), /--cut has no effect on rollout\. It works with: ask\./);
});

test('a folder says how its sentence encoder pools', () => {
  const folder = join(room, 'pooled');
  cpSync(join(models, 'distilbert_cls'), folder, { recursive: true });
  const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...config, architectures: ['DistilBertModel'] }));
  const [{ text }] = expected('distilbert_cls').cases;
  const embedding = () => {
    output(['run', folder, '--text', text, '--out', out]);
    const { hidden, embedding: found } = tensors(out).arrays;
    const [layers, n, width] = hidden.shape;
    const rows = Array.from({ length: n }, (_, i) =>
      Array.from(hidden.values.slice(((layers - 1) * n + i) * width, ((layers - 1) * n + i + 1) * width)),
    );
    return { found: found.values, rows };
  };
  const mean = embedding();
  // The vector is made of the token that is looked at first.
  const file = join(room, 'pooled.json');
  const looksAt = () => {
    output(['run', folder, '--text', text, '--out', file]);
    return JSON.parse(readFileSync(file, 'utf8')).outputToken;
  };
  assert.equal(looksAt(), 'mean');
  near(
    mean.found,
    mean.rows[0].map((_, i) => mean.rows.reduce((sum, row) => sum + row[i], 0) / mean.rows.length),
    'mean',
  );
  mkdirSync(join(folder, '1_Pooling'));
  writeFileSync(
    join(folder, '1_Pooling/config.json'),
    '{"word_embedding_dimension": 32, "pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false}',
  );
  const first = embedding();
  near(first.found, first.rows[0], 'first');
  assert.notDeepEqual(first.found, mean.found);
  assert.equal(looksAt(), 0);
});

test('cuts and scores are the same with any number of threads', () => {
  const folder = join(models, 'distilbert_cls');
  const [{ text }] = expected('distilbert_cls').cases;
  const cuts = Array.from({ length: 9 }, (_, i) => ['--cut', `${1 + (i % 2)}:*:${i % 3}>${i % 2}`]).flat();
  const words = ['ask', folder, '--text', text, '--scores', 'deletion,alti,norms,value-zeroing,zero-embedding', '--out', out, ...cuts];
  const [one, ...others] = ['1', '2', '7'].map((threads) => [
    output([...words, '--threads', threads]),
    readFileSync(out).toString('latin1'),
  ]);
  for (const other of others) assert.deepEqual(other, one);
  assert.deepEqual(output(words), one[0]);
  assert.equal(output(['run', folder, '--text', text, '--threads', '2']), output(['run', folder, '--text', text]));
});

test('a key that may change the mathematics is refused by name; --ignore-keys runs the model without it and says so', () => {
  const from = join(models, 'distilbert_cls');
  const folder = join(room, 'doubtful');
  cpSync(from, folder, { recursive: true });
  const config = JSON.parse(readFileSync(join(from, 'config.json'), 'utf8'));
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...config, use_alibi: true, author: 'somebody' }));
  const [{ text }] = expected('distilbert_cls').cases;
  for (const words of [
    ['run', folder, '--text', text],
    ['ask', folder, '--text', text],
    ['model', folder],
    ['method', 'raw', '--model', folder, '--text', text].slice(1),
    ['batch', 'raw', '-', '--model', folder, '--out', join(room, 'none')],
  ]) {
    const refused = headwaters(words, text);
    assert.notEqual(refused.code, 0, words[0]);
    assert.match(refused.err, /use_alibi = true/, words[0]);
    assert.match(refused.err, /\(--ignore-keys\)/, words[0]);
    assert.doesNotMatch(refused.err, /author/, words[0]);
  }
  const plain = JSON.parse(output(['run', from, '--text', text]));
  const run = JSON.parse(output(['run', folder, '--text', text, '--ignore-keys']));
  assert.deepEqual(run.attentions, plain.attentions);
  assert.equal(run.model, `${plain.model}, without use_alibi`);
  assert.equal(output(['ask', folder, '--text', text, '--ignore-keys']), output(['ask', from, '--text', text]));
  const about = JSON.parse(output(['model', folder, '--format', 'json', '--ignore-keys']));
  assert.deepEqual(about.ignoredKeys, ['use_alibi']);
  assert.match(about.notes.join('\n'), /author = "somebody"/);
  assert.match(about.notes.join('\n'), /use_alibi = true/);
  assert.match(output(['model', folder, '--ignore-keys']), /The model runs without these keys of config\.json, .*: use_alibi = true/);
  const drawn = output(['figure', '--model', folder, '--text', text, '--view', 'bars', '--ignore-keys']);
  assert.match(drawn, /without use_alibi/);
  assert.match(headwaters(['raw', '-', '--ignore-keys'], '{}').err, /needs a model/);
});

test('--name is what files and captions call a model', () => {
  const folder = join(models, 'distilbert_cls');
  const [{ text }] = expected('distilbert_cls').cases;
  const run = JSON.parse(output(['run', folder, '--text', text, '--name', 'my model']));
  assert.equal(run.model, 'my model');
  assert.match(output(['figure', '--model', folder, '--text', text, '--view', 'bars', '--name', 'my model']), /my model/);
  assert.match(headwaters(['raw', '-', '--name', 'x'], '{}').err, /--name needs a model/);
});

test('a model of ONNX files alone, of another quantisation or behind a pointer is refused with what to do', () => {
  const from = join(models, 'distilbert_cls');
  /** @param {string} name @param {(folder: string) => void} change */
  const refusal = (name, change) => {
    const folder = join(room, name);
    cpSync(from, folder, { recursive: true, filter: (path) => !path.endsWith('expected.safetensors') });
    change(folder);
    const run = headwaters(['model', folder]);
    assert.notEqual(run.code, 0, name);
    return run.err;
  };
  assert.match(
    refusal('graphs', (folder) => {
      rmSync(join(folder, 'model.safetensors'));
      mkdirSync(join(folder, 'onnx'));
      writeFileSync(join(folder, 'onnx/model.onnx'), 'x');
    }),
    /ONNX.*Use the original checkpoint/,
  );
  assert.match(
    refusal('pages', (folder) => writeFileSync(join(folder, 'model.safetensors'), '<!doctype html><title>Log in</title>')),
    /web page.*\/resolve\//,
  );
  assert.match(
    refusal('pointers', (folder) => writeFileSync(join(folder, 'config.json'), 'version https://git-lfs.github.com/spec/v1\n')),
    /LFS pointer.*git lfs pull/,
  );
});
