// SPDX-License-Identifier: MIT
// @ts-check
// A page that embeds this one in an iframe (or opened it) can open data, set the view and follow it.
//
//     frame.contentWindow.postMessage({type: 'headwaters:open', id: 1, data | url, name?, read?, tokenTexts?, state?}, origin)
//     answer: {type: 'headwaters:opened', id, summary} or {type: 'headwaters:failed', id, problem}
//     with a model in the other page, in place of the data: {type: 'headwaters:open', id, model: {name, kind, ...}, prompt?, state?}
//     calls: {type: 'headwaters:call', id, what, recipe, word?}, replies: {type: 'headwaters:reply', id, result, example} or {id, problem}
//     frame.contentWindow.postMessage({type: 'headwaters:state', id: 2, state}, origin)
//     answer: {type: 'headwaters:state', id, state}
//     frame.contentWindow.postMessage({type: 'headwaters:listen', id: 3, events: ['layer', 'selection', 'state']}, origin)
//     answer: {type: 'headwaters:listening', id, events}, and from then on {type: 'headwaters:event', event, ...}
//     frame.contentWindow.postMessage({type: 'headwaters:ask', id: 4}, origin)
//     answer, once the user has chosen: {type: 'headwaters:allowed', id, allowed}
//     frame.contentWindow.postMessage({type: 'headwaters:results', id: 5, method?, layer?}, origin)
//     answer: {type: 'headwaters:results', id, results}, or failed without a right to the open document
//
// Only pages that sent a request receive messages, except for {type: 'headwaters:ready'}, which goes to the embedder. The page runs their
// commands. filter.js limits the answers to data that they already know (web/consent/disclosures.js), that they provided, or that the visitor
// allowed.

import { ProblemError } from '../base/problem.js';
import { events, messageFor } from './filter.js';

/** @typedef {import('../headwaters.d.ts').Headwaters} Headwaters */
/** @typedef {import('../headwaters.d.ts').State} State */
/**
 * The page's services for answers.
 * @typedef {object} Desk
 * @property {Headwaters} api
 * @property {import('../consent/disclosures.js').Disclosures} disclosures
 * @property {() => object | null} given the open bytes if they were given, the same object as long as the file is the same
 * @property {() => string} fields of the current address
 * @property {(name: string, more: {source: Blob, model: import('../model/given/given_link.js').GivenModel}) => Promise<void>} [openModel]
 * @property {() => Promise<Pick<typeof import('../consent/permission.js'), 'askUser' | 'noMore'>>} [questions] loads the code that asks the
 * visitor
 */
/** @typedef {{target: Window, origin: string, who: string}} Peer who: its origin, or a substitute */
/** @typedef {{peer: Peer, wanted: string[], last: Record<string, string>}} Follower */

/** A stranger's message. Any part may have any type. @typedef {Record<string, unknown>} Heard */

export class Answers {
  #desk;
  /** The peers that provided data, by the bytes. @type {WeakMap<object, string>} */
  #gave = new WeakMap();
  /** The visitor's answers, by the document that was open and by the peer. @type {Map<object | string, Map<string, Promise<boolean>>>} */
  #asked = new Map();
  /** @type {Map<object | string, Set<string>>} */
  #allowed = new Map();
  /** @type {Follower[]} */
  #followers = [];
  /** Answers the open question with no. */
  #noMore = () => {};
  /** Receivers of a model's replies, by the window that runs it. @type {Map<Window, (reply: Heard) => void>} */
  #models = new Map();

  /** @param {Desk} desk */
  constructor(desk) {
    this.#desk = desk;
    // A question refers to the document that was open.
    desk.api.on('open', () => this.#noMore());
  }

  /** @param {MessageEvent} event */
  async hear({ data: message, origin, source }) {
    const target = /** @type {Window | null} */ (source);
    const callbacks = {
      'headwaters:open': this.#open,
      'headwaters:state': this.#state,
      'headwaters:listen': this.#listen,
      'headwaters:ask': this.#ask,
      'headwaters:results': this.#results,
      'headwaters:reply': this.#reply,
    };
    const type = typeof message?.type === 'string' ? message.type : '';
    if (!target || !Object.hasOwn(callbacks, type)) return;
    // Without an origin, the embedding page is identified by its place for as long as it exists.
    const who = origin !== 'null' ? origin : target === parent && parent !== window ? 'the page around' : '';
    const peer = { target, origin, who };
    try {
      await callbacks[/** @type {keyof typeof callbacks} */ (type)].call(this, message, peer);
    } catch (error) {
      const {
        place = '',
        finding = String(error),
        remedy = '',
      } = /** @type {Partial<import('../base/problem.js').ProblemError>} */ (error);
      this.#send(peer, 'failed', { id: message.id, problem: { place, finding, remedy } });
    }
  }

  /** Informs the embedder or opener that the page is ready. @param {Window} target */
  async greet(target) {
    await this.#desk.api.ready;
    this.#send({ target, origin: '*', who: '' }, 'ready', {});
  }

  // --- requests -------------------------------------------------------------------------------------------

  /** @param {Heard} message @param {Peer} peer */
  async #open({ id, data, url, model, prompt, state, ...options }, peer) {
    const { api, disclosures } = this.#desk;
    if (model) return this.#openModel({ id, model, prompt, state }, peer);
    const isLink = typeof url === 'string';
    const source = isLink ? url : bytesOf(data);
    if (peer.who && !isLink) this.#gave.set(/** @type {object} */ (source), peer.who);
    await api.open(source, /** @type {import('../headwaters.d.ts').OpenChoices} */ (options));
    // The address of data or of a list, because the page may have opened it as either.
    if (peer.who && isLink)
      for (const field of ['url', 'dataset']) {
        disclosures.add(`${field}=${url}`, peer.who);
        disclosures.opened(`${field}=${url}`);
      }
    if (state) this.#set(state, peer);
    this.#send(peer, 'opened', { id });
  }

  /** The peer's own model. Text that is typed into its line goes to the peer. @param {Heard} message @param {Peer} peer */
  async #openModel({ id, model, prompt, state }, peer) {
    const { openModel, disclosures } = this.#desk;
    if (!openModel || !peer.who)
      throw new ProblemError(
        'model',
        'Only a page with an origin can bring a model.',
        'Open the model from the page that contains the frame.',
      );
    const [{ aboutOf }, { recipeText }] = await Promise.all([import('../model/given/given_link.js'), import('../model/run/recipe.js')]);
    const source = new Blob();
    const about = aboutOf(model);
    this.#gave.set(source, peer.who);
    const given = {
      about,
      first: typeof prompt === 'string' ? prompt : '',
      answers: (/** @type {(reply: Heard) => void} */ hear) => void this.#models.set(peer.target, hear),
      ask: (/** @type {import('../model/given/given_link.js').Call} */ call) => {
        disclosures.add(`prompt=${recipeText(call.recipe)}`, peer.who);
        this.#send(peer, 'call', call);
      },
    };
    await openModel(about.name, { source, model: given });
    if (state) this.#set(state, peer);
    this.#send(peer, 'opened', { id });
  }

  /** @param {Heard} message @param {Peer} peer */
  async #reply(message, peer) {
    this.#models.get(peer.target)?.(message);
  }

  /** @param {Heard} message @param {Peer} peer */
  async #state({ id, state }, peer) {
    if (state) this.#set(state, peer);
    this.#send(peer, 'state', { id });
  }

  /** @param {Heard} message @param {Peer} peer */
  async #listen({ id, events: names }, peer) {
    const wanted = Object.keys(events).filter((name) => Array.isArray(names) && names.includes(name));
    if (this.#followers.length === 0)
      this.#desk.api.on('change', (state) =>
        this.#followers.forEach((one) => {
          this.#follow(one, state);
        }),
      );
    const follower = { peer, wanted, last: {} };
    this.#followers = [...this.#followers.filter(({ peer: { target } }) => target !== peer.target), follower];
    this.#send(peer, 'listening', { id, events: wanted });
    this.#follow(follower, this.#desk.api.state);
  }

  /** The visitor is asked once for each file. @param {Heard} message @param {Peer} peer */
  async #ask({ id }, peer) {
    const { api } = this.#desk;
    const about = this.#isOpen(api.state);
    const asked = this.#asked.get(about) ?? new Map();
    // Without an origin the question could not name the peer.
    if (!this.#rightsOf(peer, api.state).document && peer.origin !== 'null' && !asked.has(peer.who)) {
      this.#asked.set(about, asked);
      asked.set(
        peer.who,
        this.#askUser(peer.origin).then((yes) => {
          if (yes) this.#allowed.set(about, (this.#allowed.get(about) ?? new Set()).add(peer.who));
          return yes;
        }),
      );
    }
    await asked.get(peer.who);
    this.#send(peer, 'allowed', { id, allowed: this.#rightsOf(peer, api.state).document });
    this.#followers.forEach((one) => {
      this.#follow(one, api.state);
    });
  }

  /** Results reveal the document, so peers without the right to it receive none. @param {Heard} message @param {Peer} peer */
  async #results({ id, method, layer }, peer) {
    const { api } = this.#desk;
    const about = this.#isOpen(api.state);
    const isTheirs = () => this.#rightsOf(peer, api.state).document && this.#isOpen(api.state) === about;
    const refused = () =>
      new ProblemError('results', 'This page may not read the data in the frame.', 'Ask the visitor first with headwaters:ask.');
    if (!isTheirs()) throw refused();
    const results = await api
      .results({
        ...(typeof method === 'string' && { method: /** @type {import('../headwaters.d.ts').MethodName} */ (method) }),
        ...(typeof layer === 'number' && Number.isInteger(layer) && { layer }),
      })
      .catch((error) => {
        throw isTheirs() ? error : refused();
      });
    if (!isTheirs()) throw refused(); // another file was opened meanwhile
    this.#send(peer, 'results', { id, results });
  }

  /** @param {string} origin */
  async #askUser(origin) {
    const { askUser, noMore } = await (this.#desk.questions?.() ?? import('../consent/permission.js'));
    this.#noMore = noMore;
    return askUser('read', origin);
  }

  /** @param {unknown} given @param {Peer} peer */
  #set(given, peer) {
    const { api, disclosures } = this.#desk;
    const state = /** @type {Heard} */ (given); // setState() ignores members that do not fit
    // A peer knows the pointers that it sends.
    for (const name of ['lesson', 'dataset'])
      if (peer.who && typeof state[name] === 'string') disclosures.add(`${name}=${state[name]}`, peer.who);
    if (peer.who && typeof state.prompt === 'string') disclosures.add(`prompt=${state.prompt}`, peer.who);
    api.setState(state);
  }

  // --- replies --------------------------------------------------------------------------------------------

  /** Identifies the open document. @param {State} state the current state @returns {object | string} */
  #isOpen({ source: { kind, text } }) {
    return this.#desk.given() ?? `${kind}=${text}`;
  }

  /** @param {Peer} peer @param {State} state the current state @returns {import('./filter.js').Rights} */
  #rightsOf({ origin, who }, state) {
    const { disclosures, fields, given } = this.#desk;
    if (origin === location.origin && origin !== 'null')
      return { all: true, document: true, notes: true, second: true, dataset: true, lesson: true };
    const { source, second, dataset } = state;
    const isLocal = source.kind === 'local';
    const isTheirs = isLocal
      ? who !== '' && this.#gave.get(given() ?? {}) === who
      : disclosures.knows(`${source.kind}=${source.text}`, who);
    const lesson = /(?:^|&)lesson=([^&]*)/.exec(fields())?.[1] ?? '';
    // The visitor's own changes are private, even in a document that the peer provided.
    const made = /(?:^|&)((?:draft|prompt)=[^&]*)/.exec(fields())?.[1];
    // So is any text that replaces typed text. Otherwise a peer could test a guess.
    const isOwn = !isLocal && disclosures.isOwn(`${source.kind}=${source.text}`);
    const isKnown = made === undefined || (!isOwn && disclosures.knows(decodeURIComponent(made), who));
    const isAllowed = Boolean(who && this.#allowed.get(this.#isOpen(state))?.has(who));
    const document = isKnown && (source.kind === 'none' || isTheirs || isAllowed);
    return {
      all: false,
      document,
      notes: document && (isAllowed || !disclosures.hasNotes),
      second: second !== null && disclosures.knows(`second=${decodeURIComponent(/^second=([^&]*)/.exec(second)?.[1] ?? '')}`, who),
      dataset: dataset === '' || disclosures.knows(`dataset=${dataset}`, who),
      lesson: disclosures.knows(`lesson=${decodeURIComponent(lesson)}`, who),
    };
  }

  /** The only place that sends messages. @param {Peer} peer @param {Parameters<typeof messageFor>[0]} type @param {import('./filter.js').Said} said @param {State} [state] */
  #send(peer, type, said, state = this.#desk.api.state) {
    peer.target.postMessage(messageFor(type, said, state, this.#rightsOf(peer, state)), peer.origin === 'null' ? '*' : peer.origin);
  }

  /** Informs a follower of changes that it may see. @param {Follower} follower @param {State} state the current state */
  #follow({ peer, wanted, last }, state) {
    const rights = this.#rightsOf(peer, state);
    for (const event of wanted) {
      const text = JSON.stringify(messageFor('event', { event }, state, rights));
      if (last[event] === text) continue;
      last[event] = text;
      this.#send(peer, 'event', { event }, state);
    }
  }
}

/** @param {unknown} data @returns {Blob | ArrayBuffer} one object that identifies the data */
function bytesOf(data) {
  if (data === null || typeof data !== 'object')
    throw new ProblemError('open', `${data === null ? 'null' : typeof data} can't be opened.`, 'Give bytes, an object or a url.');
  if (data instanceof Blob || data instanceof ArrayBuffer) return data;
  return new Blob([ArrayBuffer.isView(data) ? /** @type {BlobPart} */ (data) : JSON.stringify(data)]);
}
