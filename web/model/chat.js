// SPDX-License-Identifier: MIT
// @ts-check
// Whether what is typed goes in as it is, or as a message to a model that chats.

import { tr } from '../boot/words.js';
import { make } from '../mirror/elements.js';

/**
 * @param {boolean} chats the model's template is known @param {(isMessage: boolean) => void} chosen
 * @returns {HTMLSelectElement} with the values plain and message
 */
export function chatChoice(chats, chosen) {
  const choice = make('select', { className: 'chat', hidden: !chats, 'aria-label': tr('How the text goes in'), title: tr('As a message the text stands in what the model was trained to answer: its chat template') },
    make('option', { value: 'plain', textContent: tr('as plain text') }), make('option', { value: 'message', textContent: tr('as a chat message') }));
  choice.onchange = () => chosen(choice.value === 'message');
  return choice;
}
