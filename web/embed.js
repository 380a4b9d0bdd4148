// SPDX-License-Identifier: MIT
// @ts-check
// A page that holds this one in an iframe (or opened it) can open data, set the view and follow it:
//
//   frame.contentWindow.postMessage({type: 'headwaters:open', id: 1, data | url, name?, read?, tokenTexts?, state?}, origin)
//   answer: {type: 'headwaters:opened', id, summary} or {type: 'headwaters:failed', id, problem}
//   frame.contentWindow.postMessage({type: 'headwaters:state', id: 2, state}, origin)
//   answer: {type: 'headwaters:state', id, state}
//   frame.contentWindow.postMessage({type: 'headwaters:listen', id: 3, events: ['layer', 'selection', 'state']}, origin)
//   answer: {type: 'headwaters:listening', id, events}, and from then on {type: 'headwaters:event', event, ...}
//   frame.contentWindow.postMessage({type: 'headwaters:ask', id: 4}, origin)
//   answer, once the user has chosen: {type: 'headwaters:allowed', id, allowed}
//
// Nothing is sent to anybody who has not asked, except {type: 'headwaters:ready'} to the embedder. A page of
// another origin learns nothing about a file from the user's own machine, unless it provided that file itself
// or the user allows it: its commands are carried out, and the answers have no names, tokens or messages.

/** @typedef {import('./headwaters.d.ts').Headwaters} Headwaters */
/** @typedef {import('./headwaters.d.ts').State} State */

/** Which origin gave the file that is open, by the name that it has. */
let given = { origin: '', name: '' };

/** Who may see the file that is open, by origin: what the user said. @type {Map<string, Promise<boolean>>} */
const asked = new Map();
/** @type {Set<string>} */
const allowed = new Set();

/** The view alone: nothing that was read from the file, nor its name. @param {State} state */
function withoutContents({ source, second: _second, document: _, messages: __, leaveOut: ___, title: ____, notes: _____, ...view }) {
  const compare = view.compare.map(({ score: _score, ...column }) => column); // scores have names of the file's
  return { ...view, compare, source: { kind: source.kind }, document: null, private: true };
}

/** What a page of that origin may know. @param {State} state @param {string} origin */
function shownTo(state, origin) {
  const isOwn = origin === location.origin && origin !== 'null';
  const isTheirs = origin === given.origin && state.source.text === given.name;
  return state.source.kind === 'local' && !isOwn && !isTheirs && !allowed.has(origin) ? withoutContents(state) : state;
}

/** @type {Record<string, (state: State, origin: string) => object>} what an event says */
const events = {
  layer: ({ layer }) => ({ layer }),
  selection: ({ tokens, output, side, example, panel }) => ({ tokens, output, side, example, panel }),
  state: (state, origin) => ({ state: shownTo(state, origin) }),
};

/** @typedef {{target: Window, origin: string, wanted: string[], last: Record<string, string>}} Follower */
/** @type {Follower[]} */
const followers = [];

/** Tells a follower what has changed for it. @param {Follower} follower @param {State} state */
function follow({ target, origin, wanted, last }, state) {
  for (const event of wanted) {
    const news = events[event](state, origin);
    const text = JSON.stringify(news);
    if (last[event] === text) continue;
    last[event] = text;
    target.postMessage({ type: 'headwaters:event', event, ...news }, origin === 'null' ? '*' : origin);
  }
}

/** @param {Headwaters} api @param {any} message @param {Window} target @param {string} origin */
function listen(api, { id, events: names }, target, origin) {
  const wanted = Object.keys(events).filter((name) => Array.isArray(names) && names.includes(name));
  const known = followers.findIndex((one) => one.target === target);
  if (known >= 0) followers.splice(known, 1);
  if (known < 0 && followers.length === 0) api.on('change', (state) => followers.forEach((one) => follow(one, state)));
  followers.push({ target, origin, wanted, last: {} });
  return { type: 'headwaters:listening', id, events: wanted };
}

/** The user is asked once for each file. @param {Headwaters} api @param {any} message @param {string} origin */
async function ask(api, { id }, origin) {
  const seen = () => !(/** @type {any} */ (shownTo(api.state, origin)).private);
  // Whoever has no name cannot be told from others, and nobody could say whom they allow.
  if (!seen() && !asked.has(origin) && origin !== 'null') {
    const about = api.state.source.text;
    asked.set(origin, import('./dialogs/ask.js').then(({ askUser }) => askUser(origin)).then((yes) => {
      if (yes && api.state.source.kind === 'local' && api.state.source.text === about) allowed.add(origin);
      return yes;
    }));
  }
  await asked.get(origin);
  return { type: 'headwaters:allowed', id, allowed: seen() };
}

/** @param {Headwaters} api @param {any} message @param {string} origin of who asks */
async function answer(api, { type, id, data, url, state, ...options }, origin) {
  if (type === 'headwaters:state') {
    if (state) api.setState(state);
    return { type, id, state: shownTo(api.state, origin) };
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
  api.on('open', () => {
    given = { origin: '', name: '' };
    allowed.clear();
    asked.clear();
  });
  addEventListener('message', async (event) => {
    const { data: message, origin } = event;
    const target = /** @type {Window | null} */ (event.source);
    const reply =
      message?.type === 'headwaters:listen' && target ? listen(api, message, target, origin)
      : message?.type === 'headwaters:ask' ? await ask(api, message, origin)
      : message?.type === 'headwaters:open' || message?.type === 'headwaters:state' ? await answer(api, message, origin)
      : null;
    if (reply) target?.postMessage(reply, origin === 'null' ? '*' : origin);
    if (reply?.type === 'headwaters:listening') followers.filter((one) => one.target === target).forEach((one) => follow(one, api.state));
  });
  const embedder = parent !== window ? parent : opener;
  if (embedder) api.ready.then(() => embedder.postMessage({ type: 'headwaters:ready' }, '*'));
}
