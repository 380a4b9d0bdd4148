// SPDX-License-Identifier: MIT
// @ts-check
// Runs a model in the page: its source, the typed text, and the examples from its runs. The page's state records the open document and the
// shown run. This code has the files, the worker and the line of text.

import { bytesOf, confirmDownload, factsOf } from '../consent/confirm.js';
import { filesAt, filesNamed } from './files/hub.js';
import { fetched, headOf } from './files/hub_files.js';
import { preparedOf, PreparedLink } from './given/prepared.js';
import { keptParts } from './files/kept.js';
import { ModelLink } from './link.js';
import { OpenModel } from './open/open_model.js';
import { nameSection } from './files/receive.js';
import { isCutOff, recipeOf, recipeText } from './run/recipe.js';
import { wantedModel } from './files/wanted.js';
import { ProblemError } from '../base/problem.js';
import { visible } from '../base/visible.js';
import { tr } from '../base/words.js';
import { make } from '../base/elements.js';
import { askedFrom, Download } from '../fetch/download.js';

/** @typedef {import('./files/parts.js').Part} Part */
/**
 * @typedef {object} Asked the page's services for models
 * @property {import('../boot/module.js').PageModule} page
 * @property {(message: import('../worker/engine_link.js').Message) => void} send sends a message to the engine
 * @property {(text: string) => void} announce
 * @property {() => void} changed requests a frame
 * @property {() => import('../outward.d.ts').Places} places of the model's views
 * @property {(then: () => void) => void} told called after each message of the engine, replaces an earlier one
 * @property {(text: string) => void} typed the visitor's text, which is private
 * @property {(then: () => void) => void} framed called once at the start of the next frame, which it requests
 * @property {(isMoving: boolean) => void} moves true while a pen draws
 * @property {() => import('../headwaters.d.ts').Headwaters} surface
 * @property {import('../mirror/side.js').Side} side
 * @property {(name: string) => void} showDialog
 * @property {(parts: Part[], name: string) => void} reopen opens the same model under another name, with the current view
 */
/** @typedef {import('./files/wanted.js').Wanted} Wanted */

/** Numbers of bytes to try for a .gguf's description. The vocabulary comes first and may be long. */
const heads = [1 << 20, 4 << 20, 16 << 20];

/** A decoded field of an address, '' if missing. @param {string} fields @param {string} name */
const fieldOf = (fields, name) => new URLSearchParams(fields.replaceAll('+', '%2B')).get(name) ?? '';

/** The digits of a mark that people compare. */
const shortMark = (/** @type {string} */ mark) => mark.slice(0, 8);

/**
 * The identity of a model from a disk in links: its mark, a colon and its name.
 * @param {{name: string, mark?: string}} about @param {string} meant the identity in a link, '' for any
 * @returns {string} throws if the link means another model
 */
export function markedAs({ name, mark = '' }, meant) {
  const at = meant.indexOf(':');
  const [hash, other] = at < 0 ? [meant, ''] : [meant.slice(0, at), meant.slice(at + 1)];
  if (hash && hash !== mark)
    throw new ProblemError(
      name,
      tr('The link needs “{}” ({}), but this model is “{}” ({}).', visible(other), shortMark(visible(hash)), name, shortMark(mark)),
      tr('Open that model’s folder here.'),
      'otherModel',
    );
  return `${mark}:${name}`;
}

export class Models {
  #asked;
  /** The open model. @type {OpenModel | null} */
  model = null;
  /** The current opening, by its ticket. @type {{ticket: number, model: OpenModel | null, abort: AbortController} | null} */
  #opening = null;

  /** @param {Asked} asked */
  constructor(asked) {
    this.#asked = asked;
    asked.surface().on('open', () => this.#opened());
    asked.surface().on('change', () => this.model?.page?.see());
  }

  /**
   * Opens a model and runs its first text. The result becomes the first example of a new document in the engine.
   * @param {number} ticket @param {Wanted | string} given or a name or an address @param {string} prompt in the format of links, '' for one
   * of its examples
   * @param {(bytes: number, total: number) => void} progress
   * @param {string} [choices] how to open it, as fields of the address (src/protocol/open_choices.h)
   */
  async open(ticket, given, prompt, progress, choices = '') {
    this.#opening?.abort.abort();
    if (isCutOff(prompt))
      throw new ProblemError(
        tr('link'),
        tr('The link is cut off within the model’s input.'),
        tr('Copy the whole link again, or send a file.'),
      );
    const abort = new AbortController();
    const meant = typeof given === 'string' ? await wantedModel(given, location.href) : given;
    const wanted = {
      ...meant,
      name: visible(meant.name),
      ignoresKeys: fieldOf(choices, 'read').split(',').includes('ignore-keys'),
      weights: fieldOf(choices, 'weights-file'),
    };
    const opening = { ticket, model: /** @type {OpenModel | null} */ (null), abort };
    this.#opening = opening;
    const prepared = wanted.prepared ? await preparedOf(wanted.prepared, recipeOf(prompt || wanted.examples[0])) : null;
    /** @type {Part[]} */
    const parts = [];
    const start = () => new ModelLink((reason) => this.#died(link, reason));
    /** @param {import('./link.js').Link} own @param {AbortSignal} signal @param {(bytes: number, total: number) => void} tell @returns {Promise<import('./run/about.js').About>} */
    const read = async (own, signal, tell) => {
      parts.splice(0, parts.length, ...(await this.#partsOf(wanted, own, signal, tell)));
      return wanted.given?.about ?? this.#read(own, 'open', wanted, parts, signal);
    };
    /** @type {import('./link.js').Link} */
    const link = wanted.given
      ? new (await import('./given/given_link.js')).GivenLink(wanted.given)
      : prepared
        ? new PreparedLink(prepared, async (signal) => {
            const own = start();
            await read(own, signal, () => {}).catch((error) => {
              own.end();
              return Promise.reject(error);
            });
            return own;
          })
        : start();
    try {
      const about = prepared
        ? { ...prepared.about, name: wanted.name, examples: wanted.examples, instead: wanted.instead }
        : await read(link, abort.signal, progress);
      if (wanted.parts && !wanted.given) this.#asked.page.openingMarked(ticket, markedAs(about, fieldOf(choices, 'mark')));
      const reader = about.picture ? await import('./picture/reader.js') : null;
      const pictures = reader && about.picture ? new reader.Reader(about.picture) : null;
      const model = new OpenModel(this.#asked, wanted, about, link, parts, () => this.#closeOpen(), pictures);
      opening.model = model;
      const first = prompt || recipeText(recipeOf(about.examples[0] || (reader?.firstPicture ?? '')));
      const bytes = await model.runs.run(first, { ticket }, abort.signal).catch((error) => {
        // There is no line yet in which the user could fix the text.
        if (!(prompt && error instanceof ProblemError)) throw error;
        throw new ProblemError(error.place, error.finding, tr('Open the model without this text and type another.'));
      });
      if (bytes) this.#asked.send(bytes);
    } catch (error) {
      abort.abort(); // cancels pending downloads
      link.end();
      if (this.#opening === opening) this.#opening = null;
      throw error;
    }
  }

  /** Describes the open model for a dialog. @returns {Promise<{title: string, parts: HTMLElement[]} | null>} */
  async described() {
    const open = this.model;
    if (!open) return null;
    const { keepSection } = await import('./files/keep_section.js');
    const { files, address: from, weights } = open.wanted;
    // Shipped models are not kept separately.
    const address = files || !from ? undefined : (weights ? new URL(encodeURIComponent(weights), from) : from).href;
    return {
      title: open.about.name,
      parts: [
        ...(open.wanted.about ? [make('p', { textContent: open.wanted.about })] : []),
        ...(open.wanted.parts && !open.wanted.given
          ? [nameSection(open.wanted.name, (name) => this.#asked.reopen(/** @type {Part[]} */ (open.wanted.parts), name))]
          : []),
        ...factsOf(open.about, bytesOf(open.parts)),
        ...(address ? [keepSection(open.wanted.name, address, open.parts)] : []),
      ],
    };
  }

  /** The content of the dialog Export for the open model's view. Null if no view is shown, or if it has no answer yet. */
  async exported() {
    const { panel, experiment = '' } = this.#asked.surface().state;
    const taken = this.model?.page?.views.taken(panel);
    if (!this.model || !taken) return null;
    return (await import('./results/exported.js')).exportedContent(this.model, taken, experiment);
  }

  /**
   * Runs a picture if a model that reads pictures is open.
   * @param {File} file @returns {Promise<boolean>} false if it is not a picture, or if no such model is open
   */
  async takePicture(file) {
    const { isPicture } = await import('../fetch/pictures.js');
    if (!this.model?.pictures || !(await isPicture(file))) return false;
    await this.model.takePicture(file);
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
   * Makes an example that is needed (again), as for a link, the browser's Back, or Compare.
   * @param {import('../make/makers.js').Wanted} wanted @returns {Promise<import('../worker/engine_link.js').Message | null>} the message
   * for the engine, null if it has been sent
   */
  async make(wanted) {
    const model = this.model;
    if (!model || model.document !== wanted.document)
      throw new ProblemError(tr('model'), tr('The model was closed.'), tr('Open it again.'));
    return wanted.isShown ? model.showNext(wanted) : model.runs.run(wanted.text, wanted);
  }

  // --- opening ---------------------------------------------------------------------------------------

  /** @param {Wanted} wanted @param {import('./link.js').Link} link @param {AbortSignal} signal @param {(bytes: number, total: number) => void} progress */
  async #partsOf({ name, parts, address, files, ignoresKeys, weights }, link, signal, progress) {
    if (parts) return parts;
    const at = weights ? new URL(encodeURIComponent(weights), address) : /** @type {URL} */ (address);
    const kept = await keptParts(at.href);
    if (kept) return kept;
    const download = new Download(signal, (question) => confirmDownload(name, question, signal, [], true));
    const { small, large } = files ? await filesNamed(at, files, download) : await filesAt(at, download);
    const total = large.reduce((sum, { size }) => sum + size, 0);
    if (download.came + total > askedFrom) {
      const about = await this.#look({ name, ignoresKeys, weights, examples: [] }, small, large, link, download);
      const whole = total + bytesOf(small);
      const question = { came: download.came, total: whole, upTo: whole, hosts: download.hosts };
      if (!(await confirmDownload(name, question, signal, about ? factsOf(about, whole) : [], true)))
        throw new DOMException('not wanted', 'AbortError');
      download.agree(
        total,
        large.every(({ size }) => size > 0),
      );
    }
    let came = 0;
    const got = [];
    for (const one of large)
      got.push(
        await fetched(one, download, (bytes) => {
          came += bytes;
          progress(came, total);
        }),
      );
    return [...small, ...got];
  }

  /**
   * Identifies a model from the beginnings of its files.
   * @param {Wanted} wanted @param {Part[]} small @param {import('./files/hub_files.js').Remote[]} large
   * @param {import('./link.js').Link} link @param {Download} download @returns {Promise<import('./run/about.js').About | null>} null if the
   * server does not send them
   */
  async #look(wanted, small, large, link, download) {
    for (const most of large.some((one) => one.name.endsWith('.gguf')) ? heads : heads.slice(0, 1)) {
      const found = [];
      for (const one of large) {
        const head = await headOf(one, download, most).catch((error) => {
          if (error.name === 'AbortError') throw error;
          return null;
        });
        if (!head) return null;
        found.push(head);
        if (download.came > askedFrom / 2) return null; // headers may use at most half of the bytes that need no question
      }
      const about = await this.#read(link, 'look', wanted, [...small, ...found], download.signal).catch(() => null);
      if (about) return about;
    }
    return null;
  }

  /**
   * @param {import('./link.js').Link} link @param {'open' | 'look'} what @param {Wanted} wanted @param {import('./worker.js').Part[]} parts @param {AbortSignal} signal
   * @returns {Promise<import('./run/about.js').About>}
   */
  async #read(link, what, wanted, parts, signal) {
    const listed = parts.map(({ name, size, blob }) => ({
      name,
      size: size ?? (blob instanceof Blob ? blob.size : (blob?.byteLength ?? 0)),
    }));
    const { name, ignoresKeys, weights } = wanted;
    const request = { call: what, name, ignoreKeys: ignoresKeys === true, ...(weights && { weights }), parts: listed };
    const about = /** @type {import('./run/about.js').About} */ ((await link.call(request, { parts, signal })).result);
    return {
      ...about,
      name: wanted.name,
      examples: wanted.examples.length > 0 ? wanted.examples : about.examples,
      instead: wanted.instead,
    };
  }

  /** A document is open. If it is not a model's, closes the model. */
  #opened() {
    const { model, ticket } = this.#opening ?? {};
    const open = this.#asked.surface().state.document;
    if (model && open?.form === 'model' && open.model !== undefined) {
      this.#closeOpen();
      this.model = model;
      this.#opening = null;
      model.begin(this.#asked.page.document);
    } else if (this.model && this.model.document !== this.#asked.page.document && ticket === undefined) {
      this.#closeOpen();
    }
  }

  #closeOpen() {
    this.model?.end();
    this.model = null;
  }

  /** @param {import('./link.js').Link} link @param {string} reason */
  #died(link, reason) {
    if (this.model?.link === link) this.model.died(reason);
  }
}
