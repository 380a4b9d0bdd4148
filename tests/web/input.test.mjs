// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isBrowsers, modifiersOf, pixelsOf } from '../../web/input/input.js';
import { undoKey } from '../../web/input/undo_key.js';

/** @type {(name: string, more?: object) => any} */
const key = (name, more = {}) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

test('the browser keeps its keys', () => {
  for (const name of ['Tab', 'F1', 'F5', 'F11', 'F12']) assert.ok(isBrowsers(key(name)), name);
  for (const name of ['r', 't', 'w', 'l', '+', 'ArrowLeft']) {
    assert.ok(isBrowsers(key(name, { ctrlKey: true })), `Ctrl+${name}`);
    assert.ok(isBrowsers(key(name, { metaKey: true })), `Meta+${name}`);
    assert.ok(isBrowsers(key(name, { altKey: true })), `Alt+${name}`);
  }
  assert.ok(isBrowsers(key('k', { isComposing: true })));
  for (const name of [' ', 'ArrowLeft', 'f', '?']) assert.ok(!isBrowsers(key(name)), name);
});

test('a wheel counts the same in pixels, lines and pages', () => {
  const wheel = (deltaMode, deltaY) => pixelsOf(/** @type {WheelEvent} */ ({ deltaX: 0, deltaY, deltaMode }));
  assert.deepEqual(wheel(0, 100), { x: 0, y: 100 });
  assert.deepEqual(wheel(1, 2.5), { x: 0, y: 100 });
  assert.deepEqual(wheel(2, -1), { x: 0, y: -800 });
});

test('cmd counts as ctrl', () => {
  assert.equal(modifiersOf(key('a', { metaKey: true, shiftKey: true })), 3);
  assert.equal(modifiersOf(key('a', { altKey: true })), 4);
});

test('undo and redo are the keys that everybody knows, with Ctrl or Cmd', () => {
  const press = (name, more = {}) => undoKey(key(name, more));
  assert.equal(press('z', { ctrlKey: true }), 'Ctrl+z');
  assert.equal(press('Z', { ctrlKey: true, shiftKey: true }), 'Ctrl+Z');
  assert.equal(press('z', { metaKey: true }), 'Ctrl+z');
  assert.equal(press('Z', { metaKey: true, shiftKey: true }), 'Ctrl+Z');
  assert.equal(press('y', { ctrlKey: true }), 'Ctrl+y');
  for (const other of [
    press('z'),
    press('y', { metaKey: true }),
    press('z', { ctrlKey: true, altKey: true }),
    press('x', { ctrlKey: true }),
    press('z', { ctrlKey: true, metaKey: true }),
  ])
    assert.equal(other, '');
});
