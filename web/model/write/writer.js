// SPDX-License-Identifier: MIT
// @ts-check
// A model that continues a text, token by token, until it ends, the user stops it, or it has written enough tokens. Then the text is run
// like a typed one. Each request writes only a few tokens, so that other actions do not wait. All continuations are kept and can be
// selected again. A text that follows a message is the model's turn, to which the user can reply.

import { WriteSettings } from './settings.js';
import { promptOf, recipeOf } from './recipe.js';
import { treeOf, withWay } from './tree.js';
import { saidOf } from '../../base/problem.js';
import { inLanguage, tr, trCount } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';
import { recipeText } from '../run/recipe.js';
import { joinTokens, visibleText } from '../run/answers.js';

/** @typedef {import('../run/recipe.js').Recipe} Recipe */
/** @typedef {import('../run/sentence.js').Piece} Piece */
/** @typedef {import('./tree.js').Way} Way */
/**
 * @typedef {object} Callbacks
 * @property {(request: import('../run/requests.js').Request, signal?: AbortSignal) => Promise<Written>} call sends `write` to the worker
 * @property {(recipe: Recipe) => void} run runs the text like one that the user has finished typing
 * @property {(chat: string[]) => void} reply starts the next message of this conversation
 * @property {() => Recipe} recipe of the current or pending run
 * @property {(recipe: Recipe, pieces: Piece[]) => void} show shows a text during writing
 * @property {(text: string, isProblem?: boolean) => void} status
 * @property {() => string} writing the page's settings for writing (settings.js) @property {(text: string) => void} setWriting
 */
/** @typedef {{ids: number[], begin: number, prompt: string, text: string, rest: string, same: boolean, end: 'none' | 'token' | 'length', written: {id: number, text: string, probability: number}[]}} Written */

/** Milliseconds per request. The text appears in these steps, and Stop waits at most this long. */
const patience = 60;
const mostTalks = 24;

export class Writer {
  #callbacks;
  #settings;
  /** The last run. @type {{recipe: Recipe, pieces: Piece[]} | null} */
  #run = null;
  /** @type {AbortController | null} */
  #writing = null;
  /** The written text that is being run, in the format of links. '' for none. */
  #awaited = '';
  /** Newest first. @type {Way[]} */
  #ways = [];
  #start = make('button', {
    'data-id': 'write/start',
    type: 'button',
    className: 'write',
    title: tr('Continue the text (Ctrl+Enter)'),
  });
  #back = make('button', {
    'data-id': 'write/back',
    type: 'button',
    className: 'step-back',
    textContent: tr('Step back'),
    title: tr('Delete the last token'),
  });
  #answer = make('button', {
    'data-id': 'write/reply',
    type: 'button',
    className: 'reply',
    textContent: tr('Reply'),
    title: tr('Use this as the model’s reply, then type yours'),
    hidden: true,
  });
  #tree = make('div', { className: 'alternatives' });
  /** Continued messages: the text before the model's turn, and the conversation so far. @type {{prompt: string, chat: string[]}[]} */
  #talks = [];
  /** `said` is read aloud once. `speed` changes too often for that. */
  said = make('p', { className: 'status', role: 'status' });
  speed = make('p', { className: 'status', 'aria-hidden': 'true' });
  /** For the line of text, and for the sidebar. */
  line;
  section;

  /** @param {Callbacks} callbacks */
  constructor(callbacks) {
    this.#callbacks = callbacks;
    this.#settings = new WriteSettings(callbacks.setWriting);
    this.see();
    this.line = make('span', { className: 'write-controls' }, this.#start, this.#back, this.#answer);
    this.section = make(
      'section',
      { className: 'question-panel write-controls' },
      make('h3', { textContent: tr('Writing') }),
      this.#settings.root,
      this.#tree,
    );
    this.#start.onclick = () => this.toggle();
    this.#back.onclick = () => void this.#stepBack();
    this.#answer.onclick = () => {
      const chat = this.#talk();
      if (chat) this.#callbacks.reply(chat);
    };
    this.#shows(false);
  }

  /** The page's settings may have changed. */
  see() {
    this.#settings.show(this.#callbacks.writing());
  }

  get isWriting() {
    return this.#writing !== null;
  }

  toggle() {
    if (this.isWriting) this.stop();
    else this.#goOnWith(this.#callbacks.recipe());
  }

  /** Stops, and runs the text so far. */
  stop() {
    this.#writing?.abort('stopped');
  }

  /** Stops without a run, because something else runs or the model closes. */
  drop() {
    this.#writing?.abort('dropped');
    this.#writing = null;
    this.#shows(false);
  }

  /** @param {Recipe} recipe */
  #goOnWith(recipe) {
    const isRun = this.#run && recipeText(this.#run.recipe) === recipeText(recipe);
    void this.#write(recipe, isRun ? (this.#run?.pieces ?? []) : []);
  }

  /** Continues with another token after this position. @param {number} position @param {import('../run/answers.js').Answer} answer */
  async goOn(position, { id, text }) {
    const pieces = this.#run?.pieces ?? [];
    if (position < 0 || position >= pieces.length) return;
    this.#keep(pieces);
    const before = [...pieces.slice(0, position + 1), { id, text, special: false, bits: null }];
    await this.#write({ text: '', ...this.#seen, ids: before.map((piece) => piece.id).join(',') }, before);
  }

  /** The prompt of the shown run, if it has pictures. */
  get #seen() {
    return this.#run && promptOf(this.#run.recipe);
  }

  /** The page shows a run. @param {Recipe} recipe @param {Piece[]} pieces */
  follow(recipe, pieces) {
    this.#run = { recipe, pieces };
    this.#back.disabled = this.#tokens(pieces) < 2;
    this.#answer.hidden = this.#talk() === null;
    if (this.#awaited === recipeText(recipe)) {
      this.#awaited = '';
      this.#keep(pieces);
    } else if (!this.isWriting) {
      setText(this.said, '');
    }
    this.#draw();
  }

  /** All turns of the shown text, the model's last. Null if it is not a conversation. @returns {string[] | null} */
  #talk() {
    const { text, chat } = this.#run?.recipe ?? { text: '' };
    const [talk] = chat
      ? []
      : this.#talks
          .filter(({ prompt }) => text.length > prompt.length && text.startsWith(prompt))
          .sort((a, b) => b.prompt.length - a.prompt.length);
    return talk ? [...talk.chat, text.slice(talk.prompt.length)] : null;
  }

  /** The number of tokens without special ones. @param {Piece[]} pieces */
  #tokens(pieces) {
    return pieces.filter(({ special }) => !special).length;
  }

  /** @param {Piece[]} pieces */
  #keep(pieces) {
    this.#ways = withWay(
      this.#ways,
      pieces.map(({ id, text }) => ({ id, text })),
    );
  }

  async #stepBack() {
    this.drop();
    const pieces = this.#run?.pieces ?? [];
    if (this.#tokens(pieces) < 2) return;
    this.#keep(pieces);
    await this.#show(pieces.slice(0, -1).map(({ id }) => id));
  }

  /** Runs these tokens. @param {number[]} ids */
  async #show(ids) {
    const seen = this.#seen;
    try {
      this.#callbacks.run(
        recipeOf(
          await this.#callbacks.call({
            call: 'write',
            recipe: { text: '', ...seen, ids: ids.join(',') },
            most: 0,
            milliseconds: 0,
            ...this.#settings.sampling,
          }),
          seen,
        ),
      );
    } catch (error) {
      this.#complain(error);
    }
  }

  /** @param {Recipe} recipe with a text or tokens @param {Piece[]} before its tokens so far */
  async #write(recipe, before) {
    const { text, chat } = recipe;
    let { ids = '' } = recipe;
    const seen = promptOf(recipe);
    this.drop();
    this.#writing = new AbortController();
    const writing = this.#writing;
    this.#shows(true);
    const { cuts = [], swap } = this.#callbacks.recipe();
    const bare = cuts.length > 0 || swap ? tr('without your cuts') : '';
    setText(this.said, bare && tr('Writing without your cuts.'));
    const { most, sampling } = this.#settings;
    /** @type {Written | null} */
    let last = null;
    const pieces = [...before];
    let began = 0;
    let first = 0;
    let count = 0;
    let speed = '';
    try {
      while (count < most && (last === null || last.end === 'none')) {
        const wasFirst = last === null;
        last = await this.#callbacks.call(
          {
            call: 'write',
            recipe: { text, ...(chat && { chat }), ...(ids && { ids }), ...seen },
            most: most - count,
            milliseconds: patience,
            ...sampling,
          },
          writing.signal,
        );
        if (writing.signal.aborted) break;
        const { prompt } = last;
        if (wasFirst && chat && !ids && !seen)
          this.#talks = [
            { prompt, chat: [...(chat === true ? [] : chat), text] },
            ...this.#talks.filter((one) => one.prompt !== prompt),
          ].slice(0, mostTalks);
        ids = last.ids.join(',');
        count += last.written.length;
        const now = performance.now();
        // Not part of the speed, because the first answer includes the run of the earlier text.
        if (began === 0) [began, first] = [now, count];
        else speed = tr('{} tokens per second', inLanguage((((count - first) * 1000) / (now - began)).toFixed(1)));
        for (const { id, text: piece, probability } of last.written)
          pieces.push({ id, text: piece, special: false, bits: -Math.log2(probability) });
        setText(this.speed, [trCount(count, '{} token|{} tokens'), speed].filter(Boolean).join(', '));
        const shown = last.rest && last.text.endsWith(last.rest) ? last.text.slice(0, -last.rest.length) : last.text;
        this.#callbacks.show(seen ?? { text: shown }, pieces);
      }
    } catch (error) {
      if (!writing.signal.aborted) this.#complain(error);
    }
    if (this.#writing !== writing) return; // another action replaced this one
    this.#writing = null;
    this.#shows(false);
    if (!last) return;
    setText(this.speed, '');
    const why = last.end === 'token' ? tr('the model ended the text') : last.end === 'length' ? tr('the model’s limit is reached') : '';
    setText(this.said, [trCount(count, '{} token|{} tokens'), speed, why, bare].filter(Boolean).join(', '));
    const made = recipeOf(last, seen);
    this.#awaited = recipeText(made);
    this.#callbacks.run(made);
  }

  /** @param {unknown} error */
  #complain(error) {
    this.#callbacks.status(saidOf(error, ''), true);
  }

  /** @param {boolean} isWriting */
  #shows(isWriting) {
    this.#start.dataset.id = isWriting ? 'write/stop' : 'write/start';
    setText(this.#start, isWriting ? tr('Stop') : tr('Write'));
    this.#start.setAttribute('aria-pressed', String(isWriting));
    if (!isWriting) setText(this.speed, '');
  }

  #draw() {
    const now = new Set(
      (this.#run?.pieces ?? []).map((_, i, all) =>
        all
          .slice(0, i + 1)
          .map(({ id }) => id)
          .join(),
      ),
    );
    // In a shared beginning the end is most informative, in a continuation its beginning.
    const folded = (/** @type {string} */ text, /** @type {boolean} */ isFirst) =>
      text.length <= 90 ? visibleText(text) : isFirst ? `… ${visibleText(text.slice(-80))}` : `${visibleText(text.slice(0, 80))} …`;
    /** @type {(nodes: import('./tree.js').Node[], isFirst?: boolean) => HTMLElement} */
    const list = (nodes, isFirst = true) =>
      make(
        'ul',
        {},
        ...nodes.map(({ tokens, end, way, children }) => {
          const ids = this.#ways[way].slice(0, end).map(({ id }) => id);
          const text = joinTokens(tokens.map((token) => token.text));
          return make(
            'li',
            {},
            make('button', {
              type: 'button',
              className: 'alternative',
              textContent: folded(text, isFirst && children.length > 0),
              'aria-current': String(now.has(ids.join())),
              onclick: () => {
                this.drop();
                return void this.#show(ids);
              },
            }),
            ...(children.length > 0 ? [list(children, false)] : []),
          );
        }),
      );
    this.#tree.replaceChildren(
      ...(this.#ways.length > 0 ? [make('h3', { textContent: tr('Continuations') }), list(treeOf(this.#ways))] : []),
    );
  }
}
