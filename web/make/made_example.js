// SPDX-License-Identifier: MIT
// @ts-check
// An example that was made here, as the engine takes it in: src/protocol/made_example.h and example_fields.h say in which
// order.

const kind = 11;
const utf8 = new TextEncoder();

/** Appends as src/protocol/bytes.h has it. */
class Writer {
  /** @type {number[]} */
  #bytes = [];
  #view = new DataView(new ArrayBuffer(4));

  /** @param {boolean} yes */
  flag(yes) {
    this.#bytes.push(+yes);
  }
  /** @param {number} number a u32 or an i32 */
  whole(number) {
    this.#view.setUint32(0, number, true);
    this.#four();
  }
  /** @param {number} number */
  single(number) {
    this.#view.setFloat32(0, number, true);
    this.#four();
  }
  /** @param {string} text */
  text(text) {
    const bytes = utf8.encode(text);
    this.whole(bytes.length);
    this.#bytes.push(...bytes);
  }
  /** @template T @param {readonly T[]} items @param {(item: T) => void} write */
  list(items, write) {
    this.whole(items.length);
    items.forEach(write);
  }
  /** @param {number[][][]} layers [layer][query][key] of a single head @param {number} kind of its matrices */
  stack(layers, kind = 0) {
    const count = layers[0]?.length ?? 0;
    [layers.length, +(count > 0), count, count].forEach((size) => this.whole(size));
    this.#bytes.push(kind);
    this.list(layers.flat(2), (weight) => this.single(weight));
    this.list([], () => {});
  }
  nothing() {
    this.whole(0);
  }
  #four() {
    for (let i = 0; i < 4; i += 1) this.#bytes.push(this.#view.getUint8(i));
  }
  take() {
    return new Uint8Array(this.#bytes);
  }
}

/**
 * The message for the engine.
 * @param {number} document that it is added to @param {{maker: string, text: string}} recipe
 * @param {boolean} isShown @param {boolean} isSettled
 * @param {{title: string, source: string, tokens: string[], layers: number[][][]}} example layers of [query][key]
 */
export function madeExample(document, recipe, isShown, isSettled, { title, source, tokens, layers }) {
  const to = new Writer();
  for (const head of [kind, 0, document]) to.whole(head);
  for (const text of ['', '', recipe.maker, recipe.text]) to.text(text);
  to.flag(isShown);
  to.flag(isSettled);
  for (const text of [title, '', source]) to.text(text);
  to.list(tokens, (token) => to.text(token));
  to.stack(layers);
  to.stack([]); // gradients
  to.flag(false); // tokens are numbered
  to.flag(false); // products of gradients
  to.nothing(); // scores
  to.nothing(); // classes of tokens
  to.flag(false); // picture
  to.nothing(); // grids
  to.flag(false); // decoder
  to.nothing(); // words
  to.nothing(); // segments
  to.nothing(); // special tokens
  to.whole(-1); // output token
  to.nothing(); // fixed residual
  to.stack([]); // contributions
  to.text(''); // their kind
  to.nothing(); // predicted tokens
  to.nothing(); // cuts
  return to.take();
}
