// SPDX-License-Identifier: MIT
// @ts-check
// Encodes an example that the page made as a message for the engine. The order of fields is in src/protocol/made_example.h and
// example_fields.h.

const kind = 11;
const utf8 = new TextEncoder();

/**
 * @typedef {object} Stack numbers of all layers, [layer][head][query][key]
 * @property {number} layers @property {number} heads @property {Float32Array} values
 */
/**
 * @typedef {object} MadeDecoder for a model that translates
 * @property {string[]} tokens @property {Stack} attentions @property {Stack} cross attention from its tokens to the example's
 * @property {Stack} [gradients] @property {Stack} [crossGradients]
 */
/**
 * @typedef {object} MadeExample
 * @property {string} title @property {string} [model] @property {string} source @property {string[]} tokens
 * @property {Stack} attentions @property {Stack} [gradients] of the same shape
 * @property {{name: string, values: number[]}[]} [importance] scores of the tokens
 * @property {number[]} [segments] @property {string[]} [specialTokens] @property {number} [outputToken]
 * @property {string[]} [predicted] @property {(number | null)[]} [predictedProbability] one per token
 * @property {{layer: number, query: number, key: number, heads: number, of?: number}[]} [cuts] heads: 0 for a residual; of: 1 for the
 * decoder, 2 for attention between encoder and decoder
 * @property {string[]} [asks] questions that its model can answer
 * @property {MadeDecoder} [decoder]
 * @property {Seen} [image]
 */
/**
 * @typedef {{url: string, rows: number, columns: number, firstPatch: number}} Seen the input of a vision model as a data: address, and its
 * patches; firstPatch: index of the first token that is a patch
 */
/**
 * @typedef {object} Into the document that receives the example
 * @property {number} [ticket] of the opening @property {number} document 0 to start a new document
 * @property {string} [name] of a new document @property {string} [form]
 * @property {{maker: string, text: string}} recipe @property {boolean} isShown @property {boolean} isSettled
 */

/** Appends values in the format of src/protocol/bytes.h. */
class Writer {
  /** @type {(number[] | Uint8Array)[]} */
  #parts = [[]];
  #view = new DataView(new ArrayBuffer(8));

  /** @param {number} count in bytes */
  #append(count) {
    const last = /** @type {number[]} */ (this.#parts[this.#parts.length - 1]);
    for (let i = 0; i < count; i += 1) last.push(this.#view.getUint8(i));
  }
  /** @param {Uint8Array} bytes */
  #raw(bytes) {
    this.#parts.push(bytes, []);
  }
  /** @param {number} one */
  byte(one) {
    this.#view.setUint8(0, one);
    this.#append(1);
  }
  /** @param {boolean} yes */
  flag(yes) {
    this.byte(+yes);
  }
  /** @param {number} number encoded as u32 or i32 */
  whole(number) {
    this.#view.setUint32(0, number, true);
    this.#append(4);
  }
  /** @param {number} number */
  double(number) {
    this.#view.setFloat64(0, number, true);
    this.#append(8);
  }
  /** @param {number} number */
  float(number) {
    this.#view.setFloat32(0, number, true);
    this.#append(4);
  }
  /** @param {string} text */
  text(text) {
    const bytes = utf8.encode(text);
    this.whole(bytes.length);
    this.#raw(bytes);
  }
  /** @template T @param {readonly T[]} items @param {(item: T) => void} write */
  list(items, write) {
    this.whole(items.length);
    items.forEach(write);
  }
  /** @param {readonly string[]} texts */
  texts(texts) {
    this.list(texts, (text) => this.text(text));
  }
  /**
   * @param {Stack | undefined} stack undefined for none @param {number} [queries] number of tokens @param {number} [keys]
   * @param {number} [kind] of its matrices
   */
  stack(stack, queries = 0, keys = queries, kind = 0) {
    const sizes = stack ? [stack.layers, stack.heads, queries, keys] : [0, 0, 0, 0];
    sizes.forEach((size) => {
      this.whole(size);
    });
    this.byte(kind);
    // Memory and message have the same byte order, because every machine with WebAssembly is little-endian.
    const values = stack?.values ?? new Float32Array();
    this.whole(values.length);
    this.#raw(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    this.nothing(); // no 16-bit values
  }
  /** @param {{name: string, values: number[]}[]} scores of the tokens */
  scores(scores) {
    this.list(scores, ({ name, values }) => {
      this.text(name);
      this.list(values, (value) => this.double(value));
    });
  }
  nothing() {
    this.whole(0);
  }
  take() {
    return joined(this.#parts);
  }
}

/** @param {(number[] | Uint8Array)[]} parts */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The offset of an example's source. @param {Uint8Array} bytes a message with an example */
function startOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 12; // kind, ticket and document
  const skip = (/** @type {number} */ count) => {
    for (let i = 0; i < count; i += 1) at += 4 + view.getUint32(at, true);
  };
  skip(4); // name, form and recipe
  at += 2;
  skip(2); // title and model
  return at;
}

/** The bytes of a message's example, from its source on. @param {import('../worker/engine_link.js').Message} message */
export function exampleIn(message) {
  const bytes = joined(message instanceof Uint8Array ? [message] : message);
  return bytes.subarray(startOf(bytes));
}

/** Reads values in the format of src/protocol/bytes.h. */
class Reader {
  #bytes;
  #view;

  /** @param {Uint8Array} bytes @param {number} at offset */
  constructor(bytes, at) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
  }
  whole() {
    this.at += 4;
    return this.#view.getUint32(this.at - 4, true);
  }
  text() {
    const size = this.whole();
    this.at += size;
    return new TextDecoder().decode(this.#bytes.subarray(this.at - size, this.at));
  }
  texts() {
    return Array.from({ length: this.whole() }, () => this.text());
  }
  /** The sizes of a stack, and the place of its numbers, which it skips. */
  stack() {
    const [layers, heads, queries, keys] = [this.whole(), this.whole(), this.whole(), this.whole()];
    this.at += 1; // kind
    const count = this.whole();
    const from = this.at;
    this.at += 4 * count;
    const halves = this.whole();
    this.at += 2 * halves;
    return { layers, heads, isWhole: count === layers * heads * queries * keys, from, to: from + 4 * count };
  }
}

/**
 * The tokens and the attention of a message's example. @param {import('../worker/engine_link.js').Message} message
 * @returns {{tokens: string[], layers: number, heads: number, values: Float32Array} | null} null if the attention has 16 bits
 */
export function attentionsIn(message) {
  const bytes = joined(message instanceof Uint8Array ? [message] : message);
  const read = new Reader(bytes, startOf(bytes));
  read.text(); // source
  const tokens = read.texts();
  const { layers, heads, isWhole, from, to } = read.stack();
  return isWhole ? { tokens, layers, heads, values: new Float32Array(bytes.slice(from, to).buffer) } : null;
}

/**
 * The message with this score of the tokens as its example's only one.
 * @param {import('../worker/engine_link.js').Message} message without scores @param {{name: string, values: number[]}} score
 */
export function withScore(message, score) {
  const bytes = joined(message instanceof Uint8Array ? [message] : message);
  const read = new Reader(bytes, startOf(bytes));
  read.text(); // source
  read.texts(); // tokens
  read.stack(); // attention
  read.stack(); // gradients
  const at = read.at + 2; // after two flags
  const to = new Writer();
  to.scores([score]);
  return joined([bytes.subarray(0, at), to.take(), bytes.subarray(at + 4)]);
}

/** The part of the message before the example. @param {Into} into */
function headOf({ ticket = 0, document, name = '', form = '', recipe, isShown, isSettled }) {
  const to = new Writer();
  for (const head of [kind, ticket, document]) to.whole(head);
  for (const text of [name, form, recipe.maker, recipe.text]) to.text(text);
  to.flag(isShown);
  to.flag(isSettled);
  return to;
}

/**
 * A message with an example from an earlier message. @param {Into} into @param {{title: string, model: string}} named names for people
 * @param {Uint8Array} rest the bytes from exampleIn()
 */
export function writeExampleAgain(into, { title, model }, rest) {
  const to = headOf(into);
  to.text(title);
  to.text(model);
  return joined([to.take(), rest]);
}

/** The message for the engine. @param {Into} into @param {MadeExample} example */
export function writeExample(into, example) {
  const {
    title,
    model = '',
    source,
    tokens,
    attentions,
    gradients,
    importance = [],
    segments = [],
    specialTokens = [],
    outputToken = -1,
    predicted = [],
    predictedProbability = [],
    cuts = [],
    asks = [],
    decoder,
    image,
  } = example;
  const to = headOf(into);
  for (const text of [title, model, source]) to.text(text);
  to.texts(tokens);
  to.stack(attentions, tokens.length);
  to.stack(gradients, tokens.length);
  to.flag(false); // the tokens are not numbered
  to.flag(false); // no products of gradients
  to.scores(importance);
  to.nothing(); // no classes of tokens
  to.flag(image !== undefined);
  if (image) {
    to.text(image.url);
    for (const number of [image.rows, image.columns, image.firstPatch]) to.whole(number);
    to.nothing(); // no more classes
    to.flag(false); // no frames of a video
  }
  to.nothing(); // no grids
  to.flag(decoder !== undefined);
  if (decoder) {
    const { tokens: outputs, attentions: own, cross, gradients: slopes, crossGradients } = decoder;
    to.texts(outputs);
    for (const [self, across] of [
      [own, cross],
      [slopes, crossGradients],
    ]) {
      to.stack(self, outputs.length);
      to.stack(across, outputs.length, tokens.length);
    }
  }
  to.nothing(); // no words
  to.list(segments, (segment) => to.whole(segment));
  to.texts(specialTokens);
  to.whole(outputToken);
  to.nothing(); // no fixed residual
  to.stack(undefined); // no contributions
  to.text(''); // no kind of contributions
  to.texts(predicted);
  to.list(predictedProbability, (one) => to.float(one ?? NaN));
  to.list(cuts, (cut) => {
    for (const number of [cut.layer, cut.query, cut.key, cut.heads]) to.whole(number);
    to.byte(cut.of ?? 0);
  });
  to.texts(asks);
  return to.take();
}

/** Layers with one head, as the editor has them. @param {number[][][]} layers [layer][query][key] @returns {Stack} */
export const stackOf = (layers) => ({ layers: layers.length, heads: 1, values: Float32Array.from(layers.flat(2)) });
