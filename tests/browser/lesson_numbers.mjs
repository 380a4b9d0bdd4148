// SPDX-License-Identifier: MIT
// The meaning of a lesson's references to numbers (docs/lessons.md), computed by the page at that step.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sumOf } from '../../web/lessons/form/arithmetic.js';
import { partsOf } from '../../web/lessons/form/markup.js';

const web = join(import.meta.dirname, '../../web');
export const lessonText = (id) => readFileSync(join(web, `lessons/${id}.json`), 'utf8');

/** The number of a site model's layers, which two kinds of config name. @param {string} model */
export function layersOfModel(model) {
  const { num_hidden_layers: layers, n_layer: ofGpt2 } = JSON.parse(readFileSync(join(web, `models/${model}/config.json`), 'utf8'));
  return layers ?? ofGpt2;
}

/** Every reference in a step, as {shown, reference}. @param {object} step as written */
export function referencesOf(step) {
  const found = [];
  const walk = (value) => {
    if (typeof value === 'string')
      for (const { kind, text, about } of partsOf(value))
        if (kind === 'number' || kind === 'matrix') found.push({ shown: text, reference: about });
    if (value && typeof value === 'object') Object.values(value).forEach(walk);
  };
  const { data, view, ...said } = step;
  walk(said);
  return found;
}

/** @param {string} expression */
export function arithmetic(expression) {
  const value = sumOf(expression);
  if (Number.isNaN(value)) throw new Error(`No arithmetic: ${expression}`);
  return value;
}

/** The parts of a reference. @param {string} reference such as "rollout layer=2 token=0 key=1" */
export function taken(reference) {
  const [what, ...pairs] = reference.replace(/^live\s+/, '').split(/\s+/);
  /** @type {any} */
  const fields = Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
  const known = {
    raw: ['layer', 'token', 'key', 'residual'],
    rollout: ['layer', 'token', 'key', 'residual', 'start'],
    flow: ['layer', 'token', 'key', 'residual'],
    'relative-flow': ['layer', 'token', 'key', 'residual'],
    relevance: ['layer', 'token', 'key'],
    importance: ['score', 'token'],
    spearman: ['score', 'method', 'layer'],
    model: ['answer', 'word', 'cut', 'hide', 'head', 'residual', 'wipe', 'rule'],
    why: ['of', 'token'],
    circuit: ['of', 'size', 'edge', 'word'],
    train: ['of', 'step', 'head', 'token', 'key', 'train', 'seed'],
  }[what];
  if (!known) throw new Error(`"${what}" is no number that can be computed`);
  for (const key of Object.keys(fields)) if (!known.includes(key)) throw new Error(`${reference}: "${key}" is not known`);
  return { what, fields };
}

/** The whole matrix after a layer, by the page's own program. */
const matrixOf = (page, method, { layer, residual = '0.5', start = '1' }) =>
  page.evaluate(
    async ([name, relative, at, share, first]) => {
      window.headwaters.setState({ relativeFlow: relative, hidden: [], settings: { residual: share, start: first } });
      const { layers } = await window.headwaters.results({ method: name, layer: at });
      return layers.at(-1).values;
    },
    [method === 'relative-flow' ? 'flow' : method, method === 'relative-flow', Number(layer) - 1, Number(residual), Number(start) - 1],
  );

/** What a reference means at this step, which is a number or a matrix. @param {{sample: string}} data of the step */
export async function computed(page, reference, data) {
  if (reference.startsWith('=')) return arithmetic(reference.slice(1));
  const { what, fields } = taken(reference);
  if (['model', 'why', 'circuit'].includes(what))
    throw new Error('What a model answers is computed by the command line program (tests/cli).');
  if (what === 'importance')
    return JSON.parse(readFileSync(join(web, `samples/${data.sample}.json`), 'utf8')).importance[fields.score][Number(fields.token)];
  if (what === 'spearman') return spearmanOf(page, fields);
  const matrix = await matrixOf(page, what, fields);
  return fields.token === undefined ? matrix : matrix[Number(fields.token)][Number(fields.key)];
}

/** The same as in the view Faithfulness. */
async function spearmanOf(page, { score, method, layer }) {
  await page.evaluate(() => window.headwaters.setState({ panel: 'faithfulness', settings: { residual: 0.5, start: 0 } }));
  const found = await page.evaluate(() => window.headwaters.results({ view: 'faithfulness' }));
  const of = found.importance[score]?.[method]?.find((one) => one.layer === Number(layer));
  if (!of) throw new Error(`The view lacks the correlation of ${method} with ${score} in layer ${layer}.`);
  return of.mean;
}

/** Rounded to the displayed number of places. @param {string} shown */
export function asShown(value, shown) {
  if (!Array.isArray(value)) return Number(value).toFixed(shown.split('.')[1]?.length ?? 0);
  const digits = shown.split(/[\s;]+/)[0].split('.')[1]?.length ?? 0;
  return value.map((row) => row.map((one) => one.toFixed(digits)).join(' ')).join('; ');
}
