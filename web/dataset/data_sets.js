// SPDX-License-Identifier: MIT
// @ts-check
// Data sets. The page's state names the data set and the example (`dataset` and `row` of the address). This code reads the list
// and opens the example, from the list's host or from files that the user gave.

import { adoptStyle } from './style.js';
import { Bar } from './bar.js';
import { addressOf, dataIn, Files, filesOf, nameOf, pathOf } from './places.js';
import { readList } from './read.js';
import { View } from './view.js';
import { asProblem, ProblemError } from '../base/problem.js';
import { amount, tr, trCount } from '../base/language.js';
import { find, storeForTab } from '../fetch/file_store.js';
import { openSource } from '../fetch/stream.js';
import { nameOf as nameOfAddress, rawAddress } from '../fetch/sources.js';

/** @typedef {import('./read.js').List} List */

/** Marks the name of a list that the user gave, in the state. */
const local = 'local:';
const listName = /(^|\/)dataset\.headwaters\.jsonl(\.gz)?$/;

/** All lists have the same file name, so the folder makes the title. @param {URL} url */
const titleOf = (url) => nameOfAddress(listName.test(url.pathname) ? new URL('.', url) : url);

export class DataSets {
  #page;
  #disclosures;
  #announce;
  #changed;
  #dataOpener;
  #files = new Files();
  #view;
  #bar;
  /** @type {List | null} */
  #list = null;
  #reference = '';
  /** The user's list. A new one with the same name is a different list. @type {unknown} */
  #source = null;
  #turn = 0;
  /** The example whose file is missing. */
  #missing = -1;

  /** @param {import('../dialogs/dialogs.js').DialogServices} asked @param {import('../open/data_opener.js').DataOpener} dataOpener */
  constructor({ page, disclosures, announce, changed }, dataOpener) {
    this.#page = page;
    this.#disclosures = disclosures;
    this.#announce = announce;
    this.#changed = changed;
    this.#dataOpener = dataOpener;
    adoptStyle();
    this.#view = new View({
      choose: (row) => void this.#open(row),
      close: () => this.#apply('dataset='),
      back: () => this.#apply('row=0'),
      give: (files) => void this.take({ files: [...files], entries: [] }),
    });
    this.#bar = new Bar({ back: () => this.#apply('row=0'), go: (by) => this.#go(by) });
  }

  /** Shows the state's data set. Rejects if its list cannot be read; the view shows the error too. */
  async show() {
    const { dataSet, row } = this.#wanted;
    const given = dataSet.startsWith(local) ? this.#dataOpener.named(dataSet.slice(local.length)) : null;
    if (!dataSet) return this.#hide();
    const isRead = this.#list && this.#reference === dataSet && (!given || given === this.#source);
    if (!isRead && !(await this.#read(dataSet, given))) return;
    const list = /** @type {List} */ (this.#list);
    if (row >= list.count) {
      this.#view.complain({
        place: tr('example {}', row + 1),
        finding: trCount(list.count, 'The list has {} examples.|The list has {} examples.'),
        remedy: tr('Choose one.'),
      });
      return this.#apply('row=0');
    }
    if (row < 0) return this.#showList();
    if (this.#isOpen(row)) return this.#showExample(row);
    await this.#open(row);
  }

  /**
   * Files from the user: data of the list's examples, or a list with its data.
   * @param {import('../open/drop.js').Dropped} all @returns {Promise<boolean>} false if they do not belong to a data set
   */
  async take(all) {
    const given = await filesOf(all);
    const folder = all.entries.find(({ isDirectory }) => isDirectory);
    const list = given.find(({ path }) => listName.test(path));
    if (list) {
      if (given.length === 1) return false;
      this.#files.add(given.filter((one) => one !== list));
      void this.#dataOpener.openGiven(list.file, list.file.name).catch(() => {});
      return true;
    }
    if (!this.#list || !this.#wanted.dataSet) return folder ? this.#takeFolder(folder.name, given) : false;
    const names = new Set(this.#list.files.map((path) => path.split('/').at(-1)));
    const ours = given.filter(({ file }) => names.has(file.name));
    if (!ours.length && given.length < 2) return folder ? this.#takeFolder(folder.name, given) : false;
    if (!ours.length) return this.#refuse(given.length);
    this.#files.add(ours);
    this.#view.complain(null);
    this.#announce(trCount(ours.length, '{} data set file|{} data set files', ours.length));
    if (this.#missing >= 0 && this.#files.find(pathOf(this.#list, this.#missing))) await this.#open(this.#missing);
    return true;
  }

  /** A folder without a list. Browsers represent it as an unreadable file. @param {string} name @param {import('./places.js').Given[]} given */
  #takeFolder(name, given) {
    if (given.length === 1) void this.#dataOpener.openGiven(given[0].file, given[0].file.name);
    else
      this.#dataOpener.refuse(
        new ProblemError(name, tr('This folder has no data set list.'), tr('Drop one file, or a folder with dataset.headwaters.jsonl.')),
      );
    return true;
  }

  /** @param {number} count */
  #refuse(count) {
    this.#view.complain(
      {
        place: '',
        finding: tr('None of these {} files is in the list.', amount(count)),
        remedy: tr('Open the input files of headwaters batch summary.'),
      },
      true,
    );
    return true;
  }

  get #wanted() {
    const { dataset, row } = this.#page.state();
    return { dataSet: dataset, row };
  }

  /** @param {string} fields */
  #apply(fields) {
    this.#page.apply(fields);
    this.#changed();
  }

  // --- the list ---------------------------------------------------------------------------------------

  /**
   * @param {string} reference @param {import('../fetch/stream.js').Source | null} given @returns {Promise<boolean>} false if another list
   * replaced it
   */
  async #read(reference, given) {
    this.#turn += 1;
    const turn = this.#turn;
    const isLocal = reference.startsWith(local);
    let name = isLocal ? reference.slice(local.length) : reference;
    this.#bar.hide();
    this.#view.show(true);
    const before = this.#list?.name ?? '';
    try {
      const url = isLocal ? null : rawAddress(reference, location.href);
      name = url ? titleOf(url) : name;
      this.#view.wait(name);
      const source = url ? url.href : (given ?? (await find(name, ' list'))?.source);
      if (!source) throw new ProblemError(name, tr('This list is no longer available.'), tr('Drop it here again.'));
      const { signal } = new AbortController();
      const { confirmDownload } = await import('../consent/confirm.js');
      const ask = async (/** @type {import('../fetch/download.js').Question} */ question) =>
        turn === this.#turn && (await confirmDownload(name, question, signal));
      const { chunks } = await openSource(source, signal, () => {}, ask);
      const stream = new ReadableStream({
        pull: async (to) => {
          const { done, value } = await chunks.next();
          if (done) to.close();
          else to.enqueue(value);
        },
        cancel: () => void chunks.return(undefined),
      });
      const list = await readList(stream, name, url?.href ?? '', (count) => turn === this.#turn && this.#view.wait(name, count));
      if (turn !== this.#turn) return false;
      this.#list = list;
      this.#reference = reference;
      this.#source = given;
      this.#missing = -1;
      this.#view.fill(list);
      this.#announce(trCount(list.count, '{}: {} examples|{}: {} examples', name, amount(list.count)));
      if (given) void storeForTab(name, given, 0, ' list'); // if storing fails, the page asks for the list again after a reload
      return true;
    } catch (error) {
      if (turn !== this.#turn) return false;
      this.#view.complain(asProblem(error, name));
      // The open list stays.
      if (this.#list) {
        const kept = this.#reference;
        this.#view.wait(before);
        this.#view.restate();
        this.#apply(`dataset=${encodeURIComponent(kept)}`);
      } else this.#view.empty();
      throw error;
    }
  }

  #hide() {
    this.#turn += 1;
    this.#view.show(false);
    this.#bar.hide();
    if (document.activeElement === document.body) document.getElementById('canvas')?.focus({ preventScroll: true });
  }

  #showList() {
    this.#bar.hide();
    this.#view.show(true);
  }

  // --- an example ---------------------------------------------------------------------------------------

  /** @param {number} row */
  #fields(row) {
    const list = /** @type {List} */ (this.#list);
    return `example=${list.example[row]}&dataset=${encodeURIComponent(this.#reference)}&row=${row + 1}`;
  }

  /** @param {number} row */
  #isOpen(row) {
    const list = /** @type {List} */ (this.#list);
    const { source, example } = this.#page.state();
    const isFile =
      source.kind === 'local' ? source.text === nameOf(list, row) : source.kind === 'url' && source.text === addressOf(list, row);
    return isFile && example === list.example[row];
  }

  /** @param {number} row */
  async #open(row) {
    const list = /** @type {List} */ (this.#list);
    this.#turn += 1;
    const turn = this.#turn;
    this.#view.leave();
    this.#view.complain(null);
    this.#missing = -1;
    if (/\.txt$/.test(pathOf(list, row))) {
      this.#view.mark(row);
      return this.#view.complain({
        place: nameOf(list, row),
        finding: tr('This text’s attention was not saved.'),
        remedy: tr('Open the model and type the text, or save its run with “headwaters run”.'),
      });
    }
    const fields = this.#fields(row);
    const { source } = this.#page.state();
    const [file, address] = [this.#files.find(pathOf(list, row)), addressOf(list, row)];
    try {
      if (file) {
        const isThere = source.kind === 'local' && source.text === nameOf(list, row) && this.#dataOpener.given && list.line[row] === 0;
        if (isThere) return this.#apply(fields);
        await this.#dataOpener.openGiven(await dataIn(list, row, file), nameOf(list, row), fields);
      } else if (address) {
        if (source.kind === 'url' && source.text === address) return this.#apply(fields);
        this.#disclosures.follow(`url=${address}`, `dataset=${this.#reference}`);
        await this.#dataOpener.openLinked('url', address, fields);
      } else throw this.#nowhere(row);
      // Opening a link that names the example does not change the state, so no change event will follow.
      if (turn === this.#turn && this.#wanted.row === row) this.#showExample(row);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#missing = row;
      const { place, finding, remedy } = asProblem(error, nameOf(list, row));
      this.#apply('row=0');
      this.#showList();
      this.#view.mark(row);
      this.#view.complain(
        {
          place: place || nameOf(list, row),
          finding,
          remedy: file ? remedy : `${remedy} ${tr('Or drop {} or its folder here.', pathOf(list, row))}`,
        },
        true,
      );
    }
  }

  /** @param {number} row */
  #nowhere(row) {
    const list = /** @type {List} */ (this.#list);
    const path = pathOf(list, row);
    if (path === '-')
      return new ProblemError(nameOf(list, row), tr('It came from standard input, not a file.'), tr('Summarise a file instead.'));
    const finding = list.base ? tr('The page loads files only from the list’s server.') : tr('The list was opened without its data.');
    return new ProblemError(path, finding, '');
  }

  /** @param {number} row */
  #showExample(row) {
    const list = /** @type {List} */ (this.#list);
    const { document: open } = this.#page.state();
    this.#view.show(false);
    this.#view.mark(row);
    const place = this.#view.rows.indexOf(row);
    const tokens = open?.tokens?.length;
    const differs =
      tokens !== undefined && tokens !== list.tokens[row]
        ? ` ${tr('The example has {} tokens, but the list gives {}. The file is different or has changed.', tokens, list.tokens[row])}`
        : '';
    const parts = [tr('{} of {}', amount(row + 1), amount(list.count)), this.#view.saying(row)].filter(Boolean);
    this.#bar.show(parts.join(' · ') + differs, place > 0, place >= 0 && place < this.#view.rows.length - 1);
  }

  /** @param {number} by */
  #go(by) {
    const { rows } = this.#view;
    const place = rows.indexOf(this.#wanted.row) + by;
    if (place >= 0 && place < rows.length) void this.#open(rows[place]);
  }
}
