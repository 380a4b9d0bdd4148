// SPDX-License-Identifier: MIT
// @ts-check
// What is dropped, picked or pasted: which of a model, pictures, a data set, a lesson or data it is, and where that goes.

import { asProblem } from '../base/problem.js';
import { loadWords, tr } from '../base/words.js';
import { looksLikeLesson } from '../lessons/looks.js';

const largestLesson = 2 ** 20; // what is larger is data

export class Received {
  #dataOpener;
  #asked;
  #apply;
  /** @type {Promise<import('../dataset/data_sets.js').DataSets> | null} */ #dataSets = null;

  /** @param {import('./data_opener.js').DataOpener} dataOpener @param {import('../dialogs/dialogs.js').Asked} asked @param {(fields: string) => void} apply changes the view */
  constructor(dataOpener, asked, apply) {
    this.#dataOpener = dataOpener;
    this.#asked = asked;
    this.#apply = apply;
  }

  /** Several files or a folder are a data set; what its list names is for it, too. @param {File} file @param {import('./drop.js').Dropped} all */
  files(file, all) {
    return this.#refusing(file.name, () => this.#files(file, all));
  }

  /** What cannot even be looked at is refused where every opening ends. @param {string} name @param {() => Promise<void>} take */
  async #refusing(name, take) {
    await take().catch((error) => {
      if (error?.name !== 'AbortError') this.#dataOpener.refuse(asProblem(error, name)); // else its user changed their mind
    });
  }

  /** @param {File} file @param {import('./drop.js').Dropped} all */
  async #files(file, all) {
    const { modelAmong } = await import('../model/files/receive.js');
    const model = await modelAmong(file, all);
    if (model) return void this.#dataOpener.openModel(model.parts, model.name);
    const { takePictures } = await import('../fetch/pictures.js');
    if (await takePictures(all.files.length > 0 ? all.files : [file], this.#dataOpener, this.#asked, this.#apply)) return;
    const isSeveral = all.files.length > 1 || all.entries.some(({ isDirectory }) => isDirectory);
    const isTaken = (this.#dataSets || isSeveral) && (await (await this.#useDataSets()).take(all));
    if (!isTaken) await this.#one(file, file.name);
  }

  /** @param {string} text */
  text(text) {
    const name = tr('pasted text');
    return this.#refusing(name, () => this.#one(new Blob([text]), name));
  }

  /** The data set that stands open, in its view. */
  async showDataSet() {
    await (await this.#useDataSets()).show();
  }

  /** A lesson, or data. @param {Blob} given @param {string} name */
  async #one(given, name) {
    const first = (/** @type {number} */ count) =>
      given
        .slice(0, count)
        .text()
        .catch(() => '');
    const isLesson = given.size <= largestLesson && looksLikeLesson(await first(4000));
    const { looksLikeResult } = await import('../model/results/file.js');
    if (looksLikeResult(await first(200))) {
      const { openResult } = await import('../model/results/open.js');
      return openResult(await given.text(), name, this.#dataOpener, this.#asked.surface());
    }
    if (!isLesson) return void this.#dataOpener.openGiven(given, name); // which says itself what it refuses
    const text = await given.text();
    this.#asked.useLessons((lessons) => lessons.openText(text, name).catch((error) => lessons.refuse(error, name)));
  }

  /** @returns {Promise<import('../dataset/data_sets.js').DataSets>} */
  #useDataSets() {
    this.#dataSets ??= Promise.all([import('../dataset/data_sets.js'), loadWords('lessons')]).then(
      ([{ DataSets }]) => new DataSets(this.#asked, this.#dataOpener),
    );
    this.#dataSets.catch(() => {
      this.#dataSets = null; // asked again the next time
      this.#asked.announce(tr('Could not load the data set view. Are you online?'));
    });
    return this.#dataSets;
  }
}
