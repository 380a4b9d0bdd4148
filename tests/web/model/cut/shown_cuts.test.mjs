// SPDX-License-Identifier: MIT
// A run that was cut shows its title, and the weights of heads that were cut.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { numbered, describeSwap } from '../../../../web/model/cut/descriptions.js';
import { open, run, start } from '../model_instance.mjs';

before(start);

test('cuts are told in words, equal tokens numbered, unless they are many', () => {
  open();
  const titled = (how, said) =>
    assert.ok(Buffer.from(run('the keys to the cabinet [MASK] on the table', how).bytes).includes(`table · cut: ${said}`), said);
  titled(
    { edges: '2:3:6>4; 1:*:6>5', residuals: '3:1', rule: 'renormalise' },
    'layer 2, head 4, the (2) → [MASK]; layer 1, all heads, cabinet → [MASK]; layer 3, residual of the (1) (scores to −∞)',
  );
  titled({ edges: '1:0:6>1,6>2', rule: 'zero' }, '1:0:6>1,6>2 (weights to 0; heads and tokens from 0)');
  titled({ heads: '1:0; 1:1; 1:2; 1:3', rule: 'mean' }, '1:0; 1:1; 1:2; 1:3 (heads to their mean; heads and tokens from 0)');
});

test('what was swapped in is told in words, as the list of cuts has them', () => {
  open();
  const text = 'the key to the cabinet [MASK] on the table';
  const names = numbered(['[CLS]', ...text.split(' '), '[SEP]']);
  for (const [swaps, said] of [
    ['s3:2;h1:0', '“key” after layer 3; layer 2, head 1'],
    ['s0:4;s1:1;a2:2', '“the (2)” after layer 0; “the (1)” after layer 1'],
    ['s1:1;s1:2;s1:3;s1:4', '4 activations'],
  ]) {
    assert.equal(describeSwap(swaps, names), said);
    assert.ok(
      Buffer.from(run(text, { clean: 'the keys to the cabinet [MASK] on the table', swaps }).bytes).includes(
        `table · swapped in from “the keys to the cabinet [MASK] on the table”: ${said}`,
      ),
      said,
    );
  }
});

test('a head whose output is 0 has no weights in what is shown, and the others keep theirs; with a mean it has', () => {
  open();
  const text = 'the keys to the cabinet [MASK] on the table';
  const [n, heads] = [11, 4];
  const weightsOf = (how) => {
    const { bytes } = run(text, how);
    // All layers of attention are the longest run of numbers in the message. Its rows sum to 1, or to 0.
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const count = 4 * heads * n * n;
    for (let at = 0; at + 4 * count <= bytes.length; at += 1) {
      if (view.getUint32(at, true) !== count) continue;
      return Float32Array.from({ length: count }, (_, i) => view.getFloat32(at + 4 + 4 * i, true));
    }
    return assert.fail('no attention in the message');
  };
  const sums = (weights, layer) =>
    Array.from({ length: heads }, (_, head) =>
      weights.slice((layer * heads + head) * n * n, (layer * heads + head) * n * n + n).reduce((a, b) => a + b, 0),
    );
  const near = (list, wanted) =>
    list.forEach((sum, i) => {
      assert.ok(Math.abs(sum - wanted[i]) < 1e-5, `${list}`);
    });
  near(sums(weightsOf({}), 0), [1, 1, 1, 1]);
  const cut = weightsOf({ heads: '1:0' });
  near(sums(cut, 0), [0, 1, 1, 1]);
  near(sums(cut, 1), [1, 1, 1, 1]);
  assert.ok(cut.slice(0, n * n).every((one) => one === 0));
  near(sums(weightsOf({ heads: '1:0', rule: 'mean' }), 0), [1, 1, 1, 1]);
});
