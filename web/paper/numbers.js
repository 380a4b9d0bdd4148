// SPDX-License-Identifier: MIT
// @ts-check
// A figure's numbers (src/panels/figures.h, docs/api.md) as CSV by RFC 4180. One line per token (compare: followed by the
// columns' rank correlations), per head, per edge with flow, or per method and layer of a score.

/**
 * @param {unknown} value NaN and other non-numbers become empty. Text that a spreadsheet would read as a formula gets an apostrophe, like
 * --csv-safe (src/io/write/export.cpp), because users open such files in spreadsheets
 */
export const cell = (value) => {
  const plain = String(value ?? '');
  const text = typeof value === 'string' && /^[=+\-@\t\r'\uff1d\uff0b\uff0d\uff20]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A column of Compare. tokens: of another example. @typedef {{name: string, detail: string, values: (number | null)[], tokens?: string[]}} Column */
/** @typedef {{columns: Column[], tokens: string[], rows: number[], spearman: (number | null)[][], difference?: Pick<Column, 'name' | 'values'>}} Compared */
/** @typedef {Record<'mean' | 'sd' | 'low' | 'high' | 'p', number | null>} Correlation of scores, over examples */
/**
 * @typedef {object} Others the numbers of the other figures
 * @property {{columns: string[], rows: unknown[][]}} [table] @property {unknown[][]} [heads]
 * @property {Record<string, Record<string, Correlation[]>>} [importance] by score and method, per layer
 * @property {number} [examples] @property {string[]} [leftOut] of the importance
 * @property {number[][]} [edges] layer, query, key, flow and capacity @property {number[][]} [cut] its edges
 */

/** @param {Compared} numbers @returns {unknown[][]} */
function compared({ columns, tokens, rows, spearman, difference }) {
  // A column of another example has its own tokens.
  const each = (
    /** @type {(column: Column, index: number) => unknown} */ of,
    /** @type {(tokens: string[], column: Column) => unknown} */ own,
  ) => columns.flatMap((column, i) => [...(column.tokens ? [own(column.tokens, column)] : []), of(column, i)]);
  const title = (/** @type {Column} */ { name, detail }) => `${name}, ${detail}`;
  const last = (/** @type {unknown} */ value) => (difference ? [value] : []);
  return [
    ['key', 'token', ...each(title, (_, column) => `${title(column)}, token`), ...last(difference?.name)],
    ...rows.map((key) => [
      key,
      tokens[key],
      ...each(
        ({ values }) => values[key],
        (own) => own[key],
      ),
      ...last(difference?.values[key]),
    ]),
    ...columns.map((column, i) => [
      'spearman',
      title(column),
      ...each(
        (_, j) => spearman[i][j],
        () => '',
      ),
      ...last(''),
    ]),
  ];
}

/** @param {Compared | Others} numbers @returns {unknown[][]} */
function tableOf(numbers) {
  if ('columns' in numbers) return compared(numbers);
  if (numbers.table) return [numbers.table.columns, ...numbers.table.rows];
  if (numbers.heads) return [['layer', 'head', 'entropy', 'distance', 'special', 'fused'], ...numbers.heads];
  if (numbers.importance) {
    const leftOut = numbers.leftOut?.join(' ') ?? '';
    const lines = Object.entries(numbers.importance).flatMap(([score, methods]) =>
      Object.entries(methods).flatMap(([method, layers]) =>
        layers.map(({ mean, sd, low, high, p }, i) => [score, method, i + 1, numbers.examples, mean, sd, low, high, p, leftOut]),
      ),
    );
    return [['importance', 'method', 'layer', 'examples', 'mean', 'sd', 'low', 'high', 'p', 'excluded'], ...lines];
  }
  const place = (/** @type {number[]} */ edge) => edge.slice(0, 3).join();
  const cut = new Set((numbers.cut ?? []).map(place));
  return [
    ['layer', 'query', 'key', 'flow', 'capacity', 'cut'],
    ...(numbers.edges ?? []).map((edge) => [...edge, Number(cut.has(place(edge)))]),
  ];
}

/** @param {Compared | Others} numbers */
export const csvOf = (numbers) =>
  tableOf(numbers)
    .map((line) => `${line.map(cell).join()}\r\n`)
    .join('');
