// SPDX-License-Identifier: MIT
// @ts-check
// The questions that a view has asked about a run, with their answers, for export.

/** @typedef {import('../run/parts.js').QuestionName} QuestionName */
/** @typedef {import('../run/parts.js').Arguments} Arguments */
/** @typedef {import('../run/parts.js').Answers} Answers */
/** A question with its answer. @template {QuestionName} Q @typedef {{question: Q, arguments: Arguments[Q], answer: Answers[Q]}} AnsweredOf */
/** The arguments and answers of src/model/service/run_questions.h. @typedef {{[Q in QuestionName]: AnsweredOf<Q>}[QuestionName]} Answered */

/** @typedef {import('../run/parts.js').Unit} Unit */

/** Arguments as text in a fixed order, without one of them. @param {object} values @param {string} name */
const without = (values, name) =>
  JSON.stringify(
    Object.entries(values)
      .filter(([key, value]) => key !== name && value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** The argument that changes while the answers to a question arrive. @type {Partial<Record<QuestionName, string>>} */
const growing = { experiment: 'draws', blanked: 'groups' };

/**
 * The index of the answer to the same question, whatever its growing argument. -1 for none.
 * @param {Answered[]} list @param {Answered} one
 */
function placeOf(list, one) {
  const part = growing[one.question] ?? '';
  return list.findIndex((other) => other.question === one.question && without(other.arguments, part) === without(one.arguments, part));
}

/** Splits groups at semicolons. Within a group, tokens are separated by commas. @param {string} groups */
const groupsOf = (groups) => groups.split(';');

/**
 * Adds an answer. One with more draws replaces the earlier one. Parts of a test of words are merged into one answer.
 * @param {Answered[]} list @param {Answered} one
 */
export function addAnswer(list, one) {
  if (one.question === 'why') return addWhy(list, one);
  if (one.question === 'blanked') return addTested(list, one);
  const at = placeOf(list, one);
  if (at < 0) list.push(one);
  else list[at] = one;
}

/** A measured answer replaces the earlier one, and includes the runs that were requested one by one. @param {Answered[]} list @param {AnsweredOf<'why'>} one */
function addWhy(list, one) {
  const { needs, attention } = one.answer;
  for (const before of list)
    if (!needs && before.question === 'why' && before.answer.needs) {
      // The request changed whether attention includes sinks.
      before.arguments = { ...before.arguments, sinks: one.arguments.sinks };
      before.answer = { ...before.answer, attention };
      return;
    }
  const rest = list.filter(({ question }) => question !== 'why' && (!needs || question !== 'blanked'));
  list.splice(0, list.length, ...rest, { ...one, arguments: { ...one.arguments, by: needs?.by ?? one.arguments.by } });
}

/** @param {Answered[]} list @param {AnsweredOf<'blanked'>} one */
function addTested(list, one) {
  // The first test is requested without its name.
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
 * Shifts the layers of an answer's units. They count from 0 in the page, and from 1 in files and cuts.
 * @template {Answers[QuestionName]} A @param {A} answer @param {number} by @returns {A}
 */
export function withLayers(answer, by) {
  const copy = { ...answer };
  const own = /** @type {Partial<Answers['decide']>} */ (copy);
  const { units, others } = own;
  if (units) own.units = shifted(units, by);
  if (others) own.others = { ...others, farthest: others.farthest.map((one) => ({ ...one, units: shifted(one.units, by) })) };
  return copy;
}

/** The arguments of a question's answer in the list, null if there is none. @template {QuestionName} Q @param {Answered[]} list @param {Q} question */
export function argumentsIn(list, question) {
  const found = list.find((one) => one.question === question);
  return found ? /** @type {Arguments[Q]} */ (found.arguments) : null;
}

/**
 * The list's answer for a view's request, with any number of draws. Undefined if there is none.
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
    // The first test is requested without a name, before the available tests are known.
    const isFirst = question === 'blanked' && !wanted.blank;
    if (isFirst || without(one.arguments, part) === without(wanted, part))
      return one.question === 'blanked' ? testedIn(one, String(wanted.groups)) : one.answer;
  }
  return undefined;
}

/** Selects the requested words from a test. @param {AnsweredOf<'blanked'>} found @param {string} groups */
function testedIn({ arguments: { groups: known }, answer }, groups) {
  const places = groupsOf(groups).map((group) => groupsOf(known).indexOf(group));
  if (places.includes(-1)) return undefined;
  const { values, answers } = answer;
  return { ...answer, values: places.map((at) => values[at]), ...(answers && { answers: places.map((at) => answers[at]) }) };
}
