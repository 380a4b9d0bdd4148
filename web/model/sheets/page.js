// SPDX-License-Identifier: MIT
// @ts-check
// The page's services for the views of a model.

import { minimumCutOf, sharesOf } from '../cut/point.js';
import { howRead, linkTo } from '../run/recipe.js';
import { argumentsIn } from '../results/answers.js';
import { ranOf } from '../run/requests.js';

/** @typedef {import('../open/views.js').Callbacks} Callbacks */

/** What a view may know about the model's inputs. @param {import('../open/open_model.js').OpenModel} model */
const inputsOf = (model) => ({
  readsPictures: model.about.picture !== undefined,
  translates: model.about.decoder !== undefined,
  picture: (/** @type {string} */ name) => (model.pictures ?? model.prompted)?.picture(name) ?? null,
  sounds: () => model.sounds,
  structure: () => model.structure,
  takeFile: (/** @type {File} */ file) => model.take(file),
  change: (/** @type {Partial<import('../run/recipe.js').Recipe>} */ changes) => model.acts.again(changes),
});

/**
 * @param {import('../models.js').ModelServices} services
 * @param {import('../open/open_model.js').OpenModel} model
 * @param {Pick<Callbacks, 'place' | 'tint'> & {leave: () => void, add: (cuts: import('../run/parts.js').Cut[], rule: import('../run/recipe.js').Rule) => void}} own
 * leave: if a view fills the page, returns to the figure; add: adds cuts to the list
 * @returns {Callbacks}
 */
export function viewPage({ page, surface, changed, showDialog }, model, { place, tint, leave, add }) {
  const { about, acts, link } = model;
  /** @type {Callbacks['cut']} */
  const cut = (cuts, rule, wiped = []) => (wiped.length > 0 ? acts.wipe(wiped) : add(cuts, rule));
  const setState = (/** @type {Partial<import('../../headwaters.d.ts').State>} */ state) => surface().setState(state);
  return {
    place,
    tint,
    ...inputsOf(model),
    // The worker answers in these types (src/model/service). Answers of a program around the page were validated (given/answers.js).
    ask: async (name, args, signal, progress) =>
      /** @type {import('../run/parts.js').Answers[typeof name]} */ (
        (await link.call({ call: 'ask', question: name, arguments: args, recipe: ranOf(acts.recipe) }, { signal, progress })).result
      ),
    saved: (question) => argumentsIn(link.saved ?? [], question),
    note: (recipe, answers) => link.note?.(ranOf(recipe), answers) ?? '',
    export: () => showDialog('export'),
    among: () => surface().state.among ?? 'words',
    setAmong: (among) => setState({ among }),
    experiment: () => surface().state.experiment ?? '',
    setExperiment: (experiment) => setState({ experiment }),
    shares: (output) => sharesOf(surface(), output),
    minimumCut: (from, to) => minimumCutOf(surface(), about.layers - 1, from, to),
    shown: () => {
      const { panel, panes } = surface().state;
      return panes?.length ? panes.flat() : panel ? [panel] : [];
    },
    focus: (panel) => {
      const { state } = surface();
      if (state.panel !== panel && state.panes?.length) setState({ panel });
    },
    layer: () => surface().state.layer + 1,
    open: (panel) => setState({ panel }),
    head: (layer) => setState({ panel: 'heads', layer }),
    back: () => {
      page.act('back');
      changed();
    },
    go: (layer, token) => {
      leave();
      setState({ layer, tokens: [token], ...(about.decoder && { side: 'decoder' }) });
    },
    cutHere: cut,
    cut: (...given) => {
      leave();
      cut(...given);
    },
    graph: (cuts, rule, position) => {
      setState({ panel: 'graph', method: 'rollout', layer: about.layers - 1, ...(position >= 0 && { tokens: [position] }) });
      add(cuts, rule);
    },
    swap: (...given) => {
      leave();
      acts.swap(...given);
    },
    near: acts.near,
    score: acts.score,
    texts: acts.texts,
    knows: (name, args) => link.knows?.(name, args, ranOf(acts.recipe)) === true,
    type: (text) => acts.retype(text),
    expected: async (text, at) =>
      /** @type {import('../open/runs.js').Ran} */ (
        (await link.call({ call: 'says', recipe: { ...howRead(acts.recipe), text, target: `@${at}` } })).result
      ).says.answers,
    link: (experiment) => linkTo(location.hash, acts.recipe, experiment),
  };
}
