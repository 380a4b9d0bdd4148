// SPDX-License-Identifier: MIT
// @ts-check
// The model that runs in the page: where it comes from, what is typed, and the examples that its runs become. What is open and
// shown is the page's state; here are the bytes, the worker, and the line of text.

import { Bar } from './bar.js';
import { Cuts } from './cuts.js';
import { confirmModel, factsOf } from './confirm.js';
import { fetched, filesAt, filesNamed } from './hub.js';
import { ModelLink } from './link.js';
import { recipeOf, recipeText } from './recipe.js';
import { shown } from './says.js';
import { wantedModel } from './wanted.js';
import { asProblem, ProblemError } from '../boot/problem.js';
import { tr } from '../boot/words.js';

/** @typedef {import('./parts.js').Part} Part */
/** @typedef {import('./recipe.js').Recipe} Recipe */
/**
 * @typedef {object} Asked what a model asks of the page
 * @property {import('../boot/module.js').PageModule} page
 * @property {(bytes: Uint8Array) => void} send a message to the engine
 * @property {(text: string) => void} announce
 * @property {() => void} changed asks for a frame
 * @property {() => import('../headwaters.d.ts').Headwaters} surface
 * @property {(name: string) => void} showDialog
 */
/** @typedef {import('./wanted.js').Wanted} Wanted */

/** More than this is not fetched before its reader has been asked. */
const askedFrom = 32 << 20;
const mostTexts = 50;

/** An open model, from its files to its worker. */
class OpenModel {
  /** @param {Wanted} wanted @param {import('./bar.js').About} about @param {ModelLink} link */
  constructor(wanted, about, link) {
    this.wanted = wanted;
    this.about = about;
    this.link = link;
    this.document = 0;
  }
}

export class Models {
  #asked;
  /** @type {OpenModel | null} */
  #open = null;
  /** What is being opened, by its ticket. @type {{ticket: number, model: OpenModel | null, abort: AbortController} | null} */
  #opening = null;
  /** @type {Bar | null} */
  #bar = null;
  /** Newest first. @type {Recipe[]} */
  #texts = [];
  /** What is shown, or is being computed to be shown. @type {Recipe} */
  #shown = { text: '' };
  /** @type {AbortController | null} */
  #running = null;
  /** What the last run said. @type {any} */
  #said = null;
  /** @type {Cuts | null} */
  #cuts = null;

  /** @param {Asked} asked */
  constructor(asked) {
    this.#asked = asked;
    asked.surface().on('open', () => this.#opened());
    asked.surface().on('change', () => this.#follow());
  }

  /**
   * Opens a model and runs its first text; what comes of it reaches the engine as the first example of a new document.
   * @param {number} ticket @param {Wanted | string} given or a name or an address @param {string} prompt as links have it; '': an example of its own
   * @param {(bytes: number, total: number) => void} progress
   */
  async open(ticket, given, prompt, progress) {
    this.#opening?.abort.abort();
    const abort = new AbortController();
    const wanted = typeof given === 'string' ? await wantedModel(given, location.href) : given;
    const opening = { ticket, model: /** @type {OpenModel | null} */ (null), abort };
    this.#opening = opening;
    const link = new ModelLink((reason) => this.#died(link, reason));
    try {
      const parts = await this.#partsOf(wanted, link, abort.signal, progress);
      const about = await this.#read(link, 'open', wanted, parts, abort.signal);
      const model = new OpenModel(wanted, about, link);
      opening.model = model;
      const recipe = recipeOf(prompt || about.examples[0] || '');
      const { bytes } = await link.call(runRequest(recipe, { ticket, name: wanted.name }), { signal: abort.signal }).catch((error) => {
        // There is no line yet in which the text could be changed.
        if (!(prompt && error instanceof ProblemError)) throw error;
        throw new ProblemError(error.place, error.finding, tr('Open the model by itself, without this text, and type another.'));
      });
      this.#asked.send(/** @type {Uint8Array} */ (bytes));
    } catch (error) {
      link.end();
      if (this.#opening === opening) this.#opening = null;
      throw error;
    }
  }

  /** What the open model is, for a dialog. @returns {{title: string, parts: HTMLElement[]} | null} */
  described() {
    return this.#open && { title: this.#open.about.name, parts: factsOf(this.#open.about) };
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
   * @param {import('../make/makers.js').Wanted} wanted @returns {Promise<Uint8Array>} the message for the engine
   */
  async make({ document, text, isShown, isSettled }) {
    const model = this.#open;
    if (!model || model.document !== document) throw new ProblemError(tr('model'), tr('The model is no longer open.'), tr('Open it again.'));
    const { bytes } = await model.link.call(runRequest(recipeOf(text), { document, name: model.wanted.name, isShown, isSettled }));
    return /** @type {Uint8Array} */ (bytes);
  }

  // --- opening ---------------------------------------------------------------------------------------

  /** @param {Wanted} wanted @param {ModelLink} link @param {AbortSignal} signal @param {(bytes: number, total: number) => void} progress */
  async #partsOf({ name, parts, address, files }, link, signal, progress) {
    if (parts) return parts;
    const at = /** @type {URL} */ (address);
    const { small, large } = files ? await filesNamed(at, files, signal) : await filesAt(at, signal);
    const total = large.reduce((sum, { size }) => sum + size, 0);
    if (total > askedFrom) {
      // Headers alone, in ranges, where the server gives them.
      const about = await this.#read(link, 'look', { name, examples: [] }, [...small, ...large], signal).catch(() => null);
      if (!(await confirmModel(name, about, total, signal))) throw new DOMException('not wanted', 'AbortError');
    }
    let came = 0;
    const got = [];
    for (const one of large) got.push(await fetched(one, signal, (bytes) => progress((came += bytes), total)));
    return [...small, ...got];
  }

  /**
   * @param {ModelLink} link @param {'open' | 'look'} what @param {Wanted} wanted @param {import('./worker.js').Part[]} parts @param {AbortSignal} signal
   * @returns {Promise<import('./bar.js').About>}
   */
  async #read(link, what, wanted, parts, signal) {
    const listed = parts.flatMap((part) => [part.name, String(part.blob instanceof Blob ? part.blob.size : (part.blob?.byteLength ?? part.size ?? 0))]);
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
      model.document = this.#asked.page.document;
      this.#opening = null;
      this.#texts = [];
      this.#bar = new Bar(model.about, this.#does());
      this.#cuts = new Cuts({
        cut: (cuts, rule) => void this.#run({ ...this.#shown, cuts: cuts.length > 0 ? cuts : undefined, rule: cuts.length > 0 ? rule : undefined }, true),
        place: () => this.#place(),
        gradients: (target) => void this.#run({ ...this.#shown, target }, true),
      });
      this.#bar.add(this.#cuts.root);
      this.#bar.found = (word) => void this.#find(word);
      this.#follow();
    } else if (this.#open && this.#open.document !== this.#asked.page.document && ticket === undefined) {
      this.#closeOpen();
    }
  }

  #closeOpen() {
    this.#running?.abort();
    this.#bar?.close();
    this.#bar = this.#cuts = null;
    this.#open?.link.end();
    this.#open = null;
  }

  /** @param {ModelLink} link @param {string} reason */
  #died(link, reason) {
    if (this.#open?.link !== link) return;
    this.#bar?.showStatus(tr('The model stopped ({}). What is shown stays; open it again to go on.', reason), true);
  }

  // --- typing ----------------------------------------------------------------------------------------

  /** @returns {import('./bar.js').Does} */
  #does() {
    return {
      typed: (text, pair, settled) => void this.#run({ text, ...(pair !== undefined && { pair }) }, settled),
      ask: ({ id }) => void this.#run({ ...this.#shown, target: String(id) }, true),
      again: (index) => void this.#run(this.#texts[index], true),
      compare: (index) => this.#compare(this.#texts[index]),
      describe: () => this.#asked.showDialog('model'),
      close: () => this.#closeOpen(),
    };
  }

  /** @param {Recipe} recipe @param {boolean} settled its reader has stopped typing */
  async #run(recipe, settled) {
    const model = this.#open;
    if (!model) return;
    this.#running?.abort();
    const running = (this.#running = new AbortController());
    this.#shown = recipe;
    try {
      const { result, bytes } = await model.link.call(runRequest(recipe, { document: model.document, name: model.wanted.name, isSettled: settled }), { signal: running.signal });
      if (running.signal.aborted) return;
      this.#show(result);
      if (settled) this.#remember(recipe);
      this.#asked.send(/** @type {Uint8Array} */ (bytes));
      this.#bar?.showStatus('');
    } catch (error) {
      if (running.signal.aborted) return;
      const { finding, remedy } = asProblem(error, model.about.name);
      this.#bar?.showStatus(`${finding} ${remedy}`.trim(), true);
    }
  }

  /** @param {any} result of a run */
  #show(result) {
    const { pieces, says, before, question } = result;
    this.#said = result;
    this.#bar?.showPieces(pieces);
    this.#bar?.showSays(says, this.#shown.target ? Number.parseInt(this.#shown.target, 10) : null);
    this.#cuts?.setPlace(this.#place());
    this.#cuts?.set(this.#shown.cuts ?? [], this.#shown.rule ?? 'zero');
    this.#cuts?.showAnswer(question, before?.answers ?? null, says.answers, this.#shown.target !== undefined);
  }

  /** What the views point at: the layer, the output token and the input that it takes most from. @returns {import('./cuts.js').Place} */
  #place() {
    const { layer, tokens, sink } = this.#asked.surface().state;
    const pieces = /** @type {{text: string}[]} */ (this.#said?.pieces ?? []);
    const { layers = 1, heads = 1 } = this.#open?.about ?? {};
    return { layers, heads, tokens: pieces.map(({ text }) => shown(text)), layer: Math.min(layer, layers - 1), from: tokens[0] ?? 0, to: Math.max(sink, 0) };
  }

  /** Answers whose name holds the word, in place of the likeliest. @param {string} word */
  async #find(word) {
    const model = this.#open;
    if (!model || !this.#said) return;
    if (!word.trim()) return this.#bar?.showSays(this.#said.says, null);
    const found = await model.link.call(['find', word.trim(), ...textsOf(this.#shown)]).catch(() => null); // the model stopped, which is said
    if (found) this.#bar?.showSays({ ...this.#said.says, answers: found.result.answers }, null);
  }

  /** @param {Recipe} recipe */
  #remember(recipe) {
    const text = recipeText(recipe);
    if (!recipe.text) return;
    this.#texts = [recipe, ...this.#texts.filter((one) => recipeText(one) !== text)].slice(0, mostTexts);
    this.#bar?.showHistory(this.#texts, 0);
  }

  /** The views show another text than the line: the browser's Back, a link, a lesson. */
  #follow() {
    const model = this.#open;
    if (!model || !this.#bar || this.#bar.isBusy || this.#asked.page.document !== model.document) return;
    const text = this.#asked.surface().state.prompt;
    if (typeof text !== 'string' || text === recipeText(this.#shown)) return;
    const recipe = (this.#shown = recipeOf(text));
    this.#bar.set(recipe.text, recipe.pair);
    this.#remember(recipe);
    const isShown = () => this.#open === model && this.#shown === recipe;
    void model.link.call(['says', ...textsOf(recipe)]).then(({ result }) => isShown() && this.#show(result), () => {});
  }

  /** @param {Recipe} recipe */
  #compare(recipe) {
    const column = `prompt:${recipeText(recipe).replace(/[%,/:]/g, encodeURIComponent)}`;
    this.#asked.page.apply(`panel=compare&compare=${encodeURIComponent(`rollout/rollout,${column}`)}`);
    this.#asked.changed();
  }
}

/** What a request says of a text. @param {Recipe} recipe */
const textsOf = (recipe) => {
  const cuts = (/** @type {string} */ kind) => (recipe.cuts ?? []).filter((cut) => cut.kind === kind).map(({ text }) => text).join('; ');
  return [recipeText(recipe), recipe.text, recipe.pair === undefined ? '0' : '1', recipe.pair ?? '', recipe.rule ?? 'zero', cuts('edges'), cuts('head'), cuts('residual'), recipe.target ?? ''];
};

/**
 * @param {Recipe} recipe
 * @param {{ticket?: number, document?: number, name: string, isShown?: boolean, isSettled?: boolean}} how
 */
const runRequest = (recipe, { ticket = 0, document = 0, name, isShown = true, isSettled = true }) =>
  ['run', String(ticket), String(document), name, isShown ? '1' : '0', isSettled ? '1' : '0', ...textsOf(recipe)];
