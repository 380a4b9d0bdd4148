// SPDX-License-Identifier: MIT
// @ts-check
// A model that stands open: the line of text, what is typed and asked, what its worker answers, and the views of it. What is shown is
// the page's state; the runs become examples of its document.

import { Bar } from './line/bar.js';
import { Cuts } from './cut/cuts.js';
import { pointOnce } from './cut/point.js';
import { besideFields, isBlank, typedRecipe, withText } from './line/history.js';
import { Runs } from './line/runs.js';
import { hiddenIn, tokenActs } from './line/token_acts.js';
import { alsoWiped, comparedWith, howRead, linkTo, placeIn, positionIn, recipeOf, recipeText, targetOf } from './recipe.js';
import { ranOf, runRequest } from './requests.js';
import { filledIn, insteadOf, maskedOf, shown, withPatches } from './says.js';
import { viewPage } from './sheets/page.js';
import { answers, missingViews, Views } from './views.js';
import { placeOf } from './stacks.js';
import { toldLate } from '../boot/late.js';
import { saidOf } from '../boot/problem.js';
import { tr } from '../boot/words.js';
import { make } from '../mirror/elements.js';

/** @typedef {import('./recipe.js').Recipe} Recipe */
const plain = { cuts: undefined, rule: undefined, swap: undefined };

export class OpenModel {
  #asked;
  #bar = /** @type {Bar | null} */ (null);
  #texts = /** @type {Recipe[]} */ ([]); // newest first
  #shown = /** @type {Recipe} */ ({ text: '' }); // or being computed to be shown
  #followed = -1; // page.examplesAsked of what the line has taken over
  #runs = new Runs({
    ask: (recipe, settled, signal) => {
      if (settled) this.#bar?.settled();
      this.pictures?.send(this.link, recipe.text);
      return this.link.call(runRequest(recipe, { document: this.document, name: this.wanted.name, isSettled: settled }), { signal });
    },
    late: () => this.#bar?.showRunning(),
    give: (recipe, bytes) => {
      this.#shown = recipe;
      if (bytes) this.#asked.send(bytes);
    },
    show: (recipe, result, settled) => {
      if (this.#shown !== recipe) return; // something else was asked for
      this.#show(result);
      if (settled) this.#remember(recipe);
      this.#bar?.showStatus('');
    },
    refused: (error) => this.#bar?.showNotRun(saidOf(error, this.about.name)),
  });
  #said = /** @type {any} */ (null); // by the last run
  #cuts = /** @type {Cuts | null} */ (null);
  views = /** @type {Views | null} */ (null);
  #writer = /** @type {import('./write/writer.js').Writer | null} */ (null); // of a model of next words
  #awaited = ''; // the run whose scores are shown when it stands there, as that view needs them
  /** Of the engine; 0: not opened there yet. */
  document = 0;

  /**
   * @param {import('./models.js').Asked} asked @param {import('./wanted.js').Wanted} wanted @param {import('./line/about.js').About} about
   * @param {import('./link.js').Link} link @param {import('./parts.js').Part[]} parts @param {() => void} closed its reader has closed it
   * @param {import('./picture/reader.js').Reader | null} pictures of a model that reads them
   */
  constructor(asked, wanted, about, link, parts, closed, pictures) {
    this.#asked = asked;
    this.wanted = wanted;
    this.about = about;
    this.link = link;
    this.parts = parts;
    this.pictures = pictures;
    this.#closed = closed;
  }
  #closed;

  /** Its document stands open in the engine: shows the line of text. @param {number} document */
  begin(document) {
    this.document = document;
    const asks = this.#asks();
    const views = (this.views = new Views(asks, this.about));
    const cuts = (this.#cuts = new Cuts({
      cut: (list, rule) => this.#again({ cuts: list.length > 0 ? list : undefined, rule, ...(!views.showScores && { scores: undefined }) }),
      place: asks.place,
      undo: (changes) => this.#again(changes),
      point: (waits) => (views.leave(), pointOnce(this.#asked.page, this.#asked.changed, waits)),
      ask: (target) => this.#again({ target: target ? this.#there(target) : undefined }),
      scores: () => this.#again({ scores: 'usual' }),
      swapped: (swap) => this.#again({ swap }),
      beside: () => this.#beside({ ...this.#shown, ...plain }),
    }));
    const missing = make('p', { className: 'muted', textContent: missingViews(this.about) });
    const parts = { asks: cuts.title, question: [cuts.question, missing], cuts: cuts.root, over: views.root };
    const bar = (this.#bar = new Bar(this.about, this.#does(), this.#asked, parts));
    views.place(this.#asked.places());
    bar.found = (word) => void this.#find(word);
    if (this.pictures) {
      bar.addFirst(
        this.pictures.pad({
          ...this.#asked,
          recipe: (text, wiped) => ({ text, ...(this.#shown.pair && { pair: this.#shown.pair }), ...(wiped && { wiped }) }),
          run: (recipe, settled) => (this.#giveUp(), this.#asked.typed(recipeText(recipe)), this.#runs.computed(recipe, settled)),
          stands: (recipe) => !this.#asked.page.isWaiting && this.#asked.surface().prompt === recipeText(recipe),
          file: (file) => void this.takePicture(file),
        }),
      );
    }
    if (this.about.kind === 'next' && answers(this.about, 'write')) void this.#beginWriting(bar);
    this.follow();
  }

  /** @param {Bar} bar */
  async #beginWriting(bar) {
    const { writerIn } = await import('./write/writer.js');
    if (this.#bar !== bar) return;
    this.#writer = writerIn(bar, this.link, {
      run: (recipe) => void this.#run(recipe, true),
      begin: (recipe) => (this.#shown = recipe),
      recipe: () => this.#shown,
    });
    bar.writes(this.#writer);
    if (this.#said) this.#show(this.#said);
  }

  /** The next text would wait for what is being computed. */
  #giveUp = () => (this.#runs.giveUp(), this.#writer?.drop(), this.views?.drop());

  end() {
    this.#giveUp();
    if (this.pictures) this.#asked.moves(false); // a pen that was down
    this.#bar?.close();
    this.views?.end();
    this.#bar = this.#cuts = this.views = this.#writer = null;
    this.link.end();
  }

  died = (/** @type {string} */ reason) =>
    this.#bar?.showStatus(tr('The model stopped ({}). What is shown stays; open it again to continue.', reason), true);

  /** @returns {import('./line/about.js').Does} */
  #does() {
    return {
      typed: (text, pair, settled) => {
        if (this.about.decoder && !settled) return; // writing takes too long for every key
        void this.#run(typedRecipe(this.about, this.#shown, text, pair), settled);
      },
      ask: (answer) => this.#again({ target: this.#there(targetOf(answer, placeIn(this.#shown.target))) }),
      token: (one) => this.#again({ target: targetOf(one, `@${one.position}`) }),
      beams: (beams) => void this.#run({ text: this.#shown.text, ...(beams > 1 && { beams }) }, true),
      chat: (chat) => (
        this.#bar?.set(this.#shown.text, undefined, 1, chat || undefined),
        void this.#run({ text: this.#shown.text, ...(chat && { chat }) }, true)
      ),
      goOn: (answer) => void this.#writer?.goOn(this.#said.says.position, answer),
      near: (text) => {
        if (!this.pictures) this.#bar?.set(this.#shown.text, text); // a picture's name is none to be read
        this.#again({ target: `cos:${text}` });
      },
      again: (index) => this.#start(this.#texts[index]),
      example: (recipe) => this.#start(recipe),
      compare: (index) => this.#beside(this.#texts[index]),
      describe: () => this.#asked.showDialog('model'),
      close: () => this.#closed(),
    };
  }

  /** @param {Recipe} recipe which is not typed */
  #start = (recipe) => (this.#put(recipe), void this.#run(recipe, true));

  /** The pad, for a place of the page that shows it, or back in its own. @param {boolean} isLent @returns {HTMLElement | null} */
  pad(isLent) {
    const pad = this.pictures?.root ?? null;
    if (pad && !isLent) this.#bar?.addFirst(pad);
    return pad;
  }

  /** A target, of a model that translates at the token of the output asked about. */
  #there = (/** @type {string} */ target) =>
    this.about.decoder && this.#said && !placeIn(target) ? `${target}@${this.#said.says.position}` : target;

  #beside = (/** @type {Recipe} */ recipe) => (this.#asked.page.apply(besideFields(recipe)), this.#asked.changed());

  /** Runs a picture of a file. @param {File} file */
  async takePicture(file) {
    const text = await this.pictures?.add(file).catch((error) => this.#bar?.showStatus(saidOf(error, file.name), true));
    if (text) await this.#run({ text, ...(this.#shown.pair && { pair: this.#shown.pair }) }, true);
  }

  /** @param {Recipe} given @param {boolean} settled its reader has stopped typing */
  async #run(given, settled) {
    const recipe = given.sheet ? { ...given, sheet: undefined } : given; // else itself: the writer knows its own
    this.#giveUp();
    this.#asked.typed(recipeText(recipe));
    this.#shown = recipe;
    await this.#runs.run(recipe, settled);
  }

  #acts = {
    place: () => this.#place(),
    ask: (/** @type {string} */ target) => this.#again({ target }),
    toggle: (/** @type {import('./cut/menu.js').Choice} */ choice) => this.#cuts?.toggle(choice),
    show: (/** @type {string} */ name) => this.show(name),
    together: () => this.views?.together ?? null,
  };

  /** The same with these changes. @param {Partial<Recipe>} changes */
  #again = (changes) => void this.#run({ ...this.#shown, ...changes }, true);

  /** @param {any} result of a run */
  #show(result) {
    const { pictures } = this;
    const { pieces, note, says, before, question, output, seen } = pictures
      ? withPatches(result, (name) => pictures.title(name), this.about.picture?.comparesTexts ?? false)
      : result;
    this.#said = { ...result, pieces };
    this.pictures?.show(this.#shown, seen);
    const place = positionIn(this.#shown.target);
    const by = says.kind === 'next' ? 1 : 0; // what a token says is of the next one, or of its own place
    const here = this.#place();
    if (!this.pictures) {
      const acts = tokenActs(this.#asked.surface(), pieces, says.kind === 'next' || says.kind === 'masked' ? by : null, this.#acts);
      this.#bar?.showPieces(
        pieces,
        acts,
        { asked: place === null ? -1 : place + by, hidden: hiddenIn(this.#shown, here), filled: filledIn(says, pieces, this.about.mask) },
        note,
      );
    }
    this.#bar?.showSays(says, question?.index ?? null, {
      instead: insteadOf(says, pieces, place, this.about.mask),
      masked: maskedOf(says, pieces, this.about.mask),
      output,
    });
    this.#writer?.follow(this.#shown, pieces);
    this.#cuts?.setPlace(here);
    this.#cuts?.set(this.#shown, here);
    this.#cuts?.setSwap(this.#shown.swap);
    this.#cuts?.showAnswer(question, before?.answers ?? null, says.answers, {
      target: this.#shown.target,
      scores: answers(this.about, 'scores') ? this.#shown.scores !== undefined : null,
    });
    this.views?.follow({ recipe: this.#shown, about: this.about, pieces, says, question, read: output?.read });
    const { sheet } = this.#shown; // of an older link, which had an experiment in what is run
    if (!sheet) return;
    this.#asked.surface().setState({ panel: 'experiment', experiment: sheet.slice('experiment.'.length) });
    void this.#run(this.#shown, true);
  }

  /** @type {import('./sheets/parts.js').Context['cut']} */
  #cut = (cuts, rule, wiped = []) => (wiped.length > 0 ? this.#again(alsoWiped(this.#shown, wiped)) : this.#cuts?.add(cuts, rule));

  /** What the figure shows of each token. @param {import('./line/sentence_row.js').Value[]} values */
  colour = (values) => this.#bar?.colour(values);

  /** What its views ask for. @returns {import('./views.js').Does} */
  #asks() {
    return {
      ...viewPage(this.#asked, this.about.layers, this.wanted.given?.saved),
      ask: async (name, args, signal, progress) =>
        (await this.link.call({ call: 'ask', question: name, arguments: args, recipe: ranOf(this.#shown) }, { signal, progress })).result,
      readsPictures: this.about.picture !== undefined,
      translates: this.about.decoder !== undefined,
      cut: (cuts, rule, wiped) => (this.views?.leave(), this.#cut(cuts, rule, wiped)),
      cutHere: this.#cut,
      tint: (values) => this.#bar?.tint(values),
      graph: (cuts, rule, position) => {
        const layer = this.about.layers - 1;
        this.#asked.surface().setState({ panel: 'graph', method: 'rollout', layer, ...(position >= 0 && { tokens: [position] }) });
        this.#cuts?.add(cuts, rule);
      },
      swap: (text, places, target) => (
        this.views?.leave(), void this.#run({ ...this.#shown, target: target || this.#shown.target, swap: { text, places } }, true)
      ),
      go: (layer, token) => (
        this.views?.leave(), this.#asked.surface().setState({ layer, tokens: [token], ...(this.about.decoder && { side: 'decoder' }) })
      ),
      score: (blank) => {
        const recipe = { ...this.#shown, scores: blank };
        this.#awaited = recipeText(recipe);
        void this.#run(recipe, true);
      },
      place: this.#place,
      near: (text) => this.#does().near(text),
      texts: () => this.#texts,
      knows: (name, args) => this.link.knows?.(name, args, ranOf(this.#shown)) === true,
      type: (text) => this.#start(typedRecipe(this.about, this.#shown, text, this.#shown.pair)),
      expected: async (text, at) =>
        (await this.link.call({ call: 'says', recipe: { ...howRead(this.#shown), text, target: `@${at}` } })).result.says.answers,
      link: (experiment) => linkTo(location.hash, this.#shown, experiment),
    };
  }

  /** The menu of cuts at a place. @param {string} name as in DialogEffect */
  show(name) {
    const place = JSON.parse(name.slice('cut-'.length));
    this.#cuts?.showMenu(place, {
      minimumCut: (from, to) => this.#asks().minimumCut(from, to),
      note: () => this.#asked.showDialog(`note-${JSON.stringify(place)}`),
    });
  }

  /** Where its views are, and what lies over them and the line. @param {import('../outward.d.ts').Places} places */
  place(places) {
    this.views?.place(places);
    this.#bar?.cover(places);
  }

  #place = () => placeOf(this.about, this.#said, this.#asked.surface().state);

  /** Answers whose name holds the word, in place of the likeliest. @param {string} word */
  async #find(word) {
    if (!word.trim()) return this.#said && this.#bar?.showSays(this.#said.says, null);
    const found = await this.link.call({ call: 'find', part: word.trim(), recipe: ranOf(this.#shown) }).catch(() => null);
    if (!found || !this.#said) return; // the model stopped, which is said
    this.#bar?.showSays({ ...this.#said.says, answers: found.result.answers }, null);
    this.#cuts?.offer(found.result.answers);
  }

  /** The probability of an answer to what is shown. @param {string} word as the answers are written @returns {Promise<number>} NaN: it is not among them */
  async chance(word) {
    const { prompt } = this.#asked.surface().state;
    const { result } = await this.link.call({ call: 'find', part: word, recipe: ranOf(recipeOf(prompt ?? '')) });
    return result.answers.find((/** @type {import('./says.js').Answer} */ one) => shown(one.text) === word)?.probability ?? NaN;
  }

  /** @param {Recipe} recipe */
  #remember(recipe) {
    this.#texts = withText(this.#texts, recipe);
    this.#bar?.showHistory(this.#texts, isBlank(recipe) ? -1 : 0, this.pictures ? (text) => this.pictures?.title(text) ?? text : undefined);
  }

  /** What is shown, or will be, stands in the line: what is typed next goes on with it. @param {Recipe} recipe */
  #put({ text, target, pair = this.about.kind === 'embedding' ? comparedWith(target) : undefined, beams, chat }) {
    if (this.pictures) this.#bar?.set(pair ?? '');
    else this.#bar?.set(text, pair, beams, chat);
  }

  /** The views show another text than the line: the browser's Back, a link, a lesson. */
  follow() {
    if (!this.#bar || this.#asked.page.document !== this.document) return;
    this.views?.see();
    const text = this.#asked.surface().state.prompt;
    if (this.#awaited && text === this.#awaited) {
      this.#awaited = '';
      this.#asked.surface().setState({ panel: 'faithfulness' });
    }
    const { examplesAsked } = this.#asked.page;
    if (examplesAsked === this.#followed) return; // the line has put it there itself
    this.#followed = examplesAsked;
    if (typeof text !== 'string' || text === recipeText(this.#shown)) return;
    this.#giveUp();
    const recipe = (this.#shown = recipeOf(text));
    this.#put(recipe);
    this.pictures?.send(this.link, recipe.text);
    this.#remember(recipe);
    void toldLate(this.link.call({ call: 'says', recipe: ranOf(recipe) }), () => this.#bar?.showRunning()).then(
      ({ result }) => void (this.#bar && this.#shown === recipe && this.#show(result)),
      () => {},
    );
  }
}
