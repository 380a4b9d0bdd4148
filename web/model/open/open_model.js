// SPDX-License-Identifier: MIT
// @ts-check
// An open model, with its source, its runs, and its elements on the page (open/model_page.js). The page's state records which run is shown.

import { Acts } from './acts.js';
import { ModelPage } from './model_page.js';
import { recipeText } from '../run/recipe.js';
import { Runs } from './runs.js';
import { reportDelay } from '../../base/delayed_notice.js';
import { saidOf } from '../../base/problem.js';
import { tr } from '../../base/language.js';

/**
 * @typedef {object} Inputs what a model reads besides text, null what it does not read
 * @property {import('../picture/reader.js').Reader | null} pictures @property {import('../picture/prompted.js').PromptPictures | null} prompted in
 * its prompt @property {import('../sound/sounds.js').Sounds | null} sounds
 */
/** @typedef {(() => () => void) | undefined} Give sends a run to the engine, and returns a function that shows its answers */

export class OpenModel {
  #services;
  #closed;
  /** Set while its document is open. @type {ModelPage | null} */
  page = null;
  /** A picture whose run the pen itself sends to the engine. @type {{text: string, resolve: (give: Give) => void} | null} */
  #pen = null;
  /** A file that a view shows next to the model's numbers, such as the structure of a protein. @type {{name: string, chains: import('../protein/structure.js').Chain[]} | null} */
  structure = null;
  /** The engine's number, 0 until it is open there. */
  document = 0;

  /**
   * @param {import('../models.js').ModelServices} services @param {import('../files/model_source.js').ModelSource} wanted @param {import('../run/about.js').About} about
   * @param {import('../link.js').Link} link @param {import('../files/parts.js').Part[]} parts @param {() => void} closed called when the
   * user closes it
   * @param {Inputs} inputs
   */
  constructor(services, wanted, about, link, parts, closed, { pictures, prompted, sounds }) {
    this.#services = services;
    this.#closed = closed;
    this.wanted = wanted;
    this.about = about;
    this.link = link;
    this.parts = parts;
    this.pictures = pictures;
    this.prompted = prompted;
    this.sounds = sounds;
    this.runs = new Runs(link, wanted.name, pictures ?? sounds, prompted);
    this.acts = new Acts(services, about, {
      commanded: () => this.page?.follow(),
      position: () => this.page?.position,
      measured: (text, score) => this.runs.measured.set(text, score),
    });
  }

  /** The engine has opened its document. @param {number} document */
  begin(document) {
    this.document = document;
    this.pad(true); // created before the first picture is shown on it
    this.page = new ModelPage(this.#services, this, this.#closed);
    this.link.follow?.((usual, steps) => {
      if (this.page) this.#services.page.steps(usual, steps);
      this.#services.changed();
    });
    this.pad(false);
  }

  /** @param {import('../link.js').Link} [kept] another model uses it, too */
  end(kept) {
    if (this.pictures) this.#services.moves(false); // in case a pen was down
    this.sounds?.end();
    this.page?.end();
    this.page = null;
    if (this.link !== kept) this.link.end();
  }

  died = (/** @type {string} */ reason) =>
    this.page?.bar.showStatus(tr('The model stopped ({}). Open it again to continue.', reason), true);

  /**
   * Runs the next recipe for the view.
   * @param {import('../../make/makers.js').ExampleRequest} wanted @returns {Promise<null>} null, because the run goes directly to the engine
   */
  async showNext(wanted) {
    const { text } = wanted;
    this.page?.follow(); // a step of the timeline changes the line without an action here; later it would cancel this run
    const pen = this.#pen?.text === text ? this.#pen : null;
    if (pen) this.#pen = null;
    try {
      const bytes = await reportDelay(this.runs.next(text, wanted), () => this.page?.awaits(text));
      const give = () => {
        if (bytes) this.#services.send(bytes); // first, so that the engine computes while the answers are shown
        return () => this.page?.answer();
      };
      if (pen) pen.resolve(give);
      else give()();
    } finally {
      pen?.resolve(undefined); // it was cancelled or rejected
    }
    return null;
  }

  /** The pad, lent to another place of the page or returned to its own. Null for none. @param {boolean} isLent @returns {HTMLElement | null} */
  pad(isLent) {
    const { acts, pictures } = this;
    if (!pictures) return null;
    const { page, surface } = this.#services;
    const pad =
      pictures.root ??
      pictures.pad({
        ...this.#services,
        recipe: (text, wiped) => ({ text, ...(acts.recipe.pair && { pair: acts.recipe.pair }), ...(wiped && { wiped }) }),
        run: (recipe, settled, isUndo) =>
          new Promise((resolve) => {
            this.#pen = { text: recipeText(recipe), resolve };
            acts.draw(recipe, settled, isUndo);
          }),
        stands: (recipe) => !page.isWaiting && surface().prompt === recipeText(recipe),
        wipedBefore: acts.wipedBefore,
        file: (file) => void this.takePicture(file),
      });
    if (!isLent) this.page?.bar.addFirst(pad);
    return pad;
  }

  /** Runs a picture from a file. @param {File} file */
  async takePicture(file) {
    const all = this.pictures ?? this.prompted;
    const name = await all?.add(file).catch((error) => this.page?.bar.showStatus(saidOf(error, file.name), true));
    if (name && this.prompted) this.acts.prompt(name);
    else if (name) this.acts.picture(name);
  }

  /** Takes a file that belongs to the model's input. @param {File} file @returns {Promise<boolean>} false if it is something else */
  async take(file) {
    const { pictures, prompted, about } = this;
    if (pictures ?? prompted) {
      const { isPicture } = await import('../../fetch/pictures.js');
      if (!(await isPicture(file))) return false;
      await this.takePicture(file);
      return true;
    }
    if (this.sounds) {
      if (!(await (await import('../sound/sounds.js')).Sounds.isSound(file))) return false;
      const { language, task } = this.acts.recipe;
      const text = await this.sounds.add(file, file.name);
      this.acts.run({ ...this.acts.atStep(), text, ...(language && { language }), ...(task && { task }) });
      return true;
    }
    return about.residues ? (await import('../protein/take.js')).takeProtein(file, this, this.#services) : false;
  }

  /**
   * The probability of an answer in the current run.
   * @param {string} word spelled as in the answers @returns {Promise<number>} NaN if it is not among them
   */
  chance = (word) => this.runs.chance(word, this.#services.surface().prompt ?? '');
}
