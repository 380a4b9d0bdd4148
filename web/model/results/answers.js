// SPDX-License-Identifier: MIT
// @ts-check
// What a view has asked of a run, with the answers: its numbers as a file takes them away.

/** @typedef {import('../run/parts.js').Asked} Asked */
/** @typedef {import('../run/parts.js').Arguments} Arguments */
/** @typedef {import('../run/parts.js').Answers} Answers */
/** A question with its answer. @template {Asked} Q @typedef {{question: Q, arguments: Arguments[Q], answer: Answers[Q]}} AnsweredOf */
/** Arguments and answers of src/model/service/asks.h. @typedef {{[Q in Asked]: AnsweredOf<Q>}[Asked]} Answered */

/** @typedef {import('../run/parts.js').Unit} Unit */

/** Arguments as text, in one order, without one of them. @param {object} values @param {string} name */
const without = (values, name) =>
  JSON.stringify(
    Object.entries(values)
      .filter(([key, value]) => key !== name && value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** The argument by which the answers to one question differ while they come. @type {Partial<Record<Asked, string>>} */
const growing = { experiment: 'draws', blanked: 'groups' };

/** Where the answer to this question stands, whatever its growing argument; -1: nowhere. @param {Answered[]} list @param {Answered} one */
function placeOf(list, one) {
  const part = growing[one.question] ?? '';
  return list.findIndex((other) => other.question === one.question && without(other.arguments, part) === without(one.arguments, part));
}

/** Whose groups are tokens between commas, the groups between semicolons. @param {string} groups */
const groupsOf = (groups) => groups.split(';');

/**
 * Adds an answer. One with more draws replaces the one before it, and words that are tested in parts become one answer.
 * @param {Answered[]} list @param {Answered} one
 */
export function addAnswer(list, one) {
  if (one.question === 'why') return addWhy(list, one);
  if (one.question === 'blanked') return addTested(list, one);
  const at = placeOf(list, one);
  if (at < 0) list.push(one);
  else list[at] = one;
}

/** What was measured replaces what was known before, and holds the runs that were asked for one by one. @param {Answered[]} list @param {AnsweredOf<'why'>} one */
function addWhy(list, one) {
  const { needs, attention } = one.answer;
  for (const before of list)
    if (!needs && before.question === 'why' && before.answer.needs) {
      // Attention was asked for with sinks, or without them again.
      before.arguments = { ...before.arguments, sinks: one.arguments.sinks };
      before.answer = { ...before.answer, attention };
      return;
    }
  const rest = list.filter(({ question }) => question !== 'why' && (!needs || question !== 'blanked'));
  list.splice(0, list.length, ...rest, { ...one, arguments: { ...one.arguments, by: needs?.by ?? one.arguments.by } });
}

/** @param {Answered[]} list @param {AnsweredOf<'blanked'>} one */
function addTested(list, one) {
  // The first test is asked for without its name.
  const own = { ...one, arguments: { ...one.arguments, blank: one.answer.blank } };
  const at = placeOf(list, own);
  const before = list[at];
  if (before?.question !== 'blanked') return void list.push(own);
  const known = groupsOf(before.arguments.groups);
  if (groupsOf(own.arguments.groups).every((group) => known.includes(group))) return;
  const { values, answers } = before.answer;
  list[at] = {
    ...own,
    arguments: { ...own.arguments, groups: `${before.arguments.groups};${own.arguments.groups}` },
    answer: {
      ...own.answer,
      values: [...values, ...own.answer.values],
      ...(answers && own.answer.answers && { answers: [...answers, ...own.answer.answers] }),
    },
  };
}

/** @template {Partial<Unit>} U @param {U[]} units @param {number} by @returns {U[]} */
const shifted = (units, by) => units.map((unit) => (unit.layer === undefined ? unit : { ...unit, layer: unit.layer + by }));

/**
 * An answer whose units count layers from another number: in the page from 0, in files from 1 as cuts do.
 * @template {Answers[Asked]} A @param {A} answer @param {number} by @returns {A}
 */
export function withLayers(answer, by) {
  const copy = { ...answer };
  const own = /** @type {Partial<Answers['decide']>} */ (copy);
  const { units, others } = own;
  if (units) own.units = shifted(units, by);
  if (others) own.others = { ...others, farthest: others.farthest.map((one) => ({ ...one, units: shifted(one.units, by) })) };
  return copy;
}

/** The answer to a question, in a list of answers: its arguments; null: there is none. @template {Asked} Q @param {Answered[]} list @param {Q} question */
export function argumentsIn(list, question) {
  const found = list.find((one) => one.question === question);
  return found ? /** @type {Arguments[Q]} */ (found.arguments) : null;
}

/**
 * The answer of a list that a view asks for, with as many draws as there are; undefined: it is not there.
 * @param {Answered[]} list @param {string} question @param {Record<string, unknown>} wanted
 */
export function answerAmong(list, question, wanted) {
  for (const one of list) {
    if (one.question !== question) continue;
    if (one.question === 'why') {
      if (one.arguments.groups === wanted.groups && (!wanted.by || wanted.by === one.arguments.by)) return one.answer;
      continue;
    }
    const part = growing[one.question] ?? '';
    // The first test is asked for without a name, before it is known which there are.
    const isFirst = question === 'blanked' && !wanted.blank;
    if (isFirst || without(one.arguments, part) === without(wanted, part))
      return one.question === 'blanked' ? testedIn(one, String(wanted.groups)) : one.answer;
  }
  return undefined;
}

/** Of words that were tested those that are wanted. @param {AnsweredOf<'blanked'>} found @param {string} groups */
function testedIn({ arguments: { groups: known }, answer }, groups) {
  const places = groupsOf(groups).map((group) => groupsOf(known).indexOf(group));
  if (places.includes(-1)) return undefined;
  const { values, answers } = answer;
  return { ...answer, values: places.map((at) => values[at]), ...(answers && { answers: places.map((at) => answers[at]) }) };
}
