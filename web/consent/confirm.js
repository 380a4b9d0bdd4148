// SPDX-License-Identifier: MIT
// @ts-check
// Describes a model before a large download: its size, the memory that it needs and that is available, and the methods that will work. The
// dialog about an open model has the same description.

import { amount, tr } from '../base/language.js';
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

/** The machine's memory according to the browser, 0 if unknown. */
function memoryHere() {
  const gigabytes = /** @type {Navigator & {deviceMemory?: number}} */ (navigator).deviceMemory;
  return gigabytes ? Math.min(gigabytes * 0.6, 3.5) * 2 ** 30 : 0;
}

/** @param {{size?: number, blob?: {size: number}}[]} files */
export const bytesOf = (files) => files.reduce((sum, { size, blob }) => sum + (size ?? blob?.size ?? 0), 0);

/**
 * @param {import('../model/run/about.js').About} about @param {number} [bytes] of all its files, as model lists count them. Default: of its
 * weights.
 */
export function factsOf(about, bytes) {
  const rows = [
    [tr('Family'), about.family],
    [tr('Answers'), answersText(about.kind)],
    [tr('Layers and heads'), tr('{} layers, {} heads', about.layers, about.heads)],
    [tr('Parameters'), countText(about.parameters)],
    bytes ? [tr('File size'), bytesText(bytes)] : [tr('Weights'), bytesText(about.bytes)],
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
    classes: tr('a class'),
    detector: tr('which words were replaced'),
    embedding: tr('sentence similarity'),
    translation: tr('a translation'),
    none: tr('nothing (attention only)'),
  };
  return texts[kind];
}

/** @param {import('../model/run/about.js').About} about */
function memoryText({ memory }) {
  const here = memoryHere();
  if (!here) return tr('about {}', bytesText(memory));
  return memory > here
    ? tr('about {}, but only {} seems free here', bytesText(memory), bytesText(here))
    : tr('about {}', bytesText(memory));
}

/**
 * Asks before a large download.
 * @param {string} name @param {import('../fetch/download.js').Question} question @param {AbortSignal} signal its abort answers no
 * @param {(Node | string)[]} [facts] known facts about the file @param {boolean} [isModel]
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
        : tr('{} will be downloaded from {}, nothing else.', bytesText(total), from)
      : tr('{} received from {}. The server doesn’t report the total.', bytesText(came), from);
    const dialog = make(
      'dialog',
      { 'data-id': 'dialog/download', 'aria-labelledby': 'model-title' },
      make('h2', { id: 'model-title', textContent: visible(name) }),
      ...facts,
      make('p', { textContent: isModel ? `${size} ${tr('The model runs in this tab. Your text never leaves it.')}` : size }),
      make(
        'p',
        { className: 'row' },
        button(total ? tr('Download and open') : tr('Continue, up to {}', bytesText(upTo)), true, 'primary'),
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
