// SPDX-License-Identifier: MIT
// @ts-check
// The answers to the questions about a run as one table, with a row per number and the question in the first column. Each question has a
// function for its rows.

import { csvOf } from '../../paper/numbers.js';
import { joinTokens } from '../run/answers.js';

/** @typedef {import('./answers.js').Answered} Answered */
/** @typedef {import('../run/parts.js').QuestionName} QuestionName */
/** @typedef {import('../run/parts.js').Arguments} Arguments */
/** @typedef {import('../run/parts.js').Answers} Answers */
/** @typedef {Record<string, string | number | null | undefined>} Row by column */
/** @typedef {{tokens: string[], keys: string[]}} Names of the run; in models that translate, queries and keys have different tokens */

/** @param {import('./answers.js').Unit} unit with layers from 0, as in the page @param {Names} names @returns {Row} */
const ofUnit = ({ stack, layer, head, query, key, patch, weight }, { tokens, keys }) => ({
  stack,
  'layer (from 1)': layer === undefined ? undefined : layer + 1,
  'head (from 0)': head,
  'query (from 0)': query,
  'query text': query === undefined ? undefined : (stack === 'encoder' ? keys : tokens)[query],
  'key (from 0)': key,
  'key text': key === undefined ? undefined : (stack === 'decoder' ? tokens : keys)[key],
  patch,
  weight,
});

/** Sums a layer's values for these tokens. @param {number[]} tokens */
const sumOf = (tokens) => (/** @type {number} */ sum, /** @type {number} */ one, /** @type {number} */ at) =>
  tokens.includes(at) ? sum + one : sum;

/** The rows of an answer, by question. @type {{[Q in QuestionName]: (asked: Arguments[Q], answer: Answers[Q], names: Names) => Row[]}} */
const rows = {
  lens: (_, { position, final, layers }, { tokens }) =>
    layers.map(({ answers, probability, rank }, layer) => ({
      'layer (from 1)': layer, // 0 is the embedding
      'query (from 0)': position,
      'query text': tokens[position],
      ...Object.fromEntries(answers.map((text, at) => [`guess ${at + 1}`, text])),
      final,
      'probability of final': probability,
      'rank of final (from 1)': rank + 1,
    })),
  sound: ({ position }, { words = [], attention = [], rollout = [] }) =>
    position === undefined
      ? words.map(({ text, from, to }) => ({ token: text, 'from (s)': from, 'to (s)': to }))
      : attention.map((share, at) => ({
          'output (from 0)': position,
          'sound token (from 0)': at,
          attention: share,
          rollout: rollout[at],
        })),
  contacts: (_, { residues, probabilities }, { tokens }) => {
    let at = 0;
    return Array.from({ length: residues }, (_row, i) =>
      Array.from({ length: residues - i - 1 }, (_pair, j) => ({
        'residue (from 1)': i + 1,
        'residue text': tokens[i + 1],
        'other residue (from 1)': i + j + 2,
        'other residue text': tokens[i + j + 2],
        probability: probabilities[at++],
      })),
    ).flat();
  },
  blanked: ({ groups }, { value, blank, values }, { keys }) =>
    groups.split(';').map((group, at) => ({
      test: blank,
      'key (from 0)': group,
      'key text': group
        .split(',')
        .map((token) => keys[Number(token)] ?? '')
        .join(' '),
      value: values[at],
      change: values[at] === null ? null : values[at] - value,
    })),
  why: (_, { groups, needs, routes, direct, attention }, { keys }) =>
    groups.map((tokens, at) => ({
      test: needs?.by,
      'key (from 0)': tokens.join(),
      word: joinTokens(tokens.map((token) => keys[token] ?? '')).trim(),
      left_out: needs?.left_out[at],
      answer: needs?.answer[at],
      probability: needs?.probability[at],
      routes: routes?.[at],
      direct: direct?.[at],
      attention: attention.layers.at(-1)?.reduce(sumOf(tokens), 0),
      sinks: attention.sinks,
    })),
  experiment: ({ kind, ranking, rule }, { value, counts, ranked, random }) =>
    [0, ...counts].map((cut, at) => ({
      cuts: kind,
      rule,
      ranking,
      cut,
      value: at === 0 ? value : ranked[at - 1],
      ...Object.fromEntries(
        /** @type {const} */ (['mean', 'low', 'high', 'least']).map((name) => [
          `random ${name}`,
          at === 0 ? undefined : random[name]?.[at - 1],
        ]),
      ),
    })),
  alone: ({ kind, rule }, { units }, names) =>
    units.map((unit) => ({
      cuts: kind,
      rule,
      ...ofUnit(unit, names),
      predicted: unit.predicted,
      change: unit.actual,
    })),
  patches: ({ method }, { grid, frames, value }) =>
    frames.flatMap(({ row, column, rows: _, columns, values }, frame) =>
      values.map((one, at) => ({
        method,
        cells: grid,
        'frame (from 0)': frame,
        'row of the frame (from 0)': row,
        'column of the frame (from 0)': column,
        'row (from 1)': Math.floor(at / columns) + 1,
        'column (from 1)': (at % columns) + 1,
        value: one,
        'value of the run': value,
      })),
    ),
  decide: ({ kind, rule }, { units, before, after, lead, leadAfter }, names) =>
    units.map((unit) => ({
      cuts: kind,
      rule,
      ...ofUnit(unit, names),
      before,
      after,
      lead,
      'lead after': leadAfter,
    })),
  cutset: ({ input, rule }, made, { keys }) => [
    {
      rule,
      'key (from 0)': input,
      'key text': keys[input],
      test: made.blank,
      value: made.value,
      'value with cut': made.cut,
      'value without attention': made.withoutResiduals,
      'value without token': made.blanked,
      removed: made.removed,
      'removed by attention': made.removedByAttention,
      p: made.p,
    },
  ],
  circuit: (_, { edges, values, size, faithfulness, complement, interval, edge, clean, corrupt, noise, denoise }) =>
    edges && values
      ? edges.map((name, at) => ({ edge: name, score: values[at] }))
      : size !== undefined
        ? [{ edges: size, faithfulness, low: interval?.[0], high: interval?.[1], complement }]
        : edge
          ? [{ edge, clean, corrupt, noise, denoise }]
          : [],
  swap: ({ what }, { rows: count, columns, clean, changed, tokens, cleanTokens, aligned, values, predicted, recovered }) =>
    Array.from({ length: count * columns }, (_, at) => {
      const [row, column] = [Math.floor(at / columns), at % columns];
      return {
        // A head belongs to a layer, a stream follows one. 0 is the embedding.
        'layer (from 1)': what === 'heads' ? row + 1 : row,
        ...(what === 'heads'
          ? { 'head (from 0)': column }
          : { 'query (from 0)': column, 'query text': tokens[column], 'stands for': cleanTokens[aligned[column]] ?? '' }),
        value: values[at],
        'value here': changed,
        'value there': clean,
        predicted: predicted[at],
        restored: recovered[at],
      };
    }),
};

/** The rows of any question: an answer belongs to its question. @typedef {(asked: object, answer: object, names: Names) => Row[]} Rows */

/** @param {Answered[]} answers @param {Names} names @returns {string} CSV */
export function answersCsv(answers, names) {
  const all = answers.flatMap(({ question, arguments: asked, answer }) => {
    const rowsOf = /** @type {Rows | undefined} */ (rows[question]);
    return (rowsOf?.(asked, answer, names) ?? []).map((row) => ({ question, ...row }));
  });
  const columns = [
    ...new Set(all.flatMap((row) => Object.keys(row).filter((name) => row[/** @type {'question'} */ (name)] !== undefined))),
  ];
  return csvOf({ table: { columns, rows: all.map((row) => columns.map((name) => row[/** @type {'question'} */ (name)])) } });
}
