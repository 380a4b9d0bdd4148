// SPDX-License-Identifier: MIT
// @ts-check
// What a view has asked of a run, with the answers: its numbers as a file takes them away.

/** @typedef {{question: string, arguments: Record<string, any>, answer: any}} Answered arguments and answers of src/model/service/asks.h */

/** Arguments as text, in one order, without one of them. @param {Record<string, any>} values @param {string} name */
const without = (values, name) =>
  JSON.stringify(
    Object.entries(values)
      .filter(([key, value]) => key !== name && value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** The argument by which the answers to one question differ while they come. @type {Record<string, string>} */
const growing = { experiment: 'draws', blanked: 'groups' };

/** Whose groups are tokens between commas, the groups between semicolons. @param {string} groups */
const groupsOf = (groups) => groups.split(';');

/**
 * Adds an answer. One with more draws replaces the one before it, and words that are tested in parts become one answer.
 * @param {Answered[]} list @param {Answered} one
 */
export function addAnswer(list, one) {
  if (one.question === 'why') {
    // What was measured replaces what was known before, and holds the runs that were asked for one by one.
    const { needs, attention } = one.answer;
    const measured = list.find(({ question, answer }) => question === 'why' && answer.needs);
    if (!needs && measured) {
      // Attention was asked for with sinks, or without them again.
      const { sinks } = one.arguments;
      measured.arguments = { ...measured.arguments, sinks };
      measured.answer = { ...measured.answer, attention };
      return;
    }
    const replaced = needs ? ['why', 'blanked'] : ['why'];
    const rest = list.filter(({ question }) => !replaced.includes(question));
    return void list.splice(0, list.length, ...rest, { ...one, arguments: { ...one.arguments, by: needs?.by ?? one.arguments.by } });
  }
  // The first test is asked for without its name.
  if (one.question === 'blanked') one = { ...one, arguments: { ...one.arguments, blank: one.answer.blank } };
  const part = growing[one.question] ?? '';
  const at = list.findIndex((other) => other.question === one.question && without(other.arguments, part) === without(one.arguments, part));
  if (at < 0) return void list.push(one);
  const { arguments: before, answer } = list[at];
  const known = one.question === 'blanked' ? groupsOf(before.groups) : [];
  const isNew = one.question === 'blanked' && !groupsOf(one.arguments.groups).every((group) => known.includes(group));
  list[at] = isNew
    ? {
        ...one,
        arguments: { ...one.arguments, groups: `${before.groups};${one.arguments.groups}` },
        answer: {
          ...one.answer,
          values: [...answer.values, ...one.answer.values],
          ...(answer.answers && one.answer.answers && { answers: [...answer.answers, ...one.answer.answers] }),
        },
      }
    : one.question === 'blanked'
      ? list[at]
      : one;
}

/** @param {any} units */
const shifted = (units, /** @type {number} */ by) =>
  units.map((/** @type {any} */ unit) => (unit.layer === undefined ? unit : { ...unit, layer: unit.layer + by }));

/** An answer whose units count layers from another number: in the page from 0, in files from 1 as cuts do. @param {any} answer @param {number} by */
export function withLayers(answer, by) {
  const { units, others } = answer;
  return {
    ...answer,
    ...(units && { units: shifted(units, by) }),
    ...(others && {
      others: { ...others, farthest: others.farthest.map((/** @type {any} */ one) => ({ ...one, units: shifted(one.units, by) })) },
    }),
  };
}

/** The answer of a list that a view asks for, with as many draws as there are; undefined: it is not there. @param {Answered[]} list @param {string} question @param {Record<string, any>} wanted */
export function answerAmong(list, question, wanted) {
  if (question === 'why')
    return list.find(
      (one) => one.question === question && one.arguments.groups === wanted.groups && (!wanted.by || wanted.by === one.arguments.by),
    )?.answer;
  const part = growing[question] ?? '';
  // The first test is asked for without a name, before it is known which there are.
  const isFirst = question === 'blanked' && !wanted.blank;
  const found = list.find((one) => one.question === question && (isFirst || without(one.arguments, part) === without(wanted, part)));
  if (!found || question !== 'blanked') return found?.answer;
  const places = groupsOf(wanted.groups).map((group) => groupsOf(found.arguments.groups).indexOf(group));
  if (places.includes(-1)) return undefined;
  const { values, answers } = found.answer;
  return { ...found.answer, values: places.map((at) => values[at]), ...(answers && { answers: places.map((at) => answers[at]) }) };
}
