// SPDX-License-Identifier: MIT
// @ts-check
// The shell command and the line of Python that compute a view's numbers, for a model's run or for a file.

import { recipeFields } from '../run/fields.js';
import { recipeOf } from '../run/recipe.js';
import { isTraining, trainsOf } from '../train/names.js';

/** @typedef {import('./answers.js').Answered} Answered */
/** @typedef {[name: string, value: string | number | true][]} Options in order; a name may repeat; true for an option without a value */

/** Quoted for a POSIX shell. @param {string | number} value */
const quoted = (value) => (/^[\w./:@%+=,-]+$/.test(String(value)) ? String(value) : `'${String(value).replaceAll("'", `'\\''`)}'`);

/** @param {string} command @param {string} file @param {Options} options */
const shell = (command, file, options) =>
  [
    `headwaters ${command}${file && ` ${quoted(file)}`}`,
    ...options.map(([name, value]) => (value === true ? `--${name}` : `--${name}=${quoted(value)}`)),
  ].join(' ');

/**
 * A value as a Python literal. Texts and numbers are written as JSON, whose escapes Python reads the same way.
 * @param {unknown} value @returns {string}
 */
const literal = (value) => (Array.isArray(value) ? `[${value.map(literal).join(', ')}]` : value === true ? 'True' : JSON.stringify(value));

/** @param {string} name @param {string[]} given positional arguments @param {Options} options */
function python(name, given, options) {
  /** @type {Map<string, (string | number | true)[]>} */
  const values = new Map();
  for (const [key, value] of options) values.set(key, [...(values.get(key) ?? []), value]);
  const named = [...values].map(([key, list]) => {
    if (key === 'with') {
      const pairs = list.map((one) => String(one)).map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]);
      return `arguments={${pairs.map(([argument, value]) => `${literal(argument)}: ${literal(value)}`).join(', ')}}`;
    }
    const value = literal(list.length > 1 ? list : list[0]);
    return key === 'as' ? `**{"as": ${value}}` : `${key.replaceAll('-', '_')}=${value}`; // a keyword of Python
  });
  return `headwaters.${name}(${[...given.map(literal), ...named].join(', ')})`;
}

/** @typedef {{shell: string, python: string}} Lines */

/**
 * The commands that train a model up to a step, and the folder that they write.
 * @param {string} model its name in links @param {number} [step] @returns {(Lines & {folder: string}) | null} null for a model with files
 */
function trainedLines(model, step = 0) {
  if (!isTraining(model)) return null;
  const { recipe, seed } = trainsOf(model);
  const isOwn = recipe.startsWith('{');
  const folder = `${isOwn ? 'own' : recipe}-${seed}-step-${step}`;
  /** @type {Options} */
  const options = [
    ['seed', seed],
    ['at', step],
    ['out', folder],
  ];
  return { folder, shell: shell('train', isOwn ? 'own.json' : recipe, options), python: python('train', [recipe], options) };
}

/** @param {Lines | null} first @param {Lines} lines @returns {Lines} */
const after = (first, lines) => (first ? { shell: `${first.shell}\n${lines.shell}`, python: `${first.python}\n${lines.python}` } : lines);

const cutOptions = /** @type {const} */ ({ edges: 'cut', head: 'cut-head', residual: 'cut-residual', hidden: 'hide' });

/**
 * For an output without a kind, the page asks about the logit, but the command line about the log-probability.
 * @param {string} target @returns {Options}
 */
const targetOptions = (target) => [['target', target], .../** @type {Options} */ (/^\d+(@\d+)?$/.test(target) ? [['as', 'logit']] : [])];

/** @param {import('../run/recipe.js').Recipe} recipe @returns {Options} */
const soundOptions = ({ language, task, ids }) => [
  ['sound', 'sound.wav'],
  .../** @type {Options} */ (Object.entries({ language, task, 'output-ids': ids }).filter(([, value]) => value)),
];

/**
 * A recipe as options.
 * @param {import('../run/recipe.js').Recipe} recipe @param {import('../run/about.js').About} about @param {string} picture its file
 * @returns {Options}
 */
function recipeOptions(recipe, about, picture) {
  const { text, pair, chat, cuts = [], rule, target, swap } = recipe;
  const isPicture = about.picture !== undefined;
  /** @type {Options} */
  const options = isPicture ? [['image', picture]] : about.sound ? soundOptions(recipe) : [['text', text]];
  if (pair !== undefined)
    for (const one of isPicture ? pair.split('\n').filter(Boolean) : [pair])
      options.push([isPicture ? 'class' : about.decoder ? 'output' : 'pair', one]);
  if (chat) options.push(['chat', true]);
  for (const said of Array.isArray(chat) ? chat : []) options.push(['said', said]);
  for (const { name, isOption } of recipeFields) {
    const value = /** @type {Record<string, unknown>} */ (recipe)[name];
    if (isOption && (value || value === 0)) options.push([name, /** @type {string | number} */ (value)]);
  }
  for (const cut of cuts) options.push([cutOptions[cut.kind], cut.text]);
  if (cuts.length > 0 && rule && rule !== 'zero') options.push(['rule', rule]);
  if (swap) options.push(['swap-text', swap.text], ['swap-places', swap.places]);
  return target ? [...options, ...targetOptions(target)] : options;
}

/** Requests that differ only in their position or size are combined. @param {Answered[]} answers @returns {[string, Record<string, unknown>][]} */
function questionsOf(answers) {
  /** @type {Map<string, [string, Record<string, unknown>]>} */
  const all = new Map();
  for (const { question, arguments: asked } of answers) {
    /** @type {Record<string, unknown>} */
    const rest = { ...asked };
    const part = ['position', 'size'].find((name) => rest[name] !== undefined) ?? '';
    const value = rest[part];
    delete rest[part];
    const key = JSON.stringify([question, rest]);
    const before = all.get(key);
    if (value === undefined || !before) all.set(key, [question, { ...asked }]);
    else before[1] = { ...rest, [part]: [before[1][part] ?? [], value].flat().sort((a, b) => Number(a) - Number(b)) };
  }
  return [...all.values()];
}

/**
 * A line for each question of a view.
 * @param {string} model its folder, or the name of a training @param {import('../run/recipe.js').Recipe} recipe @param {import('../run/about.js').About} about
 * @param {Answered[]} answers @param {string} [picture] its file @returns {Lines}
 */
export function modelLines(model, recipe, about, answers, picture = 'picture.png') {
  const made = trainedLines(model, recipe.step);
  const run = recipeOptions(made ? { ...recipe, step: undefined } : recipe, about, picture);
  const folder = made?.folder ?? model;
  const each = questionsOf(answers).map(([question, asked]) => {
    /** @type {Options} */
    const options = Object.entries(asked)
      // Without a name the default test is used.
      .filter(([name, value]) => value !== undefined && !(value === '' && ['blank', 'by'].includes(name)))
      .map(([name, value]) => ['with', `${name}=${[value].flat().join()}`]);
    return /** @type {Options} */ ([...run, ['question', question], ...options]);
  });
  return after(made, {
    shell: each.map((options) => shell('ask', folder, options)).join('\n'),
    python: each.map((options) => python('ask', [folder], options)).join('\n'),
  });
}

/** The last part of a name or an address without its revision, which is the folder of the model's files. @param {string} name */
export const folderNamed = (name) => name.split(/\s/)[0].replace(/@.*/, '').split('/').filter(Boolean).at(-1) ?? 'model';

/** Settings of links whose options have other names (src/core/model/setting_fields.h). @type {Record<string, string>} */
const settingOptions = {
  weights: 'head-weights',
  scope: 'discard-scope',
  ties: 'discard-ties',
  start: 'start-layer',
  'capacity-scale': 'scale',
  'residual-kind': 'residual',
  protected: 'protect',
};
/** Settings of links whose options have the same names. */
const sameOptions = [
  ...['preset', 'fusion', 'gradient-norm', 'heads', 'head-of-layer', 'heads-at', 'layers', 'residual', 'discard', 'protect', 'order'],
  ...['normalise', 'gradient-form', 'gradient-normalise', 'own-one', 'form', 'barrier', 'sinks', 'over', 'spans', 'segments'],
  ...['axes', 'layers-from', 'first-tokens'],
];
/** Options for the values of `read` in links. @type {Record<string, string>} */
const readSwitches = {
  normalised: 'normalise-rows',
  averaged: 'average-heads',
  half: 'half',
  softmax: 'softmax',
  padded: 'keep-padding',
  sink: 'missing-share',
  absolute: 'absolute',
  transposed: 'transpose',
};
/** Methods for which the command line needs a layer. */
const ofOneLayer = ['flow', 'joint'];

/**
 * The commands for a file's view: the method with its settings, for the chosen output.
 * @param {string} file '' for a model's run @param {import('../../headwaters.d.ts').State} state @param {string} fields of the page's
 * address
 * @returns {Lines | null} null for a run with cuts, for which the command line answers questions but computes no method
 */
export function fileLines(file, { method, layer, tokens, output, example, side, words, relativeFlow, hidden, prompt, document }, fields) {
  const set = new URLSearchParams(fields.replace(/^#/, '').replaceAll('+', '%2B'));
  /** @type {Options} */
  const options = [];
  const made = prompt === null ? null : trainedLines(set.get('model') ?? '', recipeOf(prompt).step);
  if (prompt !== null) {
    const { text, pair, chat, target, step, scores: _, sheet, ...more } = recipeOf(prompt);
    // In a model that translates, the pair is its output, and readers generate that with the model.
    if (Object.keys(more).length > 0 || document?.decoderLayers) return null;
    options.push(['model', made?.folder ?? folderNamed(set.get('model') || (document?.model ?? ''))], ['text', text]);
    if (step !== undefined && !made) options.push(['step', step]);
    if (pair !== undefined) options.push(['pair', pair]);
    if (chat) options.push(['chat', true]);
    for (const said of Array.isArray(chat) ? chat : []) options.push(['said', said]);
    if (target && /^(relevance|grad)/.test(method)) options.push(...targetOptions(target));
  }
  if (method === 'flow' && relativeFlow) options.push(['relative', true]);
  if (ofOneLayer.includes(method)) options.push(['layer', layer + 1]);
  for (const [name, value] of set) {
    const option = settingOptions[name] ?? (sameOptions.includes(name) ? name : '');
    if (option && !(name === 'protect' && set.has('protected'))) options.push([option, value]);
  }
  for (const one of (set.get('read') ?? '').split(',')) if (readSwitches[one]) options.push([readSwitches[one], true]);
  if (words) options.push(['words', true]);
  for (const token of hidden) options.push(['exclude', token]);
  if (set.has('renormalise') && hidden.length > 0) options.push(['renormalise', true]);
  if (side === 'decoder' || side === 'cross') options.push(['part', side]);
  if (example > 0) options.push(['example', example]);
  options.push(['token', output === 'chosen' ? tokens.join() : output]);
  const given = file ? [file] : [];
  return after(made, {
    shell: shell(method, file, options),
    // Its result has several arrays.
    python: method === 'joint' && file ? python('joint', given, options) : python('compute', [method, ...given], options),
  });
}
