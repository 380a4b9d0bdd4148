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

/** @param {any} numbers @returns {unknown[][]} */
function compared({ columns, tokens, rows, spearman, difference }) {
  // A column of another example has its own tokens.
  const each = (/** @type {(column: any, index: number) => unknown} */ of, /** @type {(column: any) => unknown} */ own) =>
    columns.flatMap((/** @type {any} */ column, /** @type {number} */ i) => [...(column.tokens ? [own(column)] : []), of(column, i)]);
  const title = (/** @type {any} */ { name, detail }) => `${name}, ${detail}`;
  const last = (/** @type {unknown} */ value) => (difference ? [value] : []);
  return [
    ['key', 'token', ...each(title, (column) => `${title(column)}, token`), ...last(difference?.name)],
    ...rows.map((/** @type {number} */ key) => [
      key,
      tokens[key],
      ...each(
        ({ values }) => values[key],
        (column) => column.tokens[key],
      ),
      ...last(difference?.values[key]),
    ]),
    ...columns.map((/** @type {any} */ column, /** @type {number} */ i) => [
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

/** @param {any} numbers @returns {unknown[][]} */
function tableOf(numbers) {
  if (numbers.table) return [numbers.table.columns, ...numbers.table.rows];
  if (numbers.columns) return compared(numbers);
  if (numbers.heads) return [['layer', 'head', 'entropy', 'distance', 'special', 'fused'], ...numbers.heads];
  if (numbers.importance) {
    const leftOut = numbers.leftOut?.join(' ') ?? '';
    const lines = Object.entries(numbers.importance).flatMap(([score, methods]) =>
      Object.entries(methods).flatMap(([method, layers]) =>
        layers.map((/** @type {any} */ { mean, sd, low, high, p }, /** @type {number} */ i) => [
          score,
          method,
          i + 1,
          numbers.examples,
          mean,
          sd,
          low,
          high,
          p,
          leftOut,
        ]),
      ),
    );
    return [['importance', 'method', 'layer', 'examples', 'mean', 'sd', 'low', 'high', 'p', 'excluded'], ...lines];
  }
  const place = (/** @type {number[]} */ edge) => edge.slice(0, 3).join();
  const cut = new Set((numbers.cut ?? []).map(place));
  return [
    ['layer', 'query', 'key', 'flow', 'capacity', 'cut'],
    ...(numbers.edges ?? []).map((/** @type {number[]} */ edge) => [...edge, Number(cut.has(place(edge)))]),
  ];
}

/** @param {any} numbers */
export const csvOf = (numbers) =>
  tableOf(numbers)
    .map((line) => `${line.map(cell).join()}\r\n`)
    .join('');
