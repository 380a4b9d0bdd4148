// SPDX-License-Identifier: MIT
// @ts-check
// The line of an open model, below the page's header: the sentence followed by the answer, the question, and the effects of an action. The
// sidebar has all answers and the earlier texts.

import { Before, chatChoice } from '../run/chat.js';
import { cover } from './cover.js';
import { fillHistory } from './history_list.js';
import {
  beamsMenu,
  examplesMenu,
  findField,
  fitLines,
  lineButton,
  outsideNote,
  pairButton,
  pairField,
  promptMenu,
  promptOf,
  textButtons,
  textField,
} from './helpers.js';
import { SentenceRow } from './sentence_row.js';
import { marksOf, tokenActs } from './token_acts.js';
import { comparedWith, withGaps } from '../run/recipe.js';
import { AnswerBars, headingOf, answerLine, lacksMask, visibleText, answerPlace } from '../run/answers.js';
import { noToken, spelled, spelledOf } from '../run/sentence.js';
import { outputLine } from '../run/stacks.js';
import { adoptStyle } from './style.js';
import { pictureButton } from '../picture/choose_button.js';
import { putInto } from '../write/into_field.js';
import { tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';
import { sideSection } from '../../mirror/side.js';

/** @typedef {import('../run/about.js').About} About */
/** @typedef {import('../run/about.js').Callbacks} Callbacks */
/** @typedef {import('../run/parts.js').ShownRun & {pieces: import('../run/sentence.js').Piece[], note?: string, output?: import('../run/stacks.js').Output}} Run */

/** Milliseconds without a key after which the user has finished typing. */
const pause = 700;

export class Bar {
  #callbacks;
  #about;
  #surface;
  #text = textField();
  #pair;
  #prompt;
  #chat;
  #before;
  #beams = beamsMenu();
  #sentence;
  #line = make('output', { className: 'answer-line', htmlFor: 'prompt' });
  #status = make('p', { className: 'status', role: 'status' });
  #heading = make('h3');
  #answers = new AnswerBars();
  #find = findField();
  #history = make('ol', { className: 'texts' });
  #writing = Object.assign(sideSection('write', tr('Writing'), false), { hidden: true });
  #pane;
  #leave;
  #root;
  #room;
  #timer = 0;
  #note = ''; // about the shown tokens
  /** @type {import('../run/answers.js').Where & {output?: import('../run/stacks.js').Output}} */
  #also = {};
  /** @type {import('../write/writer.js').Writer | null} */
  #writer = null;

  /**
   * @param {About} about @param {Callbacks} callbacks @param {import('../models.js').ModelServices} page
   * @param {{asks: HTMLElement[], question: HTMLElement[], cuts: HTMLElement, over: HTMLElement}} parts below the sentence; in the sidebar; over the figure
   */
  constructor(about, callbacks, { page, side, changed, surface }, { asks, question, cuts, over }) {
    adoptStyle();
    this.#room = (/** @type {number} */ height) => {
      page.room(height);
      changed();
    };
    this.#callbacks = callbacks;
    this.#about = about;
    this.#surface = surface;
    this.#pair = pairField(about);
    this.#prompt = promptMenu(about.prompts ?? [], this.#text, () => this.#typed());
    this.#beams.hidden = !about.decoder || about.sound !== undefined;
    this.#chat = chatChoice(about.chats ?? false, callbacks.chat);
    this.#before = new Before(() => callbacks.chat(true));
    this.#beams.onchange = () => callbacks.beams(Number(this.#beams.value));
    this.#pane = make(
      'section',
      { className: 'model-pane', 'aria-label': tr('Model’s answers') },
      this.#heading,
      this.#find,
      this.#answers.root,
    );
    this.#sentence = new SentenceRow(this.#fields(), this.#line, about.residues);
    this.#root = make(
      'section',
      { className: 'model', 'aria-label': tr('Model') },
      this.#before.root,
      this.#sentence.root,
      make('div', { className: 'line-footer' }, make('div', { className: 'questions' }, ...asks), this.#typing()),
      this.#status,
      outsideNote(about),
    );
    this.#listen();
    if (about.picture || about.sound) this.#readsPicture(about.picture?.comparesTexts ?? false);
    document.getElementById('mirror')?.before(this.#root, over);
    this.#leave = side.lead([
      sideSection('says', tr('Model’s answers'), about.picture !== undefined, this.#pane),
      sideSection('question', tr('Question'), false, ...question),
      sideSection('cuts', tr('Cut and run again'), false, cuts),
      this.#writing,
      sideSection(
        'texts',
        about.picture ? tr('Pictures so far') : tr('Texts so far'),
        false,
        this.#history,
        lineButton('describe', tr('About this model'), () => callbacks.describe(), { className: 'describe' }),
      ),
    ]);
    if (about.picture && !document.documentElement.hasAttribute('data-lesson')) side.toggle(true);
    document.documentElement.setAttribute('data-model', '');
    this.#watch = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--model', `${this.#root.offsetHeight}px`);
      this.#room(this.#root.offsetHeight);
    });
    this.#watch.observe(this.#root);
    addEventListener('resize', this.#grow);
  }
  #watch;

  /** The controls below the text, for typing and for examples. */
  #typing() {
    const about = this.#about;
    return make(
      'div',
      { className: 'typing' },
      ...(about.prompted ? pictureButton('line/picture', this.#callbacks.takePicture, '') : []),
      this.#prompt,
      ...textButtons(about, this.#text, () => this.#typed()),
      pairButton(
        about,
        this.#pair,
        () => this.#grow(),
        () => this.#now(true),
      ),
      this.#beams,
      this.#chat,
      examplesMenu(about.picture ? [] : about.examples, this.#callbacks.start),
      lineButton('close', '×', () => this.#callbacks.close(), {
        className: 'close',
        'aria-label': tr('Close the model'),
        title: tr('Close the model'),
      }),
    );
  }

  close() {
    this.#stopTimer();
    this.#watch.disconnect();
    removeEventListener('resize', this.#grow);
    this.#root.remove();
    this.#leave();
    document.documentElement.removeAttribute('data-model');
    this.#room(0);
  }

  /** For a model that translates, the typed text runs when the user pauses. */
  get isUnsent() {
    return this.#about.decoder !== undefined && this.#timer !== 0;
  }

  focus() {
    this.#text.focus();
    this.#text.select();
  }

  /** Sets the current or coming run, which the next typed text will continue. @param {import('../run/recipe.js').Recipe} recipe */
  set({ text, target, pair = this.#about.kind === 'embedding' ? comparedWith(target) : undefined, beams = 1, chat }) {
    this.#stopTimer(); // drops the last typed text
    if (this.#about.picture || this.#about.sound) {
      if (this.#text.value.trim() !== (pair ?? '').trim()) putInto(this.#text, pair ?? '');
      return this.#grow();
    }
    this.#chat.value = chat ? 'message' : 'plain';
    this.#before.show(chat);
    this.#text.placeholder = Array.isArray(chat) ? tr('Your next message') : this.#about.prompted ? tr('Ask about the picture') : '';
    if (![...this.#beams.options].some(({ value }) => value === String(beams)))
      this.#beams.append(make('option', { value: String(beams), textContent: tr('beam search, {}', beams) }));
    this.#beams.value = String(beams);
    if (withGaps(this.#text.value, this.#about.mask) !== text) putInto(this.#text, text);
    if (typeof this.#prompt !== 'string') this.#prompt.value = promptOf(text, this.#about.prompts ?? [])?.name ?? '';
    if (this.#pair && this.#pair.value !== (pair ?? '')) this.#pair.value = pair ?? '';
    if (this.#pair && pair !== undefined) this.#pair.hidden = false;
    this.#grow();
  }

  /** Adds a section at the top of the answers in the sidebar. @param {HTMLElement} section */
  addFirst(section) {
    this.#pane.prepend(section);
  }

  /** Adds the controls of a model that continues texts. @param {import('../write/writer.js').Writer} writer */
  writes(writer) {
    this.#writer = writer;
    this.#root.querySelector('.typing')?.prepend(writer.line);
    this.#status.after(make('div', { className: 'written-line' }, writer.speed, writer.said));
    this.#writing.append(writer.section);
    this.#writing.hidden = false;
  }

  /** @param {boolean} comparesTexts */
  #readsPicture(comparesTexts) {
    this.#text.hidden = !comparesTexts;
    this.#text.placeholder = tr('Texts to compare with the picture, one per line');
    this.#text.setAttribute('aria-label', tr('Texts to compare with the picture, one per line'));
    this.#sentence.root.toggleAttribute('data-drawn', true);
  }

  /** @param {Run} run @param {import('../cut/one_cut.js').Place} place the selection in the views */
  showRun(run, place) {
    const { pieces, note, says, question, output } = run;
    // A program around the page only knows targets of one token.
    const acts = () => tokenActs(this.#surface(), pieces, says, this.#callbacks, !this.#about.asks);
    if (!this.#about.picture && !this.#about.sound) this.showPieces(pieces, acts(), marksOf(run, place), note);
    this.showSays(says, question?.index ?? null, { ...answerPlace(run), output });
  }

  /**
   * @param {import('../run/sentence.js').Piece[]} pieces @param {import('./sentence_row.js').Callbacks | null} [callbacks] @param {Parameters<SentenceRow['show']>[2]} [now]
   * @param {string} [note] about them
   */
  showPieces(pieces, callbacks = null, now = {}, note = '') {
    const unknown = pieces.find((one) => one.unknown);
    const letters = spelledOf(pieces);
    this.#note = [note, unknown ? noToken(visibleText(unknown.text)) : '', letters && spelled(letters)].filter(Boolean).join(' ');
    this.#sentence.show(pieces, callbacks, now);
    if (!callbacks) this.#text.scrollTop = this.#text.scrollHeight; // the end, where the model writes
  }

  /** Colours the tokens by the figure's values. @param {import('./sentence_row.js').Value[]} values */
  colour(values) {
    this.#sentence.colour(values);
  }

  /** Colours the tokens by measured values instead of the figure's. Null for none. @param {import('./sentence_row.js').Value[] | null} values */
  tint = (values) => this.#sentence.tint(values);

  /**
   * @param {import('../run/answers.js').AnswerList} says @param {number | null} asked
   * @param {import('../run/answers.js').Where & {output?: import('../run/stacks.js').Output}} [also] of a model that translates, default: as
   * before
   */
  showSays(says, asked, also = this.#also) {
    this.#also = also;
    this.showRunning(false);
    const { output } = also;
    this.#line.classList.toggle('has-output', output !== undefined);
    const { token } = this.#callbacks;
    this.#line.replaceChildren(output ? outputLine(output, says.position, token) : answerLine(says, this.#about.mask, also));
    setText(this.#heading, headingOf(says, also));
    this.#find.hidden = lacksMask(says) || says.vocabulary <= says.answers.length;
    this.#answers.show(says, this.#about.mask, { ...this.#callbacks, goOn: this.#writer && this.#callbacks.goOn }, asked);
  }

  /** @param {import('./history_list.js').Recipe[]} texts newest first @param {import('./history_list.js').Recipe} current */
  showTexts(texts, current) {
    fillHistory(this.#history, texts, current, { ...this.#callbacks, seen: this.#about.picture });
  }

  /** @param {string} text '' for none @param {boolean} [isProblem] */
  showStatus(text, isProblem = false) {
    setText(this.#status, text || this.#note);
    this.#status.classList.toggle('problem', isProblem);
    this.showRunning(false);
    this.#isOfBefore(false);
  }

  /** The line's text could not be run, so the page shows an older one. @param {string} problem */
  showNotRun(problem) {
    this.showStatus(this.#about.picture ? problem : `${problem} ${tr('The page still shows the previous text.')}`, true);
    this.#isOfBefore(true);
  }

  /** @param {boolean} isStale */
  #isOfBefore(isStale) {
    for (const part of [this.#root, this.#pane]) part.toggleAttribute('data-before', isStale);
  }

  /** Marks the answer as outdated until the next one arrives. Its space is reserved, so that the figure does not move. */
  showRunning(runs = true) {
    this.#root.setAttribute('aria-busy', String(runs));
    this.#line.dataset.runs = runs ? tr('Running …') : '';
  }

  #fields = () => (this.#pair ? [this.#text, this.#pair] : [this.#text]);

  #listen() {
    for (const field of this.#fields()) {
      field.addEventListener('input', () => this.#typed());
      field.addEventListener('keydown', (event) => {
        if (event.isComposing) return;
        if (event.key === 'Escape' && this.#writer?.isWriting) return this.#writer.stop();
        if (event.key === 'Escape') {
          event.stopPropagation(); // leave the line, not the view
          document.getElementById('canvas')?.focus({ preventScroll: true });
        }
        if (event.key !== 'Enter' || event.shiftKey || this.#about.picture) return;
        event.preventDefault();
        const { prompted } = this.#about;
        if (this.#writer && !prompted && (event.ctrlKey || event.metaKey)) this.#writer.toggle();
        else {
          this.#now(true);
          this.#sentence.rest();
          document.getElementById('canvas')?.focus({ preventScroll: true });
          if (prompted) this.#writer?.toggle();
        }
      });
    }
    this.#find.addEventListener('input', () => this.#callbacks.find(this.#find.value));
  }

  /** Clips the line where a menu of the page covers it. @param {import('../../outward.d.ts').Places} places */
  cover(places) {
    cover(this.#root, places);
  }

  #stopTimer() {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
  }

  #typed() {
    this.#grow();
    this.#now(false);
    this.#timer = window.setTimeout(() => this.#now(true), pause);
  }

  /** @param {boolean} settled */
  #now(settled) {
    this.#stopTimer();
    this.#callbacks.typed(this.#text.value, this.#pair?.value || undefined, settled);
  }

  #grow = () => fitLines(this.#fields());
}
