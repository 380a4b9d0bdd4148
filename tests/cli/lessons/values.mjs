// SPDX-License-Identifier: MIT
// @ts-check
// The values of a lesson's references to numbers (docs/lessons.md), computed by the command line program.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { withWord } from '../../../web/lessons/act/controls.js';
import { trainedNumber } from './trained.mjs';
import { arithmetic, taken } from '../../browser/lesson_numbers.mjs';
import { drawnPng } from '../model/drawn_png.mjs';
import { output, result } from '../program.mjs';
import { isDrawing } from '../../../web/model/picture/drawing.js';

const samples = fileURLToPath(new URL('../../../web/samples', import.meta.url));
const models = fileURLToPath(new URL('../../../web/models', import.meta.url));

/** @typedef {{sample?: string, model?: string, train?: string, seed?: number, step?: number, text?: string, wiped?: number[], tokens?: string[], attentions?: any}} Data of a step */

/** The file that a step looks at, or what its model makes of its text. @param {Data} data @returns {any} */
export function fileOf(data) {
  if (data.model || data.train) return asked(data, 'run', []);
  return data.sample ? JSON.parse(readFileSync(`${samples}/${data.sample}.json`, 'utf8')) : data;
}

/** Values computed so far. @type {Map<string, any>} */
const known = new Map();

/** The folder of a training's model at a step. @param {Data} data @returns {string} */
export function trainedFolder({ train = '', seed, step }) {
  const key = `folder of ${train} ${seed} ${step}`;
  if (!known.has(key)) {
    const folder = join(scratch(), key.replaceAll(' ', '-'));
    output(['train', train, '--seed', `${seed}`, '--at', `${step}`, '--out', folder]);
    known.set(key, folder);
  }
  return known.get(key);
}
let folders = '';
function scratch() {
  if (folders) return folders;
  folders = mkdtempSync(join(tmpdir(), 'headwaters-'));
  process.on('exit', () => rmSync(folders, { recursive: true, force: true }));
  return folders;
}

/** The program's result for these data. @param {Data} data @param {string} command @param {string[]} more @returns {any} */
function asked(data, command, more) {
  const key = JSON.stringify([data, command, more]);
  if (!known.has(key) && (data.model || data.train)) {
    const model = data.train ? trainedFolder(data) : `${models}/${data.model}`;
    const isModels = ['run', 'ask', 'why'].includes(command);
    const seen = isDrawing(data.text ?? '') ? ['--image', drawnPng(data.text ?? '', data.wiped)] : ['--text', data.text ?? ''];
    known.set(key, result([command, ...(isModels ? [model] : ['--model', model, '--format', 'json']), ...seen, ...more]));
  }
  if (!known.has(key)) {
    const [file, input] = data.sample ? [`${samples}/${data.sample}.json`] : ['-', JSON.stringify(data)];
    known.set(key, result([command, file, '--format', 'json', ...more], input));
  }
  return known.get(key);
}

/**
 * The probability of an answer, of the step's own text or of a changed one.
 * @param {Record<string, string>} fields `word=keys:key` puts one in another's place; `cut`, `hide`, `head`, `residual` as on the command line;
 *   `wipe=16;30` paints patches of a drawing over
 * @param {Data} data @returns {number}
 */
function answered({ answer, word, cut, hide, head, residual, wipe, rule }, data) {
  const [from, to] = word ? [word.slice(0, word.indexOf(':')), word.slice(word.indexOf(':') + 1)] : ['', ''];
  const text = word ? withWord(data.text ?? '', from, to) : data.text;
  if (word && text === data.text) throw new Error(`"${from}" is no word of "${text}"`);
  const cuts = Object.entries({ '--cut': cut, '--hide': hide, '--cut-head': head, '--cut-residual': residual }).flatMap(([option, what]) =>
    what ? [option, what] : [],
  );
  const wiped = wipe?.split(';').map(Number);
  // A class that is a number by its name is quoted.
  const target = /^\d+$/.test(answer) ? `"${answer}"` : answer;
  const said = asked({ ...data, text, ...(wiped && { wiped }) }, 'ask', [
    '--target',
    target,
    '--as',
    'probability',
    ...cuts,
    ...(rule ? ['--rule', rule] : []),
  ]);
  return cuts.length > 0 ? said.cuts[0].value : said.value;
}

/** The results of *Why* for a step's text, as the lead, its loss without each word, and the last layer's attention. @param {Data & {target?: string}} data */
export const why = ({ target, ...data }) => asked(data, 'why', ['--by', 'words', ...(target ? ['--target', target] : [])]);

/** @param {Record<string, string>} fields @param {Data} data @returns {number} */
function whyOf({ of, token }, data) {
  const { lead, needs, attention } = why(data);
  const values = { lost: needs.left_out, attention: attention.layers.at(-1) }[of];
  if (!values && of !== 'lead') throw new Error(`"${of}" is nothing that Why computes`);
  return values ? values[Number(token)] : lead;
}

/** The texts that the page suggests as second ones. @type {Record<string, Record<string, string>>} */
const seconds = Object.fromEntries(
  JSON.parse(readFileSync(`${models}/index.json`, 'utf8')).map((/** @type {any} */ { id, instead = {} }) => [id, instead]),
);

/**
 * What *Circuit* answers for the step's text and another one. @param {Data} data
 * @param {string} [word] as for an answer; else the other text is the one that the page suggests @param {string[]} more arguments of the question
 */
export function circuit(data, word, more = ['measure=scores']) {
  const text = data.text ?? '';
  const other = word ? withWord(text, .../** @type {[string, string]} */ (word.split(':'))) : seconds[data.model ?? ''][text];
  return asked(data, 'ask', ['--question', 'circuit', ...[`text=${other}`, ...more].flatMap((one) => ['--with', one])]);
}

/** @param {Record<string, string>} fields @param {Data} data @returns {number} */
function circuitOf({ of, size, edge, word }, data) {
  const found = circuit(data, word, edge ? ['measure=edge', `edge=${edge}`] : size ? ['measure=size', `size=${size}`] : undefined);
  const value = { ...found, kept: found.faithfulness, rest: found.complement, edges: found.edges?.length }[of];
  if (typeof value !== 'number') throw new Error(`"${of}" is no number of Circuit`);
  return value;
}

/** A number, or a matrix. @param {string} reference such as "rollout layer=2 token=0 key=1" @param {Data} data @returns {any} */
export function valueAt(reference, data) {
  if (reference.startsWith('=')) return arithmetic(reference.slice(1));
  const { what, fields } = taken(reference);
  if (what === 'model') return answered(fields, data);
  if (what === 'train') return trainedNumber(fields, data);
  if (what === 'why') return whyOf(fields, data);
  if (what === 'circuit') return circuitOf(fields, data);
  if (what === 'importance') return fileOf(data).importance[fields.score][Number(fields.token)];
  const atLayer = (/** @type {any} */ one) => one.layer === Number(fields.layer);
  if (what === 'spearman')
    return asked(data, 'correlate', data.model ? ['--scores', fields.score] : []).importance[fields.score][fields.method].find(atLayer)
      .mean;
  const { layers } = asked(data, what === 'relative-flow' ? 'flow' : what, [
    ...(what === 'relative-flow' ? ['--relative'] : []),
    ...(fields.residual ? ['--residual', fields.residual] : []),
    ...(fields.start ? ['--start-layer', fields.start] : []),
    ...(fields.token ? ['--token', fields.token] : []),
  ]);
  const { values } = layers.find(atLayer);
  return fields.token ? values[Number(fields.key)] : values;
}
