// SPDX-License-Identifier: MIT
// Measures other libraries in WebAssembly and JavaScript, one thread, in processor time. Prints one JSON line.
//   node neighbours.mjs PACKAGES onnx ROUNDS TOKENS FILE.onnx     a run with every attention matrix as an output
//   node neighbours.mjs PACKAGES tokens ROUNDS FOLDER FILE        tokens of a text's lines
// PACKAGES is the folder in which npm put them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [packages, what, rounds, ...given] = process.argv.slice(2);
async function load(name) {
  const module = await import(pathToFileURL(createRequire(join(packages, 'package.json')).resolve(name)).href);
  return module.default ?? module;
}
const processor = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;

async function fastest(run) {
  let best = Infinity;
  for (let i = 0; i < Number(rounds); i += 1) {
    const start = processor();
    await run();
    best = Math.min(best, processor() - start);
  }
  return best;
}

async function onnx(tokens, file) {
  const ort = await load('onnxruntime-web');
  Object.assign(ort.env.wasm, { numThreads: 1, simd: true });
  const bytes = readFileSync(file);
  const start = processor();
  const session = await ort.InferenceSession.create(bytes, { executionProviders: ['wasm'], graphOptimizationLevel: 'all' });
  const opened = processor();
  const ids = BigInt64Array.from({ length: Number(tokens) }, (_, i) => BigInt((1000 + i * 37) % 30000));
  const feeds = { ids: new ort.Tensor('int64', ids, [1, ids.length]) };
  const run = () => session.run(feeds);
  await run();
  const first = processor();
  return { opened: opened - start, first: first - opened, outputs: session.outputNames.length, forward: await fastest(run) };
}

async function tokens(folder, file) {
  const { Tokenizer } = await load('@huggingface/tokenizers');
  const json = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const tokenizer = new Tokenizer(json('tokenizer.json'), json('tokenizer_config.json'));
  const lines = readFileSync(file, 'utf8').split('\n');
  let count = 0;
  const tokenize = await fastest(() => {
    count = 0;
    for (const line of lines) count += tokenizer.encode(line).ids.length;
  });
  return { ids: count, tokenize };
}

console.log(JSON.stringify(await { onnx, tokens }[what](...given)));
