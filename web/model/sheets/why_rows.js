// SPDX-License-Identifier: MIT
// @ts-check
// The rows of Why as plain data: the answer's loss without each word, attention to it, and the folds.

import { isBlankAlready } from '../run/word_tests.js';
import { inLanguage, tr } from '../../base/language.js';
import { percent, visibleText, tokenNames } from '../run/answers.js';

/** @typedef {import('../run/word_tests.js').Group} Group */
/** @typedef {import('../run/word_tests.js').Blank} Blank */
/**
 * @typedef {object} Needs the measurements
 * @property {string} by @property {string} inserted @property {string} warning @property {Blank[]} blanks
 * @property {(number | null)[]} left_out by group, null if it cannot be tested @property {number} noise
 * @property {number[]} layers from 1, of read_up_to @property {(number | null)[][]} read_up_to by layer and group
 * @property {(string | null)[]} answer @property {(number | null)[]} probability
 */
/**
 * @typedef {object} WhyAnswer of src/model/service
 * @property {{kind: string}} question @property {number} value @property {number} asked the position of the answer, -1 for none
 * @property {{token: number, received: number}[]} sinks
 * @property {{method: string, sinks?: 'include' | 'exclude', layers: number[][]}} attention by layer and token; older files have no `sinks`
 * and exclude them
 * @property {number[] | null} routes @property {number[] | null} direct by group
 * @property {number} scale @property {number | null} lead @property {Needs | null} needs null if nothing was measured, so that there is no
 * verdict
 * @property {{hidden: number | null, routes: number | null, direct: number | null}} [first] by test, the group that it ranks first
 * @property {number | null} [named] @property {string[]} [sentences]
 * @property {string[]} [instead] by group, a related word from the list of pairs, '' for none
 */
/** The measurements so far, by group. A loss is undefined until it is known. @typedef {{losses: (number | null | undefined)[], answers: ({text: string, probability: number | null} | null | undefined)[], failed: Set<number>}} Measured */
/**
 * @typedef {object} Row
 * @property {number} group @property {string} name @property {number[]} tokens
 * @property {'waiting' | 'failed' | 'told' | 'bar'} state told: `text` replaces the bar
 * @property {number | null} loss @property {string} text @property {number} share of the scale, at most 1; 0 for no bar
 * @property {boolean} isLong exceeds the scale
 * @property {number | null} read the part of the bar that was read by the layer's end, negative if that raised the answer; null if unknown
 * @property {[string, string] | null} answer the answer without it, and its probability or '' @property {boolean} turns that answer is a different one
 * @property {boolean[] | null} tests whether each of hidden, routes and direct ranks it first
 * @property {number | null} attention @property {boolean} isParked a sink whose attention is ignored @property {boolean} isNamed
 * @property {boolean} [isPhrase] words that are tested together, not part of the verdict
 */

/**
 * The words that can be tested, and the one at the answer's position.
 * @param {Group[]} words @param {{special?: boolean, template?: boolean}[]} pieces @param {number} asked
 * @param {{isCausal?: boolean, hasTemplate?: boolean}} [how] isCausal: words after that position are not read; hasTemplate: includes words
 * of a chat template
 */
export const testable = (words, pieces, asked, { isCausal = false, hasTemplate = false } = {}) =>
  words.filter(({ tokens }) => {
    const isOfTemplate = !hasTemplate && tokens.every((at) => pieces[at].template);
    const isUnread = isCausal && asked >= 0 && tokens[0] > asked;
    return tokens.includes(asked) || !(tokens.every((at) => pieces[at].special) || isUnread || isOfTemplate);
  });

/** A number with digits for a scale, and one more if it would be 0. @param {number} value @param {number} scale */
export function numberText(value, scale) {
  const places = scale >= 4 ? 1 : scale >= 0.4 ? 2 : 3;
  const text = value.toFixed(Math.abs(value) < 10 ** -places ? places + 1 : places);
  return Number(text) === 0 ? tr('≈ 0') : inLanguage(text).replace('-', '−');
}

/** Attention to a word at a layer (from 1), the sum over its tokens. @param {WhyAnswer} why @param {number[]} tokens @param {number} layer */
const attentionOf = ({ attention }, tokens, layer) => tokens.reduce((sum, at) => sum + (attention.layers[layer - 1]?.[at] ?? 0), 0);

/** The largest attention in any row and layer, so that all layers share one scale. @param {WhyAnswer} why @param {Group[]} groups */
export function mostAttention(why, groups) {
  let most = 1e-12;
  why.attention.layers.forEach((_, layer) => {
    for (const { tokens } of groups) most = Math.max(most, attentionOf(why, tokens, layer + 1));
    if (why.attention.sinks === 'include') for (const { token } of why.sinks) most = Math.max(most, attentionOf(why, [token], layer + 1));
  });
  return most;
}

/** The share of the scale that fits left of zero (.below in style.js). */
const roomBelow = 0.18;

/**
 * The sizes of the losses as scores of the tokens. The tokens of a word share its loss evenly.
 * @param {Group[]} groups @param {Measured['losses']} losses @param {number} tokens @returns {number[]} NaN where nothing was measured
 */
export function scoresOf(groups, losses, tokens) {
  const scores = Array(tokens).fill(NaN);
  groups.forEach(({ tokens: own }, at) => {
    for (const token of own) scores[token] = Math.abs(losses[at] ?? NaN) / own.length;
  });
  return scores;
}

/** The maximum of the axis. @param {WhyAnswer | null} why null until all are measured @param {Pick<Measured, 'losses'>} measured */
export const scaleOf = (why, { losses }) => why?.scale || Math.max(1e-12, ...losses.map((loss) => Math.abs(loss ?? 0)));

/** Converts the complete measurements. @param {Needs} needs @returns {Measured} */
export const measuredOf = ({ left_out: losses, answer, probability }) => ({
  losses,
  answers: answer.map((text, at) => (text === null ? null : { text, probability: probability[at] })),
  failed: new Set(),
});

/** @param {Measured} measured @param {number} count */
export const isDone = ({ losses }, count) => losses.length === count && Array.from(losses, (loss) => loss !== undefined).every(Boolean);

/**
 * @param {Group[]} groups @param {{text: string, special?: boolean}[]} pieces @param {WhyAnswer | null} why @param {Measured} measured
 * @param {{asked: number, layer: number, blank: Blank | null, verdict: WhyAnswer | null, mask?: string, present?: string, scale?: number}} how
 * present: the answer; asked: its position, -1 for none; layer: from 1; verdict: with measurements; scale: default from these rows
 * @returns {Row[]}
 */
export function rowsOf(
  groups,
  pieces,
  why,
  measured,
  { asked, layer, blank, verdict, mask = '', present = '', scale = scaleOf(why, measured) },
) {
  const noise = verdict?.needs?.noise ?? 0;
  const sinks = new Set(why?.sinks.map(({ token }) => token));
  // After the last layer everything was read, unless the answer is a mean over tokens, which reads once more.
  const last = Math.max(why?.attention.layers.length ?? 0, ...(verdict?.needs?.layers ?? []));
  const read = layer < last ? verdict?.needs?.read_up_to[verdict.needs.layers.indexOf(layer)] : undefined;
  return groups.map(({ name, tokens }, group) => {
    const loss = measured.losses[group];
    const answer = measured.answers[group];
    const number = typeof loss === 'number' && Math.abs(loss) > noise ? numberText(loss, scale) : tr('≈ 0');
    const isNothing = number === tr('≈ 0');
    const told = tokens.includes(asked)
      ? tr('the answer is read here')
      : loss === null
        ? tr('cannot be tested')
        : loss !== undefined && blank && isBlankAlready({ tokens }, pieces, blank)
          ? tr('replaced already')
          : '';
    const known = read?.[group];
    return {
      group,
      name: mask && name === mask ? '___' : name,
      tokens,
      state: told ? 'told' : measured.failed.has(group) ? 'failed' : loss === undefined ? 'waiting' : 'bar',
      loss: loss ?? null,
      text: told || (typeof loss === 'number' ? number : '…'),
      share: told || typeof loss !== 'number' || isNothing ? 0 : Math.min(Math.abs(loss) / scale, 1),
      isLong: typeof loss === 'number' && (loss > scale || -loss > scale * roomBelow),
      read: typeof known === 'number' && typeof loss === 'number' && loss > 0 ? Math.min(Math.max(known / loss, -1), 1) : null,
      answer: answer && !told ? [visibleText(answer.text), answer.probability === null ? '' : ` ${percent(answer.probability)}`] : null,
      turns: Boolean(answer && !told && present && answer.text !== present),
      tests: why?.routes && verdict?.first && !told ? testsOf(verdict.first, group) : null,
      attention: why && why.attention.layers.length > 0 ? attentionOf(why, tokens, layer) : null,
      isParked: why?.attention.sinks !== 'include' && tokens.every((at) => sinks.has(at)),
      isNamed: verdict?.named === group,
    };
  });
}

/** @param {NonNullable<WhyAnswer['first']>} first @param {number} group */
const testsOf = (first, group) => [first.hidden === group, first.routes === group, first.direct === group];

/**
 * The order of tests. Words that the two forward quantities rank high come first, or else those with most attention.
 * @param {Group[]} groups @param {WhyAnswer | null} why @returns {number[]}
 */
export function orderOf(groups, why) {
  const order = groups.map((_, group) => group);
  if (!why) return order;
  const part = (/** @type {number[]} */ list) => {
    const most = Math.max(1e-12, ...list);
    return list.map((one) => Math.max(one, 0) / most);
  };
  const [routes, direct] = [part(why.routes ?? []), part(why.direct ?? [])];
  const last = why.attention.layers.length;
  const rank = (/** @type {number} */ group) =>
    why.routes ? (routes[group] ?? 0) + (direct[group] ?? 0) : attentionOf(why, groups[group].tokens, last);
  return order.sort((a, b) => rank(b) - rank(a) || a - b);
}

/** A row, folded rows, or a number of tokens of a chat template from the first one. @typedef {{row: Row} | {folded: Row[], bound: string} | {template: number, first: number}} Item */

/** Up to `fits` rows are all shown. Otherwise the `largest` are shown. */
const fits = 40;
const largest = 8;

/**
 * For a long text, the largest rows in the order of the text, with the others folded between them.
 * @param {Row[]} rows @param {Set<number>} open the first groups of open folds @param {number} scale @returns {Item[]}
 */
export function folded(rows, open, scale) {
  if (rows.length <= fits) return rows.map((row) => ({ row }));
  const size = (/** @type {Row} */ { loss }) => Math.abs(loss ?? 0);
  const top = new Set([...rows].sort((a, b) => size(b) - size(a) || a.group - b.group).slice(0, largest));
  const isShown = (/** @type {Row} */ row) =>
    (top.has(row) && row.state !== 'waiting') || row.isNamed || row.state === 'failed' || (row.state === 'told' && row.loss === null);
  /** @type {Item[]} */
  const items = [];
  for (let at = 0; at < rows.length; ) {
    if (isShown(rows[at])) {
      items.push({ row: rows[at++] });
      continue;
    }
    const first = at;
    while (at < rows.length && !isShown(rows[at])) at += 1;
    const some = rows.slice(first, at);
    if (some.length === 1 || open.has(some[0].group)) items.push(...some.map((row) => ({ row })));
    else items.push({ folded: some, bound: some.some(({ state }) => state === 'waiting') ? '' : boundOf(some.map(size), scale) });
  }
  return items;
}

/** The position of an item in the text. @param {Item} item */
const beginOf = (item) => ('row' in item ? item.row.tokens[0] : 'folded' in item ? item.folded[0].tokens[0] : item.first);

/**
 * Adds a fold for each part of a chat template that has no rows.
 * @param {Item[]} items @param {{template?: boolean}[]} pieces @param {number} asked not part of the template
 * @returns {Item[]}
 */
export function withTemplate(items, pieces, asked) {
  const isIn = (/** @type {number} */ at) => pieces[at]?.template === true && at !== asked;
  const parts = pieces.flatMap((_, first) => {
    if (!isIn(first) || isIn(first - 1)) return [];
    let end = first;
    while (isIn(end)) end += 1;
    return [{ template: end - first, first }];
  });
  return [...items, ...parts].sort((a, b) => beginOf(a) - beginOf(b));
}

/** An upper bound of the sizes as text. @param {number[]} sizes @param {number} scale */
function boundOf(sizes, scale) {
  const step = scale >= 4 ? 10 : scale >= 0.4 ? 100 : 1000;
  return numberText((Math.floor(Math.max(...sizes) * step) + 1) / step, scale);
}

/**
 * Values that give the sentence the colours of the bars.
 * @param {Row[]} rows @param {number} scale @param {number} asked the position of the answer
 * @returns {import('../line/sentence_row.js').Value[]}
 */
export function tintsOf(rows, scale, asked) {
  const most = Math.max(scale / 4, ...rows.map(({ loss }) => loss ?? 0)); // so that small effects stay pale
  return rows.flatMap(({ tokens, loss, state }) =>
    tokens.map((token) => ({ token, share: state === 'bar' ? Math.max(loss ?? 0, 0) / most : null, output: token === asked })),
  );
}

/** The groups of a saved answer, with their names. @param {string} text @param {{text: string}[]} pieces @returns {Group[]} */
export function savedGroups(text, pieces) {
  const names = tokenNames(pieces.map((one) => one.text));
  const groups = text.split(';').map((group) => group.split(',').map(Number));
  // Their order in the request may differ.
  return groups
    .sort(([a], [b]) => a - b)
    .map((tokens) => {
      return {
        tokens,
        name: tokens.length > 1 ? tokens.map((at) => visibleText(pieces[at]?.text ?? '')).join('') : (names[tokens[0]] ?? ''),
      };
    });
}

/** The heading of the bars. @param {Pick<import('../run/parts.js').ShownRun, 'question'>} run @param {WhyAnswer | null} why @param {string} tested for people @param {boolean} [isPicture] tests patches */
export function headOf({ question }, why, tested, isPicture = false) {
  const isDifference = (question?.minus ?? -1) >= 0;
  if (question?.kind === 'cosine')
    return isPicture ? tr('similarity lost with the patch {}', tested) : tr('similarity lost with the word {}', tested);
  if ((why?.lead ?? question?.before ?? 1) <= 0 && isDifference)
    return isPicture ? tr('drop in difference with the patch {}', tested) : tr('drop in difference with the word {}', tested);
  if (why?.question.kind === 'difference' || isDifference)
    return isPicture ? tr('drop in lead with the patch {}', tested) : tr('drop in lead with the word {}', tested);
  if (question?.kind === 'logit')
    return isPicture ? tr('drop in logit with the patch {}', tested) : tr('drop in logit with the word {}', tested);
  const name = visibleText(question?.name ?? '');
  return isPicture ? tr('“{}” less likely with the patch {}', name, tested) : tr('“{}” less likely with the word {}', name, tested);
}
