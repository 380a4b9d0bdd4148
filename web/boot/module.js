// SPDX-License-Identifier: MIT
// @ts-check
// The page's WebAssembly instance. Wraps its functions for JavaScript (strings and bytes, no pointers) for src/platform/page/*.cpp.

import { rememberDrawingState } from './drawing_state.js';
import { code, later } from './preload.js';
import { guardInstance } from './instance_guard.js';
import { textList } from '../worker/messages.js';

const encoder = new TextEncoder();

/** @typedef {import('../outward.d.ts').PageHost & {trapped: (error: Error) => void}} Host trapped: the module threw an exception */

export class PageModule {
  #wasm;

  /** @param {import('../wasm.d.ts').PageInstance} wasm an instance of headwaters.js */
  constructor(wasm) {
    this.#wasm = wasm;
  }

  /** @param {HTMLCanvasElement} canvas @param {Host} host @param {boolean} isWhole its first view may need its second part */
  static async load(canvas, host, isWhole) {
    // The first request decides the context's attributes, and the module's own request receives this context. The picture is preserved
    // because only changes are redrawn.
    const alpha = document.documentElement.dataset?.background === 'transparent'; // web/boot/embedded.js
    const gl = canvas.getContext('webgl2', { alpha, antialias: false, depth: false, stencil: false, preserveDrawingBuffer: true });
    if (gl) rememberDrawingState(gl, canvas);
    const address = new URL('../headwaters.js', import.meta.url).href;
    const { default: create } = await import(address);
    const instance = await new Promise((resolve, reject) => {
      const instantiateWasm = (
        /** @type {WebAssembly.Imports} */ imports,
        /** @type {(instance: WebAssembly.Instance) => void} */ done,
      ) => {
        code
          .then(async (module) => {
            const made = await WebAssembly.instantiate(module, later.among(imports));
            later.standsBeside(module, made.exports);
            done(made);
          })
          .catch(reject);
        return {};
      };
      create({ canvas, host, instantiateWasm }).then(resolve, reject);
    });
    await (later.comesFirst ? later.comes() : isWhole && later.comes().catch(() => {}));
    return new PageModule(guardInstance(instance, host.trapped));
  }

  /** Copies text or bytes into the instance and returns the length. @param {string | Uint8Array} data */
  #put(data) {
    const bytes = typeof data === 'string' ? encoder.encode(data) : data;
    const at = this.#wasm._hw_buffer(bytes.length) >>> 0;
    this.#wasm.HEAPU8.set(bytes, at);
    return bytes.length;
  }

  /** Copies a list of texts into the instance. @param {string[]} texts */
  #putTexts(...texts) {
    return this.#put(textList(texts));
  }

  /** @param {number} pointer @returns {string} */
  #text(pointer) {
    return this.#wasm.UTF8ToString(pointer);
  }

  /** Sets the language, before anything is opened or drawn. @param {string[] | null} table moduleTexts() of words.js */
  setTexts(table) {
    if (table) this.#wasm._hw_words(this.#putTexts(...table));
  }
  /** False if the browser gives no WebGL2. */
  start() {
    return this.#wasm._hw_start() === 1;
  }
  /** @param {number} now milliseconds @returns {number} seconds until another frame is due, -1 for none */
  frame(now) {
    return this.#wasm._hw_frame(now);
  }
  /** @param {number} width @param {number} height framebuffer pixels @param {number} density */
  resize(width, height, density) {
    this.#wasm._hw_resize(width, height, density);
  }
  /** @param {import('./canvas.js').Surroundings} now */
  surroundings(now) {
    this.#wasm._hw_surroundings(+now.dark, +now.highContrast, +now.reducedMotion, +now.touch, +now.embedded);
  }
  /** @param {number} number @param {{width: number, height: number, rgba: Uint8Array} | null} picture null for none */
  picture(number, picture) {
    const length = this.#put(picture?.rgba ?? '');
    this.#wasm._hw_picture(number, picture?.width ?? 0, picture?.height ?? 0, length);
  }
  fontsChanged() {
    this.#wasm._hw_fonts_changed();
  }
  contextLost() {
    this.#wasm._hw_context_lost();
  }
  contextRestored() {
    return this.#wasm._hw_context_restored() === 1;
  }

  /** @param {number} x @param {number} y CSS pixels @param {boolean} touch @param {number} modifiers */
  pointer(x, y, touch, modifiers) {
    this.#wasm._hw_pointer(x, y, +touch, modifiers);
  }
  pointerLeft() {
    this.#wasm._hw_pointer_left();
  }
  /** @param {number} button @param {boolean} down @param {number} modifiers */
  button(button, down, modifiers) {
    this.#wasm._hw_button(button, +down, modifiers);
  }
  /** @param {number} x @param {number} y CSS pixels, to the right and down */
  scroll(x, y) {
    this.#wasm._hw_scroll(x, y);
  }
  /**
   * @param {number} x @param {number} y position @param {number} factor
   * @param {number} dx @param {number} dy movement of two fingers @param {boolean} fingers false for a wheel
   */
  zoom(x, y, factor, dx = 0, dy = 0, fingers = false) {
    this.#wasm._hw_zoom(x, y, factor, dx, dy, +fingers);
  }
  /** Whether a tap adds to the choice, for devices without Shift. @param {boolean} adds */
  adds(adds) {
    this.#wasm._hw_adds(+adds);
  }
  /** The height of the page's header in CSS pixels. 0 before the first frame. @returns {number} */
  get head() {
    return this.#wasm._hw_head();
  }
  /** Reserves space for a model's sentence below the header. @param {number} height CSS pixels */
  room(height) {
    this.#wasm._hw_room(height);
  }
  pinchEnd() {
    this.#wasm._hw_pinch_end();
  }
  /** True if the view under the pointer can zoom. */
  get wantsZoom() {
    return (this.#wasm._hw_wishes() & 1) !== 0;
  }
  /** True if the view under the pointer accepts a drag in any direction. */
  get wantsDrag() {
    return (this.#wasm._hw_wishes() & 2) !== 0;
  }
  /** True if the key is bound. @param {string} name as in KeyboardEvent.key */
  key(name) {
    return this.#wasm._hw_key(this.#put(name)) === 1;
  }

  /** True if a frame is due. @param {Uint8Array} bytes */
  engineMessage(bytes) {
    return this.#wasm._hw_engine_message(this.#put(bytes)) === 1;
  }
  /** The engine has ended. @param {string} reason @param {boolean} last true if it keeps crashing */
  engineLost(reason, last) {
    this.#wasm._hw_engine_lost(+last, this.#put(reason));
  }
  get isWaiting() {
    return this.#wasm._hw_waiting() === 1;
  }

  /**
   * Opens the page's first address.
   * @param {string} fields @param {string} sample shown if the fields name no data
   */
  begin(fields, sample) {
    this.#wasm._hw_begin(this.#putTexts(fields, sample));
  }
  /** @param {string} kind @param {string} text @param {string} fields @returns {number} a ticket */
  open(kind, text, fields) {
    return this.#wasm._hw_open(this.#putTexts(kind, text, fields)) >>> 0;
  }
  /** Opens a file from the user. @param {number} number @param {string} name @param {string} fields how to open and view it @returns {number} a ticket */
  give(number, name, fields) {
    return this.#wasm._hw_give(number, this.#putTexts(name, fields)) >>> 0;
  }
  /** The number of the open given file, or 0. */
  get given() {
    return this.#wasm._hw_given() >>> 0;
  }
  /** The engine's number of the open document, or 0. */
  get document() {
    return this.#wasm._hw_document() >>> 0;
  }
  /** RunText in src/page/state/command.h. @param {string} text @param {boolean} settled @param {number} step @param {string} fields */
  run(text, settled, step, fields) {
    this.#wasm._hw_run(+settled, step, this.#putTexts(text, fields));
  }
  /**
   * The steps of the open model's training. @param {number} usual of recipes without a step, -1 for none
   * @param {{step: number, bytes: number}[]} steps bytes: to download before a run, 0 if the weights are here
   */
  steps(usual, steps) {
    this.#wasm._hw_steps(this.#putTexts(String(usual), ...steps.flatMap(({ step, bytes }) => [String(step), String(bytes)])));
  }
  /** Runs the line's text at a step of the training. @param {number} step @param {boolean} settled false during a drag */
  setStep(step, settled) {
    this.#wasm._hw_set_step(step, +settled);
  }
  /** The next typed text belongs to this recipe. @param {string} text */
  beginText(text) {
    this.#wasm._hw_begin_text(this.#put(text));
  }
  /** The open model's line: `{text, problem, isShown, isListed}` as JSON (lineJson() in src/session/api_state.h). @returns {string} */
  get line() {
    return this.#text(this.#wasm._hw_line());
  }
  /** See runsJson() in src/session/api_state.h. @returns {{texts: string[], before: string[]}} */
  runs() {
    return JSON.parse(this.#text(this.#wasm._hw_runs()));
  }
  /** @param {number} document @param {string} maker @param {string} text of the recipe @param {import('../base/problem.js').Problem} problem */
  notMade(document, maker, text, { place, finding, remedy }) {
    this.#wasm._hw_not_made(document, this.#putTexts(maker, text, place, finding, remedy));
  }
  /** A file that is kept here and was requested by name. @param {string} name @param {number} number 0 if there is none */
  kept(name, number) {
    this.#wasm._hw_kept(number, this.#put(name));
  }
  /** The given file will not survive a reload. @param {number} number @param {string} why */
  notHeld(number, why) {
    this.#wasm._hw_not_held(number, this.#put(why));
  }
  get isOpening() {
    return this.#wasm._hw_opening() === 1;
  }
  /** @param {number} ticket @param {string} name */
  openingNamed(ticket, name) {
    this.#wasm._hw_opening_named(ticket, this.#put(name));
  }
  /** The mark that identifies a model from a disk while it opens. @param {number} ticket @param {string} mark */
  openingMarked(ticket, mark) {
    this.#wasm._hw_opening_marked(ticket, this.#put(mark));
  }
  /** @param {number} ticket @param {number} bytes @param {number} total 0 if not known */
  openingProgressed(ticket, bytes, total) {
    this.#wasm._hw_opening_progressed(ticket, bytes, total);
  }
  /** @param {number} ticket @param {import('../base/problem.js').Problem} problem */
  openingFailed(ticket, { place, finding, remedy, offer = '', choices = [] }) {
    this.#wasm._hw_opening_failed(ticket, this.#putTexts(place, finding, remedy, offer, ...choices));
  }
  cancelOpening() {
    this.#wasm._hw_cancel_opening();
  }

  /** Applies fields of an address. @param {string} fields @param {boolean} [fromHistory] @param {boolean} [settled] false while a slider is being dragged */
  apply(fields, fromHistory = false, settled = true) {
    this.#wasm._hw_apply(this.#put(fields), +fromHistory, +settled);
  }
  /** Sets members of the state, in the form that programs use. @param {string[]} members each before its value (fields.js) */
  setState(members) {
    this.#wasm._hw_set_state(this.#putTexts(...members));
  }
  /** The view's lesson is loaded. @param {string} id @param {number} steps @param {string[]} [covers] hidden parts of each step until it is answered (Cover in app_state.h) */
  lessonRead(id, steps, covers = []) {
    this.#wasm._hw_lesson_read(steps, this.#putTexts(id, ...covers));
  }
  /** The user answered the question of a step. @param {number} step from 0 */
  lessonAnswered(step) {
    this.#wasm._hw_lesson_answered(step);
  }
  /** The state as the fields of an address. */
  fields() {
    return this.#text(this.#wasm._hw_fields());
  }
  /** Every choice in the open document, with one example of each. @returns {{ids: number[], titles: string[], texts: string[]}} */
  examples() {
    return JSON.parse(this.#text(this.#wasm._hw_examples()));
  }
  /** The view models for the mirror. @returns {import('../mirror/mirror.js').Model} */
  mirror() {
    return JSON.parse(this.#text(this.#wasm._hw_mirror()));
  }
  /** The places of the parts on the canvas. @returns {import('../headwaters.d.ts').LaidOut[]} */
  layout() {
    return JSON.parse(this.#text(this.#wasm._hw_layout()));
  }
  /** All actions that have a name. @returns {import('../dialogs/palette.js').Action[]} */
  actions() {
    return JSON.parse(this.#text(this.#wasm._hw_actions()));
  }
  /** @param {string} id of an action */
  act(id) {
    this.#wasm._hw_act(this.#put(id));
  }
  /** The figures that the open document has. @returns {import('../dialogs/export.js').Figure[]} */
  figures() {
    return JSON.parse(this.#text(this.#wasm._hw_figures()));
  }
  /** Describes a view and its limits. @param {string} view @returns {{title: string, paragraphs: string[], limits: string[]}} */
  about(view) {
    return JSON.parse(this.#text(this.#wasm._hw_about(this.#put(view))));
  }
  /** @param {number} by layers */
  step(by) {
    this.#wasm._hw_step(by);
  }
  togglePlay() {
    this.#wasm._hw_toggle_play();
  }
  /** @param {number} message */
  dismiss(message) {
    this.#wasm._hw_dismiss(message);
  }
  /** Runs an action that a message offers. @param {number} message @param {number} action its index in the list */
  takeAction(message, action) {
    this.#wasm._hw_take_action(message, action);
  }
  /** The state as window.headwaters shows it. @returns {import('../api/api.js').State} */
  state() {
    return JSON.parse(this.#text(this.#wasm._hw_state()));
  }
  /**
   * A figure as SVG, or its numbers. '' while the engine computes them, null if there is none.
   * @param {string} kind @param {'svg' | 'json'} format @param {number} [layer] from 0, default: the view's own
   * @param {string} [form] options of a figure
   */
  figure(kind, format, layer, form = '') {
    const at = this.#wasm._hw_figure(this.#putTexts(kind, format, layer === undefined ? '' : String(layer), form));
    return at === 0 ? null : this.#text(at);
  }
  /** Returns a ticket for an export. */
  ticket() {
    return this.#wasm._hw_ticket() >>> 0;
  }
  /** Asks for a link that contains the data. False without a document. @param {number} ticket @param {boolean} heads */
  link(ticket, heads) {
    return this.#wasm._hw_link(ticket, +heads) === 1;
  }
  /** A paper's citation. @param {string} address of the program @param {string} date @returns {import('../headwaters.d.ts').Citation} */
  citation(address, date) {
    return JSON.parse(this.#text(this.#wasm._hw_citation(this.#putTexts(address, date))));
  }
  /** The program's name and version. */
  program() {
    return this.#text(this.#wasm._hw_program());
  }
  /** Asks for the first or the next piece of a saved analysis. False without a document. @param {number} ticket @param {string[]} from address and time; or none */
  save(ticket, from) {
    return this.#wasm._hw_save(ticket, this.#putTexts(...from)) === 1;
  }
  /**
   * False if there is nothing to export. @param {number} ticket @param {string} method
   * @param {number} layer -1 for the chosen outputs over all layers @param {string} format
   */
  export(ticket, method, layer, format) {
    return this.#wasm._hw_export(ticket, layer, this.#putTexts(method, format)) === 1;
  }
  /** False without a document or method. @param {number} ticket @param {string} method @param {number} layer @param {number} query @param {number} key */
  explain(ticket, method, layer, query, key) {
    return this.#wasm._hw_explain(ticket, layer, query, key, this.#putTexts(method)) === 1;
  }
}
