// SPDX-License-Identifier: MIT
// @ts-check
// The style of the line of text and of a model's answers, separate from style.css because most visits do not need it.

import { adopt } from '../../base/adopted_style.js';

const css = `
.model { position: fixed; left: 0; right: var(--beside); top: var(--head, 52px); z-index: 1; background: var(--ground); padding: 12px 24px 4px; opacity: 0.999; /* below what covers it whole, some versions of Chromium leave out a part of the canvas, mirrored */ }
html[data-lesson] .model { right: calc(var(--lesson) + var(--beside)); }
.sentence { position: relative; display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; min-height: 40px; }
.sentence .pieces-box { min-width: 0; max-height: 82px; overflow: auto; cursor: text; }
.sentence .edit { color: var(--muted); padding: 4px 6px; font-size: 16px; line-height: 1; }
.model textarea { flex: 1 1 320px; min-width: 0; resize: none; overflow: auto; background: var(--ground); border: 1px solid var(--muted); border-radius: 4px; padding: 7px 10px; font: 17px/1.4 var(--text); }
.model textarea.pair { flex-basis: 200px; }
.model textarea:focus-visible { outline: 2px solid var(--selection); outline-offset: 0; border-color: transparent; }
/* While nothing is typed the field is the place behind the last token. */
.sentence:not([data-edited], [data-drawn]) textarea { position: absolute; left: 0; bottom: 0; width: 24px; height: 24px !important; opacity: 0; pointer-events: none; }
.sentence[data-edited] :is(.pieces-box, .edit), .sentence[data-drawn] :is(.pieces-box, .edit) { display: none; }
.piece-menu { position: absolute; z-index: 2; display: flex; gap: 2px 14px; padding: 6px 12px; background: var(--ground); border: 1px solid var(--rule); border-radius: 6px; box-shadow: 0 4px 16px rgb(0 0 0 / 12%); }
.piece-menu button { color: var(--quantity); white-space: nowrap; }
.model .line-footer { display: flex; flex-wrap: wrap; gap: 2px 24px; align-items: baseline; justify-content: space-between; }
.model .questions { flex: 1 1 420px; min-width: 0; }
.question-title { font-size: 18px; font-weight: 600; margin: 4px 0; }
.question-title select { field-sizing: content; font-weight: 600; max-width: 12em; border-bottom: 2px dotted var(--ink); padding: 0 2px; color: inherit; }
.banner { margin: 2px 0 4px; }
.banner button { color: var(--quantity); padding: 0 4px; font-weight: 600; }
.banner .more { display: none; }
.model .typing { display: flex; flex-wrap: wrap; gap: 2px 14px; align-items: center; }
.model .typing :is(button:not(.close), select) { color: var(--quantity); padding: 4px 0; }
.model .mask { font-family: var(--mono); font-size: 13px; }
.model .examples, .model .prompts { max-width: 110px; }
.model .close { font-size: 18px; line-height: 1; padding: 6px 8px; color: var(--muted); }
.pieces { list-style: none; display: flex; flex-wrap: wrap; align-items: center; gap: 2px 3px; margin: 0; padding: 0; font-size: 13px; line-height: 22px; }
/* A finger that moves sideways chooses a phrase, one that moves up or down scrolls. */
.sentence .pieces { user-select: none; }
.sentence button.piece { touch-action: pan-y pinch-zoom; }
.sentence .pieces { gap: 4px; font-size: 16px; line-height: 26px; }
.piece { background: color-mix(in srgb, var(--quantity) calc(var(--share, 0) * 92%), var(--panel)); border-radius: 4px; padding: 1px 5px; white-space: pre; unicode-bidi: isolate; }
.sentence .piece { padding: 3px 8px; line-height: 26px; }
.piece-picture { display: inline-block; border: 1px dashed var(--muted); border-radius: 4px; padding: 2px 8px; font-size: 13px; line-height: 24px; color: var(--muted); }
.sentence .piece { color: light-dark(#000, #fff); }
.sentence .piece[data-level='1'] { color: #000; }
.sentence .piece[data-level='2'] { color: light-dark(#fff, #000); }
.piece.hidden-token { text-decoration: line-through; opacity: 0.55; }
.piece.joined { border-start-end-radius: 0; border-end-end-radius: 0; margin-inline-end: -4px; }
.piece.output { box-shadow: inset 0 -3px 0 var(--selection); }
.piece.residue { border-block-end: 3px solid var(--group); }
.piece.special { font-style: italic; }
.sentence .piece.special { font-size: 13px; }
.sentence .piece.filled { font-weight: 600; }
.piece.unknown { text-decoration: underline dotted; text-underline-offset: 3px; }
button.piece { font: inherit; text-align: left; }
button.piece:hover { outline: 1px solid var(--quantity); }
button.piece[aria-pressed='true'] { font-weight: 600; outline: 2px solid var(--selection); outline-offset: -1px; }
.model .write-controls { display: inline-flex; gap: 12px; align-items: center; }
.model .write { font-weight: 600; min-width: 48px; text-align: left; }
.model .write[aria-pressed='true'] { color: var(--selection) !important; }
.model .write-controls button:disabled { color: var(--muted) !important; cursor: default; }
.answer-and-button { display: flex; gap: 8px; align-items: center; }
.answer-and-button .answer { flex: 1; min-width: 0; }
.continue-button { color: var(--quantity); padding: 3px 4px; line-height: 20px; }
.write-settings { margin: 4px 0; }
.write-settings summary { color: var(--quantity); padding: 4px 0; cursor: pointer; }
.write-settings label { display: flex; justify-content: space-between; gap: 12px; align-items: center; padding: 3px 0; }
.write-settings input { width: 96px; background: var(--ground); border: 1px solid var(--rule); border-radius: 4px; padding: 4px 6px; }
.alternatives ul { list-style: none; margin: 0; padding: 0; }
.alternatives ul ul { margin-left: 6px; padding-left: 10px; border-left: 1px solid var(--rule); }
.alternatives .alternative { text-align: left; padding: 2px 0; overflow-wrap: anywhere; }
.alternatives .alternative[aria-current='true'] { font-weight: 600; }
.answer-line { font-size: 14px; display: flex; align-items: baseline; min-width: 0; }
.sentence .answer-line .line:not(:empty)::before { content: '→'; color: var(--muted); margin-right: 8px; }
.answer-line .line > span:not(.muted) .answer-text { font-weight: 600; }
.answer-line .line > .muted:first-child + span .answer-text { font-size: 26px; line-height: 1.2; }
.answer-line .line > span { margin-right: 14px; white-space: nowrap; }
.answer-line[data-runs]:not([data-runs='']) > * { opacity: 0.4; }
.answer-line[data-runs]:not([data-runs=''])::before { content: attr(data-runs); color: var(--muted); margin-right: 14px; }
.model[data-before] .answer-line, .side .model-pane[data-before] .answers { opacity: 0.4; }
.answer-line .answer-text { font-weight: 600; }
.answer-line .nearest { display: inline-flex; gap: 6px; align-items: baseline; max-width: min(48ch, 60vw); }
.answer-line .nearest .answer-text { overflow: hidden; text-overflow: ellipsis; }
.answer-line.has-output { flex: 1 1 320px; min-width: 0; max-height: 52px; overflow: auto; }
.answer-line .pieces.output-text { display: inline-flex; vertical-align: top; padding: 2px 8px 2px 3px; }
.pieces.output-text button.token { border: 0; padding: 0; background: none; color: inherit; font: inherit; cursor: pointer; }
.pieces.output-text button.token[aria-pressed='true'] { outline: 2px solid currentColor; border-radius: 3px; }
.model .before { display: flex; gap: 4px 16px; align-items: start; margin-bottom: 6px; }
.model .before[hidden] { display: none; }
.model .before ol { flex: 1; margin: 0; padding: 0; list-style: none; max-height: 4.2em; overflow: auto; font-size: 13px; color: var(--muted); overflow-wrap: anywhere; }
.model .before button { color: var(--quantity); padding: 6px 0; white-space: nowrap; }
.model .status { margin: 2px 0 0; font-size: 13px; color: var(--muted); }
.model .status:empty { display: none; }
.model .problem { color: var(--fault); }
.model .muted, .side .muted { color: var(--muted); }
.model data, .side data { font: 13px var(--mono); color: var(--muted); }
html[data-lesson] .side { right: var(--lesson); }
html[data-lesson][data-side] canvas { width: calc(100% - var(--lesson) - var(--beside)); }
.side h3 { font-size: 13px; font-weight: 600; color: var(--muted); margin: 16px 0 6px; }

.side input[type='search'] { width: 100%; background: var(--ground); border: 1px solid var(--rule); border-radius: 4px; padding: 6px 8px; margin-bottom: 6px; }
.side ol { list-style: none; margin: 0; padding: 0; }
.answer { display: grid; grid-template-columns: minmax(64px, 40%) 1fr auto; gap: 10px; align-items: center; width: 100%; text-align: left; padding: 3px 0; min-height: 26px; }
.answer bdi { overflow: hidden; text-overflow: ellipsis; white-space: pre; }
.answer[aria-pressed='true'] { color: var(--selection); font-weight: 600; }
.answer .bar { height: 8px; background: linear-gradient(var(--quantity) 0 0) 0 0 / calc(var(--share) * 100%) 100% no-repeat; }
.answer[aria-pressed='true'] .bar { background-image: linear-gradient(var(--selection) 0 0); }
.near .answer { grid-template-columns: minmax(64px, 60%) 1fr auto; }
.question-panel .question { margin: 0 0 4px; }
.question-panel .do, .side .describe { color: var(--quantity); padding: 4px 0; text-align: left; }
.side .describe { margin-top: 16px; }
.question-panel .do[aria-pressed='true'] { color: var(--selection); }
.model-view .plot { overflow-x: auto; }
.question-panel .do:disabled { color: var(--muted); cursor: default; }
.question-panel .choose { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; margin-bottom: 4px; }
.question-panel .choose select { max-width: 130px; }
.question-panel .cuts { list-style: none; margin: 6px 0; padding: 0; }
.question-panel .cuts li { display: flex; justify-content: space-between; gap: 8px; }
.question-panel table { border-collapse: collapse; margin: 6px 0; width: 100%; }
.question-panel th { text-align: right; font-weight: 400; color: var(--muted); }
.question-panel th[scope='row'] { text-align: left; color: inherit; white-space: pre; }
.question-panel td { text-align: right; font: 13px var(--mono); padding: 2px 0 2px 10px; }
.question-panel .muted { font-size: 12px; margin: 8px 0 0; }
.texts li { display: flex; gap: 10px; align-items: baseline; }
.texts .text { flex: 1; text-align: left; overflow-wrap: anywhere; }
.texts [aria-current='true'] { font-weight: 600; }
.texts li.drawn { align-items: center; }
.texts .thumbnail { position: static !important; width: 28px !important; height: 28px !important; flex: none; border-radius: 3px; }
.texts .compare { color: var(--quantity); font-size: 13px; }
/* Not quite opaque: of what is, Chromium draws nothing of the canvas behind it, not even where it is clipped away. */
.model-view { position: fixed; z-index: 1; overflow: hidden; background: color-mix(in srgb, var(--ground) 99.5%, transparent); outline: none; }
.model-view .scrolls { height: 100%; overflow: auto; overscroll-behavior: contain; }
.model-view[data-unplaced] { visibility: hidden; }
/* Where nothing is drawn there is no place for it. */
html[data-text] .model-view { inset: calc(var(--head, 52px) + var(--model, 0px)) 0 0 0 !important; width: auto !important; height: auto !important; padding: 12px 24px; visibility: visible; clip-path: none !important; }
.model-view .back { float: right; margin-left: 16px; color: var(--quantity); padding: 4px 0; }
.model-view p { max-width: 74ch; margin: 6px 0; }
.model-view h3 { font-size: 15px; font-weight: 600; margin: 28px 0 4px; }
.model-view .do { color: var(--quantity); padding: 4px 0; }
.model-view .choose { display: flex; flex-wrap: wrap; gap: 6px 14px; align-items: center; }
.model-view .choose select { max-width: 220px; padding: 5px 0; }
.model-view .clean { flex: 1 1 280px; max-width: 560px; background: var(--ground); border: 1px solid var(--muted); border-radius: 4px; padding: 7px 10px; font: 16px/1.4 var(--text); }
.model-view .muted { color: var(--muted); }
.model-view progress { width: 120px; accent-color: var(--selection); }
.model-view .problem:empty { display: none; }
.model-view .problem { color: var(--fault); }
.sentence [data-measured] .piece { background: color-mix(in srgb, var(--selection) calc(var(--share, 0) * 92%), var(--panel)); }
/* Forced colours remove gradients and backgrounds, and a probability is nothing else. */
@media (forced-colors: active) { :is(.answer .bar, .why .change, .grid .guess) { forced-color-adjust: none; } }
.model-view .detail { min-height: 44px; color: var(--muted); font-size: 14px; }
.model-view .scroll { overflow-x: auto; }
.model-view .units, .model-view .others { margin: 6px 0; padding-left: 20px; }
.model-view .units li, .model-view .others li { margin: 2px 0; }
.model-view .units .muted { list-style: none; margin-left: -20px; }
.model-view .units .do { margin-left: 12px; }
.grid { border-collapse: separate; border-spacing: 2px; font-size: 13px; }
.grid th { font-weight: 400; color: var(--muted); text-align: right; padding: 0 8px 0 0; white-space: pre; }
.grid thead th { text-align: center; padding: 0 2px 4px; max-width: 110px; overflow: hidden; text-overflow: ellipsis; }
.grid thead .answer-position { color: var(--selection); font-weight: 600; }
.grid td { padding: 0; min-width: 54px; height: 26px; text-align: center; color: var(--muted); }
.grid .waiting { background: var(--panel); }
.grid .guess { display: block; width: 100%; height: 26px; max-width: 110px; padding: 0 6px; overflow: hidden; text-overflow: ellipsis; white-space: pre; border-radius: 2px; color: var(--ink); background: color-mix(in srgb, var(--quantity) calc(var(--share) * 62%), var(--panel)); }
.grid .guess.opposing { background: color-mix(in srgb, var(--negative) calc(var(--share) * 62%), var(--panel)); }
.grid .guess.final { font-weight: 600; }
.grid .guess:hover, .grid .guess:focus-visible { outline: 2px solid var(--selection); outline-offset: 0; }
.why { max-width: 1180px; }
.why .answer-text { max-width: none; font-size: 16px; margin: 4px 0; min-height: 1.5em; color: var(--muted); }
.why .answer-text strong { color: var(--ink); }
.why table { width: 100%; border-spacing: 0; margin: 10px 0 2px; }
.why th[scope='row'] { position: relative; width: 15%; color: var(--ink); font-size: 15px; padding-right: 14px; white-space: nowrap; }
.why .name { display: inline-block; max-width: 24ch; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom; }
.why .name.hidden-token { text-decoration: line-through; opacity: 0.6; }
.why tr.named .name { font-weight: 600; }
.why thead th, .why thead .measured { text-align: left; max-width: none; padding: 0 12px 2px 0; font-size: 14px; white-space: normal; }
.why thead th.measured { padding-left: 5.6%; width: 40%; }
.why thead th.attention { width: 24%; }
.why td { height: 28px; padding-right: 12px; text-align: left; min-width: 0; }
.why .hide { opacity: 0; padding: 0 8px; font-size: 13px; }
.why tr:is(:hover, :focus-within, .linked) .hide { opacity: 1; }
@media (hover: none) { .why .hide { opacity: 1; } }
.why tbody tr.linked > *, .why tbody tr:hover > * { background: var(--panel); }
.piece.chosen { outline: 2px solid var(--selection); outline-offset: -1px; }
.piece.linked { outline: 2px solid var(--selection); outline-offset: -1px; }
.why .axis { position: relative; display: flex; align-items: center; height: 28px; }
.why .below { flex: 0 0 14%; display: flex; justify-content: flex-end; align-items: center; height: 100%; border-right: 1px solid var(--rule); }
.why .above { position: relative; flex: 1; min-width: 0; display: flex; align-items: center; height: 100%; --room: calc(100% - 64px); }
.why .attention .axis { --room: calc(100% - 44px); }
.why .change { display: block; flex: none; height: 18px; border-radius: 1px; }
.why .lost { width: calc(var(--share) * var(--room)); background: color-mix(in srgb, var(--selection) 62%, var(--ground)); }
.why tr.named .lost:not(.unread) { background: var(--selection); }
.why .lost.unread { background: color-mix(in srgb, var(--selection) 30%, var(--ground)); }
.why .read { width: calc(var(--share) * 100%); background: var(--selection); }
.why .less { position: absolute; right: 86%; width: calc(var(--share) * (86% - 64px)); max-width: 14%; background: repeating-linear-gradient(135deg, var(--muted) 0 2px, var(--ground) 2px 5px) color-mix(in srgb, var(--muted) 50%, var(--ground)); }
.why .attends { width: calc(var(--share) * var(--room)); height: 8px; background: var(--quantity); }
.why .outline { width: var(--room); height: 16px; border: 1px solid var(--rule); border-radius: 1px; }
.why .lead-line { position: absolute; top: 0; bottom: 0; left: calc(var(--share) * var(--room)); border-left: 1px dashed var(--ink); }
.why .number, .why .answer-without, .why .note-text { font: 13px var(--mono); color: var(--muted); white-space: nowrap; padding-left: 8px; }
.why .number { position: relative; background: var(--ground); }
.why tbody tr:is(:hover, .linked) .number { background: var(--panel); }
.why .note-text { font-family: var(--text); }
.why .answer-without { padding-left: 0; }
.why thead .answer-without { font-family: var(--text); }
.why .tests { color: var(--selection); white-space: nowrap; }
.why thead .tests { color: var(--muted); }
.why tr:not(.phrase) + tr.phrase > * { border-top: 1px solid var(--rule); }
.why .folded td { color: var(--muted); }
.why .folded .do { padding: 0 0 0 12%; }
.why .under-table:not([hidden]) { display: flex; flex-wrap: wrap; gap: 2px 16px; align-items: baseline; font-size: 13px; }
.why .under-table p { flex: 1 1 300px; margin: 2px 0; }
.why .under-table select { color: var(--quantity); padding: 4px 0; }
.why .steps { display: flex; flex-wrap: wrap; gap: 8px 12px; max-width: none; margin: 14px 0 6px; }
.why .steps .do { border: 1px solid var(--muted); border-radius: 4px; padding: 7px 14px; color: var(--ink); }
.why .steps .do:first-child { background: var(--ink); border-color: var(--ink); color: var(--ground); }
.why .sinks { max-width: none; }
.why .sinks label { display: inline-block; }
.patch-map { margin: 10px 0 2px; }
.why .patch-map:not([hidden]) ~ :is(table, .narrow-only) { display: none; }
.why .patch-map canvas.map { position: static; width: min(100%, 448px, 52vh); height: auto; aspect-ratio: 1; border-radius: 2px; }
.patch-map figcaption { font-size: 13px; }
.contact-map { display: grid; grid-template: 24px auto / 34px min(100% - 46px, 560px, 60vh); margin: 10px 0 2px; }
.contact-map canvas { position: static; display: block; width: 100%; height: 100%; image-rendering: pixelated; }
.contact-map canvas.map { aspect-ratio: 1; outline: 1px solid var(--rule); cursor: crosshair; }
.contact-map .axis { position: relative; display: grid; place-items: end; font-size: 11px; }
.contact-map .axis canvas { position: absolute; inset: auto 0 0 auto; }
.contact-map .axis:nth-child(2) canvas { height: 7px; }
.contact-map .axis:nth-child(3) canvas { width: 7px; }
:root[data-theme='dark'] .ink { filter: invert(1); }
@media (prefers-color-scheme: dark) { :root:not([data-theme]) .ink { filter: invert(1); } }
.contact-map .axis span { position: absolute; inset-block-start: 0; translate: -50% 0; }
.contact-map .axis:nth-child(3) span { inset-inline-end: 10px; translate: 0 -50%; }
.sound-time { position: relative; overflow: hidden; }
.sound-words { position: relative; max-height: 148px; overflow: auto; }
.sound-word { position: absolute; overflow: hidden; padding: 1px 3px; border: 1px solid var(--rule); border-radius: 3px; background: var(--panel); color: inherit; font: inherit; font-size: 12px; text-overflow: ellipsis; white-space: nowrap; }
.sound-word[data-chosen] { outline: 2px solid var(--selection); }
.sound canvas { position: static; display: block; width: 100%; }
.sound-features { height: 130px; cursor: text; touch-action: pan-y; image-rendering: pixelated; }
.sound-alignment { image-rendering: pixelated; }
.sound-curves { height: 90px; }
.sound-marked { position: absolute; inset-block-end: 0; height: 130px; background: color-mix(in srgb, var(--selection) 25%, transparent); pointer-events: none; }
.sound input[type='number'] { width: 6em; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 14px; font-size: 13px; }
.legend .mark { display: inline-block; width: 12px; height: 12px; margin-inline-end: 5px; border-radius: 2px; vertical-align: -1px; }
.why .narrow-only { display: none; }
@media (max-width: 600px) {
  .why :is(.answer-without:not(.flipped), .tests, .hide) { display: none; }
  .why tbody tr { position: relative; }
  .why:has(.flipped) .above { --room: calc(100% - 148px); }
  .why .answer-without.flipped { position: absolute; right: 0; top: 0; height: 28px; line-height: 28px; padding: 0; }
  .why .narrow-only:not([hidden]) { display: block; padding: 8px 0; }
  .why:not([data-attention]) :is(.attention, .sinks) { display: none; }
  .why thead th.measured { width: auto; }
}
.question-panel .swap button { color: var(--quantity); padding: 4px 0; }
.question-panel .swap { font-size: 13px; margin: 4px 0; }
.cut-menu h2 { font-size: 16px; margin: 0 0 8px; }
.cut-menu { width: min(460px, calc(100vw - 32px)); padding: 20px 24px; }
.cut-menu ul { list-style: none; margin: 0; padding: 0; }
.cut-menu li button { width: 100%; text-align: left; padding: 8px 0; border-top: 1px solid var(--rule); }
@media (pointer: coarse) {
  .model-view button, .model-view select { min-height: 40px; }
  .model button, .side button, .model select { min-height: 40px; }
  .model button:is(.piece, .token) { min-height: 32px; }
}
@media (max-height: 700px) {
  .model { padding: 4px 24px 0; }
  .sentence { min-height: 34px; }
  .sentence .pieces-box { max-height: 36px; }
  .sentence .piece { padding: 1px 6px; }
  .question-title { font-size: 16px; margin: 2px 0; }
  .answer-line .line > .muted:first-child + span .answer-text { font-size: 20px; }
}
@media (max-height: 480px) { .model .line-footer .typing { display: none; } .sentence:focus-within ~ .line-footer .typing { display: flex; } }
@media (max-width: 720px), (max-height: 480px) {
  .banner .more { display: inline; }
  .banner:not([data-open]) .numbers { display: none; }
}
@media (max-width: 720px) {
  .model { padding: 6px 16px 2px; right: 0; }
  /* What typing needs comes with the field; a model that writes is started from here. */
  .model .typing:not(:has(.write-controls)) { display: none; }
  .sentence:is([data-edited], [data-drawn], :focus-within) ~ .line-footer .typing, .line-footer:focus-within .typing { display: flex; }
  .sentence .pieces-box { max-height: 78px; }
  .answer-line { max-width: 100%; overflow: hidden; }
  .answer-line .line { display: flex; flex-wrap: wrap; align-items: baseline; }
  /* What finds no room on one line is left out whole: a number cut short would be another one. */
  .answer-line:not(.has-output) .line { max-height: 34px; overflow: hidden; }
  .answer-line .answer-text { display: inline-block; vertical-align: bottom; max-width: 56vw; overflow: hidden; text-overflow: ellipsis; }
  .answer-line.has-output { flex-basis: 100%; max-height: 36px; white-space: nowrap; overflow: auto; }
  .answer-line.has-output .line { align-items: center; }
  .question-title { font-size: 16px; }
  html[data-side] .model .line-footer { display: none; }
}
@media (max-width: 720px) and (orientation: portrait) {
  html[data-lesson] .model { right: 0; }
  html[data-lesson][data-side] canvas { width: 100%; height: calc(100% - var(--sheet)); }
  /* It covers the figure, so that the step stays readable. */
  html[data-lesson] .side { top: var(--head, 52px); right: 0; bottom: var(--sheet); opacity: 0.999; }
}
`;

export const adoptStyle = () => adopt(css);
