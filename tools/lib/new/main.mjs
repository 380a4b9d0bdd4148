// tools/new chooses the skeleton and its name.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { Edits } from './edits.mjs';
import { newFamily } from './family.mjs';
import { newMethod } from './method.mjs';
import { namesOf } from './names.mjs';
import { newPanel } from './panel.mjs';
import { newQuestion } from './question.mjs';
import { newSetting } from './setting.mjs';

/** @type {Record<string, {form: RegExp, make: (edits: Edits, names: import('./names.mjs').Names) => string[]}>} */
const kinds = {
  panel: { form: /^[a-z]{3,20}$/, make: newPanel },
  method: { form: /^[a-z]+(-[a-z]+)*$/, make: newMethod },
  setting: { form: /^[a-z]+(-[a-z]+)*$/, make: newSetting },
  family: { form: /^[a-z]+(-[a-z]+)*$/, make: newFamily },
  question: { form: /^[a-z]+(-[a-z]+)*$/, make: newQuestion },
};

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { label: { type: 'string' } } });
  const [kind, name, ...more] = positionals;
  if (!Object.hasOwn(kinds, kind ?? ''))
    throw new Error(`The kinds are ${Object.keys(kinds).join(', ')}${kind ? `; not ${kind}` : ''}. tools/new --help says more.`);
  if (!name || more.length > 0) throw new Error(`tools/new ${kind} takes one name.`);
  const { form, make } = kinds[kind];
  if (!form.test(name))
    throw new Error(
      `"${name}" is no name of a ${kind}: ${kind === 'panel' ? '3 to 20 small letters' : 'small letters, with hyphens between words'}.`,
    );
  const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
  const edits = new Edits(root);
  const left = make(edits, namesOf(name, values.label));
  edits.write();
  // Names change the length of lines. Without clang-format, tools/check reports the lines to format.
  spawnSync('clang-format-19', ['-i', ...edits.paths.filter((path) => /\.(cpp|h)$/.test(path))], { cwd: root });
  console.log(edits.paths.join('\n'));
  console.log(`\nLeft to do:\n${left.map((line) => `- ${line}`).join('\n')}`);
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
}
