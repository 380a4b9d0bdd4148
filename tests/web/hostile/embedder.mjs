// SPDX-License-Identifier: MIT
// A page with secrets in every part of its state, and messages to it from another origin (embedder.test.mjs).
import { Disclosures } from '../../../web/consent/disclosures.js';
import { Answers } from '../../../web/embed/answers.js';

export const page = 'https://page.example';
export const evil = 'https://evil.example';
Object.assign(globalThis, { location: new URL(`${page}/headwaters/`), parent: null, window: globalThis });

/**
 * A state in which every text that may come from a file, a name or a person contains the secret. `newMember` belongs to a later version.
 * @type {(secret: string, more?: object) => any}
 */
export const secretive = (secret, more = {}) => ({
  source: { kind: 'local', text: `${secret}.json`, choices: `token-texts=${secret}` },
  prompt: secret,
  experiment: secret,
  writing: secret,
  second: `second=https%3A%2F%2F${secret}.example%2Fs&second-token-texts=${secret}`,
  document: {
    name: secret,
    form: 'headwaters',
    title: secret,
    tokens: [secret, 'b'],
    model: secret,
    warnings: [{ place: secret, finding: secret, remedy: secret }],
    examples: [secret],
    layers: 2,
  },
  figures: ['bars'],
  example: 0,
  side: 'encoder',
  method: 'rollout',
  layer: 1,
  output: 'chosen',
  tokens: [0],
  sink: -1,
  relativeFlow: true,
  over: 'nothing',
  sort: 'position',
  ghost: true,
  scale: 'layers',
  ownShare: true,
  wholeScale: false,
  cellNumbers: false,
  rawTokens: false,
  hidden: [],
  renormalise: false,
  words: false,
  spans: [],
  segments: 'all',
  colors: 'blues',
  panel: 'bars',
  panes: [],
  dividers: [],
  compareAs: 'bars',
  difference: [],
  thumbnails: 'attention',
  compare: [{ method: 'raw', invented: secret }, { score: secret }, { score: secret, file: 'earlier' }],
  patches: 'smooth',
  image: 'layer',
  opacity: 1,
  graph: 'traced',
  edges: 0,
  keep: 0,
  bothFiles: false,
  terms: '3,w2',
  paths: -1,
  among: 'words',
  leaveOut: [secret],
  scores: 'all',
  lesson: { id: secret, step: 1, steps: 2 },
  step: 1,
  dataset: `local:${secret}`,
  row: 3,
  present: false,
  title: secret,
  notes: [{ at: 'token', token: 1, text: secret }],
  settings: { fusion: 'mean', heads: [] },
  playing: false,
  loop: true,
  speed: 1,
  newMember: secret,
  messages: [{ id: 1, kind: 'error', file: `${secret}.bin`, place: secret, finding: secret, remedy: secret, actions: [secret] }],
  ...more,
});

/** A page that obeys its messages, as far as it matters here. The tests change `state`. */
export function desk(state) {
  const disclosures = new Disclosures();
  const listeners = new Map();
  const made = {
    disclosures,
    state,
    given: /** @type {object | null} */ (null),
    hash: '',
    questions: /** @type {string[]} */ ([]),
    answer: false,
    waits: Promise.resolve(),
    tell: (name, detail) =>
      (listeners.get(name) ?? []).forEach((one) => {
        one(detail);
      }),
    /** The visitor or history changes the open document. */
    becomes(next, given = {}) {
      made.state = next;
      made.given = next.source.kind === 'local' ? given : null;
      made.tell('open', next.document);
      made.tell('change', next);
    },
  };
  /** @type {any} */
  const api = {
    get state() {
      return structuredClone(made.state);
    },
    setState: (change) => {
      made.state = { ...made.state, ...change, document: made.state.document, source: made.state.source, messages: made.state.messages };
      made.tell('change', made.state);
    },
    open: async (source) => {
      if (source === `${evil}/list`) return Object.assign(made.state, { dataset: source, row: -1 }); // a list, so the open document stays
      if (source instanceof Blob && (await source.text()).includes('dataset'))
        return Object.assign(made.state, { dataset: 'local:data', row: -1 });
      if (source === `${evil}/broken`)
        throw Object.assign(new Error('no'), { place: 'byte 1', finding: 'broken', remedy: 'mend it', note: 'SECRET' });
      const kind = typeof source === 'string' ? 'url' : 'local';
      made.becomes(
        secretive('THEIRS', {
          source: { kind, text: kind === 'url' ? source : 'data', choices: '' },
          second: null,
          dataset: '',
          row: -1,
          lesson: null,
          messages: made.state.messages,
        }),
        source,
      );
    },
    results: async ({ method = made.state.method, layer = -1 }) => {
      const tokens = [made.state.document?.name];
      await made.waits;
      if (method === 'broken') throw Object.assign(new Error('no'), { place: 'results', finding: tokens[0], remedy: '' });
      return { method, layer, tokens };
    },
    on: (name, listener) => listeners.set(name, [...(listeners.get(name) ?? []), listener]),
  };
  const answers = new Answers({
    api,
    disclosures,
    given: () => made.given,
    fields: () => made.hash,
    questions: async () => ({
      askUser: async (_, name) => {
        made.questions.push(name);
        return made.answer;
      },
      noMore: () => {},
    }),
  });
  return Object.assign(made, { answers });
}

export const peerOf = (origin) => {
  const got = /** @type {any[]} */ ([]);
  const source = { postMessage: (data, target) => got.push(structuredClone({ data, target })) };
  return { got, origin, source };
};
export const say = (one, peer, data) => one.answers.hear(/** @type {any} */ ({ data, origin: peer.origin, source: peer.source }));
