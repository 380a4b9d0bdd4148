// SPDX-License-Identifier: MIT
// @ts-check
// The numbers and claims of the shipped lessons, computed by the command line program. It is quicker than the page,
// and another way to them. tests/browser/lessons/lessons.test.mjs asks the page itself for those of one lesson.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { asShown, lessonText, referencesOf } from '../../browser/lesson_numbers.mjs';
import { claims as attentionAndAnswer } from './claims/attention_and_answer.mjs';
import { claims as byHand } from './claims/by_hand.mjs';
import { claims as cannot } from './claims/cannot.mjs';
import { claims as circuits } from './claims/circuits.mjs';
import { claims as first } from './claims/first.mjs';
import { claims as heads } from './claims/heads.mjs';
import { claims as isItTrue } from './claims/is_it_true.mjs';
import { claims as pictures } from './claims/pictures.mjs';
import { claims as training } from './claims/training.mjs';
import { compares, sentencesOf } from './sentences.mjs';
import { plain } from './plain.mjs';
import { stepsOf } from './rows.mjs';
import { fileOf, valueAt } from './values.mjs';

/** @type {{id: string, title: string, about: string}[]} */
const lessons = JSON.parse(lessonText('index'));
const claims = [...first, ...byHand, ...pictures, ...isItTrue, ...cannot, ...attentionAndAnswer, ...heads, ...circuits, ...training];
const listed = (/** @type {string} */ id) => lessons.find((one) => one.id === id);

for (const { id } of lessons) {
  test(`${id}: every number is what the program computes`, () => {
    let seen = 0;
    for (const [index, { step, data }] of stepsOf(id).entries()) {
      for (const { shown, reference } of referencesOf(step)) {
        assert.equal(
          asShown(valueAt(reference, data), shown),
          shown.replace(/\s*;\s*/g, '; '),
          `${id}, step ${index + 1}: {${shown}|${reference}}`,
        );
        seen += 1;
      }
    }
    assert.ok(seen > 8, `${id}: ${seen} numbers`);
  });

  test(`${id}: what it says in words is so`, () => {
    for (const [, step, text, holds] of claims.filter(([lesson]) => lesson === id)) {
      const { step: said, data } = step === 0 ? { ...stepsOf(id)[0], step: listed(id) } : stepsOf(id)[step - 1];
      assert.ok(JSON.stringify(said).includes(text), `${id}, step ${step} says no more: ${text}`);
      assert.ok(holds(data, fileOf(data)), `${id}, step ${step}: ${text}`);
    }
  });

  // The meaning of a verb about an answer after a change, as direction and distance from the step's own run.
  test(`${id}: an answer that falls, rises or stays does so`, () => {
    for (const [index, { step, data }] of stepsOf(id).entries()) {
      for (const text of sentencesOf(step).map((one) => one.text)) {
        for (const [words, verb, , reference] of text.matchAll(
          /\b(falls? to|rises? to|stays? at|answers \*\S+\*,(?: with)?) \{([^|}]*)\|(model [^}]*)\}/g,
        )) {
          const [, answer, change] = /^model answer=(\S+)(.*)$/.exec(reference) ?? [];
          const [value, before] = [valueAt(reference, data), valueAt(`model answer=${answer}`, data)];
          const where = `${id}, step ${index + 1}: ${words}: ${value}, before ${before}`;
          if (/^fall/.test(verb)) assert.ok(change && value < before - 0.05, where);
          if (/^rise/.test(verb)) assert.ok(change && value > before + 0.05, where);
          if (/^stay/.test(verb)) assert.ok(change && Math.abs(value - before) < 0.02, where);
          if (/^answers/.test(verb)) assert.ok(verb.includes(`*${answer}*`) && value > 0.5, where);
        }
      }
    }
  });

  // A cut takes a weight away (zero), or other tokens get it (renormalise).
  test(`${id}: a verdict on a cut holds under both rules, or the student tries both`, () => {
    for (const [index, { step, data }] of stepsOf(id).entries()) {
      for (const { text } of sentencesOf(step)) {
        for (const [words, verb, reference] of text.matchAll(/\b(falls? to|rises? to|stays? at) \{[^|}]*\|(model [^}]*cut=[^}]*)\}/g)) {
          const other = reference.includes('rule=') ? reference.replace(/ rule=\w+/, '') : `${reference} rule=renormalise`;
          const value = valueAt(other, data);
          const before = valueAt(/^model answer=\S+/.exec(reference)?.[0] ?? '', data);
          const holds = /^fall/.test(verb)
            ? value < before - 0.05
            : /^rise/.test(verb)
              ? value > before + 0.05
              : Math.abs(value - before) < 0.02;
          const rules = [step.act, ...(step.change ?? [])].map((one) => one?.rule ?? 'zero');
          assert.ok(holds || new Set(rules).size > 1, `${id}, step ${index + 1}: ${words}: ${value} under the other rule`);
        }
      }
    }
  });

  test(`${id}: a sentence that compares is held against numbers, or stands among those that have none`, () => {
    /** @type {Record<number, string[]>} */
    const without = plain[id] ?? {};
    const unused = new Set(Object.entries(without).flatMap(([step, texts]) => texts.map((text) => `${step}: ${text}`)));
    const steps = [{ step: listed(id) }, ...stepsOf(id)];
    for (const [index, { step }] of steps.entries()) {
      for (const { text } of sentencesOf(step).filter(compares)) {
        const isClaimed = claims.some(
          ([lesson, at, words]) => lesson === id && at === index && (text.includes(words) || words.includes(text)),
        );
        const found = (without[index] ?? []).filter((words) => text.startsWith(words));
        for (const words of found) unused.delete(`${index}: ${words}`);
        assert.ok(
          isClaimed || found.length > 0,
          `${id}, step ${index}: “${text}” compares something. Give it a row in claims/, or list it in plain.mjs`,
        );
      }
    }
    assert.deepEqual([...unused], []);
  });
}

test('a number that is wrong by one in its last place is found', () => {
  const data = { sample: 'agreement-keys' };
  const value = valueAt('raw layer=6 token=0 key=5', data);
  assert.equal(asShown(value, '0.253'), '0.253');
  assert.notEqual(asShown(value, '0.254'), '0.254');
  assert.throws(() => valueAt('rollout layer=2 tokn=0', data), /"tokn" is not known/);
  assert.throws(() => valueAt('guess layer=2', data), /is no number that can be computed/);
});
