// SPDX-License-Identifier: MIT
// @ts-check
// A network of pipes in the text of a step. Each weight is a pipe as wide as its capacity. The student cuts pipes until no water flows from
// an input to an output, and sees how much still flows and the cut's capacity.

import { matrixAfter } from './live.js';
import { adopt } from '../../base/adopted_style.js';
import { inLanguage, tr } from '../../base/language.js';
import { draw, make } from '../../base/elements.js';

/**
 * @typedef {object} Pipe
 * @property {number} layer from 1 @property {number} query token above, the target of the water @property {number} key token below, its
 * source @property {number} capacity positive
 */

/** A larger network is too much to cut by hand. */
const mostPipes = 60;
/** Smaller differences are rounding errors of 32-bit capacities. */
const rounding = 1e-5;

/**
 * The pipes of weights, from the first layer up. Capacity = residual * I + (1 - residual) * W. Pipes without capacity are dropped.
 * @param {number[][][]} layers weights as [layer][query][key], layer 1 first @param {number} residual 0..1 @returns {Pipe[]}
 */
export function pipesOf(layers, residual) {
  const pipes = layers.flatMap((rows, at) =>
    rows.flatMap((row, query) =>
      row.map((weight, key) => ({ layer: at + 1, query, key, capacity: (1 - residual) * weight + (query === key ? residual : 0) })),
    ),
  );
  return pipes.filter(({ capacity }) => capacity > 0);
}

/**
 * The tokens that water reaches, by layer. [0] is the input, [L] the outputs.
 * @param {Pipe[]} pipes from the first layer up @param {Set<Pipe>} cut @param {number} input @returns {Map<number, number>[]} maps each
 * token to the token below that feeds it
 */
export function reached(pipes, cut, input) {
  const wet = Array.from({ length: (pipes.at(-1)?.layer ?? 0) + 1 }, () => new Map());
  wet[0].set(input, -1);
  for (const pipe of pipes) {
    if (cut.has(pipe) || !wet[pipe.layer - 1].has(pipe.key) || wet[pipe.layer].has(pipe.query)) continue;
    wet[pipe.layer].set(pipe.query, pipe.key);
  }
  return wet;
}

/**
 * The tokens of a path from the input to the output that no cut closes. Null if there is none.
 * @param {Pipe[]} pipes @param {Set<Pipe>} cut @param {number} output @param {number} input @returns {number[] | null}
 */
export function wayThrough(pipes, cut, output, input) {
  const wet = reached(pipes, cut, input);
  if (!wet[wet.length - 1].has(output)) return null;
  const way = [output];
  for (let layer = wet.length - 1; layer > 0; layer -= 1) way.unshift(/** @type {number} */ (wet[layer].get(way[0])));
  return way;
}

/** @param {Iterable<Pipe>} cut */
export const held = (cut) => [...cut].reduce((sum, { capacity }) => sum + capacity, 0);

const shown = (/** @type {number} */ number) => inLanguage(String(Number(number.toFixed(3))));

/**
 * The verdict on a cut. @param {Pipe[]} pipes @param {Set<Pipe>} cut @param {number} output @param {number} input
 * @param {number} flow the maximum flow from input to output @param {string[]} tokens @returns {{words: string, isSmallest: boolean}}
 */
export function judged(pipes, cut, output, input, flow, tokens) {
  const way = wayThrough(pipes, cut, output, input);
  if (way) return { words: tr('Water still gets through: {}.', way.map((token) => tokens[token]).join(' → ')), isSmallest: false };
  const holds = held(cut);
  if (Math.abs(holds - flow) < rounding)
    return {
      words: tr('This cut separates them with capacity {}, equal to the flow. No cut is smaller.', shown(holds)),
      isSmallest: true,
    };
  const idle = [...cut].find((pipe) => !wayThrough(pipes, new Set([...cut].filter((one) => one !== pipe)), output, input));
  const words = tr('This cut separates them with capacity {}, but only {} flows. A smaller cut exists.', shown(holds), shown(flow));
  return { words: idle ? `${words} ${tr('Closed unnecessarily: {}.', nameOf(idle, tokens))}` : words, isSmallest: false };
}

/** @param {Pipe} pipe @param {string[]} tokens */
const nameOf = ({ layer, query, key }, tokens) => tr('layer {}, {} → {}', layer, tokens[key], tokens[query]);

const css = `
.network svg { display: block; width: 100%; height: auto; max-height: 40vh; }
.network .pipe { stroke: var(--rule); cursor: pointer; }
.network .pipe.wet { stroke: var(--quantity); }
.network .water { stroke: var(--ground); stroke-width: 1.5; stroke-dasharray: 3 9; fill: none; pointer-events: none; animation: water 1s linear infinite; }
.network .pipe.cut { stroke: var(--cut); stroke-dasharray: 42% 16% 42%; }
.network .hit { stroke: transparent; stroke-width: 16; cursor: pointer; }
.network text { fill: var(--muted); font: 11px var(--mono); }
.network text.end { fill: var(--selection); font-weight: 600; }
.network circle { fill: var(--muted); } .network circle.wet { fill: var(--quantity); }
.lesson .network .row { flex-wrap: wrap; align-items: baseline; gap: 6px; }
.lesson .network .row > span { flex-basis: 4.2em; font-size: 13px; color: var(--muted); }
.lesson .network button { font-family: var(--mono); font-size: 13px; padding: 4px 8px; }
.lesson .network button[aria-pressed='true'] { border-color: var(--selection); color: var(--selection); box-shadow: inset 0 0 0 1px var(--selection); text-decoration: line-through; }
.lesson .network .says { min-height: 2.8em; margin: 4px 0 8px; }
@keyframes water { to { stroke-dashoffset: -12; } }
@media (pointer: coarse) { .lesson .network button { min-height: 40px; } }
@media (prefers-reduced-motion: reduce) { .network .water { animation: none; } }
`;

const [width, left, right, top, between] = [340, 34, 34, 14, 52];

/**
 * Draws a pipe and its button.
 * @param {Pipe} pipe @param {string} d its path @param {number} thickness @param {string} name @param {(pipe: Pipe) => void} toggle
 */
function drawnPipe(pipe, d, thickness, name, toggle) {
  const parts = {
    pipe,
    line: draw('path', { d, class: 'pipe', 'stroke-width': thickness.toFixed(1), pathLength: 100 }),
    water: draw('path', { d, class: 'water' }),
    hit: draw('path', { d, class: 'hit', 'data-pipe': `${pipe.layer} ${pipe.query} ${pipe.key}` }),
  };
  for (const part of [parts.line, parts.hit]) part.addEventListener('click', () => toggle(pipe));
  const button = make('button', {
    'data-id': `network/${pipe.layer}/${pipe.query}>${pipe.key}`,
    type: 'button',
    textContent: `${name} ${shown(pipe.capacity)}`,
    'aria-pressed': 'false',
    onclick: () => toggle(pipe),
  });
  return { ...parts, button };
}

/** @param {string} name @param {HTMLElement[]} buttons of the layer's pipes */
const layerRow = (name, buttons) =>
  make('div', { className: 'row', role: 'group', 'aria-label': name }, make('span', { textContent: name }), ...buttons);

/**
 * The drawing, buttons for the same pipes, and the verdict on the cut.
 * @param {{layers: number[][][], tokens: string[], residual: number, flow: number, output: number, input: number}} about
 */
export function networkOf({ layers, tokens, residual, flow, output, input }) {
  adopt(css);
  const pipes = pipesOf(layers, residual);
  if (pipes.length > mostPipes) return make('p', { className: 'muted', textContent: tr('This network has too many pipes to draw.') });
  const depth = layers.length;
  const x = (/** @type {number} */ layer) => left + (layer * (width - left - right)) / depth;
  const y = (/** @type {number} */ token) => top + token * between;
  /** @type {Set<Pipe>} */
  const cut = new Set();
  const most = Math.max(...pipes.map(({ capacity }) => capacity));
  const drawn = pipes.map((pipe) => {
    const d = `M${x(pipe.layer - 1)} ${y(pipe.key)}L${x(pipe.layer)} ${y(pipe.query)}`;
    return drawnPipe(pipe, d, 2 + (14 * pipe.capacity) / most, `${tokens[pipe.key]} → ${tokens[pipe.query]}`, (one) => toggle(one));
  });
  const dots = Array.from({ length: depth + 1 }, (_, layer) =>
    tokens.map((_, token) => ({ layer, token, dot: draw('circle', { cx: x(layer), cy: y(token), r: 4 }) })),
  ).flat();
  const ends = tokens.flatMap((text, token) => [
    draw('text', { x: left - 12, y: y(token) + 4, 'text-anchor': 'end', class: token === input ? 'end' : '' }, text),
    draw('text', { x: width - right + 12, y: y(token) + 4, class: token === output ? 'end' : '' }, text),
  ]);
  const height = top + (tokens.length - 1) * between + 34;
  const captions = Array.from({ length: depth + 1 }, (_, layer) =>
    draw('text', { x: x(layer), y: height - 4, 'text-anchor': 'middle' }, layer > 0 ? tr('layer {}', layer) : tr('input')),
  );
  const picture = draw(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' },
    ...drawn.map(({ line }) => line),
    ...drawn.map(({ water }) => water),
    ...drawn.map(({ hit }) => hit),
    ...dots.map(({ dot }) => dot),
    ...ends,
    ...captions,
  );
  const says = make('p', { className: 'says', role: 'status' });
  // Pipes that water never reaches need no cut.
  const fed = reached(pipes, cut, input);
  const rows = Array.from({ length: depth }, (_, at) => {
    const buttons = drawn.filter(({ pipe }) => pipe.layer === at + 1 && fed[at].has(pipe.key)).map(({ button }) => button);
    return layerRow(tr('layer {}', at + 1), buttons);
  });
  const show = () => {
    const wet = reached(pipes, cut, input);
    for (const { pipe, line, water, button } of drawn) {
      const isWet = wet[pipe.layer - 1].has(pipe.key) && !cut.has(pipe);
      line.classList.toggle('wet', isWet);
      line.classList.toggle('cut', cut.has(pipe));
      water.setAttribute('visibility', isWet ? 'visible' : 'hidden');
      button.setAttribute('aria-pressed', String(cut.has(pipe)));
    }
    for (const { layer, token, dot } of dots) dot.classList.toggle('wet', wet[layer].has(token));
  };
  /** @param {Pipe} pipe */
  const toggle = (pipe) => {
    if (!cut.delete(pipe)) cut.add(pipe);
    show();
    const { words, isSmallest } = judged(pipes, cut, output, input, flow, tokens);
    says.textContent = words;
    says.classList.toggle('right', isSmallest);
  };
  show();
  return make('div', { className: 'network' }, picture, says, ...rows);
}

/**
 * The network of the open attention between an output and an input, null if there are no such tokens. The views must show raw flow.
 * @param {import('../../headwaters.d.ts').Headwaters} surface @param {number} output @param {number} input
 */
export async function networkOn(surface, output, input) {
  const { document: open, settings } = surface.state;
  if (!open || Math.max(output, input) >= open.tokens.length) return null;
  const layers = await Promise.all(Array.from({ length: open.layers }, (_, layer) => matrixAfter(surface, 'raw', layer)));
  const flow = (await matrixAfter(surface, 'flow', open.layers - 1))[output][input];
  return networkOf({ layers, tokens: open.tokens, residual: settings.residual, flow, output, input });
}
