// SPDX-License-Identifier: MIT
// @ts-check QR codes, ISO/IEC 18004: bytes at error correction level L, any of the 40 versions. Tests read its codes
// with an independent reader (tests/web/qr.test.mjs).

// Of level L, versions 1 to 40 (tables 7 and 9 of the standard).
const checkWords = [
  7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  30, 30, 30, 30, 30,
];
const blocks = [
  1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
];

/** The longest text in bytes: version 40. */
export const mostBytes = 2953;

/** Words of data and checks together. @param {number} version */
function wordsIn(version) {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2;
    modules -= (25 * marks - 10) * marks - 55;
    if (version >= 7) modules -= 36;
  }
  return modules >> 3;
}

/** @param {number} version */
const dataWords = (version) => wordsIn(version) - checkWords[version - 1] * blocks[version - 1];

/** In the field of 256 elements with x^8 + x^4 + x^3 + x^2 + 1. @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; --bit) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** The checks of a block (Reed and Solomon 1960). @param {number[]} data @param {number} count */
function checksOf(data, count) {
  const divisor = [...Array(count - 1).fill(0), 1];
  for (let i = 0, root = 1; i < count; ++i, root = times(root, 2)) {
    for (let k = 0; k < count; ++k) divisor[k] = times(divisor[k], root) ^ (divisor[k + 1] ?? 0);
  }
  const rest = Array(count).fill(0);
  for (const word of data) {
    const factor = word ^ /** @type {number} */ (rest.shift());
    rest.push(0);
    divisor.forEach((one, k) => {
      rest[k] ^= times(one, factor);
    });
  }
  return rest;
}

/** Data with length and padding. @param {Uint8Array} bytes @param {number} version */
function padded(bytes, version) {
  const bits = [0, 1, 0, 0];
  const put = (/** @type {number} */ value, /** @type {number} */ width) => {
    for (let bit = width - 1; bit >= 0; --bit) bits.push((value >> bit) & 1);
  };
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const room = dataWords(version) * 8;
  put(0, Math.min(4, room - bits.length));
  put(0, -bits.length & 7);
  for (let fill = 0xec; bits.length < room; fill ^= 0xec ^ 0x11) put(fill, 8);
  return Array.from({ length: room / 8 }, (_, word) => bits.slice(8 * word, 8 * word + 8).reduce((sum, bit) => 2 * sum + bit, 0));
}

/** Blocks in turn, word by word, then their checks. @param {number[]} data @param {number} version */
function interleaved(data, version) {
  const [count, checks] = [blocks[version - 1], checkWords[version - 1]];
  const short = Math.floor(wordsIn(version) / count) - checks;
  const shortBlocks = count - (wordsIn(version) % count);
  const parts = [];
  for (let block = 0, at = 0; block < count; ++block) {
    const part = data.slice(at, at + short + (block < shortBlocks ? 0 : 1));
    at += part.length;
    parts.push({ part, checks: checksOf(part, checks) });
  }
  const words = [];
  for (let i = 0; i <= short; ++i) for (const { part } of parts) if (i < part.length) words.push(part[i]);
  for (let i = 0; i < checks; ++i) for (const part of parts) words.push(part.checks[i]);
  return words;
}

const masks = [
  (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % 2,
  (/** @type {number} */ _, /** @type {number} */ y) => y % 2,
  (/** @type {number} */ x) => x % 3,
  (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % 3,
  (/** @type {number} */ x, /** @type {number} */ y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (/** @type {number} */ x, /** @type {number} */ y) => ((x * y) % 2) + ((x * y) % 3),
  (/** @type {number} */ x, /** @type {number} */ y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (/** @type {number} */ x, /** @type {number} */ y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

class Code {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = 17 + 4 * version;
    this.dark = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    this.fixed = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    for (let i = 0; i < this.size; ++i) {
      this.#fix(6, i, i % 2 === 0);
      this.#fix(i, 6, i % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [this.size - 4, 3],
      [3, this.size - 4],
    ])
      this.#square(x, y, 4, (far) => far !== 2 && far !== 4);
    const places = this.#marks();
    places.forEach((x, i) => {
      places.forEach((y, j) => {
        const corner = (i === 0 && (j === 0 || j === places.length - 1)) || (j === 0 && i === places.length - 1);
        if (!corner) this.#square(x, y, 2, (far) => far !== 1);
      });
    });
    this.#writeFormat(0);
    this.#writeVersion();
  }

  /** @param {number} x @param {number} y @param {boolean} dark */
  #fix(x, y, dark) {
    if (this.dark[y]?.[x] === undefined) return;
    this.dark[y][x] = dark;
    this.fixed[y][x] = true;
  }

  /** @param {number} x @param {number} y @param {number} reach @param {(far: number) => boolean} isDark by the distance */
  #square(x, y, reach, isDark) {
    for (let dy = -reach; dy <= reach; ++dy) {
      for (let dx = -reach; dx <= reach; ++dx) this.#fix(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  }

  /** Where alignment marks stand along either side. */
  #marks() {
    if (this.version === 1) return [];
    const count = Math.floor(this.version / 7) + 2;
    const step = this.version === 32 ? 26 : Math.ceil((4 * this.version + 4) / (2 * count - 2)) * 2;
    const places = [6];
    for (let at = this.size - 7; places.length < count; at -= step) places.splice(1, 0, at);
    return places;
  }

  /** @param {number} mask */
  #writeFormat(mask) {
    const data = (1 << 3) | mask; // 1: level L
    let rest = data;
    for (let i = 0; i < 10; ++i) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((data << 10) | rest) ^ 0x5412;
    const bit = (/** @type {number} */ i) => ((bits >> i) & 1) === 1;
    for (let i = 0; i < 6; ++i) {
      this.#fix(8, i, bit(i));
      this.#fix(5 - i, 8, bit(9 + i));
    }
    this.#fix(8, 7, bit(6));
    this.#fix(8, 8, bit(7));
    this.#fix(7, 8, bit(8));
    for (let i = 0; i < 8; ++i) this.#fix(this.size - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; ++i) this.#fix(8, this.size - 15 + i, bit(i));
    this.#fix(8, this.size - 8, true);
  }

  #writeVersion() {
    if (this.version < 7) return;
    let rest = this.version;
    for (let i = 0; i < 12; ++i) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (this.version << 12) | rest;
    for (let i = 0; i < 18; ++i) {
      const [a, b, dark] = [this.size - 11 + (i % 3), Math.floor(i / 3), ((bits >> i) & 1) === 1];
      this.#fix(a, b, dark);
      this.#fix(b, a, dark);
    }
  }

  /** Two columns at a time from the right, up and down. @param {number[]} words */
  fill(words) {
    let at = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; ++step) {
        const y = ((right + 1) & 2) === 0 ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y][x]) continue;
          this.dark[y][x] = at < 8 * words.length && ((words[at >> 3] >> (7 - (at & 7))) & 1) === 1;
          at += 1;
        }
      }
    }
  }

  /** @param {number} mask */
  turn(mask) {
    for (let y = 0; y < this.size; ++y)
      for (let x = 0; x < this.size; ++x) if (!this.fixed[y][x] && masks[mask](x, y) === 0) this.dark[y][x] = !this.dark[y][x];
    this.#writeFormat(mask);
  }

  /** What readers stumble over: long runs, areas of one colour, much more of one colour than of the other. */
  unevenness() {
    let [sum, darkOnes] = [0, 0];
    for (let a = 0; a < this.size; ++a) {
      for (const at of [(/** @type {number} */ b) => this.dark[a][b], (/** @type {number} */ b) => this.dark[b][a]]) {
        for (let b = 1, run = 1; b <= this.size; ++b, ++run) {
          if (b < this.size && at(b) === at(b - 1)) continue;
          if (run >= 5) sum += run - 2;
          run = 0;
        }
      }
      for (let b = 0; b < this.size; ++b) {
        darkOnes += +this.dark[a][b];
        const here = this.dark[a][b];
        if (a > 0 && b > 0 && here === this.dark[a - 1][b] && here === this.dark[a][b - 1] && here === this.dark[a - 1][b - 1]) sum += 3;
      }
    }
    return sum + 10 * Math.floor(Math.abs((20 * darkOnes) / this.size ** 2 - 10));
  }
}

/**
 * The modules of a text's code, row by row, true where they are dark; null if it is too long. Some 10 ms at most.
 * @param {string} text @returns {boolean[][] | null}
 */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  while (version <= 40 && bytes.length > dataWords(version) - (version < 10 ? 2 : 3)) ++version;
  if (version > 40) return null;
  const code = new Code(version);
  code.fill(interleaved(padded(bytes, version), version));
  let best = { mask: 0, unevenness: Infinity };
  for (let mask = 0; mask < masks.length; ++mask) {
    code.turn(mask);
    const unevenness = code.unevenness();
    if (unevenness < best.unevenness) best = { mask, unevenness };
    code.turn(mask); // back
  }
  code.turn(best.mask);
  return code.dark;
}
