// SPDX-License-Identifier: MIT
// @ts-check
// Speaks to screen readers, no faster than a voice: while layers fly by only the newest is said, and what a control or a
// message says itself is not said again.

import { tr } from '../base/words.js';

/** Between two announcements, milliseconds. */
const pause = 1000;
/** Until the text version, and with it a message, has followed, milliseconds. */
const first = 300;
/** After this, whoever reads the page does not come upon an old one, milliseconds. */
const kept = 5000;

/** @type {string[]} */
const waiting = [];
let timer = 0;
const clearing = { live: 0, alert: 0 };

/** The same words twice in a row are spoken twice. @param {'live' | 'alert'} place in turn, or at once @param {string} text */
export function announce(place, text) {
  const region = document.getElementById(place);
  if (!region) return;
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  window.clearTimeout(clearing[place]);
  clearing[place] = window.setTimeout(() => {
    region.textContent = '';
  }, kept);
}

/** @param {string} text */
const isLayer = (text) => text === tr('Layer {} of {}', ...(text.match(/\d+/g) ?? []));

/** True of a method with views. @param {string} text */
const isSwitch = (text) => text.startsWith(tr('Method: {}', '')) && text.includes(`. ${tr('View: {}', '')}`);

/** Where layers are not said: the slider of layers says them itself, and a lesson's text is being read while they play. */
const isElsewhere = () => Boolean(document.activeElement?.closest('#mirror-layer, .lesson'));

/** True of what need not be said, and of what was said as a message. @param {string} text */
const isSaid = (text) => (isLayer(text) ? isElsewhere() : Boolean(document.getElementById('alert')?.textContent?.includes(text)));

/** Where Changes says what keys change. */
const onFigure = () => document.activeElement?.id === 'canvas';
const inLesson = () => document.documentElement.hasAttribute('data-lesson');

/** @param {string} text */
export function announceInTurn(text) {
  if (!isSwitch(text) || !(onFigure() || inLesson())) putInTurn(text);
}

/** @param {string} text */
function putInTurn(text) {
  const passed = isLayer(text) ? waiting.findIndex(isLayer) : -1;
  if (passed >= 0) waiting.splice(passed, 1);
  waiting.push(text);
  if (timer === 0) timer = window.setTimeout(next, first);
  tellWaiting();
}

/** Tests wait until all is said. */
const tellWaiting = () => document.getElementById('live')?.toggleAttribute('data-waiting', waiting.length > 0);

function next() {
  let text = waiting.shift();
  while (text !== undefined && isSaid(text)) text = waiting.shift();
  timer = text === undefined ? 0 : window.setTimeout(next, pause);
  if (text !== undefined) announce('live', text);
  tellWaiting();
}

/** What keys on the figure change: there is no control that would say it. */
export class Changes {
  #title = '';
  #output = '';
  #panels = '';
  #method = '';

  /** @param {import('./mirror.js').Page & import('./mirror.js').Document} model */
  show({ hasDocument, title, panelWords, bars, controls }) {
    if (!hasDocument) return;
    const chosen = controls.find(({ key }) => key === 'method')?.options?.find(({ selected }) => selected)?.label ?? '';
    const now = { panels: panelWords.join(` ${tr('and')} `), method: chosen, output: bars.title };
    const isOther = title !== this.#title;
    const said = [];
    if (now.method !== this.#method) said.push(tr('Method: {}', now.method));
    if (now.panels !== this.#panels) said.push(tr('View: {}', now.panels));
    if (now.output !== this.#output && now.method === this.#method) said.push(now.output);
    this.#title = title;
    this.#panels = now.panels;
    this.#method = now.method;
    this.#output = now.output;
    if (said.length > 0 && !isOther && !inLesson() && onFigure()) putInTurn(said.join('. '));
  }
}
