// SPDX-License-Identifier: MIT
// @ts-check
// The controls of a sound: choose or record it, its language and task, play it, and silence a stretch.

import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';
import { ProblemError } from '../../base/problem.js';
import { button, choice } from '../run/parts.js';

/** @typedef {{problem: (error: unknown) => void, marked: () => void, silence: (from: number, to: number) => void}} Hooks */

export class SoundControls {
  #context;
  #hooks;
  #file = make('input', { type: 'file', accept: 'audio/*,.wav', hidden: true });
  #record = button('sound/record', '', () => void this.#recordOrStop());
  #title = make('span', { className: 'muted' });
  #options = make('span', { className: 'sound-options' });
  #again = button('sound/hear-all', tr('Undo the silence'), () => this.#context.change({ silent: undefined }));
  #from;
  #to;
  /** @type {AbortController | null} */
  #recording = null;
  #name = '';
  #length = 0;
  root;
  stretch;

  /** @param {import('../run/parts.js').Context} context @param {Hooks} hooks */
  constructor(context, hooks) {
    this.#context = context;
    this.#hooks = hooks;
    this.#from = this.#secondsField('sound/from', tr('From, in seconds'));
    this.#to = this.#secondsField('sound/to', tr('To, in seconds'));
    this.#file.onchange = () => {
      const file = this.#file.files?.[0];
      this.#file.value = '';
      if (file) void this.#take(file);
    };
    this.#isRecording(false);
    this.root = make(
      'p',
      { className: 'choose' },
      button('sound/choose', tr('Choose a sound …'), () => this.#file.click()),
      this.#file,
      this.#record,
      button('sound/play', tr('Play'), () => this.play(0, this.#length)),
      this.#options,
      this.#title,
    );
    this.stretch = make(
      'p',
      { className: 'choose' },
      tr('Stretch'),
      this.#from,
      '–',
      this.#to,
      tr('s'),
      button('sound/play-stretch', tr('Play it'), () => this.play(this.marked.from, this.marked.to)),
      button('sound/silence', tr('Silence it'), () => hooks.silence(this.marked.from, this.marked.to)),
      this.#again,
    );
  }

  /** @param {string} id @param {string} label */
  #secondsField(id, label) {
    const field = make('input', { 'data-id': id, type: 'number', min: '0', step: '0.01', value: '0', 'aria-label': label, title: label });
    field.oninput = () => this.#hooks.marked();
    return field;
  }

  /** @param {import('../run/parts.js').ShownRun} run */
  show({ recipe, about }) {
    this.#name = recipe.text;
    this.#title.textContent = this.#context.sounds()?.title(recipe.text) ?? '';
    this.#again.hidden = !recipe.silent;
    const { languages = [], tasks = [] } = about.sound ?? {};
    const menu = (/** @type {'language' | 'task'} */ id, /** @type {string} */ label, /** @type {string[]} */ names) => {
      const made = choice(
        `sound/${id}`,
        label,
        [['', label], ...names.map((name) => /** @type {[string, string]} */ ([name, name]))],
        () => this.#context.change({ [id]: made.value || undefined, ids: undefined }),
        recipe[id] ?? '',
      );
      return names.length > 1 ? [made] : [];
    };
    this.#options.replaceChildren(...menu('language', tr('usual language'), languages), ...menu('task', tr('usual task'), tasks));
  }

  /** @param {number} seconds of the sound */
  set length(seconds) {
    this.#length = seconds;
    for (const field of [this.#from, this.#to]) field.max = seconds.toFixed(2);
    this.#hooks.marked();
  }

  /** The chosen stretch, in seconds. */
  get marked() {
    return { from: Number(this.#from.value) || 0, to: Math.min(Number(this.#to.value) || 0, this.#length) };
  }

  /** @param {number} one @param {number} other in seconds */
  mark(one, other) {
    this.#from.value = Math.min(one, other).toFixed(2);
    this.#to.value = Math.max(one, other).toFixed(2);
    this.#hooks.marked();
  }

  /** @param {number} from @param {number} to */
  play(from, to) {
    this.#context.sounds()?.play(this.#name, from, to).catch(this.#hooks.problem);
  }

  stop() {
    this.#recording?.abort();
    this.#context.sounds()?.stop();
  }

  /** @param {File} file */
  async #take(file) {
    try {
      if (!(await this.#context.takeFile(file)))
        throw new ProblemError(file.name, tr('This file is no sound.'), tr('Use a WAV, MP3 or M4A file.'));
    } catch (error) {
      this.#hooks.problem(error);
    }
  }

  async #recordOrStop() {
    if (this.#recording) return this.#recording.abort();
    this.#recording = new AbortController();
    try {
      const { recorded } = await import('../sound/recorder.js');
      const blob = await recorded(this.#recording.signal, () => this.#isRecording(true));
      await this.#take(new File([blob], tr('Recording'), { type: blob.type || 'audio/webm' }));
    } catch (error) {
      this.#hooks.problem(error);
    } finally {
      this.#recording = null;
      this.#isRecording(false);
    }
  }

  /** @param {boolean} is */
  #isRecording(is) {
    this.#record.textContent = is ? tr('Stop recording') : tr('Record 10 s');
  }
}
