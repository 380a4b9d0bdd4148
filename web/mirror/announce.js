// SPDX-License-Identifier: MIT
// @ts-check
// Announcements for screen readers, limited to the speed of speech. While layers play, only the newest is announced. Text that a control or
// a message announces itself is not repeated.

import { tr } from '../base/language.js';

/** Milliseconds between two announcements. */
const pause = 1000;
/** Milliseconds until the text version, which may include a message, is up to date. */
const first = 300;
/** Milliseconds until an announcement is deleted, so that users who read the page do not find an old one. */
const kept = 5000;

/** @type {string[]} */
const waiting = [];
let timer = 0;
const clearing = { live: 0, alert: 0 };

/** Announces a repeated text again. @param {'live' | 'alert'} place in turn, or at once @param {string} text */
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

/** True for the announcement of a method with its views. @param {string} text */
const isSwitch = (text) => text.startsWith(tr('Method: {}', '')) && text.includes(`. ${tr('View: {}', '')}`);

/**
 * True where layers are not announced: on the slider of layers, which announces its value, and in a lesson, whose text is read while they
 * play.
 */
const isElsewhere = () => Boolean(document.activeElement?.closest('#mirror-layer, .lesson'));

/** True for text that needs no announcement or was part of a message. @param {string} text */
const isSaid = (text) => (isLayer(text) ? isElsewhere() : Boolean(document.getElementById('alert')?.textContent?.includes(text)));

/** There the class Changes announces the effects of keys. */
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

/** Tests wait until the queue is empty. */
const tellWaiting = () => document.getElementById('live')?.toggleAttribute('data-waiting', waiting.length > 0);

function next() {
  let text = waiting.shift();
  while (text !== undefined && isSaid(text)) text = waiting.shift();
  timer = text === undefined ? 0 : window.setTimeout(next, pause);
  if (text !== undefined) announce('live', text);
  tellWaiting();
}

/** Announces changes by keys on the figure, where no control does it. */
export class Changes {
  #title = '';
  #output = '';
  #panels = '';
  #method = '';

  /** @param {import('./mirror.js').Page & import('./mirror.js').Document} model */
  show({ title, panelWords, bars, controls }) {
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
