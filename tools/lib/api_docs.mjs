// SPDX-License-Identifier: MIT
// The tables of docs/api.md that come from the types: node tools/lib/api_docs.mjs writes them anew, between the lines <!-- FILE INTERFACE
// --> and <!-- end -->, out of web/*.d.ts. tests/tools/api_docs.test.mjs compares them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';

export const document = 'docs/api.md';

/** A cell of a table. @param {string} text */
const cell = (text) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();

/** One row per member of an interface, with its name, its type and its comment. @param {string} file @param {string} name */
function tableOf(file, name) {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = source.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === name);
  if (!found || !ts.isInterfaceDeclaration(found)) throw new Error(`${file} has no interface ${name}`);
  const rows = found.members.filter(ts.isPropertySignature).map((member) => {
    const comment = ts
      .getJSDocCommentsAndTags(member)
      .map((one) => ts.getTextOfJSDocComment(one.comment) ?? '')
      .join(' ');
    return `| \`${member.name.getText()}\` | \`${cell(member.type?.getText() ?? '')}\` | ${cell(comment)} |`;
  });
  return ['| member | type | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The document with its tables from the current types. @param {string} text @param {string} root */
export function withTables(text, root) {
  return text.replace(
    /(<!-- (\S+) (\w+) -->\n)[\s\S]*?(\n<!-- end -->)/g,
    (_, begin, file, name, end) => `${begin}${tableOf(join(root, file), name)}${end}`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(import.meta.dirname, '../..');
  const path = join(root, document);
  writeFileSync(path, withTables(readFileSync(path, 'utf8'), root));
}
