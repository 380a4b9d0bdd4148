// SPDX-License-Identifier: MIT
// @ts-check
// Sorts dropped, picked or pasted data into models, pictures, data sets, lessons and other data, and passes each to its opener.

import { asProblem } from '../base/problem.js';
import { loadTexts, tr } from '../base/language.js';
import { isLessonText } from '../lessons/lesson_format.js';

const largestLesson = 2 ** 20; // larger files are data

export class DataRouter {
  #dataOpener;
  #services;
  #apply;
  /** @type {Promise<import('../dataset/data_sets.js').DataSets> | null} */ #dataSets = null;

  /** @param {import('./data_opener.js').DataOpener} dataOpener @param {import('../dialogs/dialogs.js').DialogServices} services @param {(fields: string) => void} apply changes the view */
  constructor(dataOpener, services, apply) {
    this.#dataOpener = dataOpener;
    this.#services = services;
    this.#apply = apply;
  }

  /** Several files or a folder are a data set, or data for the open list. @param {File} file @param {import('./drop.js').Dropped} all */
  files(file, all) {
    return this.#refusing(file.name, () => this.#files(file, all));
  }

  /** An error before the opening is reported like an opening's. @param {string} name @param {() => Promise<void>} take */
  async #refusing(name, take) {
    await take().catch((error) => {
      if (error?.name !== 'AbortError') this.#dataOpener.refuse(asProblem(error, name)); // else the user cancelled
    });
  }

  /** @param {File} file @param {import('./drop.js').Dropped} all */
  async #files(file, all) {
    const { modelAmong } = await import('../model/files/receive.js');
    const model = await modelAmong(file, all);
    if (model) return void this.#dataOpener.openModel(model.parts, model.name, { training: model.training });
    const { takePictures } = await import('../fetch/pictures.js');
    if (await takePictures(all.files.length > 0 ? all.files : [file], this.#dataOpener, this.#services, this.#apply)) return;
    const isSeveral = all.files.length > 1 || all.entries.some(({ isDirectory }) => isDirectory);
    const isTaken = (this.#dataSets || isSeveral) && (await (await this.#useDataSets()).take(all));
    if (!isTaken) await this.#one(file, file.name);
  }

  /** @param {string} text */
  text(text) {
    const name = tr('pasted text');
    return this.#refusing(name, () => this.#one(new Blob([text]), name));
  }

  /** Shows the open data set in its view. */
  async showDataSet() {
    await (await this.#useDataSets()).show();
  }

  /** Opens a lesson or data. @param {Blob} given @param {string} name */
  async #one(given, name) {
    const first = (/** @type {number} */ count) =>
      given
        .slice(0, count)
        .text()
        .catch(() => '');
    const isLesson = given.size <= largestLesson && isLessonText(await first(4000));
    const { isResultText } = await import('../model/results/file.js');
    if (isResultText(await first(200))) {
      const { openResult } = await import('../model/results/open.js');
      return openResult(await given.text(), name, this.#dataOpener, this.#services.surface());
    }
    if (!isLesson) return void this.#dataOpener.openGiven(given, name); // the opening reports its errors
    const text = await given.text();
    this.#services.useLessons((lessons) => lessons.openText(text, name).catch((error) => lessons.refuse(error, name)));
  }

  /** @returns {Promise<import('../dataset/data_sets.js').DataSets>} */
  #useDataSets() {
    this.#dataSets ??= Promise.all([import('../dataset/data_sets.js'), loadTexts('lessons')]).then(
      ([{ DataSets }]) => new DataSets(this.#services, this.#dataOpener),
    );
    this.#dataSets.catch(() => {
      this.#dataSets = null; // retried the next time
      this.#services.announce(tr('Could not load the data set view. Are you online?'));
    });
    return this.#dataSets;
  }
}
