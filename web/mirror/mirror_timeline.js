// SPDX-License-Identifier: MIT
// @ts-check
// Controls that play the layers, the tokens of a causal model, and the steps of a training, as elements of the mirror.

import { tr } from '../base/language.js';
import { make, setText } from '../base/elements.js';

/** Controls for the layers. */
export class Timeline {
  #slider = make('input', { 'data-id': 'layer', type: 'range', min: '1', step: '1', id: 'mirror-layer' });
  #text = make('p', { className: 'muted', 'aria-hidden': 'true' }); // hidden because the slider and the announcements have the same text
  #play;
  /** @param {HTMLElement} root @param {(fields: string) => void} apply @param {() => void} toggle */
  constructor(root, apply, toggle) {
    this.#slider.oninput = () => apply(`layer=${this.#slider.value}`);
    this.#play = make('button', { 'data-id': 'play', onclick: toggle });
    const label = make('label', { htmlFor: 'mirror-layer' }, tr('Layer'), this.#slider);
    root.append(make('h2', { textContent: tr('Layers') }), label, this.#text, make('p', {}, this.#play));
  }
  /** @param {import('./mirror.js').Document} model */
  show({ timeline }) {
    this.#slider.max = String(Math.max(timeline.layers, 1));
    this.#slider.value = String(timeline.layer + 1);
    this.#slider.disabled = timeline.layers < 2;
    this.#slider.setAttribute('aria-valuetext', timeline.text);
    setText(this.#text, timeline.text);
    setText(this.#play, timeline.playing ? tr('Pause') : tr('Play'));
  }
}

/** Controls for the tokens of a causal model. */
export class Steps {
  #slider = make('input', { 'data-id': 'token', type: 'range', min: '1', step: '1', id: 'mirror-token' });
  #text = make('output');
  #play;
  #box;
  /** @type {number[]} */
  #tokens = [];
  /** @param {HTMLElement} root @param {(fields: string) => void} apply @param {() => void} toggle */
  constructor(root, apply, toggle) {
    this.#slider.oninput = () => apply(`token=${this.#tokens[Number(this.#slider.value) - 1]}`);
    this.#play = make('button', { 'data-id': 'play-tokens', onclick: toggle });
    const label = make('label', { htmlFor: 'mirror-token' }, tr('Output token'), this.#slider);
    this.#box = make('div', { hidden: true }, label, this.#text, make('p', {}, this.#play));
    root.append(this.#box);
  }
  /** @param {import('./mirror.js').Document} model */
  show({ timeline: { steps } }) {
    this.#box.hidden = !steps;
    if (!steps) return;
    this.#tokens = steps.tokens;
    this.#slider.max = String(steps.tokens.length);
    this.#slider.value = String(Math.max(steps.at, 0) + 1);
    this.#slider.setAttribute('aria-valuetext', steps.text);
    setText(this.#text, steps.text);
    setText(this.#play, steps.playing ? tr('Stop stepping through tokens') : tr('Step through tokens'));
  }
}

/** Controls for the steps of a model's training. */
export class Training {
  #slider = make('input', { 'data-id': 'training-step', type: 'range', min: '1', step: '1', id: 'mirror-training' });
  #text = make('output');
  #play;
  #box;
  /** @type {number[]} */
  #steps = [];
  /** @param {HTMLElement} root @param {(act: () => void) => void} perform @param {import('../boot/module.js').PageModule} page */
  constructor(root, perform, page) {
    const moves = (/** @type {boolean} */ settled) => () =>
      perform(() => page.setStep(this.#steps[Number(this.#slider.value) - 1], settled));
    this.#slider.oninput = moves(false);
    this.#slider.onchange = moves(true);
    this.#play = make('button', { 'data-id': 'play-steps', onclick: () => perform(() => page.act('play-steps')) });
    const label = make('label', { htmlFor: 'mirror-training' }, tr('Step'), this.#slider);
    this.#box = make('div', { hidden: true }, label, this.#text, make('p', {}, this.#play));
    root.append(this.#box);
  }
  /** @param {import('./mirror.js').Document} model */
  show({ timeline: { training } }) {
    this.#box.hidden = !training;
    if (!training) return;
    this.#steps = training.steps;
    this.#slider.max = String(training.steps.length);
    this.#slider.value = String(Math.max(training.at, 0) + 1);
    this.#slider.setAttribute('aria-valuetext', training.text);
    setText(this.#text, training.text);
    setText(this.#play, training.playing ? tr('Pause the training') : tr('Play the training'));
  }
}
