// SPDX-License-Identifier: MIT
// headwaters batch: sentences per second, read from safetensors files, on one and on two processors. The comparison is with NumPy for
// rollout. For flow and the faithfulness table it is with the method of attention_flow (networkx, Edmonds-Karp), where one pair of tokens
// is measured and the others are extrapolated from it. Then the memory for very many examples. HEADWATERS_BATCH_EXAMPLES sets their number
// (100,000).
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';

import { pythonWith, root } from './common.mjs';

const program = join(root, 'build/native/headwaters');
const layers = 6;
const heads = 12;

/** Numbers in (0, 1), the same each time. */
let state = 1;
const next = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return (state + 1) / 2 ** 32;
};

/** Rows like those of a softmax, with most of the weight on few keys. */
function attention(n) {
  const values = new Float32Array(layers * heads * n * n);
  for (let row = 0; row < values.length; row += n) {
    let sum = 0;
    for (let i = row; i < row + n; ++i) {
      values[i] = Math.exp(6 * next());
      sum += values[i];
    }
    for (let i = row; i < row + n; ++i) values[i] /= sum;
  }
  return values;
}

function writeSentence(path, n) {
  const values = attention(n);
  const header = JSON.stringify({
    __metadata__: {
      tokens: JSON.stringify(Array.from({ length: n }, (_, i) => `w${i}`)),
      importance: JSON.stringify({ blankout: Array.from({ length: n }, next) }),
    },
    attentions: { dtype: 'F32', shape: [layers, heads, n, n], data_offsets: [0, values.byteLength] },
  });
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(Buffer.byteLength(header)));
  writeFileSync(path, Buffer.concat([size, Buffer.from(header), Buffer.from(values.buffer)]));
}

/** The best of some calls. */
function rate(times, ...call) {
  const rates = Array.from({ length: times }, () => rateOnce(...call));
  return { wall: Math.max(...rates.map((one) => one.wall)), processor: Math.max(...rates.map((one) => one.processor)) };
}

/** Sentences per second of wall-clock time and of processor time for a call. */
function rateOnce(sentences, ...words) {
  const out = mkdtempSync(join(tmpdir(), 'batch-out-'));
  const start = performance.now();
  // The last line of bash's `times` has the user and system time of its child processes.
  const run = spawnSync('bash', ['-c', '"$@" && times', 'bash', program, 'batch', ...words, '--out', out, '--quiet'], { encoding: 'utf8' });
  const seconds = (performance.now() - start) / 1000;
  rmSync(out, { recursive: true });
  if (run.status !== 0) throw new Error(run.stderr);
  const busy = [...(run.stdout.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, rest]) => sum + 60 * Number(minutes) + Number(rest),
    0,
  );
  return { wall: sentences / seconds, processor: sentences / busy };
}

/** Seconds that Python takes for one sentence. NumPy computes rollout, networkx the flow between two tokens. */
function python(file, count, pair) {
  const name = pythonWith('numpy, networkx');
  if (!name) return null;
  const text = execFileSync(name, [join(root, 'tests/bench/batch.py'), file, String(count), ...pair.map(String)], {
    encoding: 'utf8',
    env: { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' },
  });
  return JSON.parse(text);
}

/** The resident memory of a process in MB. */
const memory = (id) => Number(readFileSync(`/proc/${id}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]) / 1000;

/** Memory after a hundredth of the examples and at the end. */
async function level(count) {
  const out = mkdtempSync(join(tmpdir(), 'batch-level-'));
  const child = spawn(program, ['batch', 'rollout', '-', '--token', '0', '--out', out, '--quiet'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const n = 8;
  const tensor = () =>
    Array.from({ length: 2 }, () =>
      Array.from({ length: 2 }, () => Array.from({ length: n }, () => Array.from({ length: n }, () => 1 / n))),
    );
  const line = `${JSON.stringify({ tokens: Array.from({ length: n }, (_, i) => `w${i}`), attentions: tensor() })}\n`;
  const block = line.repeat(100);
  let early = 0;
  let highest = 0;
  for (let written = 0; written < count; written += 100) {
    if (!child.stdin.write(block)) await new Promise((resolve) => child.stdin.once('drain', resolve));
    if (written % Math.max(100, count / 100) !== 0 || written === 0) continue;
    const now = memory(child.pid);
    early ||= now;
    highest = Math.max(highest, now);
  }
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.stdin.end();
  const code = await ended;
  // Its other lines are the settings, and how much of it is synced to disk.
  const examples = readFileSync(join(out, 'record.jsonl'), 'utf8').match(/^\{"file":/gm)?.length ?? 0;
  rmSync(out, { recursive: true });
  if (code !== 0 || examples !== count) throw new Error(`${examples} of ${count} examples came through, code ${code}`);
  return { early, highest };
}

export async function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'batch-'));
  const rows = [];
  try {
    for (const [n, count, flows] of [
      [32, 400, 100],
      [128, 32, 8],
    ]) {
      const files = Array.from({ length: count }, (_, i) => join(folder, `${n}-${i}.safetensors`));
      for (const file of files) writeSentence(file, n);
      const pair = [layers / 2, 0, n - 1];
      const theirs = python(files[0], Math.min(count, 20), pair);
      const flow = JSON.parse(execFileSync(program, ['flow', files[0], '--layer', String(pair[0]), '--token', '0'], { encoding: 'utf8' }));
      const ours = flow.layers[0].values[pair[2]];
      if (theirs && Math.abs(theirs.flow - ours) > 1e-4) throw new Error(`n = ${n}: networkx finds a flow of ${theirs.flow}, not ${ours}`);
      const against = {
        rollout: theirs && ['NumPy', theirs.rollout],
        flow: theirs && ['networkx, all pairs of a layer for each layer', theirs.pair * n * n * layers],
        correlate: theirs && ['networkx, the pairs of one output', theirs.pair * n * layers],
      };
      for (const [method, some, ...options] of /** @type {[string, number, ...string[]][]} */ ([
        ['rollout', count, '--format', 'npy'],
        ['flow', flows, '--format', 'npy'],
        ['correlate', count],
      ])) {
        const rates = [1, 2].map((threads) =>
          rate(method === 'rollout' ? 5 : 2, some, method, ...files.slice(0, some), '--threads', String(threads), ...options),
        );
        const what = `batch ${method} n = ${n}, L = ${layers}, H = ${heads}`;
        const speed = (value) => `${value.toPrecision(3)} sentences/s`;
        const [other, seconds] = against[method] ?? [];
        const [one, two] = rates;
        rows.push({
          what: `${what}, 1 processor`,
          measured: speed(one.processor),
          against: other && `${other} ${speed(1 / seconds)}`,
          ratio: other && one.processor * seconds,
        });
        if (cpus().length > 1)
          rows.push({
            what: `${what}, 2 threads`,
            measured: speed(two.wall),
            against: `1 thread, on the wall ${speed(one.wall)}`,
            ratio: two.wall / one.wall,
          });
      }
      for (const file of files) rmSync(file);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const count = Number(process.env.HEADWATERS_BATCH_EXAMPLES ?? 100_000);
  const { early, highest } = await level(count);
  const mb = (value) => `${value.toFixed(1)} MB`;
  rows.push({
    what: `batch, memory over ${count} examples`,
    measured: mb(highest),
    against: `after a hundredth of them ${mb(early)}`,
    ratio: highest / early,
    aim: '1: level',
  });
  return rows;
}
