// SPDX-License-Identifier: MIT
// @ts-check
// The rows of Why, as plain data: how far the answer falls without each word, where attention leads, and which rows are folded.

import { isBlankAlready } from '../run/word_tests.js';
import { inLanguage, tr } from '../../base/words.js';
import { percent, shown, tokenNames } from '../run/says.js';

/** @typedef {import('../run/word_tests.js').Group} Group */
/** @typedef {import('../run/word_tests.js').Blank} Blank */
/**
 * @typedef {object} Needs what was measured
 * @property {string} by @property {string} inserted @property {string} warning @property {Blank[]} blanks
 * @property {(number | null)[]} left_out by group; null: it cannot be tested @property {number} noise
 * @property {number[]} layers from 1, of read_up_to @property {(number | null)[][]} read_up_to by layer and group
 * @property {(string | null)[]} answer @property {(number | null)[]} probability
 */
/**
 * @typedef {object} WhyAnswer of src/model/service
 * @property {{kind: string}} question @property {number} value @property {number} asked the token that is read; -1: none
 * @property {{token: number, received: number}[]} sinks
 * @property {{method: string, sinks?: 'include' | 'exclude', layers: number[][]}} attention by layer and token; without sinks: excluded, in older files
 * @property {number[] | null} routes @property {number[] | null} direct by group
 * @property {number} scale @property {number | null} lead @property {Needs | null} needs null: nothing was measured, and nothing follows from it
 * @property {{hidden: number | null, routes: number | null, direct: number | null}} [first] group by test @property {number | null} [named] @property {string[]} [sentences]
 * @property {string[]} [instead] by group the word beside it in the list of pairs; '': none
 */
/** What has been measured so far, by group: the loss is undefined where it is not known yet. @typedef {{losses: (number | null | undefined)[], answers: ({text: string, probability: number | null} | null | undefined)[], failed: Set<number>}} Measured */
/**
 * @typedef {object} Row
 * @property {number} group @property {string} name @property {number[]} tokens
 * @property {'waiting' | 'failed' | 'told' | 'bar'} state told: `text` stands in the place of a bar
 * @property {number | null} loss @property {string} text @property {number} share of the scale, at most 1; 0: no bar @property {boolean} isLong beyond the scale
 * @property {number | null} read share of the bar that was read up to the layer, negative where that raised the answer; null: not known
 * @property {string} answer without it @property {boolean} turns it is another one @property {boolean[] | null} tests which of hidden, routes and direct name it
 * @property {number | null} attention @property {boolean} isParked a sink whose attention is ignored @property {boolean} isNamed @property {boolean} [isPhrase] words that are tested together, which has no part in the verdict
 */

/**
 * Words that may be tested, and the place where the answer is read.
 * @param {Group[]} words @param {{special?: boolean, template?: boolean}[]} pieces @param {number} asked
 * @param {{isCausal?: boolean, hasTemplate?: boolean}} [how] isCausal: words behind that place are not read; hasTemplate: with those of a chat template
 */
export const testable = (words, pieces, asked, { isCausal = false, hasTemplate = false } = {}) =>
  words.filter(({ tokens }) => {
    const isOfTemplate = !hasTemplate && tokens.every((at) => pieces[at].template);
    const isUnread = isCausal && asked >= 0 && tokens[0] > asked;
    return tokens.includes(asked) || !(tokens.every((at) => pieces[at].special) || isUnread || isOfTemplate);
  });

/** A number at a scale: with a place more where it would be 0. @param {number} value @param {number} scale */
export function numberText(value, scale) {
  const places = scale >= 4 ? 1 : scale >= 0.4 ? 2 : 3;
  const text = value.toFixed(Math.abs(value) < 10 ** -places ? places + 1 : places);
  return Number(text) === 0 ? tr('≈ 0') : inLanguage(text).replace('-', '−');
}

/** Attention of a word, as of a layer from 1: the sum over its tokens. @param {WhyAnswer} why @param {number[]} tokens @param {number} layer */
const attentionOf = ({ attention }, tokens, layer) => tokens.reduce((sum, at) => sum + (attention.layers[layer - 1]?.[at] ?? 0), 0);

/** The largest that a row shows at any layer: one scale for the timeline. @param {WhyAnswer} why @param {Group[]} groups */
export function mostAttention(why, groups) {
  let most = 1e-12;
  why.attention.layers.forEach((_, layer) => {
    for (const { tokens } of groups) most = Math.max(most, attentionOf(why, tokens, layer + 1));
    if (why.attention.sinks === 'include') for (const { token } of why.sinks) most = Math.max(most, attentionOf(why, [token], layer + 1));
  });
  return most;
}

/** So much of the scale fits to the left of zero (.below in style.js). */
const roomBelow = 0.18;

/** The largest number of the axis. @param {WhyAnswer | null} why null: it is not known before all are measured @param {Pick<Measured, 'losses'>} measured */
export const scaleOf = (why, { losses }) => why?.scale || Math.max(1e-12, ...losses.map((loss) => Math.abs(loss ?? 0)));

/** What was measured of all. @param {Needs} needs @returns {Measured} */
export const measuredOf = ({ left_out: losses, answer, probability }) => ({
  losses,
  answers: answer.map((text, at) => (text === null ? null : { text, probability: probability[at] })),
  failed: new Set(),
});

/** @param {Measured} measured @param {number} count */
export const isDone = ({ losses }, count) => losses.length === count && Array.from(losses, (loss) => loss !== undefined).every(Boolean);

/**
 * @param {Group[]} groups @param {{text: string, special?: boolean}[]} pieces @param {WhyAnswer | null} why @param {Measured} measured
 * @param {{asked: number, layer: number, blank: Blank | null, verdict: WhyAnswer | null, mask?: string, present?: string, scale?: number}} how present: the answer; asked: the token where the answer is read, -1: none; layer: from 1; verdict: with what was measured; scale: else that of these rows
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
  // After the last layer all of it was read, but where the answer is a mean of tokens, which reads on.
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
      answer: answer && !told ? `${shown(answer.text)}${answer.probability === null ? '' : ` ${percent(answer.probability)}`}` : '',
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

/** What is tested first: words that the two forward quantities rank high, else those that attention leads to. @param {Group[]} groups @param {WhyAnswer | null} why @returns {number[]} */
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

/** A row, rows that are folded, or so many tokens of a chat template from the first one. @typedef {{row: Row} | {folded: Row[], bound: string} | {template: number, first: number}} Item */

/** So many rows are shown whole, and of more so many. */
const fits = 40;
const largest = 8;

/**
 * Of a long text the largest rows, in the order of the text, and the others folded between them.
 * @param {Row[]} rows @param {Set<number>} open the first groups of folds that are open @param {number} scale @returns {Item[]}
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

/** Where an item begins in the text. @param {Item} item */
const beginOf = (item) => ('row' in item ? item.row.tokens[0] : 'folded' in item ? item.folded[0].tokens[0] : item.first);

/**
 * Adds a fold for each part of a chat template that has no rows. @param {Item[]} items @param {{template?: boolean}[]} pieces @param {number} asked which is no part of them
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

/** A number that none of them reaches, as people read it. @param {number[]} sizes @param {number} scale */
function boundOf(sizes, scale) {
  const step = scale >= 4 ? 10 : scale >= 0.4 ? 100 : 1000;
  return numberText((Math.floor(Math.max(...sizes) * step) + 1) / step, scale);
}

/**
 * The sentence has the tint of the bars. @param {Row[]} rows @param {number} scale @param {number} asked where the answer is read
 * @returns {import('../line/sentence_row.js').Value[]}
 */
export function tintsOf(rows, scale, asked) {
  const most = Math.max(scale / 4, ...rows.map(({ loss }) => loss ?? 0)); // a faint effect stays pale
  return rows.flatMap(({ tokens, loss, state }) =>
    tokens.map((token) => ({ token, share: state === 'bar' ? Math.max(loss ?? 0, 0) / most : null, output: token === asked })),
  );
}

/** Groups of a saved answer, with their names. @param {string} text @param {{text: string}[]} pieces @returns {Group[]} */
export function savedGroups(text, pieces) {
  const names = tokenNames(pieces.map((one) => one.text));
  const groups = text.split(';').map((group) => group.split(',').map(Number));
  // They may have been asked for in another order.
  return groups
    .sort(([a], [b]) => a - b)
    .map((tokens) => {
      return { tokens, name: tokens.length > 1 ? tokens.map((at) => shown(pieces[at]?.text ?? '')).join('') : (names[tokens[0]] ?? '') };
    });
}

/** What the bars are of. @param {Pick<import('../run/parts.js').Shown, 'question'>} run @param {WhyAnswer | null} why @param {string} tested as people read it @param {boolean} [isPicture] patches are tested */
export function headOf({ question }, why, tested, isPicture = false) {
  const isDifference = (question?.minus ?? -1) >= 0;
  if (question?.kind === 'cosine')
    return isPicture ? tr('similarity lost when the patch is {}', tested) : tr('similarity lost when the word is {}', tested);
  if ((why?.lead ?? question?.before ?? 1) <= 0 && isDifference)
    return isPicture ? tr('the difference falls when the patch is {}', tested) : tr('the difference falls when the word is {}', tested);
  if (why?.question.kind === 'difference' || isDifference)
    return isPicture ? tr('the lead falls when the patch is {}', tested) : tr('the lead falls when the word is {}', tested);
  if (question?.kind === 'logit')
    return isPicture ? tr('the logit falls when the patch is {}', tested) : tr('the logit falls when the word is {}', tested);
  const name = shown(question?.name ?? '');
  return isPicture
    ? tr('“{}” becomes less likely when the patch is {}', name, tested)
    : tr('“{}” becomes less likely when the word is {}', name, tested);
}
