// SPDX-License-Identifier: MIT
// @ts-check
// What a program that runs a model answers to the views of the page (src/model/service/asks.h): each part is what the views take it for, or
// the answer is refused.

import { broken } from './read.js';

/** @typedef {(value: unknown) => any} Read that gives the value as it may be used, or throws */

const isNumber = (/** @type {unknown} */ one) => typeof one === 'number' && Number.isFinite(one);
/** @param {(value: any) => boolean} isGood @returns {Read} */
const sure = (isGood) => (value) => {
  if (!isGood(value)) throw broken();
  return value;
};
const number = sure(isNumber);
const numberOrNone = sure((one) => one === null || isNumber(one));
const whole = sure((one) => Number.isInteger(one) && Math.abs(one) < 2 ** 31);
const text = sure((one) => typeof one === 'string' && one.length <= 1_000_000);
const truth = sure((one) => typeof one === 'boolean');
const most = 1 << 20;
/** @param {Read} read @returns {Read} */
const list = (read) => (value) => sure((one) => Array.isArray(one) && one.length <= most)(value).map(read);
/** @param {Record<string, Read>} parts @param {Record<string, Read>} [maybe] @returns {Read} */
const object =
  (parts, maybe = {}) =>
  (value) => {
    const own = sure((one) => typeof one === 'object' && one !== null)(value);
    const there = Object.entries(maybe).filter(([name]) => own[name] !== undefined);
    return Object.fromEntries([...Object.entries(parts), ...there].map(([name, read]) => [name, read(own[name])]));
  };

const described = object({ name: text, inserted: text, warning: text });
/** Programs of earlier pages say the name alone. @type {Read} */
const blank = (value) => (typeof value === 'string' ? { name: text(value), inserted: '', warning: '' } : described(value));

const place = {
  layer: whole,
  head: whole,
  query: whole,
  key: whole,
  patch: whole,
  stack: sure((one) => ['encoder', 'decoder', 'cross'].includes(one)),
};
const unit = object({ weight: number }, place);
const measured = object({ weight: number, predicted: number, actual: number }, place);
const otherCounts = { all: whole, measured: whole, changed: whole, exchanged: whole, changedByExchange: whole };
/** @param {Read} read @returns {Read} */
const orNone = (read) => (value) => (value === null ? null : read(value));
const answer = object({ text, id: whole, probability: number, logit: number });
/** Lists of a number for each group, layer or token are as long as these are many. @param {any} one */
function fits({ groups, attention, routes, direct, needs, first, named, then, elsewhere, order = [] }) {
  const count = groups.length;
  const tokens = attention.layers[0]?.length ?? 0;
  const each = [routes, direct, needs?.left_out, needs?.answer, needs?.probability, ...(needs?.read_up_to ?? [])];
  const places = [...order, named, then, elsewhere, ...Object.values(first ?? {})];
  return (
    groups.flat().every((/** @type {number} */ at) => at >= 0 && at < tokens) &&
    attention.layers.every((/** @type {number[]} */ layer) => layer.length === tokens) &&
    each.every((values) => !values || values.length === count) &&
    (needs?.read_up_to.length ?? 0) === (needs?.layers.length ?? 0) &&
    places.every((place) => (place ?? 0) >= 0 && (place ?? 0) < Math.max(count, 1))
  );
}
const needs = object({
  by: text,
  inserted: text,
  warning: text,
  blanks: list(blank),
  left_out: list(numberOrNone),
  noise: number,
  layers: list(whole),
  read_up_to: list(list(numberOrNone)),
  answer: list(orNone(text)),
  probability: list(numberOrNone),
});
/** @type {Record<string, Read>} */
const answers = {
  lens: object({ position: whole, final: text, layers: list(object({ answers: list(text), probability: number, rank: whole })) }),
  blanked: object(
    { value: number, blank: text, blanks: list(blank), values: list(numberOrNone) },
    { answers: list(orNone(object({ text, probability: numberOrNone }))) },
  ),
  why: object(
    {
      question: object({ kind: text }, { answer: orNone(answer), second: orNone(answer) }),
      value: number,
      asked: whole,
      groups: list(list(whole)),
      sinks: list(object({ token: whole, received: number })),
      attention: object({ method: text, layers: list(list(number)) }, { sinks: text }),
      routes: orNone(list(number)),
      direct: orNone(list(number)),
      scale: number,
      lead: numberOrNone,
      needs: orNone(needs),
    },
    // What follows from what was measured.
    {
      first: object({ hidden: orNone(whole), routes: orNone(whole), direct: orNone(whole) }),
      order: list(whole),
      named: orNone(whole),
      // biome-ignore lint/suspicious/noThenProperty: the name in the answer's JSON (src/model/why); nothing awaits this object.
      then: orNone(whole),
      votes: orNone(whole),
      keeps: truth,
      elsewhere: orNone(whole),
      sentences: list(text),
      instead: list(text),
    },
  ),
  experiment: object({
    value: number,
    all: whole,
    counts: list(whole),
    ranked: list(number),
    area: number,
    p: number,
    draws: whole,
    random: object({ mean: list(number), low: list(number), high: list(number) }, { least: list(number) }),
    units: list(unit),
  }),
  alone: object({ value: number, all: whole, units: list(measured) }),
  decide: object(
    { found: truth, units: list(unit), runs: whole, before: text, after: text, lead: number, leadAfter: number },
    { others: object({ ...otherCounts, farthest: list(object({ units: list(unit), leadAfter: number, after: text })) }) },
  ),
  cutset: object({
    value: number,
    cut: number,
    withoutResiduals: number,
    blanked: number,
    blank: text,
    removed: numberOrNone,
    removedByAttention: numberOrNone,
    random: list(numberOrNone),
    p: number,
  }),
  swap: object({
    rows: whole,
    columns: whole,
    clean: number,
    changed: number,
    target: text,
    tokens: list(text),
    cleanTokens: list(text),
    aligned: list(whole),
    values: list(numberOrNone),
    predicted: list(numberOrNone),
    recovered: list(numberOrNone),
    question: object({ kind: text, name: text, minus: whole, against: text, place: whole }, { isOutput: truth }),
  }),
  write: object({
    ids: list(whole),
    begin: whole,
    prompt: text,
    text,
    rest: text,
    same: truth,
    end: text,
    written: list(object({ id: whole, text, probability: number })),
  }),
};

/** @param {string} name of the question @param {unknown} result */
export function answerTo(name, result) {
  const answer = sure(() => Object.hasOwn(answers, name))(answers[name])(result);
  return name === 'why' ? sure(fits)(answer) : answer;
}
