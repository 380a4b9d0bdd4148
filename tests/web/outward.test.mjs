// The list of outward calls (web/outward.d.ts), compared with the C++ that makes them. Each EM_JS calls a listed function, with as many
// arguments and of the same types, each row is called, and the page's session asks its host for nothing else. tsc checks that JavaScript
// has a function for each row.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (/** @type {string} */ path) => readFileSync(`${root}${path}`, 'utf8');

/** The rows of a program, as name -> the types of its arguments. @param {string} name @returns {Map<string, string[]>} */
function rowsOf(name) {
  const file = ts.createSourceFile('outward.d.ts', read('web/outward.d.ts'), ts.ScriptTarget.Latest, true);
  const found = file.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === name);
  assert.ok(found && ts.isInterfaceDeclaration(found), name);
  return new Map(
    found.members.filter(ts.isMethodSignature).map((one) => [one.name.getText(), one.parameters.map((of) => of.type?.getText() ?? '')]),
  );
}

/**
 * The calls in a file's EM_JS, as name -> its arguments as written.
 * @param {string} path @param {RegExp} callee the name, or a list of names of which one is called
 */
function callsIn(path, callee) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const [, body] of read(path).matchAll(/^EM_JS\([^{]*\{(.*?)\}\)$/gms)) {
    const file = ts.createSourceFile('body.js', `(() => {${body}})()`, ts.ScriptTarget.Latest, true);
    const visit = (/** @type {ts.Node} */ node) => {
      if (ts.isCallExpression(node)) {
        const [, name, oneOf] = callee.exec(node.expression.getText()) ?? [];
        for (const one of oneOf ? JSON.parse(oneOf) : name ? [name] : [])
          found.set(
            one,
            node.arguments.map((argument) => argument.getText()),
          );
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

/** Whether an argument of C++ becomes the listed type. @param {string} written @param {string} type */
function becomes(written, type) {
  if (type === 'string') return written.startsWith('UTF8ToString(');
  if (type === 'boolean') return written.startsWith('!!');
  if (type.startsWith('Uint8Array')) return written.includes('HEAPU8.') || (type.includes('Uint8Array[]') && written.startsWith('pieces'));
  if (type === 'Problem') return written === 'problem';
  return type === 'number' && /^\w+( >>> 0)?$/.test(written);
}

/** @param {Map<string, string[]>} calls @param {Map<string, string[]>} rows */
function agree(calls, rows) {
  assert.deepEqual([...calls.keys()].sort(), [...rows.keys()].sort());
  for (const [name, types] of rows) {
    const given = calls.get(name) ?? [];
    assert.equal(given.length, types.length, `${name}(${given})`);
    types.forEach((type, i) => {
      assert.ok(becomes(given[i], type), `${name}: ${given[i]} for ${type}`);
    });
  }
}

test('the page calls what is listed, and its session asks for nothing else', () => {
  const rows = rowsOf('PageHost');
  agree(callsIn('src/platform/page/browser_host.cpp', /^Module\["host"\](?:\.(\w+)|\[(\[[^\]]*\])\[how\]\])$/), rows);
  for (const [, name] of read('src/session/host.h').matchAll(/virtual void (\w+)\(/g)) assert.ok(rows.has(name), name);
  const painter = callsIn('src/platform/page/browser_host.cpp', /^Module\["host"\]\.text\.(\w+)$/);
  const listed = /text: Pick<TextPainter, ([^>]*)>/.exec(read('web/outward.d.ts'))?.[1] ?? '';
  assert.deepEqual(
    [...painter.keys()].sort(),
    listed
      .split(' | ')
      .map((one) => one.slice(1, -1))
      .sort(),
  );
});

test('so do the engine and the models', () => {
  agree(callsIn('src/platform/worker/engine_main.cpp', /^Module\["(\w+)"\]$/), rowsOf('EngineHost'));
  agree(callsIn('src/platform/model/main.cpp', /^Module\["(\w+)"\]$/), rowsOf('ModelHost'));
});

test('no other file calls JavaScript', () => {
  const calling = readdirSync(`${root}src`, { recursive: true })
    .map(String)
    .filter((path) => /\.(h|cpp)$/.test(path) && /^EM_(JS|ASM)\w*\(/m.test(read(`src/${path}`).replaceAll(/^EM_JS_DEPS.*$/gm, '')));
  assert.deepEqual(calling.sort(), ['platform/model/main.cpp', 'platform/page/browser_host.cpp', 'platform/worker/engine_main.cpp']);
});
