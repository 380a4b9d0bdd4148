// SPDX-License-Identifier: MIT
// @ts-check
// The style of lessons, separate from style.css because most visits do not need it.

import { adopt } from '../base/adopted_style.js';

const css = `
html { --lesson: clamp(300px, 30vw, 420px); }
html[data-present] { --lesson: 36vw; }
html[data-lesson] canvas { width: calc(100% - var(--lesson)); }
.lesson { position: fixed; right: 0; top: 0; bottom: 0; width: var(--lesson); z-index: 1; display: flex; flex-direction: column; background: var(--ground); border-left: 1px solid var(--rule); font-size: 15px; }
.lesson header { display: flex; align-items: center; gap: 12px; padding: 14px 16px 8px 24px; }
.lesson h2 { flex: 1; font-size: 14px; font-weight: 600; margin: 0; color: var(--muted); }
.lesson .close { font-size: 18px; line-height: 1; padding: 6px 8px; }
.lesson .grip { display: none; }
.lesson .fold { display: none; padding: 6px 8px; color: var(--quantity); }
.lesson .progress { padding: 0 24px; }
.lesson .where { margin: 0; font-size: 13px; color: var(--muted); }
.lesson .steps { display: flex; gap: 3px; list-style: none; margin: 0; padding: 0; }
.lesson .steps li { flex: 1; margin: 0; }
.lesson .steps button { display: block; width: 100%; height: 24px; padding: 10px 0; background: var(--rule); background-clip: content-box; }
.lesson .steps .done button { background-color: var(--quantity); }
.lesson .steps [aria-current] { background-color: var(--selection); }
.lesson .steps button:hover { background-color: var(--ink); }
.lesson .body { flex: 1; min-height: 0; overflow: auto; padding: 8px 24px 16px; outline-offset: -2px; }
.lesson h3 { font-size: 1.25em; line-height: 1.3; font-weight: 600; margin: 8px 0 10px; outline: none; }
.lesson h4 { font-size: 0.87em; font-weight: 600; margin: 20px 0 4px; }
.lesson p { margin: 0 0 10px; }
.lesson ul { margin: 0 0 10px; padding-left: 20px; }
.lesson .body li + li { margin-top: 4px; }
.lesson a { color: var(--quantity); }
.lesson code { font: 0.9em var(--mono); background: var(--panel); padding: 1px 4px; border-radius: 3px; }
.lesson .number { font-family: var(--mono); font-size: 0.93em; white-space: nowrap; }
.lesson math { font-size: 1.08em; }
.lesson mtd { padding: 0.16em 0.36em; }
.lesson mtable {
  margin: 0.15em 0.1em; border: solid; border-width: 0 1.5px;
  background: linear-gradient(currentcolor 0 0) 0 0, linear-gradient(currentcolor 0 0) 100% 0, linear-gradient(currentcolor 0 0) 0 100%, linear-gradient(currentcolor 0 0) 100% 100%;
  background-size: 5px 1.5px; background-repeat: no-repeat;
}
.lesson .muted, .lesson .sources { color: var(--muted); }
.lesson .sources { font-size: 0.87em; overflow-wrap: anywhere; }
.lesson fieldset, .lesson .task { border: 0; border-top: 1px solid var(--rule); margin: 14px 0 0; padding: 12px 0 0; min-width: 0; }
.lesson legend { padding: 0; font-weight: 600; float: left; width: 100%; margin-bottom: 6px; }
.lesson fieldset > label { clear: both; display: flex; gap: 10px; align-items: baseline; padding: 5px 0; cursor: pointer; }
.lesson .task > label { display: block; font-weight: 600; margin-bottom: 6px; }
.lesson .right { color: var(--quantity); font-weight: 600; }
.lesson .wrong { text-decoration: line-through; color: var(--muted); }
.lesson .says { clear: both; outline: none; }
.lesson .verdict { font-weight: 600; margin: 6px 0; }
.lesson .row { display: flex; gap: 8px; margin-bottom: 6px; }
.lesson input[type='text'] { background: var(--ground); border: 1px solid var(--muted); border-radius: 4px; padding: 6px 8px; font-family: var(--mono); }
.lesson .hints { margin-top: 10px; }
.lesson :is(.row, .hints, .body > .show) button, .lesson .show, .lesson footer > button, .lesson .hints > button { border: 1px solid var(--rule); border-radius: 4px; padding: 7px 12px; }
.lesson .show { margin-top: 10px; }
.lesson .next-lesson { margin-top: 16px; }
.lesson .result { margin-top: 16px; border-top: 1px solid var(--rule); padding-top: 12px; }
.lesson .next-lesson button { border: 1px solid var(--quantity); border-radius: 4px; padding: 8px 12px; color: var(--quantity); font-weight: 600; text-align: left; }
.lesson .reveal { border-left: 3px solid var(--quantity); padding-left: 12px; margin-top: 12px; outline: none; }
.lesson .change { border-top: 1px solid var(--rule); margin-top: 14px; padding-top: 12px; display: flex; flex-direction: column; gap: 10px; align-items: stretch; }
.lesson .change[hidden] { display: none; }
.lesson .change .row { flex-wrap: wrap; }
.lesson .change p { margin-bottom: 6px; }
.lesson .change button { border: 1px solid var(--rule); border-radius: 4px; padding: 7px 12px; text-align: left; }
.lesson .change [aria-pressed='true'] { border-color: var(--quantity); color: var(--quantity); font-weight: 600; box-shadow: inset 0 0 0 1px var(--quantity); }
.lesson .change .slide { display: block; }
.lesson .change .slide input { width: 100%; margin: 0; min-height: 32px; }
.lesson [data-live] { border-bottom: 1px dotted var(--quantity); }
.lesson [data-other] { color: var(--quantity); font-weight: 600; }
html[data-hides-all] :is(.answer-line, .pieces-box, .write, .step-back, .reply, .questions, .model-view, .train > *:not(summary)) { visibility: hidden; }
.lesson .sketch { margin: 8px 0; }
.lesson .sketch figcaption { font-size: 13px; color: var(--muted); }
.lesson .sketch svg { display: block; width: 100%; height: auto; touch-action: none; cursor: crosshair; background: var(--panel); border-radius: 4px; font-family: var(--text); }
.lesson .sketch .tick { font-size: 11px; fill: var(--muted); }
.lesson .sketch :is(.axes, .own, .real) { fill: none; }
.lesson .sketch .axes { stroke: var(--muted); }
.lesson .sketch .own { stroke: var(--selection); stroke-width: 2px; stroke-dasharray: 5 3; stroke-linejoin: round; }
.lesson .sketch .real { stroke: var(--quantity); stroke-width: 2px; }
.lesson .problem, .lesson .faults { color: var(--selection); }
.lesson footer { display: flex; flex-wrap: wrap; gap: 8px; padding: 10px 24px 12px; border-top: 1px solid var(--rule); }
.lesson footer > button { flex: 1; }
.lesson :is(footer, fieldset) .primary { background: var(--ink); color: var(--ground); font-weight: 600; border-color: var(--ink); }
.lesson :is(footer, fieldset) .primary:disabled { background: none; color: var(--muted); border-color: var(--rule); }
.lesson :is(footer, fieldset) .primary:enabled:hover { background: var(--selection); border-color: var(--selection); }
.lesson .more { flex-basis: 100%; display: flex; flex-wrap: wrap; gap: 2px 16px; font-size: 13px; }
.lesson .more button { color: var(--quantity); padding: 5px 0; }
.lesson .more [data-changed] { color: var(--selection); font-weight: 600; }
.lesson .more [aria-pressed='true'] { font-weight: 600; text-decoration: underline; text-underline-offset: 3px; }
.lesson button:disabled { color: var(--muted); cursor: default; opacity: 0.6; }
html[data-present] .model :is(textarea, .typing button, .typing select) { font-size: max(16px, 2.04vh); }
html[data-present] .model .answer-line { font-size: max(24px, 2.22vh); }
html[data-present] .model .pieces { font-size: max(15px, 2vh); }
html[data-present] .model .answer-line data { font-size: max(13px, 1.8vh); }
/* One row for the model: the height is the figure's. */
html[data-present] .model { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 24px; padding-block: 4px; }
html[data-present] .sentence { flex: 2 1 480px; min-height: 0; overflow: hidden; }
html[data-present] .sentence .pieces-box { max-height: max(32px, 3.6vh); overflow: hidden; }
html[data-present] .sentence .answer-line .line { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
html[data-present] .model .line-footer { flex: 1 1 320px; }
html[data-present] .model .typing { display: none; }
html[data-present] .model .status { flex-basis: 100%; }
html[data-present] .lesson { font-size: max(24px, 2.22vh); }
html[data-present] .lesson input[type='radio'] { width: 1em; height: 1em; flex: none; }
html[data-present] .lesson :is(.close, .fold) { font-size: max(18px, 2.6vh); }
html[data-present] .lesson :is(.where, h2, .more, .sources, h4) { font-size: max(16px, 2.04vh); }
html[data-present] .lesson :is(.number, code) { font-size: inherit; }
html[data-present] .lesson footer button { font-size: max(18px, 2.04vh); }

.lights { position: fixed; inset: 0; z-index: 1; pointer-events: none; }
.light { position: absolute; border: 2px solid var(--selection); border-radius: 6px; animation: lit 0.5s ease-out; }
@keyframes lit { from { opacity: 0; transform: scale(1.03); } }
@media (prefers-reduced-motion: reduce) { .light { animation: none; } }
.black { position: fixed; inset: 0; z-index: 9; background: #000; outline: none; cursor: none; }

@media (max-width: 720px) and (orientation: portrait), (max-height: 560px) and (orientation: landscape) {
  .lesson .progress { display: flex; align-items: center; gap: 10px; }
  .lesson .steps { flex: 1; }
  .lesson .where { order: 1; font-size: 12px; white-space: nowrap; }
}
/* The step's own controls stand for most of the model's line: other texts, more answers and its end are the model's own page's. */
html[data-lesson] .model :is(.examples, .close) { display: none; }
/* Projected, for the line of text as well; its tokens and what the model says stay. */
html[data-present][data-lesson] .model .typing { display: none; }
/* A sheet below the figure where there is no room beside it. */
@media (max-width: 720px) and (orientation: portrait) {
  html { --sheet: var(--sheet-size, var(--sheet-asked, 46%)); }
  html[data-folded] { --sheet: 116px; }
  html[data-lesson] canvas { width: 100%; height: calc(100% - var(--sheet)); }
  /* The step's own controls stand for the line of text; what the model says stays. */
  html[data-lesson] .model :is(.line-footer, .pieces-box) { display: none; }
  html[data-lesson] .model { padding-top: 4px; padding-bottom: 4px; }
  .lesson { top: auto; left: 0; width: auto; height: var(--sheet); border-left: 0; border-top: 1px solid var(--rule); }
  .lesson header { padding: 4px 8px 0 16px; }
  .lesson .fold { display: block; }
  .lesson header { position: relative; touch-action: none; cursor: ns-resize; }
  .lesson .grip { display: block; position: absolute; left: 50%; top: 0; width: 72px; height: 12px; margin-left: -36px; }
  .lesson .grip::after { content: ''; position: absolute; left: 16px; right: 16px; top: 4px; height: 4px; border-radius: 2px; background: var(--rule); }
  .lesson .progress { padding: 0 16px; }
  .lesson .body { padding: 0 16px 8px; }
  .lesson footer { padding: 6px 16px 8px; }
  .lesson .body .more { margin-top: 14px; }
  html[data-folded] .lesson .body { display: none; }
}
@media (max-height: 560px) and (orientation: landscape) {
  html { --lesson: var(--lesson-asked, 42vw); }
  html[data-lesson] .model :is(.line-footer, .pieces-box) { display: none; }
  html[data-lesson] .answer-line:not(.has-output) { max-height: 22px; overflow: hidden; }
  .lesson { font-size: 14px; }
  /* One row: the steps stand for the title, which the list of lessons and the first step have. */
  .lesson header { position: absolute; right: 0; top: 0; padding: 2px 4px 0 0; }
  .lesson h2 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .lesson .progress { min-height: 40px; padding-right: 52px; }
  .lesson .progress, .lesson .body { padding-left: 16px; }
  .lesson .body { padding-top: 0; padding-right: 16px; padding-bottom: 8px; }
  .lesson .body .more { margin-top: 14px; }
  .lesson footer { padding: 4px 16px; }
}
@media (pointer: coarse) { .lesson :is(footer, .row, .hints, .show, fieldset label, .close, .fold, .more button, .change button) { min-height: 40px; } .lesson fieldset > label { padding: 10px 0; } .lesson footer > button { min-height: 42px; } }

/* Beside the views, in the place of a lesson that is open. */
html[data-author] { --lesson: clamp(340px, 34vw, 520px); }
html[data-author] canvas { width: calc(100% - var(--lesson)); }
.author { position: fixed; right: 0; top: 0; bottom: 0; width: var(--lesson); z-index: 2; overflow: auto; padding: 16px 24px; background: var(--ground); border-left: 1px solid var(--rule); font-size: 14px; }
.author h2 { font-size: 16px; margin: 0 32px 8px 0; outline: none; }
.author p { margin: 0 0 8px; }
.author .close { position: absolute; right: 12px; top: 10px; padding: 8px 10px; font-size: 18px; line-height: 1; }
.author label { display: block; margin-bottom: 8px; }
.author label span { display: block; color: var(--muted); font-size: 13px; }
.author :is(input[type='text'], textarea, select) { width: 100%; background: var(--ground); color: var(--ink); border: 1px solid var(--muted); border-radius: 4px; padding: 6px 8px; font: inherit; }
.author details textarea { min-height: min(420px, 44vh); font: 13px/1.5 var(--mono); }
.author summary { padding: 8px 0; cursor: pointer; color: var(--quantity); }
.author .answer { display: grid; grid-template-columns: auto 1fr auto; gap: 4px 8px; align-items: center; margin-bottom: 8px; }
.author .answer textarea { grid-column: 2; }
.author .row { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0; }
.author :is(.row, .answers, .answer) button { border: 1px solid var(--rule); border-radius: 4px; padding: 7px 12px; }
.author .row .primary { background: var(--ink); color: var(--ground); font-weight: 600; }
.author .faults { color: var(--selection); padding-left: 18px; }
@media (max-width: 720px) and (orientation: portrait) {
  html[data-author] canvas { width: 100%; height: 50%; }
  .author { top: 50%; left: 0; width: auto; border-left: 0; border-top: 1px solid var(--rule); padding: 12px 16px; }
}
@media (pointer: coarse) { .author :is(button, input[type='text'], select, summary) { min-height: 40px; } .author .answer input[type='radio'] { width: 24px; height: 24px; } }
`;

export const adoptStyle = () => adopt(css);
