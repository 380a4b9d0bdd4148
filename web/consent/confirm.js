// SPDX-License-Identifier: MIT
// @ts-check
// What a model is, before anything large is fetched: its size, the memory that it needs against what there is, and what will be
// possible. Also the dialog that says the same of an open one.

import { amount, tr } from '../base/words.js';
import { visible } from '../base/visible.js';
import { bytesText } from '../fetch/download.js';
import { make } from '../base/elements.js';

export { bytesText };

/** @param {number} count */
export function countText(count) {
  if (count >= 1e9) return tr('{} billion', (count / 1e9).toFixed(1));
  if (count >= 1e6) return tr('{} million', (count / 1e6).toFixed(count >= 1e7 ? 0 : 1));
  return amount(count);
}

/** What the machine may give, as far as the browser tells; 0: it does not. */
function memoryHere() {
  const gigabytes = /** @type {any} */ (navigator).deviceMemory;
  return gigabytes ? Math.min(gigabytes * 0.6, 3.5) * 2 ** 30 : 0;
}

/** @param {{size?: number, blob?: {size: number}}[]} files */
export const bytesOf = (files) => files.reduce((sum, { size, blob }) => sum + (size ?? blob?.size ?? 0), 0);

/** @param {import('../model/run/about.js').About} about @param {number} [bytes] of all its files, as lists of models count them; else of its weights */
export function factsOf(about, bytes) {
  const rows = [
    [tr('Family'), about.family],
    [tr('Answers'), answersText(about.kind)],
    [tr('Layers and heads'), tr('{} layers, {} heads', about.layers, about.heads)],
    [tr('Parameters'), countText(about.parameters)],
    bytes ? [tr('Size of its files'), bytesText(bytes)] : [tr('Weights'), bytesText(about.bytes)],
    ...(about.asks ? [] : [[tr('Memory'), memoryText(about)]]),
  ];
  const list = make(
    'dl',
    { className: 'facts' },
    ...rows.flatMap(([term, value]) => [make('dt', { textContent: term }), make('dd', { textContent: value })]),
  );
  return about.notes.length > 0 ? [list, make('ul', {}, ...about.notes.map((textContent) => make('li', { textContent })))] : [list];
}

/** @param {import('../model/run/about.js').About['kind']} kind */
function answersText(kind) {
  const texts = {
    next: tr('the next word'),
    masked: tr('a masked word'),
    classes: tr('a class of the text'),
    detector: tr('which words were replaced'),
    embedding: tr('how similar sentences are'),
    translation: tr('a translation'),
    none: tr('nothing: attention only'),
  };
  return texts[kind];
}

/** @param {import('../model/run/about.js').About} about */
function memoryText({ memory }) {
  const here = memoryHere();
  if (!here) return tr('needs about {}', bytesText(memory));
  return memory > here
    ? tr('needs about {}, more than the {} this device seems to have free', bytesText(memory), bytesText(here))
    : tr('needs about {}', bytesText(memory));
}

/**
 * Asks before a large download.
 * @param {string} name @param {import('../fetch/download.js').Question} question @param {AbortSignal} signal ends it with no
 * @param {(Node | string)[]} [facts] what is known about it @param {boolean} [isModel]
 * @returns {Promise<boolean>}
 */
export function confirmDownload(name, { came, total, upTo, hosts }, signal, facts = [], isModel = false) {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (/** @type {boolean} */ wanted) => {
      resolve(wanted);
      dialog.close();
    };
    const button = (/** @type {string} */ textContent, /** @type {boolean} */ wanted, className = '') =>
      make('button', {
        'data-id': wanted ? 'download/go' : 'download/cancel',
        type: 'button',
        textContent,
        className,
        onclick: () => end(wanted),
      });
    const from = hosts.map((host) => visible(host)).join(', ');
    const isOwn = hosts.every((host) => host === location.host);
    const size = total
      ? isOwn
        ? tr('{} will be downloaded from this site.', bytesText(total))
        : tr('{} will be downloaded from {}, and nothing else.', bytesText(total), from)
      : tr('{} have come from {}, and the server doesn’t report how much will follow.', bytesText(came), from);
    const dialog = make(
      'dialog',
      { 'data-id': 'dialog/download', 'aria-labelledby': 'model-title' },
      make('h2', { id: 'model-title', textContent: visible(name) }),
      ...facts,
      make('p', { textContent: isModel ? `${size} ${tr('The model runs in this tab; what you type never leaves it.')}` : size }),
      make(
        'p',
        { className: 'row' },
        button(total ? tr('Download and open') : tr('Go on, up to {}', bytesText(upTo)), true, 'primary'),
        button(tr('Cancel'), false),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(false);
    });
    signal.addEventListener('abort', () => dialog.close(), { once: true });
    document.body.append(dialog);
    dialog.showModal();
  });
}
