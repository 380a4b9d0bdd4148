// SPDX-License-Identifier: MIT
// @ts-check
// Queues messages of other pages until the code that answers them has loaded, which happens with the first message.

import { LazyImport } from '../base/lazy_import.js';

/** @typedef {import('./answers.js').Answers} Answers */

/** @param {() => Promise<Answers>} load */
export function queueMessages(load) {
  const answers = new LazyImport(load);
  const use = (/** @type {(answers: Answers) => unknown} */ action) => void answers.use().then(action, () => {});
  addEventListener('message', (event) => {
    if (typeof event.data?.type === 'string' && event.data.type.startsWith('headwaters:')) use((all) => all.hear(event));
  });
  const embedder = parent !== window ? parent : opener;
  if (embedder) use((all) => all.greet(embedder));
}
