// SPDX-License-Identifier: MIT
// @ts-check
// Claims of the lesson on circuits, and their checks.
import { circuit, valueAt } from '../values.mjs';
import { largest, says } from '../rows.mjs';

const id = 'find-the-circuit';
/** What the last `fox` gives to the word after the first one, for each head of layer 2. @param {any} file @returns {number[]} */
const shares = (file) => file.attentions[1].map((/** @type {number[][]} */ head) => head[7][1]);
/** A probability without heads. @param {any} data @param {string} heads */
const without = (data, heads) => says(data, 'red', `head=${heads}`);
const isKept = (/** @type {any} */ data) => Math.abs(without(data, '2:1;2:2') - says(data, 'red')) < 1e-6;
const doesFour = (/** @type {any} */ data) => without(data, '2:0;2:1;2:2') > 0.9 && without(data, '2:3') > 0.9;
/** What a head gives to the token before, from the second token on. @param {any} file @returns {number[]} */
const before = (file) => file.attentions[0][2].map((/** @type {number[]} */ row, /** @type {number} */ at) => row[at - 1]).slice(1);
const atRed = (/** @type {any} */ data) => says(data, 'red', 'cut=1:2:1>*') < 0.01 && says(data, 'red', 'cut=1:2:7>*') > 0.99;
/** Of Circuit for the other text of the lesson's encoder. @param {any} data @param {string} of */
const encoder = (data, of) => valueAt(`circuit of=${of} word=keys:key`, data);
/** The names of the edges with the largest scores. @param {any} data @param {number} count */
const edges = (data, count) => {
  const { edges: names, values } = circuit(data);
  return names
    .map((/** @type {string} */ name, /** @type {number} */ at) => ({ name, size: Math.abs(values[at]) }))
    .sort((/** @type {{size: number}} */ a, /** @type {{size: number}} */ b) => b.size - a.size)
    .slice(0, count)
    .map((/** @type {{name: string}} */ { name }) => name);
};
const isSmall = (/** @type {any} */ data) =>
  encoder(data, 'size size=4') === 9 && encoder(data, 'kept size=4') > 0.9 && encoder(data, 'edges') === 479;

/** @type {import('../rows.mjs').Claim[]} */
export const claims = [
  [
    id,
    1,
    'This model has two layers of four heads, and nothing else.',
    (_, file) => file.attentions.length === 2 && file.attentions.every((/** @type {any[]} */ layer) => layer.length === 4),
  ],
  [id, 1, 'After the second `fox` it answers *red*', (data, file) => says(data, 'red') > 0.9 && file.tokens.lastIndexOf('fox') === 7],
  [
    id,
    1,
    'Each head of layer 2 gives more than eight tenths of the weight of that `fox` to `red`, the word after the first `fox`.',
    (_, file) => shares(file).every((share) => share > 0.8) && file.tokens[1] === 'red' && file.tokens[0] === 'fox',
  ],
  [id, 1, 'Head 2 gives the most.', (_, file) => largest(shares(file)) === 1],
  [id, 1, 'The heads do not share the work equally.', (data) => without(data, '2:0') < without(data, '2:1') - 0.001],
  [id, 1, 'The same as before', (data) => Math.abs(without(data, '2:1') - says(data, 'red')) < 1e-6],
  [id, 1, 'Without both heads *red* still has', isKept],
  [id, 2, 'So heads 1 and 4 of layer 2 must do the work.', (data) => isKept(data) && without(data, '2:0;2:3') < 0.01],
  [id, 2, 'Another head does the same.', doesFour],
  [id, 2, 'Head 4 does the same, and it is enough.', doesFour],
  [id, 2, 'Half of the heads is not half of the probability.', doesFour],
  [id, 2, 'Above 0.9', (data) => without(data, '2:0') > 0.9],
  [id, 2, 'Cuts of single heads find neither of the two.', (data) => without(data, '2:0') > 0.99 && without(data, '2:3') > 0.99],
  [id, 2, 'Now *red* has', (data) => without(data, '2:0;2:3') < 0.01 && says(data, 'sun', 'head=2:0;2:3') > 0.5],
  [
    id,
    3,
    'Head 3 of layer 1 gives more than eight tenths of a token’s weight to the token before it.',
    (_, file) => Math.min(...before(file)) > 0.8,
  ],
  [id, 3, 'The last `fox` looks at `sun`, which is not the answer.', (data, file) => file.tokens[6] === 'sun' && says(data, 'sun') < 0.01],
  [id, 3, 'It works at another token, the first `red`.', atRed],
  [id, 3, 'At `red` the head writes that `fox` comes before.', atRed],
  [id, 4, 'Far fewer.', (data) => valueAt('circuit of=size size=5', data) < 10],
  [
    id,
    4,
    'They go from the embeddings to the value of head 3 in layer 1, from there to the keys of heads 1 and 4, and from these two to the answer.',
    (data) =>
      edges(data, 5).sort().join() === 'a0.h2->a1.h0<k>,a0.h2->a1.h3<k>,a1.h0->logits,a1.h3->logits,input->a0.h2<v>' &&
      valueAt('circuit of=size size=5', data) === 5,
  ],
  [id, 4, '{110|circuit of=edges}', (data) => says({ ...data, text: 'owl red moon key lake fox sun fox' }, 'sun') > 0.9],
  [id, 5, 'Most of the model is not needed for this pair.', isSmall],
  [id, 5, 'Agreement needs only a small part of the model here.', isSmall],
  [id, 5, 'Then *is* leads.', (data) => encoder(data, 'clean edge=input->a0.h0<v>') + encoder(data, 'noise edge=input->a0.h0<v>') < 0],
  [id, 6, 'You tested nine edges on one pair of texts.', isSmall],
  [id, 6, 'The other 470 edges', (data) => encoder(data, 'edges') - encoder(data, 'size size=4') === 470],
];
