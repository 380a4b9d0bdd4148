// SPDX-License-Identifier: MIT
// @ts-check
// The style of the section of a training.

import { adopt } from '../../base/adopted_style.js';

const css = `
.train .result { font-size: 16px; line-height: 1.35; font-weight: 600; margin: 4px 0 8px; min-height: 2.7em; }
.train .row { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; margin: 6px 0; }
.train .row button, .train-heads button, .train-list .variations button { border: 1px solid var(--muted); border-radius: 4px; padding: 4px 10px; color: var(--ink); }
.train .row button.main { background: var(--quantity); border-color: var(--quantity); color: var(--ground); font-weight: 600; min-width: 84px; }
.train .row button:disabled { border-color: var(--rule); color: var(--muted); background: none; cursor: default; }
.train .place { margin-left: auto; color: var(--muted); font: 13px var(--mono); }
.train-figure { margin: 8px 0 0; }
.train-figure figcaption { font-size: 12px; color: var(--muted); }
.train-plot { display: block; width: 100%; height: auto; cursor: ew-resize; touch-action: pan-y; user-select: none; font-family: var(--text); }
.train-plot .tick { font-size: 11px; fill: var(--muted); }
.train-plot .rule { stroke: var(--rule); }
.train-plot .line { fill: none; stroke: var(--quantity); stroke-width: 2px; stroke-linejoin: round; }
.train-plot .dot { fill: var(--quantity); stroke: var(--ground); }
.train-plot .name { fill: var(--quantity); paint-order: stroke; stroke: var(--ground); stroke-width: 3px; }
.train-plot .other { stroke: var(--muted); stroke-dasharray: 5 3; }
.train-plot .hard { stroke: var(--negative); stroke-dasharray: 2 2; }
.train-plot .cut { stroke: var(--cut); stroke-dasharray: 7 2 2 2; }
.train-plot .layer-1 { stroke-dasharray: 4 2; }
.train-plot :is(.dot, .name).other { fill: var(--muted); }
.train-plot :is(.dot, .name).hard { fill: var(--negative); }
.train-plot :is(.dot, .name).cut { fill: var(--cut); }
.train-plot :is(.dot, .name) { stroke-dasharray: none; }
.train-plot .dot { stroke: var(--ground); }
.train-plot .name { stroke: var(--ground); }
.train-plot .faint { opacity: 0.35; }
.train-plot .now { stroke: var(--selection); stroke-width: 1.5px; }
.train-plot .parting { stroke: var(--muted); stroke-dasharray: 1 3; stroke-width: 2px; }
.train .note { margin: 4px 0; }
.train .note.cut { color: var(--cut); }
.train-heads tbody th { white-space: nowrap; }
.train table { border-collapse: collapse; width: 100%; margin: 4px 0; font-size: 13px; }
.train th { font-weight: 400; text-align: left; padding: 2px 8px 2px 0; }
.train thead th:not(:first-child) { text-align: right; padding: 2px 0 2px 8px; }
.train thead th { color: var(--muted); vertical-align: bottom; }
.train td { text-align: right; font: 13px var(--mono); padding: 2px 0 2px 8px; white-space: nowrap; }
.train tbody tr:is(:hover, :focus-within) th { color: var(--selection); }
.train-heads button { padding: 1px 8px; }
.train-heads button.cut { border-color: var(--cut); color: var(--cut); font-weight: 600; }
.train h4 { font-size: 13px; font-weight: 600; margin: 12px 0 0; }
.train-list { list-style: none; margin: 0; padding: 0; }
.train-list > li { padding: 8px 0; border-top: 1px solid var(--rule); }
.train-list > li > button { display: block; width: 100%; text-align: left; border: 1px solid var(--muted); border-radius: 4px; padding: 6px 10px; color: var(--ink); }
.train-list > li > button:hover { border-color: var(--quantity); }
.train-list .variations { display: flex; flex-wrap: wrap; gap: 4px 8px; margin: 4px 0 0; align-items: baseline; }
.train-list .variations button { padding: 1px 8px; font-size: 13px; }
.train-list textarea { width: 100%; min-height: 72px; font: 13px/1.4 var(--mono); }
`;

export const adoptStyle = () => adopt(css);
