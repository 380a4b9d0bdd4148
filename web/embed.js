// SPDX-License-Identifier: MIT
// @ts-check
// A page that holds this one in an iframe (or opened it) can open data and set the view:
//
//   frame.contentWindow.postMessage({type: 'headwaters:open', id: 1, data | url, name?, read?, tokenTexts?, state?}, origin)
//   answer: {type: 'headwaters:opened', id, summary} or {type: 'headwaters:failed', id, problem}
//   frame.contentWindow.postMessage({type: 'headwaters:state', id: 2, state}, origin)
//   answer: {type: 'headwaters:state', id, state}
//
// Nothing is sent to anybody who has not asked, but for {type: 'headwaters:ready'} to the embedder.

/** @typedef {import('./headwaters.d.ts').Headwaters} Headwaters */

/** @param {Headwaters} api @param {any} message */
async function answer(api, { type, id, data, url, state, ...options }) {
  if (type === 'headwaters:state') {
    if (state) api.setState(state);
    return { type, id, state: api.state };
  }
  try {
    const summary = await api.open(url ?? data, options);
    if (state) api.setState(state);
    return { type: 'headwaters:opened', id, summary };
  } catch (error) {
    const { place, finding, remedy } = /** @type {any} */ (error);
    return { type: 'headwaters:failed', id, problem: { place, finding, remedy } };
  }
}

/** @param {Headwaters} api */
export function answerOtherPages(api) {
  addEventListener('message', async (event) => {
    const { data: message, source, origin } = event;
    if (message?.type !== 'headwaters:open' && message?.type !== 'headwaters:state') return;
    const reply = await answer(api, message);
    const target = /** @type {Window | null} */ (source);
    target?.postMessage(reply, origin === 'null' ? '*' : origin);
  });
  const embedder = parent !== window ? parent : opener;
  if (embedder) api.ready.then(() => embedder.postMessage({ type: 'headwaters:ready' }, '*'));
}
