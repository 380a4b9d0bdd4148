// SPDX-License-Identifier: MIT
// @ts-check
// The content of the dialog Export for a model's view: its figure, its numbers, and commands that compute them.

import { answersCsv } from './columns.js';
import { folderNamed, modelLines } from './commands.js';
import { linesRow } from './lines_row.js';
import { viewFigure } from './figure.js';
import { base64Of, resultText } from './file.js';
import { withFonts } from '../../paper/figures.js';
import { fileName } from '../../base/file_name.js';
import { tr } from '../../base/words.js';
import { chartSvg, saveRow } from '../../dataset/save_chart.js';
import { keep } from '../../base/files.js';
import { attentionsIn } from '../../make/made_example.js';
import { make } from '../../base/elements.js';
import { runRequest } from '../run/requests.js';
import { cutsOf } from '../run/parts.js';

/** The width of the preview in CSS pixels. */
const shownAt = 560;
const millimetres = (shownAt * 25.4) / 96;

/** Maximum number of weights in a file, some tens of megabytes. */
const mostWeights = 1 << 23;

/**
 * The run's attention, so that the file opens without the model.
 * @param {import('../open/open_model.js').OpenModel} model @param {import('../run/recipe.js').Recipe} recipe @param {import('../run/parts.js').Shown} run
 * @returns {Promise<import('./file.js').Attention | null>} null for a model with two stacks, for a picture, or if it is too large
 */
async function attentionOf({ link, about, document, wanted }, recipe, { pieces, says }) {
  if (about.decoder || about.picture || about.layers * about.heads * pieces.length ** 2 > mostWeights) return null;
  const { bytes } = await link.call(runRequest(recipe, { document, name: wanted.name, isShown: false }));
  const made = bytes && attentionsIn(bytes);
  if (!made) return null;
  const special = pieces.filter((one) => one.special).map(({ text }) => text);
  return { ...made, specialTokens: [...new Set(special)], outputToken: says.position, values: base64Of(made.values) };
}

/** The name of the folder with a model's files. @param {import('../files/wanted.js').Wanted} wanted */
const folderOf = ({ files, address, name }) => folderNamed(files && address ? address.pathname : name);

/**
 * The view's content as a file that opens again.
 * @param {import('../open/open_model.js').OpenModel} model @param {import('../open/views.js').Taken} taken @param {string} experiment from
 * the page's state
 */
async function jsonOf(model, { view, run, answers }, experiment) {
  const { recipe, about, pieces, read } = run;
  return resultText({
    view,
    experiment,
    model: about.name,
    about,
    recipe,
    run: { pieces, says: run.says, before: null, question: run.question },
    // In the format of the list of cuts and of the command line.
    answers: answers.map((one) =>
      one.question === 'decide'
        ? { ...one, cuts: cutsOf(one.answer.units, pieces.length, read !== undefined).map(({ text }) => text) }
        : one,
    ),
    attention: await attentionOf(model, recipe, run),
  });
}

/**
 * @param {import('../open/open_model.js').OpenModel} model @param {import('../open/views.js').Taken} taken @param {string} experiment from
 * the page's state
 * @returns {HTMLElement[]}
 */
export function exportedContent(model, taken, experiment) {
  const { view, title, run, answers, root, note } = taken;
  const { recipe, about, pieces, read } = run;
  const problem = make('p', { className: 'problem', role: 'alert', hidden: true });
  const name = `${fileName(about.name)}-${view}`;
  const said = ['.said', '.sinks:not([hidden]) > span']
    .map((one) => root.querySelector(one)?.textContent)
    .filter(Boolean)
    .join(' ');
  const caption = [title, recipe.text, about.name].join(' · ') + (said ? `. ${said}` : '') + (note && ` ${note}`);
  /** @param {string} id @param {string} textContent @param {() => Promise<void> | void} work */
  const button = (id, textContent, work) =>
    make('button', {
      'data-id': `export/${id}`,
      textContent,
      onclick: async () => {
        problem.hidden = true;
        try {
          await work();
        } catch (error) {
          const { finding, message, remedy = '' } = /** @type {any} */ (error);
          problem.textContent = `${finding ?? message} ${remedy}`;
          problem.hidden = false;
        }
      },
    });
  const texts = pieces.map(({ text }) => text);
  const csv = () => answersCsv(answers, { tokens: read ?? texts, keys: texts });
  const draw = (/** @type {number} */ width) => viewFigure(root, width, title);
  const drawn = draw(shownAt);
  const svg = drawn && chartSvg(drawn, caption, millimetres, root);
  const row = drawn
    ? [
        saveRow(
          (width) => /** @type {SVGElement} */ (draw(width)),
          name,
          caption,
          () => root,
        ),
      ]
    : [make('p', { className: 'muted', textContent: tr('No figure yet.') })];
  const preview = make('img', { 'data-id': 'export/preview', className: 'figure', alt: tr('Preview: {}', title), hidden: !svg });
  if (svg)
    void withFonts(svg).then((text) => {
      preview.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    });
  return [
    preview,
    make('p', { textContent: caption }),
    ...row,
    make(
      'p',
      { className: 'row files' },
      make('span', { className: 'muted', textContent: tr('Numbers') }),
      button('csv', 'CSV', () => keep(new Blob([csv()], { type: 'text/csv' }), `${name}.csv`)),
      button('json', 'JSON', async () =>
        keep(new Blob([await jsonOf(model, taken, experiment)], { type: 'application/json' }), `${name}.json`),
      ),
      make('span', { className: 'muted', textContent: tr('The JSON file opens here again.') }),
    ),
    make('p', { className: 'muted', textContent: tr('Layers count from 1, heads and tokens from 0.') }),
    problem,
    ...linesRow(modelLines(folderOf(model.wanted), recipe, about, answers), tr('Replace the model’s name with its folder’s path.')),
  ];
}
