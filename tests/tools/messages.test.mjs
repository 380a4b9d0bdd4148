// SPDX-License-Identifier: MIT
// Error messages are found in sources of all three kinds (tools/lib/check/messages.mjs).
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import { messageList, messagesOf } from '../../tools/lib/check/messages.mjs';

/** The messages of a project with these files. @param {Record<string, string>} files */
function messagesIn(files) {
  const root = mkdtempSync(join(tmpdir(), 'messages-'));
  try {
    for (const [file, text] of Object.entries({ 'src/a.h': '', 'web/a.js': '', 'python/a.py': '', ...files })) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    return messagesOf(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}
/** @param {Record<string, string>} files */
const partsOf = (files) => messagesIn(files).map(({ place, finding, remedy }) => [place, finding, remedy]);

test('a C++ message has its place, finding and remedy, from any function', () => {
  const source = `
    // Problem{Code::internal, "", "A comment is no message."}
    std::unexpected<Problem> badRow(std::string place, std::string finding, std::string remedy);
    auto a = badRow("row", say("There is no row {}."_tr, {x}), "Rows count " "from 0."_tr);
    auto b = Problem{.code = Code::syntax, .place = name, .finding = "No " + kind + " here, or (there).", .remedy = {}};
    auto c = badRow("head", isFew ? "There are few."_tr : "There are many."_tr, "Choose one."_tr);
    auto d = paint("This is no message.", "It is another text.");
    finding = "Found " + count + " values.";`;
  assert.deepEqual(partsOf({ 'src/core/a.cpp': source }), [
    ['row', 'There is no row {}.', 'Rows count from 0.'],
    ['name', 'No {} here, or (there).', ''],
    ['head', 'There are few. / There are many.', 'Choose one.'],
    ['', 'Found {} values.', ''],
  ]);
});

test('errors of scripts and of Python are found, with {} for values', () => {
  const script = `
    const broken = (finding) => new ProblemError('zip', finding, tr('Pack it again.'));
    throw broken(tr('It ends within {}.', parts.join(', ')));
    throw new ProblemError(\`lesson \${id}\`, tr('No lesson has this name.'), tr('Lessons: {}.', 'flow'));`;
  const python = `
raise HeadwatersError(
    f"There are {', '.join(names)} tokens, "  # counted
    f"not {count!r}. Give {{x}}."
)`;
  assert.deepEqual(partsOf({ 'web/open/a.js': script, 'python/headwaters/a.py': python }), [
    ['zip', '', 'Pack it again.'],
    ['', 'It ends within {}.', ''],
    ['lesson {}', 'No lesson has this name.', 'Lessons: {}.'],
    ['', 'There are {} tokens, not {}. Give {x}.', ''],
  ]);
});

test('the list has a heading for each folder', () => {
  const messages = messagesIn({ 'python/headwaters/a.py': '\nraise ValueError("Too long. Shorten it.")\n' });
  assert.equal(messageList(messages), '## python/headwaters (1)\n\n- Too long. Shorten it. **-** (a.py:2)\n');
});
