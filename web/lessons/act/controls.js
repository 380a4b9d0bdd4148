// SPDX-License-Identifier: MIT
// @ts-check
// The controls in a step's text that a student can change: a word of the model's input, a hidden token, a cut edge, head or residual, a
// slider, a view. The page's state records the changes. This code has the elements and combines the changes into one run.

import { elementsOf } from '../form/markup.js';
import { inLanguage, tr } from '../../base/language.js';
import { make } from '../../base/elements.js';
import { recipeOf, recipeText } from '../../model/run/recipe.js';

/** @typedef {import('../form/step.js').Change} Change */
/** @typedef {import('../../model/run/recipe.js').Recipe} Recipe */
/**
 * @typedef {object} Callbacks
 * @property {(prompt: string) => void} run runs another text, or one with cuts
 * @property {(view: string) => void} look adds these fields to the step's
 * @property {() => string} prompt the prompt in the current views, '' without a model
 * @property {() => Promise<HTMLElement | null>} pad the field on which the user draws for the open model, null until it has loaded
 * @property {(step: number) => void} train trains the open training up to a step, or shows the step if it was trained
 * @property {(setting: string, value: number) => void} set @property {(setting: string) => number} value current value of a setting
 */

/** Replaces the first whole word `from` of a text. @param {string} text @param {string} from @param {string} to */
export function withWord(text, from, to) {
  const letter = /[\p{L}\p{N}]/u;
  for (let at = text.indexOf(from); at >= 0; at = text.indexOf(from, at + 1)) {
    const end = at + from.length;
    if (!letter.test(text[at - 1] ?? ' ') && !letter.test(text[end] ?? ' ')) return text.slice(0, at) + to + text.slice(end);
  }
  return text;
}

/** Names of cuts in a recipe that differ from those in lessons. @type {Partial<Record<Change['kind'], 'edges' | 'hidden'>>} */
const cutKinds = { cut: 'edges', hide: 'hidden' };

/** The indices of wiped patches: "16;30". @param {string} [wiped] */
const patchesIn = (wiped) => (wiped ? wiped.split(';') : []);

/**
 * The step's run with the student's changes: words replaced, patches wiped, and parts cut.
 * @param {string} base the step's prompt @param {Map<Change, string>} made by change: the new word, or any text for a cut
 * @param {number} [at] the present step of a training, which the student may have moved
 */
export function promptOf(base, made, at) {
  const all = recipeOf(base);
  const own = { ...all, ...(all.step !== undefined && { step: at ?? all.step }) };
  const cuts = [...(own.cuts ?? [])];
  const wiped = new Set(patchesIn(own.wiped));
  let { text, rule } = own;
  for (const [{ kind, what, rule: how }, word] of made) {
    if (kind === 'word') text = withWord(text, what, word);
    else if (kind === 'wipe')
      patchesIn(what).forEach((patch) => {
        wiped.add(patch);
      });
    else {
      cuts.push({ kind: cutKinds[kind] ?? /** @type {'head' | 'residual'} */ (kind), text: what });
      rule = how;
    }
  }
  return recipeText({ ...own, text, ...(wiped.size > 0 && { wiped: [...wiped].join(';') }), ...(cuts.length > 0 && { cuts, rule }) });
}

export class Controls {
  #callbacks;
  #base;
  #changes;
  /** @type {Map<Change, string>} */
  #made = new Map();
  /** The first view of the student and all requests since. Until the last one is shown, the views lag. @type {string[]} */
  #asked = [];
  /** Functions that follow the page's state. @type {((live: import('./live.js').Live) => void)[]} */
  #following = [];
  elements;

  /** @param {Change[]} changes @param {string} base the step's prompt, '' without a model @param {Callbacks} callbacks */
  constructor(changes, base, callbacks) {
    this.#callbacks = callbacks;
    this.#base = base;
    this.#changes = changes;
    const made = changes.map((change) => {
      if (change.kind === 'word') return this.#word(change);
      if (change.kind === 'pad') return this.#pad(change);
      if (change.kind === 'separate') return this.#network(change);
      if (change.kind === 'slide') return this.#slider(change);
      if (change.kind === 'train')
        return make(
          'button',
          { 'data-id': 'lesson/train', type: 'button', onclick: () => callbacks.train(Number(change.what)) },
          ...elementsOf(change.says),
        );
      if (change.kind === 'view')
        return make(
          'button',
          { 'data-id': `lesson/view/${change.what}`, type: 'button', onclick: () => callbacks.look(change.what) },
          ...elementsOf(change.says),
        );
      return this.#cut(change);
    });
    this.elements = made.length > 0 ? [make('div', { className: 'change', role: 'group', 'aria-label': tr('Change it') }, ...made)] : [];
  }

  /**
   * Makes the first change, after the student has predicted its effect.
   * @returns {boolean} whether the views already show it, as after a reload
   */
  act() {
    const [first] = this.#changes;
    if (first.kind === 'view') {
      this.#callbacks.look(first.what);
      return false;
    }
    if (first.kind === 'train') {
      const isShown = this.#at === Number(first.what);
      this.#callbacks.train(Number(first.what));
      return isShown;
    }
    this.#made.set(first, first.choices[0] ?? '');
    const isShown = this.#callbacks.prompt() === this.#prompt;
    this.#run();
    return isShown;
  }

  /** The page's state may have changed, by a slider of the page, by Back, or by a link. @param {import('./live.js').Live} live */
  follow(live) {
    const shown = this.#callbacks.prompt();
    if (shown === this.#asked.at(-1) || !this.#asked.includes(shown)) this.#asked = [];
    if (this.#base && this.#asked.length === 0 && shown !== this.#prompt) {
      const { text, cuts = [], wiped } = recipeOf(shown);
      const isWiped = (/** @type {string} */ what) => patchesIn(what).every((patch) => patchesIn(wiped).includes(patch));
      for (const change of this.#changes) {
        if (change.kind === 'wipe' ? isWiped(change.what) : change.kind !== 'word' && cuts.some((cut) => cut.text === change.what))
          this.#made.set(change, '');
        else if (change.kind !== 'word' || text === recipeOf(this.#base).text) this.#made.delete(change);
      }
    }
    for (const follow of this.#following) follow(live);
  }

  /** The present step of a training. */
  get #at() {
    return recipeOf(this.#callbacks.prompt()).step;
  }
  /** The run with the student's changes. */
  get #prompt() {
    return promptOf(this.#base, this.#made, this.#at);
  }

  #run() {
    const prompt = this.#prompt;
    this.#asked = [...(this.#asked.length > 0 ? this.#asked : [this.#callbacks.prompt()]), prompt];
    this.#callbacks.run(prompt);
  }

  /** @param {Change} change */
  #word(change) {
    const { what, choices, says } = change;
    const replace = (/** @type {string} */ word) => {
      if (word === what || !word.trim()) this.#made.delete(change);
      else this.#made.set(change, word.trim());
      follow();
      this.#run();
    };
    const follow = () => {
      for (const button of buttons) button.setAttribute('aria-pressed', String(button.value === (this.#made.get(change) ?? what)));
    };
    this.#following.push(follow);
    const buttons = [what, ...choices].map((word) =>
      make('button', {
        'data-id': `lesson/word/${word}`,
        type: 'button',
        value: word,
        textContent: word,
        dir: 'auto',
        'aria-pressed': String(word === what),
        onclick: () => replace(word),
      }),
    );
    const field = make('input', {
      'data-id': 'lesson/word',
      type: 'text',
      placeholder: tr('another word'),
      'aria-label': tr('another word'),
      size: 11,
      maxLength: 60,
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: false,
    });
    const form = make('form', { className: 'own' }, field);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      replace(field.value);
    });
    return make('div', { role: 'group' }, make('p', {}, ...elementsOf(says)), make('div', { className: 'row' }, ...buttons, form));
  }

  /** @param {Change} change */
  #cut(change) {
    const button = make(
      'button',
      {
        type: 'button',
        className: 'cut',
        'aria-pressed': 'false',
        onclick: () => {
          const isCut = !this.#made.delete(change);
          if (isCut) this.#made.set(change, '');
          follow();
          this.#run();
        },
      },
      ...elementsOf(change.says),
    );
    const follow = () => button.setAttribute('aria-pressed', String(this.#made.has(change)));
    this.#following.push(follow);
    return button;
  }

  /** @param {Change} change */
  #pad({ says }) {
    const place = make('div', { role: 'group' }, make('p', {}, ...elementsOf(says)));
    // The model may load after its step.
    this.#following.push(
      () => void this.#callbacks.pad().then((pad) => pad && pad.parentElement !== place && place.isConnected && place.append(pad)),
    );
    return place;
  }

  /** @param {Change} change */
  #network({ what, says }) {
    const [output, input] = what.split('>').map(Number);
    const place = make('div', { role: 'group' });
    const words = make('p', {}, ...elementsOf(says));
    place.append(words);
    let drawn = '';
    this.#following.push((live) => {
      if (drawn === live.open) return;
      drawn = live.open;
      void live
        .network(output, input)
        .then((network) => drawn === live.open && place.replaceChildren(words, ...(network ? [network] : [])));
    });
    return place;
  }

  /** @param {Change} change */
  #slider({ what, from, to, by, says }) {
    const shown = make('output', { className: 'number', 'aria-live': 'off' });
    const label = make('span', {}, ...elementsOf(says));
    // Needs its own name, because the label names its first field, which is the output.
    const slider = make('input', {
      'data-id': `lesson/${what}`,
      type: 'range',
      min: String(from),
      max: String(to),
      step: String(by),
      'aria-label': label.textContent ?? '',
    });
    const setText = () => {
      shown.textContent = inLanguage(Number(slider.value).toFixed(by < 1 ? 2 : 0));
    };
    slider.addEventListener('input', () => {
      setText();
      this.#callbacks.set(what, Number(slider.value));
    });
    const follow = () => {
      slider.value = String(this.#callbacks.value(what));
      setText();
    };
    this.#following.push(follow);
    follow();
    return make('label', { className: 'slide' }, make('span', {}, label, ' ', shown), slider);
  }
}
