// The interface's texts in its languages: node tools/words.mjs [--language de] [--missing] [--table] [--messages] [--in src/panels]
//
// Without an option, lists missing and unused texts of a language. Exits with 1 if there are faults.
// --missing  lists the texts without a translation, each with its place, as JSON to be filled in
// --table    prints the English table, which is every text of the interface with its place
// --messages lists every error message by area, with place, finding, remedy and source
// --in       only texts below a folder
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { command } from './lib/command.mjs';
import { messageList, messagesOf } from './lib/check/messages.mjs';
import { checkLanguage, textsOf } from './lib/words.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

command(
  import.meta.url,
  {
    language: { type: 'string', default: 'de' },
    missing: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
    messages: { type: 'boolean', default: false },
    in: { type: 'string', default: '' },
  },
  async (options) => {
    const asked = ({ file }) => file.startsWith(options.in);
    if (options.messages) return void console.log(messageList(messagesOf(root).filter(asked)));
    if (options.table) {
      const { texts } = textsOf(root);
      console.log(
        JSON.stringify(
          Object.fromEntries([...texts].filter(([, at]) => asked(at)).map(([text, { file, line }]) => [text, `${file}:${line}`])),
          null,
          2,
        ),
      );
      return;
    }
    const { missing, faults, texts } = checkLanguage(root, options.language);
    const wanted = [...texts].filter(([text, at]) => missing.includes(text) && asked(at));
    if (options.missing)
      return void console.log(
        JSON.stringify(Object.fromEntries(wanted.map(([text, { file, line }]) => [text, `TODO ${file}:${line}`])), null, 1),
      );
    for (const fault of faults) console.log(fault);
    console.log(`${options.language}: ${texts.size} texts, ${missing.length} without a translation, ${faults.length} faults.`);
    if (missing.length > 0 || faults.length > 0) process.exitCode = 1;
  },
);
