// SPDX-License-Identifier: MIT
// @ts-check
// The content of the dialog Export for a model's view: its figure, its numbers, and commands that compute them.

import { answersCsv } from './columns.js';
import { folderNamed, modelLines } from './commands.js';
import { trainingName } from '../train/names.js';
import { linesRow } from './lines_row.js';
import { viewFigure } from './figure.js';
import { resultText } from './file.js';
import { savedResult } from './saved.js';
import { withFonts } from '../../paper/figures.js';
import { fileName } from '../../base/file_name.js';
import { tr } from '../../base/language.js';
import { chartSvg, saveRow } from '../../dataset/save_chart.js';
import { keep } from '../../base/files.js';
import { make } from '../../base/elements.js';

/** The width of the preview in CSS pixels. */
const shownAt = 560;
const millimetres = (shownAt * 25.4) / 96;

/** The name of the folder with a model's files. @param {import('../files/model_source.js').ModelSource} wanted */
const folderOf = ({ files, address, name, trains }) =>
  trains ? trainingName(trains) : folderNamed(files && address ? address.pathname : name);

/**
 * @param {import('../open/open_model.js').OpenModel} model @param {import('../open/views.js').Taken} taken
 * @param {import('./saved.js').PageView} view
 * @returns {HTMLElement[]}
 */
export function exportedContent(model, taken, view) {
  const { title, run, answers, root, note } = taken;
  const { recipe, about, pieces, read } = run;
  const problem = make('p', { className: 'problem', role: 'alert', hidden: true });
  const name = `${fileName(about.name)}-${taken.view}`;
  const said = ['.answer-text', '.sinks:not([hidden]) > span']
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
          const { finding, message, remedy = '' } = /** @type {Partial<import('../../base/problem.js').ProblemError>} */ (error);
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
        keep(new Blob([resultText(await savedResult(model, taken, view))], { type: 'application/json' }), `${name}.json`),
      ),
      make('span', { className: 'muted', textContent: tr('The JSON file opens here again.') }),
    ),
    make('p', { className: 'muted', textContent: tr('Layers count from 1, heads and tokens from 0.') }),
    problem,
    ...linesRow(modelLines(folderOf(model.wanted), recipe, about, answers), tr('Replace the model’s name with its folder’s path.')),
  ];
}
