// SPDX-License-Identifier: MIT
// @ts-check
// What the views of a model read of the page and set there.

import { minimumCutOf, sharesOf } from '../cut/point.js';

/**
 * @param {import('../models.js').Asked} asked @param {number} layers of the model
 * @param {import('../results/answers.js').Answered[]} [saved] of a file that is shown in the place of a model
 */
export const viewPage = ({ page, surface, changed, showDialog }, layers, saved = []) => ({
  saved: (/** @type {string} */ question) => saved.find((one) => one.question === question)?.arguments ?? null,
  export: () => showDialog('export'),
  among: () => surface().state.among ?? 'words',
  setAmong: (/** @type {import('./parts.js').Among} */ among) => surface().setState({ among }),
  experiment: () => surface().state.experiment ?? '',
  setExperiment: (/** @type {string} */ experiment) => surface().setState({ experiment }),
  shares: (/** @type {number} */ output) => sharesOf(surface(), output),
  minimumCut: (/** @type {number} */ from, /** @type {number} */ to) => minimumCutOf(surface(), layers - 1, from, to),
  /** The panels that the page shows. @returns {string[]} */
  shown: () => {
    const { panel, panes } = surface().state;
    return panes?.length ? panes.flat() : panel ? [panel] : [];
  },
  focus: (/** @type {import('../../state.d.ts').PanelName} */ panel) => {
    const { state, setState } = surface();
    if (state.panel !== panel && state.panes?.length) setState({ panel });
  },
  layer: () => surface().state.layer + 1,
  open: (/** @type {import('../../state.d.ts').PanelName} */ panel) => surface().setState({ panel }),
  back: () => (page.act('back'), changed()),
});
