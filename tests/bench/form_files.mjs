// SPDX-License-Identifier: MIT
// The same weights written in every form that opens, large enough to be timed.
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

export const size = { layers: 12, heads: 12, tokens: 96 };
export const values = size.layers * size.heads * size.tokens * size.tokens;

/** Softmax rows of normal scores, as float32. */
function makeWeights() {
  let seed = 1;
  const uniform = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const weights = new Float32Array(values);
  for (let at = 0; at < values; at += size.tokens) {
    let sum = 0;
    for (let i = at; i < at + size.tokens; i += 1) {
      const score = 2 * Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
      weights[i] = Math.exp(score);
      sum += weights[i];
    }
    for (let i = at; i < at + size.tokens; i += 1) weights[i] /= sum;
  }
  return weights;
}

const text = (content) => Buffer.from(content);
const tokens = Array.from({ length: size.tokens }, (_, i) => `token${i}`);

/** [heads][rows][columns] of a layer, with float32 that became doubles, as JSON prints them. */
function nestedLayer(weights, layer) {
  const matrix = size.tokens ** 2;
  return Array.from({ length: size.heads }, (_, head) =>
    Array.from({ length: size.tokens }, (_, row) => {
      const at = (layer * size.heads + head) * matrix + row * size.tokens;
      return Array.from(weights.subarray(at, at + size.tokens));
    }),
  );
}

function npy(weights, shape, descr, bytes) {
  const header = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape.join(', ')}), }`;
  const padded = `${header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11)}\n`;
  const head = Buffer.from([0x93, ...text('NUMPY'), 1, 0, padded.length & 255, padded.length >> 8]);
  return Buffer.concat([head, text(padded), bytes ?? Buffer.from(weights.buffer)]);
}

/** A zip archive of one entry. */
function zip(name, content, packed) {
  const data = packed ? deflateRawSync(content, { level: 6 }) : content;
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(packed ? 8 : 0, 4);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(data.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([text('PK\x03\x04'), fields, text(name), data]);
  const central = Buffer.concat([text('PK\x01\x02'), Buffer.from([20, 0]), fields, Buffer.alloc(14), text(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

function safetensors(weights, shape) {
  const json = JSON.stringify({ attentions: { dtype: 'F32', shape, data_offsets: [0, weights.byteLength] } });
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return Buffer.concat([length, text(json), Buffer.from(weights.buffer)]);
}

/** bfloat16 is the upper half of a float32. */
function upperHalves(weights) {
  const halves = new Uint16Array(new Uint32Array(weights.buffer).length);
  new Uint32Array(weights.buffer).forEach((bits, i) => {
    halves[i] = bits >>> 16;
  });
  return halves;
}

/** @returns {Generator<{form: string, name: string, json: boolean, bytes: Buffer, heads?: number}>} */
export function* formFiles() {
  const weights = makeWeights();
  const shape = [size.layers, size.heads, size.tokens, size.tokens];
  const layers = Array.from({ length: size.layers }, (_, layer) => nestedLayer(weights, layer));
  const dump = text(JSON.stringify({ tokens, attentions: layers }));
  yield { form: 'Hugging Face', name: 'dump.json', json: true, bytes: dump };
  yield {
    form: 'headwaters/1',
    name: 'own.json',
    json: true,
    bytes: text(JSON.stringify({ format: 'headwaters/1', tokens, attentions: layers })),
  };
  const params = {
    attention: [{ name: null, attn: layers, left_text: tokens, right_text: tokens }],
    default_filter: '0',
    root_div_id: 'bertviz',
    layer: null,
    heads: null,
  };
  yield {
    form: 'BertViz HTML',
    name: 'head_view.html',
    json: false,
    bytes: text(`<script>\nconst params = ${JSON.stringify(params)}; // HACK\n</script>`),
  };
  yield { form: 'CircuitsVis', name: 'heads.json', json: true, bytes: text(JSON.stringify({ tokens, attention: layers.flat() })) };
  yield {
    form: 'exBERT',
    name: 'exbert.json',
    json: true,
    bytes: text(JSON.stringify({ aa: { att: layers.flat(), left: tokens.map((t) => ({ text: t })) } })),
  };
  const tensors = Object.fromEntries(
    layers.map((layer, i) => [`attentions.${i}`, { dims: [1, ...shape.slice(1)], type: 'float32', data: layer.flat(2) }]),
  );
  yield { form: 'transformers.js, data as a list', name: 'tensors.json', json: true, bytes: text(JSON.stringify({ tokens, ...tensors })) };
  for (const tensor of Object.values(tensors)) tensor.data = { ...tensor.data };
  yield {
    form: 'transformers.js, data as an object',
    name: 'objects.json',
    json: true,
    bytes: text(JSON.stringify({ tokens, ...tensors })),
  };
  const outputs = {};
  layers.forEach((heads, l) => {
    heads.forEach((head, h) => {
      outputs[`block_${l}_attn_head_${h}_attn_softmax`] = { data: head };
    });
  });
  yield {
    form: 'transformer-explainer',
    name: 'explainer.json',
    json: true,
    bytes: text(JSON.stringify({ prompt: 'bench', tokens, outputs })),
  };
  yield {
    form: 'LIT',
    name: 'lit.json',
    json: true,
    bytes: text(JSON.stringify({ tokens, ...Object.fromEntries(layers.map((layer, i) => [`layer_${i}/attention`, layer])) })),
  };
  yield { form: 'npy, float32', name: 'f32.npy', json: false, bytes: npy(weights, shape, '<f4') };
  yield {
    form: 'npy, float64',
    name: 'f64.npy',
    json: false,
    bytes: npy(weights, shape, '<f8', Buffer.from(Float64Array.from(weights).buffer)),
  };
  const array = npy(weights, shape, '<f4');
  yield { form: 'npz', name: 'stored.npz', json: false, bytes: zip('attentions.npy', array, false) };
  yield { form: 'npz, compressed', name: 'packed.npz', json: false, bytes: zip('attentions.npy', array, true) };
  yield { form: 'safetensors', name: 'f32.safetensors', json: false, bytes: safetensors(weights, shape) };
  const halves = upperHalves(weights);
  const header = JSON.stringify({ attentions: { dtype: 'BF16', shape, data_offsets: [0, halves.byteLength] } });
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  yield {
    form: 'safetensors, bfloat16',
    name: 'bf16.safetensors',
    json: false,
    bytes: Buffer.concat([length, text(header), Buffer.from(halves.buffer)]),
  };
  yield { form: 'gzip of JSON', name: 'dump.json.gz', json: false, bytes: gzipSync(dump, { level: 6 }) };
}
