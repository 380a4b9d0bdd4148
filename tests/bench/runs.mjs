// SPDX-License-Identifier: MIT
// Whole runs of models with every attention matrix kept, one thread, processor time. Compares WebAssembly (V8, in Node) with
// onnxruntime-web, native code with PyTorch, and tokenization with @huggingface/tokenizers. The programs take turns and the fastest run
// counts, so that other load affects all of them alike. Programs that are not installed are skipped with a note.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { jsonLines, root } from './common.mjs';
import { measureSmolLM2 } from './smollm2/main.mjs';

const run = promisify(execFile);
const turns = 3;
const names = { minilm: 'MiniLM', base: 'BERT-base shape', gpt2: 'GPT-2 shape' };
// The minimum speed in multiples of onnxruntime-web with float32.
const aims = { minilm: { 8: 1.3, 32: 1.4, 128: 1.3 }, base: { 32: 1.1, 128: 1.2 }, gpt2: {} };

/** The minimum of each number over the turns. */
const least = (lines) =>
  Object.fromEntries(
    Object.keys(lines[0]).map((key) => [
      key,
      typeof lines[0][key] === 'number' ? Math.min(...lines.map((line) => line[key])) : lines[0][key],
    ]),
  );

const filesOf = (folder) =>
  readdirSync(folder)
    .filter((name) => /^(config|tokenizer)\.json$|\.safetensors$|\.gguf$/.test(name))
    .map((name) => join(folder, name));

/** A megabyte of lines from the project's own English and German texts. */
function textFile(folder) {
  const place = join(folder, 'text.txt');
  const own = ['README.md', 'CHANGELOG.md', 'docs/performance.md', 'docs/reliability.md']
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n');
  const german = readdirSync(join(root, 'web/languages/de'))
    .map((name) => readFileSync(join(root, 'web/languages/de', name), 'utf8'))
    .join('\n');
  const once = `${own}\n${german}\n`;
  writeFileSync(place, once.repeat(Math.ceil(1e6 / once.length)).slice(0, 1e6));
  return place;
}

async function json(program, args, env = {}) {
  const { stdout } = await run(program, args, { maxBuffer: 1 << 26, env: { ...process.env, OMP_NUM_THREADS: '1', ...env } });
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

const row = (what, measured, against, aim) => ({
  what,
  measured: `${measured.toFixed(1)} ms`,
  ...(against ? { against: `${against.name} ${against.ms.toFixed(1)} ms`, ratio: measured / against.ms } : {}),
  aim: aim ?? '',
});

/** One program's results for a model: {opened, first, peak, files} and one line for each number of tokens. */
async function ours(build, folder, more) {
  const turnsOf = [];
  for (let turn = 0; turn < turns; turn += 1) turnsOf.push(await jsonLines(build, 'run_bench', ...filesOf(folder), ...more));
  return turnsOf[0].map((_, index) => least(turnsOf.map((lines) => lines[index])));
}

async function onnx(npm, file, tokens) {
  const lines = [];
  for (let turn = 0; turn < turns; turn += 1)
    lines.push(...(await json(process.execPath, [join(root, 'tests/bench/neighbours.mjs'), npm, 'onnx', '5', String(tokens), file])));
  return least(lines);
}

/** @param {string} name @param {string} folder of its files @param {{npm: string, onnxFolder: string, torch: any[]}} others */
async function measureModel(name, folder, { npm, onnxFolder, torch }) {
  const rows = [];
  const more = name === 'minilm' ? ['--blank', '32', '--experiment', '16'] : [];
  const wasm = await ours('wasm', folder, more);
  const native = await ours('native', folder, more);
  for (const line of wasm.filter(({ tokens }) => tokens)) {
    const { tokens, layers, forward, both, cut, blanked } = line;
    const file = join(onnxFolder, `${tokens}.onnx`);
    const other = npm && existsSync(file) ? await onnx(npm, file, tokens) : null;
    const aim = aims[name][tokens];
    rows.push(
      row(
        `${names[name]}, T = ${tokens}, wasm`,
        forward,
        other && { name: 'onnxruntime-web', ms: other.forward },
        aim && `${(1 / aim).toFixed(2)}`,
      ),
    );
    rows.push(row(`${names[name]}, T = ${tokens}, with gradients, wasm`, both, { name: 'forward', ms: forward }, '2.2'));
    rows.push(
      row(
        `${names[name]}, T = ${tokens}, a cut in the last of ${layers} layers, wasm`,
        cut,
        { name: 'forward', ms: forward },
        `${(1.2 / layers).toFixed(2)}`,
      ),
    );
    if (blanked && other)
      rows.push(
        row(
          `${names[name]}, ${tokens} tokens blanked out, wasm`,
          blanked,
          { name: '32 runs of onnxruntime-web', ms: tokens * other.forward },
          '0.71',
        ),
      );
    if (other && tokens === 8) {
      rows.push(
        row(
          `${names[name]}, from files to the first picture, wasm`,
          wasm[0].opened + wasm[0].first,
          { name: 'onnxruntime-web', ms: other.opened + other.first },
          '0.25',
        ),
      );
    }
  }
  for (const line of wasm.filter(({ experiment }) => experiment)) {
    rows.push({
      what: `${names[name]}, experiment over ${line.experiment} tokens, 8 and 99 random draws, wasm`,
      measured: `${line.few.toFixed(0)} and ${line.all.toFixed(0)} ms`,
      against: '3,000 ms',
      ratio: line.few / 3000,
      aim: '1',
    });
  }
  for (const { tokens, forward, both, blanked } of native.filter((line) => line.tokens)) {
    rows.push(row(`${names[name]}, T = ${tokens}, with gradients, native`, both, { name: 'forward', ms: forward }, '2.2'));
    const other = torch.find((line) => line.model === name && line.tokens === tokens);
    if (!other) continue;
    rows.push(row(`${names[name]}, T = ${tokens}, native`, forward, { name: 'PyTorch', ms: other.forward }));
    rows.push(
      row(
        `${names[name]}, T = ${tokens}, with gradients, native`,
        both,
        { name: 'PyTorch', ms: other.both },
        tokens === 32 && name === 'minilm' ? '1.3' : '',
      ),
    );
    if (blanked && other.blanked)
      rows.push(
        row(`${names[name]}, ${tokens} tokens blanked out, native`, blanked, { name: 'PyTorch, one batch', ms: other.blanked }, '2.2'),
      );
  }
  const files = wasm[0].files;
  rows.push({
    what: `${names[name]}, memory at the peak, wasm`,
    measured: `${(wasm[0].peak / 1e6).toFixed(0)} MB`,
    against: `files ${(files / 1e6).toFixed(0)} MB`,
    ratio: wasm[0].peak / files,
    aim: name === 'minilm' ? '1.3' : '',
  });
  return rows;
}

async function measureTokens(folder, npm, text) {
  const mine = [];
  const others = [];
  for (let turn = 0; turn < turns; turn += 1) {
    mine.push(
      (await jsonLines('wasm', 'run_bench', ...filesOf(folder), '--tokens', '8', '--rounds', '2', '--text', text)).find(
        ({ tokenize }) => tokenize,
      ),
    );
    others.push((await json(process.execPath, [join(root, 'tests/bench/neighbours.mjs'), npm, 'tokens', '2', folder, text]))[0]);
  }
  const [own, other] = [least(mine), least(others)];
  const same = own.ids === other.ids ? '' : `, ${own.ids} tokens against ${other.ids}`;
  return [
    {
      ...row(
        `MiniLM, 1 MB of text to tokens, wasm${same}`,
        own.tokenize,
        { name: '@huggingface/tokenizers', ms: other.tokenize },
        '1 or less',
      ),
    },
  ];
}

async function measureGguf(folder) {
  const [open, ...lines] = await ours('wasm', folder, []);
  return [
    ...lines.map(({ tokens, forward }) => row(`SmolLM2 Q4_1, T = ${tokens}, wasm`, forward, null)),
    {
      what: 'SmolLM2 Q4_1, memory at the peak, wasm',
      measured: `${(open.peak / 1e6).toFixed(0)} MB`,
      against: `file ${(open.files / 1e6).toFixed(0)} MB`,
      ratio: open.peak / open.files,
      aim: '1.4',
    },
  ];
}

export async function measure() {
  // Set by tools/bench. Folders of weights, npm packages and PyTorch's output, and a Python that has PyTorch.
  const {
    HW_BENCH_MINILM: minilm,
    HW_BENCH_SMOLLM2: smollm2,
    HW_BENCH_NPM: npm = '',
    HW_BENCH_MODELS: models = '',
    HW_BENCH_PYTHON: python = '',
  } = process.env;
  if (!minilm) throw new Error('There are no weights of MiniLM: pip could not fetch them.');
  if (!npm) console.error('npm could not fetch onnxruntime-web and @huggingface/tokenizers: their columns are left out.');
  if (!python) console.error('No Python with PyTorch and transformers: its column is left out, and the models that it would write.');
  mkdirSync(models, { recursive: true });
  const script = join(root, 'tests/bench/models.py');
  if (python) await json(python, [script, 'make', models, minilm]);
  const timed = [];
  for (let turn = 0; python && turn < turns; turn += 1) timed.push(await json(python, [script, 'time', models, minilm]));
  const torch = timed.length > 0 ? timed[0].map((_, index) => least(timed.map((lines) => lines[index]))) : [];
  const rows = [];
  for (const name of Object.keys(names)) {
    const folder = name === 'minilm' ? minilm : join(models, name);
    if (existsSync(folder) && statSync(folder).isDirectory())
      rows.push(...(await measureModel(name, folder, { npm, onnxFolder: join(models, name), torch })));
  }
  if (npm) rows.push(...(await measureTokens(minilm, npm, textFile(models))));
  if (smollm2) rows.push(...(await measureGguf(smollm2)), ...(await measureSmolLM2({ weights: smollm2, npm })));
  return rows;
}
