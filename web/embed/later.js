// SPDX-License-Identifier: MIT
// @ts-check
// Messages of other pages wait for what answers them, which comes when there is somebody to answer.

/** @typedef {import('./answers.js').Answers} Answers */

/** @param {() => Promise<Answers>} load */
export function answerOtherPages(load) {
  /** @type {Promise<Answers> | null} */
  let answers = null;
  const use = (/** @type {(answers: Answers) => unknown} */ action) => {
    answers ??= load();
    void answers.then(action, () => {
      answers = null;
    }); // asked again by the next message
  };
  addEventListener('message', (event) => {
    if (typeof event.data?.type === 'string' && event.data.type.startsWith('headwaters:')) use((all) => all.hear(event));
  });
  const embedder = parent !== window ? parent : opener;
  if (embedder) use((all) => all.greet(embedder));
}
