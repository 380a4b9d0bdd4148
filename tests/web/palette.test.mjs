// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { commandsOf, numberCommands } from '../../web/dialogs/palette.js';

const done = [];
const doing = {
  apply: (fields) => done.push(['apply', fields]),
  act: (id) => done.push(['act', id]),
  openSample: (id) => done.push(['sample', id]),
};
/** @type {(id: string, more?: object) => import('../../web/dialogs/palette.js').Action} */
const action = (id, more = {}) => ({ id, group: 'Views', name: id, keys: [], fields: '', also: '', available: true, ...more });
/** @type {import('../../web/mirror/mirror_controls.js').Control} */
const residual = { kind: 'number', key: 'residual', label: 'Residual weight', value: 0.5, min: 0, max: 1, step: 0.05, prefix: 'residual=' };

test('controls add what the table of actions does not have', () => {
  const model = {
    controls: [
      { kind: 'choice', key: 'panel', label: 'View', options: [{ label: 'matrix', fields: 'panel=matrix', available: true }] },
      {
        kind: 'choice',
        key: 'fusion',
        label: 'Head fusion',
        options: [
          { label: 'max', fields: 'fusion=max', available: true },
          { label: 'min', fields: 'fusion=min', available: false },
        ],
      },
      { kind: 'switch', key: 'ghost', label: 'Show the previous layer', on: true, fields: 'ghost=off' },
      residual,
    ],
    outputs: [
      { token: 2, label: 'keys', fields: 'token=2' },
      { token: -1, label: 'mean of all', fields: 'token=mean' },
    ],
    timeline: { layers: 2 },
  };
  const actions = [action('view-matrix', { name: 'Matrix', keys: ['3'], fields: 'panel=matrix' }), action('gone', { available: false })];
  const commands = commandsOf(actions, /** @type {any} */ (model), [{ id: 'ocr', title: 'Reading' }], doing);
  assert.deepEqual(
    commands.map(({ name }) => name),
    [
      'Matrix',
      'Head fusion: max',
      'Show the previous layer: off',
      'Token 3: keys',
      'Output: mean of all',
      'Layer 1',
      'Layer 2',
      'Sample: Reading',
    ],
  );
  for (const { run } of commands) run();
  assert.deepEqual(done.splice(0), [
    ['act', 'view-matrix'],
    ['apply', 'fusion=max'],
    ['apply', 'ghost=off'],
    ['apply', 'token=2'],
    ['apply', 'token=mean'],
    ['apply', 'layer=1'],
    ['apply', 'layer=2'],
    ['sample', 'ocr'],
  ]);
});

test('a number sets a control that takes it, within its range', () => {
  const [command, ...rest] = numberCommands('residual 0.3', [residual], doing);
  assert.equal(rest.length, 0);
  assert.equal(command.name, 'Residual weight: 0.3');
  command.run();
  assert.deepEqual(done.splice(0), [['apply', 'residual=0.3']]);
  assert.deepEqual(numberCommands('residual 3', [residual], doing), []);
  assert.deepEqual(numberCommands('residual', [residual], doing), []);
  assert.deepEqual(numberCommands('layer 0.3', [residual], doing), []);
  numberCommands('divider 0,4', [{ ...residual, label: 'Divider', prefix: 'dividers=', suffix: ',0.5' }], doing)[0].run();
  assert.deepEqual(done.splice(0), [['apply', 'dividers=0.4,0.5']]);
});
