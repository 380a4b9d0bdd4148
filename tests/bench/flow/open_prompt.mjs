// SPDX-License-Identifier: MIT
// A long prompt in the page, with one sharp causal head per layer and a sink on the first token. Shows the rollout of the last token.

/** Opens the prompt as npy. Runs in the page. @param {{tokens: number, layers: number}} prompt */
export async function openPrompt({ tokens, layers }) {
  let seed = 1;
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  const weights = new Float32Array(layers * tokens * tokens);
  for (let layer = 0; layer < layers; layer += 1) {
    const sink = layer < 2 ? 0.15 : 0.35 + 0.45 * random();
    const likes = Array.from({ length: tokens }, normal);
    for (let q = 0; q < tokens; q += 1) {
      const row = weights.subarray((layer * tokens + q) * tokens, (layer * tokens + q) * tokens + q + 1);
      let sum = 0;
      for (let k = 0; k <= q; k += 1) {
        row[k] = Math.exp(1.8 * normal() + 0.8 * likes[k] - 0.004 * (q - k));
        sum += row[k];
      }
      for (let k = 0; k <= q; k += 1) row[k] *= (1 - sink) / sum;
      row[0] += sink;
    }
  }
  const head = `${`{'descr': '<f4', 'fortran_order': False, 'shape': (${layers}, 1, ${tokens}, ${tokens}), }`.padEnd(117)}\n`;
  const bytes = new Uint8Array(10 + head.length + weights.byteLength);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, head.length, 0]);
  bytes.set(new TextEncoder().encode(head), 10);
  bytes.set(new Uint8Array(weights.buffer), 10 + head.length);
  await window.headwaters.open(bytes, { name: 'prompt.npy' });
  window.headwaters.setState({ method: 'rollout', panel: 'bars', tokens: [tokens - 1], layer: layers - 1 });
}
