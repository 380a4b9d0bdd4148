// SPDX-License-Identifier: MIT
// @ts-check
// Answers the module's WebGL queries from a copy. Chromium passes some queries to the GPU process, which first finishes all earlier
// commands. Without a graphics card that takes as long as a whole frame, and blocks the page.

/**
 * Caches viewport, scissor box and blending as they were last set. Other queries go to WebGL.
 * @param {WebGL2RenderingContext} gl
 * @param {EventTarget} canvas receives the event for a lost context
 */
export function rememberDrawingState(gl, canvas) {
  /** @type {Map<number, unknown>} */
  const known = new Map();
  const factors = [gl.BLEND_SRC_RGB, gl.BLEND_DST_RGB, gl.BLEND_SRC_ALPHA, gl.BLEND_DST_ALPHA];
  const modes = [gl.BLEND_EQUATION_RGB, gl.BLEND_EQUATION_ALPHA];
  /** @type {Set<number>} */
  const kept = new Set([gl.VIEWPORT, gl.SCISSOR_BOX, ...factors, ...modes]);
  const ask = gl.getParameter.bind(gl);
  gl.getParameter = (name) => {
    if (!kept.has(name)) return ask(name);
    if (!known.has(name)) known.set(name, ask(name));
    return known.get(name);
  };

  const follow = (/** @type {string} */ setter, /** @type {(...given: number[]) => void} */ note) => {
    const methods = /** @type {Record<string, (...given: number[]) => void>} */ (/** @type {unknown} */ (gl));
    const set = methods[setter].bind(gl);
    methods[setter] = (/** @type {number[]} */ ...given) => {
      note(...given);
      set(...given);
    };
  };
  const noteAll = (/** @type {number[]} */ names, /** @type {number[]} */ values) =>
    names.forEach((name, i) => {
      known.set(name, values[i]);
    });
  follow('viewport', (...box) => known.set(gl.VIEWPORT, Int32Array.from(box)));
  follow('scissor', (...box) => known.set(gl.SCISSOR_BOX, Int32Array.from(box)));
  follow('blendFunc', (source, destination) => noteAll(factors, [source, destination, source, destination]));
  follow('blendFuncSeparate', (...given) => noteAll(factors, given));
  follow('blendEquation', (mode) => noteAll(modes, [mode, mode]));
  follow('blendEquationSeparate', (...given) => noteAll(modes, given));
  canvas.addEventListener('webglcontextlost', () => known.clear()); // the next context starts with its defaults
}
