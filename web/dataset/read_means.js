// SPDX-License-Identifier: MIT
// @ts-check
// The last line of a data set's list: means over examples.

import { tr } from '../base/language.js';

/** @typedef {import('./read.js').Faulty} Faulty */
/** @typedef {{count: number, constant: number, mean: number, sd: number}} Cell sd: population deviation */
/** @typedef {Cell[][]} Cells [layer][slot]; a layer may be empty */
/** @typedef {{output: Cells, all: Cells}} Rollout */
/**
 * @typedef {object} Means
 * @property {number} examples @property {number} clusters less than `examples` if some examples share a cluster @property {number} failed
 * @property {{entropy: Cells, meanDistance: Cells, specialShare: Cells}} statistics [layer][head]
 * @property {number[]} from the first distance of each slot
 * @property {Rollout} distances
 * @property {{name: string, classes: string[], tokens: Cell[], rollout: Rollout}[]} classes
 * @property {{name: string, methods: {method: string, firstLayer: number, cells: Cell[]}[]}[]} importance
 */

/** Limit for layers, heads, slots, classes and kinds. No model has more. */
const most = 4096;

/** @param {unknown} value @param {string} place @param {Faulty} faulty @returns {unknown[]} */
function array(value, place, faulty) {
  if (!Array.isArray(value)) return faulty.wrong(value, place, tr('a list'));
  if (value.length > most) faulty.fail(place, tr('Found {} entries (limit {}).', value.length, most));
  return value;
}

/** @param {unknown} value @param {string} place @param {Faulty} faulty @returns {Cell} */
function cell(value, place, faulty) {
  if (!Array.isArray(value) || value.length !== 4 || !value.every(Number.isFinite) || value[0] < 0 || value[3] < 0)
    return faulty.wrong(value, place, '[count, constant, mean, squares]');
  const [count, constant, mean, squares] = value;
  return { count, constant, mean: count ? mean : NaN, sd: count ? Math.sqrt(squares / count) : NaN };
}

/** @param {unknown} value @param {string} place @param {Faulty} faulty @returns {Cell[]} */
const row = (value, place, faulty) => array(value, place, faulty).map((one, i) => cell(one, `${place}[${i}]`, faulty));

/** @param {unknown} value @param {string} place @param {Faulty} faulty @returns {Cells} */
const cells = (value, place, faulty) => array(value, place, faulty).map((one, i) => row(one, `${place}[${i}]`, faulty));

/** @param {Record<string, unknown>} value @param {string} place @param {Faulty} faulty @returns {Rollout} */
const rollout = (value, place, faulty) => ({
  output: cells(value.output, `${place}.output`, faulty),
  all: cells(value.all, `${place}.all`, faulty),
});

/** @param {Record<string, unknown>} line @param {Faulty} faulty @returns {Means} */
export function readMeans(line, faulty) {
  const statistics = faulty.object(line.statistics, 'statistics');
  const distances = faulty.object(line.rolloutByDistance, 'rolloutByDistance');
  const from = array(distances.from, 'rolloutByDistance.from', faulty).map((one) => faulty.whole(one, 'rolloutByDistance.from'));
  const read = rollout(distances, 'rolloutByDistance', faulty);
  if ([...read.output, ...read.all].some((layer) => layer.length > from.length))
    faulty.fail('rolloutByDistance', tr('More numbers than distances.'));
  return {
    examples: faulty.whole(line.examples, 'examples'),
    clusters: line.clusters === undefined ? faulty.whole(line.examples, 'examples') : faulty.whole(line.clusters, 'clusters'),
    failed: faulty.whole(line.failed ?? 0, 'failed'),
    statistics: {
      entropy: cells(statistics.entropy, 'statistics.entropy', faulty),
      meanDistance: cells(statistics.meanDistance, 'statistics.meanDistance', faulty),
      specialShare: cells(statistics.specialShare, 'statistics.specialShare', faulty),
    },
    from,
    distances: read,
    classes: array(line.tokenClasses ?? [], 'tokenClasses', faulty).map((one, i) => {
      const place = `tokenClasses[${i}]`;
      const own = faulty.object(one, place);
      const { name, classes, tokens } = own;
      const names = array(classes, `${place}.classes`, faulty).map((text) => faulty.text(text, `${place}.classes`, 100));
      const lists = array(tokens, `${place}.tokens`, faulty);
      const shares = lists.length ? row(lists[0], `${place}.tokens[0]`, faulty) : [];
      const by = rollout(own, place, faulty);
      if ([shares, ...by.output, ...by.all].some((layer) => layer.length > names.length))
        faulty.fail(place, tr('More numbers than classes.'));
      return { name: faulty.text(name, `${place}.name`, 100), classes: names, tokens: shares, rollout: by };
    }),
    importance: array(line.importance ?? [], 'importance', faulty).map((one, i) => {
      const place = `importance[${i}]`;
      const { name, methods } = faulty.object(one, place);
      return {
        name: faulty.text(name, `${place}.name`, 300),
        methods: array(methods, `${place}.methods`, faulty).map((each, at) => {
          const here = `${place}.methods[${at}]`;
          const { method, firstLayer, cells: values } = faulty.object(each, here);
          return {
            method: faulty.text(method, `${here}.method`, 40),
            firstLayer: faulty.whole(firstLayer, `${here}.firstLayer`),
            cells: row(values, `${here}.cells`, faulty),
          };
        }),
      };
    }),
  };
}
