// SPDX-License-Identifier: MIT
// The data that a page of another origin receives. Sends every kind of message in every state of the page, with a secret in each part of
// the state, and then searches for it in every answer and event (web/embed).
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { pointersOf, Disclosures } from '../../../web/consent/disclosures.js';
import { messageFor, stateFor } from '../../../web/embed/filter.js';
import { desk, evil, page, peerOf, say, secretive } from './embedder.mjs';

const root = join(import.meta.dirname, '../../..');
const types = readFileSync(join(root, 'web/state.d.ts'), 'utf8');

/** The members of the state with their types from web/state.d.ts. @type {[string, string][]} */
const declared = [.../export interface State \{(.*?)\n\}/s.exec(types)[1].matchAll(/^ {2}(\w+): ([^;]+(?:;[^;\n]+\})?.*);$/gm)].map(
  ([, name, type]) => [name, type],
);
/** Texts that are words of the program or digits, which any view may reveal. */
const harmless = /^(number(\[\])*|boolean|(\| )?'[\w-]+'( \| '[\w-]+')*|(PanelName|FigureName)(\[\])*|MethodName|Settings)$/;

const nobody = { all: false, document: false, notes: false, second: false, dataset: false, lesson: false };

test('the state that is tried has every member, and each that is told of any view is a word or a number', () => {
  const { newMember: _, ...tried } = secretive('x');
  assert.deepEqual(
    Object.keys(tried).sort(),
    declared.map(([name]) => name).sort(),
    'a new member of the state is told nobody; put it here, and on a list of web/embed/filter.js if anybody may know it',
  );
  const disclosures = Object.keys(stateFor(secretive('x'), nobody)).filter(
    (name) => !['source', 'document', 'private', 'compare', 'lesson'].includes(name),
  );
  const free = disclosures.filter((name) => !harmless.test(declared.find(([own]) => own === name)[1]));
  assert.deepEqual(free, ['terms'], 'texts of their own: digits and commas (src/page/rules/opened_terms.h)');
});

test('whoever knows nothing is told nothing, and each right opens just what it is about', () => {
  assert.ok(!JSON.stringify(stateFor(secretive('SECRET'), nobody)).includes('SECRET'));
  const disclosures = (rights) =>
    Object.entries(stateFor(secretive('SECRET'), { ...nobody, ...rights }))
      .filter(([, value]) => JSON.stringify(value).includes('SECRET'))
      .map(([name]) => name)
      .sort();
  assert.deepEqual(disclosures({ document: true }), ['compare', 'document', 'leaveOut', 'prompt', 'source']);
  assert.deepEqual(disclosures({ notes: true }), ['notes', 'title']);
  assert.deepEqual(
    [disclosures({ second: true }), disclosures({ dataset: true }), disclosures({ lesson: true })],
    [['second'], ['dataset'], ['lesson']],
  );
  const { compare } = stateFor(secretive('SECRET'), { ...nobody, document: true });
  assert.deepEqual(compare, [{ method: 'raw' }, { score: 'SECRET' }], 'scores of the file before are of another file');
  assert.equal(stateFor(secretive('SECRET'), nobody).private, true);
});

test('no answer and no event has a part that is on no list', () => {
  for (const type of /** @type {const} */ (['ready', 'opened', 'failed', 'state', 'listening', 'allowed', 'results', 'event', 'call'])) {
    for (const event of ['layer', 'selection', 'state']) {
      const said = {
        id: 7,
        event,
        events: ['layer'],
        allowed: false,
        problem: { place: 'a', finding: 'b', remedy: 'c', stack: 'SECRET', cause: 'SECRET' },
        summary: 'SECRET',
        state: 'SECRET',
        results: 'SECRET',
        document: 'SECRET',
        other: 'SECRET',
      };
      const message = messageFor(type, said, secretive('SECRET'), nobody);
      assert.ok(!JSON.stringify(message).includes('SECRET'), `${type} ${event}: ${JSON.stringify(message)}`);
      assert.equal(message.type, `headwaters:${type}`);
    }
  }
});

test('nothing but the one place sends anything to another page', () => {
  const files = readdirSync(join(root, 'web'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.js') && !/^(worker|python)\//.test(name));
  const senders = files.flatMap((name) =>
    readFileSync(join(root, 'web', name), 'utf8')
      .split('\n')
      .filter((line) => /\.postMessage\(/.test(line) && !/^\s*(\/\/|\*)/.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  // The article's tag (figure/) is on the other side, in the article's own page, and only sends messages to its frame's origin.
  const others = senders.filter(
    (line) =>
      !/^(allow\.js: opener\?\.postMessage\(.*, location\.origin\);|embed\/answers\.js: peer\.target\.postMessage\(messageFor\(|figure\/headwaters-figure\.js: this\.#frame\?\.contentWindow\?\.postMessage\(message, this\.#origin, )/.test(
        line,
      ) && !/worker|port|channel/i.test(line),
  );
  assert.deepEqual(others, []);
});

const list = '{"format":"headwaters-dataset/1"}\n';
/** Each kind of message, with its hardest content. */
const messages = [
  { type: 'headwaters:listen', events: ['layer', 'selection', 'state', 'error', 'open', 'toString', '__proto__'] },
  { type: 'headwaters:state' },
  { type: 'headwaters:state', state: { layer: 0 } },
  { type: 'headwaters:state', state: { dataset: `${evil}/list`, row: 3 } },
  { type: 'headwaters:state', state: { lesson: `${evil}/lesson` } },
  { type: 'headwaters:state', state: { title: 'x', notes: [] } },
  { type: 'headwaters:state', state: null },
  { type: 'headwaters:state', state: 'layer' },
  { type: 'headwaters:ask' },
  { type: 'headwaters:open', url: `${evil}/list` },
  { type: 'headwaters:open', data: new TextEncoder().encode(`${list}"dataset"`) },
  { type: 'headwaters:open', url: `${evil}/broken` },
  { type: 'headwaters:open' },
  { type: 'headwaters:open', data: null },
  { type: 'headwaters:open', url: 7 },
  { type: 'headwaters:open', data: 'text' },
  { type: 'headwaters:results' },
  { type: 'headwaters:reply', result: {} },
  { type: 'headwaters:open', model: { name: 'x' } },
  { type: 'headwaters:state', state: { prompt: 'x' } },
  { type: 'headwaters:hear' },
  { type: 'toString' },
  { type: 'constructor' },
  { type: {} },
  {},
  null,
  'headwaters:state',
  7,
].map((message) => (message && typeof message === 'object' ? { id: 1, ...message } : message));

/** The possible states of a page when a message comes, all of them a visitor's own. */
const states = {
  'a private file': (one) => one.becomes(secretive('SECRET')),
  'a private file as the second': (one) =>
    one.becomes(
      secretive('SECRET', {
        source: { kind: 'sample', text: 'agreement-keys', choices: '' },
        prompt: null,
        document: { name: 'x', tokens: [] },
        title: '',
        notes: [],
        leaveOut: [],
        compare: [{ score: 'SECRET', file: 'earlier' }],
      }),
    ),
  'an address that the visitor gave': (one) =>
    one.becomes(secretive('SECRET', { source: { kind: 'url', text: 'https://intranet.example/SECRET', choices: '' } })),
  'a list of the visitor': (one) => one.becomes(secretive('SECRET', { row: -1 })),
  'an example of a list by address': (one) =>
    one.becomes(
      secretive('SECRET', {
        dataset: 'https://intranet.example/SECRET',
        source: { kind: 'url', text: 'https://intranet.example/SECRET/1', choices: '' },
      }),
    ),
  'a lesson of the visitor': (one) => {
    one.hash = 'v=1&lesson=z%3ASECRET&step=2';
    return one.becomes(secretive('SECRET'));
  },
  'a broken file beside a sample': (one) =>
    one.becomes({
      ...secretive('x', { source: { kind: 'sample', text: 'digit-4', choices: '' } }),
      messages: secretive('SECRET').messages,
    }),
  'back from their own file to a private one': (one) => {
    one.becomes(secretive('x', { source: { kind: 'sample', text: 'digit-4', choices: '' } }));
    return one.becomes(secretive('SECRET'));
  },
  'packed data that a hand pasted': (one) => one.becomes(secretive('SECRET', { source: { kind: 'data', text: 'SECRET', choices: '' } })),
  'a draft by hand beside a sample': (one) => {
    one.hash = 'v=1&sample=agreement-keys&draft=SECRET/by%20hand/SECRET,b/1,0,0,1';
    return one.becomes(secretive('SECRET', { source: { kind: 'sample', text: 'agreement-keys', choices: '' } }));
  },
  'a prompt that the visitor typed': (one) => {
    one.hash = 'v=1&sample=agreement-keys&prompt=SECRET%20text';
    return one.becomes(secretive('SECRET', { source: { kind: 'sample', text: 'agreement-keys', choices: '' } }));
  },
  'a question answered with no': (one) => one.becomes(secretive('SECRET')),
};

for (const [name, enter] of Object.entries(states)) {
  test(`another origin learns nothing from any message: ${name}`, async () => {
    for (const origin of [evil, 'null']) {
      for (const first of messages) {
        const one = desk(secretive('x', { source: { kind: 'sample', text: 'agreement-keys', choices: '' }, dataset: '', row: -1 }));
        const peer = peerOf(origin);
        await say(one, peer, messages[0]); // it listens before and after
        enter(one);
        await say(one, peer, first);
        for (const message of messages.slice(1, 20)) await say(one, peer, message);
        enter(one);
        await say(one, peer, { type: 'headwaters:state', id: 2 });
        await new Promise((resolve) => setTimeout(resolve));
        const sent = JSON.stringify(peer.got);
        assert.ok(
          !sent.includes('SECRET'),
          `${origin} after ${JSON.stringify(first)}: ${sent.slice(Math.max(0, sent.indexOf('SECRET') - 300), sent.indexOf('SECRET') + 20)}`,
        );
        assert.ok(peer.got.every(({ target }) => target === (origin === 'null' ? '*' : origin)));
        assert.ok(peer.got.length > 10, 'answers came');
      }
    }
  });
}

test('what somebody opened is told to them, wherever they come back to it, and to nobody else', async () => {
  const one = desk(secretive('x', { source: { kind: 'sample', text: 'agreement-keys', choices: '' } }));
  const [theirs, other] = [peerOf(evil), peerOf('https://other.example')];
  const document = async (peer) => {
    await say(one, peer, { type: 'headwaters:state', id: 1 });
    return peer.got.at(-1).data.state.document?.name ?? null;
  };
  await say(one, theirs, { type: 'headwaters:open', id: 3, data: { tokens: [] } });
  assert.equal(theirs.got.at(-1).data.summary.name, 'THEIRS');
  const [state, given] = [one.state, one.given];
  assert.deepEqual([await document(theirs), await document(other)], ['THEIRS', null]);
  one.becomes(secretive('SECRET', { source: { kind: 'local', text: 'data', choices: '' } }));
  assert.deepEqual([await document(theirs), await document(other)], [null, null], 'the same name is another file');
  one.becomes(state, given);
  assert.deepEqual([await document(theirs), await document(other)], ['THEIRS', null]);
  await say(one, theirs, { type: 'headwaters:open', id: 4, url: `${evil}/file` });
  assert.deepEqual([await document(theirs), await document(other)], ['THEIRS', null]);
  assert.ok(!JSON.stringify([theirs.got, other.got]).includes('SECRET'));
  const own = peerOf(page);
  one.becomes(secretive('SECRET'));
  assert.equal(await document(own), 'SECRET', 'the same origin could read it anyway');
});

test('text that the visitor types stays theirs, whatever was guessed before or is set afterwards', async () => {
  const one = desk(secretive('x', { source: { kind: 'model', text: 'agreement', choices: '' }, second: null, dataset: '', row: -1 }));
  const peer = peerOf(evil);
  const runs = (text) => {
    one.hash = `v=1&model=agreement&prompt=${encodeURIComponent(text)}`;
    one.becomes({ ...one.state, prompt: text, document: { ...one.state.document, name: text } });
  };
  const knows = async () => {
    await say(one, peer, { type: 'headwaters:state', id: 1 });
    return peer.got.at(-1).data.state.document !== null;
  };
  await say(one, peer, { type: 'headwaters:listen', id: 2, events: ['state', 'layer', 'selection'] });
  const guesses = ['the keys', 'SECRET guess', 'another'];
  for (const prompt of guesses) await say(one, peer, { type: 'headwaters:state', id: 3, state: { prompt } });
  runs('the keys');
  assert.equal(await knows(), true, 'what they set they know');
  peer.got.length = 0; // until here the guesses are their own words
  // As web/model/open/acts.js does before it runs typed text.
  one.disclosures.typed('prompt=SECRET guess', 'model=agreement');
  runs('SECRET guess');
  assert.equal(await knows(), false, 'a guess that was right is not told');
  for (const prompt of guesses) {
    await say(one, peer, { type: 'headwaters:state', id: 4, state: { prompt } });
    runs(prompt);
    assert.equal(await knows(), false, 'a right guess afterwards looks like a wrong one');
  }
  assert.ok(!JSON.stringify(peer.got).includes('SECRET'));
  // A title and notes of the visitor, on a known document.
  await say(one, peer, { type: 'headwaters:open', id: 5, url: `${evil}/file` });
  one.hash = '';
  assert.equal(peer.got.at(-1).data.summary.name, 'THEIRS');
  one.disclosures.hasNotes = true;
  one.becomes({ ...one.state, title: 'SECRET', notes: [{ at: 'token', token: 0, text: 'SECRET' }] });
  assert.equal(await knows(), true);
  assert.ok(!JSON.stringify(peer.got).includes('SECRET'));
});

test('an address that the visitor types is theirs, though somebody opened it before', async () => {
  const one = desk(secretive('x', { source: { kind: 'sample', text: 'agreement-keys', choices: '' }, dataset: '', row: -1 }));
  const peer = peerOf(evil);
  const guess = 'https://intranet.example/guess';
  await say(one, peer, { type: 'headwaters:open', id: 1, url: guess });
  one.becomes(secretive('x', { source: { kind: 'sample', text: 'agreement-keys', choices: '' }, dataset: '', row: -1 }));
  for (const field of ['url', 'dataset']) one.disclosures.typed(`${field}=${guess}`);
  one.becomes(secretive('SECRET', { source: { kind: 'url', text: guess, choices: '' }, second: null, dataset: '', row: -1 }));
  await say(one, peer, { type: 'headwaters:state', id: 2 });
  assert.ok(!JSON.stringify(peer.got).includes('SECRET'));
});

test('numbers are told to those who know the document, and not where another one was opened before they came', async () => {
  const one = desk(secretive('x', { source: { kind: 'sample', text: 'agreement-keys', choices: '' } }));
  const [theirs, other] = [peerOf(evil), peerOf('https://other.example')];
  const ask = (peer, more = {}) => say(one, peer, { type: 'headwaters:results', id: 5, ...more });
  await say(one, theirs, { type: 'headwaters:open', id: 3, data: { tokens: [] } });
  const [state, given] = [one.state, one.given];
  await ask(theirs, { method: 'flow', layer: 1, view: 'heads', format: 'csv' });
  assert.deepEqual(theirs.got.at(-1).data, {
    type: 'headwaters:results',
    id: 5,
    results: { method: 'flow', layer: 1, tokens: ['THEIRS'] },
  });
  await ask(other);
  assert.deepEqual([other.got.at(-1).data.type, other.got.at(-1).data.problem.place], ['headwaters:failed', 'results']);
  for (const method of ['flow', 'broken']) {
    one.becomes(state, given);
    let go = () => {};
    one.waits = new Promise((resolve) => {
      go = resolve;
    });
    const answered = ask(theirs, { method });
    one.becomes(secretive('SECRET'));
    go();
    await answered;
    assert.equal(theirs.got.at(-1).data.type, 'headwaters:failed');
  }
  assert.ok(!JSON.stringify([theirs.got, other.got]).includes('SECRET') && !JSON.stringify(theirs.got.at(-1)).includes('THEIRS'));
});

test('what the visitor allows holds for one origin and one file', async () => {
  const one = desk(secretive('x'));
  const [asking, other] = [peerOf(evil), peerOf('https://other.example')];
  const allowed = async (peer) => {
    await say(one, peer, { type: 'headwaters:ask', id: 1 });
    return peer.got.findLast(({ data }) => data.type === 'headwaters:allowed').data.allowed;
  };
  const file = {};
  one.becomes(secretive('SECRET'), file);
  assert.equal(await allowed(asking), false);
  one.answer = true;
  assert.equal(await allowed(asking), false, 'it is asked once');
  assert.deepEqual(one.questions, [evil]);
  one.becomes(secretive('OPEN'));
  assert.equal(await allowed(asking), true);
  one.answer = false;
  assert.equal(await allowed(other), false);
  one.becomes(secretive('SECRET'), file);
  assert.equal(await allowed(asking), false, 'as it was answered');
  const nameless = peerOf('null');
  assert.equal(await allowed(nameless), false);
  assert.equal(one.questions.length, 3);
  assert.ok(!JSON.stringify([asking.got, other.got, nameless.got]).includes('SECRET'));
  assert.ok(!JSON.stringify([other.got, nameless.got]).includes('OPEN'));
});

test('what stood in an address from outside is known, and what it leads to', () => {
  const disclosures = new Disclosures();
  for (const pointer of pointersOf(
    'v=1&url=https%3A%2F%2Fa.example%2Fx&layer=2&less%6fn=https%3A%2F%2Fa.example%2Fl&dataset=%&second=gist%3A12',
  ))
    disclosures.add(pointer, '*');
  assert.ok(
    disclosures.knows('url=https://a.example/x', evil) &&
      disclosures.knows('lesson=https://a.example/l', evil) &&
      disclosures.knows('second=gist:12', evil) &&
      disclosures.knows('dataset=%', evil),
  );
  assert.ok(
    !disclosures.knows('url=https://a.example/y', evil) &&
      !disclosures.knows('gist=12', evil) &&
      !disclosures.knows('local=x', evil) &&
      !disclosures.knows('url=', evil),
  );
  for (const shipped of ['sample=digit-4', 'lesson=flow-by-hand', 'second=sample:digit-4']) assert.ok(disclosures.knows(shipped, evil));
  for (const near of ['lesson=z:abc', 'lesson=https://x', 'sample=../x', 'second=sample:a/b', 'lesson='])
    assert.ok(!disclosures.knows(near, evil), near);
  disclosures.add('dataset=list', evil);
  disclosures.follow('url=row', 'dataset=list');
  disclosures.follow('url=other', 'dataset=unknown');
  assert.deepEqual(
    [disclosures.knows('url=row', evil), disclosures.knows('url=row', 'https://b.example'), disclosures.knows('url=other', evil)],
    [true, false, false],
  );
});
