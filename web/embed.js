// SPDX-License-Identifier: MIT
// @ts-check
// A page that holds this one in an iframe (or opened it) can open data and set the view:
//
//   frame.contentWindow.postMessage({type: 'headwaters:open', id: 1, data | url, name?, read?, tokenTexts?, state?}, origin)
//   answer: {type: 'headwaters:opened', id, summary} or {type: 'headwaters:failed', id, problem}
//   frame.contentWindow.postMessage({type: 'headwaters:state', id: 2, state}, origin)
//   answer: {type: 'headwaters:state', id, state}
//
// Nothing is sent to anybody who has not asked, but for {type: 'headwaters:ready'} to the embedder. A page of another
// origin is told nothing of a file that came from the user's own machine, unless it gave that file itself: its commands
// are carried out, and the answers are without names, tokens and messages.

/** @typedef {import('./headwaters.d.ts').Headwaters} Headwaters */

/** Which origin gave the file that is open, by the name that it has. */
let given = { origin: '', name: '' };

/** The view alone: nothing that was read from the file, nor its name. @param {import('./headwaters.d.ts').State} state */
function withoutContents({ source, document: _, messages: __, leaveOut: ___, ...view }) {
  return { ...view, source: { kind: source.kind }, document: null, private: true };
}

/** What a page of that origin may know. @param {Headwaters} api @param {string} origin */
function stateFor({ state }, origin) {
  const isOwn = origin === location.origin || (origin === given.origin && state.source.text === given.name);
  return state.source.kind === 'local' && !isOwn ? withoutContents(state) : state;
}

/** @param {Headwaters} api @param {any} message @param {string} origin of who asks */
async function answer(api, { type, id, data, url, state, ...options }, origin) {
  if (type === 'headwaters:state') {
    if (state) api.setState(state);
    return { type, id, state: stateFor(api, origin) };
  }
  try {
    const summary = await api.open(url ?? data, options);
    given = url === undefined ? { origin, name: api.state.source.text } : { origin: '', name: '' };
    if (state) api.setState(state);
    return { type: 'headwaters:opened', id, summary };
  } catch (error) {
    const { place, finding, remedy } = /** @type {any} */ (error);
    return { type: 'headwaters:failed', id, problem: { place, finding, remedy } };
  }
}

/** @param {Headwaters} api */
export function answerOtherPages(api) {
  // A file that a hand gives afterwards is nobody's, whatever its name.
  api.on('open', () => (given = { origin: '', name: '' }));
  addEventListener('message', async (event) => {
    const { data: message, source, origin } = event;
    if (message?.type !== 'headwaters:open' && message?.type !== 'headwaters:state') return;
    const reply = await answer(api, message, origin);
    const target = /** @type {Window | null} */ (source);
    target?.postMessage(reply, origin === 'null' ? '*' : origin);
  });
  const embedder = parent !== window ? parent : opener;
  if (embedder) api.ready.then(() => embedder.postMessage({ type: 'headwaters:ready' }, '*'));
}
