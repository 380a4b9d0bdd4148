// SPDX-License-Identifier: MIT
// @ts-check
// For articles that load the element from the page's host: <script type="module" src="https://your.host/headwaters/figure/here.js">.
import { HeadwatersFigure } from './headwaters-figure.js';

HeadwatersFigure.page ||= new URL('../', import.meta.url).href;
