// SPDX-License-Identifier: MIT
// @ts-check
// A sound as the model hears it, with its words at their times. Click a word to hear its piece and to see where the model looked; silence a
// stretch to run the model without it.

import { inLanguage, tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';
import { saidOf } from '../../base/problem.js';
import { headName, percent, visibleText } from '../run/answers.js';
import { button } from '../run/parts.js';
import { drawAlignment, drawCurves, drawFeatures, rowsOf, wordsOf } from './sound_drawing.js';
import { SoundControls } from './sound_controls.js';

/** @typedef {import('./sound_drawing.js').Heard} Heard */
/** @typedef {import('./sound_drawing.js').Word} Word */

/** The least width of a word in pixels. */
const leastWidth = 26;

/** @param {number} seconds */
export const timeText = (seconds) => inLanguage(seconds.toFixed(2));

/** Seconds of a frame of the features. @param {Heard} heard */
const frameOf = ({ step = 0.02 }) => step / 2;

/** The recipe's silent frames with another stretch, in seconds. @param {string | undefined} silent @param {number} from @param {number} to @param {number} frame */
export function alsoSilent(silent, from, to, frame) {
  const [first, end] = [Math.max(Math.round(from / frame), 0), Math.round(to / frame)];
  return end > first ? [silent, `${first}-${end}`].filter(Boolean).join(';') : (silent ?? '');
}

export class SoundSheet {
  #context;
  #controls;
  #words = make('div', { className: 'sound-words', role: 'group' });
  #features = make('canvas', { 'data-id': 'sound/features', className: 'sound-features ink' });
  #marked = make('div', { className: 'sound-marked', hidden: true });
  #heads = make('p', { className: 'muted' });
  #alignment = make('canvas', { 'data-id': 'sound/alignment', className: 'sound-alignment ink' });
  #curves = make('canvas', { className: 'sound-curves', hidden: true });
  #detail = make('p', { className: 'detail', role: 'status' });
  /** @type {Heard | null} */
  #heard = null;
  /** @type {import('../run/parts.js').ShownRun | null} */
  #run = null;
  /** @type {AbortSignal | null} */
  #signal = null;
  #start = 0; // of a drag, in seconds
  root;

  /** @param {import('../run/parts.js').Context} context */
  constructor(context) {
    this.#context = context;
    this.#controls = new SoundControls(context, {
      problem: (error) => setText(this.#detail, saidOf(error, tr('sound'))),
      marked: () => this.#mark(),
      silence: (from, to) => this.#silence(from, to),
    });
    this.#words.setAttribute('aria-label', tr('Words with their times'));
    for (const [canvas, label] of /** @type {const} */ ([
      [this.#features, tr('The sound as log-mel features, time to the right')],
      [this.#alignment, tr('Cross-attention, one row per token')],
    ])) {
      canvas.setAttribute('role', 'img');
      canvas.setAttribute('aria-label', label);
    }
    this.#features.addEventListener('pointerdown', (event) => {
      this.#features.setPointerCapture(event.pointerId);
      this.#start = this.#timeAt(event);
    });
    this.#features.addEventListener('pointermove', (event) => {
      if (event.buttons > 0) this.#controls.mark(this.#start, this.#timeAt(event));
    });
    this.root = make(
      'div',
      { className: 'sound' },
      this.#controls.root,
      make('div', { className: 'sound-time' }, this.#words, this.#features, this.#marked),
      this.#controls.stretch,
      this.#detail,
      this.#curves,
      this.#heads,
      this.#alignment,
    );
  }

  leave() {
    this.#controls.stop();
  }

  /** @param {import('../run/parts.js').ShownRun} run @param {AbortSignal} signal */
  async show(run, signal) {
    this.#signal = signal;
    this.#run = run;
    setText(this.#detail, '');
    this.#curves.hidden = true;
    this.#controls.show(run);
    const heard = await this.#context.ask('sound', {}, signal);
    if (signal.aborted) return;
    this.#heard = heard;
    drawFeatures(this.#features, heard);
    drawAlignment(this.#alignment, heard);
    this.#alignment.style.height = `${Math.min(Math.max(12 * (heard.words?.length ?? 0), 12), 320)}px`;
    this.#showWords(wordsOf(heard.words ?? []));
    const names = (heard.heads ?? []).map(([layer, head]) => tr('layer {}, {}', layer + 1, headName(head))).join('; ');
    setText(
      this.#heads,
      heard.named
        ? tr('Below, cross-attention of the alignment heads that the model names ({}), one row per token.', names)
        : tr('Below, cross-attention of all heads in the upper half of the layers, one row per token.'),
    );
    this.#controls.length = this.#seconds;
  }

  get #seconds() {
    const { frames = 0 } = this.#heard ?? {};
    return frames * frameOf(this.#heard ?? /** @type {Heard} */ ({}));
  }

  /** @param {Word[]} words */
  #showWords(words) {
    const length = this.#seconds || 1;
    const least = (length * leastWidth) / Math.max(this.#words.clientWidth, 300);
    const rows = rowsOf(words, least);
    this.#words.style.height = `${24 * (Math.max(-1, ...rows) + 1) + 4}px`;
    this.#words.replaceChildren(
      ...words.map((word, at) => {
        const own = button(`sound/word-${at + 1}`, visibleText(word.text).trim() || '·', () => void this.#choose(word, own));
        own.className = 'sound-word';
        own.title = tr('{} to {} s', timeText(word.from), timeText(word.to));
        own.style.left = `${(100 * word.from) / length}%`;
        own.style.maxWidth = `max(${leastWidth - 2}px, ${(100 * Math.max(word.to - word.from, 0.02)) / length}%)`;
        own.style.top = `${24 * rows[at]}px`;
        return own;
      }),
    );
  }

  /** @param {Word} word @param {HTMLElement} own */
  async #choose({ text, position, from, to }, own) {
    const signal = this.#signal;
    if (!signal || !this.#run) return;
    for (const other of this.#words.children) other.toggleAttribute('data-chosen', other === own);
    this.#controls.mark(from, to);
    this.#controls.play(from, to);
    const { attention = [], rollout = [], silence = 0 } = await this.#context.ask('sound', { position }, signal);
    if (signal.aborted) return;
    this.#curves.hidden = false;
    const style = getComputedStyle(this.root);
    drawCurves(this.#curves, [
      [rollout, style.getPropertyValue('--selection')],
      [attention, style.getPropertyValue('--quantity')],
    ]);
    setText(
      this.#detail,
      tr(
        '“{}”, {} to {} s. Blue shows its cross-attention, red its rollout through decoder and encoder, each scaled to its largest value. {} of the rollout is in the silence after the sound.',
        visibleText(text).trim(),
        timeText(from),
        timeText(to),
        percent(silence),
      ),
    );
  }

  /** @param {number} from @param {number} to in seconds */
  #silence(from, to) {
    if (!this.#heard || !this.#run) return;
    const silent = alsoSilent(this.#run.recipe.silent, from, to, frameOf(this.#heard));
    this.#context.change({ silent: silent || undefined, ids: undefined });
  }

  #mark() {
    const { from, to } = this.#controls.marked;
    const length = this.#seconds || 1;
    this.#marked.hidden = !(to > from);
    this.#marked.style.left = `${(100 * from) / length}%`;
    this.#marked.style.width = `${(100 * (to - from)) / length}%`;
  }

  /** @param {PointerEvent} event */
  #timeAt({ offsetX }) {
    return Math.min(Math.max(offsetX / (this.#features.clientWidth || 1), 0), 1) * this.#seconds;
  }
}
