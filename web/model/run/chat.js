// SPDX-License-Identifier: MIT
// @ts-check
// The choice whether typed text is plain text or a message to a chat model, and the conversation so far.

import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';
import { visibleText } from './answers.js';

/**
 * @param {boolean} chats the model's template is supported @param {(isMessage: boolean) => void} chosen
 * @returns {HTMLSelectElement} with the values plain and message
 */
export function chatChoice(chats, chosen) {
  const choice = make(
    'select',
    {
      'data-id': 'line/chat',
      className: 'chat',
      hidden: !chats,
      'aria-label': tr('Input format'),
      title: tr('A chat message is put into the model’s chat template'),
    },
    make('option', { value: 'plain', textContent: tr('as plain text') }),
    make('option', { value: 'message', textContent: tr('as a chat message') }),
  );
  choice.onchange = () => chosen(choice.value === 'message');
  return choice;
}

/** The conversation before the message. */
export class Before {
  #list = make('ol', { 'aria-label': tr('Earlier messages') });
  root;

  /** @param {() => void} anew starts a new conversation */
  constructor(anew) {
    this.root = make(
      'div',
      { className: 'before', hidden: true },
      this.#list,
      make('button', {
        'data-id': 'line/anew',
        type: 'button',
        className: 'anew',
        textContent: tr('New conversation'),
        title: tr('The current text becomes the first message'),
        onclick: anew,
      }),
    );
  }

  /** @param {import('./recipe.js').Recipe['chat']} chat */
  show(chat) {
    const said = Array.isArray(chat) ? chat : [];
    this.root.hidden = said.length === 0;
    this.#list.replaceChildren(
      ...said.map((text, i) => make('li', {}, make('b', { textContent: i % 2 === 0 ? tr('You') : tr('Model') }), ` ${visibleText(text)}`)),
    );
    this.#list.scrollTop = this.#list.scrollHeight; // shows the last turn, next to the line
  }
}
