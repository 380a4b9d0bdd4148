// SPDX-License-Identifier: MIT
// @ts-check
// The same for articles that take it from the host of the page: <script type="module" src="https://your.host/headwaters/figure/here.js">.
import { HeadwatersFigure } from './headwaters-figure.js';

HeadwatersFigure.page ||= new URL('../', import.meta.url).href;
