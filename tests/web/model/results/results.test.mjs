// SPDX-License-Identifier: MIT
// @ts-check
// Exported results. They are a view's answers as a list, as CSV, as a file, and the lines that compute them again.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as answers from '../../../../web/model/results/answers.js';
import { answersCsv } from '../../../../web/model/results/columns.js';
import { fileLines, modelLines } from '../../../../web/model/results/commands.js';
import { openResult } from '../../../../web/model/results/open.js';
import { base64Of, bytesOf, isResultText, resultOf, resultText } from '../../../../web/model/results/file.js';

/** Answers of these tests contain only the fields that matter to each. @type {Record<string, (...all: any[]) => any>} */
const { addAnswer, answerAmong, withLayers } = answers;

const unit = { layer: 0, head: 1, query: 6, key: 2, weight: 0.5 };
const about = /** @type {any} */ ({ name: 'Toy', kind: 'masked', layers: 4, heads: 4 });

test('more draws replace fewer, and words that are tested in parts are one answer', () => {
  /** @type {any[]} */
  const list = [];
  const how = { kind: 'edge', ranking: 'gradients', rule: 'zero' };
  addAnswer(list, { question: 'experiment', arguments: { ...how, draws: 8 }, answer: { p: 0.5 } });
  addAnswer(list, { question: 'experiment', arguments: { ...how, draws: 99 }, answer: { p: 0.01 } });
  addAnswer(list, { question: 'experiment', arguments: { ...how, ranking: 'nearest', draws: 0 }, answer: { p: 1 } });
  assert.deepEqual(
    list.map(({ arguments: { draws } }) => draws),
    [99, 0],
  );
  const tested = (/** @type {string} */ groups, /** @type {number[]} */ values, blank = '') =>
    addAnswer(list, { question: 'blanked', arguments: { blank, groups }, answer: { value: 1, blank: 'hide', blanks: [], values } });
  tested('0;1,2', [0.5, 0.25]);
  tested('3', [2]);
  tested('3', [2], 'hide');
  assert.deepEqual(list[2].arguments, { blank: 'hide', groups: '0;1,2;3' });
  assert.deepEqual(list[2].answer.values, [0.5, 0.25, 2]);
  assert.deepEqual(answerAmong(list, 'blanked', { blank: '', groups: '3;0' })?.values, [2, 0.5]);
  assert.equal(answerAmong(list, 'blanked', { blank: '', groups: '4' }), undefined);
  assert.equal(answerAmong(list, 'experiment', { draws: 199, rule: 'zero', kind: 'edge', ranking: 'gradients' })?.p, 0.01);
  assert.equal(answerAmong(list, 'experiment', { ...how, rule: 'renormalise', draws: 199 }), undefined);
});

test('what Why has measured is one answer, with its words as lines, and is found again by its groups', () => {
  /** @type {any[]} */
  const list = [];
  const groups = [[1], [2, 3]];
  const why = (/** @type {any} */ needs) => ({
    ...{ groups, needs, routes: [0.25, 0.5], direct: null },
    attention: { method: 'rollout', layers: [[], [0, 0.5, 0.25, 0.125]] },
  });
  const ask = { by: '', groups: '1;2,3' };
  addAnswer(list, { question: 'why', arguments: { ...ask, measure: 'no', layers: 0 }, answer: why(null) });
  addAnswer(list, {
    question: 'blanked',
    arguments: { blank: '', groups: '1' },
    answer: { value: 1, blank: 'hide', blanks: [], values: [0] },
  });
  assert.equal(list.length, 2);
  const needs = { by: 'hide', left_out: [1.5, null], answer: [' is', null], probability: [0.75, null] };
  addAnswer(list, { question: 'why', arguments: { ...ask, measure: 'yes', layers: 0 }, answer: why(needs) });
  addAnswer(list, { question: 'why', arguments: { ...ask, measure: 'yes', layers: 5 }, answer: why(needs) });
  assert.deepEqual(
    list.map(({ question, arguments: asked }) => [question, asked]),
    [['why', { by: 'hide', groups: '1;2,3', measure: 'yes', layers: 5 }]],
  );
  for (const by of ['', 'hide']) assert.equal(answerAmong(list, 'why', { by, groups: '1;2,3', measure: 'no', layers: 0 })?.needs, needs);
  assert.equal(answerAmong(list, 'why', { by: 'mask', groups: '1;2,3' }), undefined);
  assert.equal(answerAmong(list, 'why', { by: '', groups: '1;2' }), undefined);
  const keys = ['[CLS]', ' the', ' ke', 'ys'];
  assert.deepEqual(answersCsv(list, { tokens: keys, keys }).split('\r\n'), [
    'question,test,key (from 0),word,left_out,answer,probability,routes,attention',
    'why,hide,1,the,1.5, is,0.75,0.25,0.5',
    'why,hide,"2,3",keys,,,,0.5,0.375',
    '',
  ]);
  // Attention is requested with sinks. The measured values stay.
  const withSinks = { ...why(null), attention: { method: 'rollout', sinks: 'include', layers: [[1, 0, 0, 0]] } };
  addAnswer(list, { question: 'why', arguments: { ...ask, measure: 'no', layers: 0, sinks: 'include' }, answer: withSinks });
  assert.deepEqual([list.length, list[0].arguments.measure, list[0].arguments.sinks], [1, 'yes', 'include']);
  assert.match(answersCsv(list, { tokens: keys, keys }), /why,hide,1,the,1\.5, is,0\.75,0\.25,0,include/);
  addAnswer(list, { question: 'why', arguments: { ...ask, measure: 'no', layers: 0 }, answer: why(null) });
  const recipe = /** @type {import('../../../../web/model/run/recipe.js').Recipe} */ ({ text: 'a' });
  assert.equal(
    modelLines('toy', recipe, about, list).shell,
    "headwaters ask toy --text=a --question=why --with=by=hide --with='groups=1;2,3' --with=measure=yes --with=layers=5",
  );
});

test('answers of words that are tested in parts are one list', () => {
  /** @type {any[]} */
  const list = [];
  const tested = (/** @type {string} */ groups, /** @type {any} */ answers) =>
    addAnswer(list, {
      question: 'blanked',
      arguments: { blank: '', groups },
      answer: { value: 1, blank: 'hide', blanks: [], values: [0], answers },
    });
  tested('0', [{ text: 'is', probability: 0.5 }]);
  tested('1', [null]);
  assert.deepEqual(answerAmong(list, 'blanked', { groups: '1;0' }).answers, [null, { text: 'is', probability: 0.5 }]);
});

test('a table has a line for each number, with the base of layers, heads and tokens in its head', () => {
  const csv = answersCsv(
    /** @type {any[]} */ ([
      {
        question: 'decide',
        arguments: { kind: 'edge', rule: 'zero' },
        answer: { units: [unit], before: 'are', after: 'is', lead: 1, leadAfter: -1 },
      },
      { question: 'lens', arguments: {}, answer: { position: 0, final: 'a, b', layers: [{ answers: ['=x'], probability: 0.5, rank: 0 }] } },
    ]),
    { tokens: ['the', 'keys', 'to', 'a', 'b', 'c', '[MASK]'], keys: ['the', 'keys', 'to', 'a', 'b', 'c', '[MASK]'] },
  ).split('\r\n');
  assert.deepEqual(csv, [
    'question,cuts,rule,layer (from 1),head (from 0),query (from 0),query text,key (from 0),key text,weight,before,after,lead,lead after,' +
      'guess 1,final,probability of final,rank of final (from 1)',
    'decide,edge,zero,1,1,6,[MASK],2,to,0.5,are,is,1,-1,,,,',
    'lens,,,0,,0,the,,,,,,,,\'=x,"a, b",0.5,1',
    '',
  ]);
});

test('a file counts layers from 1, is known by its first words, and is read as it was written', () => {
  /** @type {any[]} */
  const answers = [
    { question: 'decide', arguments: { kind: 'edge' }, answer: { units: [unit], others: { all: 1, farthest: [{ units: [unit] }] } } },
  ];
  const result = {
    view: 'decides',
    experiment: '',
    model: 'Toy',
    about,
    recipe: { text: 'a' },
    run: /** @type {any} */ ({ says: {} }),
    answers,
    attention: null,
  };
  const text = resultText(result);
  const written = JSON.parse(text).answers[0].answer;
  assert.deepEqual([written.units[0].layer, written.others.farthest[0].units[0].layer], [1, 1]);
  assert.ok(isResultText(text.slice(0, 200)) && isResultText(JSON.stringify(JSON.parse(text), null, 2).slice(0, 200)));
  assert.ok(!isResultText('{"format":"headwaters/1"'));
  assert.deepEqual(resultOf(text, 'x.json').answers, answers);
  assert.throws(() => resultOf(text.slice(0, -20), 'x.json'), /damaged/);
  assert.throws(() => resultOf('{"form":"headwaters-result/1"}', 'x.json'), /damaged/);
  const numbers = text.replace('"attention":null', '"attention":{"values":"%"}');
  assert.notEqual(numbers, text);
  assert.throws(() => resultOf(numbers, 'x.json'), /damaged/);
  assert.deepEqual(withLayers(withLayers(answers[0].answer, 1), -1), answers[0].answer);
  const values = Float32Array.of(1, -0.5, 3e-9);
  assert.deepEqual(new Float32Array(bytesOf(base64Of(values))), values);
});

test('a line of a model has its cuts, its question and each position once; texts are quoted', () => {
  const lens = /** @returns {any} */ (/** @type {number} */ position) => ({
    question: 'lens',
    arguments: { position, count: 5 },
    answer: {},
  });
  const recipe = /** @type {import('../../../../web/model/run/recipe.js').Recipe} */ ({
    text: 'it’s the key\'s "lock"',
    cuts: [
      { kind: 'edges', text: '1:0:6>2' },
      { kind: 'hidden', text: '3' },
    ],
    rule: 'renormalise',
    target: '12@7',
  });
  const { shell, python } = modelLines('agreement', recipe, about, [lens(6), lens(5), lens(10)]);
  assert.equal(
    shell,
    "headwaters ask agreement --text='it’s the key'\\''s \"lock\"' --cut='1:0:6>2' --hide=3 --rule=renormalise --target=12@7 --as=logit " +
      '--question=lens --with=count=5 --with=position=5,6,10',
  );
  assert.equal(
    python,
    'headwaters.ask("agreement", text="it’s the key\'s \\"lock\\"", cut="1:0:6>2", hide="3", rule="renormalise", target="12@7", **{"as": "logit"}, ' +
      'question="lens", arguments={"count": "5", "position": "5,6,10"})',
  );
});

test('a line of a file has the method, the settings of its link, and the chosen output', () => {
  const state = /** @type {any} */ ({
    ...{ method: 'flow', layer: 2, tokens: [6, 7], output: 'chosen', example: 1, side: 'encoder', words: true, relativeFlow: true },
    ...{ hidden: [0], prompt: null, document: {} },
  });
  const fields = '#v=1&file=a.json&method=flow&scope=row&discard=0.1&start=2&read=softmax&panel=bars';
  const { shell, python } = fileLines('my file.json', state, fields) ?? { shell: '', python: '' };
  assert.equal(
    shell,
    "headwaters flow 'my file.json' --relative --layer=3 --discard-scope=row --discard=0.1 --start-layer=2 --softmax --words --exclude=0 --example=1 --token=6,7",
  );
  assert.match(python, /^headwaters\.compute\("flow", "my file\.json", relative=True, layer=3, discard_scope="row", /);
  const run = { ...state, method: 'raw', prompt: 'a text', document: { model: 'me/toy' } };
  assert.match(fileLines('', run, '#v=1')?.shell ?? '', /^headwaters raw --model=toy --text='a text' /);
  assert.equal(fileLines('', { ...run, prompt: '{"text":"a","cuts":[{"kind":"head","text":"1:0"}],"rule":"zero"}' }, ''), null);
});

test('a file without attention opens in its model, and says which one is missing', async () => {
  /** @type {any[]} */
  const answers = [{ question: 'decide', arguments: { kind: 'token', among: 'all' }, answer: { units: [] } }];
  const run = /** @type {any} */ ({ says: {} });
  const text = resultText({ view: 'decides', experiment: '', model: 'Toy', about, recipe: { text: 'a' }, run, answers, attention: null });
  /** @type {any[]} */
  const set = [];
  const page = (/** @type {string} */ model) =>
    /** @type {any} */ ({ state: { document: { model } }, setState: (/** @type {any} */ state) => set.push(state) });
  await assert.rejects(openResult(text, 'x.json', /** @type {any} */ (null), page('Other')), /answers of Toy/);
  await openResult(text, 'x.json', /** @type {any} */ (null), page('Toy'));
  assert.deepEqual(set, [{ panel: 'decides', among: 'all', prompt: 'a' }]);
});
