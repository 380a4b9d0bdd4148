// SPDX-License-Identifier: MIT
// @ts-check
// The page's elements for an open model: its line of text, its sections of the sidebar, and its views. They show the page's state, and
// their actions are commands (acts.js).

import { Bar } from '../line/bar.js';
import { Cuts } from '../cut/cuts.js';
import { minimumCutOf, pointOnce } from '../cut/point.js';
import { recipeOf } from '../run/recipe.js';
import { withPatches } from '../run/answers.js';
import { viewPage } from '../sheets/page.js';
import { doesAnswer } from '../run/about.js';
import { missingViews, Views } from './views.js';
import { placeOf } from '../run/stacks.js';
import { reportDelay } from '../../base/delayed_notice.js';
import { make } from '../../base/elements.js';

export class ModelPage {
  #services;
  #model;
  #cuts;
  bar;
  views;
  #writer = /** @type {import('../write/writer.js').Writer | null} */ (null); // for a model of next words
  #line = ''; // the page's line, as shown
  #text = ''; // its recipe
  #answered = ''; // the recipe of the shown answers
  #said = /** @type {import('./runs.js').Ran | null} */ (null); // these answers
  #isOver = false;
  #training = /** @type {import('../train/panel.js').Panel | null} */ (null);
  #shows = Promise.resolve(); // until the section of a training is there

  /**
   * @param {import('../models.js').ModelServices} services @param {import('./open_model.js').OpenModel} model @param {() => void} closed called when
   * the user closes it
   */
  constructor(services, model, closed) {
    this.#services = services;
    this.#model = model;
    const { acts, about, pictures } = model;
    const { page, changed, places, showDialog } = services;
    const own = {
      place: this.#place,
      leave: () => this.views.leave(),
      tint: (/** @type {import('../line/sentence_row.js').Value[] | null} */ values) => this.bar.tint(values),
    };
    this.#cuts = new Cuts({
      cut: (list, rule) =>
        acts.again({ cuts: list.length > 0 ? list : undefined, rule, ...(!this.views.showScores && { scores: undefined }) }),
      point: (waits) => {
        own.leave();
        return pointOnce(page, changed, waits);
      },
      ...own,
      ...acts,
    });
    const cuts = this.#cuts;
    this.views = new Views(viewPage(services, model, { ...own, add: (list, rule) => cuts.add(list, rule) }), about);
    const missing = make('p', { className: 'muted', textContent: missingViews(about) });
    const parts = { asks: cuts.title, question: [cuts.question, missing], cuts: cuts.root, over: this.views.root };
    /** @type {import('../run/about.js').Callbacks} */
    const callbacks = {
      ...acts,
      start: (recipe) => {
        this.#giveUp();
        this.bar.set(recipe);
        acts.run({ ...acts.atStep(), ...recipe });
      },
      goOn: (answer) => void (this.#said && this.#writer?.goOn(this.#said.says.position, answer)),
      title: (text) => pictures?.title(text) ?? text,
      find: (word) => void this.#find(word.trim()),
      place: this.#place,
      toggle: (choice) => cuts.toggle(choice),
      show: (name) => this.show(name),
      together: () => this.views.together,
      takePicture: (file) => void model.take(file),
      describe: () => showDialog('model'),
      close: closed,
    };
    this.bar = new Bar(about, callbacks, services, parts);
    this.views.place(places());
    if (about.kind === 'next' && doesAnswer(about, 'write')) void this.#beginWriting();
    if (model.link.training) this.#shows = this.#showTraining(model.link.training);
    this.see();
    this.follow();
  }

  async #beginWriting() {
    const { writerIn } = await import('../write/for_line.js');
    if (this.#isOver) return;
    const { acts, link } = this.#model;
    const { surface } = this.#services;
    this.#writer = writerIn(this.bar, link, {
      ...acts,
      recipe: () => acts.recipe,
      writing: () => surface().state.writing ?? '',
      setWriting: (writing) => surface().setState({ writing }),
    });
    this.bar.writes(this.#writer);
    if (this.#answered) this.#show(); // the model can continue from its answers
  }

  /** @param {import('../train/training.js').Training} training */
  async #showTraining(training) {
    const [{ Panel }, { keep }, { zipOf }] = await Promise.all([
      import('../train/panel.js'),
      import('../../base/files.js'),
      import('../../base/zip.js'),
    ]);
    if (this.#isOver) return;
    const { acts, link } = this.#model;
    const { page, side, changed } = this.#services;
    this.#training = new Panel(training, {
      choose: (step, settled) => {
        page.setStep(step, settled);
        this.follow();
        changed();
      },
      recipe: () => acts.recipe,
      waits: () => page.isWaiting,
      cut: (cuts) => acts.again({ cuts: cuts.length > 0 ? cuts : undefined }),
      begin: (recipe, seed) => /** @type {NonNullable<typeof link.another>} */ (link.another)(recipe, seed),
      save: (name, files) => keep(zipOf(files), `${name}.zip`),
    });
    side.lead([this.#training.root]);
    side.toggle(true);
    this.#training.follow();
  }

  /** Trains up to a step, or shows it if it was trained. @param {number} step */
  async train(step) {
    await this.#shows;
    this.#training?.trainTo(step);
  }

  /** Of the open training, by step. */
  get losses() {
    return this.#training?.losses ?? [];
  }

  end() {
    this.#isOver = true;
    this.#training?.end();
    this.#writer?.drop();
    this.bar.close();
    this.views.end();
  }

  /** Cancels current computations, because another text will run. */
  #giveUp() {
    this.#model.runs.giveUp();
    this.#writer?.drop();
    this.views.drop();
    this.#answered = '';
  }

  /** The page's panels or settings may have changed. */
  see() {
    if (this.#services.page.document !== this.#model.document) return;
    this.views.see();
    this.#writer?.see();
  }

  /** The page's line may have changed, by typing, a click, a link, a lesson, or the browser's Back. */
  follow() {
    const { page } = this.#services;
    const { acts, document, runs } = this.#model;
    if (page.document !== document || page.line === this.#line) return;
    this.#line = page.line;
    this.#training?.follow();
    const { text, problem, isShown, isListed } = JSON.parse(this.#line);
    const recipe = recipeOf(text);
    if (text !== this.#text) {
      this.#giveUp();
      this.#text = text;
      if (!this.bar.isUnsent) this.bar.set(recipe);
    }
    if (problem) return this.bar.showNotRun(problem);
    if (isShown && (isListed || !recipe.text.trim())) this.bar.showTexts(acts.texts(), recipe);
    this.answer();
    if (!isShown || this.#answered === text) return;
    // The engine still had this run, so only the answers are missing.
    void reportDelay(runs.says(text), () => this.awaits(text)).then(
      () => this.answer(),
      () => {},
    );
  }

  /** Marks the answers as late. @param {string} text a recipe */
  awaits(text) {
    if (this.#text === text && this.#answered !== text) this.bar.showRunning();
  }

  /** Shows the answers for the line, if they are known. */
  answer() {
    if (this.#isOver || this.#answered === this.#text || !this.#model.runs.answer(this.#text)) return;
    this.#answered = this.#text;
    this.#show();
    this.bar.showStatus('');
  }

  #show() {
    const { about, acts, pictures, runs } = this.#model;
    const recipe = recipeOf(this.#answered);
    const result = runs.answer(this.#answered);
    if (!result) return;
    this.#said = pictures ? withPatches(result, (name) => pictures.title(name), about.picture?.comparesTexts ?? false) : result;
    const run = { recipe, about, ...this.#said, read: result.output?.read };
    pictures?.show(recipe, result.seen);
    const place = this.#place();
    this.bar.showRun(run, place);
    this.#writer?.follow(recipe, run.pieces);
    const { now, before = '' } = acts.replaced ?? {};
    const replaced = now === this.#answered ? (runs.answer(before)?.says.answers ?? null) : null;
    this.#cuts.showRun({ ...run, replaced }, place, doesAnswer(about, 'scores'));
    this.views.follow(run);
    if (!recipe.sheet) return; // an older link has the experiment in its recipe
    this.#services.surface().setState({ panel: 'experiment', experiment: recipe.sheet.slice('experiment.'.length) });
    acts.again({});
  }

  /** Opens the menu of cuts at a place. @param {string} name as in DialogEffect */
  show(name) {
    const place = JSON.parse(name.slice('cut-'.length));
    const note = () => this.#services.showDialog(`note-${JSON.stringify(place)}`);
    this.#cuts.showMenu(place, {
      minimumCut: (from, to) => minimumCutOf(this.#services.surface(), this.#model.about.layers - 1, from, to),
      note,
    });
  }

  /** Sets the places of the views and of the menus over them. @param {import('../../outward.d.ts').Places} places */
  place(places) {
    this.views.place(places);
    this.bar.cover(places);
  }

  #place = () => placeOf(this.#model.about, this.#said, this.#services.surface().state);

  /** The position of the output that the question is about, from the last answers. @returns {number | undefined} */
  get position() {
    return this.#said?.says.position;
  }

  /** Shows the answers whose name contains the word, in place of the most likely. @param {string} word '' for the most likely */
  async #find(word) {
    const { acts, runs } = this.#model;
    const found = word ? await runs.find(word, acts.recipe).catch(() => null) : this.#said?.says.answers;
    if (!found || !this.#said) return; // the model stopped, and the line shows the reason
    this.bar.showSays({ ...this.#said.says, answers: found }, null);
    if (word) this.#cuts.offer(found);
  }
}
