// SPDX-License-Identifier: MIT
// @ts-check
// The figures of a circuit: its graph, two scores of the heads, and the test by size.

import { adopt } from '../../base/adopted_style.js';
import { inLanguage, tr } from '../../base/language.js';
import { draw } from '../../base/elements.js';
import { figure, ticks } from '../../paper/svg.js';
import { signed } from '../run/parts.js';
import { percentile } from './sizes.js';

/** @typedef {{name: string, from: string, to: string, score: number}} Edge named as in MIB's files, from 0 */
/** @typedef {{layers: number, heads: number}} Size */
/** @typedef {import('./sizes.js').Tested} Tested */

adopt(`
.sheet-figure .circuit-edge { fill: none; stroke: var(--quantity); opacity: 0.75; }
.sheet-figure .circuit-edge.opposing { stroke: var(--negative); }
.sheet-figure .circuit-edge.dimmed { stroke: var(--muted); opacity: 0.12; }
.sheet-figure .circuit-hit { fill: none; stroke: transparent; cursor: pointer; }
.sheet-figure .circuit-link:hover .circuit-edge, .sheet-figure .circuit-link.chosen .circuit-edge { stroke: var(--selection); opacity: 1; }
.sheet-figure .circuit-node { fill: var(--panel); stroke: var(--rule); stroke-width: 1px; }
.sheet-figure .circuit-node.inside { stroke: var(--quantity); }
.sheet-figure .circuit-name { fill: var(--ink); }
.model-view .circuit-list { width: 100%; min-height: 72px; }
.model-view .circuit-keep { flex: 1; max-width: 360px; }
`);

/** The layer and the head in a name, both from 0; head -1 for an MLP. Null for the input and the logits. @param {string} name */
export function placeOf(name) {
  const [, layer, head, reads = ''] = /^a(\d+)\.h(\d+)(?:<(\w)>)?$/.exec(name) ?? [];
  if (layer !== undefined) return { layer: Number(layer), head: Number(head), reads };
  const [, mlp] = /^m(\d+)$/.exec(name) ?? [];
  return mlp === undefined ? null : { layer: Number(mlp), head: -1, reads: '' };
}

/** A node or a receiver for people. @param {string} name */
export function nodeName(name) {
  const place = placeOf(name);
  if (!place) return name === 'input' ? tr('input') : tr('answer');
  if (place.head < 0) return tr('layer {}, MLP', place.layer + 1);
  const reads = place.reads.toUpperCase(); // Q, K and V, as in formulas
  return reads
    ? tr('layer {}, head {}, {}', place.layer + 1, place.head + 1, reads)
    : tr('layer {}, head {}', place.layer + 1, place.head + 1);
}
/** @param {Edge} edge */
export const edgeWords = ({ from, to }) => tr('{} → {}', nodeName(from), nodeName(to));

const rise = 46;
const margin = { left: 64, top: 26, bottom: 34 };
const widest = 900;
/** Edges below the threshold that are drawn at most. */
const mostDimmed = 300;

/** The place of a node's mark. @param {string} name @param {Size} size @param {number} width */
function placeIn(name, { layers, heads }, width) {
  const columns = heads + 1;
  const step = (width - margin.left - 20) / columns;
  const place = placeOf(name);
  const level = (/** @type {number} */ at) => margin.top + (2 * layers + 1 - at) * (rise / 1.4);
  if (!place) return { x: margin.left + (step * columns) / 2, y: level(name === 'input' ? 0 : 2 * layers + 1), step };
  const isMlp = place.head < 0;
  const shift = { q: -0.14, k: 0, v: 0.14 }[place.reads] ?? 0;
  const column = isMlp ? heads : place.head;
  return { x: margin.left + (column + 0.5 + shift) * step, y: level(2 * place.layer + (isMlp ? 2 : 1)), step };
}

/**
 * Layers upward. The width of an edge is its score, and colour its sign.
 * @param {{size: Size, nodes: string[], edges: Edge[], kept: number, chosen: string, effects: Map<string, number>, pick: ((edge: Edge) => void) | null}} of `edges`:
 * largest first; `kept`: number of edges above the threshold
 * @param {number} room
 */
export function graphFigure({ size, nodes, edges, kept, chosen, effects, pick }, room) {
  const width = Math.max(Math.min(room, widest), 300, size.heads * 26 + 100);
  const height = margin.top + (2 * size.layers + 1) * (rise / 1.4) + margin.bottom;
  const most = Math.max(...edges.slice(0, 1).map(({ score }) => Math.abs(score)), 1e-12);
  const line = (/** @type {Edge} */ edge, /** @type {boolean} */ isKept) => {
    const [a, b] = [placeIn(edge.from, size, width), placeIn(edge.to, size, width)];
    const [y1, y2] = [a.y - 8, b.y + 8];
    const bend = (y1 - y2) * 0.45;
    const d = `M${a.x.toFixed(1)},${y1.toFixed(1)}C${a.x.toFixed(1)},${(y1 - bend).toFixed(1)} ${b.x.toFixed(1)},${(y2 + bend).toFixed(1)} ${b.x.toFixed(1)},${y2.toFixed(1)}`;
    const path = (/** @type {string} */ cls, /** @type {number} */ thick) =>
      draw('path', { d, class: cls, 'stroke-width': thick.toFixed(2) });
    const thick = Math.max((7 * Math.abs(edge.score)) / most, isKept ? 1 : 0.4);
    if (!isKept) return path('circuit-edge dimmed', thick);
    const group = draw(
      'g',
      { class: `circuit-link${edge.name === chosen ? ' chosen' : ''}`, 'data-edge': edge.name },
      path(`circuit-edge${edge.score < 0 ? ' opposing' : ''}`, thick),
      path('circuit-hit', Math.max(thick, 12)),
      draw('title', {}, `${edgeWords(edge)}: ${signed(edge.score)}`),
    );
    if (pick) group.addEventListener('click', () => pick(edge));
    return group;
  };
  const inside = new Set(edges.slice(0, kept).flatMap(({ from, to }) => [from, to.replace(/<\w>$/, '')]));
  const marks = [...nodes, 'logits'].flatMap((name) => {
    const { x, y, step } = placeIn(name, size, width);
    const place = placeOf(name);
    const effect = effects.get(name);
    const isIn = inside.has(name);
    const wide = place ? Math.min(step * 0.8, 60) : 70;
    const label = !place ? nodeName(name) : step < 30 ? '' : place.head < 0 ? tr('MLP') : String(place.head + 1);
    return [
      draw('rect', { x: x - wide / 2, y: y - 8, width: wide, height: 16, rx: 3, class: `circuit-node${isIn ? ' inside' : ''}` }),
      draw(
        'text',
        { x, y: y + 4, 'text-anchor': 'middle', class: `tick${isIn ? ' circuit-name' : ''}` },
        isIn && place && effect !== undefined && step >= 56 ? `${label} ${signed(effect, 1)}` : label,
        draw('title', {}, effect === undefined ? nodeName(name) : `${nodeName(name)}: ${signed(effect)}`),
      ),
    ];
  });
  const names = Array.from({ length: size.layers }, (_, layer) =>
    draw('text', { x: 4, y: placeIn(`a${layer}.h0`, size, width).y + 4, class: 'tick' }, tr('layer {}', layer + 1)),
  );
  return figure(
    width,
    height,
    tr('The circuit by layer'),
    ...edges.slice(kept, kept + mostDimmed).map((edge) => line(edge, false)),
    ...edges
      .slice(0, kept)
      .reverse()
      .map((edge) => line(edge, true)),
    ...marks,
    ...names,
    draw('text', { x: margin.left, y: height - 8, class: 'tick' }, tr('Width: score. The number of a head or MLP is its effect.')),
  );
}

const plot = { left: 56, top: 20, bottom: 44, height: 280, widest: 560 };

/** @param {number} low @param {number} high */
function scaleOf(low, high) {
  const gap = (high - low || 1) * 0.06;
  return { low: low - gap, span: high - low + 2 * gap };
}
const short = (/** @type {number} */ number) => inLanguage(String(Number(number.toPrecision(3)))).replace('-', '−');

/**
 * Two scores of the heads.
 * @param {{name: string, x: number, y: number}[]} points @param {[string, string]} names of the axes @param {number} room
 */
export function scoresFigure(points, [across, up], room) {
  const width = Math.min(room, plot.widest);
  const right = width - 20;
  const xs = scaleOf(Math.min(0, ...points.map(({ x }) => x)), Math.max(0, ...points.map(({ x }) => x)));
  const ys = scaleOf(Math.min(0, ...points.map(({ y }) => y)), Math.max(0, ...points.map(({ y }) => y)));
  const x = (/** @type {number} */ at) => plot.left + ((at - xs.low) / xs.span) * (right - plot.left);
  const y = (/** @type {number} */ at) => plot.height - plot.bottom - ((at - ys.low) / ys.span) * (plot.height - plot.top - plot.bottom);
  const named = [...points].sort((a, b) => Math.abs(b.y) - Math.abs(a.y)).slice(0, 3);
  return figure(
    width,
    plot.height,
    tr('{} against {}', up, across),
    ...ticks(ys.low, ys.low + ys.span).flatMap((at) => [
      draw('line', { x1: plot.left, x2: right, y1: y(at), y2: y(at), class: 'rule' }),
      draw('text', { x: plot.left - 8, y: y(at) + 4, 'text-anchor': 'end', class: 'tick' }, short(at)),
    ]),
    ...ticks(xs.low, xs.low + xs.span).map((at) =>
      draw('text', { x: x(at), y: plot.height - plot.bottom + 18, 'text-anchor': 'middle', class: 'tick' }, short(at)),
    ),
    ...points.map((point) =>
      draw('circle', { cx: x(point.x), cy: y(point.y), r: 4, class: 'dot searched' }, draw('title', {}, point.name)),
    ),
    ...named.map((point) => {
      const isRight = x(point.x) > (plot.left + right) / 2;
      return draw(
        'text',
        { x: x(point.x) + (isRight ? -8 : 8), y: y(point.y) + 4, 'text-anchor': isRight ? 'end' : 'start', class: 'tick' },
        point.name,
      );
    }),
    draw('text', { x: plot.left, y: plot.top - 8, class: 'tick' }, up),
    draw('text', { x: right, y: plot.height - 6, 'text-anchor': 'end', class: 'tick' }, across),
  );
}

/** Faithfulness against the share of edges, with random circuits and the complement. @param {Tested[]} tested smallest first @param {number} room */
export function testFigure(tested, room) {
  const width = Math.min(room, plot.widest);
  const right = width - 20;
  const points = tested.filter(({ faithfulness }) => faithfulness !== null);
  const random = points.map(({ random: all }) => all.flatMap((one) => (one === null ? [] : [one])));
  const bands = random.map((all) => (all.length > 0 ? [percentile(all, 0.025), percentile(all, 0.975)] : [0, 0]));
  const own = points.map(({ faithfulness }) => Number(faithfulness));
  const others = points.map(({ complement }) => Number(complement));
  const ys = scaleOf(Math.min(0, ...own, ...others, ...bands.flat()), Math.max(1, ...own, ...others, ...bands.flat()));
  const x = (/** @type {number} */ share) => plot.left + ((Math.log10(share) + 3) / 3) * (right - plot.left);
  const y = (/** @type {number} */ at) => plot.height - plot.bottom - ((at - ys.low) / ys.span) * (plot.height - plot.top - plot.bottom);
  const at = (/** @type {number} */ i, /** @type {number} */ value) => `${x(points[i].share).toFixed(1)},${y(value).toFixed(1)}`;
  const path = (/** @type {number[]} */ values) => values.map((value, i) => `${i ? 'L' : 'M'}${at(i, value)}`).join('');
  const band = `${path(bands.map(([, high]) => high))}${bands
    .map(([low], i) => `L${at(i, low)}`)
    .reverse()
    .join('')}Z`;
  const key = /** @type {const} */ ([
    ['searched', tr('circuit')],
    ['nearest', tr('all other edges')],
    ['chance', tr('random (95 %)')],
  ]);
  return figure(
    width,
    plot.height + 20,
    tr('Faithfulness by size'),
    ...ticks(ys.low, ys.low + ys.span).flatMap((value) => [
      draw('line', { x1: plot.left, x2: right, y1: y(value), y2: y(value), class: 'rule' }),
      draw('text', { x: plot.left - 8, y: y(value) + 4, 'text-anchor': 'end', class: 'tick' }, short(value)),
    ]),
    ...(points.length > 0
      ? [
          draw('path', { d: band, class: 'band' }),
          draw('path', { d: path(others), class: 'line nearest' }),
          draw('path', { d: path(own), class: 'line searched' }),
        ]
      : []),
    ...own.map((value, i) =>
      draw(
        'circle',
        { cx: x(points[i].share), cy: y(value), r: 3.5, class: 'dot searched' },
        draw('title', {}, tr('{} edges: {}', points[i].size, signed(value))),
      ),
    ),
    ...[0.001, 0.01, 0.1, 1].map((share) =>
      draw(
        'text',
        { x: x(share), y: plot.height - plot.bottom + 18, 'text-anchor': 'middle', class: 'tick' },
        inLanguage(`${share * 100} %`),
      ),
    ),
    draw('text', { x: plot.left, y: plot.top - 8, class: 'tick' }, tr('faithfulness')),
    draw('text', { x: right, y: plot.height - 8, 'text-anchor': 'end', class: 'tick' }, tr('share of the edges')),
    ...key.flatMap(([cls, text], i) => {
      const left = plot.left + (i * (right - plot.left)) / 3;
      return [
        draw('line', { x1: left, x2: left + 18, y1: plot.height + 8, y2: plot.height + 8, class: `line ${cls}` }),
        draw('text', { x: left + 24, y: plot.height + 12, class: 'tick' }, text),
      ];
    }),
  );
}
