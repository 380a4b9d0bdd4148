// SPDX-License-Identifier: MIT
// @ts-check
// The table of Why, one row per word with its measured bar, the answer without it, the tests that rank it first, and attention.

import { inLanguage, tr, trCount } from '../../base/language.js';
import { make } from '../../base/elements.js';

/** @typedef {import('./why_rows.js').Row} Row */
/** @typedef {import('./why_rows.js').Item} Item */
/**
 * @typedef {object} Drawn
 * @property {number} most attention that fills the column @property {number | null} lead its share of the scale; null if the question is
 * not a difference, or if the answer does not lead
 * @property {boolean} hasTests @property {boolean} hasAttention @property {boolean} hasAnswers @property {Set<number>} hidden words that
 * are hidden already @property {boolean} canHide
 */
/**
 * @typedef {object} Callbacks
 * @property {(() => void) | null} openTemplate shows the rows of a chat template; null if they are not measured
 * @property {(row: Row) => void} hide @property {() => void} again @property {(first: number) => void} open opens a fold
 * @property {(row: Row) => void} forget removes a group of words
 */

const tests = () => [tr('hidden'), tr('routes'), tr('direct')];

/** @param {string} className @param {number} share @param {(Node | string)[]} children */
function bar(className, share, ...children) {
  const element = make('span', { className: `change ${className}` }, ...children);
  element.style.setProperty('--share', share.toFixed(4));
  return element;
}

/** @param {Row} row @param {Drawn} drawn @param {Callbacks} callbacks */
function measuredCell(row, { lead }, callbacks) {
  const below = make('span', { className: 'below' });
  const above = make('span', { className: 'above' });
  if (lead !== null && row.state !== 'told') {
    const line = make('span', { className: 'lead-line' });
    line.style.setProperty('--share', lead.toFixed(4));
    above.append(line);
  }
  const isLess = (row.loss ?? 0) < 0;
  if (row.state === 'waiting') above.append(make('span', { className: 'outline' }));
  else if (row.share > 0 && isLess) below.append(bar('less', row.share));
  else if (row.share > 0) {
    const read = row.read === null ? [] : [bar('read', Math.max(row.read, 0))];
    if (row.read !== null && row.read < 0) below.append(bar('less', -row.read * row.share));
    above.append(bar(`lost${row.read === null ? '' : ' unread'}`, row.share, ...read));
  }
  above.append(
    make('span', {
      className: row.state === 'told' ? 'note-text' : 'number',
      textContent: row.isLong ? `${isLess ? '◂' : '▸'} ${row.text}` : row.text,
    }),
  );
  if (row.state === 'failed') {
    above.replaceChildren(
      make('span', { className: 'note-text', textContent: tr('not measured') }),
      make('button', {
        'data-id': `why/again/${row.group}`,
        type: 'button',
        className: 'do not-printed',
        textContent: tr('Try again'),
        onclick: callbacks.again,
      }),
    );
  }
  return make('td', { className: 'measured' }, make('div', { className: 'axis' }, below, above));
}

/** Explains a bar to the left. @param {import('../run/parts.js').ShownRun['question']} question */
function hatchedWords(question) {
  if (question?.kind === 'cosine') return tr('Hatched: the similarity grows without it.');
  if ((question?.minus ?? -1) >= 0) return tr('Hatched: the lead grows without it.');
  return question?.kind === 'logit' ? tr('Hatched: the logit grows without it.') : tr('Hatched: the answer becomes likelier without it.');
}

/** Explains those marks of the bars that occur. @param {Row[]} rows @param {Drawn} drawn @param {number} layer @param {import('../run/parts.js').ShownRun['question']} question */
export const legendOf = (rows, { lead }, layer, question) =>
  [
    rows.some(({ read }) => read !== null) && tr('Full colour: effect up to layer {}.', layer),
    lead !== null && tr('Dashed line: whole lead.'),
    rows.some(({ isLong }) => isLong) && tr('▸ Bar longer than its column.'),
    rows.some(({ share, loss, read }) => share > 0 && ((loss ?? 0) < 0 || (read ?? 0) < 0)) && hatchedWords(question),
    rows.some(({ tests: named }) => named) && tr('● The test ranks it first.'),
  ]
    .filter(Boolean)
    .join(' ');

/** @param {Row} row */
function testsCell({ tests: named }) {
  if (!named) return make('td', { className: 'tests' });
  const names = tests().filter((_, at) => named[at]);
  const label = names.length > 0 ? tr('named by: {}', names.join(', ')) : tr('named by no test');
  return make(
    'td',
    { className: 'tests' },
    make('span', { role: 'img', 'aria-label': label, title: label, textContent: named.map((is) => (is ? '●' : '○')).join(' ') }),
  );
}

/** @param {Row} row @param {Drawn} drawn */
function attentionCell({ attention, isParked }, { most }) {
  const cell = make('td', { className: 'attention' });
  if (isParked) cell.append(make('span', { className: 'note-text', textContent: tr('sink, ignored') }));
  else if (attention !== null)
    cell.append(
      make(
        'div',
        { className: 'axis' },
        bar('attends', attention / most),
        make('span', { className: 'number', textContent: inLanguage(attention.toFixed(2)) }),
      ),
    );
  return cell;
}

/** The answer has the direction of its own letters. @param {Row['answer']} answer */
const answerTexts = (answer) => (answer ? ['→ ', make('bdi', { textContent: answer[0] }), answer[1]] : []);

/** @param {Row} row @param {Drawn} drawn @param {Callbacks} callbacks */
function rowOf(row, drawn, callbacks) {
  const isHidden = row.tokens.every((at) => drawn.hidden.has(at));
  const name = make('span', { className: isHidden ? 'name hidden-token' : 'name', textContent: row.name });
  const hide = make('button', {
    'data-id': `why/hide/${row.group}`,
    type: 'button',
    className: 'do not-printed hide',
    textContent: tr('Hide'),
    'aria-label': tr('Hide “{}”', row.name),
    onclick: () => callbacks.hide(row),
  });
  const forget = make('button', {
    'data-id': `why/forget/${row.group}`,
    type: 'button',
    className: 'do not-printed hide',
    textContent: '×',
    'aria-label': tr('Delete the row of “{}”', row.name),
    onclick: () => callbacks.forget(row),
  });
  const acts = [...(row.isPhrase ? [forget] : []), ...(row.state === 'told' || isHidden ? [] : [hide])];
  const element = make(
    'tr',
    { className: [...(row.isNamed ? ['named'] : []), ...(row.isPhrase ? ['phrase'] : [])].join(' ') },
    make('th', { scope: 'row' }, ...(drawn.canHide ? acts : []), name),
    measuredCell(row, drawn, callbacks),
    ...(drawn.hasAnswers ? [make('td', { className: `answer-without${row.turns ? ' flipped' : ''}` }, ...answerTexts(row.answer))] : []),
    ...(drawn.hasTests ? [testsCell(row)] : []),
    ...(drawn.hasAttention ? [attentionCell(row, drawn)] : []),
  );
  element.dataset.tokens = row.tokens.join();
  return element;
}

/** @param {Exclude<Item, {row: Row}>} item @param {number} columns @param {Callbacks} callbacks */
function foldOf(item, columns, callbacks) {
  const fold = (/** @type {string | number} */ id, /** @type {string} */ textContent, /** @type {(() => void) | null} */ onclick) => {
    const open = onclick
      ? make('button', { 'data-id': `why/open/${id}`, type: 'button', className: 'do', textContent, onclick })
      : make('span', { className: 'do', textContent });
    return make('tr', { className: 'folded' }, make('th'), make('td', { colSpan: columns - 1 }, open));
  };
  if ('template' in item)
    return fold(
      `template-${item.first}`,
      trCount(item.template, 'chat template, {} token|chat template, {} tokens'),
      callbacks.openTemplate,
    );
  const { folded, bound } = item;
  const words = bound
    ? trCount(folded.length, '{} word, under {}|{} words, each under {}', folded.length, bound)
    : trCount(folded.length, '{} word, not measured yet|{} words, not measured yet');
  return fold(folded[0].group, words, () => callbacks.open(folded[0].group));
}

/** @param {HTMLTableSectionElement} body @param {Item[]} items @param {Drawn} drawn @param {Callbacks} callbacks */
export function drawRows(body, items, drawn, callbacks) {
  const focused =
    document.activeElement instanceof HTMLElement && body.contains(document.activeElement) ? document.activeElement.dataset.id : '';
  const columns = 2 + Number(drawn.hasAnswers) + Number(drawn.hasTests) + Number(drawn.hasAttention);
  body.replaceChildren(...items.map((item) => ('row' in item ? rowOf(item.row, drawn, callbacks) : foldOf(item, columns, callbacks))));
  if (focused) /** @type {HTMLElement | null} */ (body.querySelector(`[data-id="${focused}"]`))?.focus();
}

/**
 * @param {HTMLTableSectionElement} head @param {string} measured @param {string} attention the heading of attention @param {Drawn} drawn
 */
export function drawHead(head, measured, attention, { hasTests, hasAttention, hasAnswers }) {
  const column = (/** @type {string} */ textContent, className = '') => make('th', { scope: 'col', className, textContent });
  head.replaceChildren(
    make(
      'tr',
      {},
      make('td'),
      column(measured, 'measured'),
      ...(hasAnswers ? [column(tr('answer without it'), 'answer-without')] : []),
      ...(hasTests ? [Object.assign(column(tr('tests'), 'tests'), { title: tr('Three tests vote: {}', tests().join(', ')) })] : []),
      ...(hasAttention ? [column(attention, 'attention')] : []),
    ),
  );
}
