// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { rememberDrawingState } from '../../../web/boot/drawing_state.js';

const names = [
  'VIEWPORT',
  'SCISSOR_BOX',
  'BLEND_SRC_RGB',
  'BLEND_DST_RGB',
  'BLEND_SRC_ALPHA',
  'BLEND_DST_ALPHA',
  'BLEND_EQUATION_RGB',
  'BLEND_EQUATION_ALPHA',
  'CURRENT_PROGRAM',
];

/** A context that behaves like WebGL, and counts the calls that reach it. */
class Context {
  asked = 0;
  state = new Map(names.map((_, i) => [i + 1, `initial ${i + 1}`]));
  constructor() {
    names.forEach((name, i) => {
      this[name] = i + 1;
    });
  }
  getParameter(name) {
    this.asked += 1;
    return this.state.get(name);
  }
  #set(pairs) {
    for (const [name, value] of pairs) this.state.set(this[name], value);
  }
  viewport(...box) {
    this.#set([['VIEWPORT', Int32Array.from(box)]]);
  }
  scissor(...box) {
    this.#set([['SCISSOR_BOX', Int32Array.from(box)]]);
  }
  blendFunc(s, d) {
    this.blendFuncSeparate(s, d, s, d);
  }
  blendFuncSeparate(a, b, c, d) {
    this.#set([
      ['BLEND_SRC_RGB', a],
      ['BLEND_DST_RGB', b],
      ['BLEND_SRC_ALPHA', c],
      ['BLEND_DST_ALPHA', d],
    ]);
  }
  blendEquation(mode) {
    this.blendEquationSeparate(mode, mode);
  }
  blendEquationSeparate(rgb, alpha) {
    this.#set([
      ['BLEND_EQUATION_RGB', rgb],
      ['BLEND_EQUATION_ALPHA', alpha],
    ]);
  }
}

function remembered() {
  const gl = /** @type {any} */ (new Context());
  const canvas = /** @type {HTMLCanvasElement} */ (new EventTarget());
  rememberDrawingState(gl, canvas);
  const answers = () => names.map((name) => gl.getParameter(gl[name]));
  const truth = () => names.map((name) => gl.state.get(gl[name]));
  return { gl, canvas, answers, truth };
}

test('every answer is what the context would say, whatever was set before', () => {
  const { gl, answers, truth } = remembered();
  assert.deepEqual(answers(), truth());
  const steps = [
    () => gl.viewport(0, 0, 640, 480),
    () => gl.scissor(1, 2, 3, 4),
    () => gl.blendFunc(5, 6),
    () => gl.blendFuncSeparate(1, 2, 3, 4),
    () => gl.blendEquation(7),
    () => gl.blendEquationSeparate(8, 9),
    () => gl.viewport(0, 0, 10, 10),
  ];
  for (const step of steps) {
    step();
    assert.deepEqual(answers(), truth());
  }
});

test('what was set or answered once is not asked again, anything else is', () => {
  const { gl, answers } = remembered();
  answers();
  assert.equal(gl.asked, names.length);
  gl.scissor(1, 2, 3, 4);
  answers();
  assert.equal(gl.asked, names.length + 1); // the program in use
});

test('after a lost context everything is asked anew', () => {
  const { gl, canvas, answers, truth } = remembered();
  gl.viewport(0, 0, 640, 480);
  canvas.dispatchEvent(new Event('webglcontextlost'));
  gl.state.set(gl.VIEWPORT, Int32Array.of(0, 0, 1, 1));
  assert.deepEqual(answers(), truth());
});
