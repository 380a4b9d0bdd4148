// SPDX-License-Identifier: MIT
// @ts-check
// Reads a step of a lesson from its JSON. docs/lessons.md lists the members.

import { below, Reader } from './reader.js';
import { inLanguage, tr } from '../../base/language.js';

/**
 * @typedef {object} Answer
 * @property {string} text @property {boolean} right @property {string[]} says @property {string} view fields of a link, '' for none
 */
/**
 * @typedef {object} Change a change that the student can make in the step's text
 * @property {'word' | 'cut' | 'hide' | 'head' | 'residual' | 'wipe' | 'pad' | 'separate' | 'slide' | 'train' | 'view'} kind
 * @property {string} what depends on the kind: the word, the edges, the tokens to hide, the head, the residual, the patches, an output and
 * an input, the setting, the step to train to, or the fields of a view
 * @property {string} says its label @property {string[]} choices words that can replace it
 * @property {'zero' | 'renormalise' | 'mean'} rule of cuts @property {number} from @property {number} to @property {number} by of sliders
 */
/**
 * @typedef {object} Step
 * @property {string} title @property {(string | string[])[]} text paragraphs; an inner list is a list of points
 * @property {string} data fields of a link that name the data, '' for those of the previous step
 * @property {string} view fields of a link @property {boolean} play
 * @property {string[]} point names of headwaters.layout()
 * @property {'' | 'results' | 'all'} hide parts that are hidden until the answer is given
 * @property {Change | null} act the student's action between prediction and verdict @property {Change[]} change
 * @property {{text: string, answers: Answer[], draw: {says: string, steps: number, top: number} | null} | null} question
 * @property {{ask: string, is: number, tolerance: number, says: string[], wrong: {is: number, says: string[]}[], view: string} | null} number
 * @property {string[]} hints @property {string[]} reveal
 */

/** @param {Reader} reader @param {unknown} value @param {string} place @param {string} base @returns {Step} */
export function stepOf(reader, value, place, base) {
  const step = reader.object(value, place, [
    'title',
    'text',
    'data',
    'view',
    'play',
    'point',
    'hide',
    'act',
    'change',
    'question',
    'number',
    'hints',
    'reveal',
  ]);
  const at = (/** @type {string} */ name) => below(place, name);
  const hide = reader.choice(step.hide, at('hide'), ['results', 'all']);
  if (hide && step.question === undefined && step.number === undefined)
    reader.fault(at('hide'), tr('Without a question, this would stay hidden.'), tr('Add a "question" or a "number".'));
  if (step.act !== undefined && step.question === undefined)
    reader.fault(at('act'), tr('There is nothing to predict.'), tr('Add a "question".'));
  const paragraphs = typeof step.text === 'string' ? [step.text] : reader.list(step.text, at('text'), 1, 12);
  return {
    title: reader.text(step.title, at('title'), { needed: true, most: 120 }),
    text: paragraphs.map((one, i) =>
      Array.isArray(one)
        ? reader.texts(one, `${at('text')}[${i}]`)
        : reader.text(one, `${at('text')}[${i}]`, { needed: true, markup: true }),
    ),
    data: reader.data(step.data, at('data'), base),
    view: reader.view(step.view, at('view')),
    play: reader.flag(step.play, at('play')),
    point: reader.texts(step.point, at('point'), { markup: false }),
    hide,
    act: step.act === undefined ? null : actOf(reader, step, at('act')),
    change: reader.list(step.change, at('change'), 0, 6).map((one, i) => changeOf(reader, one, `${at('change')}[${i}]`)),
    question: step.question === undefined ? null : questionOf(reader, step.question, at('question')),
    number: step.number === undefined ? null : numberOf(reader, step.number, at('number')),
    hints: reader.texts(step.hints, at('hints')),
    reveal: reader.texts(step.reveal, at('reveal')),
  };
}

/** @param {Reader} reader @param {unknown} value @param {string} place */
function questionOf(reader, value, place) {
  const { text, answers, draw } = reader.object(value, place, ['text', 'answers', 'draw']);
  const given = reader.list(answers, below(place, 'answers'), 2, 8).map((one, i) => {
    const at = `${below(place, 'answers')}[${i}]`;
    const answer = reader.object(one, at, ['text', 'right', 'says', 'view']);
    return {
      text: reader.text(answer.text, below(at, 'text'), { needed: true, markup: true }),
      right: reader.flag(answer.right, below(at, 'right')),
      says: reader.texts(answer.says, below(at, 'says')),
      view: reader.view(answer.view, below(at, 'view')),
    };
  });
  if (given.length > 1 && !given.some(({ right }) => right))
    reader.fault(below(place, 'answers'), tr('No answer is marked as right.'), tr('Write "right": true in one or more.'));
  return {
    text: reader.text(text, below(place, 'text'), { needed: true, markup: true }),
    answers: given,
    draw: draw === undefined ? null : drawingOf(reader, draw, below(place, 'draw')),
  };
}

/** The axes of a curve that the student draws. @param {Reader} reader @param {unknown} value @param {string} place */
function drawingOf(reader, value, place) {
  const { says, steps, top } = reader.object(value, place, ['says', 'steps', 'top']);
  const drawing = {
    says: reader.text(says, below(place, 'says'), { needed: true, most: 120 }),
    steps: reader.whole(steps, below(place, 'steps'), 0, true),
    top: reader.number(top, below(place, 'top'), 0, true),
  };
  if (!(drawing.steps > 0 && drawing.top > 0))
    reader.fault(place, tr('The axes have no length.'), tr('Make "steps" and "top" greater than 0.'));
  return drawing;
}

/** A number in a lesson's answer, plain or with its reference, as in "{0.455|rollout layer=2 token=0 key=0}". @param {Reader} reader @param {unknown} value @param {string} place */
function saidNumber(reader, value, place) {
  if (typeof value !== 'string') return reader.number(value, place, 0, true);
  const shown = /^\{([-+0-9.]+)\|[^{}|]+\}$/.exec(value.trim());
  if (!shown)
    reader.fault(place, tr('"{}" is not a number.', value), tr('Write an unquoted number, or "{0.455|rollout layer=2 token=0 key=0}".'));
  return shown ? Number(shown[1]) : 0;
}

/** @param {Reader} reader @param {unknown} value @param {string} place */
function numberOf(reader, value, place) {
  const { ask, is, tolerance, says, wrong, view } = reader.object(value, place, ['ask', 'is', 'tolerance', 'says', 'wrong', 'view']);
  const within = reader.number(tolerance, below(place, 'tolerance'), 0.005, false);
  if (within <= 0)
    reader.fault(
      below(place, 'tolerance'),
      tr('With an allowed error of {}, no answer is right.', inLanguage(String(within))),
      tr('Give the allowed error, such as 0.005.'),
    );
  const right = saidNumber(reader, is, below(place, 'is'));
  return {
    ask: reader.text(ask, below(place, 'ask'), { needed: true, markup: true }),
    is: right,
    tolerance: within,
    says: reader.texts(says, below(place, 'says')),
    wrong: reader
      .list(wrong, below(place, 'wrong'), 0, 8)
      .map((one, i) => wrongOf(reader, one, `${below(place, 'wrong')}[${i}]`, right, within)),
    view: reader.view(view, below(place, 'view')),
  };
}

/**
 * The likely mistakes that lead to certain wrong numbers.
 * @param {Reader} reader @param {unknown} value @param {string} place @param {number} right @param {number} within
 */
function wrongOf(reader, value, place, right, within) {
  const { is, says } = reader.object(value, place, ['is', 'says']);
  const number = saidNumber(reader, is, below(place, 'is'));
  if (Math.abs(number - right) <= within)
    reader.fault(below(place, 'is'), tr('This is close enough to count as right.'), tr('Use a smaller "tolerance", or remove this.'));
  const words = reader.texts(says, below(place, 'says'));
  if (words.length === 0) reader.fault(below(place, 'says'), tr('This is missing.'), tr('Explain the mistake.'));
  return { is: number, says: words };
}

/** @param {Reader} reader @param {Record<string, unknown>} step @param {string} place @returns {Change} */
function actOf(reader, step, place) {
  const act = changeOf(reader, step.act, place);
  if (['pad', 'separate', 'slide'].includes(act.kind) || (act.kind === 'word' && act.choices.length !== 1))
    reader.fault(place, tr('One click can’t do this.'), tr('Use a cut, "wipe", "view", or a "word" with one word in "to".'));
  const { answers } = /** @type {{answers?: unknown}} */ (step.question ?? {});
  const given = /** @type {({view?: unknown} | null)[]} */ ([answers ?? []].flat());
  // It would only repeat the step's own run.
  if (given.some((answer) => answer?.view !== undefined))
    reader.fault(below(place, 'view'), tr('After "act", answers can’t have a view.'), tr('Remove "view" from the answers.'));
  return act;
}

/** Reports a change that cannot be made. @param {Reader} reader @param {Change['kind']} kind @param {string} what @param {string} place */
function checkWhat(reader, kind, what, place) {
  if (kind === 'slide' && !/^(residual|discard|layer)$/.test(what))
    reader.fault(below(place, 'slide'), tr('"{}" has no slider.', what), tr('Sliders are for {}.', 'residual, discard, layer'));
  if (['cut', 'head', 'residual'].includes(kind) && !/^[\d*:>,; ]+$/.test(what))
    reader.fault(
      below(place, kind),
      tr('"{}" is not a cut.', what),
      tr('Write edges as 1:0:6>2 (layer from 1; head, query and key from 0), heads as 1:0, and residuals as 1:6.'),
    );
  if (kind === 'hide' && !/^\d+(; ?\d+)*$/.test(what))
    reader.fault(below(place, 'hide'), tr('"{}" names no tokens.', what), tr('Write their numbers, from 0: 2, or 2;5.'));
  if (kind === 'wipe' && !/^\d+(;\d+)*$/.test(what))
    reader.fault(below(place, 'wipe'), tr('"{}" names no patches.', what), tr('Write their numbers, from 0, row after row: 16;30.'));
  if (kind === 'separate' && !/^\d+>\d+$/.test(what))
    reader.fault(
      below(place, 'separate'),
      tr('"{}" names no output and input.', what),
      tr('Write the numbers of both tokens, from 0: 0>2.'),
    );
}

/** A change that the student can make. @param {Reader} reader @param {unknown} value @param {string} place @returns {Change} */
function changeOf(reader, value, place) {
  const kinds = /** @type {Change['kind'][]} */ ([
    'word',
    'cut',
    'hide',
    'head',
    'residual',
    'wipe',
    'pad',
    'separate',
    'slide',
    'train',
    'view',
  ]);
  const change = reader.object(value, place, [...kinds, 'says', 'to', 'rule', 'from', 'by']);
  const named = kinds.filter((kind) => change[kind] !== undefined);
  if (named.length !== 1) reader.fault(place, tr('Expected exactly one change.'), tr('Give only one of {}.', kinds.join(', ')));
  const kind = named[0] ?? 'view';
  if (kind === 'pad') reader.flag(change.pad, below(place, 'pad'));
  const what =
    kind === 'pad'
      ? ''
      : kind === 'view'
        ? reader.view(change.view, below(place, 'view'))
        : kind === 'train'
          ? String(reader.whole(change.train, below(place, 'train'), 0))
          : reader.text(change[kind], below(place, kind), { needed: true });
  checkWhat(reader, kind, what, place);
  const isSlide = kind === 'slide';
  const choices =
    kind === 'word'
      ? reader
          .list(change.to, below(place, 'to'), 0, 8)
          .map((one, i) => reader.text(one, `${below(place, 'to')}[${i}]`, { needed: true, most: 60 }))
      : [];
  const [from, to, by] = isSlide
    ? [0, 1, 0.05].map((usual, i) =>
        reader.number([change.from, change.to, change.by][i], below(place, ['from', 'to', 'by'][i]), usual, false),
      )
    : [0, 1, 0.05];
  if (!(from < to && by > 0))
    reader.fault(place, tr('The slider has no range.'), tr('Make "from" smaller than "to", and "by" greater than 0.'));
  return {
    kind,
    what,
    choices,
    from,
    to,
    by,
    says: reader.text(change.says, below(place, 'says'), { needed: true, most: 200, markup: true }),
    rule: /** @type {Change['rule']} */ (reader.choice(change.rule, below(place, 'rule'), ['zero', 'renormalise', 'mean']) || 'zero'),
  };
}
