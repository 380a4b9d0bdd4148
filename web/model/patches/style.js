// SPDX-License-Identifier: MIT
// @ts-check
// The style of the view of patches.

import { adopt } from '../../base/adopted_style.js';

const css = `
.patches { display: grid; grid-template-columns: minmax(220px, min(48%, 448px)) minmax(260px, 1fr); gap: 8px 32px; align-items: start; }
.patches > .changed { grid-column: 1 / -1; }
.patches > .finding { grid-column: 1 / -1; font-size: 17px; min-height: 1.5em; max-width: none; }
/* The rules for the page's own canvas do not apply. */
.patches .patch-picture { position: static !important; display: block; width: 100% !important; height: auto !important; max-height: 62vh; object-fit: contain; border-radius: 4px; image-rendering: auto; }
.patches .patch-picture.masking { cursor: cell; touch-action: none; }
.patches .patch-picture:focus-visible { outline: 2px solid var(--selection); }
.patches .frames { display: grid; gap: 6px; grid-template-columns: repeat(4, 1fr); }
.patches .frames > :first-child { grid-column: 1 / -1; }
.patches .do[aria-pressed='true'] { color: var(--selection); font-weight: 600; }
.patches .warning { color: var(--fault); }
.patches table { border-collapse: collapse; margin: 8px 0; font-size: 14px; }
.patches :is(th, td) { padding: 3px 14px 3px 0; text-align: right; font-weight: 400; }
.patches th[scope='row'] { text-align: left; }
.patches thead th { color: var(--muted); font-size: 13px; vertical-align: bottom; }
.patches tr[data-shown] > * { font-weight: 600; }
.patches summary { color: var(--quantity); cursor: pointer; padding: 4px 0; }
.patches .changed { border-left: 3px solid var(--selection); padding-left: 10px; }
.patches .camera video { display: block; width: min(100%, 320px); border-radius: 4px; }
.patches .camera video[hidden] { display: none; }
@media (max-width: 720px) { .patches { grid-template-columns: minmax(0, 1fr); } }
`;

export const adoptStyle = () => adopt(css);
