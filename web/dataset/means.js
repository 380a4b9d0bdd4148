// SPDX-License-Identifier: MIT
// @ts-check
// The means of a data set: faithfulness, heads, and rollout's targets. Each chart comes with a table of its numbers.

import { barChart, lineChart } from './charts.js';
import { amount, inLanguage, tr, trCount } from '../base/language.js';
import { make, around } from '../base/elements.js';
import { methodName } from '../paper/method_colours.js';
import { sure } from './interval.js';
import { saveRow } from './save_chart.js';

/** @typedef {import('./read_means.js').Means} Means */
/** @typedef {import('./read_means.js').Cell} Cell */

/** @param {number} value @param {number} [digits] */
const number = (value, digits = 3) => (Number.isFinite(value) ? inLanguage(value.toFixed(digits)).replace('-', '−') : '–');

/**
 * @param {string} caption @param {string[]} heads @param {{name: string, cells: (string | Node)[]}[]} rows
 * @param {string} className
 */
function table(caption, heads, rows, className = '') {
  const head = make('thead', {}, make('tr', {}, ...heads.map((textContent) => make('th', { scope: 'col', textContent }))));
  const body = make(
    'tbody',
    {},
    ...rows.map(({ name, cells }) =>
      make(
        'tr',
        {},
        make('th', { scope: 'row' }, make('bdi', { textContent: name })),
        ...cells.map((cell) => (cell instanceof HTMLTableCellElement ? cell : make('td', {}, cell))),
      ),
    ),
  );
  return make(
    'div',
    { className: 'scroller', tabIndex: 0, role: 'group', 'aria-label': caption },
    make('table', { className }, make('caption', { className: 'hidden', textContent: caption }), head, body),
  );
}

/** @param {Node} content */
const numbers = (content) => make('details', {}, make('summary', { 'data-id': 'means/numbers', textContent: tr('Numbers') }), content);

/**
 * @template {string} T
 * @param {string} id @param {string} label @param {{value: T, text: string}[]} choices @param {T} chosen @param {(value: T) => void} choose
 */
function choice(id, label, choices, chosen, choose) {
  const select = make(
    'select',
    { 'data-id': `means/${id}`, 'aria-label': label },
    ...choices.map(({ value, text }) => make('option', { value, textContent: text, selected: value === chosen })),
  );
  select.addEventListener('change', () => choose(/** @type {T} */ (select.value)));
  return select;
}

/** A section that redraws itself when one of its controls changes. @param {string} title @param {(again: () => void) => (Node | string)[]} draw */
function part(title, draw) {
  const section = make('section', {});
  const again = () => {
    const focused = section.contains(document.activeElement) ? document.activeElement?.getAttribute('aria-label') : null;
    section.replaceChildren(make('h3', { textContent: title }), ...draw(again));
    if (focused) /** @type {HTMLElement | null} */ (section.querySelector(`[aria-label="${CSS.escape(focused)}"]`))?.focus();
  };
  again();
  return section;
}

/** The caption that explains the intervals. @param {Means} means */
function intervals({ examples, clusters }) {
  const kind = tr('Vertical lines are {} % confidence intervals of the mean (Student’s t).', sure);
  if (clusters >= examples) return kind;
  return `${kind} ${tr('They treat the examples as independent, but these come from {} clusters. The true intervals are wider.', amount(clusters))}`;
}

/** @param {Means['importance'][number]} scores @param {Means} means */
function faithfulness({ name, methods }, means) {
  const layers = Math.max(0, ...methods.map(({ firstLayer, cells }) => firstLayer + cells.length));
  const label = tr('Rank correlation of each method with {}, by layer', name);
  const constant = Math.max(0, ...methods.flatMap(({ cells }) => cells.map((cell) => cell.constant)));
  const count = Math.max(0, ...methods.flatMap(({ cells }) => cells.map((cell) => cell.count)));
  return part(tr('Faithfulness: {}', name), () => [
    make('p', {
      className: 'muted',
      textContent: `${tr('Spearman correlation with token scores by layer, mean over {} of {} examples.', amount(count), amount(means.examples))} ${intervals(means)}`,
    }),
    lineChart(label, methods),
    saveRow((width) => lineChart(label, methods, width), `faithfulness-${name}`, `${label}. ${intervals(means)}`),
    numbers(
      table(
        tr('{}: mean and standard deviation', label),
        [tr('Method'), ...Array.from({ length: layers }, (_, i) => String(i + 1))],
        methods.map(({ method, firstLayer, cells }) => ({
          name: methodName(method),
          cells: Array.from({ length: layers }, (_, i) => {
            const cell = cells[i - firstLayer];
            return cell ? make('td', {}, number(cell.mean), make('small', { textContent: ` ±${number(cell.sd)}` })) : '';
          }),
        })),
      ),
    ),
    ...(constant ? [make('p', { className: 'muted', textContent: tr('Constant rankings count as 0.') })] : []),
  ]);
}

const statistics = /** @type {const} */ ({
  entropy: { text: () => tr('Entropy, nats'), says: () => tr('0 means attention to only one token.') },
  meanDistance: {
    text: () => tr('Mean distance, tokens'),
    says: () => tr('The mean distance from a token to the tokens it attends to, weighted by attention.'),
  },
  specialShare: {
    text: () => tr('Share on special tokens'),
    says: () => tr('Attention to tokens such as [CLS] and [SEP].'),
  },
});

/** @param {Means} means */
function heads(means) {
  /** @type {keyof typeof statistics} */
  let which = 'entropy';
  return part(tr('Heads'), (again) => {
    const cells = means.statistics[which];
    const all = cells
      .flat()
      .map(({ mean }) => mean)
      .filter(Number.isFinite);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const most = Math.max(0, ...cells.map((layer) => layer.length));
    const rows = cells.map((layer, i) => ({
      name: String(i + 1),
      cells: layer.map((cell) => {
        const td = make('td', { textContent: number(cell.mean, 2), title: `${number(cell.mean)} ± ${number(cell.sd)}` });
        const share = high > low ? (cell.mean - low) / (high - low) : 0;
        td.style.setProperty('--share', `${Math.round((Number.isFinite(share) ? share : 0) * 45)}%`);
        return td;
      }),
    }));
    return [
      make(
        'p',
        { className: 'row' },
        choice(
          'statistic',
          tr('Compare heads by'),
          /** @type {(keyof typeof statistics)[]} */ (Object.keys(statistics)).map((value) => ({ value, text: statistics[value].text() })),
          which,
          (value) => {
            which = value;
            again();
          },
        ),
        make('span', { className: 'muted', textContent: statistics[which].says() }),
      ),
      table(
        tr('{}, mean over examples (layers down, heads across)', statistics[which].text()),
        [tr('Layer'), ...Array.from({ length: most }, (_, i) => String(i + 1))],
        rows,
        'heads',
      ),
    ];
  });
}

/** @param {Means} means */
function rollout(means) {
  const layers = means.distances.all.length;
  let layer = String(layers - 1);
  /** @type {'output' | 'all'} */
  let of = means.distances.output.at(-1)?.length ? 'output' : 'all';
  return part(tr('Rollout shares'), (again) => {
    const at = Number(layer);
    const distances = means.distances[of][at] ?? [];
    const label =
      of === 'output'
        ? tr('Rollout share by distance (tokens) from the output token, after layer {}', at + 1)
        : tr('Rollout share by distance (tokens) from all tokens, after layer {}', at + 1);
    const span = (/** @type {number} */ i) => {
      const [first, next] = [means.from[i], means.from[i + 1]];
      return next === first + 1 || first < 32 ? String(first) : next ? `${first}–${next - 1}` : tr('{} and more', first);
    };
    return [
      make(
        'p',
        { className: 'row' },
        choice(
          'of',
          tr('From which tokens'),
          [
            { value: 'output', text: tr('From the output token') },
            { value: 'all', text: tr('From all tokens') },
          ],
          of,
          (value) => {
            of = value;
            again();
          },
        ),
        choice(
          'layer',
          tr('After which layer'),
          Array.from({ length: layers }, (_, i) => ({ value: String(i), text: tr('after layer {}', i + 1) })),
          layer,
          (value) => {
            layer = value;
            again();
          },
        ),
      ),
      ...(distances.length === 0
        ? [make('p', { textContent: tr('This layer has no rollout.') })]
        : [
            make('h4', { textContent: tr('By distance, tokens') }),
            barChart(label, distances, means.from),
            saveRow(
              (width) => barChart(label, distances, means.from, width),
              `rollout-by-distance-${of}-layer-${at + 1}`,
              `${label}. ${intervals(means)}`,
            ),
            numbers(
              table(
                label,
                [tr('Distance'), tr('Mean'), tr('sd')],
                distances.map((cell, i) => ({ name: span(i), cells: [number(cell.mean, 4), number(cell.sd, 4)] })),
              ),
            ),
          ]),
      ...means.classes.flatMap((kind) => classes(kind, kind.rollout[of][at] ?? [], at)),
    ];
  });
}

/**
 * Shares of the largest classes, compared with the shares of their tokens.
 * @param {Means['classes'][number]} kind @param {Cell[]} cells @param {number} layer
 */
function classes({ name, classes: names, tokens }, cells, layer) {
  const rows = names
    .map((text, i) => ({ text: text || tr('none'), mass: cells[i]?.mean ?? 0, sd: cells[i]?.sd ?? NaN, share: tokens[i]?.mean ?? 0 }))
    .sort((a, b) => b.mass - a.mass);
  const high = Math.max(0.01, ...rows.flatMap(({ mass, share }) => [mass, share]));
  const shown = 40;
  const bar = (/** @type {number} */ mass, /** @type {number} */ share) => {
    const [fill, mark] = [make('i', { className: 'fill' }), make('i', { className: 'mark' })];
    fill.style.width = `${(100 * mass) / high}%`;
    mark.style.left = `${(100 * share) / high}%`;
    return make('span', { className: 'mass', 'aria-hidden': 'true' }, fill, mark);
  };
  const count = Math.max(0, ...cells.map((cell) => cell.count));
  // The noun. "Share" without context is the button that sends.
  return [
    make('h4', {}, ...around(tr('By {}'), make('bdi', { textContent: name }))),
    make('p', {
      className: 'muted',
      textContent: `${trCount(count, '{} examples.|{} examples.')} ${tr('The stroke marks the class’s share of all tokens. Under uniform attention, this would be its share of rollout.')}`,
    }),
    table(
      tr('Rollout share by {}, after layer {}', name, layer + 1),
      [tr('Class'), trCount(1, 'Share|Shares'), tr('Rollout'), tr('Tokens'), tr('Ratio')],
      rows.slice(0, shown).map(({ text, mass, sd, share }) => ({
        name: text,
        cells: [
          bar(mass, share),
          make('td', { textContent: number(mass), title: `± ${number(sd)}` }),
          number(share),
          share > 0 ? `${number(mass / share, 2)}×` : '–',
        ],
      })),
      'classes',
    ),
    ...(rows.length > shown
      ? [
          make('p', {
            className: 'muted',
            textContent: trCount(rows.length - shown, 'and {} smaller class|and {} smaller classes', rows.length - shown),
          }),
        ]
      : []),
  ];
}

/** @param {import('./read.js').List} list @returns {HTMLElement[]} */
export function meansContent(list) {
  const { means } = list;
  if (!means)
    return [
      make('p', {
        className: 'muted',
        textContent: tr('This batch stopped before its means were written. Run headwaters batch summary again to continue.'),
      }),
    ];
  return [
    ...means.importance.filter(({ methods }) => methods.length).map((scores) => faithfulness(scores, means)),
    ...(means.distances.all.length ? [rollout(means)] : []),
    ...(means.statistics.entropy.length ? [heads(means)] : []),
    settings(list),
  ];
}

/** @param {import('./read.js').List} list */
const settings = (list) =>
  part(tr('Computed with'), () => [
    make(
      'dl',
      { className: 'settings' },
      ...Object.entries(list.settings)
        .filter(([, value]) => value !== '')
        .flatMap(([key, value]) => [make('dt', { textContent: key }), make('dd', { textContent: value })]),
    ),
    make('p', { className: 'muted', textContent: list.program }),
  ]);
