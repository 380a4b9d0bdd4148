// SPDX-License-Identifier: MIT
// The form of lessons. Which files are read, which are refused and with which messages, the marks of the text, the shipped lessons.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { promptOf } from '../../../web/lessons/act/controls.js';
import { isLessonText } from '../../../web/lessons/lesson_format.js';
import { formulaFault } from '../../../web/lessons/form/formula.js';
import { markupFaults, partsOf } from '../../../web/lessons/form/markup.js';
import { readLesson } from '../../../web/lessons/form/read.js';
import { recorded, template } from '../../../web/lessons/form/template.js';
import { dataOf, promptOfStep } from '../../../web/lessons/form/steps.js';

const folder = join(import.meta.dirname, '../../../web/lessons');
const shipped = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'index.json');
const textOf = (name) => readFileSync(join(folder, name), 'utf8');

/** @type {() => any} */
const good = () => ({
  form: 'headwaters-lesson/1',
  id: 'mine',
  title: 'Mine',
  steps: [{ title: 'One', text: ['Words.'], data: { sample: 'agreement-keys' }, view: { method: 'rollout', layer: 3, ghost: false } }],
});
/** The faults of a lesson after `change`, as "place: finding remedy". */
const faultsAfter = (change) => {
  const lesson = good();
  change(lesson);
  return readLesson(JSON.stringify(lesson)).faults.map(({ place, finding, remedy }) => `${place}: ${finding} ${remedy}`);
};

test('a lesson is read with its view as fields of a link', () => {
  const { lesson, faults } = readLesson(JSON.stringify(good()));
  assert.deepEqual(faults, []);
  assert.equal(lesson.steps[0].view, 'method=rollout&layer=3&ghost=off');
  assert.equal(lesson.steps[0].data, 'sample=agreement-keys');
  assert.equal(dataOf({ ...lesson, steps: [...lesson.steps, { ...lesson.steps[0], data: '' }] }, 1), 'sample=agreement-keys');
});

test('each fault has its place, what was found and what to do', () => {
  /** @type {[(all: any) => void, RegExp][]} */
  const cases = [
    [(all) => delete all.form, /^form: This is missing\. Write "form": "headwaters-lesson\/1"/],
    [
      (all) => {
        all.form = 'lesson/9';
      },
      /^form: "lesson\/9" is unknown/,
    ],
    [
      (all) => {
        all.id = 'My Lesson';
      },
      /^id: "My Lesson" can’t be a name in a link\. Use small letters/,
    ],
    [
      (all) => {
        all.tilte = 'x';
      },
      /^tilte: Unknown member/,
    ],
    [
      (all) => {
        all.steps[0].hint = 'x';
      },
      /^steps\[0\]\.hint: Unknown member\. Did you mean "hints"\?/,
    ],
    [
      (all) => {
        all.steps = [];
      },
      /^steps: Found only 0\. At least 1/,
    ],
    [
      (all) => {
        all.steps[0].text = 7;
      },
      /^steps\[0\]\.text: This is a number, not a list/,
    ],
    [
      (all) => {
        all.steps[0].text = ['{0.5}'];
      },
      /^steps\[0\]\.text\[0\]: Unmatched "\{"\. Write numbers as \{0\.455\|rollout/,
    ],
    [
      (all) => {
        all.steps[0].text = ['$A_$'];
      },
      /^steps\[0\]\.text\[0\]: Invalid formula "A_" \(it ends too early\)/,
    ],
    [
      (all) => {
        all.steps[0].text = ['[x](javascript:alert%281%29)'];
      },
      /"javascript:alert%281%29" can’t be a link/,
    ],
    [
      (all) => {
        all.steps[0].text = ['{abc|raw layer=1}'];
      },
      /is not a number/,
    ],
    [(all) => delete all.steps[0].data, /^steps\[0\]\.data: The first step has no data/],
    [
      (all) => {
        all.steps[0].data = { sample: 'a', address: 'https://b.example/c' };
      },
      /^steps\[0\]\.data: Expected exactly one data source/,
    ],
    [
      (all) => {
        all.steps[0].data = { address: 'file:///etc/passwd' };
      },
      /is not a URL/,
    ],
    [
      (all) => {
        all.steps[0].data = {
          tokens: ['a', 'b'],
          attentions: [
            [
              [0.5, 0.5],
              [0.5, 0.6],
            ],
          ],
        };
      },
      /^steps\[0\]\.data\.attentions\[0\]\[1\]: This row sums to 1\.1/,
    ],
    [
      (all) => {
        all.steps[0].data = { tokens: ['a', 'b'], attentions: [[[0.5, 0.5], [1]]] };
      },
      /^steps\[0\]\.data\.attentions\[0\]\[1\]: This row has 1 weights for 2 tokens/,
    ],
    [
      (all) => {
        all.steps[0].view = 'sample=digit-4&layer=2';
      },
      /^steps\[0\]\.view: "sample" is not allowed in a view/,
    ],
    [
      (all) => {
        all.steps[0].view = 'layer 2';
      },
      /^steps\[0\]\.view: "layer 2" is not a field/,
    ],
    [
      (all) => {
        all.steps[0].question = { text: 'Why?', answers: [{ text: 'a' }, { text: 'b' }] };
      },
      /^steps\[0\]\.question\.answers: No answer is marked as right/,
    ],
    [
      (all) => {
        all.steps[0].question = { text: 'Why?', answers: [{ text: 'a', right: 'yes' }, { text: 'b' }] };
      },
      /^steps\[0\]\.question\.answers\[0\]\.right: This is a string\. Write true or false/,
    ],
    [
      (all) => {
        all.steps[0].number = { ask: 'How much?', is: 'half' };
      },
      /^steps\[0\]\.number\.is: "half" is not a number/,
    ],
    [
      (all) => {
        all.steps[0].number = { ask: 'How much?', is: 0.5, tolerance: 0 };
      },
      /^steps\[0\]\.number\.tolerance: With an allowed error of 0, no answer is right/,
    ],
    [
      (all) => {
        all.steps[0].hide = 'bars';
      },
      /^steps\[0\]\.hide: "bars" is unknown\. Write one of "results", "all"/,
    ],
    [
      (all) => {
        all.steps[0].hide = 'all';
      },
      /^steps\[0\]\.hide: Without a question, this would stay hidden/,
    ],
    [
      (all) => {
        all.steps[0].data = { model: 'agreement' };
      },
      /^steps\[0\]\.data\.text: This is missing/,
    ],
    [
      (all) => {
        all.steps[0].data = { model: 'https://x.example', text: 'a' };
      },
      /^steps\[0\]\.data\.model: "https:\/\/x\.example" is not a model of this site/,
    ],
    [
      (all) => {
        all.steps[0].view = 'prompt=x';
      },
      /^steps\[0\]\.view: "prompt" is not allowed in a view/,
    ],
    [
      (all) => {
        all.steps[0].number = { ask: 'How much?', is: 0.5, wrong: [{ is: 0.503, says: 'x' }] };
      },
      /^steps\[0\]\.number\.wrong\[0\]\.is: This is close enough to count as right/,
    ],
    [
      (all) => {
        all.steps[0].number = { ask: 'How much?', is: 0.5, wrong: [{ is: 0.6 }] };
      },
      /^steps\[0\]\.number\.wrong\[0\]\.says: This is missing/,
    ],
    [
      (all) => {
        all.steps[0].change = [{ says: 'x', word: 'a', cut: '1:0:6>2' }];
      },
      /^steps\[0\]\.change\[0\]: Expected exactly one change/,
    ],
    [
      (all) => {
        all.steps[0].change = [{ says: 'x', cut: 'all' }];
      },
      /^steps\[0\]\.change\[0\]\.cut: "all" is not a cut/,
    ],
    [
      (all) => {
        all.steps[0].change = [{ says: 'x', slide: 'temperature' }];
      },
      /^steps\[0\]\.change\[0\]\.slide: "temperature" has no slider/,
    ],
    [
      (all) => {
        all.steps[0].change = [{ says: 'x', slide: 'residual', from: 1, to: 0 }];
      },
      /^steps\[0\]\.change\[0\]: The slider has no range/,
    ],
    [
      (all) => {
        all.steps[0].change = [{ says: 'x', hide: 'keys' }];
      },
      /^steps\[0\]\.change\[0\]\.hide: "keys" names no tokens/,
    ],
    [
      (all) => {
        all.steps[0].act = { says: 'x', hide: '2' };
      },
      /^steps\[0\]\.act: There is nothing to predict/,
    ],
    [
      (all) => {
        all.steps[0].act = { says: 'x', slide: 'layer' };
      },
      /^steps\[0\]\.act: One click can’t do this/,
    ],
    [
      (all) => {
        all.steps[0].act = { says: 'x', word: 'a', to: ['b', 'c'] };
      },
      /^steps\[0\]\.act: One click can’t do this/,
    ],
    [
      (all) =>
        Object.assign(all.steps[0], {
          act: { says: 'x', hide: '2' },
          question: { text: 'Why?', answers: [{ text: 'a', right: true, view: 'layer=2' }, { text: 'b' }] },
        }),
      /^steps\[0\]\.act\.view: After "act", answers can’t have a view/,
    ],
    [
      (all) => {
        all.steps = {};
      },
      /^steps: This is an object, not a list/,
    ],
  ];
  for (const [change, wanted] of cases) {
    const faults = faultsAfter(change);
    assert.ok(
      faults.some((fault) => wanted.test(fault)),
      `${wanted} among ${JSON.stringify(faults)}`,
    );
  }
  assert.match(readLesson('{"form": ').faults[0].finding, /^This is not JSON/);
  assert.match(readLesson('[1]').faults[0].finding, /This is a list, not an object/);
});

test('an older lesson’s "keep" is no fault, and an act is read like a control', () => {
  const step = { ...good().steps[0], question: { text: 'Why?', answers: [{ text: 'a', right: true }, { text: 'b' }] } };
  const { lesson, faults } = readLesson(
    JSON.stringify({ ...good(), keep: true, steps: [{ ...step, act: { hide: '2;5', says: 'Now hide' } }] }),
  );
  assert.deepEqual(faults, []);
  assert.equal(lesson.steps[0].act.kind, 'hide');
  assert.deepEqual(JSON.parse(promptOf('a b c', new Map([[lesson.steps[0].act, '']]))).cuts, [{ kind: 'hidden', text: '2;5' }]);
});

test('no text, however broken, is more than a list of faults', () => {
  const text = JSON.stringify(good());
  for (let cut = 0; cut < text.length; cut += 1) assert.ok(readLesson(text.slice(0, cut)).faults.length, `cut at ${cut}`);
  for (const value of [
    null,
    7,
    'x',
    [],
    [[]],
    { steps: [null] },
    { ...good(), steps: [{ ...good().steps[0], question: { answers: 3 } }] },
    { ...good(), sources: { a: 1 } },
  ]) {
    const { lesson, faults } = readLesson(JSON.stringify(value));
    assert.ok(lesson === null && faults.length > 0, JSON.stringify(value));
  }
});

test('marks are read, and escaped signs are signs', () => {
  const kinds = (text) => partsOf(text).map(({ kind, text: words }) => `${kind}:${words}`);
  assert.deepEqual(kinds('a *b* **c** `d*e*` $A_1$ {0.5|= 1/2} {1 0; 0 1|raw layer=1} [f](https://g.example)'), [
    'text:a ',
    'em:b',
    'text: ',
    'strong:c',
    'text: ',
    'code:d*e*',
    'text: ',
    'formula:A_1',
    'text: ',
    'number:0.5',
    'text: ',
    'matrix:1 0; 0 1',
    'text: ',
    'link:f',
  ]);
  assert.deepEqual(kinds('2 \\* 3 \\{x\\}'), ['text:2 * 3 {x}']);
  assert.deepEqual(markupFaults('2 \\* 3 \\{x\\} <b>no markup</b>'), []);
  assert.equal(formulaFault('R_2 = A_2 A_1 + 0.5 [1 0; 0 1] x^{n+1}'), '');
  for (const bad of ['', '(', '[1 2', 'x_', ')', '_x']) assert.notEqual(formulaFault(bad), '', bad);
});

test('a lesson is told from data by its beginning', () => {
  assert.ok(isLessonText(JSON.stringify(good())));
  assert.ok(isLessonText(textOf(shipped[0])));
  const { form, ...formless } = good();
  assert.ok(isLessonText(JSON.stringify(formless)), 'its author is told what is missing');
  assert.match(readLesson(JSON.stringify(formless)).faults[0].remedy, new RegExp(form));
  assert.ok(!isLessonText('{"tokens": ["a"], "attentions": [[[[1]]]]}'));
  assert.ok(!isLessonText('{"format": "headwaters/1", "form": "lesson"}'));
});

test('a model’s text travels in the link as it is, and comes back', () => {
  const lesson = good();
  lesson.steps[0].data = { model: 'agreement', text: 'the keys & [MASK] = 100 %' };
  const read = readLesson(JSON.stringify(lesson)).lesson;
  assert.equal(read.steps[0].data, 'model=agreement&prompt=the%20keys%20%26%20%5BMASK%5D%20%3D%20100%20%25');
  assert.equal(promptOfStep(read, 0), lesson.steps[0].data.text);
  const fields = `v=1&method=rollout&prompt=${encodeURIComponent(lesson.steps[0].data.text)}&model=agreement&lesson=mine`;
  const { data, view, travels } = recorded(fields);
  assert.deepEqual([data, view, travels], [read.steps[0].data, 'method=rollout', true]);
  assert.deepEqual(template(data, view).steps[0].data, lesson.steps[0].data);
});

test('a step can open a training at a step, and train it further', () => {
  const lesson = good();
  lesson.steps[0].data = { train: 'copy', seed: 4, step: 75, text: 'q w e r q w' };
  lesson.steps[0].change = [{ train: 500, says: 'Train' }];
  const { lesson: read, faults } = readLesson(JSON.stringify(lesson));
  assert.deepEqual(faults, []);
  const prompt = '{"text":"q w e r q w","step":75}';
  assert.equal(read.steps[0].data, `model=train:copy:4&prompt=${encodeURIComponent(prompt)}`);
  assert.equal(promptOfStep(read, 0), prompt);
  assert.deepEqual([read.steps[0].change[0].kind, read.steps[0].change[0].what], ['train', '500']);
  const { data, travels } = recorded(`v=1&prompt=${encodeURIComponent(prompt)}&model=train%3Acopy%3A4&lesson=mine`);
  assert.ok(travels);
  assert.deepEqual(template(data, '').steps[0].data, lesson.steps[0].data);
  const cases = /** @type {[object, RegExp][]} */ ([
    [{ train: 'Copy', text: 'q' }, /^steps\[0\]\.data\.train: "Copy" is not a task\. Use a recipe/],
    [{ train: 'copy', step: -5, text: 'q' }, /^steps\[0\]\.data\.step: -5 is not a whole number/],
    [{ train: 'copy', seed: 1.5, text: 'q' }, /^steps\[0\]\.data\.seed: 1\.5 is not a whole number/],
    [{ train: 'copy' }, /^steps\[0\]\.data\.text: This is missing/],
    [{ train: 'copy', model: 'agreement', text: 'q' }, /^steps\[0\]\.data: Expected exactly one data source/],
  ]);
  for (const [data, wanted] of cases)
    assert.match(
      faultsAfter((all) => {
        all.steps[0].data = data;
      }).join(' '),
      wanted,
    );
  assert.match(
    faultsAfter((all) => {
      all.steps[0].change = [{ train: 'all', says: 'Train' }];
    }).join(' '),
    /^steps\[0\]\.change\[0\]\.train: This is a string, not a number/,
  );
});

test('the lessons that ship are without a fault, have 5 to 12 steps, name sources, and stand in the list as they are', () => {
  const index = JSON.parse(textOf('index.json'));
  assert.equal(index.length, 14);
  assert.deepEqual(index.map(({ id }) => `${id}.json`).sort(), shipped.sort());
  for (const one of index) {
    const { lesson, faults } = readLesson(textOf(`${one.id}.json`));
    assert.deepEqual(faults, [], one.id);
    assert.deepEqual({ id: lesson.id, title: lesson.title, about: lesson.about, minutes: lesson.minutes, steps: lesson.steps.length }, one);
    assert.ok(lesson.steps.length >= 5 && lesson.steps.length <= 12, one.id);
    assert.ok(lesson.sources.length > 0 && lesson.steps.some(({ question, number }) => question || number), one.id);
    for (const [index, { question, number, hints }] of lesson.steps.entries()) {
      for (const { text, says } of question?.answers ?? [])
        assert.ok(says.length > 0, `${one.id}, step ${index + 1}: “${text}” does not say why`);
      if (number) assert.ok(hints.length > 0, `${one.id}, step ${index + 1} asks for a number and has no hint`);
    }
  }
});

test('errors teach: each answer has a sentence of its own, and each number says why it is right and what was done wrong', () => {
  for (const { id } of JSON.parse(textOf('index.json'))) {
    for (const [index, { question, number }] of JSON.parse(textOf(`${id}.json`)).steps.entries()) {
      const where = `${id}, step ${index + 1}`;
      const sentences = (question?.answers ?? []).map(({ says }) => [says].flat().join(' '));
      assert.ok(
        sentences.every((says) => says?.length > 10),
        where,
      );
      assert.equal(new Set(sentences).size, sentences.length, `${where}: two answers say the same`);
      if (!number) continue;
      assert.ok(number.says?.length > 0, `${where}: the right number does not say why`);
      assert.ok(
        number.wrong?.length > 0 && number.wrong.every(({ says }) => says.length > 0),
        `${where}: no wrong number is told what was done`,
      );
    }
  }
});
