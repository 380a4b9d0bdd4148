// SPDX-License-Identifier: MIT
// @ts-check
// An open model: where it came from, what it runs, and what the page shows of it (open/model_page.js). Which run is shown is the page's state.

import { Acts } from './acts.js';
import { ModelPage } from './model_page.js';
import { recipeText } from '../run/recipe.js';
import { Runs } from './runs.js';
import { toldLate } from '../../base/late.js';
import { saidOf } from '../../base/problem.js';
import { tr } from '../../base/words.js';

/** @typedef {(() => () => void) | undefined} Give gives a run to the engine, and returns what shows its answers */

export class OpenModel {
  #asked;
  #closed;
  /** While its document is open. @type {ModelPage | null} */
  page = null;
  /** A picture whose run the pen gives to the engine itself. @type {{text: string, resolve: (give: Give) => void} | null} */
  #pen = null;
  /** Of the engine; 0: not opened there yet. */
  document = 0;

  /**
   * @param {import('../models.js').Asked} asked @param {import('../files/wanted.js').Wanted} wanted @param {import('../run/about.js').About} about
   * @param {import('../link.js').Link} link @param {import('../files/parts.js').Part[]} parts @param {() => void} closed its user has closed it
   * @param {import('../picture/reader.js').Reader | null} pictures of a model that reads them
   */
  constructor(asked, wanted, about, link, parts, closed, pictures) {
    this.#asked = asked;
    this.#closed = closed;
    this.wanted = wanted;
    this.about = about;
    this.link = link;
    this.parts = parts;
    this.pictures = pictures;
    this.runs = new Runs(link, wanted.name, pictures);
    this.acts = new Acts(asked, about, { commanded: () => this.page?.follow(), position: () => this.page?.position });
  }

  /** Its document is open in the engine. @param {number} document */
  begin(document) {
    this.document = document;
    this.pad(true); // before there is a picture to be shown on it
    this.page = new ModelPage(this.#asked, this, this.#closed);
    this.pad(false);
  }

  end() {
    if (this.pictures) this.#asked.moves(false); // a pen that was down
    this.page?.end();
    this.page = null;
    this.link.end();
  }

  died = (/** @type {string} */ reason) =>
    this.page?.bar.showStatus(tr('The model stopped ({}). What is shown stays; open it again to continue.', reason), true);

  /** Runs what is to be shown next. @param {import('../../make/makers.js').Wanted} wanted @returns {Promise<null>} it has been given to the engine */
  async showNext(wanted) {
    const { text } = wanted;
    const pen = this.#pen?.text === text ? this.#pen : null;
    if (pen) this.#pen = null;
    try {
      const bytes = await toldLate(this.runs.next(text, wanted), () => this.page?.awaits(text));
      const give = () => {
        if (bytes) this.#asked.send(bytes); // first: the engine computes while the answers are shown
        return () => this.page?.answer();
      };
      if (pen) pen.resolve(give);
      else give()();
    } finally {
      pen?.resolve(undefined); // it was given up or refused
    }
    return null;
  }

  /** The pad, lent to a place of the page that shows it, or back in its own; null: there is none. @param {boolean} isLent @returns {HTMLElement | null} */
  pad(isLent) {
    const { acts, pictures } = this;
    if (!pictures) return null;
    const { page, surface } = this.#asked;
    const pad =
      pictures.root ??
      pictures.pad({
        ...this.#asked,
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

  /** Runs a picture of a file. @param {File} file */
  async takePicture(file) {
    const text = await this.pictures?.add(file).catch((error) => this.page?.bar.showStatus(saidOf(error, file.name), true));
    if (text) this.acts.picture(text);
  }

  /** The probability of an answer to what is shown. @param {string} word as the answers are written @returns {Promise<number>} NaN: it is not among them */
  chance = (word) => this.runs.chance(word, this.#asked.surface().prompt ?? '');
}
