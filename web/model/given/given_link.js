// SPDX-License-Identifier: MIT
// @ts-check
// Replaces a worker (link.js) for a model that runs in the program that opened it here, such as the notebook around this page
// (docs/api.md). Sends it one request at a time as messages, and validates every answer.

import { answerTo } from './answers.js';
import { argumentList } from './arguments.js';
import { answerOf, broken, listOf, numberOf, textOf, wholeOf } from './read.js';
import { exampleOf, titleOf } from './example.js';
import { ProblemError } from '../../base/problem.js';
import { tr } from '../../base/language.js';
import { writeExample } from '../../make/made_example.js';

/**
 * @typedef {object} Call a request in the form of its message
 * @property {number} id @property {'run' | 'says' | 'find' | 'ask' | 'write' | 'picture' | 'on'} what `on` continues a run after a progress
 * report
 * @property {import('../run/recipe.js').Recipe} recipe @property {string} [word] for find
 * @property {boolean} [settled] for run: the user has finished typing
 * @property {string} [title] for a picture, whose name is `name` @property {number} [width] @property {number} [height]
 * @property {ArrayBuffer} [pixels] RGBA, one byte each
 * @property {string} [name] for ask @property {string[]} [arguments] for ask and write (docs/api.md)
 */
/**
 * @typedef {object} GivenModel
 * @property {import('../run/about.js').About} about the model's description, from aboutOf
 * @property {string} first the first recipe, in the format of links; '' for one of its examples
 * @property {(call: Call) => void} ask
 * @property {(hear: (reply: Members) => void) => void} answers sets the receiver of its replies
 * @property {import('../results/answers.js').Answered[]} [saved] the answers, if the model is a saved file
 * @property {string} [note] what users should know about them
 */
/** @typedef {import('./read.js').Members} Members */
/** @typedef {{title: string, url: string}} Seen a picture as a model sees it */
/**
 * @typedef {object} Waiting
 * @property {Call} call @property {import('../../make/made_example.js').Into | null} into @property {(done: number) => void} [progress]
 * @property {(reply: {result: unknown, bytes: Uint8Array | null}) => void} resolve @property {(error: Error) => void} reject
 */

export class GivenLink {
  #model;
  /** The first one has been sent, unless another is still running. @type {Waiting[]} */
  #waiting = [];
  #asks;
  #asked = 0;
  #last = 0;
  #isOver = false;
  /** The model's view of pictures, by name, newest last. @type {Map<string, Seen>} */
  #seen = new Map();

  /** @param {GivenModel} model */
  constructor(model) {
    this.#model = model;
    const { asks = [], picture } = model.about;
    this.#asks = asks.filter((one) => (picture ? ofPictures : ofTexts).includes(one));
    model.answers((reply) => this.#receive(reply));
  }

  get saved() {
    return this.#model.saved;
  }

  note() {
    return this.#model.note ?? '';
  }

  /**
   * Like ModelLink's, for the requests run, says, find, ask, write and picture.
   * @param {import('../run/requests.js').Request} request @param {{parts?: import('../worker.js').Part[], signal?: AbortSignal, progress?: (done: number) => void}} [more] @returns {Promise<{result: unknown, bytes: Uint8Array | null}>}
   */
  call(request, { parts = [], signal, progress } = {}) {
    const { what, into, ...asked } = partsOf(request, /** @type {ArrayBuffer | undefined} */ (parts[0]?.blob));
    return new Promise((resolve, reject) => {
      if (this.#isOver) return reject(new ProblemError(tr('model'), tr('The model was closed.'), tr('Open it again.')));
      if (!what) return reject(new ProblemError(tr('model'), tr('This model’s program can’t answer this.'), ''));
      this.#last += 1;
      const waiting = { call: { id: this.#last, what, ...asked }, into, progress, resolve, reject };
      this.#waiting.push(waiting);
      signal?.addEventListener('abort', () => this.#stop(waiting), { once: true });
      this.#next();
    });
  }

  /** Sends the next request after the answer to the previous one. If texts come faster than they can be run, only the newest remains. */
  #next() {
    const [first] = this.#waiting;
    if (!first || this.#asked) return;
    this.#asked = first.call.id;
    this.#model.ask(first.call);
  }

  /** @param {Waiting} waiting */
  #stop(waiting) {
    this.#waiting = this.#waiting.filter((one) => one !== waiting);
    waiting.reject(new DOMException('stopped', 'AbortError'));
  }

  /** @param {Members} reply */
  #receive({ id, result, example, problem, progress }) {
    if (id !== this.#asked) return;
    const waiting = this.#waiting.find(({ call }) => call.id === id);
    if (waiting && typeof progress === 'number' && !problem) {
      waiting.progress?.(Math.min(Math.max(numberOf(progress), 0), 1));
      return this.#model.ask({ id, what: 'on', recipe: waiting.call.recipe });
    }
    this.#asked = 0;
    this.#waiting = this.#waiting.filter((one) => one !== waiting);
    this.#next();
    if (!waiting) return; // it was cancelled
    const { call, into, resolve, reject } = waiting;
    try {
      if (problem) {
        const { place, finding, remedy } = /** @type {Members} */ (problem);
        throw new ProblemError(textOf(place), textOf(finding), textOf(remedy));
      }
      if (call.what === 'picture') return resolve({ result: {}, bytes: null });
      if (call.what === 'find')
        return resolve({ result: { answers: listOf(/** @type {Members | null | undefined} */ (result)?.answers, answerOf) }, bytes: null });
      if (call.what === 'ask' || call.what === 'write') return resolve({ result: answerTo(call.name ?? call.what, result), bytes: null });
      const said = resultOf(/** @type {Result} */ (result));
      const made = into && exampleOf(/** @type {Members} */ (example));
      if (made?.image) this.#see(call.recipe.text, { title: made.title, url: made.image.url });
      const seen = this.#seen.get(call.recipe.text);
      resolve({
        result: { ...said, ...(seen && { seen }) },
        bytes:
          made &&
          writeExample(into, {
            ...made,
            asks: this.#asks.filter((one) => !made.decoder || one !== 'circuit'),
            title: titleOf(made, call.recipe.target ? said.question : null, call.recipe),
          }),
      });
    } catch (error) {
      reject(error instanceof ProblemError ? error : broken());
    }
  }

  /** @param {string} name @param {Seen} seen */
  #see(name, seen) {
    this.#seen.delete(name);
    this.#seen.set(name, seen);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > mostSeen) this.#seen.delete(oldest);
  }

  /** See ModelLink. */
  end() {
    this.#isOver = true;
    for (const { reject } of this.#waiting) reject(new ProblemError(tr('model'), tr('The model was closed.'), tr('Open it again.')));
    this.#waiting = [];
  }
}

const mostSeen = 16;
/** Programs for older pages count the layers of swapped heads from 0 (`h2:1`). @param {string} places */
const olderPlaces = (places) => places.replace(/(^|;)H(\d+):/g, (_, before, layer) => `${before}h${layer - 1}:`);
/** A request as parts of a message. @param {import('../run/requests.js').Request} request @param {ArrayBuffer} [pixels] of a picture */
function partsOf(request, pixels) {
  const given = ('recipe' in request && request.recipe) || { text: '' };
  const recipe = given.swap ? { ...given, swap: { ...given.swap, places: olderPlaces(given.swap.places) } } : given;
  if (request.call === 'run') {
    const { ticket, document, name, as, isShown, isSettled } = request;
    return {
      what: /** @type {const} */ ('run'),
      recipe,
      ...(isSettled && { settled: true }),
      into: { ticket, document, name, form: 'model', recipe: { maker: 'prompt', text: as }, isShown, isSettled },
    };
  }
  if (request.call === 'says') return { what: /** @type {const} */ ('says'), recipe, into: null };
  if (request.call === 'find') return { what: /** @type {const} */ ('find'), word: request.part, recipe, into: null };
  if (request.call === 'ask')
    return {
      what: /** @type {const} */ ('ask'),
      name: request.question,
      arguments: argumentList(request.question, request.arguments),
      recipe,
      into: null,
    };
  if (request.call === 'write')
    return { what: /** @type {const} */ ('write'), arguments: argumentList('write', request), recipe, into: null };
  if (request.call === 'picture') {
    const { name, title, width, height } = request;
    return { what: /** @type {const} */ ('picture'), name, title, width, height, pixels, recipe: { text: name }, into: null };
  }
  return { what: null, recipe, into: null };
}

// --- validation of its answers ----------------------------------------------------------------------------------------

const pieceOf = (/** @type {Members} */ { id, text, special, unknown, joins, bits }) => ({
  id: wholeOf(id),
  text: textOf(text),
  special: special === true,
  ...(unknown === true && { unknown }),
  joins: joins === true,
  bits: typeof bits === 'number' && Number.isFinite(bits) ? bits : null,
});
/** The questions that have views here, like those in src/model/service/run_message.cpp. */
const ofTexts = ['lens', 'blanked', 'experiment', 'decide', 'swap', 'circuit'];
const ofPictures = ['lens', 'blanked', 'experiment', 'decide'];
const known = /** @type {const} */ ([
  'lens',
  'blanked',
  'why',
  'experiment',
  'decide',
  'swap',
  'circuit',
  'contacts',
  'sound',
  'scores',
  'write',
]);
const kinds = /** @type {const} */ (['next', 'masked', 'classes', 'embedding', 'translation', 'none']);
const kindOf = (/** @type {unknown} */ kind) => kinds.find((one) => one === kind) ?? 'none';
const questionKinds = /** @type {const} */ (['logit', 'log-probability', 'probability', 'cosine']);

/** @param {Members} picture @returns {import('../picture/pad.js').Seen} */
function padOf({ width, height, rows, columns, isShortest, seenAcross, seenDown, comparesTexts }) {
  const side = (/** @type {unknown} */ one) => Math.max(wholeOf(one, 1), 1);
  const share = (/** @type {unknown} */ one) => Math.min(Math.max(numberOf(one, 1), 0.01), 100);
  return {
    width: side(width),
    height: side(height),
    rows: side(rows),
    columns: side(columns),
    isShortest: isShortest === true,
    seenAcross: share(seenAcross),
    seenDown: share(seenDown),
    comparesTexts: comparesTexts === true,
  };
}

/** Validates a given model's description. @param {unknown} said @returns {import('../run/about.js').About} */
export function aboutOf(said) {
  const {
    name,
    family,
    kind,
    layers,
    heads,
    parameters,
    bytes,
    takesPairs,
    mask,
    notes,
    examples,
    asks,
    isPostNorm,
    decoder,
    chats,
    picture,
  } = /** @type {Members & {decoder?: Members | null}} */ (said ?? {});
  return {
    ...(picture ? { picture: padOf(/** @type {Members} */ (picture)) } : {}),
    ...(chats === true && { chats }),
    ...(kindOf(kind) === 'translation' && {
      decoder: { layers: Math.max(wholeOf(decoder?.layers), 1), heads: Math.max(wholeOf(decoder?.heads), 1) },
    }),
    name: textOf(name).slice(0, 200) || tr('Model'),
    family: textOf(family),
    kind: kindOf(kind),
    layers: Math.max(wholeOf(layers), 1),
    heads: Math.max(wholeOf(heads), 1),
    parameters: numberOf(parameters),
    bytes: numberOf(bytes),
    memory: 0,
    takesPairs: takesPairs === true,
    mask: textOf(mask).slice(0, 100),
    notes: listOf(notes, textOf),
    examples: listOf(examples, textOf),
    isPostNorm: isPostNorm === true,
    asks: known.filter((one) => Array.isArray(asks) && asks.includes(one)),
  };
}

const writtenOf = (/** @type {Members} */ one) => ({
  ...pieceOf(one),
  position: wholeOf(one.position),
  probability: numberOf(one.probability),
  expected: listOf(one.expected, ({ text, probability }) => ({ text: textOf(text), probability: numberOf(probability) })),
});
/** The output of a model that translates. @param {Members} output @returns {import('../run/stacks.js').Output} */
const outputOf = ({ text, given, cutOff, read, written }) => ({
  text: textOf(text),
  given: given === true,
  cutOff: cutOff === true,
  read: listOf(read, textOf),
  written: listOf(written, writtenOf),
});

/**
 * The result of a run. An object that is missing throws, and so the answer is invalid.
 * @typedef {{pieces?: unknown, says: Members, before?: Members | null, question?: Members | null, output?: Members | null}} Result
 */
/** @param {Result} result */
function resultOf(result) {
  const { pieces, says, before, question, output } = result;
  const kind = questionKinds.find((one) => one === question?.kind);
  return {
    ...(output && { output: outputOf(output) }),
    pieces: listOf(pieces, pieceOf),
    says: {
      kind: kindOf(says.kind),
      position: wholeOf(says.position, -1),
      vocabulary: wholeOf(says.vocabulary),
      answers: listOf(says.answers, answerOf),
      ...(says.near ? { near: listOf(says.near, ({ text, cosine }) => ({ text: textOf(text), cosine: numberOf(cosine) })) } : {}),
    },
    before: before ? { answers: listOf(before.answers, answerOf) } : null,
    question:
      question && kind
        ? {
            kind,
            index: wholeOf(question.index, -1),
            name: textOf(question.name),
            minus: wholeOf(question.minus, -1),
            against: textOf(question.against),
            position: wholeOf(question.position, -1),
            place: wholeOf(question.place, -1),
            isOutput: question.isOutput === true,
            before: numberOf(question.before),
            after: numberOf(question.after),
          }
        : null,
  };
}
