// SPDX-License-Identifier: MIT
// @ts-check
// The actions of a user with an open model. Each runs the line's recipe with a change, as a command to the page (RunText in
// src/page/state/command.h). The result is part of the page's state.

import { beforeLast } from '../cut/steps.js';
import { textsOf } from '../line/history_list.js';
import { alsoWiped, howRead, placeIn, recipeOf, recipeText, targetOf, withGaps } from '../run/recipe.js';

/** @typedef {import('../run/recipe.js').Recipe} Recipe */
/** @typedef {{step?: number, fields?: string}} How step: of the page's undo, to which it returns; fields: applied to the view when it is shown */

/** Parameters of a model with pictures that runs at every key. */
const mostTyped = 10e6;

/** Removes cuts and swaps from a recipe. */
const plain = { cuts: undefined, rule: undefined, swap: undefined };

/**
 * The recipe for a typed text. Cuts and swaps belong to the earlier text and are dropped. Options for reading and decoding stay.
 * @param {import('../run/about.js').About} about @param {Recipe} shown @param {string} text @param {string} [pair] @returns {Recipe}
 */
function typedRecipe({ kind, picture, mask }, shown, text, pair) {
  if (kind === 'embedding') return { ...howRead(shown), text, ...(pair && { target: `cos:${pair}` }) };
  // For a picture, the typed texts are compared with it.
  if (picture) return { ...howRead(shown), text: shown.text, ...(text.trim() && { pair: text }) };
  return { ...howRead(shown), text: withGaps(text, mask), ...(pair !== undefined && { pair: withGaps(pair, mask) }) };
}

export class Acts {
  #services;
  #about;
  #hooks;
  #read = { text: '', recipe: /** @type {Recipe} */ ({ text: '' }) };
  /** The last recipe with a replaced word, and the one before. @type {{now: string, before: string} | null} */
  replaced = null;

  /**
   * @param {import('../models.js').ModelServices} services @param {import('../run/about.js').About} about
   * @param {{commanded: () => void, position: () => number | undefined, measured: (text: string, score: {name: string, values: number[]}) => void}} hooks
   * position: of the output that the question is about, from the last answers; measured: keeps the scores of a recipe's next run
   */
  constructor(services, about, hooks) {
    this.#services = services;
    this.#about = about;
    this.#hooks = hooks;
  }

  /** The line's recipe, which the next action changes. */
  get recipe() {
    const { text } = JSON.parse(this.#services.page.line);
    if (text !== this.#read.text) this.#read = { text, recipe: recipeOf(text) };
    return this.#read.recipe;
  }

  /** The recipes of the page's undo, oldest first. */
  get #before() {
    return this.#services.page.runs().before;
  }

  /** @param {Recipe} recipe @param {boolean} [settled] false while the user types or draws @param {How} [how] */
  run = ({ sheet: _, ...recipe }, settled = true, { step = -1, fields = '' } = {}) => {
    const text = recipeText(recipe);
    this.#services.typed(text);
    this.#services.page.run(text, settled, step, fields);
    this.#hooks.commanded();
  };

  /** Sets the recipe without a run until the user types. @param {Recipe} recipe */
  begin = (recipe) => {
    this.#services.page.beginText(recipeText(recipe));
    this.#hooks.commanded();
  };

  /** @param {Partial<Recipe>} changes @param {How} [how] @param {boolean} [settled] as for run */
  again = (changes, how, settled = true) => this.run({ ...this.recipe, ...changes }, settled, how);

  /** @param {string} text @param {string | undefined} pair @param {boolean} settled */
  typed = (text, pair, settled) => {
    const isSlow = this.#about.decoder || (this.#about.prompted && this.#about.parameters > mostTyped);
    if (isSlow && !settled) return;
    this.run(typedRecipe(this.#about, this.recipe, text, pair), settled);
  };

  /** Replaces the text, also in the line. @param {string} text */
  retype = (text) => {
    const recipe = typedRecipe(this.#about, this.recipe, text, this.recipe.pair);
    this.replaced = { now: recipeText(recipe), before: recipeText(this.recipe) };
    this.run(recipe);
  };

  /** @param {string} target for a model that translates, at the position in question; '' for the usual target */
  target = (target) => {
    const place = this.#about.decoder && target && !placeIn(target) ? this.#hooks.position() : undefined;
    this.again({ target: target ? target + (place === undefined ? '' : `@${place}`) : undefined });
  };
  /** @param {import('../run/answers.js').Answer} answer */
  ask = (answer) => this.target(targetOf(answer, placeIn(this.recipe.target)));
  /** @param {import('../run/stacks.js').Written} one */
  token = (one) => this.again({ target: targetOf(one, `@${one.position}`) });
  /** @param {string} text */
  near = (text) => this.again({ target: `cos:${text}` });

  /** The step of the shown weights, for another recipe. @returns {Partial<Recipe>} */
  atStep = () => {
    const { step } = this.recipe;
    return step === undefined ? {} : { step };
  };

  /** @param {number} beams */
  beams = (beams) => this.run({ text: this.recipe.text, ...this.atStep(), ...(beams > 1 && { beams }) });
  /** @param {boolean} chat */
  chat = (chat) => this.run({ text: this.recipe.text, ...this.atStep(), ...(chat && { chat }) });
  /** @param {string} text of a picture */
  picture = (text) => this.run({ text, ...this.atStep(), ...(this.recipe.pair && { pair: this.recipe.pair }) });

  /** Asks the current question about a picture. @param {string} name */
  prompt = (name) => {
    const { text, chat = this.#about.chats || undefined } = this.recipe;
    const { tiles } = this.recipe;
    this.run({ text, ...(chat && { chat }), images: name, ...(tiles && { tiles }) });
  };

  /** @param {number[]} patches */
  wipe = (patches) => this.again(alsoWiped(this.recipe, patches));
  /** @param {string} text @param {string} places @param {string} target '' to keep the current one */
  swap = (text, places, target) => this.again({ swap: { text, places }, ...(target && { target }) });
  scores = () => this.again({ scores: 'usual' });
  /** Scores by intervention that are already measured. @param {{name: string, values: number[]}} score name: of the test; values: one per token */
  score = (score) => {
    const changes = { scores: score.name };
    this.#hooks.measured(recipeText({ ...this.recipe, ...changes }), score);
    this.again(changes, { fields: 'panel=faithfulness' });
  };

  /** Undoes the last cut or swap, even after other actions, or the replacement of a word. */
  undo = () => {
    if (this.replaced && this.replaced.now === recipeText(this.recipe)) {
      const { before } = this.replaced;
      return this.run(recipeOf(before), true, { step: this.#before.lastIndexOf(before) });
    }
    const { changes, step } = beforeLast(this.recipe, this.#before, ['cuts', 'rule', 'swap']);
    this.again({ ...plain, ...changes }, { step });
  };
  /** The wiped patches before their last change. @returns {string | null} null if they have not changed in this picture */
  wipedBefore = () => {
    const { changes, step } = beforeLast(this.recipe, this.#before, ['wiped']);
    return step < 0 ? null : (changes.wiped ?? '');
  };
  /** Runs a drawing after a stroke or an undo. @param {Recipe} recipe @param {boolean} settled @param {boolean} isUndo */
  draw = (recipe, settled, isUndo) => this.run(recipe, settled, isUndo ? { step: this.#before.lastIndexOf(recipeText(recipe)) } : {});

  /** All recipes so far, newest first. */
  texts = () => textsOf(this.#services.page.runs().texts);

  /** @param {Recipe} recipe for a column of Compare */
  beside = (recipe) => {
    const column = `prompt:${recipeText(recipe).replace(/[%,/:]/g, encodeURIComponent)}`;
    this.#services.page.apply(`panel=compare&compare=${encodeURIComponent(`rollout/rollout,${column}`)}`);
    this.#services.changed();
  };
  comparePlain = () => this.beside({ ...this.recipe, ...plain });
}
