// SPDX-License-Identifier: MIT
// Lessons and views made to hang the page, to send requests to strangers, or to fill its memory.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';

import { hostsOf } from '../../../web/fetch/hosts.js';
import { findLesson } from '../../../web/lessons/library.js';
import { readLesson } from '../../../web/lessons/form/read.js';
import { addressOfStep, strangeHost } from '../../../web/lessons/form/steps.js';
import { isWhole, mostSilence } from './hostile.mjs';

globalThis.location ??= /** @type {any} */ (new URL('https://page.example/headwaters/'));

const lessonOf = (steps) => ({ form: 'headwaters-lesson/1', id: 'mine', title: 'Mine', steps });
const step = (more = {}) => ({ title: 'One', text: ['Words.'], data: { sample: 'agreement-keys' }, ...more });
const faultsOf = (steps) => readLesson(JSON.stringify(lessonOf(steps))).faults.map(({ place, finding }) => `${place}: ${finding}`);

/** Whether a URL requests the view that a lesson gives the step, as in src/session/update/shown_fields.cpp. */
const asksForStep = (fragment) =>
  fragment
    .split('&')
    .map((pair) => pair.split('=')[0])
    .filter((key) => !/^(v|sample|url|gist|local|data)$/.test(key))
    .every((key) => ['lesson', 'step', 'present'].includes(key));

test('no step leads to an address that asks for itself again', () => {
  assert.ok(asksForStep('lesson=mine&step=2') && !asksForStep('lesson=mine&step=2&layer=1'));
  const views = [
    undefined,
    '',
    'v=1',
    {},
    { v: 1 },
    'present=on',
    { present: true },
    'unknown=1',
    { unknown: 'x' },
    '#',
    '&&',
    'sort=score',
    'layer=',
    'layers=1',
    'method=raw&layer=3',
    'player=1',
  ];
  for (const view of views) {
    const { lesson, faults } = readLesson(JSON.stringify(lessonOf([step({ view }), step({ data: undefined, view })])));
    assert.deepEqual(faults, [], JSON.stringify(view));
    for (const at of [0, 1])
      for (const present of [true, false]) {
        const fragment = addressOfStep(lesson, 'mine', at, '', present);
        assert.ok(!asksForStep(fragment), fragment);
        assert.match(fragment, new RegExp(`^v=1&sample=agreement-keys&.*&lesson=mine&step=${at + 1}(&present=on)?$`));
      }
  }
  const { lesson } = readLesson(JSON.stringify(lessonOf([step({ view: 'method=raw&layer=3' })])));
  assert.equal(
    addressOfStep(lesson, 'mine', 0),
    'v=1&sample=agreement-keys&method=raw&layer=3&lesson=mine&step=1',
    'what says something stays as it is',
  );
});

test('a lesson is checked whole before it begins, and the step is named', () => {
  for (const key of ['sample', 'url', 'gist', 'local', 'data', 'second', 'second-read', 'dataset', 'row', 'lesson', 'step']) {
    assert.match(
      faultsOf([step(), step({ view: `layer=2&${key}=https://evil.example/x` })])[0],
      new RegExp(`^steps\\[1\\]\\.view: "${key}" is not allowed in a view`),
      key,
    );
    assert.match(
      faultsOf([step(), step({ view: { layer: 2, [key]: 'https://evil.example/x' } })])[0],
      new RegExp(`^steps\\[1\\]\\.view\\.${key}: "${key}" is not allowed in a view`),
      key,
    );
    const question = { text: 'Q', answers: [{ text: 'A', right: true, view: { [key]: 'x' } }, { text: 'B' }] };
    assert.match(faultsOf([step({ question })])[0], /^steps\[0\]\.question\.answers\[0\]\.view/, key);
    assert.match(faultsOf([step({ number: { ask: 'N', is: 1, view: `${key}=x` } })])[0], /^steps\[0\]\.number\.view/, key);
  }
  for (const bad of ['less%6fn=x', 'LESSON=x', ' lesson=x', 'lesson', '=x', 'a=1&b'])
    assert.match(faultsOf([step({ view: bad })])[0], /^steps\[0\]\.view: ".*" is not a field/, bad);
  for (const view of [7, null, [], ['lesson=x'], true, { layer: null }, { layer: {} }, { 'a b': 1 }])
    assert.match(faultsOf([step({ view })])[0], /^steps\[0\]\.view/, JSON.stringify(view));
  const deep = `${'('.repeat(1900)}${')'.repeat(1900)}`;
  for (const formula of [deep, '['.repeat(3000), `${'{'.repeat(1500)}${'}'.repeat(1500)}`, 'a_'.repeat(1900)])
    assert.match(faultsOf([step({ text: `$${formula}$` })])[0], /^steps\[0\]\.text\[0\]: /);
  for (const text of [
    '[]',
    'null',
    '{"steps":{}}',
    '{"form":"headwaters-lesson/1","id":"a","title":"b","steps":[{"title":"c","text":"d","data":{"address":"javascript:1"}}]}',
    '['.repeat(100_000),
  ])
    assert.equal(readLesson(text).lesson, null, text.slice(0, 60));
});

test('no text of a lesson keeps the page busy', async () => {
  const patterns = ['*', '**', '`', '$', '{', '[', '[a](', '{a|', '**a*', '\\', '$"', '[[', '*\\', '{1 2;', '$a_'];
  for (const pattern of patterns) {
    const text = pattern.repeat(Math.floor(4000 / pattern.length));
    const lesson = JSON.stringify(
      lessonOf([step({ text: Array.from({ length: isWhole ? 12 : 4 }, () => Array.from({ length: isWhole ? 20 : 4 }, () => text)) })]),
    );
    const began = performance.now();
    readLesson(lesson);
    assert.ok(performance.now() - began < (isWhole ? 20_000 : 2000), `${pattern}: ${performance.now() - began} ms`);
  }
});

const packed = (text) => `z:${deflateRawSync(text).toString('base64url')}`;

test('a packed lesson that becomes too large, or is none, ends in a message of its own', async () => {
  const good = JSON.stringify(lessonOf([step()]));
  assert.equal((await findLesson(packed(good))).lesson.steps.length, 1);
  await assert.rejects(findLesson(packed(good.padEnd(40_000_000))), /the lesson in the link: 0\.0 MB unpack to more than 1\.\d MB/);
  await assert.rejects(findLesson(packed(good).slice(0, -9)), /lesson in this link is incomplete or changed/);
  await assert.rejects(findLesson('z:%%%'), /lesson in this link is incomplete or changed/);
  await assert.rejects(findLesson(packed(Buffer.from([0xff, 0xfe, 0x22]))), /lesson in this link is incomplete or changed/);
  await assert.rejects(findLesson(packed('{')), /This is not JSON/);
});

test('a lesson of another host is read as far as a lesson is long', async () => {
  let sent = 0;
  const host = createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    if (request.url === '/bytes') return void response.end(Buffer.from([0xff, 0xff]));
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 32))) sent += 65_536;
    };
    response.on('drain', more);
    more();
  });
  await new Promise((resolve) => host.listen(0, '127.0.0.1', () => resolve(null)));
  const url = `http://127.0.0.1:${/** @type {any} */ (host.address()).port}/`;
  const silence = await mostSilence(() => assert.rejects(findLesson(`${url}endless`), /The lesson exceeds 1 MB/));
  assert.ok(silence < 1000 && sent < 30_000_000, `${silence} ms, ${sent} bytes`);
  await assert.rejects(findLesson(`${url}bytes`), /This is not UTF-8 text/);
  host.closeAllConnections();
  host.close();
});

test('a host that only a lesson names is known before it is asked', () => {
  const page = 'https://page.example/headwaters/index.html';
  const at = (address, reference, base = '') =>
    strangeHost(
      readLesson(JSON.stringify(lessonOf([step({ data: { address } }), step({ data: undefined })])), base).lesson,
      reference,
      1,
      page,
    );
  assert.equal(at('https://evil.example/x.json', 'z:abc'), 'evil.example');
  assert.equal(at('https://evil.example:8443/x.json', 'https://page.example/l.json'), 'evil.example:8443');
  assert.equal(at('https://gist.github.com/someone/0123456789abcdef0123', 'z:abc'), 'gist.githubusercontent.com', 'the one that is asked');
  assert.equal(at('https://course.example/x.json', 'https://course.example/l.json'), '');
  assert.equal(at('three.json', 'https://course.example/l.json', 'https://course.example/l.json'), '');
  assert.equal(at('https://page.example/other.json', 'z:abc'), '');
  const own = readLesson(JSON.stringify(lessonOf([step({ data: { tokens: ['a'], attentions: [[[1]]] } })]))).lesson;
  assert.equal(strangeHost(own, 'z:abc', 0, page), '');
});

test('the hosts behind a view that travels in a file are named, each once', () => {
  const page = 'https://page.example/headwaters/index.html';
  const of = (fields) => hostsOf(fields, page);
  assert.deepEqual(of('dataset=https%3A%2F%2Fevil.example%2Fx&row=2&lesson=https%3A%2F%2Fevil.example%2Fl&step=1'), ['evil.example']);
  assert.deepEqual(of('lesson=http://a.example/l&dataset=//b.example/x'), ['a.example', 'b.example']);
  assert.deepEqual(of('dataset=list.jsonl'), ['page.example'], 'its own host, too');
  assert.deepEqual(of('lesson=flow-by-hand&step=3'), []);
  assert.deepEqual(of(`lesson=${encodeURIComponent('z:abc')}`), []);
  assert.deepEqual(of('dataset=local%3Amine.jsonl'), []);
  for (const odd of ['dataset=%', 'dataset=', 'lesson', 'dataset=javascript:1', 'dataset=data:,x', '&&=&'])
    assert.ok(
      of(odd).every((host) => host === 'page.example'),
      odd,
    );
});
