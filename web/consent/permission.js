// SPDX-License-Identifier: MIT
// @ts-check
// Asks the visitor for permissions: may the embedding page see the file that was opened here, and may the page send requests to a host that
// only a stranger's file has named. No answer means no.

import { tr } from '../base/language.js';
import { make } from '../base/elements.js';
import { tooSoon, questionPlace, watchFocus, watchVisibility } from './visibility.js';

/** @typedef {'read' | 'fetch'} Kind read: an origin reads the file. fetch: a host receives a request. */

/** The question and the two answers. @param {Kind} kind @param {string} name origin or hosts */
export const questionTexts = (kind, name) =>
  kind === 'read'
    ? {
        question: tr('{} asks to read your open file (name, tokens and numbers). It may keep or send them.', name),
        yes: tr('Allow'),
        no: tr('Don’t allow'),
      }
    : {
        question: tr('More of these data are on {}. Load them? That server will see the request.', name),
        yes: tr('Load'),
        no: tr('Don’t load'),
      };

let withdraw = () => {};
/** Answers the open question with no. */
export const noMore = () => withdraw();

/** @param {Kind} kind @param {string} name of the origin or the hosts @returns {Promise<boolean>} */
export function askUser(kind, name) {
  withdraw();
  const way = questionPlace();
  if (!way) return Promise.resolve(false);
  return new Promise((resolve) => {
    const { question, yes, no } = questionTexts(kind, name);
    const end = (/** @type {boolean} */ answer) => {
      unwatch();
      bar.remove();
      resolve(answer);
    };
    withdraw = () => end(false);
    const allow = make('button', {
      'data-id': 'ask/yes',
      textContent: way === 'tab' ? tr('Answer in a separate tab') : yes,
      disabled: true,
      onclick: () => (way === 'tab' ? askInTab(kind, name, end) : end(true)),
    });
    const refuse = make('button', { 'data-id': 'ask/no', textContent: no, disabled: true, onclick: () => end(false) });
    const bar = make(
      'div',
      { 'data-id': 'dialog/ask', className: 'permission', role: 'alertdialog', 'aria-label': tr('Permission needed') },
      make('p', { textContent: question }),
      make('p', { className: 'row' }, allow, refuse),
    );
    document.body.append(bar);
    const timer = setTimeout(() => {
      refuse.disabled = false;
      refuse.focus();
    }, tooSoon);
    const enable = (/** @type {boolean} */ on) => {
      allow.disabled = !on;
    };
    const unsee = way === 'seen' ? watchVisibility(bar, enable) : watchFocus(enable);
    const unwatch = () => {
      clearTimeout(timer);
      unsee();
    };
  });
}

/** Asks in a new tab, where no other page can cover the question. @param {Kind} kind @param {string} name @param {(answer: boolean) => void} end */
function askInTab(kind, name, end) {
  const address = new URL('../allow.html', import.meta.url);
  address.hash = `${kind}=${encodeURIComponent(name)}`;
  const tab = open(address, '_blank', 'popup,width=560,height=360');
  if (!tab) return; // the frame may not open tabs, so the answer stays no
  const heard = (/** @type {MessageEvent} */ { source, origin, data }) => {
    if (source !== tab || origin !== location.origin || data?.type !== 'headwaters:answered') return;
    removeEventListener('message', heard);
    end(data.yes === true);
  };
  addEventListener('message', heard);
}
