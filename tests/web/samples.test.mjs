// SPDX-License-Identifier: MIT
// The samples' words agree with their files: the title, and the token that a sample is read at.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (name) => JSON.parse(readFileSync(new URL(`../../web/samples/${name}.json`, import.meta.url), 'utf8'));

for (const { id, title, about } of read('index')) {
  test(`the sample ${id} says at which token it is read`, () => {
    const file = read(id);
    assert.equal(file.title, title);
    // A decoder's token stands for what it is about to write.
    const tokens = file.tokens ?? file.decoder.predicted;
    const token = tokens[file.outputToken]?.replace(/^▁/, '');
    assert.ok(token, 'the file chooses its output token');
    const named = /^\[.*\]$/.test(token) ? token : `“${token}”`;
    assert.ok(`${title} ${about}`.includes(named), `${named} is not in: ${title} ${about}`);
  });
}
