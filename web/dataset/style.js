// SPDX-License-Identifier: MIT
// @ts-check
// The style of data sets, separate from style.css because most visits do not need it.

import { adopt } from '../base/adopted_style.js';
import { adoptMethodColours } from '../paper/method_colours.js';

const css = `
.data-set { position: fixed; inset: 0; z-index: 1; display: grid; grid-template: auto auto minmax(0, 1fr) / minmax(0, 1.25fr) minmax(0, 1fr); background: var(--ground); }
.data-set > header { grid-column: 1 / -1; display: flex; align-items: baseline; gap: 16px; padding: 20px 24px 16px; border-bottom: 1px solid var(--rule); }
.data-set h2 { font-size: 18px; font-weight: 600; margin: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; unicode-bidi: isolate; }
.data-set .count { flex: 1; margin: 0; color: var(--muted); white-space: nowrap; }
.data-set .close { font-size: 18px; line-height: 1; padding: 4px 8px; }
.data-set .switch { display: none; }
.data-set > .problem { grid-column: 1 / -1; display: flex; align-items: baseline; gap: 24px; padding: 12px 24px; border-bottom: 1px solid var(--rule); }
.data-set > .problem p { flex: 1; margin: 0; overflow-wrap: anywhere; }
.data-set > .problem strong { color: var(--selection); font-weight: 600; }
.data-set > .problem button { color: var(--quantity); white-space: nowrap; }
.data-set .examples-side { grid-row: 3; display: flex; flex-direction: column; min-height: 0; }
.data-set .arrange { display: flex; flex-wrap: wrap; gap: 8px 24px; padding: 12px 24px; align-items: baseline; }
.data-set .sorted { display: flex; gap: 4px; align-items: baseline; min-width: 0; }
.data-set .sorted select { max-width: 260px; }
.data-set .turn { width: 32px; padding: 4px 0; color: var(--quantity); }
.data-set .found { flex: 1 1 180px; padding: 6px 8px; background: var(--ground); border: 1px solid var(--rule); border-radius: 4px; }

.data-set .grid { flex: 1; overflow: auto; outline-offset: -2px; contain: strict; overflow-anchor: none; }
.data-set .heads { position: sticky; top: 0; z-index: 1; background: var(--ground); border-bottom: 1px solid var(--rule); }
.data-set .heads .row { position: static; height: 32px; color: var(--muted); font-size: 13px; }
.data-set .heads .row:hover { background: none; cursor: default; }
.data-set .heads button { padding: 2px 0; }
.data-set [aria-sort] { color: var(--ink); }
.data-set [aria-sort='ascending'] > :last-child::after { content: ' ↑'; }
.data-set [aria-sort='descending'] > :last-child::after { content: ' ↓'; }
.data-set .grid:focus-visible { outline: none; }
.data-set .grid:focus-visible .room .row[aria-selected] { outline: 2px solid var(--selection); outline-offset: -2px; }
.data-set .room { position: relative; }
.data-set .row[role='row'] { display: grid; grid-template-columns: 64px minmax(0, 1fr) 56px 176px; gap: 16px; align-items: center; padding: 0 24px 0 0; }
.data-set .room .row { position: absolute; inset: 0 0 auto; height: 44px; cursor: pointer; contain: strict; border-bottom: 1px solid var(--rule); }
.data-set .room .row:hover { background: var(--panel); }
.data-set .room .row[aria-selected] { background: var(--panel); box-shadow: inset 3px 0 var(--selection); }
.data-set .number { text-align: right; color: var(--muted); font: 12px var(--mono); }
.data-set .heads .number { font: inherit; }
.data-set .words { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.data-set .words strong { font-weight: 600; }
.data-set .words strong:not(:empty) { margin-right: 8px; }
.data-set .tokens { text-align: right; color: var(--muted); font: 13px var(--mono); }
.data-set .heads .tokens { font: inherit; }
.data-set .score { display: grid; grid-template-columns: 1fr 56px; gap: 8px; align-items: center; }
.data-set .heads .score { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; text-align: right; }
.data-set .score > span { grid-column: 2; grid-row: 1; text-align: right; font: 13px var(--mono); }
.data-set .heads .score > span { font: inherit; }
.data-set .score i { grid-column: 1; grid-row: 1; height: 6px; background: var(--quantity); transform-origin: left; }
.data-set .grid[data-plain] .row { grid-template-columns: 64px minmax(0, 1fr) 56px; }
.data-set .grid[data-plain] .score { display: none; }

.data-set .means { grid-row: 3; overflow: auto; padding: 0 24px 32px; border-left: 1px solid var(--rule); outline-offset: -2px; }
.data-set .means section { padding: 16px 0 8px; }
.data-set .means section + section { border-top: 1px solid var(--rule); }
.data-set h3 { font-size: 14px; font-weight: 600; margin: 0 0 8px; overflow-wrap: anywhere; }
.data-set h4 { font-size: 13px; font-weight: 600; margin: 16px 0 4px; overflow-wrap: anywhere; }
.data-set p { margin: 0 0 8px; }
.data-set .muted { color: var(--muted); font-size: 13px; }
.data-set p.row { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline; }
.data-set .chart { display: block; width: 100%; max-width: 640px; height: auto; overflow: visible; font: 12px var(--text); }
.data-set .rule { stroke: var(--rule); }
.data-set .tick { fill: var(--muted); font-size: 11px; }
.data-set .line { fill: none; stroke: var(--own); stroke-width: 1.5; stroke-dasharray: var(--dash); }
.data-set :is(.point, .name) { fill: var(--own); }
.data-set .bar { fill: var(--quantity); }
.data-set .interval { stroke: var(--own, var(--ink)); stroke-width: 1; }
.data-set .print .chart, .data-set .print .tick { font-size: 10px; }
.data-set details { margin: 4px 0 8px; }
.data-set summary { color: var(--muted); font-size: 13px; cursor: pointer; }
.data-set .scroller { overflow: auto; max-height: 480px; outline-offset: -2px; }
.data-set table { border-collapse: collapse; font-size: 13px; }
.data-set th { font-weight: 400; color: var(--muted); text-align: right; padding: 3px 0 3px 14px; white-space: nowrap; }
.data-set th:first-child { text-align: left; padding-left: 0; max-width: 160px; overflow: hidden; text-overflow: ellipsis; }
.data-set tbody th { color: var(--ink); }
.data-set td { font: 12px var(--mono); text-align: right; padding: 3px 0 3px 14px; white-space: nowrap; }
.data-set td small { color: var(--muted); font-size: 11px; }
.data-set .heads th, .data-set .heads td { padding: 4px 6px; }
.data-set table.heads { position: static; border: 0; font-size: 12px; }
.data-set table.heads td { font-size: 11px; min-width: 42px; text-align: center; background: color-mix(in srgb, var(--quantity) var(--share, 0%), var(--ground)); }
.data-set table.heads thead th { text-align: center; }
.data-set table.classes { width: 100%; max-width: 640px; }
.data-set table.classes td:nth-child(2) { width: 60%; padding-left: 14px; }
.data-set .mass { position: relative; display: block; height: 12px; }
.data-set .mass .fill { position: absolute; left: 0; top: 2px; height: 8px; background: var(--quantity); }
.data-set .mass .mark { position: absolute; top: -1px; height: 14px; width: 2px; margin-left: -1px; background: var(--selection); }
.data-set .settings { display: grid; grid-template-columns: auto 1fr; gap: 2px 16px; margin: 0 0 8px; font-size: 13px; }
.data-set .settings dt { color: var(--muted); }
.data-set .settings dd { margin: 0; font-family: var(--mono); overflow-wrap: anywhere; }

.data-set-bar { position: fixed; left: 0; right: 0; bottom: 0; height: 44px; z-index: 1; display: flex; align-items: center; gap: 16px; padding: 0 16px 0 24px; background: var(--ground); border-top: 1px solid var(--rule); }
.data-set-bar p { flex: 1; margin: 0; color: var(--muted); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: 13px; }
.data-set-bar .back { color: var(--quantity); white-space: nowrap; }
.data-set-bar .back::before { content: '← '; }
.data-set-bar button { padding: 8px; min-width: 32px; }
.data-set-bar button:disabled { color: var(--rule); cursor: default; }
html[data-list] canvas { visibility: hidden; }
html[data-example] canvas { height: calc(100% - 44px); }
html[data-example] :is(.mirror:focus-within, .lesson) { bottom: 44px; }

@media (max-width: 800px) {
  .data-set { grid-template-columns: minmax(0, 1fr); }
  .data-set > header { padding: 12px 16px; gap: 8px 12px; flex-wrap: wrap; }
  .data-set h2 { flex: 1 1 calc(100% - 64px); order: 0; font-size: 16px; }
  .data-set .close { order: 1; margin-right: -8px; }
  .data-set .count { order: 2; font-size: 13px; }
  .data-set .switch { order: 3; display: block; color: var(--quantity); padding: 4px 0; }
  .data-set .switch[aria-pressed='true'] { font-weight: 600; color: var(--selection); }
  .data-set > .problem { flex-wrap: wrap; padding: 8px 16px; gap: 4px 24px; }
  .data-set > .problem p { flex: 1 1 100%; }
  .data-set .means { display: none; padding: 0 16px 24px; border-left: 0; }
  .data-set[data-means] .means { display: block; }
  .data-set[data-means] .examples-side { display: none; }
  .data-set .arrange { padding: 8px 16px; }
  .data-set .sorted { flex: 1 1 100%; }
  .data-set .sorted select { max-width: none; flex: 1; }
  .data-set .row[role='row'] { grid-template-columns: 48px minmax(0, 1fr) 104px; gap: 12px; padding-right: 16px; }
  .data-set .grid:not([data-plain]) .tokens { display: none; }
  .data-set .grid[data-plain] .row[role='row'] { grid-template-columns: 48px minmax(0, 1fr) 48px; }
  .data-set .score { grid-template-columns: 1fr 50px; }
  .data-set-bar { padding: 0 8px; gap: 4px; }
}
@media (pointer: coarse) { .data-set :is(.close, .switch, .turn, .heads button, select, summary), .data-set-bar button { min-height: 40px; } .data-set .close { min-width: 40px; } }
@media (forced-colors: active) { .data-set :is(.score i, .mass i) { forced-color-adjust: none; } .data-set .room .row[aria-selected] { outline: 2px solid; outline-offset: -2px; } }
`;

export function adoptStyle() {
  adoptMethodColours();
  adopt(css);
}
