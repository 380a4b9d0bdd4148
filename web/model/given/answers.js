// SPDX-License-Identifier: MIT
// @ts-check
// Validates the answers of a program that runs a model (src/model/service/run_questions.h). A part that does not have the views' type makes the
// whole answer invalid.

import { broken } from './read.js';

/** Returns a valid value, or throws. @template T @typedef {(value: unknown) => T} Read */
/** @typedef {Record<string, Read<unknown>>} Parts */
/** The results of the readers of an object's parts. @template {Parts} P @typedef {{[K in keyof P]: ReturnType<P[K]>}} Given */

/** @template T @param {(value: unknown) => value is T} isGood @returns {Read<T>} */
const sure = (isGood) => (value) => {
  if (!isGood(value)) throw broken();
  return value;
};
/** @param {unknown} one @returns {one is number} */
const isNumber = (one) => typeof one === 'number' && Number.isFinite(one);
/** @param {unknown} one @returns {one is number} */
const isWhole = (one) => Number.isInteger(one) && Math.abs(/** @type {number} */ (one)) < 2 ** 31;
/** @param {unknown} one @returns {one is string} */
const isText = (one) => typeof one === 'string' && one.length <= 1_000_000;
/** @param {unknown} one @returns {one is boolean} */
const isTruth = (one) => typeof one === 'boolean';
const most = 1 << 20;
/** @param {unknown} one @returns {one is unknown[]} */
const isList = (one) => Array.isArray(one) && one.length <= most;
/** @param {unknown} one @returns {one is Record<string, unknown>} */
const isObject = (one) => typeof one === 'object' && one !== null;

const number = sure(isNumber);
const whole = sure(isWhole);
const text = sure(isText);
const truth = sure(isTruth);
/** @template {string} T @param {T[]} words @returns {Read<T>} */
const oneOf = (...words) => sure(/** @type {(one: unknown) => one is T} */ ((one) => words.some((word) => word === one)));
/** @template T @param {Read<T>} read @returns {Read<T | null>} */
const orNone = (read) => (value) => (value === null ? null : read(value));
const numberOrNone = orNone(number);
/** @template T @param {Read<T>} read @returns {Read<T[]>} */
const list = (read) => (value) => sure(isList)(value).map((one) => read(one));
/**
 * An object with these parts, and optional ones.
 * @template {Parts} P @template {Parts} [M={}] @param {P} parts @param {M} [maybe] @returns {Read<Given<P> & Partial<Given<M>>>}
 */
const object = (parts, maybe) => (value) => {
  const own = sure(isObject)(value);
  const there = Object.entries(maybe ?? {}).filter(([name]) => own[name] !== undefined);
  const read = Object.fromEntries([...Object.entries(parts), ...there].map(([name, part]) => [name, part(own[name])]));
  return /** @type {Given<P> & Partial<Given<M>>} */ (read);
};

const described = object({ name: text, inserted: text, warning: text });
/** Programs for older pages send only the name. @param {unknown} value */
const blank = (value) => (typeof value === 'string' ? { name: text(value), inserted: '', warning: '' } : described(value));

const place = {
  layer: whole,
  head: whole,
  query: whole,
  key: whole,
  patch: whole,
  stack: oneOf('encoder', 'decoder', 'cross'),
};
const unit = object({ weight: number }, place);
const measured = object({ weight: number, predicted: number, actual: number }, place);
const otherCounts = { all: whole, measured: whole, changed: whole, exchanged: whole, changedByExchange: whole };
const answer = object({ text, id: whole, probability: number, logit: number });
/** Lists with one number per group, layer or token must have that many numbers. @param {Answers['why']} one */
function fits({ groups, attention, routes, direct, needs, first, named, then, elsewhere, order = [] }) {
  const count = groups.length;
  const tokens = attention.layers[0]?.length ?? 0;
  const each = [routes, direct, needs?.left_out, needs?.answer, needs?.probability, ...(needs?.read_up_to ?? [])];
  const places = [...order, named, then, elsewhere, ...Object.values(first ?? {})];
  return (
    groups.flat().every((at) => at >= 0 && at < tokens) &&
    attention.layers.every((layer) => layer.length === tokens) &&
    each.every((values) => !values || values.length === count) &&
    (needs?.read_up_to.length ?? 0) === (needs?.layers.length ?? 0) &&
    places.every((place) => (place ?? 0) >= 0 && (place ?? 0) < Math.max(count, 1))
  );
}
/** The fall of the value without a part of the prompt, and its share in the rollout. */
const part = object({ effect: number, rollout: number });
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
      attention: object({ method: text, layers: list(list(number)) }, { sinks: oneOf('include', 'exclude') }),
      routes: orNone(list(number)),
      direct: orNone(list(number)),
      scale: number,
      lead: numberOrNone,
      needs: orNone(needs),
    },
    // The conclusion from the measurement.
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
  sound: object(
    {},
    {
      step: number,
      tokens: whole,
      all: whole,
      rows: whole,
      bins: whole,
      frames: whole,
      picture: text,
      alignment: text,
      heads: list(list(whole)),
      named: truth,
      words: list(object({ position: whole, text, from: number, to: number })),
      attention: list(number),
      rollout: list(number),
      silence: number,
    },
  ),
  contacts: object({ residues: whole, probabilities: list(number) }, { logit: number, bias: number, terms: list(list(number)) }),
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
  // Its parts depend on the argument `measure`.
  circuit: object(
    {},
    {
      layers: whole,
      heads: whole,
      parallel: truth,
      sources: list(text),
      edges: (/** @type {unknown} */ value) => (typeof value === 'number' ? [] : list(text)(value)),
      values: list(number),
      clean: number,
      corrupt: number,
      headScores: (/** @type {unknown} */ value) =>
        Object.fromEntries(Object.entries(sure(isObject)(value)).map(([name, one]) => [name, list(numberOrNone)(one)])),
      direct: list(number),
      size: whole,
      share: number,
      faithfulness: numberOrNone,
      interval: list(numberOrNone),
      complement: numberOrNone,
      random: list(numberOrNone),
      edge: text,
      noise: number,
      denoise: number,
      passes: number,
      pairs: whole,
    },
  ),
  patches: object(
    {
      method: text,
      grid: oneOf('tokens', 'patches'),
      position: whole,
      parts: object({ pictures: part, words: part, sink: part }),
      value: number,
      complete: truth,
      frames: list(
        object({ image: whole, row: whole, column: whole, box: list(number), rows: whole, columns: whole, values: list(numberOrNone) }),
      ),
    },
    {
      fill: list(whole),
      squares: list(object({ frame: whole, row: whole, column: whole, side: whole, effect: number, control: truth, wiped: truth })),
    },
  ),
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

/** The readers for each question's answer. @typedef {{[Q in keyof typeof answers]: ReturnType<(typeof answers)[Q]>}} Answers */

/** @param {string} name @returns {name is keyof Answers} */
const isQuestion = (name) => Object.hasOwn(answers, name);

/** @param {string} name of the question @param {unknown} result @returns {Answers[keyof Answers]} */
export function answerTo(name, result) {
  if (!isQuestion(name)) throw broken();
  const answer = answers[name](result);
  const { frames = [] } = /** @type {Partial<Answers['patches']>} */ (answer);
  if (frames.some(({ rows, columns, values }) => rows * columns !== values.length)) throw broken();
  if (name === 'why' && !fits(/** @type {Answers['why']} */ (answer))) throw broken();
  return answer;
}
