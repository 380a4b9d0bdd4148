// SPDX-License-Identifier: MIT
// Links into the page, of the course sheet and in the lessons: lessons, steps, samples and fields that exist.
// tests/browser/lessons/course.test.mjs opens them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { layersOfModel } from '../../browser/lesson_numbers.mjs';
import { linksOf } from './links.mjs';

const root = join(import.meta.dirname, '../../..');
const text = (path) => readFileSync(join(root, path), 'utf8');
const lessons = JSON.parse(text('web/lessons/index.json'));
const models = JSON.parse(text('web/models/index.json')).map(({ id }) => id);
const samples = JSON.parse(text('web/samples/index.json')).map(({ id }) => id);

/** The words of a type in the page's own list of them. */
const wordsOf = (type) =>
  [...new RegExp(`type ${type} =([^;]+);`).exec(text('web/state.d.ts'))[1].matchAll(/'([^']+)'/g)].map(([, word]) => word);
const choices = {
  method: wordsOf('MethodName'),
  panel: wordsOf('PanelName'),
  flow: ['raw', 'relative'],
  patches: ['smooth', 'grid'],
  sort: ['automatic', 'position', 'score'],
  scale: ['layers', 'layer'],
};
/** The fields that a link may have, from the rows of these two files. */
const rows = text('src/page/address/view_fields.cpp') + text('src/core/model/setting_fields.h');

/** Facts about a model's run without running it. Each word, number and sign is at least one token, between two more. */
const trainedRunOf = ({ text: run }) => ({ layers: 2, tokens: run.split(' ') });
const runOf = ({ model, text: run }) => ({
  layers: layersOfModel(model),
  tokens: ['[CLS]', ...run.match(/\[[A-Z]+\]|\w+|[^\w\s]/g), '[SEP]'],
});
const layersOf = ({ attentions, layers }) => attentions?.length ?? layers;
const file = (sample) => JSON.parse(text(`web/samples/${sample}.json`));

/** The faults in the fields of a view on these data. */
function faultsOf(view, data) {
  const faults = [];
  const within = (value, first, last) => /^\d+$/.test(value) && Number(value) >= first && Number(value) <= last;
  for (const [key, value] of new URLSearchParams(view)) {
    if (!rows.includes(`"${key}"`)) faults.push(`${key} is no field`);
    else if (choices[key] && !choices[key].includes(value)) faults.push(`${key}=${value}`);
    else if (['layer', 'start'].includes(key) && !within(value, 1, layersOf(data))) faults.push(`${key}=${value} of ${layersOf(data)}`);
    else if (['token', 'sink', 'hidden'].includes(key) && !within(value, 0, data.tokens.length - 1))
      faults.push(`${key}=${value} of ${data.tokens.length}`);
    else if (key === 'residual' && !(Number(value) >= 0 && Number(value) <= 1)) faults.push(`${key}=${value}`);
  }
  return faults;
}

/** The faults in a link of the page. */
function faultsOfLink(link) {
  const { v, sample, lesson, step, ...view } = Object.fromEntries(new URLSearchParams(link.replace(/^#/, '')));
  const found = lessons.find(({ id }) => id === lesson);
  if (lesson !== undefined && !found) return [`there is no lesson ${lesson}`];
  if (step !== undefined && !(found && Number(step) >= 1 && Number(step) <= found.steps)) return [`there is no step ${step}`];
  if (sample === undefined) return lesson === undefined ? ['names neither data nor lesson'] : Object.keys(view);
  if (v !== '1') return ['says not v=1'];
  return samples.includes(sample) ? faultsOf(new URLSearchParams(view), file(sample)) : [`there is no sample ${sample}`];
}

test('the course sheet’s links lead to what exists, and to every lesson', () => {
  const links = linksOf(text('docs/course.md'));
  assert.ok(links.length >= 11, `${links.length} links`);
  for (const link of links) assert.deepEqual(faultsOfLink(link), [], link);
  assert.deepEqual(
    lessons.map(({ id }) => id).filter((id) => !links.includes(`#lesson=${id}`)),
    [],
  );
});

test('the shorter sheet’s links lead to what exists, and its times are those of its lessons', () => {
  const sheet = text('docs/course_45.md');
  for (const link of linksOf(sheet))
    assert.deepEqual(
      link.startsWith('#model=') ? models.includes(link.slice('#model='.length)) || [link] : faultsOfLink(link),
      link.startsWith('#model=') ? true : [],
      link,
    );
  const times = [...sheet.matchAll(/^\| (\d+)–(\d+) \|.*\| `#(?:lesson=([\w-]+))?/gm)];
  assert.deepEqual([times[0][1], times.at(-1)[2]], ['0', '45']);
  times.forEach(([row, from, to, id], i) => {
    assert.equal(from, times[i - 1]?.[2] ?? '0', row);
    if (id) assert.ok(Number(to) - Number(from) >= lessons.find((one) => one.id === id).minutes, row);
  });
});

test('the course sheet names no step that is not there, and gives each lesson its time', () => {
  const sheet = text('docs/course.md');
  const rowsOf = [...sheet.matchAll(/^\| (\d+)–(\d+) \|.*\| `#lesson=([\w-]+)` \|$/gm)];
  assert.equal(rowsOf.length, 5);
  for (const [row, from, to, id] of rowsOf) {
    const { minutes, steps } = lessons.find((one) => one.id === id);
    assert.ok(Number(to) - Number(from) >= minutes, row);
    for (const [step] of row.matchAll(/(?<=steps? (\d+ and )?)\d+/g)) assert.ok(Number(step) <= steps, row);
  }
  const times = [...sheet.matchAll(/^\| (\d+)–(\d+) \|/gm)].map(([, from, to]) => [Number(from), Number(to)]);
  times.forEach(([from, to], i) => {
    assert.ok(to > from && from === (times[i - 1]?.[1] ?? 0));
  });
  assert.equal(times.at(-1)[1], 90);
  assert.ok(times.at(-1)[0] <= 80 && /\| 79–90 \| To spare/.test(sheet), 'ten minutes to spare');
  const named = {
    'the first lesson': 'attention-weights',
    '*Rollout by hand*': 'rollout-by-hand',
    '*Attention flow by hand*': 'flow-by-hand',
    '*Pictures*': 'pictures',
    '*Is it true?*': 'is-it-true',
    '*The limits of attention*': 'which-to-believe',
  };
  const places = [...sheet.matchAll(/[Ss]teps? (\d+)(?: and (\d+))? of (the first lesson|\*[^*]+\*)/g)];
  assert.ok(places.length >= 5);
  for (const [words, first, second, lesson] of places) {
    const { steps } = lessons.find(({ id }) => id === named[lesson]);
    assert.ok(first <= steps && (second ?? 1) <= steps, words);
  }
});

test('the views of all steps have fields that exist and fit their data', () => {
  for (const { id } of lessons) {
    let data;
    for (const [index, step] of JSON.parse(text(`web/lessons/${id}.json`)).steps.entries()) {
      data = step.data
        ? step.data.sample
          ? file(step.data.sample)
          : step.data.model
            ? runOf(step.data)
            : step.data.train
              ? trainedRunOf(step.data)
              : step.data
        : data;
      const views = [
        step.view,
        step.number?.view,
        ...(step.change ?? []).map(({ view }) => view),
        ...(step.question?.answers.map(({ view }) => view) ?? []),
      ].filter(Boolean);
      for (const view of views) assert.deepEqual(faultsOf(view, data), [], `${id}, step ${index + 1}: ${view}`);
      for (const [, link] of JSON.stringify(step).matchAll(/\]\((#[^)]+)\)/g))
        assert.deepEqual(faultsOfLink(link), [], `${id}, step ${index + 1}`);
    }
  }
});

test('a link that leads nowhere is found', () => {
  for (const [link, wanted] of [
    ['#lesson=flow-by-foot', 'there is no lesson flow-by-foot'],
    ['#lesson=residual&step=99', 'there is no step 99'],
    ['#v=1&sample=trophy-huge', 'there is no sample trophy-huge'],
    ['#v=1&sample=trophy-big&layer=7', 'layer=7 of 6'],
    ['#v=1&sample=trophy-big&token=15', 'token=15 of 15'],
    ['#v=1&sample=trophy-big&pannel=bars', 'pannel is no field'],
    ['#v=1&sample=trophy-big&panel=bar', 'panel=bar'],
  ])
    assert.deepEqual(faultsOfLink(link), [wanted], link);
});
