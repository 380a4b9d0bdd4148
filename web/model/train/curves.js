// SPDX-License-Identifier: MIT
// @ts-check
// The figures of a training against its steps: loss, right answers, and the attention of each head to the tokens that matter.

import { Plot } from './plot.js';
import { inHundred } from './tasks.js';
import { inLanguage, tr } from '../../base/language.js';

/** @typedef {import('./training.js').Training} Training */
/** @typedef {import('./training.js').Described} Described */
/** @typedef {import('./plot.js').Line} Line */

/** A head for people. @param {Described} about @param {number} i its number, by layer */
export const headName = ({ heads }, i) =>
  heads === 1 ? tr('layer {}', i + 1) : tr('layer {}, head {}', Math.floor(i / heads) + 1, (i % heads) + 1);

/** With more heads, only the one under the pointer is named. */
const mostNamed = 4;

/** @param {number} value */
const short = (value) => inLanguage(value.toFixed(2));

/** The kinds of head scores, with their positions in Measured.heads. @returns {{at: 0 | 1 | 2, title: string}[]} */
export const headKinds = () => [
  { at: 0, title: tr('Attention to the token before') },
  { at: 1, title: tr('Attention to the token after an earlier copy') },
  { at: 2, title: tr('Attention to the source token') },
];

/**
 * The kinds that a task has: the source token if its texts name one, else the token after an earlier copy.
 * @param {import('./training.js').Measured | null | undefined} measured at any step
 */
export function shownKinds(measured) {
  const has = (/** @type {0 | 1 | 2} */ at) => measured?.heads.some((one) => one[at] !== null) === true;
  return /** @type {const} */ ([0, 1, 2]).filter((at) => has(at) && !(at === 1 && has(2)));
}

export class Curves {
  #loss;
  #right;
  #heads;
  #kinds = headKinds();
  roots;

  /** @param {Described} about @param {(step: number, settled: boolean) => void} choose */
  constructor(about, choose) {
    this.about = about;
    this.#loss = new Plot('train/loss', choose);
    this.#right = new Plot('train/right', choose);
    this.#heads = this.#kinds.map(({ at }) => new Plot(`train/score/${at}`, choose));
    this.roots = [this.#loss, this.#right, ...this.#heads].map(({ root }) => root);
  }

  /**
   * @param {Training} training
   * @param {{other: Training | null, cut: [number, number][], step: number, parting: {step: number} | null, pointed: number}} also other: the
   * second run; cut: accuracy with the cuts, by step; step: the present one; pointed: a head, or -1
   */
  draw(training, { other, cut, step, parting, pointed }) {
    const last = Math.max(training.isFinished ? training.step : 0, training.about.steps);
    const axis = { last, step, parting: parting?.step };
    // The loss of guessing among all words, or a little more.
    const top = Math.ceil(Math.max(Math.log(training.about.words.length), ...training.losses.slice(0, 20)));
    const losses = (/** @type {Training} */ one) => one.losses.map((loss, i) => /** @type {[number, number]} */ ([i, Math.min(loss, top)]));
    const now = training.losses[Math.min(step, training.losses.length - 1)];
    this.#loss.show({
      ...axis,
      title: tr('Loss'),
      words: now === undefined ? tr('Nothing was trained yet.') : tr('At step {}: {}.', step, short(now)),
      lines: [...(other ? [{ name: '', cls: 'other', points: losses(other) }] : []), { name: '', cls: '', points: losses(training) }],
      low: 0,
      high: top,
      marks: [
        [0, '0'],
        [top, String(top)],
      ],
    });
    this.#right.show({
      ...axis,
      title: tr('Right answers of 100'),
      words: accuracyWords(training, step),
      lines: rightLines(training, other, cut),
      low: 0,
      high: 1,
      marks: [
        [0, '0'],
        [0.5, '50'],
        [1, '100'],
      ],
    });
    this.#drawHeads(training, axis, pointed);
  }

  /** @param {number} head @param {number} pointed */
  #isNamed(head, pointed) {
    return pointed < 0 ? this.about.layers * this.about.heads <= mostNamed : pointed === head;
  }

  /** @param {Training} training @param {{last: number, step: number, parting?: number}} axis @param {number} pointed */
  #drawHeads(training, axis, pointed) {
    const all = sorted(training);
    const shown = shownKinds(all[0]);
    this.#kinds.forEach(({ at, title }, k) => {
      const plot = this.#heads[k];
      plot.root.hidden = !shown.includes(at);
      if (plot.root.hidden) return;
      const now = training.measuredUpTo(axis.step);
      plot.show({
        ...axis,
        parting: undefined,
        title: this.about.layers > 1 ? `${title} (${tr('dashed: layer 1')})` : title,
        words: (now?.heads ?? []).map((one, i) => `${headName(this.about, i)}: ${short(one[at] ?? 0)}`).join(', '),
        lines: (all[0]?.heads ?? []).map((_, i) => ({
          name: this.#isNamed(i, pointed) ? headName(this.about, i) : '',
          cls: `${i < this.about.heads && this.about.layers > 1 ? 'layer-1' : ''}${pointed < 0 || pointed === i ? '' : ' faint'}`,
          points: all.map(({ step, heads }) => /** @type {[number, number]} */ ([step, heads[i]?.[at] ?? 0])),
        })),
        low: 0,
        high: 1,
        marks: [
          [0, '0'],
          [1, '1'],
        ],
      });
    });
  }
}

/** @param {Training} training */
const sorted = (training) => [...training.measured.values()].sort((a, b) => a.step - b.step);

/** @param {Training} training @param {number} step */
function accuracyWords(training, step) {
  const now = training.measuredUpTo(step);
  return now ? tr('At step {}: {} of 100.', now.step, inHundred(now.accuracy)) : '';
}

/** @param {Training} training @param {Training | null} other @param {[number, number][]} cut @returns {Line[]} */
function rightLines(training, other, cut) {
  const all = sorted(training);
  const points = (/** @type {import('./training.js').Measured[]} */ list) =>
    list.map(({ step, accuracy }) => /** @type {[number, number]} */ ([step, accuracy]));
  /** @type {Line[]} */
  const lines = [];
  if (other) lines.push({ name: tr('second run'), cls: 'other', points: points(sorted(other)) });
  if (training.about.hasHardTest)
    lines.push({
      name: tr('hard test'),
      cls: 'hard',
      points: all.map(({ step, hard }) => /** @type {[number, number]} */ ([step, hard ?? 0])),
    });
  if (cut.length > 0) lines.push({ name: tr('with the cut'), cls: 'cut', points: cut });
  return [...lines, { name: lines.length > 0 ? tr('this run') : '', cls: '', points: points(all) }];
}
