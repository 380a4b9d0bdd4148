// SPDX-License-Identifier: MIT
// @ts-check
// An example that was made here, as the engine takes it in: src/protocol/made_example.h and example_fields.h say in which
// order.

const kind = 11;
const utf8 = new TextEncoder();

/**
 * @typedef {object} Stack numbers of all layers, [layer][head][query][key]
 * @property {number} layers @property {number} heads @property {Float32Array} values
 */
/**
 * @typedef {object} MadeDecoder of a model that translates
 * @property {string[]} tokens @property {Stack} attentions @property {Stack} cross from its tokens to the example's
 * @property {Stack} [gradients] @property {Stack} [crossGradients]
 */
/**
 * @typedef {object} MadeExample
 * @property {string} title @property {string} [model] @property {string} source @property {string[]} tokens
 * @property {Stack} attentions @property {Stack} [gradients] of the same shape
 * @property {{name: string, values: number[]}[]} [importance] scores of the tokens
 * @property {number[]} [segments] @property {string[]} [specialTokens] @property {number} [outputToken]
 * @property {string[]} [predicted] @property {(number | null)[]} [predictedProbability] of each of them
 * @property {{layer: number, query: number, key: number, heads: number, of?: number}[]} [cuts] heads: 0 is a residual; of: 1 the decoder's, 2 between the two
 * @property {string[]} [asks] questions that its model answers
 * @property {MadeDecoder} [decoder]
 * @property {Seen} [image]
 */
/** @typedef {{url: string, rows: number, columns: number, firstPatch: number}} Seen what a model of pictures sees, as a data: address, and its patches; firstPatch: tokens before it are none */
/**
 * @typedef {object} Into where it goes
 * @property {number} [ticket] of what is being opened @property {number} document 0: the first of a new one
 * @property {string} [name] of a new document @property {string} [form]
 * @property {{maker: string, text: string}} recipe @property {boolean} isShown @property {boolean} isSettled
 */

/** Appends as src/protocol/bytes.h has it. */
class Writer {
  /** @type {(number[] | Uint8Array)[]} */
  #parts = [[]];
  #view = new DataView(new ArrayBuffer(8));

  /** @param {number} count of the view's bytes */
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
  /** @param {number} number a u32 or an i32 */
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
  /** @param {Stack | undefined} stack undefined: none @param {number} [queries] tokens @param {number} [keys] @param {number} [kind] of its matrices */
  stack(stack, queries = 0, keys = queries, kind = 0) {
    const sizes = stack ? [stack.layers, stack.heads, queries, keys] : [0, 0, 0, 0];
    sizes.forEach((size) => {
      this.whole(size);
    });
    this.byte(kind);
    // Numbers stand in memory as in the message: every machine with WebAssembly has the lowest byte first.
    const values = stack?.values ?? new Float32Array();
    this.whole(values.length);
    this.#raw(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    this.nothing(); // in 16 bits
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

/** Where an example's source begins. @param {Uint8Array} bytes of such a message */
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

/** The example of such a message from its source on. @param {import('../worker/engine_link.js').Message} message */
export function exampleIn(message) {
  const bytes = joined(message instanceof Uint8Array ? [message] : message);
  return bytes.subarray(startOf(bytes));
}

/**
 * The tokens and the attention of such a message. @param {import('../worker/engine_link.js').Message} message
 * @returns {{tokens: string[], layers: number, heads: number, values: Float32Array} | null} null: it has them in 16 bits
 */
export function attentionsIn(message) {
  const bytes = joined(message instanceof Uint8Array ? [message] : message);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = startOf(bytes);
  const whole = () => {
    at += 4;
    return view.getUint32(at - 4, true);
  };
  const text = () => {
    const size = whole();
    at += size;
    return new TextDecoder().decode(bytes.subarray(at - size, at));
  };
  text(); // its source
  const tokens = Array.from({ length: whole() }, text);
  const [layers, heads, queries, keys] = [whole(), whole(), whole(), whole()];
  at += 1;
  const count = whole();
  if (count !== layers * heads * queries * keys) return null;
  return { tokens, layers, heads, values: new Float32Array(bytes.slice(at, at + 4 * count).buffer) };
}

/** What stands before the example. @param {Into} into */
function headOf({ ticket = 0, document, name = '', form = '', recipe, isShown, isSettled }) {
  const to = new Writer();
  for (const head of [kind, ticket, document]) to.whole(head);
  for (const text of [name, form, recipe.maker, recipe.text]) to.text(text);
  to.flag(isShown);
  to.flag(isSettled);
  return to;
}

/**
 * A message with an example that was written before. @param {Into} into @param {{title: string, model: string}} named as people read it
 * @param {Uint8Array} rest of the example, as exampleIn has it
 */
export function madeAgain(into, { title, model }, rest) {
  const to = headOf(into);
  to.text(title);
  to.text(model);
  return joined([to.take(), rest]);
}

/** The message for the engine. @param {Into} into @param {MadeExample} example */
export function madeExample(into, example) {
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
  to.flag(false); // tokens are numbered
  to.flag(false); // products of gradients
  to.list(importance, (score) => {
    to.text(score.name);
    to.list(score.values, (value) => to.double(value));
  });
  to.nothing(); // classes of tokens
  to.flag(image !== undefined);
  if (image) {
    to.text(image.url);
    for (const number of [image.rows, image.columns, image.firstPatch]) to.whole(number);
    to.nothing(); // more of them
    to.flag(false); // frames of a video
  }
  to.nothing(); // grids
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
  to.nothing(); // words
  to.list(segments, (segment) => to.whole(segment));
  to.texts(specialTokens);
  to.whole(outputToken);
  to.nothing(); // fixed residual
  to.stack(undefined); // contributions
  to.text(''); // their kind
  to.texts(predicted);
  to.list(predictedProbability, (one) => to.float(one ?? NaN));
  to.list(cuts, (cut) => {
    for (const number of [cut.layer, cut.query, cut.key, cut.heads]) to.whole(number);
    to.byte(cut.of ?? 0);
  });
  to.texts(asks);
  return to.take();
}

/** Layers of one head, as they are edited. @param {number[][][]} layers [layer][query][key] @returns {Stack} */
export const stackOf = (layers) => ({ layers: layers.length, heads: 1, values: Float32Array.from(layers.flat(2)) });
