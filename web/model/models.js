// SPDX-License-Identifier: MIT
// @ts-check
// The model that runs in the page: where it comes from, what is typed, and the examples that its runs become. What is open and
// shown is the page's state; here are the bytes, the worker, and the line of text.

import { bytesOf, confirmModel, factsOf } from './confirm.js';
import { fetched, filesAt, filesNamed, headOf } from './hub.js';
import { keptParts } from './kept.js';
import { keepSection } from './keep_section.js';
import { ModelLink } from './link.js';
import { OpenModel } from './open_model.js';
import { isCutOff, recipeOf } from './recipe.js';
import { runRequest } from './requests.js';
import { wantedModel } from './wanted.js';
import { asProblem, ProblemError } from '../boot/problem.js';
import { tr } from '../boot/words.js';
import { make } from '../mirror/elements.js';

/** @typedef {import('./parts.js').Part} Part */
/**
 * @typedef {object} Asked what a model asks of the page
 * @property {import('../boot/module.js').PageModule} page
 * @property {(message: import('../worker/engine_link.js').Message) => void} send a message to the engine
 * @property {(text: string) => void} announce
 * @property {() => void} changed asks for a frame
 * @property {(then: () => void) => void} told after each message of the engine, until another is given
 * @property {(then: () => void) => void} framed once, as the next frame begins, which it asks for
 * @property {(isMoving: boolean) => void} moves a pen draws, or rests again
 * @property {() => import('../headwaters.d.ts').Headwaters} surface
 * @property {(name: string) => void} showDialog
 */
/** @typedef {import('./wanted.js').Wanted} Wanted */

/** More than this is not fetched before its reader has been asked. */
const askedFrom = 32 << 20;

export class Models {
  #asked;
  /** @type {OpenModel | null} */
  #open = null;
  /** What is being opened, by its ticket. @type {{ticket: number, model: OpenModel | null, abort: AbortController} | null} */
  #opening = null;

  /** @param {Asked} asked */
  constructor(asked) {
    this.#asked = asked;
    asked.surface().on('open', () => this.#opened());
    asked.surface().on('change', () => this.#open?.follow());
  }

  /**
   * Opens a model and runs its first text; what comes of it reaches the engine as the first example of a new document.
   * @param {number} ticket @param {Wanted | string} given or a name or an address @param {string} prompt as links have it; '': an example of its own
   * @param {(bytes: number, total: number) => void} progress
   */
  async open(ticket, given, prompt, progress) {
    this.#opening?.abort.abort();
    if (isCutOff(prompt))
      throw new ProblemError(
        tr('link'),
        tr('The link was cut off: it ends within what is to be run.'),
        tr('Copy the whole link again; where a program cuts long links, send a file.'),
      );
    const abort = new AbortController();
    const wanted = typeof given === 'string' ? await wantedModel(given, location.href) : given;
    const opening = { ticket, model: /** @type {OpenModel | null} */ (null), abort };
    this.#opening = opening;
    /** @type {import('./link.js').Link} */
    const link = wanted.given
      ? new (await import('./given/given_link.js')).GivenLink(wanted.given)
      : new ModelLink((reason) => this.#died(link, reason));
    try {
      const parts = await this.#partsOf(wanted, link, abort.signal, progress);
      const about = wanted.given?.about ?? (await this.#read(link, 'open', wanted, parts, abort.signal));
      const reader = about.picture ? await import('./picture/reader.js') : null;
      const pictures = reader && about.picture ? new reader.Reader(about.picture) : null;
      const model = new OpenModel(this.#asked, wanted, about, link, parts, () => this.#closeOpen(), pictures);
      opening.model = model;
      const recipe = recipeOf(prompt || about.examples[0] || (reader?.firstPicture ?? ''));
      pictures?.send(link, recipe.text);
      const asked = runRequest(recipe, { ticket, name: wanted.name, ...(prompt && { as: prompt }) });
      const { bytes } = await link.call(asked, { signal: abort.signal }).catch((error) => {
        // There is no line yet in which the text could be changed.
        if (!(prompt && error instanceof ProblemError)) throw error;
        throw new ProblemError(error.place, error.finding, tr('Open the model by itself, without this text, and type another.'));
      });
      if (bytes) this.#asked.send(bytes);
    } catch (error) {
      link.end();
      if (this.#opening === opening) this.#opening = null;
      throw error;
    }
  }

  /** What the open model is, for a dialog. @returns {{title: string, parts: HTMLElement[]} | null} */
  described() {
    const open = this.#open;
    if (!open) return null;
    const address = open.wanted.files ? undefined : open.wanted.address?.href; // those of the page come with it
    return {
      title: open.about.name,
      parts: [
        ...(open.wanted.about ? [make('p', { textContent: open.wanted.about })] : []),
        ...factsOf(open.about, bytesOf(open.parts)),
        ...(address ? [keepSection(open.wanted.name, address, open.parts)] : []),
      ],
    };
  }

  /** Runs a picture if a model that reads them is open. @param {File} file @returns {Promise<boolean>} false: it is none, or none reads it */
  async takePicture(file) {
    const { isPicture } = await import('../open/pictures.js');
    if (!this.#open?.pictures || !(await isPicture(file))) return false;
    await this.#open.takePicture(file);
    return true;
  }

  /** @param {number} ticket */
  cancel(ticket) {
    if (this.#opening?.ticket !== ticket) return;
    this.#opening.abort.abort();
    this.#opening.model?.link.end();
    this.#opening = null;
  }

  /**
   * An example is needed again, or for the first time (a link, the browser's Back, Compare).
   * @param {import('../make/makers.js').Wanted} wanted @returns {Promise<import('../worker/engine_link.js').Message>} the message for the engine
   */
  async make({ document, text, isShown, isSettled }) {
    const model = this.#open;
    if (!model || model.document !== document)
      throw new ProblemError(tr('model'), tr('The model is no longer open.'), tr('Open it again.'));
    const recipe = recipeOf(text);
    model.pictures?.send(model.link, recipe.text);
    const { bytes } = await model.link.call(runRequest(recipe, { document, name: model.wanted.name, isShown, isSettled, as: text }));
    return /** @type {import('../worker/engine_link.js').Message} */ (bytes);
  }

  // --- opening ---------------------------------------------------------------------------------------

  /** @param {Wanted} wanted @param {import('./link.js').Link} link @param {AbortSignal} signal @param {(bytes: number, total: number) => void} progress */
  async #partsOf({ name, parts, address, files }, link, signal, progress) {
    if (parts) return parts;
    const at = /** @type {URL} */ (address);
    const kept = await keptParts(at.href);
    if (kept) return kept;
    const { small, large } = files ? await filesNamed(at, files, signal) : await filesAt(at, signal);
    const total = large.reduce((sum, { size }) => sum + size, 0);
    if (total > askedFrom) {
      // Headers alone, where the server gives them.
      const heads = await Promise.all(large.map((one) => headOf(one, signal).catch(() => null)));
      const parts = [...small, ...heads.flatMap((head) => head ?? [])];
      const about =
        parts.length === small.length + large.length
          ? await this.#read(link, 'look', { name, examples: [] }, parts, signal).catch(() => null)
          : null;
      if (!(await confirmModel(name, about, total + bytesOf(small), at, signal))) throw new DOMException('not wanted', 'AbortError');
    }
    let came = 0;
    const got = [];
    for (const one of large) got.push(await fetched(one, signal, (bytes) => progress((came += bytes), total)));
    return [...small, ...got];
  }

  /**
   * @param {import('./link.js').Link} link @param {'open' | 'look'} what @param {Wanted} wanted @param {import('./worker.js').Part[]} parts @param {AbortSignal} signal
   * @returns {Promise<import('./line/about.js').About>}
   */
  async #read(link, what, wanted, parts, signal) {
    const listed = parts.flatMap((part) => [
      part.name,
      String(part.size ?? (part.blob instanceof Blob ? part.blob.size : (part.blob?.byteLength ?? 0))),
    ]);
    const { result } = await link.call([what, wanted.name, ...listed], { parts, signal });
    return { ...result, name: wanted.name, examples: wanted.examples.length > 0 ? wanted.examples : result.examples };
  }

  /** A document stands open: of a model, or of something else, which closes the model. */
  #opened() {
    const { model, ticket } = this.#opening ?? {};
    const open = this.#asked.surface().state.document;
    if (model && open?.form === 'model' && open.model !== undefined) {
      this.#closeOpen();
      this.#open = model;
      this.#opening = null;
      model.begin(this.#asked.page.document);
    } else if (this.#open && this.#open.document !== this.#asked.page.document && ticket === undefined) {
      this.#closeOpen();
    }
  }

  #closeOpen() {
    this.#open?.end();
    this.#open = null;
  }

  /** @param {import('./link.js').Link} link @param {string} reason */
  #died(link, reason) {
    if (this.#open?.link === link) this.#open.died(reason);
  }

  /** The probability that the open model gives an answer for what is shown; NaN: no model is open, or it gives none. @param {string} word */
  async chance(word) {
    return this.#open ? this.#open.chance(word) : NaN;
  }

  /** The pad that the open model draws on, lent to whoever shows it, or back in its place; null: there is none. @param {boolean} isLent */
  pad(isLent) {
    return this.#open?.pad(isLent) ?? null;
  }

  /** A view of the open model, or the menu of cuts at a place. @param {string} name as in DialogEffect */
  show(name) {
    this.#open?.show(name);
  }
}
