// SPDX-License-Identifier: MIT
// @ts-check
// The style of pictures that a model reads.

import { adopt } from '../../base/adopted_style.js';

const css = `
.side .picture { margin-bottom: 12px; }
/* What style.css says of the page's own canvas is not for this one. */
.picture .pad { position: static !important; width: min(100%, 280px) !important; height: auto !important; touch-action: none; cursor: crosshair; border: 1px solid var(--rule); border-radius: 4px; }
.lesson .picture { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: flex-start; }
.lesson .picture .pad { width: 180px !important; }
.lesson .pad-buttons { flex: 1 1 100px; flex-direction: column; align-items: flex-start; }
.picture .pad.wiping { cursor: cell; }
.picture .pad-buttons { display: flex; flex-wrap: wrap; gap: 2px 14px; align-items: center; margin-top: 6px; }
.picture button { color: var(--quantity); padding: 4px 0; }
.picture button[aria-pressed='true'] { color: var(--selection); font-weight: 600; }
.picture button:disabled { color: var(--muted); cursor: default; }
.picture label { display: flex; gap: 8px; align-items: center; }
.picture input[type='range'] { width: 90px; }
.picture .camera { margin-top: 8px; }
.picture .camera video { display: block; width: min(100%, 280px); border: 1px solid var(--rule); border-radius: 4px; }
.picture .camera video[hidden] { display: none; }
@media (max-width: 720px) {
  .picture { display: flex; gap: 16px; align-items: flex-start; }
  .picture .pad { width: min(46vw, 34vh) !important; flex: none; }
  .picture:has(.camera) { flex-wrap: wrap; }
  .picture .camera { flex: 1 0 100%; }
}
`;

export const adoptStyle = () => adopt(css);
