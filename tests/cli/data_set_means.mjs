// SPDX-License-Identifier: MIT
// @ts-check
// The means of batch summary, from their definitions (docs/batch.md), in float64.

/** @typedef {{tokens: string[], attentions: number[][][][], outputToken: number, specialTokens: string[], tokenClasses: Record<string, (string | null)[]>}} Text */

/** @param {number} distance */
export function slotOf(distance) {
  const from = [...Array.from({ length: 32 }, (_, index) => index), 32, 48, 64, 96, 128, 192, 256, 384, 512];
  return from.findLastIndex((first) => first <= distance);
}

/** Rollout of every layer from `first` on, with mean over heads, identity mixed in, rows divided by their sum.
 * @param {Text} text
 * @param {number} residual
 * @param {number} first */
function rollout({ attentions, tokens }, residual, first) {
  const n = tokens.length;
  let before = tokens.map((_, i) => tokens.map((__, j) => Number(i === j)));
  return attentions.map((heads, layer) => {
    if (layer < first) return null;
    const step = tokens.map((_, i) => {
      const row = tokens.map(
        (__, j) => ((1 - residual) * heads.reduce((sum, head) => sum + head[i][j], 0)) / heads.length + (i === j ? residual : 0),
      );
      const sum = row.reduce((total, value) => total + value, 0);
      return row.map((value) => value / sum);
    });
    before = step.map((row) => Array.from({ length: n }, (_, j) => row.reduce((sum, weight, k) => sum + weight * before[k][j], 0)));
    return before;
  });
}

/** [count, constant, mean, squares] of some values. @param {number[]} values */
function cell(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return [values.length, 0, mean, values.reduce((sum, value) => sum + (value - mean) ** 2, 0)];
}

/** Rows of all examples [example][slot] as cells. A slot that an example lacks holds 0. @param {number[][]} rows */
const cells = (rows) =>
  Array.from({ length: Math.max(0, ...rows.map((row) => row.length)) }, (_, slot) => cell(rows.map((row) => row[slot] ?? 0)));

/** Shares of some rows by slot. Each is divided by its sum, then their mean is taken.
 * @param {number[][]} matrix
 * @param {number[]} queries
 * @param {number} slots
 * @param {(query: number, key: number) => number} slot */
const shares = (matrix, queries, slots, slot) =>
  Array.from(
    { length: slots },
    (_, which) =>
      queries.reduce((total, query) => {
        const sum = matrix[query].reduce((all, value) => all + value, 0);
        return total + matrix[query].reduce((mass, value, key) => mass + (slot(query, key) === which ? value : 0), 0) / sum;
      }, 0) / queries.length,
  );

/** @param {Text[]} texts
 * @param {{token?: number, residual?: number, first?: number}} [settings] */
export function expectedMeans(texts, { token, residual = 0.5, first = 0 } = {}) {
  const layers = texts[0].attentions.map((_, layer) => layer);
  const heads = texts[0].attentions[0].map((_, head) => head);
  /** @param {(row: number[], query: number, text: Text) => number} value */
  const statistic = (value) =>
    layers.map((layer) =>
      heads.map((head) =>
        cell(
          texts.map((text) => {
            const rows = text.attentions[layer][head].map((row, query) => {
              const sum = row.reduce((total, weight) => total + weight, 0);
              return value(
                row.map((weight) => weight / sum),
                query,
                text,
              );
            });
            return rows.reduce((total, each) => total + each, 0) / rows.length;
          }),
        ),
      ),
    );
  const sum = (/** @type {number[]} */ row, /** @type {(share: number, key: number) => number} */ term) =>
    row.reduce((total, share, key) => total + term(share, key), 0);
  const computed = texts.map((text) => ({
    text,
    matrices: rollout(text, residual, first),
    output: token ?? text.outputToken,
    all: text.tokens.map((_, index) => index),
  }));
  /** @param {typeof computed} some
   * @param {(text: Text) => number} slots
   * @param {(text: Text) => (query: number, key: number) => number} slot */
  const tables = (some, slots, slot) =>
    Object.fromEntries(
      /** @type {const} */ (['output', 'all']).map((which) => [
        which,
        layers.map((layer) =>
          layer < first
            ? []
            : cells(
                some.map(({ text, matrices, output, all }) =>
                  shares(/** @type {number[][]} */ (matrices[layer]), which === 'output' ? [output] : all, slots(text), slot(text)),
                ),
              ),
        ),
      ]),
    );
  const names = [...new Set(texts.flatMap((text) => Object.keys(text.tokenClasses)))];
  return {
    statistics: {
      entropy: statistic((row) => sum(row, (share) => (share > 0 ? -share * Math.log(share) : 0))),
      meanDistance: statistic((row, query) => sum(row, (share, key) => share * Math.abs(query - key))),
      specialShare: statistic((row, _, text) => sum(row, (share, key) => (text.specialTokens.includes(text.tokens[key]) ? share : 0))),
    },
    distances: tables(
      computed,
      ({ tokens }) => slotOf(tokens.length - 1) + 1,
      () => (query, key) => slotOf(Math.abs(query - key)),
    ),
    classes: Object.fromEntries(
      names.map((name) => {
        const some = computed.filter(({ text }) => name in text.tokenClasses);
        const labels = [...new Set(some.flatMap(({ text }) => text.tokenClasses[name].map((label) => label ?? '')))];
        const label = (/** @type {Text} */ text, /** @type {number} */ key) => labels.indexOf(text.tokenClasses[name][key] ?? '');
        const { output, all } = tables(
          some,
          () => labels.length,
          (text) => (_, key) => label(text, key),
        );
        return [
          name,
          Object.fromEntries(
            labels.map((each, slot) => [
              each,
              [
                [cell(some.map(({ text }) => text.tokens.filter((_, key) => label(text, key) === slot).length / text.tokens.length))],
                output.map((row) => row[slot]),
                all.map((row) => row[slot]),
              ],
            ]),
          ),
        ];
      }),
    ),
  };
}
