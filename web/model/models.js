// SPDX-License-Identifier: MIT
// @ts-check
// Runs a model in the page: its source, the typed text, and the examples from its runs. The page's state records the open document and the
// shown run. This code has the files, the worker and the line of text.

import { bytesOf, factsOf } from '../consent/confirm.js';
import { preparedOf, PreparedLink } from './given/prepared.js';
import { ModelLink } from './link.js';
import { StepsLink } from './steps_link.js';
import { TrainingLink } from './training_link.js';
import { OpenModel } from './open/open_model.js';
import { nameSection } from './files/receive.js';
import { partsOf, readModel } from './read_model.js';
import { isCutOff, recipeOf, recipeText } from './run/recipe.js';
import { findModel } from './files/model_source.js';
import { ProblemError } from '../base/problem.js';
import { visible } from '../base/visible.js';
import { tr } from '../base/language.js';
import { make } from '../base/elements.js';

/** @typedef {import('./files/parts.js').Part} Part */
/**
 * @typedef {object} ModelServices the page's services for models
 * @property {import('../boot/module.js').PageModule} page
 * @property {(message: import('../worker/engine_link.js').Message) => void} send sends a message to the engine
 * @property {(text: string) => void} announce
 * @property {() => void} changed requests a frame
 * @property {() => import('../outward.d.ts').Places} places of the model's views
 * @property {(then: () => void) => void} onMessage called after each message of the engine, replaces an earlier one
 * @property {(text: string) => void} typed the visitor's text, which is private
 * @property {(then: () => void) => void} framed called once at the start of the next frame, which it requests
 * @property {(isMoving: boolean) => void} moves true while a pen draws
 * @property {() => import('../headwaters.d.ts').Headwaters} surface
 * @property {import('../mirror/side.js').Side} side
 * @property {(name: string) => void} showDialog
 * @property {(model: string) => string} answers saved answers of the address about this model, '' for none
 * @property {(prompt: string) => void} again opens the same model with this text and the current view, without saved answers
 * @property {(parts: Part[], training: import('./files/parts.js').Training | undefined, name: string) => void} reopen opens the same model under another name, with the current view
 */
/** @typedef {import('./files/model_source.js').ModelSource} ModelSource */
/** @typedef {{ticket: number, model: OpenModel | null, abort: AbortController}} Opening */
/** @typedef {{given?: string, wanted: ModelSource, about: import('./run/about.js').About, link: import('./link.js').Link, parts: Part[]}} Loaded given: its name in links */

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

/**
 * Reads a model's files into `parts`, and describes it. Of a training, trains up to a step.
 * @param {Part[]} parts @param {number} step
 * @returns {(all: ModelSource, own: import('./link.js').Link, signal: AbortSignal, tell: (bytes: number, total: number) => void) => Promise<import('./run/about.js').About>}
 */
const readInto = (parts, step) => async (all, own, signal, tell) => {
  if (own instanceof TrainingLink) return own.open(all.name, step, signal, (done) => tell(Math.round(done * 100), 100));
  parts.splice(0, parts.length, ...(await partsOf(all, own, signal, tell)));
  return all.given?.about ?? readModel(own, 'open', all, parts, signal);
};

export class Models {
  #services;
  /** The open model. @type {OpenModel | null} */
  model = null;
  /** The current opening, by its ticket. @type {Opening | null} */
  #opening = null;
  /** A loaded model that opens again. @type {Loaded | null} */
  #loaded = null;

  /** @param {ModelServices} services */
  constructor(services) {
    this.#services = services;
    services.surface().on('open', () => this.#opened());
    services.surface().on('change', () => this.model?.page?.see());
  }

  /**
   * Opens a model and runs its first text. The result becomes the first example of a new document in the engine.
   * @param {number} ticket @param {ModelSource | string} given or a name or an address @param {string} prompt in the format of links, '' for one
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
    const opening = { ticket, model: /** @type {OpenModel | null} */ (null), abort };
    const loaded = this.#loaded?.given === given ? this.#loaded : null;
    this.#loaded = null;
    if (loaded) {
      this.#opening = opening;
      return this.#orGiveUp(opening, loaded.link, () => this.#run(opening, loaded, prompt, choices));
    }
    const answers = typeof given === 'string' ? this.#services.answers(given) : '';
    const saved = answers ? await (await import('./results/saved_link.js')).savedLinkOf(answers, prompt) : null;
    const whole = (/** @type {ModelSource} */ meant) => ({
      ...meant,
      name: visible(meant.name),
      ignoresKeys: fieldOf(choices, 'read').split(',').includes('ignore-keys'),
      weights: fieldOf(choices, 'weights-file'),
    });
    const named = async () => whole(typeof given === 'string' ? await findModel(given, location.href) : given);
    const wanted = saved ? whole({ name: saved.about.name, examples: [] }) : await named(); // saved answers need no list of models
    this.#opening = opening;
    const prepared = wanted.prepared && !saved ? await preparedOf(wanted.prepared, recipeOf(prompt || wanted.examples[0])) : null;
    /** @type {Part[]} */
    const parts = [];
    const start = (/** @type {ModelSource} */ meant) => {
      const own = new ModelLink((reason) => this.#died(link, reason));
      if (meant.trains) return new TrainingLink(own, meant.trains);
      return meant.training ? new StepsLink(own, meant, meant.training, parts) : own;
    };
    const read = readInto(parts, recipeOf(prompt).step ?? 0);
    /** Opens the model while other answers are shown. @param {AbortSignal} signal @returns {Promise<Loaded>} */
    const later = async (signal) => {
      const all = saved ? await named() : wanted;
      const own = start(all);
      const about = await read(all, own, signal, () => {}).catch((error) => {
        own.end();
        return Promise.reject(error);
      });
      return { wanted: all, about, link: own, parts };
    };
    saved?.opens(later, (loaded) => this.#came(saved, loaded && { ...loaded, link: saved, given: String(given) }));
    /** @type {import('./link.js').Link} */
    const link = wanted.given
      ? new (await import('./given/given_link.js')).GivenLink(wanted.given)
      : (saved ?? (prepared ? new PreparedLink(prepared, async (signal) => (await later(signal)).link) : start(wanted)));
    await this.#orGiveUp(opening, link, async () => {
      const known = prepared ?? saved;
      const about = known
        ? { ...known.about, name: wanted.name, examples: wanted.examples, instead: wanted.instead }
        : await read(wanted, link, abort.signal, progress);
      await this.#run(opening, { wanted, about, link, parts }, prompt, choices);
    });
  }

  /**
   * Runs the first text of a model that is loaded.
   * @param {Opening} opening @param {Loaded} loaded @param {string} prompt @param {string} choices
   */
  async #run(opening, { wanted, about, link, parts }, prompt, choices) {
    const { ticket, abort } = opening;
    if (wanted.parts && !wanted.given) this.#services.page.openingMarked(ticket, markedAs(about, fieldOf(choices, 'mark')));
    const reader = about.picture ? await import('./picture/reader.js') : null;
    const pictures = reader && about.picture ? new reader.Reader(about.picture) : null;
    const prompted = about.prompted ? new (await import('./picture/prompted.js')).PromptPictures(wanted.pictures) : null;
    const hearing = about.sound ? await import('./sound/sounds.js') : null;
    const sounds = hearing ? new hearing.Sounds() : null;
    const model = new OpenModel(this.#services, wanted, about, link, parts, () => this.#closeOpen(), { pictures, prompted, sounds });
    opening.model = model;
    const usual = wanted.trains ? { step: 0 } : wanted.training && wanted.training.usual >= 0 ? { step: wanted.training.usual } : {};
    const first = prompt || recipeText({ ...recipeOf(about.examples[0] || (reader?.firstPicture ?? hearing?.firstSound ?? '')), ...usual });
    const bytes = await model.runs.run(first, { ticket }, abort.signal).catch((error) => {
      // There is no line yet in which the user could fix the text.
      if (!(prompt && error instanceof ProblemError)) throw error;
      throw new ProblemError(error.place, error.finding, tr('Open the model without this text and type another.'));
    });
    if (bytes) this.#services.send(bytes);
  }

  /** @param {Opening} opening @param {import('./link.js').Link} link @param {() => Promise<void>} work */
  async #orGiveUp(opening, link, work) {
    try {
      await work();
    } catch (error) {
      opening.abort.abort(); // cancels pending downloads
      this.#end(link);
      if (this.#opening === opening) this.#opening = null;
      throw error;
    }
  }

  /** Ends a link, unless the open model uses it. @param {import('./link.js').Link} link */
  #end(link) {
    if (this.model?.link !== link) link.end();
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
          ? [nameSection(open.wanted.name, (name) => this.#services.reopen(open.parts, open.wanted.training, name))]
          : []),
        ...factsOf(open.about, bytesOf(open.parts)),
        ...(address ? [keepSection(open.wanted.name, address, open.parts)] : []),
      ],
    };
  }

  /** The view on the screen. Null if it is none of a model, or has no answer yet. */
  get #shown() {
    const { panel, experiment = '' } = this.#services.surface().state;
    const taken = this.model?.page?.views.taken(panel);
    return this.model && taken ? { model: this.model, taken, view: { experiment, fields: this.#services.page.fields() } } : null;
  }

  /** The content of the dialog Export for the view. */
  async exported() {
    const shown = this.#shown;
    if (!shown) return null;
    return (await import('./results/exported.js')).exportedContent(shown.model, shown.taken, shown.view);
  }

  /** The same, once its answers are complete. */
  get #answered() {
    const shown = this.#shown;
    return shown?.taken.isDone ? shown : null;
  }

  /** The view as a saved result that opens without the model. Null if there is none. @returns {Promise<string | null>} */
  async saved() {
    const shown = this.#answered;
    if (!shown) return null;
    const [{ savedResult }, { resultText }] = await Promise.all([import('./results/saved.js'), import('./results/file.js')]);
    const result = await savedResult(shown.model, shown.taken, shown.view);
    return result.attention && resultText(result);
  }

  /**
   * The view's answers as a field of a link.
   * @param {number} room in characters @returns {Promise<{field: string, leftOut: string[]} | null>} null if there are none
   */
  async linked(room) {
    const shown = this.#answered;
    if (!shown) return null;
    const [{ savedResult }, { answersField }] = await Promise.all([import('./results/saved.js'), import('./results/linked.js')]);
    return answersField(await savedResult(shown.model, shown.taken, shown.view), room);
  }

  /** Takes a file as input of the open model. @param {File} file @returns {Promise<boolean>} false if it is no such file */
  takeFile = async (file) => (await this.model?.take(file)) ?? false;

  /** @param {number} ticket */
  cancel(ticket) {
    if (this.#opening?.ticket !== ticket) return;
    this.#opening.abort.abort();
    if (this.#opening.model) this.#end(this.#opening.model.link);
    this.#opening = null;
  }

  /**
   * Makes an example that is needed (again), as for a link, the browser's Back, or Compare.
   * @param {import('../make/makers.js').ExampleRequest} wanted @returns {Promise<import('../worker/engine_link.js').Message | null>} the message
   * for the engine, null if it has been sent
   */
  async make(wanted) {
    const model = this.model;
    if (!model || model.document !== wanted.document)
      throw new ProblemError(tr('model'), tr('The model was closed.'), tr('Open it again.'));
    return wanted.isShown ? model.showNext(wanted) : model.runs.run(wanted.text, wanted);
  }

  /** A document is open. If it is not a model's, closes the model. */
  #opened() {
    const { model, ticket } = this.#opening ?? {};
    const open = this.#services.surface().state.document;
    if (model && open?.form === 'model' && open.model !== undefined) {
      this.model?.end(model.link);
      this.model = model;
      this.#opening = null;
      model.begin(this.#services.page.document);
      if (model.link.hasGaps) this.#dismissGaps();
      void model.link.begin?.().catch(() => {}); // the views show that it is missing
    } else if (this.model && this.model.document !== this.#services.page.document && ticket === undefined) {
      this.#closeOpen();
    }
  }

  /**
   * The model of a link with saved answers is there, or cannot come. It opens again, because the link's attention is rounded.
   * @param {import('./results/saved_link.js').SavedLink} link @param {Loaded | null} loaded
   */
  #came(link, loaded) {
    if (this.model?.link !== link) return;
    this.model.page?.views.noted();
    if (!loaded) return;
    this.#loaded = loaded;
    this.#services.again(link.waits ?? JSON.parse(this.#services.page.line).text);
  }

  /** A link that is too long for attention has none, which the view explains better than a warning about the file. */
  #dismissGaps() {
    for (const { id, place } of this.#services.surface().state.messages)
      if (place.startsWith('attentions')) this.#services.page.dismiss(id);
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
