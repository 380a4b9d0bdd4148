// SPDX-License-Identifier: MIT
// @ts-check
// What the keys do, in words. src/platform/page/keys.cpp is where they do it.

/** @type {[string, string][]} */
export const shortcuts = [
  ['Space', 'play, pause'],
  ['← →', 'a layer back, a layer on'],
  ['Home End', 'first layer, last layer'],
  ['↑ ↓', 'output token before, output token after'],
  ['+ −', 'play faster, slower'],
  ['l', 'loop'],
  ['w r f', 'method: raw weights, rollout, flow'],
  ['[ ]', 'less, more residual weight'],
  ['1 … 9', 'view: overview, bars, matrix, evolution, flow, heads, compare, image, faithfulness'],
  ['a', 'what am I looking at?'],
  ['s', 'order by position or by score'],
  ['g', 'ghost of the layer before'],
  ['Escape', 'cancel an opening; back to the overview; leave the canvas'],
  ['Tab', 'the same as text'],
  ['?', 'this help'],
];
