// SPDX-License-Identifier: MIT
// What an engine, or the driver that reaches it, cannot be asked: a row leaves a test out and says why. A row without
// `test` means the whole file, one with it the tests whose names hold these words. docs/reliability.md prints the table.

/** @type {{engine: string, file: string, test?: string, reason: string}[]} */
export const cannot = [
  { engine: 'webkit', file: 'everywhere', test: 'the wheel with Ctrl', reason: 'its driver sends wheels without the keys that are held' },
];
