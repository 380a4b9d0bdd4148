// SPDX-License-Identifier: MIT
// The browser functions that the page's module needs, for a visit in Node (visit.mjs). They are a canvas whose WebGL2 accepts everything
// and draws nothing, listeners that are never called, and letters of one width.

/** @typedef {{source: string}} Shader @typedef {{shaders: Shader[]}} Program */

/** The declarations of a program's shaders. @param {Program} program */
const uniformsOf = ({ shaders }) => [
  ...new Set(shaders.flatMap(({ source }) => [...source.matchAll(/^\s*uniform (?:\w+ )+(\w+)/gm)].map(([, name]) => name))),
];

const named = /** @type {Record<number, unknown>} */ ({
  7938: 'WebGL 2.0',
  35724: 'WebGL GLSL ES 3.00',
  3379: 8192,
  2978: new Int32Array(4),
  3088: new Int32Array(4),
});

/** For WebGL2, created things are objects, and queries return the value for success. */
const answers = {
  getParameter: (/** @type {number} */ name) => named[name] ?? 0,
  getSupportedExtensions: () => [],
  getExtension: () => null,
  getContextAttributes: () => ({}),
  createShader: () => ({ source: '' }),
  createProgram: () => ({ shaders: [] }),
  shaderSource: (/** @type {Shader} */ shader, /** @type {string} */ source) => {
    shader.source = source;
  },
  attachShader: (/** @type {Program} */ program, /** @type {Shader} */ shader) => void program.shaders.push(shader),
  getShaderParameter: () => true,
  getProgramParameter: (/** @type {Program} */ program, /** @type {number} */ name) =>
    name === 0x8b86 ? uniformsOf(program).length : name === 0x8b82,
  getActiveUniform: (/** @type {Program} */ program, /** @type {number} */ index) => ({
    name: uniformsOf(program)[index],
    size: 1,
    type: 0x1406,
  }),
  getShaderInfoLog: () => '',
  getProgramInfoLog: () => '',
  getAttribLocation: () => 0,
  getUniformLocation: () => ({}),
  checkFramebufferStatus: () => 0x8cd5,
  isContextLost: () => false,
  getError: () => 0,
};

const context = new Proxy(answers, {
  get: (known, name) =>
    known[/** @type {keyof typeof answers} */ (name)] ?? (String(name).startsWith('create') ? () => ({}) : () => undefined),
});

/** Any member returns the object itself, or nothing. */
const listening = { addEventListener() {}, removeEventListener() {}, dispatchEvent() {} };

export function canvas() {
  return {
    ...listening,
    style: { setProperty() {}, removeProperty() {} },
    width: 300,
    height: 150,
    clientWidth: 1280,
    clientHeight: 800,
    getContext: () => context,
    removeAttribute() {},
    setAttribute() {},
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 1280, height: 800 }),
    id: 'canvas',
  };
}

/** Defines the globals that the module's script expects in a browser. @param {object} canvas */
export function pretend(canvas) {
  Object.assign(globalThis, listening, {
    window: globalThis,
    document: {
      ...listening,
      body: { ...listening },
      documentElement: { ...listening },
      querySelector: () => canvas,
      getElementById: () => canvas,
      createElement: () => ({ style: {} }),
    },
    screen: { width: 1280, height: 800 },
    devicePixelRatio: 1,
    innerWidth: 1280,
    innerHeight: 800,
    matchMedia: () => ({ ...listening, matches: false }),
    requestAnimationFrame: () => 0,
    cancelAnimationFrame() {},
    WebGLRenderingContext: class {},
    WebGL2RenderingContext: class {},
    location: { href: 'http://127.0.0.1/', hash: '' },
  });
}

/** @implements {Pick<import('../../../web/boot/text.js').TextPainter, 'capHeight' | 'advance' | 'paint' | 'pixels'>} */
export class Letters {
  #pixels = new Uint8ClampedArray();
  capHeight() {
    return 0.73;
  }
  /** @param {number} _ @param {string} text */
  advance(_, text) {
    return 0.55 * text.length;
  }
  /** @param {number} _ @param {number} pixels @param {number} offset @param {string} text @returns {[number, number, number, number, number]} */
  paint(_, pixels, offset, text) {
    const [width, height] = [Math.ceil(0.55 * pixels * text.length + offset) + 2, Math.ceil(pixels) + 2];
    this.#pixels = new Uint8ClampedArray(4 * width * height).fill(255);
    return [width, height, -1, -Math.ceil(0.8 * pixels), 0];
  }
  pixels() {
    return this.#pixels;
  }
}
