// SPDX-License-Identifier: MIT
// @ts-check
// Queues messages of other pages until the code that answers them has loaded, which happens with the first message.

import { Late } from '../base/late.js';

/** @typedef {import('./answers.js').Answers} Answers */

/** @param {() => Promise<Answers>} load */
export function answerOtherPages(load) {
  const answers = new Late(load);
  const use = (/** @type {(answers: Answers) => unknown} */ action) => void answers.use().then(action, () => {});
  addEventListener('message', (event) => {
    if (typeof event.data?.type === 'string' && event.data.type.startsWith('headwaters:')) use((all) => all.hear(event));
  });
  const embedder = parent !== window ? parent : opener;
  if (embedder) use((all) => all.greet(embedder));
}
